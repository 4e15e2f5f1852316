//! Reads what follows `go`.

use std::sync::atomic::Ordering;
use std::time::Duration;

use gametree::MAX_DEPTH;

use crate::engine::{Clock, Go};
use crate::game::Game;

/// Of a time for one move, this much is kept for the way to the GUI.
const MAX_RESERVE: Duration = Duration::from_millis(5);

/// The longest mate that is looked for, in moves.
const MAX_MATE: u64 = 50;

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

/// Reads the limits of a search in the position of `game`, and returns also what is wrong with them.
/// `overhead` is the time that passes between the engine's answer and the GUI's clock.
///
/// A GUI waits for a move, whatever it sent. So what cannot be read is ignored, and if nothing else
/// ends the search, it ends after the first ply.
pub(super) fn read_go(words: &[&str], game: &Game, overhead: Duration) -> (Go, Vec<String>) {
    let mut go = Go::default();
    let (mut mistakes, mut illegal): (Vec<String>, Vec<&str>) = Default::default();
    let limits = &mut go.limits;
    let mut clocks = [None; 2];
    let mut increments = [Duration::ZERO; 2];
    let mut moves_to_go = None;
    let mut asks_for_moves = false;
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next_if(|word| !LIMITS.contains(word)).unwrap_or_default();
            // A GUI may send a negative time when the flag has fallen.
            let number: Option<i128> = value.parse().ok();
            if number.is_none() {
                mistakes.push(format!("go {word}: {value:?} is not a number"));
            }
            number.map(|number| number.clamp(0, i64::MAX.into()) as u64)
        };
        match word {
            "infinite" => go.is_infinite = true,
            "ponder" => go.pondering.store(true, Ordering::Relaxed),
            // The greatest depth stands for none: such a search would wait for stop.
            "depth" => {
                limits.depth = number().map_or(limits.depth, |depth| depth.clamp(1, u64::from(MAX_DEPTH) - 1) as u32);
            }
            "nodes" => limits.nodes = number().map(|nodes| nodes.max(1)).or(limits.nodes),
            "mate" => match number() {
                Some(0) => mistakes.push("go mate: expected at least 1 move".to_owned()),
                moves => go.mate = moves.map(|moves| moves.min(MAX_MATE) as u32).or(go.mate),
            },
            "movetime" => {
                let time = number().map(|time| Duration::from_millis(time).saturating_sub(overhead.min(MAX_RESERVE)));
                limits.time = time.map(|time| time.max(Duration::from_millis(1))).or(limits.time);
            }
            "wtime" => clocks[0] = number().map(Duration::from_millis),
            "btime" => clocks[1] = number().map(Duration::from_millis),
            "winc" => increments[0] = Duration::from_millis(number().unwrap_or(0)),
            "binc" => increments[1] = Duration::from_millis(number().unwrap_or(0)),
            // Some GUIs say 0 if there is no other time control.
            "movestogo" => moves_to_go = number().filter(|&moves| moves > 0).map(|moves| moves.min(1_000) as u32),
            "searchmoves" => {
                asks_for_moves = true;
                while let Some(word) = words.next_if(|word| !LIMITS.contains(word)) {
                    match game.read_move(word) {
                        Ok(mv) => go.moves.push(mv),
                        Err(_) => illegal.push(word),
                    }
                }
            }
            _ => mistakes.push(format!("go: unknown limit {word:?}")),
        }
    }
    let side = game.board().side_to_move() as usize;
    let is_timed = clocks.iter().any(Option::is_some) || increments != [Duration::ZERO; 2] || moves_to_go.is_some();
    if is_timed && clocks[side].is_none() && mistakes.is_empty() && !go.is_infinite && go.is_endless() {
        let (clock, color) = [("wtime", "White"), ("btime", "Black")][side];
        mistakes.push(format!("go: {color} is to move, and {clock} is missing"));
    }
    let limits = &mut go.limits;
    if let Some(left) = clocks[side] {
        let clock = Clock { left, increment: increments[side], moves_to_go };
        let (soft, hard) = clock.allot(overhead);
        limits.soft_time = Some(soft);
        limits.time = Some(limits.time.map_or(hard, |time| time.min(hard)));
    }
    if !mistakes.is_empty() && !go.is_infinite && go.is_endless() {
        go.limits.depth = 1;
        mistakes.push("go: without a limit that can be read it searches 1 ply".to_owned());
    }
    if !illegal.is_empty() {
        let all = if go.moves.is_empty() { "; all moves are searched" } else { "" };
        mistakes.push(format!("go searchmoves: ignored because it is not legal: {}{all}", illegal.join(" ")));
    } else if asks_for_moves && go.moves.is_empty() {
        mistakes.push("go searchmoves: no moves are named; all moves are searched".to_owned());
    }
    (go, mistakes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Go, Vec<String>) {
        let words: Vec<_> = text.split(' ').filter(|word| !word.is_empty()).collect();
        read_go(&words, &Game::default(), Duration::from_millis(10))
    }

    /// Limits without a mistake.
    fn limits(text: &str) -> Go {
        let (go, mistakes) = read(text);
        assert_eq!(mistakes, [] as [&str; 0], "{text}");
        go
    }

    #[test]
    fn all_limits_are_read() {
        let go = limits("depth 5 nodes 1000 movetime 100 mate 3 searchmoves e2e4 d2d4");
        assert_eq!((go.limits.depth, go.limits.nodes, go.mate), (5, Some(1000), Some(3)));
        assert_eq!(go.limits.time, Some(Duration::from_millis(95)));
        assert_eq!(go.moves.len(), 2);
        assert!(limits("infinite").is_endless() && limits("").is_endless());
        assert!(limits("infinite depth 2").is_endless() && !limits("depth 2").is_endless());
        let go = limits("wtime 60000 btime 1 winc 1000 binc 0 movestogo 20 ponder");
        assert!(go.is_pondering() && go.limits.soft_time < go.limits.time && !go.is_endless());
        // A flag that has fallen leaves a moment.
        assert!(limits("wtime -50").limits.time.unwrap() > Duration::ZERO);
        assert_eq!(limits("nodes 99999999999999999999").limits.nodes, Some(i64::MAX as u64));
    }

    #[test]
    fn mistakes_are_named_and_a_search_without_a_limit_is_short() {
        for (text, expected) in [
            ("depth", "go depth: \"\" is not a number"),
            ("depth x", "go depth: \"x\" is not a number"),
            ("wtime x btime 1000", "go wtime: \"x\" is not a number"),
            ("ponder wtime x", "go wtime: \"x\" is not a number"),
            ("fast", "go: unknown limit \"fast\""),
        ] {
            let (go, mistakes) = read(text);
            assert_eq!(mistakes, [expected, "go: without a limit that can be read it searches 1 ply"]);
            assert_eq!(go.limits.depth, 1, "{text}");
        }
    }

    #[test]
    fn what_can_be_read_beside_a_mistake_counts() {
        let (go, mistakes) = read("fast depth 3 nodes x");
        assert_eq!((go.limits.depth, go.limits.nodes, mistakes.len()), (3, None, 2));
        // The next limit is not taken for the missing number.
        let (go, mistakes) = read("wtime btime 1000 movetime 50");
        assert_eq!((go.limits.time, mistakes.len()), (Some(Duration::from_millis(45)), 1));
        // Whoever wants to wait may.
        assert!(read("infinite wtime x").0.is_endless());
    }

    #[test]
    fn a_depth_is_a_limit_however_great() {
        for text in ["depth 126", "depth 127", "depth 128", "depth 99999"] {
            assert!(!limits(text).is_endless(), "{text}");
        }
    }

    #[test]
    fn moves_that_are_not_legal_are_ignored() {
        let (go, mistakes) = read("searchmoves e2e5 d2d4 castle depth 3");
        assert_eq!((go.moves.len(), go.limits.depth), (1, 3));
        assert_eq!(mistakes, ["go searchmoves: ignored because it is not legal: e2e5 castle"]);
        let (go, mistakes) = read("searchmoves e2e5");
        assert!(go.moves.is_empty() && go.is_endless() && mistakes[0].ends_with("e2e5; all moves are searched"));
        assert!(read("searchmoves d2d4").1.is_empty());
        assert_eq!(read("searchmoves").1, ["go searchmoves: no moves are named; all moves are searched"]);
    }

    #[test]
    fn no_moves_to_go_are_as_many_as_there_will_be() {
        let time = |text: &str| limits(text).limits.time;
        assert_eq!(time("wtime 10000 movestogo 0"), time("wtime 10000"));
        assert_eq!(time("wtime 10000 movestogo -1"), time("wtime 10000"));
        let (go, mistakes) = read("mate 0");
        assert_eq!((go.mate, go.limits.depth), (None, 1));
        assert_eq!(mistakes[0], "go mate: expected at least 1 move");
    }

    /// A GUI that sends a clock waits for a move before it runs out, also if it is the wrong clock.
    #[test]
    fn without_a_clock_for_the_side_to_move_it_moves_at_once() {
        for text in ["btime 1000 binc 10", "winc 1000 binc 1000", "movestogo 40"] {
            let (go, mistakes) = read(text);
            assert_eq!(go.limits.depth, 1, "{text}");
            assert_eq!(mistakes[0], "go: White is to move, and wtime is missing", "{text}");
        }
        // Other limits are enough.
        limits("btime 1000 depth 7");
        limits("btime 1000 infinite");
    }
}
