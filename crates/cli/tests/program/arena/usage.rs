//! Error messages.

use std::fs;

use super::trial::Trial;
use crate::golden::check;
use crate::run::Run;

#[test]
fn errors() {
    let trial = Trial::new("errors");
    fs::write(trial.path("file"), "").unwrap();
    fs::write(trial.path("none.txt"), "# no position\n\n").unwrap();
    fs::write(trial.path("bad.txt"), "# the third line is bad\n.../.../...\nX../.../..?\n").unwrap();
    fs::write(trial.path("over.txt"), "\nXXX/OO./...\n").unwrap();
    fs::write(trial.path("bad.epd"), "4k3/8/8/8/8/8/8/4K3 w - -\n").unwrap();
    fs::write(trial.path("bad.pgn"), "1. e4 *\n\n1. e4 e6\n2. e6 *\n").unwrap();
    fs::write(trial.path("long.pgn"), "1. e4 *\n\n1. e4 e6 2. d4 *\n").unwrap();
    fs::create_dir(trial.path("empty")).unwrap();
    fs::create_dir(trial.path("other")).unwrap();
    fs::write(trial.path("other/run.json"), "{\"name\": 1}").unwrap();
    trial.finish(&["noughts:perfect", "noughts:random", "--games", "2", "--out", "held"]);
    let commands = [
        "arena",
        "arena published",
        "arena noughts:perfect",
        "arena published noughts:perfect",
        "arena bob published",
        "arena published:9 published",
        "arena published:nodes=0 published",
        "arena noughts:bob noughts:random",
        "arena human published",
        "arena noughts:human noughts:random",
        "arena published published:2",
        "arena noughts:random noughts:random",
        "arena bot=sci: published",
        "arena =sci:bot published",
        "arena bot=sci:it's published",
        "arena bot=sci:one bot=sci:two",
        "arena \u{1b}[31mbot=sci:one published",
        "arena published:1 published:2 --sprt 0,10",
        "arena noughts:perfect noughts:random --sprt 10,0",
        "arena noughts:perfect noughts:random --sprt nan,5",
        "arena noughts:perfect noughts:random --sprt 0,inf",
        "arena noughts:perfect noughts:random --sprt 5",
        "arena noughts:perfect noughts:random noughts:mcts:nodes=9 --sprt 0,5",
        "arena noughts:perfect noughts:random --more-than 30",
        "arena published:1 published:2 --seating one-three --more-than 0",
        "arena published:1 published:2 --seating one-three --more-than 100",
        "arena published:1 published:2 --seating one-three --more-than nan",
        "arena published:1 published:2 --seating one-three --more-than=-5",
        "arena published:1 published:2 published:3 --more-than 25",
        "arena noughts:perfect noughts:random --seating two-two",
        "arena published:1 published:2 --seating rotations",
        "arena noughts:perfect noughts:random --limit 5",
        "arena noughts:perfect noughts:random --galaxy barren",
        "arena noughts:perfect noughts:random --plies 7",
        "arena published:1 published:2 --plies 2",
        "arena published:1 published:2 --games 0",
        "arena published:1 published:2 --concurrency 0",
        "arena published:1 published:2 --concurrency 20000",
        "arena published:1 published:2 --movetime 0",
        "arena published:1 published:2 --patience 0",
        "arena noughts:perfect noughts:random --starts missing.txt",
        "arena noughts:perfect noughts:random --starts none.txt",
        "arena noughts:perfect noughts:random --starts bad.txt",
        "arena noughts:perfect noughts:random --starts over.txt",
        "arena noughts:perfect noughts:random --out file/run",
        "arena noughts:perfect noughts:random --out held",
        "arena chess",
        "arena chess engine",
        "arena chess bob engine",
        "arena chess noughts:random engine",
        "arena chess engine engine:nodes=5 --limit 5",
        "arena chess engine engine:nodes=5 --clock 0+1",
        "arena chess engine engine:nodes=5 --clock 1,2,3",
        "arena chess engine engine:nodes=5 --starts bad.epd",
        "arena chess engine engine:nodes=5 --openings bad.pgn",
        "arena chess engine engine:nodes=5 --openings bad.pgn --starts bad.epd",
        "arena chess engine engine:nodes=5 --openings bad.pgn --random-plies 2",
        "arena chess engine engine:nodes=5 --draw-moves 3",
        "arena chess engine engine:nodes=5 --max-moves 3",
        "arena chess engine engine:nodes=5 --max-moves 1 --openings long.pgn",
        "arena chess engine uci:missing-engine",
        "arena published:1 published:2 --clock 1+1",
        "arena published:1 published:2 --resign 400",
        "arena --resume missing",
        "arena --resume empty",
        "arena --resume file",
        "arena --resume other",
        "arena --resume held published",
    ];
    let texts = commands.map(|command| Run::inside(&trial.folder, command, "").transcript());
    check("arena_errors", &texts.join("\n"));
    assert!(!trial.path("arena-1").exists(), "nothing is begun that cannot be played");
}
