//! Reads what follows `go`.

use std::sync::atomic::Ordering;
use std::time::Duration;

use gametree::MAX_DEPTH;

use crate::engine::{Clock, Go};
use crate::game::Game;

/// Of a time for one move, this much is kept for the way to the GUI.
const MAX_RESERVE: Duration = Duration::from_millis(5);

/// The words that begin a limit.
const LIMITS: [&str; 12] = [
    "infinite",
    "ponder",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "searchmoves",
];

/// Reads the limits of a search in the position of `game`, and returns also what was ignored.
/// `overhead` is the time that passes between the engine's answer and the GUI's clock.
pub(super) fn read_go(words: &[&str], game: &Game, overhead: Duration) -> Result<(Go, Option<String>), String> {
    let mut go = Go::default();
    let mut ignored: Vec<&str> = Vec::new();
    let limits = &mut go.limits;
    let mut clocks = [None; 2];
    let mut increments = [Duration::ZERO; 2];
    let mut moves_to_go = None;
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().unwrap_or_default();
            // A GUI may send a negative time when the flag has fallen.
            let number: Option<i64> = value.parse().ok();
            number.map(|number| number.max(0) as u64).ok_or_else(|| format!("go {word}: {value:?} is not a number"))
        };
        match word {
            "infinite" => {}
            "ponder" => go.pondering.store(true, Ordering::Relaxed),
            // The greatest depth stands for none: such a search would wait for stop.
            "depth" => limits.depth = number()?.clamp(1, u64::from(MAX_DEPTH) - 1) as u32,
            "nodes" => limits.nodes = Some(number()?.max(1)),
            "mate" => go.mate = Some(number()?.clamp(1, 500) as u32),
            "movetime" => {
                let time = Duration::from_millis(number()?).saturating_sub(overhead.min(MAX_RESERVE));
                limits.time = Some(time.max(Duration::from_millis(1)));
            }
            "wtime" => clocks[0] = Some(Duration::from_millis(number()?)),
            "btime" => clocks[1] = Some(Duration::from_millis(number()?)),
            "winc" => increments[0] = Duration::from_millis(number()?),
            "binc" => increments[1] = Duration::from_millis(number()?),
            "movestogo" => moves_to_go = Some(number()?.clamp(1, 1_000) as u32),
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !LIMITS.contains(word)) {
                    match game.read_move(word) {
                        Ok(mv) => go.moves.push(mv),
                        Err(_) => ignored.push(word),
                    }
                }
            }
            _ => return Err(format!("go: unknown limit {word:?}")),
        }
    }
    let side = game.board().side_to_move() as usize;
    if let Some(left) = clocks[side] {
        let clock = Clock { left, increment: increments[side], moves_to_go };
        let (soft, hard) = clock.allot(overhead);
        limits.soft_time = Some(soft);
        limits.time = Some(limits.time.map_or(hard, |time| time.min(hard)));
    }
    // A GUI waits for a move, whatever it allows.
    let all = if go.moves.is_empty() { "; all moves are searched" } else { "" };
    let note = format!("go searchmoves: ignored because it is not legal: {}{all}", ignored.join(" "));
    Ok((go, (!ignored.is_empty()).then_some(note)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with_note(text: &str) -> Result<(Go, Option<String>), String> {
        let words: Vec<_> = text.split(' ').filter(|word| !word.is_empty()).collect();
        read_go(&words, &Game::default(), Duration::from_millis(10))
    }

    fn read(text: &str) -> Result<Go, String> {
        read_with_note(text).map(|(go, _)| go)
    }

    #[test]
    fn all_limits_are_read() {
        let go = read("depth 5 nodes 1000 movetime 100 mate 3 searchmoves e2e4 d2d4").unwrap();
        assert_eq!((go.limits.depth, go.limits.nodes, go.mate), (5, Some(1000), Some(3)));
        assert_eq!(go.limits.time, Some(Duration::from_millis(95)));
        assert_eq!(go.moves.len(), 2);
        assert!(read("infinite").unwrap().is_endless() && read("").unwrap().is_endless());
        let go = read("wtime 60000 btime 1 winc 1000 binc 0 movestogo 20 ponder").unwrap();
        assert!(go.is_pondering() && go.limits.soft_time < go.limits.time && !go.is_endless());
        // The opponent's clock alone says nothing.
        assert!(read("btime 1000").unwrap().is_endless());
        // A flag that has fallen leaves a moment.
        assert!(read("wtime -50").unwrap().limits.time.unwrap() > Duration::ZERO);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("depth", "go depth: \"\" is not a number"),
            ("depth x", "go depth: \"x\" is not a number"),
            ("fast", "go: unknown limit \"fast\""),
        ] {
            assert_eq!(read(text).unwrap_err(), expected);
        }
    }

    #[test]
    fn a_depth_is_a_limit_however_great() {
        for text in ["depth 126", "depth 127", "depth 128", "depth 99999"] {
            assert!(!read(text).unwrap().is_endless(), "{text}");
        }
        assert!(read("infinite").unwrap().is_endless());
    }

    #[test]
    fn moves_that_are_not_legal_are_ignored() {
        let (go, note) = read_with_note("searchmoves e2e5 d2d4 castle depth 3").unwrap();
        assert_eq!((go.moves.len(), go.limits.depth), (1, 3));
        assert_eq!(note.as_deref(), Some("go searchmoves: ignored because it is not legal: e2e5 castle"));
        let (go, note) = read_with_note("searchmoves e2e5").unwrap();
        assert!(go.moves.is_empty() && note.unwrap().ends_with("e2e5; all moves are searched"));
        assert!(read_with_note("searchmoves d2d4").unwrap().1.is_none());
    }
}
