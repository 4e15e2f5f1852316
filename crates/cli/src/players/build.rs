//! From the name of a player to the search that plays it.

use std::num::NonZeroUsize;

use gametree::{
    AlphaBeta, BestReply, Evaluate, Iterative, LazySmp, MaxN, Mcts, Minimax, Negamax, OutcomeOnly, Paranoid, Random,
    Search, Table,
};

use super::{Kind, PlayerSpec};
use crate::offered::Offered;

/// The size of a player's table of positions.
const TABLE_BYTES: usize = 16 << 20;

/// The threads of a parallel search that is not told how many.
pub(crate) const THREADS: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// The search of a player who scores positions with `evaluator`; none if the player is human.
///
/// A player without a seed has seed 0.
pub(crate) fn build<G, E, V>(spec: &PlayerSpec<V>, evaluator: E) -> Option<Box<dyn Search<G>>>
where
    G: Offered,
    E: Evaluate<G> + Sync + 'static,
{
    let seed = spec.seed.unwrap_or(0);
    let table = || Table::with_bytes(TABLE_BYTES);
    Some(match spec.kind {
        Kind::Human => return None,
        Kind::Perfect => Box::new(AlphaBeta::new(OutcomeOnly)),
        Kind::Random => Box::new(Random::new(seed)),
        Kind::Minimax => Box::new(Minimax::new(evaluator)),
        Kind::Negamax => Box::new(Negamax::new(evaluator)),
        Kind::AlphaBeta => Box::new(AlphaBeta::new(evaluator)),
        Kind::Iterative => Box::new(Iterative::new(evaluator, table())),
        Kind::LazySmp => Box::new(LazySmp::new(evaluator, table(), spec.threads.unwrap_or(THREADS))),
        Kind::MaxN => Box::new(MaxN::new(evaluator)),
        Kind::Paranoid => Box::new(Paranoid::new(evaluator)),
        Kind::BestReply => Box::new(BestReply::new(evaluator)),
        Kind::Mcts => Box::new(Mcts::new(seed)),
    })
}

#[cfg(test)]
mod tests {
    use gametree::{Game, WIN};
    use noughts::{Board, Noughts, perfect_move, positions};

    use super::*;
    use crate::noughts::Opinion;

    #[test]
    fn everybody_but_a_human_finds_the_winning_move() {
        let board: Board = "XX./OO./...".parse().unwrap();
        for kind in Kind::ALL {
            let spec = PlayerSpec::<Opinion>::new(kind);
            let Some(mut search) = build::<Noughts, _, _>(&spec, OutcomeOnly) else {
                assert_eq!(kind, Kind::Human);
                continue;
            };
            let report = search.search(&Noughts, &board, &spec.limits(9));
            if kind != Kind::Random {
                assert_eq!((report.best, report.scores), ("c".parse().ok(), [WIN - 1, 1 - WIN]), "{kind}");
            }
        }
    }

    #[test]
    fn perfect_is_the_proven_player() {
        let spec = PlayerSpec::<Opinion>::new(Kind::Perfect);
        let mut search = build::<Noughts, _, _>(&spec, OutcomeOnly).unwrap();
        for board in positions().into_iter().filter(|board| Noughts.outcome(board).is_none()) {
            assert_eq!(search.search(&Noughts, &board, &spec.limits(9)).best, perfect_move(board));
        }
    }
}
