//! One playout after another: down the tree, on to the end of the game, and back.

use crate::game::{Evaluate, Game, Scores};
use crate::limits::MAX_DEPTH;
use crate::path::Path;

use super::tree::{Step, Tree};
use super::{MAX_ROLLOUT, Policy, Rng};

/// What one thread needs to play out games.
pub(super) struct Player<'a, G: Game, P, E> {
    game: &'a G,
    root: &'a G::State,
    policy: &'a P,
    evaluator: &'a E,
    /// After so many moves outside the tree the position is evaluated.
    rollout_plies: usize,
    rng: Rng,
    moves: Vec<G::Move>,
    /// The current position of the playout, and a slot for the next one, by turns.
    slots: [G::State; 2],
    /// Which of them is the current position.
    current: usize,
    /// The distance of the current position from the root.
    ply: usize,
    /// The positions of the playout.
    positions: Path,
    /// The nodes of the playout.
    path: Vec<Step<G::Scores>>,
    /// The moves of the playout with their players, if they are needed.
    played: Vec<(usize, G::Move)>,
    records: bool,
}

/// Where a playout left the tree.
pub(super) enum Descent<S> {
    /// At a node with known scores.
    Known(S),
    /// At the current position, whose moves are generated.
    Rollout,
}

impl<'a, G: Game, P: Policy<G>, E: Evaluate<G>> Player<'a, G, P, E> {
    pub(super) fn new(
        game: &'a G,
        root: &'a G::State,
        policy: &'a P,
        evaluator: &'a E,
        rollout_plies: usize,
        rng: Rng,
        records: bool,
    ) -> Self {
        let longest = MAX_DEPTH as usize + 1 + MAX_ROLLOUT;
        Self {
            game,
            root,
            policy,
            evaluator,
            rollout_plies,
            rng,
            moves: Vec::with_capacity(G::MAX_MOVES),
            slots: [root.clone(), root.clone()],
            current: 0,
            ply: 0,
            positions: Path::new(game, root, longest),
            path: Vec::with_capacity(MAX_DEPTH as usize + 1),
            played: Vec::with_capacity(if records { longest } else { 0 }),
            records,
        }
    }

    /// The current position.
    #[inline]
    fn here(&self) -> &G::State {
        &self.slots[self.current]
    }

    pub(super) fn into_rng(self) -> Rng {
        self.rng
    }

    /// Descends the tree as far as it goes, and adds the moves of the last node to it.
    pub(super) fn descend(&mut self, tree: &mut Tree<G>) -> Descent<G::Scores> {
        self.slots[0].clone_from(self.root);
        self.current = 0;
        self.ply = 0;
        self.path.clear();
        self.played.clear();
        let mut at = 0;
        let mut is_repeated = false;
        loop {
            let is_new = tree.nodes[at].visits == 0;
            let mover = self.game.to_move(self.here());
            tree.enter(&mut self.path, at, mover);
            if let Some(proven) = tree.nodes[at].proven {
                return Descent::Known(proven);
            }
            if is_repeated {
                return Descent::Known(tree.prove(&self.path, G::Scores::EVEN));
            }
            if is_new {
                if let Some(outcome) = self.generate() {
                    return Descent::Known(tree.prove(&self.path, outcome));
                }
                if at != 0 {
                    return Descent::Rollout;
                }
                self.expand(tree, at);
            } else if tree.nodes[at].children().is_empty() {
                self.generate();
                if !self.expand(tree, at) {
                    return Descent::Rollout;
                }
            }
            at = tree.select(at, &mut self.path);
            if let Some(mv) = tree.nodes[at].mv {
                is_repeated = self.step(mv);
            }
        }
    }

    /// Plays to the end of the game, or as far as it is told.
    pub(super) fn roll_out(&mut self) -> G::Scores {
        // Most of the time is spent here, so what changes with every move is kept in registers.
        let Self { game, policy, moves, positions, played, slots: [one, other], .. } = self;
        let (here, next) = if self.current == 0 { (one, other) } else { (other, one) };
        let (mut rng, mut ply) = (self.rng.clone(), self.ply);
        let mut advance = |from: &G::State, to: &mut G::State| {
            let mv = moves[policy.choose(game, from, moves, &mut rng)];
            if self.records {
                played.push((game.to_move(from), mv));
            }
            game.play(from, mv, to);
            if G::REPEATS {
                ply += 1;
                if positions.enter(*game, from, mv, to, ply) {
                    return Some(G::Scores::EVEN);
                }
            }
            moves.clear();
            game.moves_or_outcome(to, moves)
        };
        let mut left = self.rollout_plies;
        // Two plies at a time: which slot is the next one is then known at compile time.
        let scores = loop {
            if left == 0 {
                break self.evaluator.evaluate(game, here);
            }
            if let Some(scores) = advance(here, next) {
                break scores;
            }
            if left == 1 {
                break self.evaluator.evaluate(game, next);
            }
            if let Some(scores) = advance(next, here) {
                break scores;
            }
            left -= 2;
        };
        self.rng = rng;
        scores
    }

    /// Adds the scores of the playout to the tree.
    pub(super) fn back_up(&self, tree: &mut Tree<G>, scores: G::Scores) {
        tree.back_up(&self.path, &self.played, scores);
    }

    /// Generates the moves in the current position, unless the game is over: then it returns the
    /// scores.
    #[inline]
    fn generate(&mut self) -> Option<G::Scores> {
        self.moves.clear();
        self.game.moves_or_outcome(&self.slots[self.current], &mut self.moves)
    }

    /// Plays a move, and returns whether the position occurred before.
    #[inline]
    fn step(&mut self, mv: G::Move) -> bool {
        if self.records {
            self.played.push((self.game.to_move(self.here()), mv));
        }
        let [one, other] = &mut self.slots;
        let (from, to) = if self.current == 0 { (one, other) } else { (other, one) };
        self.game.play(from, mv, to);
        self.current ^= 1;
        if G::REPEATS {
            self.ply += 1;
            return self.positions.enter(self.game, from, mv, to, self.ply);
        }
        false
    }

    /// Adds the moves that were just generated to the tree, if there is room for them.
    fn expand(&self, tree: &mut Tree<G>, at: usize) -> bool {
        let priority = |mv| self.evaluator.priority(self.game, self.here(), mv);
        tree.expand(at, &self.moves, self.path.len(), priority)
    }
}
