//! The contests that are measured.

use std::time::Duration;

use gametree::{AlphaBeta, Game, Iterative, Limits, MaxN, Mcts, OutcomeOnly, Search, Table};
use noughts::Noughts;

use crate::clock::timed;
use crate::connect_four::{Board, ConnectFour, middle_counts};
use crate::{kiwipete, othello_positions, with_minimax, with_treant};

/// A task for ours and the rivals.
pub(crate) struct Contest {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) note: &'static str,
    /// The unit of work.
    pub(crate) unit: &'static str,
    /// The depth, or the number of playouts.
    pub(crate) size: u32,
    /// Two smaller sizes for callgrind, which is slow. Their difference is counted, so that the
    /// setup cancels out.
    pub(crate) counted_sizes: [u32; 2],
    /// Ours first.
    pub(crate) entrants: &'static [Entrant],
}

pub(crate) struct Entrant {
    pub(crate) name: &'static str,
    /// The processor time that the work takes, without its setup.
    pub(crate) run: fn(u32) -> Duration,
    /// The amount of work.
    pub(crate) work: fn(u32) -> u64,
}

pub(crate) const TABLE_BYTES: usize = 64 << 20;

pub(crate) const CONTESTS: &[Contest] = &[
    Contest {
        name: "alpha-beta",
        title: "Connect Four, depth 12, alpha-beta without a table (the rival calls it Negamax)",
        note: "the first stone is in the middle; both count the nodes below that",
        unit: "nodes",
        size: 12,
        counted_sizes: [2, 9],
        entrants: &[
            Entrant { name: "gametree", run: |depth| timed(|| alpha_beta(depth)), work: alpha_beta },
            Entrant { name: "minimax 0.6", run: with_minimax::time_negamax, work: with_minimax::negamax_nodes },
        ],
    },
    Contest {
        name: "chess",
        title: "Chess (Kiwipete), depth 6, alpha-beta without a table, material only",
        note: "the same moves in the same order; the rival on a plain board of cozy-chess, and on our rules",
        unit: "nodes",
        size: 6,
        counted_sizes: [2, 4],
        entrants: kiwipete::ENTRANTS,
    },
    Contest {
        name: "iterative",
        title: "Connect Four, depth 14, iterative deepening with a table of 64 MiB: time to depth",
        note: "as above; each with its own order of moves, so the nodes differ; ours and the tuned one go two plies deeper at a time",
        unit: "nodes",
        size: 14,
        counted_sizes: [2, 11],
        entrants: &[
            Entrant { name: "gametree", run: time_iterative::<2>, work: iterative_nodes::<2> },
            Entrant { name: "by one ply", run: time_iterative::<1>, work: iterative_nodes::<1> },
            Entrant {
                name: "minimax 0.6",
                run: with_minimax::time_iterative::<false>,
                work: with_minimax::iterative_nodes::<false>,
            },
            Entrant {
                name: "minimax tuned",
                run: with_minimax::time_iterative::<true>,
                work: with_minimax::iterative_nodes::<true>,
            },
        ],
    },
    Contest {
        name: "othello",
        title: "Othello, twelve positions, depth 10, iterative deepening with a table of 64 MiB: time to depth",
        note: "as above; the rival shuffles the moves at its root, so its nodes vary",
        unit: "nodes",
        size: 10,
        counted_sizes: [2, 5],
        entrants: othello_positions::ENTRANTS,
    },
    Contest {
        name: "mcts",
        title: "Connect Four, 100,000 playouts of Monte Carlo tree search, one thread",
        note: "",
        unit: "playouts",
        size: 100_000,
        counted_sizes: [100, 2_100],
        entrants: &[
            Entrant { name: "gametree", run: |playouts| timed(|| mcts(playouts)), work: mcts },
            Entrant { name: "treant 0.4", run: with_treant::time_playouts, work: u64::from },
            Entrant { name: "minimax 0.6", run: with_minimax::time_playouts, work: u64::from },
        ],
    },
    Contest {
        name: "max-n",
        title: "Noughts and crosses, the whole tree by max^n",
        note: "OpenSpiel's C++ was measured elsewhere at 7 M/s",
        unit: "nodes",
        size: 9,
        counted_sizes: [2, 7],
        entrants: &[Entrant { name: "gametree", run: |depth| timed(|| max_n(depth)), work: max_n }],
    },
];

/// One stone in the middle. The rival shuffles the moves at its root, so there it is given only
/// this one.
fn opened() -> Board {
    Board::after("4")
}

fn alpha_beta(depth: u32) -> u64 {
    AlphaBeta::new(middle_counts).search(&ConnectFour, &opened(), &Limits::depth(depth - 1)).counts.nodes
}

fn iterative(step: u32) -> Iterative<fn(&Board) -> [gametree::Score; 2]> {
    Iterative::new(middle_counts as fn(&Board) -> _, Table::with_bytes(TABLE_BYTES)).with_step(step)
}

fn time_iterative<const STEP: u32>(depth: u32) -> Duration {
    let mut search = iterative(STEP);
    timed(|| search.search(&ConnectFour, &opened(), &Limits::depth(depth - 1)))
}

fn iterative_nodes<const STEP: u32>(depth: u32) -> u64 {
    iterative(STEP).search(&ConnectFour, &opened(), &Limits::depth(depth - 1)).counts.nodes
}

fn mcts(playouts: u32) -> u64 {
    Mcts::new(1).search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(playouts.into())).counts.nodes
}

fn max_n(depth: u32) -> u64 {
    MaxN::new(OutcomeOnly).search(&Noughts, &Noughts.start(), &Limits::depth(depth)).counts.nodes
}
