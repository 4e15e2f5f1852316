//! Symbolic play with a whole cone of weights at once.
//!
//! The program runs on a cone of weights. While a comparison has the same result for all weights of
//! the cone, it continues as if with a single one. Otherwise it splits the cone and continues with
//! each part. In the end, every cone has either made a mistake, with all of its weights, or played
//! all its games without one.

use std::cell::OnceCell;
use std::cmp::Ordering;

use gametree::Stop;

use super::Ties;
use super::cone::{Cone, Parts, Undecided, Vector};
use super::lookahead::{Choice, Leaf, Lookahead, Tree};
use crate::features::Feature;

/// The program with N features and undetermined weights.
pub(super) struct Explorer<'a, const N: usize> {
    lookahead: &'a Lookahead,
    features: [Feature; N],
    /// The choices in each position, reduced to these features; computed on demand.
    choices: Vec<OnceCell<Vec<Choice<Vector<N>>>>>,
}

/// The result for all weights of N features.
pub(super) struct Explored<const N: usize> {
    /// The number of cones after all splits.
    pub(super) cones: u64,
    /// The cones that play perfectly.
    pub(super) perfect: Vec<Cone<N>>,
}

/// The state of the exploration of one cone.
#[derive(Clone)]
struct Games<const N: usize> {
    cone: Cone<N>,
    /// Positions in its games that are still to be searched.
    open: Vec<usize>,
    /// All positions found in its games, as a bit set.
    seen: Vec<u64>,
}

impl<const N: usize> Games<N> {
    fn new(cone: Cone<N>, lookahead: &Lookahead) -> Self {
        let seen = vec![0; lookahead.positions.len().div_ceil(64)];
        let mut games = Self { cone, open: Vec::new(), seen };
        games.add(&lookahead.first);
        games
    }

    fn add(&mut self, positions: &[usize]) {
        for &position in positions {
            let (word, bit) = (&mut self.seen[position / 64], 1 << (position % 64));
            if *word & bit == 0 {
                *word |= bit;
                self.open.push(position);
            }
        }
    }
}

impl<'a, const N: usize> Explorer<'a, N> {
    pub(super) fn new(lookahead: &'a Lookahead, features: [Feature; N]) -> Self {
        Self { lookahead, features, choices: vec![OnceCell::new(); lookahead.positions.len()] }
    }

    /// Explores all nonzero weights; `None` if stopped.
    pub(super) fn explore(&self, stop: &Stop) -> Option<Explored<N>> {
        let mut explored = Explored { cones: 0, perfect: Vec::new() };
        let mut open: Vec<Games<N>> = Cone::orthants().map(|cone| Games::new(cone, self.lookahead)).collect();
        while let Some(mut games) = open.pop() {
            if stop.is_raised() {
                return None;
            }
            match self.play(&mut games) {
                Ok(perfect) => {
                    explored.cones += 1;
                    explored.perfect.extend(perfect.then_some(games.cone));
                }
                Err(undecided) => {
                    let Parts { above, within, below } = games.cone.split(undecided);
                    // Weights on the hyperplane itself have more ties. If every tied move must be
                    // good, they need no exploration: the best moves of the weights next to them
                    // are a subset of theirs. If the first tied move is played, that does not hold.
                    if self.lookahead.ties == Ties::First {
                        open.push(Games { cone: within, ..games.clone() });
                    }
                    open.push(Games { cone: above, ..games.clone() });
                    open.push(Games { cone: below, ..games });
                }
            }
        }
        Some(explored)
    }

    /// Whether the program plays perfectly with these weights.
    pub(super) fn is_perfect(&self, weights: Vector<N>) -> bool {
        let mut games = Games::new(Cone::ray(weights), self.lookahead);
        // On a single ray, every comparison is decided.
        self.play(&mut games).is_ok_and(|perfect| perfect)
    }

    /// Plays until the program makes a mistake (false), has no positions left to search (true), or
    /// would play differently with different weights of the cone.
    fn play(&self, games: &mut Games<N>) -> Result<bool, Undecided<N>> {
        while let Some(&position) = games.open.last() {
            let best = self.best_choices(position, &games.cone)?;
            if best.iter().any(|choice| !choice.keeps_value) {
                return Ok(false);
            }
            games.open.pop();
            for choice in best {
                games.add(&choice.next);
            }
        }
        Ok(true)
    }

    /// The best choices, or only the first of them, depending on [`Ties`].
    fn best_choices(&self, position: usize, cone: &Cone<N>) -> Result<Vec<&Choice<Vector<N>>>, Undecided<N>> {
        let mut best: Vec<&Choice<Vector<N>>> = Vec::new();
        let mut best_value = None;
        for choice in self.choices(position) {
            let value = value(&choice.tree, false, cone)?;
            match best_value.map_or(Ok(Ordering::Greater), |best| cone.compare(value, best))? {
                Ordering::Greater => {
                    best_value = Some(value);
                    best.clear();
                    best.push(choice);
                }
                Ordering::Equal if self.lookahead.ties == Ties::All => best.push(choice),
                _ => {}
            }
        }
        Ok(best)
    }

    fn choices(&self, position: usize) -> &[Choice<Vector<N>>] {
        let counts = |leaf: &Leaf| self.features.map(|feature| i64::from(leaf[feature.index()]));
        self.choices[position]
            .get_or_init(|| self.lookahead.positions[position].iter().map(|choice| choice.map(&counts)).collect())
    }
}

/// The counts at the leaf that minimax backs up, if it is the same for all weights of the cone.
fn value<'t, const N: usize>(
    tree: &'t Tree<Vector<N>>,
    maximize: bool,
    cone: &Cone<N>,
) -> Result<&'t Vector<N>, Undecided<N>> {
    match tree {
        Tree::Leaf(features) => Ok(features),
        Tree::Node(subtrees) => {
            let better = if maximize { Ordering::Greater } else { Ordering::Less };
            let values = subtrees.iter().map(|tree| value(tree, !maximize, cone));
            let best = values.reduce(|best, value| {
                let (best, value) = (best?, value?);
                Ok(if cone.compare(value, best)? == better { value } else { best })
            });
            best.expect("a node has subtrees")
        }
    }
}
