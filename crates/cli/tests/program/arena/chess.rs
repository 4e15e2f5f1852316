//! Tournaments of chess, between players of ours and programs.

use std::fs;
use std::path::Path;

use arena::{Ending, GameResult};

use super::trial::{Trial, python};

/// A program that plays one game, and does what the mode says at its second move.
fn bot(protocol: &str, name: &str, mode: &str) -> String {
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/bots/chess_bot.py");
    format!("{name}={protocol}:'{}' -I -S '{bot}' {protocol} {mode}", python())
}

/// A folder with a file that has only the usual start.
fn trial(name: &str) -> Trial {
    let trial = Trial::new(name);
    fs::write(trial.path("start.epd"), "startpos\n").unwrap();
    trial
}

fn play(trial: &Trial, players: &[&str], more: &[&str], out: &str) -> Vec<GameResult> {
    let usual = ["--starts", "start.epd", "--games", "2", "--seed", "1", "--out", out];
    let words: Vec<&str> = ["chess"].iter().chain(players).chain(&usual).chain(more).copied().collect();
    trial.finish(&words);
    trial.results(out).into_values().collect()
}

#[test]
fn programs_of_both_protocols_meet() {
    let trial = trial("chess-programs");
    let [one, other] = [bot("uci", "one", "play"), bot("xboard", "other", "play")];
    let one = one + " :: Skill Level=3";
    let results = play(&trial, &[&one, &(other + " :: style=2")], &[], "run");
    for result in &results {
        assert_eq!((result.ending, result.how.as_str()), (Ending::Won, "White wins by checkmate"));
        assert_eq!(result.turns, 4);
        assert!(result.seats.iter().all(|seat| seat.fault.is_none() && seat.nodes >= 3 * 77), "{result:?}");
        assert!(result.moves.as_ref().unwrap().starts_with("1. e4 {[%eval 0.25,3]} 1... e5 {[%eval 0.25,3]} 2. Bc4"));
    }
    let pgn = fs::read_to_string(trial.path("run/games.pgn")).unwrap();
    for text in [
        "[White \"one\"]\n[Black \"other\"]\n[Result \"1-0\"]\n[Termination \"normal\"]\n\n1. e4 {[%eval 0.25,3] [%emt ",
        "[White \"other\"]\n[Black \"one\"]\n",
        "4. Qxf7# {[%eval 0.25,3] [%emt",
    ] {
        assert!(pgn.contains(text), "{text}\n{pgn}");
    }
    // It follows from the results, so it comes back.
    fs::remove_file(trial.path("run/games.pgn")).unwrap();
    trial.finish(&["--resume", "run"]);
    assert_eq!(fs::read_to_string(trial.path("run/games.pgn")).unwrap(), pgn);
}

#[test]
fn programs_that_misbehave_forfeit() {
    let trial = trial("chess-faults");
    let cases = [
        ("uci", "crash", "crashed: exit status: 1; its last words: out of ideas", "abandoned"),
        ("uci", "illegal", "illegal: a1a8 is not legal here", "rules infraction"),
        ("uci", "none", "illegal: bestmove (none) although the game is not over", "rules infraction"),
        ("uci", "nonsense", "not understood: bestmove castle", "abandoned"),
        ("xboard", "illegal", "illegal: a1a8 is not legal here", "rules infraction"),
        ("xboard", "nonsense", "not understood: move castle", "abandoned"),
        ("xboard", "resign", "resigned", "normal"),
        ("xboard", "refuse", "not understood: Illegal move: ", "abandoned"),
        ("xboard", "error", "not understood: Error (too many parameters): usermove", "abandoned"),
    ];
    for (protocol, mode, fault, termination) in cases {
        let out = format!("{protocol}-{mode}");
        let results = play(&trial, &[&bot("uci", "good", "play"), &bot(protocol, "bad", mode)], &[], &out);
        for result in &results {
            let bad = result.seats.iter().find(|seat| seat.player == "bad").unwrap();
            assert_eq!(bad.place, 2.0, "{result:?}");
            assert!(bad.fault.as_ref().is_some_and(|found| found.starts_with(fault)), "{mode}: {bad:?}");
        }
        let pgn = fs::read_to_string(trial.path(&out).join("games.pgn")).unwrap();
        assert_eq!(pgn.matches(&format!("[Termination \"{termination}\"]")).count(), 2, "{pgn}");
    }
}

#[test]
fn flags_fall() {
    let trial = trial("chess-clocks");
    let [good, bad] = [bot("uci", "good", "play"), bot("uci", "bad", "hang")];
    let results = play(&trial, &[&good, &bad], &["--clock", "3600,0.5+0.01", "--margin", "1"], "run");
    for result in &results {
        let [good, bad] = ["good", "bad"].map(|name| result.seats.iter().find(|seat| seat.player == name).unwrap());
        assert_eq!((good.fault.as_deref(), bad.fault.as_deref()), (None, Some("lost on time")));
    }
    let pgn = fs::read_to_string(trial.path("run/games.pgn")).unwrap();
    assert!(
        pgn.contains("[WhiteTimeControl \"3600\"]\n[BlackTimeControl \"0.5+0.01\"]\n[Termination \"time forfeit\"]")
    );
    assert!(pgn.contains("[%clk 0:59:59."), "{pgn}");
    let claims = bot("xboard", "bad", "claim");
    let results = play(&trial, &[&good, &claims], &["--clock", "3600,3"], "claims");
    let fault = results[0].seats[1].fault.as_deref();
    assert_eq!(fault, Some("not understood: it claims 1/2-1/2 {it is late} instead of a move"));
}

#[test]
fn games_are_adjudicated_if_that_is_asked_for() {
    let trial = trial("chess-adjudication");
    let players =
        |score: i32| [bot("uci", "a", &format!("play {score}")), bot("xboard", "b", &format!("play {score}"))];
    let cases: [(i32, &[&str], &str); 5] = [
        (500, &["--resign", "400", "--resign-moves", "2"], "White wins by adjudication"),
        (-500, &["--resign", "400", "--resign-moves", "2"], "Black wins by adjudication"),
        (399, &["--resign", "400", "--resign-moves", "2"], "White wins by checkmate"),
        (-10, &["--draw-adjudication", "10", "--draw-moves", "1", "--draw-after", "2"], "a draw by adjudication"),
        (0, &["--max-moves", "3"], "a draw by adjudication after 3 moves"),
    ];
    for (i, (score, options, how)) in cases.into_iter().enumerate() {
        let players = players(score);
        let results = play(&trial, &[&players[0], &players[1]], options, &format!("run-{i}"));
        assert!(results.iter().all(|result| result.how == how), "{results:?}");
    }
}

#[test]
fn our_players_play_the_same_games_however_many_at_once() {
    let trial = Trial::new("chess-same");
    fs::write(trial.path("book.pgn"), "1. e4 e5 *\n\n[Event \"?\"]\n\n1. d4 d5 2. c4 *\n\n1. Nf3 *").unwrap();
    let players = ["chess", "engine:nodes=300", "chess:engine:nodes=200"];
    let run = |more: &[&str]| {
        let words: Vec<&str> = players.iter().chain(more).copied().collect();
        trial.finish(&words);
    };
    let usual = ["--games", "6", "--seed", "9", "--openings", "book.pgn"];
    run(&[&usual[..], &["--concurrency", "1", "--out", "one"]].concat());
    run(&[&usual[..], &["--concurrency", "2", "--out", "two"]].concat());
    assert_eq!(trial.timeless("one"), trial.timeless("two"));
    // Each opening once, from both sides.
    let starts: Vec<String> = trial.results("one").into_values().map(|result| result.start).collect();
    assert_eq!(starts.len(), 6);
    for (start, count) in [("startpos moves e2e4 e7e5", 2), ("startpos moves g1f3", 2)] {
        assert_eq!(starts.iter().filter(|known| *known == start).count(), count, "{starts:?}");
    }
    run(&["--games", "4", "--seed", "9", "--random-plies", "2", "--max-moves", "20", "--out", "three"]);
    assert!(trial.results("three").values().all(|result| result.start.split_whitespace().count() == 4));
}

/// Engines that Debian has, played for real where they are installed.
#[test]
fn engines_that_are_installed_play_without_faults() {
    let engines = [
        "uci:/usr/games/stockfish :: Hash=1, go.nodes=200",
        "uci:/usr/games/ethereal-chess :: go.depth=2",
        "uci:/usr/games/glaurung :: go.depth=2",
        "uci:/usr/games/toga2 :: go.depth=2",
        "uci:/usr/games/gnuchess -u :: go.depth=2",
        "xboard:/usr/games/sjeng :: go.depth=2",
        "xboard:/usr/games/hoichess :: go.depth=2",
        "xboard:/usr/games/fairymax :: go.depth=2",
    ];
    let trial = trial("chess-engines");
    for (i, engine) in engines.iter().enumerate() {
        let command = engine.split([':', ' ']).nth(1).unwrap();
        if !Path::new(command).exists() {
            continue;
        }
        let named = format!("other={engine}");
        let results = play(&trial, &["engine:depth=2", &named], &["--max-moves", "30"], &format!("run-{i}"));
        let has_fault = |result: &&GameResult| result.seats.iter().any(|seat| seat.fault.is_some());
        assert_eq!(results.iter().find(has_fault), None, "{engine}");
    }
}
