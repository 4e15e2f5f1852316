//! The galaxy as one player sees it: sectors in the player's processing order.
//!
//! A [`Place`] is the number of a sector in a player's processing order. Each player's order is
//! that of the previous player turned clockwise, so the distances between places are the same for
//! all players. Code that works with places does not depend on the player, and visits a
//! [`PlaceSet`] in processing order by taking its lowest bit.

use std::ops::{BitAnd, BitOr, Index, IndexMut, Not};

use crate::player::{PLAYERS, Player};
use crate::sector::{SECTORS, Sector, Sectors};

/// Player 1's processing order (section 3.2 of the paper), from its home world to the opposite one.
const FIRST_ORDER: [Sector; SECTORS] = {
    const fn at(name: &[u8; 2]) -> Sector {
        Sector::new((name[0] - b'A') as usize, (name[1] - b'1') as usize)
    }
    [
        at(b"A1"),
        at(b"A2"),
        at(b"B1"),
        at(b"C1"),
        at(b"B2"),
        at(b"A3"),
        at(b"A4"),
        at(b"B3"),
        at(b"C2"),
        at(b"D1"),
        at(b"D2"),
        at(b"C3"),
        at(b"B4"),
        at(b"C4"),
        at(b"D3"),
        at(b"D4"),
    ]
};

static ORDERS: [[Sector; SECTORS]; PLAYERS] = {
    let mut orders = [FIRST_ORDER; PLAYERS];
    let mut player = 1;
    while player < PLAYERS {
        let mut place = 0;
        while place < SECTORS {
            orders[player][place] = orders[player - 1][place].turned();
            place += 1;
        }
        player += 1;
    }
    orders
};

/// The number of a sector in a player's processing order, below [`SECTORS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(usize);

/// A number for each place.
#[derive(Clone, Copy)]
pub(crate) struct ByPlace([u16; SECTORS]);

/// A set of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlaceSet(u16);

impl Place {
    /// The place with this number. (Only the lowest four bits matter, so that no index needs a
    /// check.)
    #[inline(always)]
    pub(crate) const fn new(number: usize) -> Self {
        Self(number % SECTORS)
    }

    #[inline(always)]
    pub(crate) const fn number(self) -> usize {
        self.0 % SECTORS
    }

    /// The set of this place alone.
    #[inline(always)]
    pub(crate) const fn alone(self) -> PlaceSet {
        PlaceSet(1 << self.0)
    }
}

impl ByPlace {
    pub(crate) const ZERO: Self = Self([0; SECTORS]);
}

impl Index<Place> for ByPlace {
    type Output = u16;

    #[inline(always)]
    fn index(&self, place: Place) -> &u16 {
        &self.0[place.number()]
    }
}

impl IndexMut<Place> for ByPlace {
    #[inline(always)]
    fn index_mut(&mut self, place: Place) -> &mut u16 {
        &mut self.0[place.number()]
    }
}

impl PlaceSet {
    pub(crate) const NONE: Self = Self(0);

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    pub(crate) const fn has(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    #[inline(always)]
    pub(crate) const fn insert(&mut self, place: Place) {
        self.insert_if(place, true);
    }

    /// Inserts a place if the condition holds, without a branch.
    #[inline(always)]
    pub(crate) const fn insert_if(&mut self, place: Place, condition: bool) {
        self.0 |= (condition as u16) << place.0;
    }

    #[inline(always)]
    pub(crate) const fn remove(&mut self, place: Place) {
        self.0 &= !(1 << place.0);
    }

    /// The first place in processing order.
    #[inline(always)]
    pub(crate) const fn first(self) -> Option<Place> {
        if self.is_empty() { None } else { Some(Place(self.0.trailing_zeros() as usize)) }
    }

    /// The places behind `place` in processing order.
    #[inline(always)]
    pub(crate) const fn after(self, place: Place) -> Self {
        Self(self.0 & u16::MAX << place.0 & !(1 << place.0))
    }

    /// The places in processing order.
    #[inline(always)]
    pub(crate) fn each(self) -> impl Iterator<Item = Place> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let lowest = left.trailing_zeros() as usize;
                left &= left - 1;
                Place(lowest)
            })
        })
    }

    /// The place with the largest value; among equals, the first in processing order.
    #[inline(always)]
    pub(crate) fn first_max(self, value: impl Fn(Place) -> u16) -> Option<Place> {
        let mut places = self.each();
        let first = places.next()?;
        let mut best = (value(first), first);
        for place in places {
            let value = value(place);
            if value > best.0 {
                best = (value, place);
            }
        }
        Some(best.1)
    }
}

impl BitAnd for PlaceSet {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PlaceSet {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for PlaceSet {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The places of all sets of eight sectors, for the lower and the upper half of the galaxy: two
/// look-ups translate a set of sectors.
type Translation = [[u16; 256]; 2];

static TRANSLATIONS: [Translation; PLAYERS] =
    [translation(&ORDERS[0]), translation(&ORDERS[1]), translation(&ORDERS[2]), translation(&ORDERS[3])];

const fn translation(order: &[Sector; SECTORS]) -> Translation {
    let mut places = [[0; 256]; 2];
    let mut place = 0;
    while place < SECTORS {
        let index = order[place].index();
        let (half, bit) = (index / 8, index % 8);
        let mut set = 0;
        while set < 256 {
            if set >> bit & 1 == 1 {
                places[half][set] |= 1 << place;
            }
            set += 1;
        }
        place += 1;
    }
    places
}

/// The places at distance 0, 1, 2 and 3 from each place.
type Rings = [[PlaceSet; 4]; SECTORS];

/// The same from every player's seat.
static RINGS: Rings = rings(&FIRST_ORDER);

const fn rings(order: &[Sector; SECTORS]) -> Rings {
    let mut rings = [[PlaceSet::NONE; 4]; SECTORS];
    let mut a = 0;
    while a < SECTORS {
        let mut b = 0;
        while b < SECTORS {
            rings[a][order[a].distance(order[b])].insert(Place(b));
            b += 1;
        }
        a += 1;
    }
    rings
}

/// The order that the paper calls naive, the same for all: column by column, A1 to A4 first.
static NAIVE_ORDER: [Sector; SECTORS] = {
    let mut order = [Sector::A1; SECTORS];
    let mut place = 0;
    while place < SECTORS {
        order[place] = Sector::new(place / 4, place % 4);
        place += 1;
    }
    order
};

static NAIVE_TRANSLATION: Translation = translation(&NAIVE_ORDER);
static NAIVE_RINGS: Rings = rings(&NAIVE_ORDER);

/// One player's view of the galaxy.
#[derive(Clone, Copy)]
pub(crate) struct Seat {
    order: &'static [Sector; SECTORS],
    translation: &'static Translation,
    rings: &'static Rings,
}

impl Seat {
    #[inline(always)]
    pub(crate) fn of(player: Player) -> Self {
        Self { order: &ORDERS[player.index()], translation: &TRANSLATIONS[player.index()], rings: &RINGS }
    }

    /// The view of a player with the naive order.
    #[inline(always)]
    pub(crate) fn naive() -> Self {
        Self { order: &NAIVE_ORDER, translation: &NAIVE_TRANSLATION, rings: &NAIVE_RINGS }
    }

    /// The places at this distance (0 to 3) from `place`.
    #[inline(always)]
    pub(crate) fn ring(self, place: Place, distance: usize) -> PlaceSet {
        self.rings[place.number()][distance & 3]
    }

    /// The sector at a place.
    #[inline(always)]
    pub(crate) fn sector(self, place: Place) -> Sector {
        self.order[place.number()]
    }

    /// The places of a set of sectors.
    #[inline(always)]
    pub(crate) fn places(self, sectors: Sectors) -> PlaceSet {
        let [low, high] = sectors.bits().to_le_bytes();
        PlaceSet(self.translation[0][usize::from(low)] | self.translation[1][usize::from(high)])
    }

    /// The sectors of a set in processing order.
    #[inline(always)]
    pub(crate) fn in_order(self, sectors: Sectors) -> impl Iterator<Item = Sector> {
        self.places(sectors).each().map(move |place| self.sector(place))
    }
}

impl Player {
    /// The order in which the player considers the sectors: the paper's *sector processing order*.
    ///
    /// ```
    /// use starchess::{Player, Sector};
    /// assert_eq!(Player::THREE.processing_order()[..2], [Sector::D4, "D3".parse()?]);
    /// # Ok::<(), starchess::NotASector>(())
    /// ```
    pub fn processing_order(self) -> &'static [Sector; SECTORS] {
        &ORDERS[self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orders_of_the_paper() {
        let orders = [
            "A1, A2, B1, C1, B2, A3, A4, B3, C2, D1, D2, C3, B4, C4, D3, D4",
            "A4, B4, A3, A2, B3, C4, D4, C3, B2, A1, B1, C2, D3, D2, C1, D1",
            "D4, D3, C4, B4, C3, D2, D1, C2, B3, A4, A3, B2, C1, B1, A2, A1",
            "D1, C1, D2, D3, C2, B1, A1, B2, C3, D4, C4, B3, A2, A3, B4, A4",
        ];
        for (player, order) in Player::ALL.into_iter().zip(orders) {
            let names: Vec<String> = player.processing_order().iter().map(Sector::to_string).collect();
            assert_eq!(names.join(", "), order);
            assert_eq!(player.processing_order()[0], player.home());
        }
    }

    #[test]
    fn sets_are_walked_in_processing_order() {
        for player in Player::ALL {
            let seat = Seat::of(player);
            for bits in (0..=u16::MAX).step_by(7) {
                let set = Sectors::from_bits(bits);
                let walked: Vec<Sector> = seat.in_order(set).collect();
                let expected: Vec<Sector> =
                    player.processing_order().iter().copied().filter(|&sector| set.has(sector)).collect();
                assert_eq!(walked, expected);
            }
        }
    }

    #[test]
    fn rings_are_the_same_from_every_seat() {
        let places = || (0..SECTORS).map(Place::new);
        let seats = Player::ALL.into_iter().map(Seat::of).chain([Seat::naive()]);
        for seat in seats {
            for (a, b) in places().flat_map(|a| places().map(move |b| (a, b))) {
                let distance = seat.sector(a).distance(seat.sector(b));
                assert!((0..4).all(|ring| seat.ring(a, ring).has(b) == (ring == distance)));
            }
        }
    }

    #[test]
    fn sets_of_places() {
        let set = PlaceSet(0b1010_0100);
        let numbers = |set: PlaceSet| set.each().map(Place::number).collect::<Vec<_>>();
        assert_eq!(numbers(set), [2, 5, 7]);
        assert_eq!((set.len(), set.first()), (3, Some(Place(2))));
        assert_eq!(numbers(set.after(Place(2))), [5, 7]);
        assert_eq!(numbers(set.after(Place(3))), [5, 7]);
        assert!(set.after(Place(7)).is_empty() && PlaceSet(1 << 15).after(Place(15)).is_empty());
        assert_eq!(PlaceSet::NONE.first(), None);
        assert_eq!(set.first_max(|place| u16::from(place != Place(2))), Some(Place(5)));
    }
}
