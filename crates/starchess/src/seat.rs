//! The galaxy as one player sees it: sectors in the player's processing order.
//!
//! Each player's order is the one before turned clockwise, so if every player numbers the sectors by its own order, the
//! numbers are at the same distances for all of them. What is written for places, as these numbers are called here,
//! needs to know nothing of players, and walks a set in processing order by taking its lowest bit.

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

/// A set of places, one bit for each.
pub(crate) type Places = u16;

/// The places of all sets of eight sectors, lower and upper half of the galaxy: with them a set is translated by two
/// look-ups.
static PLACES: [[[Places; 256]; 2]; PLAYERS] =
    [places_of(&ORDERS[0]), places_of(&ORDERS[1]), places_of(&ORDERS[2]), places_of(&ORDERS[3])];

const fn places_of(order: &[Sector; SECTORS]) -> [[Places; 256]; 2] {
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

/// The places at distance 0, 1, 2 and 3 from each place, the same from every player's seat.
static RINGS: [[Places; 4]; SECTORS] = rings_of(&FIRST_ORDER);

const fn rings_of(order: &[Sector; SECTORS]) -> [[Places; 4]; SECTORS] {
    let mut rings = [[0; 4]; SECTORS];
    let mut a = 0;
    while a < SECTORS {
        let mut b = 0;
        while b < SECTORS {
            rings[a][order[a].distance(order[b])] |= 1 << b;
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

static NAIVE_PLACES: [[Places; 256]; 2] = places_of(&NAIVE_ORDER);
static NAIVE_RINGS: [[Places; 4]; SECTORS] = rings_of(&NAIVE_ORDER);

/// One player's view of the galaxy.
#[derive(Clone, Copy)]
pub(crate) struct Seat {
    order: &'static [Sector; SECTORS],
    places: &'static [[Places; 256]; 2],
    rings: &'static [[Places; 4]; SECTORS],
}

impl Seat {
    #[inline(always)]
    pub(crate) fn of(player: Player) -> Self {
        Self { order: &ORDERS[player.index()], places: &PLACES[player.index()], rings: &RINGS }
    }

    /// The view of a player who goes through the sectors naively.
    #[inline(always)]
    pub(crate) fn naive() -> Self {
        Self { order: &NAIVE_ORDER, places: &NAIVE_PLACES, rings: &NAIVE_RINGS }
    }

    /// The places at this distance (0 to 3) from `place`.
    #[inline(always)]
    pub(crate) fn ring(self, place: usize, distance: usize) -> Places {
        self.rings[place & 15][distance & 3]
    }

    /// The sector at a place.
    #[inline(always)]
    pub(crate) fn sector(self, place: usize) -> Sector {
        self.order[place & 15]
    }

    /// The places of a set of sectors.
    #[inline(always)]
    pub(crate) fn places(self, sectors: Sectors) -> Places {
        let [low, high] = sectors.bits().to_le_bytes();
        self.places[0][usize::from(low)] | self.places[1][usize::from(high)]
    }

    /// The sectors of a set in processing order.
    #[inline(always)]
    pub(crate) fn in_order(self, sectors: Sectors) -> impl Iterator<Item = Sector> {
        each(self.places(sectors)).map(move |place| self.sector(place))
    }
}

/// The places of a set, lowest first.
#[inline(always)]
pub(crate) fn each(mut places: Places) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (places != 0).then(|| {
            let lowest = places.trailing_zeros() as usize;
            places &= places - 1;
            lowest
        })
    })
}

impl Player {
    /// The order in which the player goes through the sectors: the paper's *sector processing order*.
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
        for player in Player::ALL {
            let seat = Seat::of(player);
            for (a, b) in (0..SECTORS).flat_map(|a| (0..SECTORS).map(move |b| (a, b))) {
                let distance = seat.sector(a).distance(seat.sector(b));
                assert_eq!(seat.ring(a, distance) >> b & 1, 1);
                let naive = Seat::naive();
                assert_eq!(naive.ring(a, naive.sector(a).distance(naive.sector(b))) >> b & 1, 1);
            }
        }
    }
}
