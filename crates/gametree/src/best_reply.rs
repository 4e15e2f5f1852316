//! Best-reply search: one answer from all opponents together.

mod plus;

pub use plus::BestReplyPlus;

use std::cell::RefCell;

use crate::alpha_beta::AlphaBeta;
use crate::game::{Evaluate, Game, Passing, Score, Scores};
use crate::limits::Limits;
use crate::report::ReportOf;
use crate::search::Search;
use crate::viewpoint::{Viewpoint, sides};

/// Best-reply search: after each move of the player at the root only one opponent answers, the one
/// whose move hurts it most, and the others pass. So the root player moves at every second ply,
/// however many players there are.
///
/// With two players this is [`AlphaBeta`]. The reported line contains only the moves, not the
/// passes.
#[derive(Clone, Debug)]
pub struct BestReply<E> {
    evaluator: E,
}

impl<E> BestReply<E> {
    /// A best-reply search with a static evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<G: Passing, E: Evaluate<G>> Search<G> for BestReply<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        search_replies(game, state, &self.evaluator, limits, each, |game: &G, from: &G::State, to: &mut G::State| {
            game.pass(from, to)
        })
    }
}

/// Alpha-beta over the replies. `step_aside` is what an opponent does who does not reply: it writes
/// the next position, or returns `false` if the opponent cannot step aside.
fn search_replies<G: Game, E: Evaluate<G>>(
    game: &G,
    state: &G::State,
    evaluator: &E,
    limits: &Limits,
    each: &mut dyn FnMut(&ReportOf<G>),
    step_aside: impl Fn(&G, &G::State, &mut G::State) -> bool,
) -> ReportOf<G> {
    let scratch = RefCell::new(Vec::with_capacity(G::MAX_MOVES));
    let replies = Replies { game, player: game.to_move(state), scratch, step_aside };
    let viewpoint = || Viewpoint { game, evaluator, player: replies.player };
    let translate = |report: &_| viewpoint().translate(&replies, state, report, |reply: Reply<_>| reply.mv);
    let report = AlphaBeta::new(viewpoint()).watch(&replies, state, limits, &mut |report| each(&translate(report)));
    translate(&report)
}

/// A move by the player whose turn it is after `passes` passes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reply<M> {
    passes: usize,
    mv: M,
}

/// The game in which `player` (side 0) alternates with any one of the others (side 1).
struct Replies<'a, G: Game, A> {
    game: &'a G,
    player: usize,
    /// One opponent's moves, before they become replies. It is reused, so that generating moves
    /// does not allocate.
    scratch: RefCell<Vec<G::Move>>,
    step_aside: A,
}

impl<G: Game, A: Fn(&G, &G::State, &mut G::State) -> bool> Replies<'_, G, A> {
    /// Lets the player to move step aside if it is not `player` and can. Returns whether it did.
    fn pass(&self, state: &mut G::State) -> bool {
        if self.to_move(state) == 0 || self.game.outcome(state).is_some() {
            return false;
        }
        let mut next = state.clone();
        let can_pass = (self.step_aside)(self.game, state, &mut next);
        if can_pass {
            *state = next;
        }
        can_pass
    }

    /// The position after `passes` passes.
    fn after_passes(&self, from: &G::State, passes: usize) -> G::State {
        let mut here = from.clone();
        for _ in 0..passes {
            self.pass(&mut here);
        }
        here
    }
}

impl<G: Game, A: Fn(&G, &G::State, &mut G::State) -> bool> Game for Replies<'_, G, A> {
    type State = G::State;
    type Move = Reply<G::Move>;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = G::MAX_MOVES * G::Scores::PLAYERS;
    const OUTCOME_NEEDS_MOVES: bool = G::OUTCOME_NEEDS_MOVES;
    const REPEATS: bool = G::REPEATS;

    fn start(&self) -> G::State {
        self.game.start()
    }

    #[inline]
    fn to_move(&self, state: &G::State) -> usize {
        usize::from(self.game.to_move(state) != self.player)
    }

    fn moves(&self, state: &G::State, moves: &mut Vec<Reply<G::Move>>) {
        self.moves_or_outcome(state, moves);
    }

    fn play(&self, from: &G::State, reply: Reply<G::Move>, to: &mut G::State) {
        if reply.passes == 0 {
            self.game.play(from, reply.mv, to);
        } else {
            self.game.play(&self.after_passes(from, reply.passes), reply.mv, to);
        }
        // The opponents who did not answer pass. After `player`'s own move the answer is still to
        // come.
        if self.to_move(from) == 1 {
            for _ in 2..G::Scores::PLAYERS {
                self.pass(to);
            }
        }
    }

    #[inline]
    fn outcome(&self, state: &G::State) -> Option<[Score; 2]> {
        self.game.outcome(state).map(|scores| sides(scores, self.player))
    }

    fn moves_or_outcome(&self, state: &G::State, moves: &mut Vec<Reply<G::Move>>) -> Option<[Score; 2]> {
        let mut own = self.scratch.borrow_mut();
        let mut here = state.clone();
        for passes in 0..G::Scores::PLAYERS {
            own.clear();
            if let Some(outcome) = self.game.moves_or_outcome(&here, &mut own) {
                // A pass that ends the game leaves the players after it without an answer.
                return (passes == 0).then(|| sides(outcome, self.player));
            }
            moves.extend(own.iter().map(|&mv| Reply { passes, mv }));
            let is_last = passes + 2 >= G::Scores::PLAYERS;
            if is_last || !self.pass(&mut here) || self.to_move(&here) == 0 {
                break;
            }
        }
        None
    }

    #[inline]
    fn repetition_hash(&self, state: &G::State) -> Option<u64> {
        self.game.repetition_hash(state)
    }

    fn is_irreversible(&self, from: &G::State, reply: Reply<G::Move>) -> bool {
        if reply.passes == 0 {
            self.game.is_irreversible(from, reply.mv)
        } else {
            self.game.is_irreversible(&self.after_passes(from, reply.passes), reply.mv)
        }
    }

    fn history(&self) -> &[u64] {
        self.game.history()
    }
}
