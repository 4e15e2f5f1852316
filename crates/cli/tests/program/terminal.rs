//! The program at a terminal: the board at any size, line editing, keys and Ctrl-C.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const SIGHUP: i64 = 1;
const SIGTERM: i64 = 15;

/// The keys that are typed when a text has appeared.
type Step<'a> = (&'a str, &'a str);

/// The outcome of a run at a terminal.
struct Session {
    output: String,
    code: Option<i64>,
    /// Whether the terminal is in the mode in which it was before.
    is_restored: bool,
}

struct Terminal {
    columns: usize,
    lines: usize,
    variables: Vec<(&'static str, &'static str)>,
}

const STANDARD: Terminal = Terminal { columns: 80, lines: 24, variables: Vec::new() };

impl Terminal {
    fn run(&self, folder: &Path, arguments: &str, steps: &[Step<'_>]) -> Session {
        let steps: Vec<Value> = steps.iter().map(|(expected, typed)| json!([expected, typed])).collect();
        self.run_steps(folder, arguments, &steps)
    }

    fn run_steps(&self, folder: &Path, arguments: &str, steps: &[Value]) -> Session {
        // Where an argument has spaces, it is written with underscores.
        let arguments = arguments.split_whitespace().map(|argument| argument.replace('_', " "));
        let program = [env!("CARGO_BIN_EXE_starchess").to_owned()].into_iter().chain(arguments);
        let command: Vec<String> = program.collect();
        let task = json!({"command": command, "columns": self.columns, "lines": self.lines, "steps": steps});
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/terminal.py");
        let mut python = Command::new("python3");
        python.arg(script).current_dir(folder).env("STARCHESS_DATA", "data").env("TERM", "xterm-256color");
        python.env("NO_COLOR", "1").env_remove("COLORTERM").envs(self.variables.iter().copied());
        let mut child = python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(task.to_string().as_bytes()).unwrap();
        let report: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
        let output = report["output"].as_str().unwrap().replace("\r\n", "\n");
        assert!(report["error"].is_null(), "{}: {output}", report["error"]);
        Session { output, code: report["code"].as_i64(), is_restored: report["restored"] == true }
    }
}

/// A text without its escape sequences.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {},
            c => plain.push(c),
        }
    }
    plain
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The lines of the last board, from its upper border to the prompt.
fn last_board(output: &str) -> Vec<String> {
    let text = plain(output);
    let start = text.rfind('┌').unwrap();
    let end = start + text[start..].find("player 1>").unwrap();
    text[start..end].lines().map(str::to_owned).collect()
}

#[test]
fn the_board_fits_the_terminal() {
    for (columns, lines, width) in [(80, 24, 77), (120, 40, 77), (79, 24, 77), (76, 24, 53), (80, 20, 77), (53, 24, 53)]
    {
        let session =
            Terminal { columns, lines, ..STANDARD }.run(folder().path(), "play --seed 1", &[("player 1>", "q\r")]);
        let board = last_board(&session.output);
        // One line is for the prompt.
        assert!(board.len() < lines, "{}", session.output);
        // At the traditional size, the introduction is still on the screen.
        let text = plain(&session.output);
        let all_lines = text[..text.find("player 1>").unwrap()].trim_end().lines().count();
        assert!(all_lines < lines || lines < 24 || columns < 60, "{}", session.output);
        assert_eq!(board[0].chars().count(), width, "{}", session.output);
        assert!(board.iter().all(|line| line.chars().count() <= columns), "{}", session.output);
    }
    // Where not even the compact board fits, the sectors are listed.
    let session = Terminal { columns: 40, ..STANDARD }.run(folder().path(), "play --seed 1", &[("player 1>", "q\r")]);
    assert!(plain(&session.output).contains("\n A1 terran ★1  ●1 pop 1000/1000  ●1 20 ships\n"), "{}", session.output);
}

/// What the computers did and what came of it can be read together with the board, however much it
/// was.
#[test]
fn the_news_are_on_the_screen() {
    let position = "t2@1000+2x60,b,b,t3@1000+3x50/b,b1@20+1x9,b,b/b2@100+2x90,b,b,b/t1@1000+1x50,b,b,t4@1000+4x50";
    let war = format!("play --position {position}_1_1_0:0,0:0,0:0,0:0");
    let turns = &["Player 2: ", "Player 3: ", "Player 4: "][..];
    let events = &["Player 2: battle in A1: 78 ships", "Player 2: bombards the colony of player 1 in A1"][..];
    for (arguments, parts) in [("play --seed 1", turns), ("play --seed 1 --explain", turns), (&war, events)] {
        let steps = [("player 1>", "end\r"), ("Round 2", ""), ("player 1>", "q\r")];
        let session = STANDARD.run(folder().path(), arguments, &steps);
        let text = plain(&session.output);
        let round = text.find("Round 2").unwrap();
        let screen = text[..round + text[round..].find("player 1>").unwrap()].trim_end();
        let screen: Vec<&str> = screen.lines().collect();
        let screen = screen[screen.len() - (STANDARD.lines - 1)..].join("\n");
        for part in ["Round 2, player 1 to move\n┌ A4"].iter().chain(parts) {
            assert!(screen.contains(part), "{part}: {screen}");
        }
    }
}

#[test]
fn colours_are_used_unless_they_are_unwanted() {
    let colour = "\x1b[38;5;99m";
    let steps = [("player 1>", "q\r")];
    let cases = [(vec![("NO_COLOR", "")], true), (vec![], false), (vec![("NO_COLOR", ""), ("TERM", "dumb")], false)];
    for (variables, has_colours) in cases {
        let terminal = Terminal { variables, ..STANDARD };
        let output = terminal.run(folder().path(), "play --seed 1", &steps).output;
        assert_eq!(output.contains(colour), has_colours, "{output}");
    }
}

#[test]
fn texts_wrap_at_the_width_of_the_terminal() {
    let steps = [("player 1>", "rules\r"), ("player 1>", "help\r"), ("player 1>", "q\r")];
    // High enough for all of it.
    let session = Terminal { columns: 60, lines: 200, ..STANDARD }.run(folder().path(), "play --seed 1", &steps);
    let text = plain(&session.output);
    let rules = &text[text.find("The rules of").unwrap()..];
    assert!(rules.lines().all(|line| line.chars().count() <= 60), "{rules}");
    assert!(rules.contains("\n  2. Your ships at another player's colony bombard it. Each\n     kills"), "{rules}");
}

/// A screen of a long text waits for a key, and one command can be looked up.
#[test]
fn long_texts_are_shown_a_screen_at_a_time() {
    let steps = [
        ("player 1>", "help\r"),
        ("-- more: Enter, q to stop --", "\r"),
        ("On the board", ""),
        ("player 1>", "rules\r"),
        ("-- more: Enter, q to stop --", "q"),
        ("player 1>", "help move\r"),
        ("all that can move", ""),
        ("player 1>", "q\r"),
    ];
    let session = STANDARD.run(folder().path(), "play --seed 1", &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
    let text = plain(&session.output);
    let help = &text[text.find("Commands. The first").unwrap()..];
    assert_eq!(help[..help.find("-- more").unwrap()].lines().count(), STANDARD.lines - 1, "{help}");
    assert!(!text.contains("All divisions round down."), "{text}");
}

/// As in a shell, Ctrl-C only gives up what has been typed. What is not saved is not lost by one key.
#[test]
fn ctrl_c_gives_up_a_line_before_the_game() {
    let steps = [
        ("player 1>", "build a"),
        ("build a", "\x03"),
        ("player 1>", "m a1 b2\r"),
        ("Player 1: move A1 B2 20", ""),
        ("player 1>", "\x03"),
        ("The game is not saved", ""),
        ("player 1>", "seats\r"),
        ("4 published", ""),
        ("player 1>", "\x03"),
        ("The game is not saved", ""),
        ("player 1>", "\x03"),
        ("Interrupted. The game is not saved.", ""),
    ];
    let session = STANDARD.run(folder().path(), "play --seed 1 --no-autosave", &steps);
    assert_eq!((session.code, session.is_restored), (Some(130), true), "{}", session.output);
}

#[test]
fn ctrl_c_does_not_lose_a_game_of_chess_at_once() {
    let steps = [
        ("White>", "d2"),
        ("d2", "\x03"),
        ("White>", "e4\r"),
        ("Black thinks", "\x03"),
        ("paused>", "\x03"),
        ("The game is not saved: save FILE saves it, Ctrl-C again leaves without it.", ""),
        ("paused>", "qiut\r"),
        ("did you mean quit?", ""),
        ("paused>", "quit\r"),
        ("The game is not saved: save FILE saves it, quit! leaves without it.", ""),
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
        ("The game is not saved: save FILE saves it, Ctrl-D again leaves without it.", ""),
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
    let steps = [json!(["1/3, 1 solved, ", {"signal": 2}]), json!(["1 of 1 solved; 2 were not tried\r\n", ""])];
    let session = STANDARD.run_steps(folder.path(), "chess suite suite.epd --nodes 3000000", &steps);
    assert_eq!(session.code, Some(130), "{}", session.output);
    let lines: Vec<String> = plain(&session.output).split(['\n', '\r']).map(str::to_owned).collect();
    assert!(lines.iter().all(|line| line.trim_end().chars().count() < 80), "{lines:?}");
}

/// The keys of those who watch do not lose a game that is not saved either.
#[test]
fn keys_do_not_lose_a_watched_game() {
    let steps = [
        ("White thinks", "s"),
        ("Paused: space resume", "q"),
        ("quit! leaves without it.", ""),
        ("paused>", "go\r"),
        ("Black thinks", "q"),
        ("quit! leaves without it.", ""),
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

/// `--continue` opens the game of a human, so it does not continue one that was watched after it.
#[test]
fn the_farewell_names_what_continues_the_game() {
    let folder = folder();
    let watch = [("Player 1 thinks", "s"), ("Paused: space resume", "q")];
    let words = |session: Session| plain(&session.output).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(STANDARD.run(folder.path(), "play --watch --seed 3 --delay 60000", &watch));
    assert!(text.contains("data/game-1.txt: starchess play --continue continues it."), "{text}");
    STANDARD.run(folder.path(), "play --seed 1", &[("player 1>", "m a1 b2\r"), ("player 1>", "q\r")]);
    let text = words(STANDARD.run(folder.path(), "play --watch --seed 3 --delay 60000", &watch));
    assert!(text.contains("data/game-3.txt: starchess play --load data/game-3.txt continues it."), "{text}");
    let steps = [
        ("> ", "2\r"),
        watch[0],
        watch[1],
        ("c in the menu continues", ""),
        ("q  quit", "x\r"),
        ("There is no \"x\" in the menu", "7\r"),
        ("Press Enter for the menu.", "\r"),
        ("q  quit", "q\r"),
    ];
    let session = STANDARD.run(folder.path(), "menu", &steps);
    assert_eq!(plain(&session.output).matches("q  quit").count(), 3, "{}", session.output);
}

#[test]
fn the_farewell_names_what_continues_a_game_of_chess() {
    let folder = folder();
    let watched = "chess play --white kong:depth=1 --black kong:depth=1 --delay 60000";
    let watch = [("White thinks", "s"), ("Paused: space resume", "q")];
    let words = |session: Session| plain(&session.output).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(STANDARD.run(folder.path(), watched, &watch));
    assert!(text.contains("data/chess-1.pgn: starchess chess play --continue continues it."), "{text}");
    let humans = "chess play --white human --black human";
    STANDARD.run(folder.path(), humans, &[("White>", "e4\r"), ("Black>", "q\r")]);
    let text = words(STANDARD.run(folder.path(), watched, &watch));
    assert!(text.contains("chess-3.pgn: starchess chess play --load data/chess-3.pgn continues it."), "{text}");
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

#[test]
fn results_wrap_at_the_width_of_the_terminal() {
    let players = "noughts:mcts:nodes=30,seed=1 noughts:alpha-beta:depth=2,eval=paper";
    for arguments in [
        &format!("arena {players} --games 2 --seed 1"),
        "noughts tree",
        "noughts task",
        "complexity --games 1",
        "compare noughts",
    ] {
        let text = plain(&STANDARD.run(folder().path(), arguments, &[]).output);
        // The progress is shown on lines that are replaced.
        let lines = text.lines().map(|line| line.rsplit('\r').next().unwrap_or_default());
        assert!(lines.clone().any(|line| line.ends_with('.') || line.starts_with("* ")), "{text}");
        assert!(lines.clone().all(|line| line.chars().count() <= STANDARD.columns), "{text}");
    }
}

#[test]
fn lines_are_edited_and_completed_and_come_back() {
    let folder = folder();
    let steps = [
        // Tab completes the command, and the only legal sector.
        ("player 1>", "mo\t a\t b\t"),
        ("B1  B2", "2\x1b[D\x1b[C 7\r"),
        ("Each turn is saved", ""),
        ("Player 1: move A1 B2 7", ""),
        ("player 1>", "see\x7f\x7feats\r"),
        ("  4 published", ""),
        // The last but one line again.
        ("player 1>", "\x1b[A\x1b[A\x7f3\r"),
        ("Player 1: move A1 B2 3", ""),
        ("player 1>", "quit\r"),
    ];
    let session = STANDARD.run(folder.path(), "play --seed 1", &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
}

#[test]
fn ctrl_c_and_ctrl_d_at_the_prompt_keep_the_game() {
    for (key, code, word) in [("\x03", 130, "Interrupted"), ("\x04", 0, "End of input")] {
        let folder = folder();
        let steps = [("player 1>", "move a1 b2 7\r"), ("saved to data/game-1.txt", ""), ("player 1>", key)];
        let session = STANDARD.run(folder.path(), "play --seed 1", &steps);
        assert_eq!((session.code, session.is_restored), (Some(code), true), "{}", session.output);
        let text = session.output.split_whitespace().collect::<Vec<_>>().join(" ");
        let farewell = format!("{word}. The game is saved in data/game-1.txt: starchess play --continue continues it.");
        assert!(text.contains(&farewell), "{}", session.output);
        let again =
            STANDARD.run(folder.path(), "play --continue", &[("player 1>", "history\r"), ("move A1 B2 7", "q\r")]);
        assert_eq!(again.code, Some(0), "{}", again.output);
        // It goes on in the same file.
        assert_eq!(std::fs::read_dir(folder.path().join("data")).unwrap().count(), 1);
    }
}

#[test]
fn keys_pause_step_and_end_watching() {
    let folder = folder();
    let steps = [
        ("Player 1 thinks: space pause", " "),
        ("Paused: space resume", "s"),
        ("Player 1: ", ""),
        // The keys work at every pause.
        ("Paused: space resume", "s"),
        ("Player 2: ", ""),
        ("Paused: space resume", "+-"),
        ("Paused: space resume, s step, f fast, + - speed (2 s)", ""),
        ("Paused: space resume, s step, f fast, + - speed (5 s)", " "),
        ("Player 3 thinks", "s"),
        ("Player 3: ", ""),
        ("Paused: space resume", " "),
        ("Player 4 thinks: space pause, + - speed (5 s)", "+"),
        ("Player 4 thinks: space pause, + - speed (2 s)", "++++"),
        ("speed (0.1 s)", ""),
        ("Player 4: ", ""),
        ("Round 2", "   q"),
    ];
    let session = STANDARD.run(folder.path(), "play --watch --seed 3 --delay 5000", &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
    assert!(session.output.contains("You left the game. The game is saved in data/game-"), "{}", session.output);
}

/// Enter opens the command line, and so does any letter that is not a key.
#[test]
fn commands_can_be_typed_while_watching_pauses() {
    let steps = [
        ("Player 1 thinks", " "),
        ("Paused: space resume", "\x1b[A\r"),
        ("go plays on, step plays one turn, seat 1 human lets you play", "step\r"),
        ("Paused after one turn. step plays the next", "go 1\r"),
        ("Player 2 thinks", " "),
        ("Paused: space resume", "history\r"),
        ("1.1  ", "go 1\r"),
        ("The computers play one round", ""),
        ("Player 2 thinks", "f"),
        ("Round 1: space pause, - slower, q quit", ""),
        ("Paused after the rounds that you asked for.", ""),
        ("Paused: space resume", "\x04"),
        ("End of input", ""),
    ];
    let session = STANDARD.run(folder().path(), "play --watch --seed 3 --delay 600000", &steps);
    assert_eq!((session.code, session.is_restored), (Some(0), true), "{}", session.output);
}

/// A turn that was interrupted is not played, however far it was thought.
#[test]
fn ctrl_c_stops_watching_and_plays_nothing() {
    let folder = folder();
    let steps = [
        ("Player 1 thinks", "\x03"),
        ("Stopped: player 1 has not moved.", "\r"),
        ("paused>", "history\r"),
        ("Nothing has been played yet.", ""),
        ("paused>", "\x03"),
    ];
    let session = STANDARD.run(folder.path(), "play --watch --seed 3 --delay 600000", &steps);
    assert_eq!((session.code, session.is_restored), (Some(130), true), "{}", session.output);
}

/// However the program ends, the terminal works afterwards.
#[test]
fn the_terminal_is_restored_after_signals() {
    let watched = "play --watch --delay 600000";
    for (arguments, sign) in [("play --seed 1", "player 1>"), ("menu", "q  quit"), (watched, "Player 1 thinks")] {
        for signal in [SIGHUP, SIGTERM] {
            let session = STANDARD.run_steps(folder().path(), arguments, &[json!([sign, {"signal": signal}])]);
            assert_eq!((session.code, session.is_restored), (Some(128 + signal), true), "{}", session.output);
        }
    }
}

/// SIGTERM ends the program at once, and not only the work that Ctrl-C would stop.
#[test]
fn a_request_to_end_keeps_the_game() {
    let folder = folder();
    let seats = "play --seed 1 --seats human,published:0,sci:sleep_600,human";
    let steps = [json!(["player 1>", "end\r"]), json!(["Player 3 thinks", {"signal": SIGTERM}])];
    let session = STANDARD.run_steps(folder.path(), seats, &steps);
    assert_eq!((session.code, session.is_restored), (Some(128 + SIGTERM), true), "{}", session.output);
    assert!(session.output.contains("The game is saved in data/game-1.txt: starchess play --continue"));
    let again = STANDARD.run(folder.path(), "play --continue", &[("Player 3 thinks", "\x03"), ("paused>", "q\r")]);
    assert_eq!(again.code, Some(0), "{}", again.output);
}

#[test]
fn ctrl_c_in_a_game_of_the_menu_leads_back_to_the_menu() {
    let folder = folder();
    let steps = [
        ("> ", "1\r"),
        ("player 1>", "m a1 b2\r"),
        ("move A1 B2 20", ""),
        ("player 1>", "\x03"),
        ("Interrupted.", ""),
        ("continue your game (round 1, player 1 to move)", "c\r"),
        ("player 1>", "history\r"),
        ("1.1  move A1 B2 20", "q\r"),
        ("You left the game.", ""),
        ("q  quit", "\x03"),
    ];
    let session = STANDARD.run(folder.path(), "menu", &steps);
    assert_eq!((session.code, session.is_restored), (Some(130), true), "{}", session.output);
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
        [("Black>", "why\r"), ("does not look ahead", ""), ("Black>", "seats\r"), ("White", ""), ("Black>", "q\r")];
    let arguments = "chess play --white kong:depth=1,table=sound,leaf=random,ties=first,seed=1 --black human \
                     --fen 4k3/8/8/8/8/8/8/3qK3_w_-_-_0_1";
    let text = plain(&plain_terminal.run(folder().path(), arguments, &steps).output);
    assert!(text.contains("evaluation is -") && text.is_ascii(), "{text}");
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
        assert!(session.output.contains("chess-1.pgn: starchess chess"), "{}", session.output);
    }
}

#[test]
fn chess_computers_are_watched_with_keys() {
    let steps = [
        ("White thinks: space pause", " "),
        ("Paused: space resume", "s"),
        ("White: 1. ", ""),
        ("Paused: space resume", "\r"),
        ("go plays on, step plays one move, seat black human lets you play", "step\r"),
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
