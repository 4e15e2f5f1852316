//! What the published player sees at the beginning of its turn.

use crate::constants::{MAX_BOMBARDMENT, SHIPS_PER_COLONY};
use crate::experiments::Experiments;
use crate::galaxy::Galaxy;
use crate::player::Player;
use crate::request::{Errand, PRIORITIES, Request};
use crate::seat::{ByPlace, Place, PlaceSet, Seat};
use crate::sector::{SECTORS, Sector, Sectors};

/// A position as the player to move sees it at the beginning of its turn: threats, fleets, and all
/// requests that it could make. A mask selects some of the requests, so one survey serves all masks
/// of a position.
///
/// ```
/// use starchess::{Galaxy, Start, Survey};
/// let galaxy = Galaxy::start(Start::Terran);
/// let survey = Survey::new(&galaxy);
/// assert_eq!(format!("{:?}", survey.full_mask()), "{B1, A2, B2}");
/// assert_eq!(survey.masks().count(), 7);
/// ```
#[derive(Clone, Copy)]
pub struct Survey {
    pub(crate) player: Player,
    pub(crate) experiments: Experiments,
    pub(crate) full_mask: Sectors,
    /// The threat to every sector, by index.
    pub(crate) threats: [u16; SECTORS],
    pub(crate) colonies: PlaceSet,
    pub(crate) in_reach: PlaceSet,
    pub(crate) enemy_fleets: PlaceSet,
    /// The requests of the full mask, by priority.
    pub(crate) requests: [PlaceSet; PRIORITIES],
    /// The requests to colonize and not only to move.
    pub(crate) colonize: PlaceSet,
    /// The smallest and largest number of ships that each request asks for.
    pub(crate) min: ByPlace,
    pub(crate) max: ByPlace,
    pub(crate) own_fleets: PlaceSet,
    /// The own fleets, largest first, each as ships · 16 + 15 − place. There are as many as in
    /// `own_fleets`.
    fleets_by_size: [u16; SECTORS],
}

impl Survey {
    /// The survey of a position.
    pub fn new(galaxy: &Galaxy) -> Self {
        Self::with(galaxy, Experiments::default())
    }

    /// The survey of a position for a player that deviates from the published one.
    pub fn with(galaxy: &Galaxy, experiments: Experiments) -> Self {
        let mut survey = Self {
            player: galaxy.to_move,
            experiments,
            full_mask: Sectors::NONE,
            threats: [0; SECTORS],
            colonies: PlaceSet::NONE,
            in_reach: PlaceSet::NONE,
            enemy_fleets: PlaceSet::NONE,
            requests: [PlaceSet::NONE; PRIORITIES],
            colonize: PlaceSet::NONE,
            min: ByPlace::ZERO,
            max: ByPlace::ZERO,
            own_fleets: PlaceSet::NONE,
            fleets_by_size: [0; SECTORS],
        };
        survey.update(galaxy);
        survey
    }

    /// The order in which the player considers the sectors.
    #[inline(always)]
    pub(crate) fn seat(&self) -> Seat {
        if self.experiments.naive_order { Seat::naive() } else { Seat::of(self.player) }
    }

    /// Makes this the survey of another position.
    #[inline]
    pub(crate) fn update(&mut self, galaxy: &Galaxy) {
        let player = galaxy.to_move;
        self.player = player;
        let seat = self.seat();
        self.threats = galaxy.threats(player);
        if self.experiments.count_buildable {
            self.count_buildable(galaxy);
        }
        let in_reach = galaxy.in_reach(player);
        let own = galaxy.colonies(player);
        let safe: Sectors = own.into_iter().filter(|sector| self.threats[sector.index()] == 0).collect();
        self.full_mask = in_reach & !safe;
        self.colonies = seat.places(own);
        self.in_reach = seat.places(in_reach);
        self.enemy_fleets = seat.places(galaxy.enemy_fleets(player));
        self.make_requests(galaxy, seat);
        self.own_fleets = seat.places(galaxy.fleets(player));
        self.sort_fleets(galaxy, seat);
    }

    /// Adds the ships that enemy colonies could build to the threats in their sectors.
    #[cold]
    fn count_buildable(&mut self, galaxy: &Galaxy) {
        for enemy in Player::ALL.into_iter().filter(|&enemy| enemy != self.player) {
            let affordable = galaxy.reserves(enemy).affordable_ships();
            for sector in galaxy.colonies(enemy) {
                let ships = affordable.min(galaxy.workforce(sector).into());
                // At most 100: no colony has more than 1,000 inhabitants.
                self.threats[sector.index()] += ships as u16;
            }
        }
    }

    #[inline(always)]
    fn make_requests(&mut self, galaxy: &Galaxy, seat: Seat) {
        let enemy_colonies = galaxy.enemy_colonies(self.player);
        // A home world is only its owner's: an enemy colony on another player's is like any other.
        let enemy_homes: Sectors = Player::ALL
            .into_iter()
            .filter(|&enemy| enemy != self.player)
            .map(|enemy| galaxy.colonies(enemy) & enemy.home().alone())
            .fold(Sectors::NONE, |homes, home| homes | home);
        let requested = seat.places(self.full_mask);
        let attacked = requested & seat.places(enemy_colonies);
        let homes_attacked = requested & seat.places(enemy_homes);
        let own = requested & self.colonies;
        let defended = own & self.enemy_fleets;
        let own_home = seat.places(self.player.home().alone());
        let garrisons_first = if self.experiments.garrisons_first { own & !defended } else { PlaceSet::NONE };
        self.requests = [
            defended & own_home,
            defended & !own_home | homes_attacked,
            attacked & !homes_attacked | garrisons_first,
            requested & !defended & !attacked & !garrisons_first,
        ];
        self.colonize = requested & !own & !attacked;
        for place in requested.each() {
            let threat = self.threats[seat.sector(place).index()];
            let [is_own, is_attack, is_to_colonize] = [own, attacked, self.colonize].map(|set| set.has(place));
            // Without branches, because the kind of request is hard to predict.
            let opposed = if is_own { threat / 3 } else { threat };
            let colonists = SHIPS_PER_COLONY * u16::from(is_to_colonize);
            self.min[place] = opposed + if is_to_colonize { SHIPS_PER_COLONY } else { 1 };
            self.max[place] = (3 * threat + colonists).max(MAX_BOMBARDMENT * u16::from(is_attack));
        }
    }

    #[inline(always)]
    fn sort_fleets(&mut self, galaxy: &Galaxy, seat: Seat) {
        for (count, place) in self.own_fleets.each().enumerate() {
            let key = galaxy.ships[seat.sector(place).index()] << 4 | (15 - place.number() as u16);
            let mut at = count & 15;
            while at > 0 && self.fleets_by_size[at - 1] < key {
                self.fleets_by_size[at] = self.fleets_by_size[at - 1];
                at -= 1;
            }
            self.fleets_by_size[at] = key;
        }
    }

    /// The places of the own fleets, the largest first, then in processing order.
    #[inline(always)]
    pub(crate) fn fleets_by_size(&self) -> impl Iterator<Item = Place> {
        let count = self.own_fleets.len() as usize & 31;
        self.fleets_by_size[..count].iter().map(|key| Place::new(usize::from(15 - (key & 15))))
    }

    /// The player to move.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The threat to a sector.
    pub fn threat(&self, sector: Sector) -> u16 {
        self.threats[sector.index()]
    }

    /// The sectors with a threat or an opportunity: those in reach that are not safe.
    #[inline]
    pub fn full_mask(&self) -> Sectors {
        self.full_mask
    }

    /// The requests for the sectors of a mask, by priority, then in processing order.
    ///
    /// ```
    /// use starchess::{Errand, Galaxy, Start, Survey};
    /// let survey = Survey::new(&Galaxy::start(Start::Terran));
    /// let requests: Vec<_> = survey.requests(survey.full_mask()).collect();
    /// assert_eq!(requests.len(), 3);
    /// assert_eq!(requests[0].sector.to_string(), "A2");
    /// assert_eq!((requests[0].priority, requests[0].errand), (4, Errand::Colonize));
    /// assert_eq!((requests[0].min, requests[0].max), (20, 20));
    /// ```
    pub fn requests(&self, mask: Sectors) -> impl Iterator<Item = Request> {
        let seat = self.seat();
        let mask = seat.places(mask);
        let by_priority = self.requests.into_iter().zip(1u8..);
        by_priority.flat_map(move |(places, priority)| {
            (places & mask).each().map(move |place| Request {
                sector: seat.sector(place),
                priority,
                errand: if self.colonize.has(place) { Errand::Colonize } else { Errand::Move },
                min: self.min[place],
                max: self.max[place],
            })
        })
    }
}
