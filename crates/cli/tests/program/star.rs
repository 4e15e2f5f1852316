//! Star Chess at the terminal, word for word and otherwise.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::golden::check;
use crate::run::{Run, command};

/// A folder of a test's own. Games are saved in `data` in it.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &str, input: &str) -> Run {
        Run::inside(self.path(), arguments, input)
    }

    /// The output without the numbers of generated turns: they depend on how a computer searches,
    /// and only its turns do not.
    fn transcript(&self, arguments: &str, input: &str) -> String {
        let text = self.run(arguments, input).transcript();
        let mut parts = text.split("It generated ");
        let mut masked = parts.next().unwrap().to_owned();
        for part in parts {
            masked += "It generated #";
            masked += part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
        }
        masked
    }

    fn saved(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }
}

/// Everything that can be typed in a game, right or wrong.
#[test]
fn star_play() {
    let script = [
        "help",
        "rules",
        "hint",
        "p",
        "p m a1 b2",
        "m a1 b2 5; m a1 d4; e",
        "m a1 b2 21",
        "m b2 b1",
        "build a1",
        "build a1 1000",
        "b a1 3",
        "c b2",
        "t a1",
        "x a1",
        "x a1 16",
        "fly",
        "hnit",
        "m a1",
        "m a1 e9",
        "e; e",
        "undo",
        "undo",
        "redo",
        "redo",
        "u",
        "undo turn",
        "m a1 b2",
        "end",
        "",
        "[",
        "[",
        "]",
        "explain",
        "explain 2",
        "explain 5",
        "idle",
        "c b2; e",
        "history",
        "seat 2 published:1",
        "seat 5 human",
        "seat 2 bob",
        "seats",
        "save game.txt",
        "finish",
        "undo turn",
        "redo",
        "undo turn",
        "undo turn",
        "redo",
        "save other.txt",
        "save game.txt",
        "load other.txt",
        "load none.txt",
        "go",
        "seat 1 published:0",
        "e",
        "finish",
        "step",
        "go 1",
        "save! other.txt",
        "seat 1 human",
        "end",
        "quit",
    ];
    check("star_play", &Folder::new().transcript("play --seed 1", &script.join("\n")));
}

#[test]
fn star_watch() {
    let folder = Folder::new();
    let runs = [
        folder.transcript("play --watch --delay 0 --limit 3 --galaxy symmetric --seed 5 --save w.txt", ""),
        folder.transcript("replay w.txt", ""),
        folder.transcript("replay w.txt --turn 3", ""),
        folder.transcript("replay w.txt --turn 5", ""),
        folder.transcript("play --load w.txt", ""),
        folder.transcript("play --load w.txt --watch --save other.txt --limit 4 --delay 0 --explain", ""),
        folder.transcript("play --load w.txt --save other.txt", ""),
    ];
    check("star_watch", &runs.join("\n"));
}

#[test]
fn star_replay() {
    let folder = Folder::new();
    folder.run("play --seed 4 --save g.txt", "m a1 a2; e\nc a2; e\nm a1 a2 1\n");
    let steps = "n\n\n]\n[\np\np\np\ng 2\ng 9\ng\nboard\nhelp\nbranch b.txt\nbranch b.txt\nbranch /no/such/folder\nx\nn\nn\nn\nn\nn\nn\nquit\n";
    check("star_replay", &folder.transcript("replay g.txt --step", steps));
    assert!(folder.run("play --load b.txt", "e\n").stdout.contains("Round 2, player 1 to move"));
}

#[test]
fn damaged_games_are_refused() {
    let folder = Folder::new();
    folder.run("play --seed 4 --save g.txt", "m a1 a2; e\n");
    let path = folder.path().join("g.txt");
    let text = fs::read_to_string(&path).unwrap();
    let mut runs = Vec::new();
    for (from, to) in
        [("move A1 A2 20", "move A1 A2 19"), ("move A1 A2 20", "move A1 A2 21"), ("Result", "Resutl"), ("Sum", "")]
    {
        fs::write(&path, text.replace(from, to)).unwrap();
        runs.push(folder.transcript("replay g.txt", ""));
        runs.push(folder.transcript("play --load g.txt", ""));
    }
    // In a running game, the file is refused and the game stays.
    runs.push(folder.transcript("play --galaxy terran --limit 9", "load g.txt\nq\n"));
    check("star_damage", &runs.join("\n"));
}

#[test]
fn a_file_of_another_system_is_read() {
    let folder = Folder::new();
    folder.run("play --seed 4 --save g.txt", "m a1 a2; e\n");
    fs::write(folder.path().join("g.txt"), folder.saved("g.txt").replace('\n', "\r\n")).unwrap();
    let run = folder.run("replay g.txt", "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn every_command_is_saved_at_once() {
    let folder = Folder::new();
    let run = folder.run("play --seed 4 --save g.txt", "m a1 a2 7\n");
    assert!(run.stdout.contains("End of input. The game is saved in g.txt"), "{}", run.stdout);
    assert!(folder.saved("g.txt").contains("1.1: move A1 A2 7\n"));
    let again = folder.run("play --load g.txt --save g.txt", "undo\n");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(!folder.saved("g.txt").contains("1.1:"));
    // With --save there is no other copy.
    assert!(!folder.path().join("data").exists());
}

#[test]
fn games_are_saved_without_being_asked_and_continued() {
    let folder = Folder::new();
    let none = folder.run("play --continue", "");
    assert!(none.stderr.contains("there is no unfinished game to continue"), "{}", none.stderr);
    // A game that has not begun leaves no file.
    folder.run("play --seed 4", "help\nquit\n");
    assert!(!folder.path().join("data").exists());
    let run = folder.run("play --seed 4", "m a1 a2 7\nquit\n");
    assert!(run.stdout.contains("Each turn is saved to data/game-1.txt.\n"), "{}", run.stdout);
    assert!(run.stdout.contains("You left the game. The game is saved in data/game-1.txt.\n"), "{}", run.stdout);
    let again = folder.run("play --continue", "e\nquit\n");
    assert!(again.stdout.contains("Star Chess. Your game of data/game-1.txt.\n"), "{}", again.stdout);
    assert!(folder.saved("data/game-1.txt").contains("1.1: move A1 A2 7; end\n1.2: "));
    // Another game has a file of its own, and is the last one then.
    folder.run("play --seed 5", "e\n");
    assert!(folder.run("play --continue", "").stdout.contains("Your game of data/game-2.txt."));
    // A finished game is not continued.
    fs::remove_file(folder.path().join("data/game-1.txt")).unwrap();
    folder.run("play --continue --limit 1", "e\ne\nq\n");
    assert_eq!(folder.run("play --continue", "").code, Some(1));
}

#[test]
fn nothing_is_saved_if_that_is_not_wanted() {
    let folder = Folder::new();
    let run = folder.run("play --no-autosave", "e\nquit\n");
    assert!(run.stdout.ends_with("You left the game. The game is not saved.\n"), "{}", run.stdout);
    assert!(!folder.path().join("data").exists());
}

#[test]
fn a_game_that_cannot_be_saved_goes_on() {
    let folder = Folder::new();
    fs::write(folder.path().join("data"), "a file where the folder should be").unwrap();
    let run = folder.run("play --seed 4", "m a1 a2 7\nm a1 a2 7\ne\nquit\nsave g.txt\nquit\n");
    assert_eq!(run.stdout.matches("Cannot save to data").count(), 1, "{}", run.stdout);
    assert!(run.stdout.contains("Round 2, player 1 to move"), "{}", run.stdout);
    let text = run.words();
    assert!(text.contains("The game goes on."), "{text}");
    assert!(text.contains("not saved, player 1> "), "{text}");
    assert!(text.contains("The game is not saved: \"save FILE\" saves it, \"quit!\" leaves without it."), "{text}");
    let farewell = "You left the game. The game is saved in g.txt. To continue: starchess play --load g.txt";
    assert!(text.ends_with(farewell), "{text}");
}

#[cfg(unix)]
mod unix {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Child, ChildStdin, Stdio};

    use super::*;

    /// A game that waits at the prompt after this input.
    fn start(folder: &Folder, input: &str, sign: &str) -> (Child, ChildStdin) {
        let mut child = command("play --seed 4")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        assert!(output.lines().map(Result::unwrap).any(|line| line.contains(sign)));
        (child, stdin)
    }

    #[test]
    fn a_killed_game_is_continued() {
        let folder = Folder::new();
        let (mut child, _stdin) = start(&folder, "m a1 a2 7\ne\n", "Round 2");
        child.kill().unwrap();
        child.wait().unwrap();
        let run = folder.run("play --continue", "history\n");
        assert!(run.stdout.contains("  1.1  move A1 A2 7; end\n  1.2  "), "{}", run.stdout);
    }

    #[test]
    fn two_games_at_once_have_their_own_files() {
        let folder = Folder::new();
        let (mut child, _stdin) = start(&folder, "m a1 a2 7\ne\n", "Round 2");
        folder.run("play --seed 5", "m a1 b1 3\n");
        // The one that is being played is not touched.
        let run = folder.run("play --continue", "");
        assert!(run.stdout.contains("Your game of data/game-2.txt."), "{}", run.stdout);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(folder.saved("data/game-1.txt").contains("1.1: move A1 A2 7; end\n"));
        assert!(folder.saved("data/game-2.txt").contains("1.1: move A1 B1 3\n"));
    }

    #[test]
    fn a_long_line_is_ignored() {
        let mut input = vec![b'x'; 3 << 20];
        input.extend(b"\ne\n");
        let run = Run::new("play --seed 1", input);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("The line is longer than 4096 characters"), "{}", run.stdout.len());
        assert!(run.stdout.contains("Round 2, player 1 to move") && run.stdout.len() < 20_000);
    }

    #[test]
    fn any_bytes_can_be_typed() {
        let run = Run::new("play --seed 1", b"\xff\0\x1b[A\n;\n;;e\n\r\nM A1 B2 99999999999999999999\n  E  \n");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("is not a number of ships") && run.stdout.contains("Player 2: "), "{}", run.stdout);
    }

    /// A program in another language takes part, and one that fails does not end the game.
    #[test]
    fn programs_take_seats() {
        let folder = Folder::new();
        let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/random_bot.py");
        let bot = format!("python3 {bot} 1 {}", env!("CARGO_BIN_EXE_starchess"));
        let play = |seats: &str, script: &str| {
            fs::write(folder.path().join("script"), script).unwrap();
            let input = fs::File::open(folder.path().join("script")).unwrap();
            let mut program = command("play --seed 4");
            program.args(["--seats", seats]).current_dir(folder.path()).stdin(input);
            String::from_utf8(program.output().unwrap().stdout).unwrap()
        };
        let text = play(&format!("human,bot=sci:{bot},random:seed=1,published:time=50ms"), "e\nq\n");
        assert!(text.contains("■2 bot ") && text.contains("Player 2: ") && text.contains("Round 2"), "{text}");
        let text = play("human,sci:false,random:seed=1,published:0", "e\nseat 2 published\nq\n");
        assert!(text.contains("Paused: player 2 "), "{text}");
        assert!(text.contains("Player 2 is published:turns=2 now.\nThe game goes on.\nPlayer 2: "), "{text}");
    }
}

/// Games of the arena are shown and played on with the names of their players.
#[test]
fn names_are_kept() {
    let folder = Folder::new();
    folder.run("play --watch --delay 0 --limit 1 --seed 1 --seats published:turns=8,nodes=50,random:seed=1,published,published:1 --save g.txt", "");
    let run = folder.run("replay g.txt", "");
    assert!(run.stdout.contains("  1 published:turns=8,nodes=50\n  2 random:seed=1\n"), "{}{}", run.stdout, run.stderr);
    let text = folder.saved("g.txt");
    let run = folder.run("play --load g.txt --limit 2 --delay 0", "go\nq\n");
    assert!(run.stdout.contains("Paused: only computers play this game."), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("The game is over: "), "{}", run.stdout);
    // A name that means nothing here is kept, shown, and can be replaced.
    let lines = text[..text.rfind("Sum: ").unwrap()].replace("random:seed=1", "my bot 3000");
    let sum = lines
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    fs::write(folder.path().join("h.txt"), format!("{lines}Sum: {sum:016x}\n")).unwrap();
    let run = folder.run("replay h.txt", "");
    assert!(run.stdout.contains("  2 my bot 3000\n"), "{}{}", run.stdout, run.stderr);
    let run = folder.run("play --load h.txt --limit 2 --delay 0", "go\nseat 2 human\nq\n");
    assert!(run.stdout.contains("Paused: ") && run.stdout.contains("■2 my bot 3000 "), "{}{}", run.stdout, run.stderr);
}

/// A game in which nothing happens any more pauses once, and `fast` skips to its end.
#[test]
fn a_frozen_game_pauses() {
    let folder = Folder::new();
    folder.run("play --watch --delay 0 --limit 1 --seed 3 --save g.txt", "");
    let run = folder.run("play --load g.txt --limit 100 --delay 0", "go\nfast\nq\n");
    assert_eq!(run.stdout.matches("Paused: nothing has changed for 10 rounds").count(), 1, "{}", run.stdout);
    assert!(run.stdout.contains("paused> fast\n") && run.stdout.contains("The game is over: "), "{}", run.stdout);
}

/// `go` sets no limit that stays.
#[test]
fn computers_play_as_many_rounds_as_asked() {
    let folder = Folder::new();
    let run = folder.run(
        "play --seed 3 --seats human,random:seed=2,random:seed=3,random:seed=4 --save h.txt",
        "seat 1 random\ngo 2\ngo 1\nq\n",
    );
    assert!(run.stdout.contains("paused> go 2\nThe computers play 2 rounds; Ctrl-C stops them.\n"), "{}", run.stdout);
    assert!(run.stdout.contains("Round 3, player 1 to move") && run.stdout.contains("Round 4, player 1 to move"));
    assert_eq!(run.stdout.matches("Paused after the rounds that you asked for.").count(), 2, "{}", run.stdout);
    assert!(folder.saved("h.txt").contains("Turn limit: none\n"), "{}", folder.saved("h.txt"));
}

/// A defeated human can watch the rest, or take back.
#[test]
fn the_defeated_may_watch_or_take_back() {
    let folder = Folder::new();
    let position =
        "t2@1000+2x50,b,b,t3@1000+3x50/b,b,b,b/b2@100+2x90,b,b,b/t1@21+2x50,b,b,t4@1000+4x20 1 9 0:0,0:0,0:0,0:0";
    fs::write(folder.path().join("position"), position).unwrap();
    let mut command = command("play");
    let script = "e\nboard\nm a1 a2\nfinish\ngo\nundo turn\nhistory\nq\n";
    let input = folder.path().join("script");
    fs::write(&input, script).unwrap();
    command
        .args(["--position", position, "--limit", "11"])
        .current_dir(folder.path())
        .stdin(fs::File::open(&input).unwrap());
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("  defeats player 1\n") && text.contains("Paused: only computers are left."), "{text}");
    assert!(
        text.contains("paused> finish\nPaused: player 3 is to move, and published:turns=2 plays it. \"go\" lets"),
        "{text}"
    );
    assert!(text.contains("The game is over: player "), "{text}");
    assert!(text.contains("over> undo turn\nBack to the turn of player 1 in round 9."), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_menu_leads_to_the_game_and_back() {
    let run = Run::new("menu", "1\ne\nquit\nq\n");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("Star Chess. The random galaxy of seed ") && run.stdout.contains("Player 4: "));
    assert!(run.stdout.contains("c  continue your game (round 2, player 1 to move)\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("  q  quit\n> q\n"), "{}", run.stdout);
}

/// A file from somebody else must not start programs by itself.
#[test]
fn a_loaded_game_starts_no_program() {
    let folder = Folder::new();
    folder.run("play --galaxy terran --save g.txt", "seat 2 sci:touch started\nm a1 b2\nq\n");
    assert!(folder.saved("g.txt").contains("Player 2: sci:touch started\n"));
    for (arguments, input) in
        [("play --load g.txt", "end\ngo\nq\n"), ("play --galaxy barren", "load g.txt\nend\ngo\nq\n")]
    {
        let run = folder.run(arguments, input);
        let note = "Player 2 is the program sci:touch started. It is not started by itself: \"seat 2 sci:touch started\" starts it.";
        assert!(run.words().contains(note), "{}", run.stdout);
        assert!(!folder.path().join("started").exists());
        // Nor does the copy that was saved.
        let run = folder.run("play --continue", "end\ngo\nq\n");
        let how = "Paused: player 2 is the program sci:touch started, which is not started by itself. \
                   \"seat 2 sci:touch started\" starts it, \"seat 2 published\" seats a computer, \
                   \"seat 2 human\" lets you play.";
        assert!(run.words().contains(how), "{}", run.stdout);
        assert!(!folder.path().join("started").exists());
    }
    folder.run("play --continue", "seat 2 sci:touch started\nq\n");
    assert!(folder.path().join("started").exists());
}

#[test]
fn a_game_that_was_not_saved_as_asked_is_an_error() {
    let folder = Folder::new();
    let run = folder.run("play --galaxy terran --save missing/g.txt", "m a1 b2\nquit!\n");
    assert_ne!(run.code, Some(0), "{}", run.transcript());
}

/// The name of a file cannot move the cursor.
#[test]
fn paths_are_escaped() {
    let folder = Folder::new();
    let commands = [
        "play --load \u{1b}[2J.txt",
        "replay \u{1b}[2J.txt",
        "play --galaxy terran --save \u{1b}[2J/g.txt",
        "play --galaxy terran --save \u{1b}[2J.txt",
        "play --load \u{1b}[2J.txt",
        "replay \u{1b}[2J.txt",
        "arena published:0 random --resume \u{1b}[2J",
        "arena --resume \u{1b}[2J",
    ];
    for arguments in commands {
        let run = folder.run(arguments, "m a1 b2\nsave \u{1b}[2J2\nload \u{1b}[2J3\nsave \u{1b}[2J2\nq\nquit!\n");
        assert!(!run.stdout.contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{}", run.transcript());
    }
    assert!(folder.path().join("\u{1b}[2J.txt").exists());
    // What is typed in a shell to go on is quoted.
    let run = folder.run("play --galaxy terran", "m a1 b2\nsave my game.txt\nload my game.txt\nq\n");
    assert!(run.words().contains("The game is saved in my game.txt. To continue: starchess play --load 'my game.txt'"));
}

/// The menu lists the saved games, and takes their numbers.
#[test]
fn the_menu_lists_saved_games() {
    let folder = Folder::new();
    folder.run("play --galaxy terran", "m a1 b2\nsave copy.txt\nend\nq\n");
    fs::write(folder.path().join("notes.txt"), "not a game").unwrap();
    let run = folder.run("menu", "r\n1\nq\nr\n2\nq\nr\ncopy.txt\nq\nr\ngame-1.txt\nq\nl\n1\nq\nr\n9\nx.txt\n\nq\n");
    let text = run.words();
    assert!(
        run.stdout.contains("  1  game-1.txt  round 2  just now  human, 3 × published:turns=2\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("  2  ./copy.txt  round 1  just now  human, 3 × published:turns=2\n"),
        "{}",
        run.stdout
    );
    assert!(text.contains("Number or file: 1 data/game-1.txt: 4 turns, ongoing."), "{}", run.stdout);
    assert!(text.contains("Number or file: game-1.txt data/game-1.txt: 4 turns, ongoing."), "{}", run.stdout);
    assert!(text.contains("Number or file: 2 copy.txt: 1 turn, ongoing."), "{}", run.stdout);
    assert!(text.contains("Number or file: copy.txt copy.txt: 1 turn, ongoing."), "{}", run.stdout);
    assert!(text.contains("Number or file: 1 Star Chess. The game of data/game-1.txt."), "{}", run.stdout);
    assert!(text.contains("There are 2 games; enter 1 to 2 or a path."), "{}", run.stdout);
    assert!(text.contains("There is no file x.txt; Enter alone leaves."), "{}", run.stdout);
    assert!(!text.contains("notes.txt"), "{}", run.stdout);
}

/// `--continue` says why it cannot.
#[test]
fn why_a_game_cannot_be_continued() {
    let folder = Folder::new();
    fs::write(folder.path().join("data"), "").unwrap();
    let run = folder.run("play --continue", "");
    assert!(run.stderr.starts_with("error: cannot read the saved games in data: "), "{}", run.stderr);
    fs::remove_file(folder.path().join("data")).unwrap();
    let run = folder.run("play --continue", "");
    assert!(run.stderr.starts_with("error: there is no unfinished game to continue"), "{}", run.stderr);
    folder.run("play --galaxy terran", "m a1 b2\nq\n");
    let lock = fs::File::create(folder.path().join("data/game-1.lock")).unwrap();
    lock.lock().unwrap();
    let run = folder.run("play --continue", "");
    assert!(run.stderr.starts_with("error: the game of data/game-1.txt is being played elsewhere"), "{}", run.stderr);
}

/// Errors of the command line repeat little of it, and nothing that moves the cursor.
#[test]
fn a_huge_argument_is_not_repeated() {
    for arguments in ["play --position", "play", "", "arena --games", "noughts play --position"] {
        let run = Run::new(&format!("{arguments} \u{1b}[2J{}", "x".repeat(50_000)), "");
        assert_ne!(run.code, Some(0));
        assert!(run.stderr.len() < 2_000 && !run.stderr.contains('\u{1b}'), "{arguments}: {}", run.stderr);
    }
}
