//! Star Chess at the terminal, word for word and otherwise.

use std::fs;
use std::path::PathBuf;

use crate::golden::check;
use crate::run::Run;

/// A folder of a test's own, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("starchess-program-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn run(&self, arguments: &str, input: &str) -> Run {
        Run::inside(&self.0, arguments, input)
    }

    /// What is seen, without the numbers of generated positions: they depend on how a computer searches, and only its
    /// turns do not.
    fn transcript(&self, arguments: &str, input: &str) -> String {
        let text = self.run(arguments, input).transcript();
        let mut parts = text.split(" generated)").peekable();
        let mut masked = String::new();
        while let Some(part) = parts.next() {
            match parts.peek() {
                Some(_) => {
                    masked +=
                        &format!("{}# generated)", part.trim_end_matches(|c: char| c.is_ascii_digit() || c == ','))
                }
                None => masked += part,
            }
        }
        masked
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Everything that one can type in a game, rightly or wrongly.
#[test]
fn star_play() {
    let folder = Folder::new("play");
    let script = [
        "help",
        "rules",
        "hint",
        "m a1 b2 5; m a1 d4; e",
        "m a1 b2 21",
        "m b2 b1",
        "build a1",
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
        "explain",
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
        "load game.txt",
        "save other.txt",
        "save game.txt",
        "load other.txt",
        "load none.txt",
        "seat 1 published:0",
        "e",
        "finish",
        "save! other.txt",
        "seat 1 human",
        "quit",
    ];
    check("star_play", &folder.transcript("play --seed 1", &script.join("\n")));
}

#[test]
fn star_watch() {
    let folder = Folder::new("watch");
    let runs = [
        folder.transcript("play --watch --delay 0 --limit 3 --galaxy symmetric --seed 5 --save w.txt", ""),
        folder.transcript("replay w.txt", ""),
        folder.transcript("replay w.txt --turn 3", ""),
        folder.transcript("replay w.txt --turn 5", ""),
        folder.transcript("play --load w.txt", ""),
        folder.transcript("play --load w.txt --save other.txt --limit 4 --delay 0 --explain", ""),
        folder.transcript("play --load w.txt --save other.txt", ""),
    ];
    check("star_watch", &runs.join("\n"));
}

#[test]
fn star_replay() {
    let folder = Folder::new("replay");
    folder.run("play --seed 4 --save g.txt", "m a1 a2; e\nc a2; e\nm a1 a2 1\n");
    let steps = "n\n\n]\n[\np\np\np\ng 2\ng 9\ng\nboard\nhelp\nbranch b.txt\nbranch b.txt\nbranch /no/such/folder\nx\nn\nn\nn\nn\nn\nn\nquit\n";
    check("star_replay", &folder.transcript("replay g.txt --step", steps));
    assert!(folder.run("play --load b.txt", "e\n").stdout.contains("Turn 2, player 1 to move"));
}

#[test]
fn damaged_games_are_refused() {
    let folder = Folder::new("damage");
    folder.run("play --seed 4 --save g.txt", "m a1 a2; e\n");
    let path = folder.0.join("g.txt");
    let text = fs::read_to_string(&path).unwrap();
    let mut runs = Vec::new();
    for (from, to) in
        [("move A1 A2 20", "move A1 A2 19"), ("move A1 A2 20", "move A1 A2 21"), ("Result", "Resutl"), ("Sum", "")]
    {
        fs::write(&path, text.replace(from, to)).unwrap();
        runs.push(folder.transcript("replay g.txt", ""));
        runs.push(folder.transcript("play --load g.txt", ""));
    }
    // In a game that goes on, the file is refused and the game stays.
    runs.push(folder.transcript("play --galaxy terran --limit 9", "load g.txt\nq\n"));
    check("star_damage", &runs.join("\n"));
}

#[test]
fn whatever_is_played_is_in_the_file_at_once() {
    let folder = Folder::new("autosave");
    let run = folder.run("play --seed 4 --save g.txt", "m a1 a2 7\n");
    assert!(run.stdout.ends_with("End of input; it is saved in g.txt.\n"), "{}", run.stdout);
    assert!(fs::read_to_string(folder.0.join("g.txt")).unwrap().contains("1.1: move A1 A2 7\n"));
    let again = folder.run("play --load g.txt --save g.txt", "undo\n");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(!fs::read_to_string(folder.0.join("g.txt")).unwrap().contains("1.1:"));
}

/// A human who loses everything stays in the record, may watch the rest, and may take back.
#[test]
fn the_defeated_may_watch_or_take_back() {
    let folder = Folder::new("defeat");
    let position =
        "t2@1000+2x50,b,b,t3@1000+3x50/b,b,b,b/b2@100+2x90,b,b,b/t1@21+2x50,b,b,t4@1000+4x20 1 9 0:0,0:0,0:0,0:0";
    fs::write(folder.0.join("position"), position).unwrap();
    let mut command = crate::run::command("play");
    let script = "e\nboard\nm a1 a2\nfinish\ngo\nundo turn\nhistory\nq\n";
    let input = folder.0.join("script");
    fs::write(&input, script).unwrap();
    command.args(["--position", position, "--limit", "11"]).stdin(fs::File::open(&input).unwrap());
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("  defeats player 1\nOnly computers are left to play"), "{text}");
    assert!(
        text.contains("paused> finish\nIt is the turn of player 3: go lets it play, seat 3 human lets you."),
        "{text}"
    );
    assert!(text.contains("The game is over: player "), "{text}");
    assert!(text.contains("over> undo turn\nBack to the turn of player 1 in turn 9."), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn any_bytes_can_be_typed() {
    let run = Run::new("play --seed 1", b"\xff\0\x1b[A\n;\n;;e\n\r\nM A1 B2 99999999999999999999\n  E  \n");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("is not a number of ships") && run.stdout.contains("Player 2: "), "{}", run.stdout);
}

#[test]
fn the_menu_leads_to_the_game_and_back() {
    let run = Run::new("", "1\ne\nquit\nq\n");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("Star Chess. The random galaxy of seed ") && run.stdout.contains("Player 4: "));
    assert!(run.stdout.ends_with("  q  quit\n> q\n"), "{}", run.stdout);
}
