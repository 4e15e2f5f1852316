//! Monte Carlo tree search.

use crate::game::{Game, SURE, Score, Scores, WIN, delayed};
use crate::limits::{Limits, MAX_DEPTH, Meter};
use crate::report::{Report, ReportOf};
use crate::search::Search;

/// How much a move's uncertainty counts against its mean reward, which is between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Playouts if the limits name neither nodes nor time.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// A playout that is longer than this counts as even, so that no game goes on for ever.
const LONGEST_PLAYOUT: usize = 10_000;

/// How many playouts pass between two looks at the clock.
const PLAYOUTS_PER_LOOK: u64 = 16;

/// Monte Carlo tree search with upper confidence bounds (UCT), for any number of players and without an evaluator: it
/// plays random games to the end, and tries most what has turned out best so far for the player to move.
///
/// What is known for sure is backed up as such and not tried again, so that in the end everything is: then the search
/// ends and its report is [`solved`](Report::solved). Of two players it is then known who wins, but not how soon at best.
/// In the [`Limits`] and the [`Counts`](crate::Counts) a node is a playout.
#[derive(Clone, Debug)]
pub struct Mcts {
    rng: fastrand::Rng,
    capacity: usize,
}

impl Mcts {
    /// A search that makes the same random choices whenever it is made with the same seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: fastrand::Rng::with_seed(seed), capacity: 1 << 20 }
    }

    /// The same with a tree of at most `nodes` nodes, all made before the search starts. Playouts go on when it is
    /// full.
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
        let limits = match limits {
            Limits { nodes: None, time: None, .. } => &limits.clone().with_nodes(DEFAULT_PLAYOUTS),
            limits => limits,
        };
        let mut meter = Meter::with_looks(limits, PLAYOUTS_PER_LOOK);
        let mut tree = Tree::new(game, state, &mut self.rng, self.capacity);
        let mut next_report = 1024;
        // The first playout is never interrupted, so that there is always a move.
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
    /// Where the moves from here are in the tree: none before the second visit.
    children: std::ops::Range<u32>,
    visits: u64,
    /// The sum of the rewards of the player who moved here.
    reward: f64,
    /// The scores under best play, counted from here, if they are known for sure.
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

/// A node on the way down.
struct Step<S> {
    node: usize,
    mover: usize,
    /// The scores that this visit counts for from here up, if they are not those of the playout.
    instead: Option<S>,
}

struct Tree<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    rng: &'a mut fastrand::Rng,
    /// The root first; the moves of one node stand together.
    nodes: Vec<Node<G::Move, G::Scores>>,
    moves: Vec<G::Move>,
    /// The position of the running playout, and a slot for the next.
    here: G::State,
    next: G::State,
    /// The nodes of the running playout.
    path: Vec<Step<G::Scores>>,
    /// The sum of all playouts' scores, by player.
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
            path: Vec::with_capacity(MAX_DEPTH as usize + 1),
            totals: vec![0; G::Scores::PLAYERS],
        }
    }

    /// Goes down the tree, plays a random game from where it ends, and brings the result back up.
    fn playout(&mut self) {
        self.here.clone_from(self.root);
        self.path.clear();
        let mut at = 0;
        let scores = loop {
            self.path.push(Step { node: at, mover: self.game.to_move(&self.here), instead: None });
            if let Some(proven) = self.nodes[at].proven {
                break proven;
            }
            if self.nodes[at].visits == 0 {
                if let Some(outcome) = self.game.outcome(&self.here) {
                    self.nodes[at].proven = Some(outcome);
                    self.prove_path();
                    break outcome;
                }
                if at != 0 {
                    break self.random_game();
                }
            }
            if self.nodes[at].children.is_empty() && !self.expand(at) {
                break self.random_game();
            }
            at = self.select(at);
            if let Some(mv) = self.nodes[at].mv {
                self.step(mv);
            }
        };
        self.back_up(scores);
    }

    fn step(&mut self, mv: G::Move) {
        self.game.play(&self.here, mv, &mut self.next);
        std::mem::swap(&mut self.here, &mut self.next);
    }

    /// Adds the moves at a node to the tree, if there is room for them.
    fn expand(&mut self, at: usize) -> bool {
        self.moves.clear();
        self.game.moves(&self.here, &mut self.moves);
        let first = self.nodes.len();
        if first + self.moves.len() > self.nodes.capacity() || self.path.len() > MAX_DEPTH as usize {
            return false;
        }
        self.nodes.extend(self.moves.iter().map(|&mv| Node::new(Some(mv))));
        self.nodes[at].children = first as u32..self.nodes.len() as u32;
        true
    }

    /// The child to try next: the first not tried yet, else the one with the highest confidence bound.
    ///
    /// If that one's scores are already proven this visit counts for them, and the best of those that are not proven
    /// yet is looked into instead: what is known stays in the balance, and what is not known gets known.
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

    /// Random moves to the end of the game.
    fn random_game(&mut self) -> G::Scores {
        for _ in 0..LONGEST_PLAYOUT {
            if let Some(outcome) = self.game.outcome(&self.here) {
                return outcome;
            }
            self.moves.clear();
            self.game.moves(&self.here, &mut self.moves);
            let mv = self.moves[self.rng.usize(..self.moves.len())];
            self.step(mv);
        }
        G::Scores::EVEN
    }

    /// The last node of the path is now proven: so may be those above it.
    fn prove_path(&mut self) {
        for at in (0..self.path.len() - 1).rev() {
            let Step { node, mover, .. } = self.path[at];
            let Some(proven) = self.proof(node, mover) else { return };
            self.nodes[node].proven = Some(proven);
        }
    }

    /// The scores of a node if they follow from those of its children: all of them are sure, or there are two players
    /// and one is a sure win for the mover. (With more players the others' scores depend on which win it takes.)
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
        is_sure.then(|| best.map(|score| delayed(score, 1)))
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

    /// The child that the player to move at a node should choose: the best one if it is sure, else the most tried one
    /// that is not surely lost.
    fn best_child(&self, at: usize, mover: usize) -> Option<usize> {
        let children = self.nodes[at].children();
        if let Some(proven) = self.nodes[at].proven {
            let is_it =
                |i: &usize| self.nodes[*i].proven.is_some_and(|it| delayed(it.of(mover), 1) == proven.of(mover));
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
            // A mean is an estimate, never a sure win.
            (self.totals[player - 1] / visits).clamp(-i64::from(SURE), i64::from(SURE)) as Score
        }));
        let solved = self.nodes[0].proven.is_some();
        Report { best: line.first().copied(), scores, depth: line.len() as u32, line, solved, counts: meter.counts() }
    }
}

/// A score as a reward between 0 (a loss) and 1 (a win).
fn reward(score: Score) -> f64 {
    0.5 + f64::from(score) / f64::from(2 * WIN)
}
