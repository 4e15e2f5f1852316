//! Chess at a terminal.

use serde_json::{Value, json};

use super::{SIGHUP, SIGTERM, STANDARD, Session, Terminal, folder, plain};

#[test]
fn ctrl_c_does_not_lose_a_game_of_chess_at_once() {
    let steps = [
        ("White>", "d2"),
        ("d2", "\x03"),
        ("White>", "e4\r"),
        ("Black thinks", "\x03"),
        ("paused>", "\x03"),
        ("The game is not saved: \"save FILE\" saves it, Ctrl-C again leaves without it.", ""),
        ("paused>", "qiut\r"),
        ("did you mean quit?", ""),
        ("paused>", "quit\r"),
        ("The game is not saved: \"save FILE\" saves it, \"quit!\" leaves without it.", ""),
        ("paused>", "\x03"),
        ("The game is not saved", ""),
        ("paused>", "\x03"),
        ("Interrupted. The game is not saved.", ""),
    ];
    let session = STANDARD.run(folder().path(), "chess play --black engine:time=600s --no-autosave", &steps);
    assert_eq!((session.code, session.is_restored), (Some(130), true), "{}", session.output);
}

#[test]
fn ctrl_d_does_not_lose_a_game_of_chess_at_once() {
    let steps = [
        ("White>", "e4\r"),
        ("Black>", "\x04"),
        ("The game is not saved: \"save FILE\" saves it, Ctrl-D again leaves without it.", ""),
        ("Black>", "e5\r"),
        ("White>", "\x04"),
        ("Ctrl-D again leaves without it.", ""),
        ("White>", "\x04"),
        ("End of input. The game is not saved.", ""),
    ];
    let session = STANDARD.run(folder().path(), "chess play --white human --black human --no-autosave", &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
}

/// The board shows one's own move while the computer thinks, also in a game that is continued.
#[test]
fn the_board_is_shown_while_a_computer_thinks() {
    let folder = folder();
    let steps = [
        ("White>", "e4\r"),
        ("Move 1, Black to move", ""),
        ("1. e4", ""),
        ("Black thinks", "\x03"),
        ("paused>", "q\r"),
    ];
    STANDARD.run(folder.path(), "chess play --black engine:time=600s", &steps);
    let steps = [("Move 1, Black to move", ""), ("1. e4", ""), ("Black thinks", "\x03"), ("paused>", "q\r")];
    let session = STANDARD.run(folder.path(), "chess play --continue", &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
}

/// The line of the progress fits the terminal, and the last word is the result.
#[test]
fn a_test_suite_can_be_stopped() {
    let folder = folder();
    let position = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;\n";
    std::fs::write(folder.path().join("suite.epd"), position.repeat(3)).unwrap();
    let steps = [json!(["1/3, 1 solved, ", {"signal": 2}]), json!(["1 of 1 solved; 2 not tried\r\n", ""])];
    let session = STANDARD.run_steps(folder.path(), "chess suite suite.epd --nodes 3000000", &steps);
    assert_eq!(session.code, Some(130), "{}", session.output);
    let lines: Vec<String> = plain(&session.output).split(['\n', '\r']).map(str::to_owned).collect();
    assert!(lines.iter().all(|line| line.trim_end().chars().count() < 80), "{lines:?}");
}

/// A GUI is told nothing that it did not ask for; a person would wonder at the silence.
#[test]
fn a_person_who_starts_the_engine_is_told_what_it_is() {
    let folder = folder();
    let steps = [("To play against it here: starchess chess play", "help\r"), ("go perft N", "quit\r")];
    let session = STANDARD.run(folder.path(), "uci", &steps);
    assert_eq!(session.code, Some(0), "{}", session.output);
}

/// The keys of those who watch do not lose a game that is not saved either.
#[test]
fn keys_do_not_lose_a_watched_game() {
    let steps = [
        ("White thinks", "s"),
        ("Paused: space resume", "q"),
        ("\"quit!\" leaves without it.", ""),
        ("paused>", "go\r"),
        ("Black thinks", "q"),
        ("\"quit!\" leaves without it.", ""),
        ("paused>", "go\r"),
        ("Black thinks", " "),
        ("Paused: space resume", "\x03"),
        ("Ctrl-C again leaves without it.", ""),
        ("paused>", "\x03"),
        ("Interrupted. The game is not saved.", ""),
    ];
    let arguments = "chess play --white kong:depth=1 --black kong:depth=1 --delay 600000 --no-autosave";
    let session = STANDARD.run(folder().path(), arguments, &steps);
    assert_eq!((session.code, session.is_restored), (Some(130), true), "{}", session.output);
}

#[test]
fn the_farewell_names_what_continues_a_game_of_chess() {
    let folder = folder();
    let watched = "chess play --white kong:depth=1 --black kong:depth=1 --delay 60000";
    let watch = [("White thinks", "s"), ("Paused: space resume", "q")];
    let words = |session: Session| plain(&session.output).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(STANDARD.run(folder.path(), watched, &watch));
    assert!(text.contains("data/chess-1.pgn. To continue: starchess chess play --continue"), "{text}");
    let humans = "chess play --white human --black human";
    STANDARD.run(folder.path(), humans, &[("White>", "e4\r"), ("Black>", "q\r")]);
    let text = words(STANDARD.run(folder.path(), watched, &watch));
    assert!(text.contains("chess-3.pgn. To continue: starchess chess play --load data/chess-3.pgn"), "{text}");
    // The menu has a list of all of them.
    let steps = [
        ("> ", "o\r"),
        ("Which game? [1]", "chess-3.pgn\r"),
        ("Paused: only computers play this game.", ""),
        ("paused>", "q\r"),
        ("o in the menu", ""),
        ("q  quit", "p\r"),
        ("Number or file:", "1\r"),
        ("The game of data/chess-2.pgn.", ""),
        ("Black>", "\x03"),
        ("q  quit", "q\r"),
    ];
    let session = STANDARD.run(folder.path(), "menu", &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
}

const UNICODE: [(&str, &str); 1] = [("LC_ALL", "C.UTF-8")];

/// Board, moves, news and prompt are on one screen.
#[test]
fn chess_fits_the_terminal() {
    let arguments = "chess play --black kong:depth=1,ties=first,seed=1";
    let steps = [("White>", "e4\r"), ("Move 2", ""), ("White>", "q\r")];
    for (columns, lines) in [(80, 24), (120, 40), (60, 24), (80, 16), (36, 24), (34, 24), (20, 24)] {
        let terminal = Terminal { columns, lines, variables: UNICODE.to_vec() };
        let text = plain(&terminal.run(folder().path(), arguments, &steps).output);
        let begin = text.find("Black thinks").unwrap();
        let end = text.rfind("White>").unwrap();
        let screen: Vec<&str> = text[begin..end].lines().map(|line| line.rsplit('\r').next().unwrap()).collect();
        assert!(screen.len() < lines, "{columns}×{lines}: {text}");
        assert!(screen.iter().all(|line| line.chars().count() <= columns), "{columns}×{lines}: {text}");
        assert!(screen.join("\n").contains('♔') && screen.join("\n").contains("Black: 1... "), "{text}");
        assert_eq!(screen.join("\n").contains("White: human"), columns >= 60, "{text}");
    }
}

/// A terminal without Unicode has letters and plain lines; letters can also be asked for.
#[test]
fn chess_pieces_are_letters_where_symbols_cannot_be_shown() {
    let steps = [("White>", "q\r")];
    let run = |variables: &[(&'static str, &'static str)], arguments: &str| {
        let terminal = Terminal { variables: variables.to_vec(), ..STANDARD };
        plain(&terminal.run(folder().path(), arguments, &steps).output)
    };
    let text = run(&[("LC_ALL", "C")], "chess play");
    assert!(text.contains("8 | r | n |") && text.is_ascii(), "{text}");
    let plain_terminal = Terminal { variables: vec![("LC_ALL", "C")], ..STANDARD };
    // A minus sign, and a name that is too long for its place.
    let steps =
        [("Black>", "why\r"), ("without looking ahead", ""), ("Black>", "seats\r"), ("White", ""), ("Black>", "q\r")];
    let arguments = "chess play --white kong:depth=1,table=sound,leaf=random,ties=first,seed=1 --black human \
                     --fen 4k3/8/8/8/8/8/8/3qK3_w_-_-_0_1";
    let text = plain(&plain_terminal.run(folder().path(), arguments, &steps).output);
    assert!(text.contains("position at -") && text.is_ascii(), "{text}");
    let text = run(&UNICODE, "chess play --letters");
    assert!(text.contains("8 │ r │ n │") && !text.contains('♜'), "{text}");
}

#[test]
fn chess_moves_are_completed() {
    let steps = [
        // Tab completes the only move with this beginning, and lists several.
        ("White>", "e2\x7f\t"),
        ("exit", "4\r"),
        ("Move 2", ""),
        ("White>", "nf\t\r"),
        ("Move 3", ""),
        ("White>", "moves b\t1\r"),
        ("b1: Na3 Nc3", ""),
        ("White>", "und\t\r"),
        ("Move 2", ""),
        // The last but one line again.
        ("White>", "\x1b[A\x1b[A\r"),
        ("b1: Na3 Nc3", ""),
        ("White>", "quit\r"),
    ];
    let session = STANDARD.run(folder().path(), "chess play --black kong:depth=1,ties=first,seed=1", &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
}

/// An interrupted computer has not moved, and the game is kept.
#[test]
fn ctrl_c_stops_a_chess_computer() {
    let folder = folder();
    let steps = [
        ("White>", "e4\r"),
        ("Black thinks", "\x03"),
        ("Stopped: Black has not moved.", ""),
        ("paused>", "fen\r"),
        ("4P3/8/PPPP1PPP/RNBQKBNR b", "e5\r"),
        ("Black is to move", "hint engine:time=600s\r"),
        ("Thinking", "\x03"),
        ("Stopped.", "go\r"),
        ("Black thinks", "\x03"),
        ("paused>", "undo\r"),
        ("White>", "d4\r"),
        ("Black thinks", "\x03"),
        ("paused>", "\x03"),
        ("Interrupted. The game is saved in data/chess-1.pgn", ""),
    ];
    let session = STANDARD.run(folder.path(), "chess play --black engine:time=600s", &steps);
    assert_eq!((session.code, session.is_restored), (Some(130), true), "{}", session.output);
    let saved = std::fs::read_to_string(folder.path().join("data/chess-1.pgn")).unwrap();
    assert!(saved.ends_with("\n1. d4 *\n\n"), "{saved}");
}

#[test]
fn signals_keep_the_game_of_chess() {
    for (expected, signal) in [("White>", SIGHUP), ("Black thinks", SIGTERM)] {
        let folder = folder();
        let first = [json!(["White>", "e4\r"]), json!(["Black thinks", "\x03"]), json!(["paused>", "undo\r"])];
        let then = [json!(["White>", "d4\r"]), json!(["Black thinks", "\x03"]), json!(["paused>", "go\r"])];
        let last = json!([expected, {"signal": signal}]);
        let steps: Vec<Value> = match signal {
            SIGHUP => first.into_iter().chain([last]).collect(),
            _ => first.into_iter().chain(then).chain([last]).collect(),
        };
        let session = STANDARD.run_steps(folder.path(), "chess play --black engine:time=600s", &steps);
        assert_eq!((session.code, session.is_restored), (Some(128 + signal), true), "{}", session.output);
        assert!(session.output.contains("chess-1.pgn.\nTo continue: starchess chess"), "{}", session.output);
    }
}

#[test]
fn chess_computers_are_watched_with_keys() {
    let steps = [
        ("White thinks: space pause", " "),
        ("Paused: space resume", "s"),
        ("White: 1. ", ""),
        ("Paused: space resume", "\r"),
        ("\"go\" plays on, \"step\" plays one move, \"seat black human\" lets you play", "step\r"),
        ("Black: 1... ", ""),
        ("paused>", "undo\r"),
        ("Taken back: 1 move.", "go\r"),
        ("Black thinks", "f"),
        ("Move 1: space pause", ""),
        ("Move 2: space pause", " "),
        ("Paused: space resume", "q"),
        ("You left the game. The game is saved in data/chess-1.pgn", ""),
    ];
    let arguments = "chess play --white kong:depth=3,seed=1 --black kong:depth=3,seed=2 --delay 60000";
    let session = STANDARD.run(folder().path(), arguments, &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
}

#[test]
fn a_game_of_chess_of_the_menu_is_continued_there() {
    let folder = folder();
    let steps = [
        ("> ", "b\r"),
        ("Black>", "\x03"),
        ("Interrupted.", ""),
        ("continue your game (move 1, Black to move)", "o\r"),
        ("Black>", "q\r"),
        ("You left the game.", ""),
        ("q  quit", "\x03"),
    ];
    let session = STANDARD.run(folder.path(), "menu", &steps);
    assert_eq!((session.code, session.is_restored), (Some(130), true), "{}", session.output);
}
