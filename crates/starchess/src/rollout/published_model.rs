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

/// The most rounds that it looks ahead.
const MAX_TURNS: u8 = 3;

/// The turns of `published:0` to `published:3`. They depend on nothing but the position, so those that
/// were found are kept for as long as there is room.
pub(crate) struct PublishedModel {
    /// The position after the turn, by the hash of the position before it and the rounds ahead.
    turns: Vec<(u64, Galaxy, Sectors)>,
    /// The best score that a player can expect, by the hash of the position and the rounds ahead.
    values: Vec<(u64, Score)>,
    /// The different positions after a turn, by the rounds ahead.
    children: [Children; MAX_TURNS as usize + 1],
    /// Turns played so far.
    generated: u64,
}

impl PublishedModel {
    pub(crate) fn new() -> Self {
        Self {
            turns: vec![(0, Galaxy::VOID, Sectors::ALL); TURNS],
            values: vec![(0, 0); VALUES],
            children: std::array::from_fn(|_| Children::new()),
            generated: 0,
        }
    }

    /// The number of turns played so far, those of its predictions included.
    pub(crate) fn generated(&self) -> u64 {
        self.generated
    }

    /// Plays the turn of the player to move if it looks so many rounds ahead. Returns its mask: all
    /// sectors but those that it left out.
    pub(crate) fn play(&mut self, from: &Galaxy, to: &mut Galaxy, turns: u8) -> Sectors {
        let turns = turns.min(MAX_TURNS);
        let key = key(from, turns);
        let slot = (key >> 32) as usize % TURNS;
        if self.turns[slot].0 == key {
            *to = self.turns[slot].1;
            return self.turns[slot].2;
        }
        let player = from.to_move();
        let mut children = std::mem::take(&mut self.children[usize::from(turns)]);
        self.generated += children.branch(from);
        let mut best: Option<(Score, u32)> = None;
        let mut mask = Sectors::ALL;
        for child in &children.0 {
            let value = self.value_after(&child.galaxy, player, turns);
            // Among equals, that of the first mask.
            if best.is_none_or(|(score, order)| value > score || value == score && child.order < order) {
                best = Some((value, child.order));
                *to = child.galaxy;
                mask = child.mask;
            }
        }
        self.children[usize::from(turns)] = children;
        self.turns[slot] = (key, *to, mask);
        mask
    }

    /// What a player can expect after its turn, if it looks so many rounds ahead.
    fn value_after(&mut self, galaxy: &Galaxy, player: Player, turns: u8) -> Score {
        match self.others(galaxy, player, turns) {
            (next, true) if turns > 1 => self.value(&next, turns - 1),
            (leaf, _) => leaf.scores()[player.index()],
        }
    }

    /// The others play their full masks, until it is the player's turn again, unless the player looks
    /// ahead no further than its own turn. Also returns whether the game goes on for the player.
    fn others(&mut self, galaxy: &Galaxy, player: Player, turns: u8) -> (Galaxy, bool) {
        let (mut here, mut next) = (*galaxy, *galaxy);
        while turns > 0 && here.to_move() != player {
            PublishedTurn::default().play(&here, &mut next, |_| ());
            self.generated += 1;
            std::mem::swap(&mut here, &mut next);
            if here.is_over() || here.is_defeated(player) {
                return (here, false);
            }
        }
        (here, !here.is_over())
    }

    /// The best score that the player to move can expect after so many rounds.
    fn value(&mut self, galaxy: &Galaxy, turns: u8) -> Score {
        let key = key(galaxy, turns);
        let slot = (key >> 32) as usize % VALUES;
        if self.values[slot].0 == key {
            return self.values[slot].1;
        }
        let player = galaxy.to_move();
        let mut children = std::mem::take(&mut self.children[usize::from(turns)]);
        self.generated += children.branch(galaxy);
        let mut best = Score::MIN;
        for child in &children.0 {
            best = best.max(self.value_after(&child.galaxy, player, turns));
        }
        self.children[usize::from(turns)] = children;
        self.values[slot] = (key, best);
        best
    }
}

/// A number for a position and the rounds ahead, not 0.
fn key(galaxy: &Galaxy, turns: u8) -> u64 {
    FxBuildHasher.hash_one((galaxy, turns)) | 1
}

/// The different positions after a turn.
#[derive(Default)]
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
            for turns in [0, 1, 2, 2, 3, 3] {
                let mut expected = galaxy;
                for command in predict(&galaxy, turns.into(), false).expect("the game goes on").commands {
                    expected.apply(command).expect("a legal command");
                }
                let mut found = galaxy;
                model.play(&galaxy, &mut found, turns);
                assert_eq!(found, expected, "{turns} rounds ahead in {galaxy}");
            }
        }
    }
}
