//! The tree of Monte Carlo tree search: which move to try next, and what is learnt from a playout.

use crate::game::{Game, SURE, Score, Scores, WIN, adjust_for_ply};
use crate::limits::MAX_DEPTH;
use crate::meter::Meter;
use crate::report::{Report, ReportOf, RootMove};
use crate::table::Bound;

use super::Options;

/// What is known about a position in the tree.
pub(super) struct Node<M, S> {
    /// The move that leads here; none at the root.
    pub(super) mv: Option<M>,
    /// The indices of the child nodes. Empty before the second visit.
    children: std::ops::Range<u32>,
    pub(super) visits: u32,
    /// The square root of the logarithm of the visits, by which all children are uncertain.
    breadth: f32,
    /// The sum of the scores for the player who moved here.
    total: f64,
    /// The scores under best play, counted from here, if they are proven.
    pub(super) proven: Option<S>,
    /// Whether those of a child are proven.
    has_proven_child: bool,
}

impl<M, S> Node<M, S> {
    fn new(mv: Option<M>) -> Self {
        Self { mv, children: 0..0, visits: 0, breadth: 0.0, total: 0.0, proven: None, has_proven_child: false }
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.children.start as usize..self.children.end as usize
    }
}

/// What the choice between the children of a node takes, apart from all else, so that the children of
/// a node fit into a line of the processor's cache.
#[derive(Clone, Copy)]
struct Appeal {
    /// The mean of the scores for the player who moved here. Infinite before the first visit.
    mean: f32,
    /// One divided by the square root of the visits. With it, comparing children takes no division.
    spread: f32,
}

impl Appeal {
    const UNTRIED: Self = Self { mean: f32::INFINITY, spread: 0.0 };
}

/// The playouts in which a move was played at any later time by the same player (*all moves as
/// first*, for RAVE).
#[derive(Clone, Copy, Default)]
struct Amaf {
    visits: u32,
    total: f64,
}

/// A node on the path of a playout.
pub(super) struct Step<S> {
    node: usize,
    mover: usize,
    /// The scores that this visit backs up from here on, if they are not those of the playout.
    instead: Option<S>,
    /// The score that was added on the way down in place of the one that is not known yet.
    loss: f64,
}

/// The tree, in one vector that never grows beyond its capacity.
pub(super) struct Tree<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    options: Options,
    /// The root first. The children of a node are adjacent.
    pub(super) nodes: Vec<Node<G::Move, G::Scores>>,
    /// By node.
    appeals: Vec<Appeal>,
    /// For RAVE, by node; otherwise empty.
    amaf: Vec<Amaf>,
    /// For progressive bias, by node; otherwise empty.
    priorities: Vec<f32>,
    /// The sum of the scores of all playouts, by player.
    totals: Vec<i64>,
    /// Scores from the lowest to the highest are rewards from 0 to 1.
    lowest: Score,
    highest: Score,
    /// The reward of one point.
    scale: f32,
    /// Whether these are the scores seen so far, and not declared.
    is_observed: bool,
    /// Whether a playout counts as lost until its score is known, so that other threads choose other
    /// moves.
    has_virtual_loss: bool,
}

impl<'a, G: Game> Tree<'a, G> {
    pub(super) fn new(game: &'a G, root: &'a G::State, options: Options, has_virtual_loss: bool) -> Self {
        // Children are addressed with 32 bits.
        let capacity = options.capacity.clamp(1 + G::MAX_MOVES, u32::MAX as usize);
        let mut nodes = Vec::with_capacity(capacity);
        nodes.push(Node::new(None));
        let mut appeals = Vec::with_capacity(capacity);
        appeals.push(Appeal::UNTRIED);
        let reserve = |is_used: bool| if is_used { capacity } else { 0 };
        let mut amaf = Vec::with_capacity(reserve(options.rave.is_some()));
        amaf.resize(options.rave.is_some().into(), Amaf::default());
        let mut priorities = Vec::with_capacity(reserve(options.bias.is_some()));
        priorities.resize(options.bias.is_some().into(), 0.0);
        let declared = options.range.or_else(|| declared_range(game, root));
        let mut tree = Self {
            game,
            root,
            options,
            nodes,
            appeals,
            amaf,
            priorities,
            totals: vec![0; G::Scores::PLAYERS],
            lowest: declared.map_or(Score::MAX, |(lowest, _)| lowest),
            highest: declared.map_or(Score::MIN, |(_, highest)| highest),
            scale: 1.0,
            is_observed: declared.is_none(),
            has_virtual_loss,
        };
        tree.scale = 1.0 / tree.span() as f32;
        tree
    }

    /// Whether the moves of playouts are needed.
    pub(super) fn uses_amaf(&self) -> bool {
        self.options.rave.is_some()
    }

    /// Adds `visits` visits to a node, and what they scored.
    #[inline]
    fn add(&mut self, at: usize, visits: u32, score: f64) {
        let node = &mut self.nodes[at];
        node.visits += visits;
        node.total += score;
        let visits = node.visits.max(1) as f32;
        node.breadth = visits.ln().sqrt();
        let mean = node.total / f64::from(node.visits.max(1));
        self.appeals[at] = Appeal { mean: mean as f32, spread: 1.0 / visits.sqrt() };
    }

    /// Enters a node on the way down.
    #[inline]
    pub(super) fn enter(&mut self, path: &mut Vec<Step<G::Scores>>, node: usize, mover: usize) {
        // Nothing is lost before the first score is known.
        let loss = if self.has_virtual_loss && self.lowest <= self.highest { f64::from(self.lowest) } else { 0.0 };
        if self.has_virtual_loss {
            self.add(node, 1, loss);
        }
        path.push(Step { node, mover, instead: None, loss });
    }

    /// Adds `moves` as children of a node, if there is room for them.
    pub(super) fn expand(
        &mut self,
        at: usize,
        moves: &[G::Move],
        depth: usize,
        priority: impl Fn(G::Move) -> i32,
    ) -> bool {
        let first = self.nodes.len();
        if first + moves.len() > self.nodes.capacity() || depth > MAX_DEPTH as usize {
            return false;
        }
        self.nodes.extend(moves.iter().map(|&mv| Node::new(Some(mv))));
        self.appeals.resize(self.nodes.len(), Appeal::UNTRIED);
        if self.options.rave.is_some() {
            self.amaf.resize(self.nodes.len(), Amaf::default());
        }
        if self.options.bias.is_some() {
            self.priorities.extend(moves.iter().map(|&mv| priority(mv) as f32));
        }
        self.nodes[at].children = first as u32..self.nodes.len() as u32;
        true
    }

    /// The child to try next: the first that was never tried, otherwise the one with the highest
    /// confidence bound.
    ///
    /// If that one is already proven, this visit counts for its score, and the best unproven child
    /// is explored instead: proven scores keep their weight, and the rest gets proven.
    pub(super) fn select(&mut self, at: usize, path: &mut [Step<G::Scores>]) -> usize {
        let Some(step) = path.last_mut() else { return at };
        let parent = &self.nodes[at];
        let children = parent.children();
        let uncertainty = self.options.exploration as f32 * parent.breadth;
        let is_plain = self.options.rave.is_none() && self.options.bias.is_none();
        if is_plain && !parent.has_proven_child {
            let mut best = (children.start, f32::NEG_INFINITY);
            for (i, &Appeal { mean, spread }) in children.clone().zip(&self.appeals[children]) {
                let bound = mean * self.scale + uncertainty * spread;
                if bound > best.1 {
                    best = (i, bound);
                }
            }
            return best.0;
        }
        let mut best = (children.start, f32::NEG_INFINITY);
        let mut best_open = best;
        for i in children.clone() {
            let child = &self.nodes[i];
            if child.visits == 0 {
                return if self.options.bias.is_none() { i } else { self.most_promising(children) };
            }
            let is_open = match child.proven {
                None => true,
                Some(scores) if scores.of(step.mover) < -SURE => continue,
                Some(_) => false,
            };
            let Appeal { mean, spread } = self.appeals[i];
            let mean = if is_plain { mean } else { self.informed_mean(i) as f32 };
            let bound = mean * self.scale + uncertainty * spread;
            if bound > best.1 {
                best = (i, bound);
            }
            if is_open && bound > best_open.1 {
                best_open = (i, bound);
            }
        }
        if let Some(scores) = self.nodes[best.0].proven {
            self.add(best.0, 1, f64::from(scores.of(step.mover)));
            step.instead = Some(scores);
        }
        best_open.0
    }

    /// The difference between a reward of 0 and one of 1, as a score.
    fn span(&self) -> f64 {
        (f64::from(self.highest) - f64::from(self.lowest)).max(1.0)
    }

    /// The untried child with the highest priority.
    fn most_promising(&self, children: std::ops::Range<usize>) -> usize {
        let untried = children.clone().filter(|&i| self.nodes[i].visits == 0);
        let better = |best, i| if self.priorities[i] > self.priorities[best] { i } else { best };
        untried.reduce(better).unwrap_or(children.start)
    }

    /// The mean score of a child, with what playouts that only contain its move and the priority of
    /// the move say about it. Both count less the more often the child was tried.
    fn informed_mean(&self, i: usize) -> f64 {
        let child = &self.nodes[i];
        let visits = f64::from(child.visits);
        let mut mean = f64::from(self.appeals[i].mean);
        if let (Some(equivalence), Some(amaf)) = (self.options.rave, self.amaf.get(i))
            && amaf.visits > 0
        {
            let weight = (equivalence / (3.0 * visits + equivalence)).sqrt();
            mean += weight * (amaf.total / f64::from(amaf.visits) - mean);
        }
        if let (Some(bias), Some(&priority)) = (self.options.bias, self.priorities.get(i)) {
            mean += bias * f64::from(priority) * self.span() / (visits + 1.0);
        }
        mean
    }

    /// Proves the scores of the last node of the path, and of the nodes above it that follow from
    /// it.
    pub(super) fn prove(&mut self, path: &[Step<G::Scores>], scores: G::Scores) -> G::Scores {
        let Some((last, above)) = path.split_last() else { return scores };
        self.nodes[last.node].proven = Some(scores);
        for &Step { node, mover, .. } in above.iter().rev() {
            self.nodes[node].has_proven_child = true;
            let Some(proven) = self.proof(node, mover) else { break };
            self.nodes[node].proven = Some(proven);
        }
        scores
    }

    /// The scores of a node if they follow from those of its children: all are proven, or there are
    /// two players and one child is a proven win for the mover. (With more players the scores of
    /// the others depend on which of several wins comes first.)
    fn proof(&self, at: usize, mover: usize) -> Option<G::Scores> {
        let mut best: Option<G::Scores> = None;
        let mut all_sure = true;
        for child in &self.nodes[self.nodes[at].children()] {
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

    /// Adds the scores of a playout to all nodes of its path. `played` are its moves with their
    /// players, if [`uses_amaf`](Tree::uses_amaf).
    pub(super) fn back_up(&mut self, path: &[Step<G::Scores>], played: &[(usize, G::Move)], mut scores: G::Scores) {
        if self.is_observed {
            for player in 0..G::Scores::PLAYERS {
                // Wins count alike, however far away they are.
                let score = scores.of(player);
                let score = if score.abs() > SURE { score.signum() * WIN } else { score };
                self.lowest = self.lowest.min(score);
                self.highest = self.highest.max(score);
            }
            self.scale = 1.0 / self.span() as f32;
        }
        let mut above = path.iter().rev().peekable();
        while let Some(step) = above.next() {
            scores = step.instead.unwrap_or(scores);
            let score = above.peek().map_or(0, |parent| scores.of(parent.mover).clamp(self.lowest, self.highest));
            let visits = u32::from(!self.has_virtual_loss);
            self.add(step.node, visits, f64::from(score) - step.loss);
        }
        for (player, total) in self.totals.iter_mut().enumerate() {
            *total += i64::from(scores.of(player));
        }
        if self.uses_amaf() {
            self.back_up_amaf(path, played, scores);
        }
    }

    /// Adds the scores to all children of the path whose move the same player made at any later
    /// time.
    fn back_up_amaf(&mut self, path: &[Step<G::Scores>], played: &[(usize, G::Move)], scores: G::Scores) {
        for (ply, step) in path.iter().enumerate() {
            let later = played.get(ply..).unwrap_or_default();
            for i in self.nodes[step.node].children() {
                let is_later = |&(player, mv): &(usize, G::Move)| player == step.mover && self.nodes[i].mv == Some(mv);
                if later.iter().any(is_later) {
                    self.amaf[i].visits += 1;
                    self.amaf[i].total += f64::from(scores.of(step.mover));
                }
            }
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

    pub(super) fn report(&self, meter: &Meter) -> ReportOf<G> {
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
        let visits = i64::from(self.nodes[0].visits.max(1));
        let mut player = 0;
        let scores = self.nodes[0].proven.unwrap_or(G::Scores::EVEN.map(|_| {
            player += 1;
            estimate(self.totals[player - 1] as f64 / visits as f64)
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

    /// The scores of the moves that were tried at the root: their mean scores unless they are
    /// proven.
    fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let mover = self.game.to_move(self.root);
        let tried = self.nodes[self.nodes[0].children()].iter().filter(|child| child.visits > 0);
        let root_move = |child: &Node<G::Move, G::Scores>| {
            let mv = child.mv?;
            Some(match child.proven {
                Some(scores) => RootMove { mv, score: adjust_for_ply(scores.of(mover), 1), bound: Some(Bound::Exact) },
                None => RootMove { mv, score: estimate(child.total / f64::from(child.visits)), bound: None },
            })
        };
        tried.filter_map(root_move).collect()
    }
}

/// The lowest and the highest score that any player can still reach, if the game bounds them.
fn declared_range<G: Game>(game: &G, root: &G::State) -> Option<(Score, Score)> {
    if game.outcome(root).is_some() {
        return None;
    }
    let all = (0..G::Scores::PLAYERS).map(|player| game.bounds(root, player));
    let (lowest, highest) = all.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
    (lowest >= -SURE && lowest < highest && highest <= SURE).then_some((lowest, highest))
}

/// A mean score. It is an estimate, never a proven win.
fn estimate(mean: f64) -> Score {
    (mean as Score).clamp(-SURE, SURE)
}
