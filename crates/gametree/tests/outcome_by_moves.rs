//! Games whose outcome is found by generating moves.

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/morris.rs"]
mod morris;

use gametree::{
    AlphaBeta, BestReply, Game, Iterative, LazySmp, Limits, MaxN, Mcts, Minimax, Negamax, Paranoid, Score, Search,
    Table, WithRepetition,
};
use morris::{Morris, end_of_placing, near_the_centre};

/// Generating moves to find the outcome changes nothing but the number of calls.
#[test]
fn an_outcome_found_by_generating_moves_is_the_same() {
    let threads = std::num::NonZeroUsize::MIN;
    for repeats in [false, true] {
        for depth in [1, 2, 7] {
            for state in [Morris::<false>.start(), end_of_placing()] {
                macro_rules! compare {
                    ($search:expr) => {{
                        let limits = Limits::depth(depth).with_nodes(50_000);
                        let reports = if repeats {
                            let (a, b) = (WithRepetition::new(Morris::<false>), WithRepetition::new(Morris::<true>));
                            [$search.search(&a, &state, &limits), $search.search(&b, &state, &limits)]
                        } else {
                            [
                                $search.search(&Morris::<false>, &state, &limits),
                                $search.search(&Morris::<true>, &state, &limits),
                            ]
                        };
                        assert_eq!(reports[0], reports[1], "{} at depth {depth}", stringify!($search));
                    }};
                }
                let table = || Table::with_bytes(1 << 16);
                compare!(Minimax::new(near_the_centre));
                compare!(Negamax::new(near_the_centre));
                compare!(AlphaBeta::new(near_the_centre));
                compare!(Iterative::new(near_the_centre, table()));
                compare!(LazySmp::new(near_the_centre, table(), threads));
                compare!(MaxN::new(near_the_centre));
                compare!(Paranoid::new(near_the_centre));
                compare!(BestReply::new(near_the_centre));
                compare!(Mcts::new(1));
            }
        }
    }
    for depth in 0..=8 {
        let counts = gametree::perft(&Morris::<false>, &end_of_placing(), depth);
        assert_eq!(counts, gametree::perft(&Morris::<true>, &end_of_placing(), depth));
    }
}

/// A search calls for moves or the outcome once per inner node, and for the outcome once per leaf.
#[test]
fn the_outcome_is_not_asked_for_twice() {
    use std::cell::Cell;

    #[derive(Default)]
    struct Counting {
        both: Cell<u64>,
        outcomes: Cell<u64>,
    }

    impl Game for Counting {
        type State = morris::Board;
        type Move = morris::Step;
        type Scores = [Score; 2];
        const MAX_MOVES: usize = 9;
        const OUTCOME_NEEDS_MOVES: bool = true;

        fn start(&self) -> morris::Board {
            Morris::<true>.start()
        }
        fn to_move(&self, board: &morris::Board) -> usize {
            board.to_move
        }
        fn moves(&self, _board: &morris::Board, _moves: &mut Vec<morris::Step>) {
            unreachable!("moves_or_outcome is called instead");
        }
        fn play(&self, from: &morris::Board, step: morris::Step, to: &mut morris::Board) {
            Morris::<true>.play(from, step, to);
        }
        fn outcome(&self, board: &morris::Board) -> Option<[Score; 2]> {
            self.outcomes.set(self.outcomes.get() + 1);
            Morris::<true>.outcome(board)
        }
        fn moves_or_outcome(&self, board: &morris::Board, moves: &mut Vec<morris::Step>) -> Option<[Score; 2]> {
            self.both.set(self.both.get() + 1);
            Morris::<true>.moves_or_outcome(board, moves)
        }
    }

    let searches: [Box<dyn Search<Counting>>; 4] = [
        Box::new(Minimax::new(near_the_centre)),
        Box::new(Negamax::new(near_the_centre)),
        Box::new(AlphaBeta::new(near_the_centre)),
        Box::new(MaxN::new(near_the_centre)),
    ];
    for mut search in searches {
        let game = Counting::default();
        let report = search.search(&game, &end_of_placing(), &Limits::depth(6));
        assert_eq!(game.both.get() + game.outcomes.get(), report.counts.nodes);
    }
}
