//! No search allocates between its first node and its last.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/connect_four/game.rs"]
mod connect_four;

use std::cell::Cell;

use allocation_counter::{AllocationInfo, measure};
use connect_four::{Board, ConnectFour, middle_counts};
use gametree::{
    AlphaBeta, BestReply, Game, Hashed, Iterative, Limits, MaxN, Mcts, Minimax, Negamax, Noisy, Paranoid, Passing, Pvs,
    Score, Search, Table, WithRepetition,
};

/// Connect Four that counts the moves played in it.
#[derive(Default)]
struct Counting {
    plays: Cell<u64>,
}

impl Game for Counting {
    type State = Board;
    type Move = u8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = ConnectFour::MAX_MOVES;

    fn start(&self) -> Board {
        ConnectFour.start()
    }

    fn to_move(&self, board: &Board) -> usize {
        ConnectFour.to_move(board)
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        ConnectFour.moves(board, moves);
    }

    fn play(&self, from: &Board, column: u8, to: &mut Board) {
        self.plays.set(self.plays.get() + 1);
        ConnectFour.play(from, column, to);
    }

    fn outcome(&self, board: &Board) -> Option<[Score; 2]> {
        ConnectFour.outcome(board)
    }
}

impl Hashed for Counting {
    fn hash(&self, board: &Board) -> u64 {
        ConnectFour.hash(board)
    }

    fn code(&self, column: u8) -> u16 {
        ConnectFour.code(column)
    }
}

/// Stones in the middle are noisy.
impl Noisy for Counting {
    fn noisy_moves(&self, board: &Board, moves: &mut Vec<u8>) {
        moves.extend(board.open_columns().iter().filter(|&&column| column == 3));
    }
}

impl Passing for Counting {
    fn pass(&self, _from: &Board, _to: &mut Board) -> bool {
        false
    }
}

/// The number of moves played and of allocations made by one search.
fn work(search: &mut dyn Search<Counting>, limits: &Limits) -> (u64, AllocationInfo) {
    let game = Counting::default();
    let board = game.start();
    let info = measure(|| {
        search.search(&game, &board, limits);
    });
    (game.plays.get(), info)
}

/// A search makes its slots before it starts, one for each ply, and its report when it ends. So a
/// search of the same depth that does a hundred times the work allocates exactly as often.
#[test]
fn more_work_allocates_no_more() {
    type Make = Box<dyn Fn() -> Box<dyn Search<Counting>>>;
    let searches: Vec<(&str, Make)> = vec![
        ("minimax", Box::new(|| Box::new(Minimax::new(middle_counts)))),
        ("negamax", Box::new(|| Box::new(Negamax::new(middle_counts)))),
        ("alpha-beta", Box::new(|| Box::new(AlphaBeta::new(middle_counts)))),
        ("iterative", Box::new(|| Box::new(Iterative::new(middle_counts, Table::with_bytes(1 << 16))))),
        ("principal variation search", Box::new(|| Box::new(Pvs::new(middle_counts)))),
        ("quiescence", Box::new(|| Box::new(AlphaBeta::new(middle_counts).with_quiescence(20)))),
        ("max^n", Box::new(|| Box::new(MaxN::new(middle_counts)))),
        ("paranoid", Box::new(|| Box::new(Paranoid::new(middle_counts)))),
        ("best reply", Box::new(|| Box::new(BestReply::new(middle_counts)))),
    ];
    for (name, make) in searches {
        // Interrupted within the same iteration, or not at all: the number of reports is the same.
        let depth = 7;
        let mut iterations = Vec::new();
        let nodes = |nodes| Limits::depth(depth).with_nodes(nodes);
        let total = {
            let game = Counting::default();
            let limits = nodes(u64::MAX);
            let each = &mut |report: &gametree::Report<u8, [Score; 2]>| iterations.push(report.counts.nodes);
            make().watch(&game, &game.start(), &limits, each).counts.nodes
        };
        let before_last = iterations[iterations.len() - 2];
        let (little, few) = work(&mut *make(), &nodes(before_last + 1));
        let (much, many) = work(&mut *make(), &nodes(total - 1));
        assert!(much > little + 100, "{name}: {little} and {much}");
        assert_eq!(few.count_total, many.count_total, "{name} allocates while it searches");
    }
}

/// Nor does it allocate to recognise repetitions.
#[test]
fn repetition_does_not_allocate() {
    let game = WithRepetition::new(Counting::default());
    let board = game.start();
    let allocations = |nodes| {
        let mut search = AlphaBeta::new(middle_counts).with_quiescence(4);
        measure(|| _ = search.search(&game, &board, &Limits::depth(6).with_nodes(nodes))).count_total
    };
    let total = AlphaBeta::new(middle_counts)
        .with_quiescence(4)
        .search(&game, &board, &Limits::depth(6).with_nodes(u64::MAX))
        .counts
        .nodes;
    assert_eq!(allocations(total - 1), allocations(total - 1_000));
}

#[test]
fn playouts_do_not_allocate() {
    let make = || Mcts::new(3).with_capacity(1 << 16);
    let (little, few) = work(&mut make(), &Limits::nodes(1_100));
    let (much, many) = work(&mut make(), &Limits::nodes(1_900));
    assert!(much > little + 1_000);
    // The reported line may be a few moves longer, so that its vector grows once more.
    assert!(many.count_total <= few.count_total + 2, "{few:?} {many:?}");
}
