//! Monte Carlo tree search.

use crate::game::{Game, SURE, Score, Scores, WIN, adjust_for_ply};
use crate::limits::{Limits, MAX_DEPTH};
use crate::meter::Meter;
use crate::path::Path;
use crate::report::{Report, ReportOf, RootMove};
use crate::search::Search;
use crate::table::Bound;

/// The weight of a move's uncertainty relative to its mean reward, which is between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// The number of playouts if the limits name neither nodes nor time.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// A playout that is longer than this counts as a draw, so that every playout ends.
const MAX_PLAYOUT: usize = 10_000;

/// How many playouts pass between two looks at the clock and the flags.
const PLAYOUTS_PER_LOOK: u64 = 16;

/// Monte Carlo tree search with upper confidence bounds (UCT), for any number of players and
/// without an evaluator: it plays random games to the end, and most often tries the moves that have
/// been best so far for the player to move.
///
/// Proven scores are backed up as such and not tried again. When the root is proven, the search
/// ends and its report is [`solved`](Report::solved). With two players the winner is then known,
/// but not the shortest win. In the [`Limits`] and the [`Counts`](crate::Counts) a node is a
/// playout; without a limit of nodes or time there are 10,000.
#[derive(Clone, Debug)]
pub struct Mcts {
    rng: fastrand::Rng,
    capacity: usize,
}

impl Mcts {
    /// A search whose random choices depend only on the seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: fastrand::Rng::with_seed(seed), capacity: 1 << 20 }
    }

    /// Limits the tree to `nodes` nodes, which are allocated before the search starts. Playouts
    /// continue when it is full.
    pub fn with_capacity(self, nodes: usize) -> Self {
        Self { capacity: nodes, ..self }
    }
}

impl<G: Game> Search<G> for Mcts {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        // A playout is an iteration, and none begins after the soft time limit.
        let time = limits.time.into_iter().chain(limits.soft_time).min();
        let nodes = limits.nodes.or(time.is_none().then_some(DEFAULT_PLAYOUTS));
        let limits = &Limits { nodes, time, ..limits.clone() };
        let mut meter = Meter::new(limits).look_every(PLAYOUTS_PER_LOOK);
        let mut tree = Tree::new(game, state, &mut self.rng, self.capacity);
        let mut next_report = 1024;
        // The first playout always completes, so that there is always a move.
        let mut is_over = meter.enter().is_none();
        meter.arm();
        while !is_over {
            tree.playout();
            meter.count_evaluation();
            let playouts = meter.counts().nodes;
            is_over = tree.nodes[0].proven.is_some() || meter.enter().is_none();
            if playouts == next_report && !is_over {
                each(&tree.report(&meter));
                next_report *= 2;
            }
        }
        let report = tree.report(&meter);
        each(&report);
        report
    }
}

struct Node<M, S> {
    /// The move that leads here; none at the root.
    mv: Option<M>,
    /// The indices of the child nodes. Empty before the second visit.
    children: std::ops::Range<u32>,
    visits: u64,
    /// The sum of the rewards for the player who moved here.
    reward: f64,
    /// The scores under best play, counted from here, if they are proven.
    proven: Option<S>,
}

impl<M, S> Node<M, S> {
    fn new(mv: Option<M>) -> Self {
        Self { mv, children: 0..0, visits: 0, reward: 0.0, proven: None }
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.children.start as usize..self.children.end as usize
    }
}

/// A node on the path of a playout.
struct Step<S> {
    node: usize,
    mover: usize,
    /// The scores that this visit backs up from here on, if they are not those of the playout.
    instead: Option<S>,
}

struct Tree<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    rng: &'a mut fastrand::Rng,
    /// The root first. The children of a node are adjacent.
    nodes: Vec<Node<G::Move, G::Scores>>,
    moves: Vec<G::Move>,
    /// The current position of the playout, and a slot for the next one.
    here: G::State,
    next: G::State,
    /// The distance of the current position from the root.
    ply: usize,
    /// The positions of the playout.
    positions: Path,
    /// The nodes of the playout.
    path: Vec<Step<G::Scores>>,
    /// The sum of the scores of all playouts, by player.
    totals: Vec<i64>,
}

impl<'a, G: Game> Tree<'a, G> {
    fn new(game: &'a G, root: &'a G::State, rng: &'a mut fastrand::Rng, capacity: usize) -> Self {
        // Children are addressed with 32 bits.
        let capacity = capacity.clamp(1 + G::MAX_MOVES, u32::MAX as usize);
        let mut nodes = Vec::with_capacity(capacity);
        nodes.push(Node::new(None));
        Self {
            game,
            root,
            rng,
            nodes,
            moves: Vec::with_capacity(G::MAX_MOVES),
            here: root.clone(),
            next: root.clone(),
            ply: 0,
            positions: Path::new(game, root, MAX_DEPTH as usize + 1 + MAX_PLAYOUT),
            path: Vec::with_capacity(MAX_DEPTH as usize + 1),
            totals: vec![0; G::Scores::PLAYERS],
        }
    }

    /// Descends the tree, plays a random game from where it ends, and backs up the result.
    fn playout(&mut self) {
        self.here.clone_from(self.root);
        self.ply = 0;
        self.path.clear();
        let mut at = 0;
        let mut is_repeated = false;
        let scores = loop {
            self.path.push(Step { node: at, mover: self.game.to_move(&self.here), instead: None });
            if let Some(proven) = self.nodes[at].proven {
                break proven;
            }
            if is_repeated {
                break self.prove(at, G::Scores::EVEN);
            }
            if self.nodes[at].visits == 0 {
                if let Some(outcome) = self.generate() {
                    break self.prove(at, outcome);
                }
                if at != 0 {
                    break self.random_game();
                }
                self.expand(at);
            } else if self.nodes[at].children.is_empty() {
                self.generate();
                if !self.expand(at) {
                    break self.random_game();
                }
            }
            at = self.select(at);
            if let Some(mv) = self.nodes[at].mv {
                is_repeated = self.step(mv);
            }
        };
        self.back_up(scores);
    }

    /// Generates the moves in the current position, unless the game is over: then it returns the
    /// scores.
    #[inline]
    fn generate(&mut self) -> Option<G::Scores> {
        self.moves.clear();
        self.game.moves_or_outcome(&self.here, &mut self.moves)
    }

    /// Plays a move, and returns whether the position occurred before.
    #[inline]
    fn step(&mut self, mv: G::Move) -> bool {
        self.game.play(&self.here, mv, &mut self.next);
        std::mem::swap(&mut self.here, &mut self.next);
        if G::REPEATS {
            self.ply += 1;
            return self.positions.enter(self.game, &self.next, mv, &self.here, self.ply);
        }
        false
    }

    /// Adds the moves that were just generated to the tree, if there is room for them.
    fn expand(&mut self, at: usize) -> bool {
        let first = self.nodes.len();
        if first + self.moves.len() > self.nodes.capacity() || self.path.len() > MAX_DEPTH as usize {
            return false;
        }
        self.nodes.extend(self.moves.iter().map(|&mv| Node::new(Some(mv))));
        self.nodes[at].children = first as u32..self.nodes.len() as u32;
        true
    }

    /// The child to try next: the first that was never tried, otherwise the one with the highest
    /// confidence bound.
    ///
    /// If that one is already proven, this visit counts for its score, and the best unproven child
    /// is explored instead: proven scores keep their weight, and the rest gets proven.
    fn select(&mut self, at: usize) -> usize {
        let Some(step) = self.path.last_mut() else { return at };
        let children = self.nodes[at].children();
        let uncertainty = EXPLORATION * (self.nodes[at].visits as f64).ln().sqrt();
        let mut best = (children.start, f64::NEG_INFINITY);
        let mut best_open = best;
        for i in children {
            let child = &self.nodes[i];
            if child.visits == 0 {
                return i;
            }
            let visits = child.visits as f64;
            let bound = child.reward / visits + uncertainty / visits.sqrt();
            let is_open = match child.proven {
                None => true,
                Some(scores) if scores.of(step.mover) < -SURE => continue,
                Some(_) => false,
            };
            if bound > best.1 {
                best = (i, bound);
            }
            if is_open && bound > best_open.1 {
                best_open = (i, bound);
            }
        }
        let best = &mut self.nodes[best.0];
        if let Some(scores) = best.proven {
            best.visits += 1;
            best.reward += reward(scores.of(step.mover));
            step.instead = Some(scores);
        }
        best_open.0
    }

    /// Random moves to the end of the game. The moves of the current position are already
    /// generated.
    fn random_game(&mut self) -> G::Scores {
        for _ in 0..MAX_PLAYOUT {
            let mv = self.moves[self.rng.usize(..self.moves.len())];
            if self.step(mv) {
                break;
            }
            if let Some(outcome) = self.generate() {
                return outcome;
            }
        }
        G::Scores::EVEN
    }

    /// Proves the scores of the last node of the path, and of the nodes above it that follow from
    /// it.
    fn prove(&mut self, last: usize, scores: G::Scores) -> G::Scores {
        self.nodes[last].proven = Some(scores);
        for at in (0..self.path.len() - 1).rev() {
            let Step { node, mover, .. } = self.path[at];
            let Some(proven) = self.proof(node, mover) else { break };
            self.nodes[node].proven = Some(proven);
        }
        scores
    }

    /// The scores of a node if they follow from those of its children: all are proven, or there are
    /// two players and one child is a proven win for the mover. (With more players the scores of
    /// the others depend on which win it chooses.)
    fn proof(&self, node: usize, mover: usize) -> Option<G::Scores> {
        let mut best: Option<G::Scores> = None;
        let mut all_sure = true;
        for child in &self.nodes[self.nodes[node].children()] {
            match child.proven {
                None => all_sure = false,
                Some(scores) if best.is_none_or(|best| scores.of(mover) > best.of(mover)) => best = Some(scores),
                Some(_) => {}
            }
        }
        let best = best?;
        let is_sure = all_sure || (G::Scores::PLAYERS == 2 && best.of(mover) > SURE);
        is_sure.then(|| best.map(|score| adjust_for_ply(score, 1)))
    }

    fn back_up(&mut self, mut scores: G::Scores) {
        let mut above = self.path.iter().rev().peekable();
        while let Some(step) = above.next() {
            scores = step.instead.unwrap_or(scores);
            let node = &mut self.nodes[step.node];
            node.visits += 1;
            if let Some(parent) = above.peek() {
                node.reward += reward(scores.of(parent.mover));
            }
        }
        for (player, total) in self.totals.iter_mut().enumerate() {
            *total += i64::from(scores.of(player));
        }
    }

    /// The child that the player to move should choose: the best one if the node is proven,
    /// otherwise the most visited one that is not a proven loss.
    fn best_child(&self, at: usize, mover: usize) -> Option<usize> {
        let children = self.nodes[at].children();
        if let Some(proven) = self.nodes[at].proven {
            let is_it =
                |i: &usize| self.nodes[*i].proven.is_some_and(|it| adjust_for_ply(it.of(mover), 1) == proven.of(mover));
            return children.clone().find(is_it);
        }
        let worth = |i: usize| {
            let child = &self.nodes[i];
            let is_lost = child.proven.is_some_and(|scores| scores.of(mover) < -SURE);
            (!is_lost, child.visits)
        };
        children.reduce(|best, i| if worth(i) > worth(best) { i } else { best })
    }

    fn report(&self, meter: &Meter) -> ReportOf<G> {
        let mut line = Vec::new();
        let (mut here, mut next) = (self.root.clone(), self.root.clone());
        let mut at = 0;
        while let Some(child) = self.best_child(at, self.game.to_move(&here)) {
            if self.nodes[child].visits == 0 {
                break;
            }
            let Some(mv) = self.nodes[child].mv else { break };
            line.push(mv);
            self.game.play(&here, mv, &mut next);
            std::mem::swap(&mut here, &mut next);
            at = child;
        }
        let visits = self.nodes[0].visits.max(1) as i64;
        let mut player = 0;
        let scores = self.nodes[0].proven.unwrap_or(G::Scores::EVEN.map(|_| {
            player += 1;
            // A mean is an estimate, never a proven win.
            (self.totals[player - 1] / visits).clamp(-i64::from(SURE), i64::from(SURE)) as Score
        }));
        Report {
            best: line.first().copied(),
            scores,
            depth: line.len() as u32,
            line,
            solved: self.nodes[0].proven.is_some(),
            root_moves: self.root_moves(),
            counts: meter.counts(),
            elapsed: meter.elapsed(),
        }
    }

    /// The scores of the moves that were tried at the root: their mean rewards unless they are
    /// proven.
    fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let mover = self.game.to_move(self.root);
        let tried = self.nodes[self.nodes[0].children()].iter().filter(|child| child.visits > 0);
        let root_move = |child: &Node<G::Move, G::Scores>| {
            let mv = child.mv?;
            Some(match child.proven {
                Some(scores) => RootMove { mv, score: adjust_for_ply(scores.of(mover), 1), bound: Some(Bound::Exact) },
                None => RootMove { mv, score: score(child.reward / child.visits as f64), bound: None },
            })
        };
        tried.filter_map(root_move).collect()
    }
}

/// A score as a reward between 0 (a loss) and 1 (a win).
fn reward(score: Score) -> f64 {
    0.5 + f64::from(score) / f64::from(2 * WIN)
}

/// The score of a mean reward. It is an estimate, never a proven win.
fn score(reward: f64) -> Score {
    (((reward - 0.5) * f64::from(2 * WIN)) as Score).clamp(-SURE, SURE)
}
