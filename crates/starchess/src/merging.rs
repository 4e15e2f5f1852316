//! The prediction tree with equal positions merged: it finds the same turn and the same scores as
//! the plain tree, with less work.
//!
//! - Most masks lead to the same turn: a request that made no difference can be masked out without
//!   changing the turn, so that turn need not be made again.
//! - Different turns often lead to equal positions. Each position is searched once, and its result is
//!   kept for when it occurs again on the same level. (It cannot occur on another level: the round
//!   and the player to move are part of it.)
//! - In large trees the positions after the first turn are shared out between threads, always in the
//!   same way, so that the counts are always the same too.

use std::hash::BuildHasher;

use gametree::{Counts, Meter, Score, Stop};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::experiments::ShortTermGains;
use crate::galaxy::Galaxy;
use crate::mask_game::MaskGame;
use crate::player::PLAYERS;
use crate::policy::{Policy, PublishedTurn};
use crate::published::TriedMask;
use crate::seat::{Place, PlaceSet};
use crate::sector::{SECTORS, Sectors};
use crate::survey::Survey;

/// A tree with at least this many levels of choice takes longer than it takes to start a thread.
const CHOICES_OF_A_LARGE_TREE: u32 = 4;

/// How many positions a thread should remember, on all levels together: about 100 MB.
pub(crate) const MEMORY: usize = 1 << 18;

type Scores = [Score; PLAYERS];

/// The scores of a position that was not searched. It is never chosen.
const INHIBITED: Scores = [Score::MIN; PLAYERS];

/// What the search of a tree found.
pub(crate) struct Found {
    /// All masks of the player to move, in order.
    pub(crate) masks: Vec<TriedMask>,
    /// The masks chosen on the way to the expected scores, beginning with that of the player to
    /// move.
    pub(crate) line: Vec<Sectors>,
    /// The expected scores.
    pub(crate) scores: Scores,
}

/// Searches the tree of `game`, which begins in `galaxy`, with `evaluate` for the scores of its
/// leaves, on at most `threads` threads that remember at most `memory` positions each. `None` if the
/// meter ended the search. Never called on a finished game.
pub(crate) fn search(
    galaxy: &Galaxy,
    game: &MaskGame,
    evaluate: &(impl Fn(&Galaxy) -> Scores + Sync),
    threads: usize,
    memory: usize,
    meter: &mut Meter,
) -> Option<Found> {
    let (ended, before) = (Stop::new(), meter.counts());
    let mut merger = Merger::new(game, evaluate, memory, meter.clone().in_group(&ended));
    let branch = merger.branch(galaxy, 0)?;
    // A limit of nodes is for one thread: several would not know how many the others have spent.
    // And with short-term gains the result of one position decides whether the next is searched at
    // all.
    let is_for_one = meter.limits().nodes.is_some()
        || game.experiments().short_term_gains.is_some()
        || game.choices() < CHOICES_OF_A_LARGE_TREE;
    let threads = if is_for_one { 1 } else { threads.clamp(1, branch.children.len()) };
    let (children, player) = (&branch.children, galaxy.to_move().index());
    // Each thread takes every n-th position.
    let search_share = |mut merger: Merger<'_, _>, thread: usize| {
        let own: Vec<Node> = children.iter().skip(thread).step_by(threads).copied().collect();
        Share { values: merger.search_all(&own, player), lines: merger.lines, counts: merger.meter.counts() }
    };
    let fresh = merger.meter.fork();
    let shares: Vec<Share> = std::thread::scope(|scope| {
        let (search_share, fresh) = (&search_share, &fresh);
        let helpers: Vec<_> = (1..threads)
            .map(|thread| {
                let help = move || search_share(Merger::new(game, evaluate, memory, fresh.fork()), thread);
                // If no thread can be started, this one does the work.
                std::thread::Builder::new().spawn_scoped(scope, help).map_err(|_| help)
            })
            .collect();
        let own = search_share(merger, 0);
        let others = helpers.into_iter().map(|helper| match helper {
            Ok(helper) => helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(help) => help(),
        });
        std::iter::once(own).chain(others).collect()
    });
    for (thread, Share { counts, .. }) in shares.iter().enumerate() {
        // The first thread began with what the meter had counted already.
        let known = if thread == 0 { before } else { Counts::default() };
        let mut own = Counts::nodes(counts.nodes - known.nodes);
        own.evaluations = counts.evaluations - known.evaluations;
        meter.absorb(own);
    }
    let mut values = vec![Value { scores: INHIBITED, line: Line::END }; children.len()];
    for (thread, share) in shares.iter().enumerate() {
        for (slot, value) in values.iter_mut().skip(thread).step_by(threads).zip(share.values.as_ref()?) {
            *slot = *value;
        }
    }
    let (mask, child) = branch.best(&values, player);
    let Value { scores, line } = values[child];
    let score = |child: usize| (values[child].scores != INHIBITED).then(|| values[child].scores[player]);
    Some(Found {
        masks: branch.masks.iter().map(|&(mask, child)| TriedMask { mask, score: score(child) }).collect(),
        line: std::iter::once(mask).chain(shares[child % threads].lines.masks(line)).collect(),
        scores,
    })
}

/// What one thread found for its share of the positions after the first turn.
struct Share {
    /// `None` if the search was ended.
    values: Option<Vec<Value>>,
    lines: Lines,
    counts: Counts,
}

/// A position in the tree.
#[derive(Clone, Copy)]
struct Node {
    galaxy: Galaxy,
    /// The number of levels above it.
    level: u32,
    is_over: bool,
}

/// The result of searching a position.
#[derive(Clone, Copy)]
struct Value {
    scores: Scores,
    /// The choices that lead to these scores.
    line: Line,
}

/// The successors of a position.
struct Branch {
    /// The different positions, in the order of the first masks that lead to them.
    children: Vec<Node>,
    /// The masks in order, each with the number of its position.
    masks: Vec<(Sectors, usize)>,
}

impl Branch {
    /// The first mask that is best for a player, and the number of its position.
    fn best(&self, values: &[Value], player: usize) -> (Sectors, usize) {
        let mut best = self.masks[0];
        for &(mask, child) in &self.masks {
            if values[child].scores[player] > values[best.1].scores[player] {
                best = (mask, child);
            }
        }
        best
    }
}

/// One thread's share of the tree.
struct Merger<'a, E> {
    game: &'a MaskGame,
    evaluate: &'a E,
    meter: Meter<'a>,
    /// The results of the positions searched so far, by level.
    known: Vec<FxHashMap<Galaxy, Value>>,
    /// The number of these results, and the largest number to keep.
    remembered: usize,
    memory: usize,
    lines: Lines,
}

impl<'a, E: Fn(&Galaxy) -> Scores> Merger<'a, E> {
    fn new(game: &'a MaskGame, evaluate: &'a E, memory: usize, meter: Meter<'a>) -> Self {
        let known = (0..=game.levels()).map(|_| FxHashMap::default()).collect();
        Self { game, evaluate, meter, known, remembered: 0, memory, lines: Lines::default() }
    }

    /// Plays a turn. The places of the requests that made a difference are returned too.
    fn turn(&mut self, survey: &Survey, from: &Galaxy, level: u32, mask: Sectors) -> Option<(Node, PlaceSet)> {
        self.meter.enter()?;
        let mut galaxy = *from;
        let served = survey.play_turn(from, mask, &mut galaxy, |_| ());
        let (level, is_over) = self.game.level_after(level, from, &galaxy);
        Some((Node { galaxy, level, is_over }, served))
    }

    /// The successors of a position by all masks.
    fn branch(&mut self, galaxy: &Galaxy, level: u32) -> Option<Branch> {
        let survey = Survey::with(galaxy, self.game.experiments());
        let seat = survey.seat();
        let full = survey.full_mask();
        let places = survey.maskable();
        let without = |mask: Sectors, place: Place| mask & !seat.sector(place).alone();
        let mut children = Children::default();
        let (node, served) = self.turn(&survey, galaxy, level, full)?;
        let unmasked = (children.add(node), served);
        // The mask without one sector: its position, and which of its requests make a difference.
        let mut without_one = [unmasked; SECTORS];
        for place in (places & served).each() {
            let (node, served) = self.turn(&survey, galaxy, level, without(full, place))?;
            without_one[place.number()] = (children.add(node), served);
        }
        let mut masks = vec![(full, unmasked.0)];
        for first in places.each() {
            let one_less = without(full, first);
            let (child, served) = without_one[first.number()];
            masks.push((one_less, child));
            for second in places.after(first).each() {
                let (other_child, other_served) = without_one[second.number()];
                let child = if !served.has(second) {
                    child
                } else if !other_served.has(first) {
                    other_child
                } else {
                    children.add(self.turn(&survey, galaxy, level, without(one_less, second))?.0)
                };
                masks.push((without(one_less, second), child));
            }
        }
        Some(in_order(children.nodes, masks))
    }

    /// Searches each of these positions, among which `player` has to choose.
    fn search_all(&mut self, children: &[Node], player: usize) -> Option<Vec<Value>> {
        let Some(gains) = self.game.experiments().short_term_gains else {
            return children.iter().map(|child| self.search(child)).collect();
        };
        let mut best = Score::MIN;
        let mut all = Vec::with_capacity(children.len());
        for child in children {
            let at_once = (self.evaluate)(&child.galaxy)[player];
            let is_inhibited = match gains {
                ShortTermGains::Worse => at_once < best,
                ShortTermGains::NoBetter => at_once <= best,
            };
            let value = if is_inhibited { Value { scores: INHIBITED, line: Line::END } } else { self.search(child)? };
            best = best.max(value.scores[player]);
            all.push(value);
        }
        Some(all)
    }

    /// Searches a position.
    fn search(&mut self, node: &Node) -> Option<Value> {
        let Node { galaxy, level, is_over } = node;
        if *is_over || *level >= self.game.levels() {
            self.meter.count_evaluation();
            return Some(Value { scores: (self.evaluate)(galaxy), line: Line::END });
        }
        if let Some(value) = self.known[*level as usize].get(galaxy) {
            return Some(*value);
        }
        let (is_full, links) = (self.remembered >= self.memory, self.lines.len());
        let value = if self.game.is_choice(galaxy) {
            let branch = self.branch(galaxy, *level)?;
            let player = galaxy.to_move().index();
            let values = self.search_all(&branch.children, player)?;
            let (mask, child) = branch.best(&values, player);
            let Value { scores, mut line } = values[child];
            if is_full {
                // No result that is kept refers to the lines that were added since.
                line = self.lines.keep_only(line, links);
            }
            Value { scores, line: self.lines.add(mask, line) }
        } else {
            self.meter.enter()?;
            let mut next = *galaxy;
            let mut policy = PublishedTurn { mask: Sectors::ALL, experiments: self.game.experiments() };
            policy.play(galaxy, &mut next, |_| ());
            let (level, is_over) = self.game.level_after(*level, galaxy, &next);
            self.search(&Node { galaxy: next, level, is_over })?
        };
        if self.remembered < self.memory {
            self.remembered += 1;
            self.known[*level as usize].insert(*galaxy, value);
        }
        Some(value)
    }
}

/// A sequence of choices, by the number of its first link.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Line(u32);

impl Line {
    /// No more choices.
    const END: Self = Self(u32::MAX);
}

/// All lines that may still be needed. They share their ends: a line is a chain of links, each
/// newer than the next.
#[derive(Default)]
struct Lines {
    links: Vec<(Sectors, Line)>,
    /// The masks of a line that is moved.
    moved: Vec<Sectors>,
}

impl Lines {
    fn len(&self) -> usize {
        self.links.len()
    }

    /// Adds the line that begins with `mask` and goes on with `rest`.
    fn add(&mut self, mask: Sectors, rest: Line) -> Line {
        self.links.push((mask, rest));
        // There are hardly more links than positions remembered.
        Line(self.links.len() as u32 - 1)
    }

    /// The masks of a line.
    fn masks(&self, mut line: Line) -> impl Iterator<Item = Sectors> {
        std::iter::from_fn(move || {
            let &(mask, rest) = self.links.get(line.0 as usize)?;
            line = rest;
            Some(mask)
        })
    }

    /// Drops all links but the oldest `links` and those of one line, which is returned as it is
    /// now.
    fn keep_only(&mut self, mut line: Line, links: usize) -> Line {
        self.moved.clear();
        while line != Line::END && line.0 as usize >= links {
            let (mask, rest) = self.links[line.0 as usize];
            self.moved.push(mask);
            line = rest;
        }
        self.links.truncate(links);
        while let Some(mask) = self.moved.pop() {
            line = self.add(mask, line);
        }
        line
    }
}

/// Puts positions into the order in which the masks first lead to them. With short-term gains,
/// whether a position is searched depends on those before it.
fn in_order(children: Vec<Node>, mut masks: Vec<(Sectors, usize)>) -> Branch {
    let mut places = vec![usize::MAX; children.len()];
    let mut ordered = Vec::with_capacity(children.len());
    for (_, child) in &mut masks {
        if places[*child] == usize::MAX {
            places[*child] = ordered.len();
            ordered.push(children[*child]);
        }
        *child = places[*child];
    }
    Branch { children: ordered, masks }
}

/// Different positions, in the order in which they were found.
#[derive(Default)]
struct Children {
    nodes: Vec<Node>,
    hashes: Vec<u64>,
}

impl Children {
    /// The number of a position among the others. It is added if it is new.
    fn add(&mut self, node: Node) -> usize {
        let hash = FxBuildHasher.hash_one(node.galaxy);
        let same = |&i: &usize| self.hashes[i] == hash && self.nodes[i].galaxy == node.galaxy;
        (0..self.nodes.len()).find(same).unwrap_or_else(|| {
            self.nodes.push(node);
            self.hashes.push(hash);
            self.nodes.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use gametree::Limits;

    use super::*;

    /// Once no more positions are remembered, the lines that cannot be needed any more are dropped.
    #[test]
    fn the_result_does_not_depend_on_the_memory() {
        for line in include_str!("../tests/data/midgame.txt").lines().step_by(8) {
            let galaxy: Galaxy = line.parse().unwrap();
            let game = MaskGame::new(&galaxy, 4, false);
            let search = |memory| {
                let limits = Limits::default();
                let mut meter = Meter::new(&limits);
                let found = search(&galaxy, &game, &|galaxy: &Galaxy| galaxy.scores(), 1, memory, &mut meter);
                let Found { masks, line, scores } = found.unwrap();
                (masks, line, scores, meter.counts().nodes)
            };
            let (masks, line, scores, nodes) = search(MEMORY);
            for memory in [300, 1_000] {
                let limited = search(memory);
                assert_eq!((&limited.0, &limited.1, limited.2), (&masks, &line, scores), "{memory} in {galaxy}");
                assert!(limited.3 >= nodes);
            }
        }
    }

    #[test]
    fn a_line_that_is_kept_is_the_same_line() {
        let mask = Sectors::from_bits;
        let mut lines = Lines::default();
        let old = lines.add(mask(1), Line::END);
        let (kept, links) = (lines.add(mask(2), old), lines.len());
        let other = lines.add(mask(3), kept);
        let wanted = lines.add(mask(4), kept);
        lines.add(mask(5), other);
        let wanted = lines.add(mask(6), wanted);
        let wanted = lines.keep_only(wanted, links);
        assert_eq!(lines.masks(wanted).collect::<Vec<_>>(), [6, 4, 2, 1].map(mask));
        assert_eq!(lines.masks(kept).collect::<Vec<_>>(), [2, 1].map(mask));
        assert_eq!(lines.len(), links + 2);
        // A line that is old itself, or empty, stays as it is.
        assert!(lines.keep_only(old, links) == old && lines.keep_only(Line::END, links) == Line::END);
        assert_eq!(lines.len(), links);
    }
}
