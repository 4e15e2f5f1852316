//! The published player as a model: exactly its turn, without allocating, and remembered.

use std::hash::BuildHasher;

use gametree::Score;
use rustc_hash::FxBuildHasher;

use crate::galaxy::Galaxy;
use crate::mask::MAX_MASKS;
use crate::player::Player;
use crate::policy::{Policy, PublishedTurn};
use crate::seat::Place;
use crate::sector::{SECTORS, Sectors};
use crate::survey::Survey;

/// The number of turns and of values that are remembered, powers of two.
const TURNS: usize = 1 << 11;
const VALUES: usize = 1 << 13;

/// The turns of `published:2`. They depend on nothing but the position, so those that were found are
/// kept for as long as there is room.
pub(crate) struct PublishedModel {
    /// The position after the turn, by the hash of the position before it.
    turns: Vec<(u64, Galaxy, Sectors)>,
    /// The best score that a player can expect after one round, by the hash of the position.
    values: Vec<(u64, Score)>,
    /// The different positions after the first and the second turn.
    first: Children,
    second: Children,
    /// Turns played so far.
    generated: u64,
}

impl PublishedModel {
    pub(crate) fn new() -> Self {
        Self {
            turns: vec![(0, Galaxy::VOID, Sectors::ALL); TURNS],
            values: vec![(0, 0); VALUES],
            first: Children::new(),
            second: Children::new(),
            generated: 0,
        }
    }

    /// The number of turns played so far, those of its predictions included.
    pub(crate) fn generated(&self) -> u64 {
        self.generated
    }

    /// Plays the turn of the player to move. Returns its mask: all sectors but those that it left out.
    pub(crate) fn play(&mut self, from: &Galaxy, to: &mut Galaxy) -> Sectors {
        let key = FxBuildHasher.hash_one(from) | 1;
        let slot = (key >> 32) as usize % TURNS;
        if self.turns[slot].0 == key {
            *to = self.turns[slot].1;
            return self.turns[slot].2;
        }
        let player = from.to_move();
        let mut first = std::mem::replace(&mut self.first, Children(Vec::new()));
        self.generated += first.branch(from);
        let mut best: Option<(Score, u32)> = None;
        let mut mask = Sectors::ALL;
        for child in &first.0 {
            let value = match self.others(&child.galaxy, player) {
                Some(next) => self.value(&next),
                None => child.galaxy.scores()[player.index()],
            };
            // Among equals, that of the first mask.
            if best.is_none_or(|(score, order)| (value, order) > (score, child.order)) {
                best = Some((value, child.order));
                *to = child.galaxy;
                mask = child.mask;
            }
        }
        self.first = first;
        self.turns[slot] = (key, *to, mask);
        mask
    }

    /// The others play their full masks, until it is the player's turn again. `None` if that does not
    /// happen.
    fn others(&mut self, galaxy: &Galaxy, player: Player) -> Option<Galaxy> {
        let (mut here, mut next) = (*galaxy, *galaxy);
        while here.to_move() != player {
            PublishedTurn::default().play(&here, &mut next, |_| ());
            self.generated += 1;
            std::mem::swap(&mut here, &mut next);
            if here.is_over() || here.is_defeated(player) {
                return None;
            }
        }
        (!here.is_over()).then_some(here)
    }

    /// The best score that the player to move can expect after one round.
    fn value(&mut self, galaxy: &Galaxy) -> Score {
        let key = FxBuildHasher.hash_one(galaxy) | 1;
        let slot = (key >> 32) as usize % VALUES;
        if self.values[slot].0 == key {
            return self.values[slot].1;
        }
        let player = galaxy.to_move();
        let mut second = std::mem::replace(&mut self.second, Children(Vec::new()));
        self.generated += second.branch(galaxy);
        let mut best = Score::MIN;
        for child in &second.0 {
            let leaf = self.others(&child.galaxy, player).unwrap_or(child.galaxy);
            best = best.max(leaf.scores()[player.index()]);
        }
        self.second = second;
        self.values[slot] = (key, best);
        best
    }
}

/// The different positions after a turn.
struct Children(Vec<Child>);

struct Child {
    hash: u64,
    galaxy: Galaxy,
    /// The number of the first mask that leads here.
    order: u32,
    /// That mask, with the sectors out of reach.
    mask: Sectors,
}

impl Children {
    fn new() -> Self {
        Self(Vec::with_capacity(MAX_MASKS))
    }

    /// Finds the different positions that the masks of a position lead to. Returns the number of
    /// turns played.
    fn branch(&mut self, galaxy: &Galaxy) -> u64 {
        self.0.clear();
        let survey = Survey::new(galaxy);
        let seat = survey.seat();
        let full = survey.full_mask();
        let places = survey.maskable();
        let without = |mask: Sectors, place: Place| mask & !seat.sector(place).alone();
        let mut generated = 1;
        let mut next = *galaxy;
        let served = survey.play_turn(galaxy, full, &mut next, |_| ());
        let unmasked = (self.add(&next), served);
        let mut without_one = [unmasked; SECTORS];
        for place in (places & served).each() {
            generated += 1;
            let served = survey.play_turn(galaxy, without(full, place), &mut next, |_| ());
            without_one[place.number()] = (self.add(&next), served);
        }
        self.number(unmasked.0, 0, Sectors::ALL);
        let mut order = 0;
        for first in places.each() {
            let one_less = without(full, first);
            let (child, served) = without_one[first.number()];
            order += 1;
            self.number(child, order, without(Sectors::ALL, first));
            for second in places.after(first).each() {
                let (other_child, other_served) = without_one[second.number()];
                order += 1;
                let child = if !served.has(second) {
                    child
                } else if !other_served.has(first) {
                    other_child
                } else {
                    generated += 1;
                    survey.play_turn(galaxy, without(one_less, second), &mut next, |_| ());
                    self.add(&next)
                };
                self.number(child, order, without(without(Sectors::ALL, first), second));
            }
        }
        generated
    }

    /// The index of a position. It is added if it is new.
    fn add(&mut self, galaxy: &Galaxy) -> usize {
        let hash = FxBuildHasher.hash_one(galaxy);
        let known = self.0.iter().position(|child| child.hash == hash && child.galaxy == *galaxy);
        known.unwrap_or_else(|| {
            self.0.push(Child { hash, galaxy: *galaxy, order: u32::MAX, mask: Sectors::ALL });
            self.0.len() - 1
        })
    }

    /// A mask with this number leads to this position.
    fn number(&mut self, child: usize, order: u32, mask: Sectors) {
        let child = &mut self.0[child];
        if order < child.order {
            (child.order, child.mask) = (order, mask);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::predict;

    /// The positions of other tests, and all that follow from one.
    #[test]
    fn its_turns_are_those_of_the_published_player() {
        let mut model = PublishedModel::new();
        for line in include_str!("../../tests/data/midgame.txt").lines() {
            let galaxy: Galaxy = line.parse().expect("a position");
            for _ in 0..2 {
                let mut expected = galaxy;
                for command in predict(&galaxy, 2, false).expect("the game goes on").commands {
                    expected.apply(command).expect("a legal command");
                }
                let mut found = galaxy;
                model.play(&galaxy, &mut found);
                assert_eq!(found, expected, "in {galaxy}");
            }
        }
    }
}
