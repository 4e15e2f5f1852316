//! Playing with all weights at once.
//!
//! The program is run on a whole cone of weights. As long as a comparison comes out the same with all of them, it goes
//! on like with any; where it does not, the cone is cut and both halves go on. In the end every cone has either made a
//! mistake, with all of its weights alike, or played all its games without one.

use std::cell::OnceCell;
use std::cmp::Ordering;

use gametree::Stop;

use super::Ties;
use super::cone::{Cone, Parts, Undecided, Vector};
use super::lookahead::{Choice, Leaf, Lookahead, Tree};
use crate::features::Feature;

/// The program with N features, its weights still open.
pub(super) struct Explorer<'a, const N: usize> {
    lookahead: &'a Lookahead,
    features: [Feature; N],
    /// The choices in each position with only these features, as far as they were needed.
    choices: Vec<OnceCell<Vec<Choice<Vector<N>>>>>,
}

/// What became of all weights of N features.
pub(super) struct Explored<const N: usize> {
    /// How many cones there were in the end.
    pub(super) cones: u64,
    /// Those that play perfectly.
    pub(super) perfect: Vec<Cone<N>>,
}

/// How far the program has come with the weights of a cone.
#[derive(Clone)]
struct Games<const N: usize> {
    cone: Cone<N>,
    /// Positions that arise in its games and were not looked at yet.
    open: Vec<usize>,
    /// All positions that arise in its games, one bit for each.
    seen: Vec<u64>,
}

impl<const N: usize> Games<N> {
    fn new(cone: Cone<N>, lookahead: &Lookahead) -> Self {
        let seen = vec![0; lookahead.positions.len().div_ceil(64)];
        let mut games = Self { cone, open: Vec::new(), seen };
        games.reach(&lookahead.first);
        games
    }

    fn reach(&mut self, positions: &[usize]) {
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

    /// Tries all weights that are not zero; `None` if it was stopped.
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
                    let Parts { above, within, below } = games.cone.cut(undecided);
                    // Weights on the cut itself have more ties. If all of them must be good, weights beside it do as
                    // well: their best moves are among those. If the order of the moves decides, they may not.
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
        // With a single ray, every comparison is decided.
        self.play(&mut games).is_ok_and(|perfect| perfect)
    }

    /// Plays on until the program makes a mistake (false), has no more positions to look at (true), or would play
    /// differently with different weights of the cone.
    fn play(&self, games: &mut Games<N>) -> Result<bool, Undecided<N>> {
        while let Some(&position) = games.open.last() {
            let best = self.best_choices(position, &games.cone)?;
            if best.iter().any(|choice| !choice.keeps) {
                return Ok(false);
            }
            games.open.pop();
            for choice in best {
                games.reach(&choice.next);
            }
        }
        Ok(true)
    }

    /// The choices that tie for best, or the first of them.
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

/// The features at the leaf that minimax backs up, if it is the same with all weights of the cone.
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
