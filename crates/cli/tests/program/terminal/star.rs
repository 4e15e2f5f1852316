//! Star Chess at a terminal, and what all games share.

use serde_json::json;

use super::{SIGHUP, SIGTERM, STANDARD, Session, Terminal, folder, plain};

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
        ("\"go\" plays on, \"step\" plays one turn, \"seat 1 human\" lets you play", "step\r"),
        ("Paused after one turn. \"step\" plays the next", "go 1\r"),
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

/// `--continue` opens the game of a human, so it does not continue one that was watched after it.
#[test]
fn the_farewell_names_what_continues_the_game() {
    let folder = folder();
    let watch = [("Player 1 thinks", "s"), ("Paused: space resume", "q")];
    let words = |session: Session| plain(&session.output).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(STANDARD.run(folder.path(), "play --watch --seed 3 --delay 60000", &watch));
    assert!(text.contains("data/game-1.txt. To continue: starchess play --continue"), "{text}");
    STANDARD.run(folder.path(), "play --seed 1", &[("player 1>", "m a1 b2\r"), ("player 1>", "q\r")]);
    let text = words(STANDARD.run(folder.path(), "play --watch --seed 3 --delay 60000", &watch));
    assert!(text.contains("data/game-3.txt. To continue: starchess play --load data/game-3.txt"), "{text}");
    let steps = [
        ("> ", "2\r"),
        watch[0],
        watch[1],
        ("To continue: c in the menu", ""),
        ("q  quit", "x\r"),
        ("There is no \"x\" in the menu", "7\r"),
        ("Press Enter for the menu.", "\r"),
        ("q  quit", "q\r"),
    ];
    let session = STANDARD.run(folder.path(), "menu", &steps);
    assert_eq!(plain(&session.output).matches("q  quit").count(), 3, "{}", session.output);
}

#[test]
fn ctrl_c_and_ctrl_d_at_the_prompt_keep_the_game() {
    for (key, code, word) in [("\x03", 130, "Interrupted"), ("\x04", 0, "End of input")] {
        let folder = folder();
        let steps = [("player 1>", "move a1 b2 7\r"), ("saved to data/game-1.txt", ""), ("player 1>", key)];
        let session = STANDARD.run(folder.path(), "play --seed 1", &steps);
        assert_eq!((session.code, session.is_restored), (Some(code), true), "{}", session.output);
        let text = session.output.split_whitespace().collect::<Vec<_>>().join(" ");
        let farewell = format!("{word}. The game is saved in data/game-1.txt. To continue: starchess play --continue");
        assert!(text.contains(&farewell), "{}", session.output);
        let again =
            STANDARD.run(folder.path(), "play --continue", &[("player 1>", "history\r"), ("move A1 B2 7", "q\r")]);
        assert_eq!(again.code, Some(0), "{}", again.output);
        // It goes on in the same file.
        assert_eq!(std::fs::read_dir(folder.path().join("data")).unwrap().count(), 1);
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
    assert!(session.output.contains("The game is saved in data/game-1.txt.\nTo continue: starchess play --continue"));
    let again = STANDARD.run(folder.path(), "play --continue", &[("Player 3 thinks", "\x03"), ("paused>", "q\r")]);
    assert_eq!(again.code, Some(0), "{}", again.output);
}
