//! A game without an end, in which every position occurs again.

use gametree::{Game, Hashed, Score, mix};

/// Two players by turns move one man around a square of four fields, either way, for ever.
#[derive(Clone, Copy, Debug)]
pub struct Walk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub field: u8,
    pub to_move: usize,
}

impl Game for Walk {
    type State = Place;
    /// The fields to go on, one way around.
    type Move = u8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 2;

    fn start(&self) -> Place {
        Place { field: 0, to_move: 0 }
    }

    fn to_move(&self, place: &Place) -> usize {
        place.to_move
    }

    fn moves(&self, _: &Place, moves: &mut Vec<u8>) {
        moves.extend([1, 3]);
    }

    fn play(&self, from: &Place, fields: u8, to: &mut Place) {
        *to = Place { field: (from.field + fields) % 4, to_move: 1 - from.to_move };
    }

    fn outcome(&self, _: &Place) -> Option<[Score; 2]> {
        None
    }
}

impl Hashed for Walk {
    fn hash(&self, place: &Place) -> u64 {
        mix(u64::from(place.field) << 1 | place.to_move as u64)
    }

    fn code(&self, fields: u8) -> u16 {
        fields.into()
    }
}
