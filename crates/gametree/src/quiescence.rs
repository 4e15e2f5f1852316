//! Quiescence search: noisy moves are played out before a position is evaluated.

use crate::game::{Evaluate, Game, Noisy, Score};
use crate::search::{Tree, WORST};

/// The maximum number of plies that quiescence search adds to a search.
pub const MAX_QUIESCENCE: u32 = 64;

/// What a search does at its horizon. The trait is sealed: its module is private, and only
/// [`NoQuiescence`] and [`Quiescence`] implement it.
pub trait Horizon: Copy {
    /// Whether noisy moves are searched there. If not, the position is evaluated as it is entered.
    const QUIESCES: bool;

    /// The maximum number of plies beyond the horizon.
    fn max_plies(self) -> u32;
}

/// What a search can do at its horizon in the game `G`: [`NoQuiescence`] in every game for two
/// players, [`Quiescence`] in those with [noisy moves](Noisy). It cannot be implemented for other types.
pub trait HorizonOf<G: Game>: Horizon {
    /// The value of the unfinished position in the first slot, which has been entered, for the
    /// player to move: exact between `alpha` and `beta`, otherwise a bound.
    #[doc(hidden)]
    fn value<E: Evaluate<G>>(
        tree: &mut Tree<G, E, Self>,
        slots: &mut [G::State],
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score>;
}

/// The positions at the horizon are evaluated at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoQuiescence;

impl Horizon for NoQuiescence {
    const QUIESCES: bool = false;

    #[inline(always)]
    fn max_plies(self) -> u32 {
        0
    }
}

impl<G: Game<Scores = [Score; 2]>> HorizonOf<G> for NoQuiescence {
    fn value<E: Evaluate<G>>(
        tree: &mut Tree<G, E>,
        slots: &mut [G::State],
        ply: usize,
        _alpha: Score,
        _beta: Score,
    ) -> Option<Score> {
        let here = slots.first()?;
        tree.end_line(ply);
        Some(tree.evaluate(here)[tree.game.to_move(here)])
    }
}

/// The noisy moves at the horizon are searched, see [`Noisy`].
///
/// The player to move may also *stand pat*, that is, take the static evaluation instead of any
/// noisy move. Each position counts as a node, and each static evaluation as an evaluation; all
/// limits apply.
#[derive(Clone, Copy, Debug)]
pub struct Quiescence {
    max_plies: u32,
}

impl Quiescence {
    /// Quiescence search of at most `max_plies` plies; more than [`MAX_QUIESCENCE`] count as that.
    pub(crate) fn new(max_plies: u32) -> Self {
        Self { max_plies: max_plies.min(MAX_QUIESCENCE) }
    }
}

impl Horizon for Quiescence {
    const QUIESCES: bool = true;

    fn max_plies(self) -> u32 {
        self.max_plies
    }
}

impl<G: Noisy<Scores = [Score; 2]>> HorizonOf<G> for Quiescence {
    fn value<E: Evaluate<G>>(
        tree: &mut Tree<G, E, Self>,
        slots: &mut [G::State],
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let left = tree.quiescence.max_plies;
        quiesce(tree, slots, ply, left, alpha, beta)
    }
}

/// As [`HorizonOf::value`], with at most `left` more plies.
fn quiesce<G: Noisy<Scores = [Score; 2]>, E: Evaluate<G>>(
    tree: &mut Tree<G, E, Quiescence>,
    slots: &mut [G::State],
    ply: usize,
    left: u32,
    mut alpha: Score,
    beta: Score,
) -> Option<Score> {
    let [here, below @ ..] = slots else { return None };
    let game = tree.game;
    let mover = game.to_move(here);
    tree.end_line(ply);
    let mut best = WORST;
    let first = tree.moves.len();
    if left > 0 && game.must_move(here) {
        if let Some(scores) = tree.generate(here, ply) {
            return Some(scores[mover]);
        }
    } else {
        // Move generation would have shown this, but there is none.
        if G::OUTCOME_NEEDS_MOVES
            && let Some(outcome) = game.outcome(here)
        {
            return Some(tree.score_outcome(here, outcome, ply)[mover]);
        }
        best = tree.evaluate(here)[mover];
        if left == 0 || best >= beta {
            return Some(best);
        }
        alpha = alpha.max(best);
        game.noisy_moves(here, &mut tree.moves);
    }
    for i in first..tree.moves.len() {
        let mv = tree.moves[i];
        let next = &mut below[0];
        let leaf = tree.play(here, mv, next, ply + 1, 0)?;
        let value = if let Some(scores) = leaf {
            scores[mover]
        } else if game.to_move(next) == mover {
            quiesce(tree, below, ply + 1, left - 1, alpha, beta)?
        } else {
            -quiesce(tree, below, ply + 1, left - 1, -beta, -alpha)?
        };
        if value > best {
            best = value;
            if value >= beta {
                tree.meter.count_cut();
                break;
            }
            if value > alpha {
                alpha = value;
                tree.set_line(ply, mv, leaf.is_some());
            }
        }
    }
    tree.moves.truncate(first);
    Some(best)
}
