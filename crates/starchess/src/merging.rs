//! The prediction tree with equal positions merged: the same turn and the same scores as the plain tree, with less work.
//!
//! - Most masks lead to the same turn: without a request that made no difference the turn is the same, so it need not be
//!   made again to know where it leads.
//! - Turns that are different often lead to equal positions. A position is looked into once, and its scores are kept for
//!   when it turns up again on the same level. (On another level it cannot: the turn and the player are part of it.)
//! - In large trees the positions after the first turn are shared out between two threads, always in the same way, so
//!   that the counts are always the same too.

use std::hash::BuildHasher;
use std::time::Instant;

use gametree::{Limits, Score, Stop};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::experiments::ShortTermGains;
use crate::galaxy::Galaxy;
use crate::mask_game::MaskGame;
use crate::player::PLAYERS;
use crate::published::Prediction;
use crate::seat::{Places, each};
use crate::sector::{SECTORS, Sectors};
use crate::survey::Survey;

/// A tree with so many levels on which somebody chooses is large: it takes longer than to start a thread.
const CHOICES_OF_A_LARGE_TREE: u32 = 4;

/// A thread remembers no more positions than this, all levels together: about 100 MB.
const MOST_REMEMBERED: usize = 1 << 18;

/// How many turns are made between two looks at the clock and the stop flag.
const TURNS_PER_LOOK: u64 = 256;

type Scores = [Score; PLAYERS];

/// The scores of a position that was not looked into: nobody chooses it.
const INHIBITED: Scores = [Score::MIN; PLAYERS];

/// The prediction of the player to move; none if the limits were reached before it was finished, or if the game is over.
pub(crate) fn predict(
    galaxy: &Galaxy,
    game: &MaskGame,
    turns: u32,
    threads: usize,
    limits: &Limits,
) -> Option<Prediction> {
    let Explored { branch, scores, generated, evaluated } = explore(galaxy, game, threads, limits)?;
    let (mask, scores) = branch.best(&scores, galaxy.to_move().index());
    let commands = Survey::with(galaxy, game.experiments()).commands(galaxy, mask);
    Some(Prediction { turns, mask, commands, scores, generated, evaluated })
}

/// All masks of the player to move, each with the scores that the tree returns for it, or none where short-term gains kept
/// it from looking further.
pub(crate) fn scores_by_mask(galaxy: &Galaxy, game: &MaskGame) -> Vec<(Sectors, Option<Scores>)> {
    let Some(Explored { branch, scores, .. }) = explore(galaxy, game, 1, &Limits::default()) else { return Vec::new() };
    let of = |child: usize| (scores[child] != INHIBITED).then_some(scores[child]);
    branch.masks.iter().map(|&(mask, child)| (mask, of(child))).collect()
}

/// The masks that all players are expected to play, from this position to a leaf of the tree.
pub(crate) fn expected_masks(galaxy: &Galaxy, game: &MaskGame) -> Vec<Sectors> {
    let (limits, failed) = (Limits::default(), Stop::new());
    let mut merger = Merger::new(game, &limits, &failed);
    let mut masks = Vec::new();
    let mut node = Node { galaxy: *galaxy, level: 0, is_over: galaxy.is_over() };
    while !node.is_over && node.level < game.levels() {
        // Nothing is limited, so there is always a next.
        let Some((mask, next)) = merger.expected(&node) else { break };
        masks.push(mask);
        node = next;
    }
    masks
}

/// A tree that was searched.
struct Explored {
    branch: Branch,
    /// What it returns for each position after the first turn.
    scores: Vec<Scores>,
    generated: u64,
    evaluated: u64,
}

fn explore(galaxy: &Galaxy, game: &MaskGame, threads: usize, limits: &Limits) -> Option<Explored> {
    if galaxy.is_over() {
        return None;
    }
    // A budget of turns is one thread's: two would not know of each other what they have spent.
    // Nor may what one finds keep the other from looking.
    let is_for_one = limits.nodes.is_some()
        || game.experiments().short_term_gains.is_some()
        || game.choices() < CHOICES_OF_A_LARGE_TREE;
    let threads = if is_for_one { 1 } else { threads };
    let failed = &Stop::new();
    let mut merger = Merger::new(game, limits, failed);
    let branch = merger.branch(galaxy, 0)?;
    let children = &branch.children;
    let player = galaxy.to_move().index();
    // Every second position is the other thread's.
    let share = move |merger: &mut Merger, thread: usize| -> Option<Vec<Scores>> {
        let own: Vec<Node> = children.iter().skip(thread).step_by(threads).copied().collect();
        merger.scores_of(&own, player)
    };
    let (own, helped) = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|thread| {
                let help = move || {
                    let mut helper = Merger::new(game, limits, failed);
                    (share(&mut helper, thread), helper.generated, helper.evaluated)
                };
                // Where no thread can be had, this one does the work.
                std::thread::Builder::new().spawn_scoped(scope, help).map_err(|_| help)
            })
            .collect();
        let own = share(&mut merger, 0);
        let helped: Vec<_> = helpers
            .into_iter()
            .map(|helper| match helper {
                Ok(helper) => helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(help) => help(),
            })
            .collect();
        (own, helped)
    });
    let (mut generated, mut evaluated) = (merger.generated, merger.evaluated);
    let mut shares = vec![own?];
    for (share, more_generated, more_evaluated) in helped {
        shares.push(share?);
        generated += more_generated;
        evaluated += more_evaluated;
    }
    let mut scores = vec![INHIBITED; branch.children.len()];
    for (thread, share) in shares.into_iter().enumerate() {
        for (slot, found) in scores.iter_mut().skip(thread).step_by(threads).zip(share) {
            *slot = found;
        }
    }
    Some(Explored { branch, scores, generated, evaluated })
}

/// A position in the tree.
#[derive(Clone, Copy)]
struct Node {
    galaxy: Galaxy,
    /// How many levels lie above it.
    level: u32,
    is_over: bool,
}

/// Where the masks of a position lead.
struct Branch {
    /// The different positions, in the order of the first masks that lead to them.
    children: Vec<Node>,
    /// The masks in order, each with its position.
    masks: Vec<(Sectors, usize)>,
}

impl Branch {
    /// The first mask that leads to the best scores for a player, and these.
    fn best(&self, scores: &[Scores], player: usize) -> (Sectors, Scores) {
        let (mut mask, child) = self.masks[0];
        let mut best = scores[child];
        for &(other, child) in &self.masks {
            if scores[child][player] > best[player] {
                (mask, best) = (other, scores[child]);
            }
        }
        (mask, best)
    }
}

/// One thread's share of the tree.
struct Merger<'a> {
    game: &'a MaskGame,
    limits: &'a Limits,
    started: Instant,
    /// Raised when one of the threads has reached a limit.
    failed: &'a Stop,
    /// The scores of positions that were looked into, by level.
    known: Vec<FxHashMap<Galaxy, Scores>>,
    /// How many they are.
    remembered: usize,
    generated: u64,
    evaluated: u64,
}

impl<'a> Merger<'a> {
    fn new(game: &'a MaskGame, limits: &'a Limits, failed: &'a Stop) -> Self {
        let known = (0..=game.levels()).map(|_| FxHashMap::default()).collect();
        Self { game, limits, started: Instant::now(), failed, known, remembered: 0, generated: 0, evaluated: 0 }
    }

    /// Counts a turn, or says `None` if there may be no more.
    fn count_turn(&mut self) -> Option<()> {
        if self.limits.nodes.is_some_and(|nodes| self.generated >= nodes) {
            return None;
        }
        if self.generated.is_multiple_of(TURNS_PER_LOOK) {
            let is_late = self.limits.time.is_some_and(|time| self.started.elapsed() >= time);
            if is_late || self.limits.stop.as_ref().is_some_and(Stop::is_raised) {
                self.failed.raise();
            }
            if self.failed.is_raised() {
                return None;
            }
        }
        self.generated += 1;
        Some(())
    }

    /// Plays a turn, and says which requests made a difference.
    fn turn(&mut self, survey: &Survey, from: &Galaxy, level: u32, mask: Sectors) -> Option<(Node, Places)> {
        self.count_turn()?;
        let mut galaxy = *from;
        let served = survey.play_turn(from, mask, &mut galaxy);
        let (level, is_over) = self.game.level_after(level, from, &galaxy);
        Some((Node { galaxy, level, is_over }, served))
    }

    /// Where all masks of a position lead.
    fn branch(&mut self, galaxy: &Galaxy, level: u32) -> Option<Branch> {
        let survey = Survey::with(galaxy, self.game.experiments());
        let seat = survey.seat();
        let full = survey.full_mask();
        let places = survey.maskable();
        let without = |mask: Sectors, place: usize| mask & !seat.sector(place).alone();
        let mut children = Children::default();
        let (node, served) = self.turn(&survey, galaxy, level, full)?;
        let unmasked = (children.add(node), served);
        // The mask without one sector: where it leads and which of its requests make a difference.
        let mut without_one = [unmasked; SECTORS];
        for place in each(places & served) {
            let (node, served) = self.turn(&survey, galaxy, level, without(full, place))?;
            without_one[place & 15] = (children.add(node), served);
        }
        let mut masks = vec![(full, unmasked.0)];
        for first in each(places) {
            let one_less = without(full, first);
            let (child, served) = without_one[first & 15];
            masks.push((one_less, child));
            for second in each(places & Places::MAX << first & !(1 << first)) {
                let (other_child, other_served) = without_one[second & 15];
                let child = if served >> second & 1 == 0 {
                    child
                } else if other_served >> first & 1 == 0 {
                    other_child
                } else {
                    children.add(self.turn(&survey, galaxy, level, without(one_less, second))?.0)
                };
                masks.push((without(one_less, second), child));
            }
        }
        Some(in_order(children.nodes, masks))
    }

    /// The mask that is expected in a position, and where it leads.
    fn expected(&mut self, node: &Node) -> Option<(Sectors, Node)> {
        let Node { galaxy, level, .. } = node;
        let survey = Survey::with(galaxy, self.game.experiments());
        let mask = if self.game.is_choice(galaxy) {
            let branch = self.branch(galaxy, *level)?;
            let player = galaxy.to_move().index();
            let scores = self.scores_of(&branch.children, player)?;
            branch.best(&scores, player).0
        } else {
            survey.full_mask()
        };
        Some((mask, self.turn(&survey, galaxy, *level, mask)?.0))
    }

    /// The scores that the tree below each of these positions returns, among which `player` has to choose.
    fn scores_of(&mut self, children: &[Node], player: usize) -> Option<Vec<Scores>> {
        let Some(gains) = self.game.experiments().short_term_gains else {
            return children.iter().map(|child| self.scores(child)).collect();
        };
        let mut best = Score::MIN;
        let mut all = Vec::with_capacity(children.len());
        for child in children {
            let at_once = self.game.scores(&child.galaxy)[player];
            let is_inhibited = match gains {
                ShortTermGains::Worse => at_once < best,
                ShortTermGains::NoBetter => at_once <= best,
            };
            let scores = if is_inhibited { INHIBITED } else { self.scores(child)? };
            best = best.max(scores[player]);
            all.push(scores);
        }
        Some(all)
    }

    /// The scores that the tree below a position returns.
    fn scores(&mut self, node: &Node) -> Option<Scores> {
        let Node { galaxy, level, is_over } = node;
        if *is_over || *level >= self.game.levels() {
            self.evaluated += 1;
            return Some(self.game.scores(galaxy));
        }
        if let Some(scores) = self.known[*level as usize].get(galaxy) {
            return Some(*scores);
        }
        let scores = if self.game.is_choice(galaxy) {
            let branch = self.branch(galaxy, *level)?;
            let player = galaxy.to_move().index();
            let scores = self.scores_of(&branch.children, player)?;
            branch.best(&scores, player).1
        } else {
            let survey = Survey::with(galaxy, self.game.experiments());
            let (next, _) = self.turn(&survey, galaxy, *level, survey.full_mask())?;
            self.scores(&next)?
        };
        if self.remembered < MOST_REMEMBERED {
            self.remembered += 1;
            self.known[*level as usize].insert(*galaxy, scores);
        }
        Some(scores)
    }
}

/// Puts positions into the order in which the masks first lead to them: what short-term gains keep from being looked into
/// depends on what was looked into before.
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
    /// The place of a position among the others, to which it is added if it is not there yet.
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
