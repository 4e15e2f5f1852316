//! The exact output of the program, in files under `tests/program/golden`.
//!
//! `UPDATE_GOLDEN=1 cargo test -p starchess-cli` writes them again; read the diff before you commit it.

use std::path::Path;

use crate::run::Run;

/// Compares a text with its golden file, or writes the file if `UPDATE_GOLDEN` is set.
pub(crate) fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/golden").join(name).with_extension("txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text == golden, "not as in {}:\n{text}", path.display());
}

/// The output of these commands, one after the other.
fn transcript(commands: &[&str]) -> String {
    commands.iter().map(|command| Run::new(command, "").transcript()).collect::<Vec<_>>().join("\n")
}

#[test]
fn help() {
    check(
        "help",
        &transcript(&[
            "--help",
            "-h",
            "play --help",
            "play -h",
            "replay --help",
            "arena --help",
            "arena chess --help",
            "experiments --help",
            "experiments run --help",
            "experiments list",
            "chess --help",
            "chess play --help",
            "chess play -h",
            "chess suite --help",
            "chess datagen --help",
            "chess tune --help",
            "noughts --help",
            "noughts play --help",
            "noughts play -h",
            "noughts tree --help",
            "noughts task --help",
            "compare --help",
            "compare noughts --help",
            "compare chess --help",
        ]),
    );
}

#[test]
fn tree() {
    check(
        "tree",
        &transcript(&[
            "noughts tree",
            "noughts tree --depth 1 --all",
            "noughts tree --depth 9 --eval outcome --position XOX/.O./.X.",
            "noughts tree --depth 2 --position X../.../...",
            "noughts tree --position XXX/OO./...",
            "noughts tree --depth 5",
        ]),
    );
}

#[test]
fn dot() {
    check("dot", &transcript(&["noughts tree --dot", "noughts tree --dot --depth 9 --position XOX/OXO/.X."]));
}

#[test]
fn task() {
    check("task", &transcript(&["noughts task --plies 3"]));
}

#[test]
fn complexity() {
    check("complexity", &transcript(&["complexity --help", "complexity --games 1"]));
}

#[test]
fn errors() {
    check(
        "errors",
        &transcript(&[
            "play --seats human,human",
            "play --seats human,bob,human,human",
            "play --seats human,human,human,published:9",
            "play --watch --seats human,published,published,published",
            "play --galaxy barren --seed 1",
            "play --galaxy square",
            "play --position t2@1000,b",
            "play --limit 0",
            "play --limit 1000001",
            "play --delay 99999999999",
            "play --continue",
            "play --continue --load game.txt",
            "play --load /dev/zero",
            "play --load /",
            "play --load missing.txt",
            "play --load missing.txt --galaxy terran",
            "replay missing.txt",
            "replay /dev/zero",
            "replay missing.txt --turn 0",
            "chess play --white bob",
            "chess play --black kong:dept=3",
            "chess play --fen 8/8/8/8/8/8/8/8",
            "chess play --fen x --load game.pgn",
            "chess play --load missing.pgn",
            "chess play --load /dev/zero",
            "chess play --load /",
            "chess play --continue",
            "chess datagen games.bin --threads 0",
            "chess datagen games.bin --games many",
            "chess datagen games.bin --seed x",
            "chess tune games.bin --out weights.txt --blend x",
            "chess tune games.bin --out missing/weights.txt",
            "chess suite missing.epd",
            "datagen games.bin",
            "noughts play --cross alfa-beta",
            "noughts play --cross mcts:depth=3",
            "noughts play --nought minimax:depth=128",
            "noughts play --nought iterative:time=soon",
            "noughts play --nought minimax:eval=chess",
            "noughts play --position XX./.../...",
            "noughts play --position X../.../..?",
            "noughts play --delay soon",
            "noughts tree --depth 10",
            "noughts task --plies 4",
            "compare noughts --position XXX/OO./...",
            "compare noughts --depth 0",
            "compare draughts",
            "compare chess --depth 13",
            "compare chess --fen 4k3/8/8/8/8/8/8/4K3",
        ]),
    );
}

/// Everything that can be typed in a game, right or wrong.
#[test]
fn play() {
    let script = "help\nz\n\nundo\nhint\ne\ne\nundo\n5\nB\n0\nhint\nu\ng\nh\nf\nc\ni\n";
    check("play", &Run::new("noughts play", script).transcript());
}

#[test]
fn play_to_other_ends() {
    let runs = [
        Run::new("noughts play", "e\nquit\nh\n"),
        Run::new("noughts play", "e\n"),
        Run::new("noughts play --cross human --nought human", "a\nb\nundo\nc\nundo\nundo\nundo\ne\na\nb\nh\nc\ng\nd\n"),
        Run::new("noughts play --cross random:seed=1 --nought mcts:nodes=200,seed=3", ""),
        Run::new("noughts play --cross alpha-beta:depth=2,eval=paper --nought perfect --position X../.../O..", ""),
        Run::new("noughts play --position XXX/OO./...", ""),
    ];
    check("play_to_other_ends", &runs.map(|run| run.transcript()).join("\n"));
}

#[test]
fn menu() {
    let strength = "s\nweak\neasy\ns\n\n";
    let files = "c\nl\nmissing.txt\nl\n\nr\n/\na\nbob published\na\n\nmany\n";
    let chess = "o\ne\nmaster\ne\nweak\n7\n";
    let script = format!("9\n7\n5\na\nquit\n3\nq\n{strength}{files}{chess}q\n");
    check("menu", &Run::new("menu", script).transcript());
    check("menu_at_end_of_input", &Run::new("menu", "3\ne\n").transcript());
}

#[test]
fn compare() {
    let runs = [
        "compare noughts --depth 9",
        "compare noughts --depth 2 --eval paper --position .../.X./...",
        "compare chess --depth 3",
    ];
    check("compare", &runs.map(|command| without_chance(&Run::new(command, "").transcript())).join("\n"));
}

/// A table without what differs from run to run: the times, the results of a search with several
/// threads, and the spaces that align both.
fn without_chance(table: &str) -> String {
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        let mask = |i: usize| {
            let is_time = words.get(i + 1) == Some(&"ms");
            let is_count = words.contains(&"ms") && words[0] == "lazy-smp" && i > 2;
            let is_word = matches!(words[i], "ms" | "%");
            if is_time || is_count && !is_word { "#" } else { words[i] }
        };
        (0..words.len()).map(mask).collect::<Vec<_>>().join(" ")
    };
    table.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}
