//! A fixed workload: the same nodes on every machine, and how fast they are searched here.

use std::fmt;
use std::time::{Duration, Instant};

use gametree::{Limits, Stop};

use super::deepening::{Engine, Options};
use crate::game::{Game, read_fen};

/// How deep each position is searched by default.
pub const BENCH_DEPTH: u32 = 11;

/// Openings, middlegames and endgames; quiet, sharp and won.
const POSITIONS: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "rnbq1rk1/ppp1bppp/4pn2/3p4/2PP4/5NP1/PP2PPBP/RNBQ1RK1 b - - 5 6",
    "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 3 7",
    "rnbq1rk1/pp2ppbp/3p1np1/2p5/2PPP3/2N2N2/PP2BPPP/R1BQK2R w KQ - 0 7",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/2PP1B2/1PN1PN1P/P2QBPP1/R4RK1 w - - 0 11",
    "2rq1rk1/pb2bppp/1pn1pn2/8/3P4/P1NB1N2/1P2QPPP/R1BR2K1 b - - 2 14",
    "r1b2rk1/pp1nqppp/2p1p3/3n4/2BP4/2N1PN2/PP3PPP/2RQK2R w K - 4 12",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P2QB1PP/2R2RK1 w - - 4 14",
    "r4rk1/pp2qppp/2p1bn2/3p4/3P4/2NBPQ2/PP3PPP/R4RK1 b - - 6 16",
    "3r2k1/pp3ppp/4p3/2q1P3/8/1Pr2Q2/P4PPP/3RR1K1 w - - 0 24",
    "8/pp3pk1/2p3p1/3pPn1p/3P1P1P/1P3NP1/P4K2/8 w - - 0 32",
    "8/5pk1/4p1p1/3pP2p/1r1P1P1P/4K1P1/R7/8 b - - 0 41",
    "8/1p3k2/p2p1p2/P2P1p2/1P3P2/4K3/6P1/8 w - - 0 40",
    "8/8/4k1p1/3n1p1p/5P1P/2B2KP1/8/8 b - - 3 52",
    "6k1/1R3p1p/6p1/8/4P1P1/r4P1P/6K1/8 b - - 0 39",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "4q1kr/p4p2/1p1QbPp1/2p1P1Np/2P5/7P/PP4P1/3R3K w - - 0 1",
];

/// What the workload took.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The nodes: with one thread the same on every run and machine.
    pub nodes: u64,
    /// The time.
    pub time: Duration,
}

impl Bench {
    /// Nodes per second.
    pub fn rate(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// As test frameworks read it.
impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.rate())
    }
}

/// Searches the positions one after the other with an engine that knows nothing yet. Calls `each`
/// after every position with its number, the number of all, and the nodes so far. None if it was
/// stopped.
pub fn bench(depth: u32, options: Options, stop: &Stop, each: &mut dyn FnMut(usize, usize, u64)) -> Option<Bench> {
    let mut engine = Engine::new(options);
    let begin = Instant::now();
    let mut nodes = 0;
    for (number, fen) in POSITIONS.iter().enumerate() {
        let board = read_fen(fen).unwrap_or_default();
        engine.clear();
        let limits = Limits::depth(depth).with_cancel(stop.clone());
        nodes += engine.think(&Game::new(board), &limits.into(), &mut |_| ()).nodes;
        if stop.is_raised() {
            return None;
        }
        each(number + 1, POSITIONS.len(), nodes);
    }
    Some(Bench { nodes, time: begin.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_can_be_read_and_counts_repeat() {
        for fen in POSITIONS {
            assert!(read_fen(fen).is_ok(), "{fen}");
        }
        let nodes = || bench(4, Options::default(), &Stop::new(), &mut |_, _, _| ()).map(|bench| bench.nodes);
        assert_eq!(nodes(), nodes());
    }
}
