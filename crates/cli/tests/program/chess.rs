//! Chess at the terminal, word for word and otherwise.

use std::fs;

use crate::golden::check;
use crate::run::Run;

/// A computer that always plays the same.
const KONG: &str = "chess play --black kong:depth=1,ties=first,seed=1";
const HUMANS: &str = "chess play --white human --black human";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn lines(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A transcript without today's date.
fn transcript(run: &Run) -> String {
    let text = run.transcript();
    let mask = |line: &str| if line.starts_with("[Date ") { "[Date #]\n".to_owned() } else { format!("{line}\n") };
    text.lines().map(mask).collect()
}

/// The boards left out: they are in another test.
fn without_boards(run: &Run) -> String {
    let is_board = |line: &&str| {
        let mut chars = line.chars();
        let (first, second) = (chars.next(), chars.next());
        line.contains(['┼', '│', '┬', '┴']) || line.starts_with("    a   b") || (first, second) == (None, None)
    };
    transcript(run).lines().filter(|line| !is_board(line)).map(|line| format!("{line}\n")).collect()
}

/// Everything that can be typed in a game, right or wrong.
#[test]
fn chess_play() {
    let script = [
        "help",
        "e5",
        "e2e4",
        "moves",
        "moves g1",
        "moves g8",
        "moves e4",
        "moves e3",
        "moves a1",
        "hint kong:depth=2,ties=first,seed=1",
        "hint human",
        "hnit",
        "nf3",
        "undo",
        "redo",
        "undo 2",
        "undo",
        "redo",
        "redo",
        "redo",
        "draw",
        "go kong:depth=1,ties=first,seed=1",
        "fen",
        "pgn",
        "seats",
        "seat black human",
        "seat red human",
        "flip",
        "flip",
        "letters",
        "[",
        "back",
        "]",
        "]",
        "]",
        "help undo",
        "help e4",
        "step",
        "save game.pgn",
        "save game.pgn",
        "save /",
        "load missing.pgn",
        "load",
        "new 8/8",
        "castle",
        "resign",
        "e4",
        "hint",
        "moves",
        "undo",
        "new",
        "quit",
    ];
    check("chess_play", &transcript(&Run::new(KONG, lines(&script))));
}

#[test]
fn games_end_as_the_rules_say() {
    let mate = lines(&["f3", "e5", "g4", "Qh4", "e4", "q"]);
    let stalemate = lines(&["new 7k/5K2/8/8/8/8/6Q1/8 w - - 0 1", "Qg6", "q"]);
    let bare = lines(&["new 7k/8/8/8/8/8/6Kp/8 w - - 0 1", "Kxh2", "q"]);
    let there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let threefold: String = lines(&there_and_back.repeat(2)) + &lines(&["draw", "undo", "draw", "quit"]);
    let fivefold: String = lines(&there_and_back.repeat(4)) + "draw\nquit\n";
    let fifty = lines(&["new 7k/8/8/8/8/8/8/RK6 w - - 99 90", "draw", "Ra2", "draw", "quit"]);
    let seventy_five = lines(&["new 7k/8/8/8/8/8/8/RK6 w - - 100 90", "draw", "quit"]);
    let runs = [mate, stalemate, bare, threefold, fivefold, fifty, seventy_five];
    check("chess_endings", &runs.map(|script| without_boards(&Run::new(HUMANS, script))).join("\n"));
}

/// What is typed is about the position of now, so it waits until that is shown again.
#[test]
fn moves_are_not_played_in_an_earlier_position() {
    let run = Run::new(HUMANS, "e4\n[\nd4\nmoves\nhint\n\ne5\nq\n");
    let words = run.words();
    let refusal = "You are looking at an earlier position: Enter returns to the game.";
    assert_eq!(words.matches(refusal).count(), 3, "{words}");
    assert!(words.contains("Move 2, White to move"), "{words}");
}

/// Seeds are for those who ask for them, and what one computer expected says nothing about another.
#[test]
fn names_have_no_seeds_and_notes_no_other_author() {
    let run = Run::new("chess play --black engine:level=beginner", "e4\nseat black engine:level=casual\nseats\nq\n");
    assert!(run.words().contains("White human Black engine:level=casual"), "{}", run.stdout);
    assert!(!run.stdout.contains("seed"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("expects").count(), 1, "{}", run.stdout);
}

#[test]
fn several_moves_are_played_again() {
    let run = Run::new(HUMANS, "e4\ne5\nNf3\nundo 3\nredo 2\nredo 9\nredo\nredo x\nq\n");
    let words = run.words();
    assert!(words.contains("Taken back: 3 moves.") && words.contains("Redone: 2 moves."), "{words}");
    assert!(words.contains("Redone: 1 move.") && words.contains("There is nothing to play again."), "{words}");
    assert!(words.contains("\"redo\" takes a number of moves; found \"x\"."), "{words}");
}

/// The key and the words that end a pause can be typed at its prompt.
#[test]
fn a_pause_is_ended_by_its_key_and_by_words() {
    let folder = folder();
    let kong = "kong:depth=1,ties=first,seed=1";
    let game = format!("[White \"{kong}\"]\n[Black \"{kong}\"]\n[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n*\n");
    fs::write(folder.path().join("x.pgn"), game).unwrap();
    for word in ["f", "resume", "continue", "go"] {
        let run = Run::inside(folder.path(), "chess play --load x.pgn --no-autosave", format!("{word}\nq\n"));
        let words = run.words();
        assert!(words.contains(&format!("paused> {word} White: 1. Q")), "{words}");
        assert!(words.contains("The game is over: White wins by checkmate"), "{words}");
    }
}

/// A computer that expects no more claims a draw when it is to move.
#[test]
fn computers_claim_draws() {
    let script = lines(&["new 7k/8/8/8/8/8/8/RK6 w - - 99 90", "Ra2", "undo", "quit"]);
    let run = Run::new(KONG, script);
    let words = run.words();
    assert!(words.contains("Black claims the draw: a draw by the fifty-move rule."), "{words}");
    assert!(words.contains("The game is over: a draw by the fifty-move rule"), "{words}");
    assert!(words.contains("Taken back: 1 move."), "{words}");
}

#[test]
fn the_evaluation_is_explained() {
    let run = Run::new(KONG, "why\nnew 4k3/8/8/8/8/8/8/KQ6 b - - 0 1\neval\n");
    let words = run.words();
    assert_eq!(words.matches("The engine's network values the position at ").count(), 2, "{words}");
    assert_eq!(
        words.matches("The hand-written evaluation, which the levels below full strength play with, is ").count(),
        2
    );
    assert!(words.contains("White Black sum pieces and squares +"), "{words}");
    // From White's view, whoever is to move.
    for value in ["network values the position at ", "levels below full strength play with, is "] {
        let last = &words[words.rfind(value).unwrap() + value.len()..];
        assert!(last.starts_with('+'), "{last}");
    }
    // What the queen is worth, on its square.
    let board = &words[words.rfind("What White would lose").unwrap()..];
    assert!(board.contains(" 1 . Q +"), "{board}");
}

/// Each move is saved, whatever happens next, and the game goes on where it was.
#[test]
fn games_are_saved_and_continued() {
    let folder = folder();
    let run = Run::inside(folder.path(), KONG, "e4\n");
    assert!(run.words().contains("Each move is saved to data/chess-1.pgn."), "{}", run.stdout);
    let farewell = "End of input. The game is saved in data/chess-1.pgn. To continue: starchess chess play --continue";
    assert!(run.words().contains(farewell), "{}", run.stdout);
    let saved = || fs::read_to_string(folder.path().join("data/chess-1.pgn")).unwrap();
    assert!(saved().contains("[White \"human\"]\n[Black \"kong:depth=1,ties=first,seed=1\"]"), "{}", saved());
    let run = Run::inside(folder.path(), "chess play --continue", "d4\nseat black human\nresign\n");
    assert!(run.words().contains("Your game of data/chess-1.pgn."), "{}", run.stdout);
    assert!(saved().contains("2. d4") && saved().contains("[Black \"human\"]\n[Result \"0-1\"]"), "{}", saved());
    assert!(saved().contains("[Termination \"normal\"]"), "{}", saved());
    assert!(saved().contains("White resigned, Black wins}\n0-1\n\n"), "{}", saved());
    let over = Run::inside(folder.path(), "chess play --continue", "");
    let reason = "error: there is no unfinished game to continue; starchess chess play begins a new one";
    assert!(over.stderr.contains(reason) && over.code == Some(1), "{}", over.stderr);
    // Star Chess has its own games in the same folder.
    assert!(Run::inside(folder.path(), "play --continue", "").stderr.contains("no unfinished game"));
    // A new game has a new file; a game that has not begun has none.
    Run::inside(folder.path(), KONG, "quit\n");
    Run::inside(folder.path(), KONG, "e4\nnew\nd4\nquit\n");
    let count = fs::read_dir(folder.path().join("data")).unwrap().count();
    assert_eq!(count, 3);
}

#[test]
fn a_chosen_file_is_used_and_never_overwritten() {
    let folder = folder();
    let run = Run::inside(folder.path(), &format!("{KONG} --save g.pgn"), "e4\nq\n");
    assert!(run.words().contains("The game is saved in g.pgn. To continue: starchess chess play --load g.pgn"));
    assert!(!folder.path().join("data").exists());
    let again = Run::inside(folder.path(), &format!("{KONG} --save g.pgn"), "e4\nq\n");
    assert!(again.code == Some(1) && again.stderr.contains("g.pgn exists"), "{}", again.stderr);
    let on = Run::inside(folder.path(), "chess play --load g.pgn --save g.pgn", "d4\nq\n");
    assert_eq!(on.code, Some(0), "{}", on.stderr);
    assert!(fs::read_to_string(folder.path().join("g.pgn")).unwrap().contains("2. d4"));
    let none = Run::inside(folder.path(), &format!("{KONG} --no-autosave"), "e4\nq\n");
    assert!(none.words().contains("You left the game. The game is not saved."), "{}", none.stdout);
    let lost = Run::inside(folder.path(), &format!("{KONG} --save missing/g.pgn"), "e4\nq\nq!\n");
    assert!(lost.words().contains("Cannot save to missing/g.pgn: "), "{}", lost.stdout);
    assert!(lost.words().contains("The game is not saved: \"save FILE\" saves it, \"quit!\" leaves without it."));
    assert!(lost.code == Some(1) && lost.stderr.contains("could not be saved"), "{}", lost.stderr);
}

#[test]
fn games_from_elsewhere_are_played_on() {
    let folder = folder();
    let write = |text: &str| fs::write(folder.path().join("x.pgn"), text).unwrap();
    write("[White \"Bo\u{1b}[2Jris\"]\n[Black \"?\"]\n\n1. e4 {\u{1b}]0;x\u{7}} e5 2. Nf3 *\n\n1. d4 *\n");
    let run = Run::inside(folder.path(), "chess play --load x.pgn", "pgn\nq\n");
    let words = run.words();
    assert!(words.contains("The file has 2 games, and this is game 1; FILE#2 loads game 2."), "{words}");
    assert!(words.contains("You play Black. engine:level=club plays White (in the file: Bo [2Jris)."));
    assert!(words.contains("The game that you save will not have the names of the players of this file."), "{words}");
    assert!(!run.stdout.contains(['\u{1b}', '\u{7}']), "{}", run.stdout);
    assert!(run.stdout.contains("Black> pgn"), "{}", run.stdout);
    // Any of the games can be chosen.
    let run = Run::inside(folder.path(), "chess play --load x.pgn#2", "load x.pgn#1\nload x.pgn#3\nq\n");
    let words = run.words();
    assert!(words.contains("The file has 2 games, and this is game 2; FILE#1 loads game 1."), "{words}");
    assert!(words.contains("Loaded x.pgn#1. The file has 2 games, and this is game 1;"), "{words}");
    assert!(words.contains("Cannot load: x.pgn has only 2 games in it, and no game 3."), "{words}");
    write("[White \"human\"]\n[Black \"human\"]\n\n1. e4! (1. d4) *\n");
    let run = Run::inside(folder.path(), "chess play --load x.pgn", "q\n");
    let note = "The game that you save will not have the variations and annotations of this file.";
    assert!(run.words().contains(note), "{}", run.stdout);
    // A finished game can be looked at, and taken back.
    write("[White \"human\"]\n[Black \"human\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    let run = Run::inside(folder.path(), "chess play --load x.pgn", "Nf3\nundo\nNf3\nq\n");
    let words = run.words();
    assert!(words.contains("The game is over: White won. \"undo\" takes back."), "{words}");
    assert!(words.contains("The game goes on.") && words.contains("2. Nf3"), "{words}");
    // Programs that a file names are not started by themselves.
    write("[White \"human\"]\n[Black \"uci:touch started\"]\n\n1. e4 *\n");
    let run = Run::inside(folder.path(), "chess play --load x.pgn", "q\n");
    assert!(
        run.words().contains("Black is the program uci:touch started. It is not started by itself"),
        "{}",
        run.stdout
    );
    assert!(!folder.path().join("started").exists());
    // Those that the user names are.
    let run = Run::inside(folder.path(), "chess play --load x.pgn --black uci:false", "q\n");
    assert!(run.words().contains("Paused: the player of Black "), "{}", run.stdout);
}

/// The copy that is saved as the game is played comes from the same stranger.
#[test]
fn a_program_of_a_file_waits_for_the_user_also_in_later_games() {
    let folder = folder();
    let write = |black: &str| {
        fs::write(folder.path().join("x.pgn"), format!("[White \"human\"]\n[Black \"{black}\"]\n\n1. e4 *\n")).unwrap();
    };
    let has_started = || folder.path().join("started").exists();
    let how = "Paused: Black is the program uci:touch started, which is not started by itself. \
               \"seat black uci:touch started\" starts it, \"seat black engine\" seats a computer, \
               \"seat black human\" lets you play.";
    for black in ["uci:touch started", "unstarted:uci:touch started"] {
        write(black);
        for (arguments, input) in [
            ("chess play --load x.pgn", "go\nundo\nd4\nq\n"),
            ("chess play --continue", "go\nundo\nc4\nq\n"),
            ("menu", "o\n\ngo\nundo\nb4\nq\nq\n"),
            ("chess play", "load x.pgn\nundo\na4\nq\n"),
            ("chess play --continue", "go\nq\n"),
        ] {
            let run = Run::inside(folder.path(), arguments, input);
            assert!(run.words().contains(how), "{arguments}: {}", run.stdout);
            assert!(!has_started(), "{arguments}");
        }
    }
    // Once the user has seated it, it plays on by itself.
    Run::inside(folder.path(), "chess play --continue", "seat black uci:touch started\nq\n");
    assert!(has_started());
    fs::remove_file(folder.path().join("started")).unwrap();
    Run::inside(folder.path(), "chess play --continue", "q\n");
    assert!(has_started());
}

/// A computer that wins does not claim a draw; one that loses does.
#[test]
fn computers_claim_draws_that_they_want() {
    let input = lines(&["new 7k/8/6K1/8/8/8/8/R7 w - - 100 80", "seat white engine:depth=3", "q"]);
    let run = Run::new("chess play --white human --black human", input);
    assert!(
        run.words().contains("White: 80. Ra8#") && run.words().contains("White wins by checkmate"),
        "{}",
        run.stdout
    );
    let input = lines(&["new 6k1/8/6K1/8/8/8/8/R7 b - - 100 80", "seat black engine:depth=3", "q"]);
    let run = Run::new("chess play --white human --black human", input);
    assert!(run.words().contains("Black claims the draw: a draw by the fifty-move rule."), "{}", run.stdout);
}

/// Another player can make a move for a computer that waits.
#[test]
fn a_player_is_asked_for_one_move_while_the_game_pauses() {
    let input = lines(&["seat white kong:depth=1", "go negamax:depth=1", "go kong:depth=1", "q"]);
    let run = Run::new("chess play --black kong:depth=1", input);
    let words = run.words();
    assert!(words.contains("paused> go kong:depth=1 Black: 1... ") && words.contains("paused> q"), "{words}");
}

/// Options that do not go together are refused before the game.
#[test]
fn players_that_cannot_be_built_are_refused() {
    let run = Run::new("chess play --black engine:level=club,elo=1000", "");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("level=club and elo=1000 are both ratings; expected one of them"), "{}", run.stderr);
}

/// A result is not written over, by whatever makes it.
#[test]
fn results_of_tuning_are_not_replaced() {
    let folder = folder();
    fs::write(folder.path().join("out.txt"), "mine").unwrap();
    for command in ["tune games.bin", "tune-search", "train games.bin"] {
        let run = Run::inside(folder.path(), &format!("chess {command} --out out.txt"), "");
        assert!(run.stderr.contains("--out out.txt: the file exists"), "{command}: {}", run.stderr);
    }
    assert_eq!(fs::read_to_string(folder.path().join("out.txt")).unwrap(), "mine");
    for command in ["tune", "train"] {
        let run = Run::inside(folder.path(), &format!("chess {command} ./out.txt out.txt --out new.txt"), "");
        assert!(run.stderr.contains("out.txt is given twice"), "{command}: {}", run.stderr);
    }
}

#[test]
fn computers_play_among_themselves() {
    let arguments = "chess play --white kong:depth=1,seed=1 --black negamax:depth=1 --delay 0";
    let folder = folder();
    let run = Run::inside(folder.path(), arguments, "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("White: 1. ") && run.stdout.contains("The game is over: "), "{}", run.stdout);
    // One board only, at the end.
    assert_eq!(run.stdout.matches("a   b   c").count(), 1);
    let saved = fs::read_to_string(folder.path().join("data/chess-1.pgn")).unwrap();
    assert!(saved.contains("[%eval ") && saved.contains("[Termination "), "{saved}");
}

/// Whatever is typed, the program goes on until the end of input.
#[test]
fn nothing_that_is_typed_ends_the_game() {
    let mut input: Vec<u8> = Vec::new();
    let mut number = 1_u64;
    for _ in 0..3_000 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        input.push((number >> 56) as u8);
    }
    input.extend("\né4\nO-O-O-O\n0\n-\n.\n1.\n1...\ne4".bytes().chain(std::iter::repeat_n(b'x', 10_000)));
    let run = Run::new(HUMANS, &input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    assert!(run.words().ends_with("End of input."), "{}", run.stdout);
}

/// A program that cannot be started does not end the game.
#[test]
fn a_missing_program_is_named() {
    let run = Run::new(KONG, "seat black uci:missing-program\ne4\nseat black human\ne5\nq\n");
    let words = run.words();
    assert!(words.contains("Paused: the player of Black cannot be started: "), "{words}");
    assert!(words.contains("\"seat black engine\" seats another computer"), "{words}");
    assert!(words.contains("Move 2, White to move"), "{words}");
}

#[test]
fn a_network_is_trained_on_games_of_its_own_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str, input: &str| Run::inside(folder.path(), arguments, input);
    assert_eq!(run("chess datagen games.bin --games 40 --nodes 100", "").code, Some(0));
    let train = "chess train games.bin --out my.net --hidden 32 --epochs 2 --batch 256";
    let first = run(train, "");
    assert_eq!(first.code, Some(0), "{}", first.transcript());
    assert!(first.stdout.starts_with("38 games to learn from, 2 held out.\n"), "{}", first.stdout);
    assert!(first.stdout.ends_with("The network is in my.net.\n"), "{}", first.stdout);
    assert!(std::fs::read_to_string(folder.path().join("my.net.svg")).unwrap().starts_with("<svg"));
    assert!(!folder.path().join("my.net.checkpoint").exists());
    let again = run(train, "");
    assert_eq!(again.stderr, "error: --out my.net: the file exists; remove it or choose another name\n");
    let talk = run("uci", "setoption name EvalFile value my.net\neval\nquit\n");
    assert!(talk.stdout.contains("what White would lose without each piece"), "{}", talk.stdout);
    // The next generation of games.
    let next = run("chess datagen next.bin --games 2 --nodes 100 --eval my.net", "");
    assert_eq!(next.code, Some(0), "{}", next.transcript());
    let wrong = run("chess datagen next.bin --games 3 --eval games.bin", "");
    assert_eq!(wrong.stderr, "error: games.bin: not a network: it does not begin with SCNETWRK\n");
}

#[test]
fn damaged_games_are_named_and_folders_not_replaced() {
    let folder = folder();
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/chess-1.pgn"), "garbage").unwrap();
    let damaged =
        "The newest saved game cannot be continued: data/chess-1.pgn, game 1, line 1: \"garbage\" is not a move";
    let menu = Run::inside(folder.path(), "menu", "o\nq\n");
    assert!(menu.words().contains(damaged), "{}", menu.stdout);
    let play = Run::inside(folder.path(), "chess play --black human --no-autosave", "save data\nquit\n");
    assert!(play.words().contains("data is a folder. "), "{}", play.stdout);
}

/// A question mark in the file is no name that would be lost.
#[test]
fn unknown_names_of_a_file_are_not_shown() {
    let folder = folder();
    fs::write(folder.path().join("g.pgn"), "[White \"?\"]\n\n1. e4 e5 *\n").unwrap();
    let words = Run::inside(folder.path(), "chess play --load g.pgn", "quit\n").words();
    assert!(words.contains("You play White. engine:level=club plays Black. Type a move"), "{words}");
}

#[test]
fn one_game_of_training_is_one_game() {
    let folder = folder();
    let run = Run::inside(folder.path(), "chess datagen games.bin --games 1 --nodes 100", "");
    assert!(
        run.stdout.starts_with("Played 1 game in ") && run.stdout.contains("The file has 1 game with "),
        "{}",
        run.stdout
    );
}
