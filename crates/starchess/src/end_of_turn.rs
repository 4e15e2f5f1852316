//! The end of a player's turn, step by step as in section 4 of the specification.
//!
//! The search calls [`Galaxy::end_turn`] millions of times, so nothing is reported here. What each
//! step brings is found by [`Galaxy::forecast`], which takes the same steps one at a time.

use crate::constants::{
    BARREN_GROWTH_DIVISOR, BARREN_MATERIALS_PER_INHABITANT, MAX_BARREN_CONSUMPTION, MAX_BARREN_MATERIALS,
    MAX_BARREN_POPULATION, MAX_BOMBARDMENT, MAX_RESERVE, MAX_ROUND, MAX_TERRAN_CREDITS, MAX_TERRAN_MATERIALS,
    MAX_TERRAN_POPULATION, MIN_POPULATION, SHIP_SUPPORT, TERRAN_GROWTH_DIVISOR,
};
use crate::galaxy::{Galaxy, Reserves};
use crate::lanes::{Lanes, full, lanes, numbers, only, sum};
use crate::player::Player;
use crate::seat::Seat;
use crate::sector::{SECTORS, Sector, Sectors};

/// The production and consumption of a player's colonies in one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Income {
    /// Materials produced.
    pub materials: u32,
    /// Credits produced.
    pub credits: u32,
    /// Credits consumed.
    pub consumption: u32,
}

impl Income {
    /// The income of fully grown colonies, this many of each class.
    ///
    /// ```
    /// assert_eq!(starchess::Income::of_grown(3, 1).supported_ships(), 140);
    /// ```
    #[inline]
    pub const fn of_grown(terran: u32, barren: u32) -> Self {
        Self {
            materials: MAX_TERRAN_MATERIALS as u32 * terran + MAX_BARREN_MATERIALS as u32 * barren,
            credits: MAX_TERRAN_CREDITS as u32 * terran,
            consumption: MAX_BARREN_CONSUMPTION as u32 * barren,
        }
    }

    /// This part of the income.
    #[inline]
    pub(crate) const fn divided_by(self, parts: u32) -> Self {
        let Self { materials, credits, consumption } = self;
        Self { materials: materials / parts, credits: credits / parts, consumption: consumption / parts }
    }

    /// The number of ships that this income and the reserves support for so many rounds; with 0 rounds
    /// the reserves do not count.
    #[inline]
    pub(crate) const fn supported_with(self, reserves: Reserves, rounds: u32) -> u32 {
        if rounds == 0 {
            return self.supported_ships();
        }
        supported(
            self.materials + reserves.materials / rounds,
            (self.credits + reserves.credits / rounds).saturating_sub(self.consumption),
        )
    }

    /// The number of ships that this income supports turn after turn, without reserves.
    #[inline]
    pub const fn supported_ships(self) -> u32 {
        supported(self.materials, self.credits.saturating_sub(self.consumption))
    }
}

/// The number of ships whose upkeep these materials and credits can pay.
#[inline(always)]
const fn supported(materials: u32, credits: u32) -> u32 {
    let (by_materials, by_credits) = (materials / SHIP_SUPPORT.materials, credits / SHIP_SUPPORT.credits);
    if by_materials < by_credits { by_materials } else { by_credits }
}

/// What the colony in each sector produces and consumes, whoever owns it, for sums over many sets of
/// colonies.
pub(crate) struct Produced {
    materials: Lanes,
    credits: Lanes,
    consumption: Lanes,
}

impl Produced {
    #[inline(always)]
    pub(crate) fn in_all_sectors(galaxy: &Galaxy) -> Self {
        let is_terran = numbers(&full(galaxy.terran));
        let (mut materials, mut credits, mut consumption) = ([0; SECTORS], [0; SECTORS], [0; SECTORS]);
        for sector in 0..SECTORS {
            // Without branches: all sectors at once.
            let (population, terran) = (galaxy.population[sector], is_terran[sector]);
            let on_barren = (BARREN_MATERIALS_PER_INHABITANT * population).min(MAX_BARREN_MATERIALS);
            materials[sector] = population.min(MAX_TERRAN_MATERIALS) & terran | on_barren & !terran;
            credits[sector] = population.min(MAX_TERRAN_CREDITS) & terran;
            consumption[sector] = population.min(MAX_BARREN_CONSUMPTION) & !terran;
        }
        Self { materials: lanes(&materials), credits: lanes(&credits), consumption: lanes(&consumption) }
    }

    /// The income from these colonies.
    #[inline(always)]
    pub(crate) fn income(&self, colonies: Sectors) -> Income {
        let [materials, credits, consumption] =
            [&self.materials, &self.credits, &self.consumption].map(|produced| sum(&only(produced, colonies)));
        Income { materials, credits, consumption }
    }
}

impl Galaxy {
    /// Ends the turn of the player to move.
    #[inline]
    pub(crate) fn end_turn(&mut self) {
        let player = self.to_move;
        self.scrap_out_of_support(player);
        self.bombard(player);
        self.support(player, self.income(player));
        self.grow(player);
        self.rest();
        self.pass_on();
    }

    /// Scraps the player's fleets in sectors out of reach.
    #[inline(always)]
    pub(crate) fn scrap_out_of_support(&mut self, player: Player) {
        for sector in self.fleets(player) & !self.in_reach(player) {
            self.set_fleet(player, sector, 0, 0);
        }
    }

    /// The player's fleets bombard the colonies of others.
    #[inline(always)]
    fn bombard(&mut self, player: Player) {
        let bombarded = self.bombarded(player);
        if bombarded.is_empty() {
            return;
        }
        for sector in Seat::of(player).in_order(bombarded) {
            self.bombard_sector(sector);
        }
    }

    /// The sectors with a fleet of the player at the colony of another.
    #[inline(always)]
    pub(crate) fn bombarded(&self, player: Player) -> Sectors {
        self.fleets(player) & self.enemy_colonies(player)
    }

    /// The fleet in a sector bombards the colony there.
    #[inline(always)]
    pub(crate) fn bombard_sector(&mut self, sector: Sector) {
        // An earlier bombardment may have defeated the owner, and removed this colony with it.
        let Some(owner) = Player::ALL.into_iter().find(|&owner| self.colonies(owner).has(sector)) else {
            return;
        };
        let percent = u32::from(self.ships[sector.index()].min(MAX_BOMBARDMENT));
        let population = u32::from(self.population[sector.index()]);
        let left = (population - population * percent / 100) as u16;
        if left >= MIN_POPULATION {
            self.population[sector.index()] = left;
        } else if sector == owner.home() {
            self.terran.remove(sector);
            self.defeat(owner);
        } else {
            self.terran.remove(sector);
            self.remove_colony(owner, sector);
        }
    }

    fn remove_colony(&mut self, owner: Player, sector: Sector) {
        self.colonies[owner.index()].remove(sector);
        self.population[sector.index()] = 0;
        self.worked[sector.index()] = 0;
    }

    /// Removes everything that a player has.
    #[cold]
    fn defeat(&mut self, player: Player) {
        for sector in self.colonies(player) {
            self.remove_colony(player, sector);
        }
        for sector in self.fleets(player) {
            self.set_fleet(player, sector, 0, 0);
        }
        self.reserves[player.index()] = Reserves::default();
    }

    /// The income of a player's colonies in one turn. Colonies with an enemy fleet in their sector
    /// contribute nothing.
    ///
    /// ```
    /// use starchess::{Galaxy, Income, Player, Start};
    /// let income = Galaxy::start(Start::Terran).income(Player::ONE);
    /// assert_eq!(income, Income { materials: 200, credits: 1000, consumption: 0 });
    /// assert_eq!(income.supported_ships(), 20);
    /// ```
    #[inline]
    pub fn income(&self, player: Player) -> Income {
        let working = self.colonies(player) & !self.enemy_fleets(player);
        let mut income = Income::default();
        for sector in working & self.terran {
            let population = u32::from(self.population[sector.index()]);
            income.materials += population.min(MAX_TERRAN_MATERIALS.into());
            income.credits += population.min(MAX_TERRAN_CREDITS.into());
        }
        for sector in working & !self.terran {
            let population = u32::from(self.population[sector.index()]);
            let materials = u32::from(BARREN_MATERIALS_PER_INHABITANT) * population;
            income.materials += materials.min(MAX_BARREN_MATERIALS.into());
            income.consumption += population.min(MAX_BARREN_CONSUMPTION.into());
        }
        income
    }

    /// Adds the income to the reserves and pays the upkeep of the ships. Scraps the ships whose
    /// upkeep cannot be paid.
    #[inline(always)]
    pub(crate) fn support(&mut self, player: Player, income: Income) {
        let reserves = self.reserves(player);
        // Neither sum overflows: reserves are at most MAX_RESERVE, and sixteen colonies produce little.
        let materials = reserves.materials + income.materials;
        // A debt pays for no ship and is forgiven, so it is the same as no credits.
        let credits = (reserves.credits + income.credits).saturating_sub(income.consumption);
        let total = self.ships(player);
        let kept = total.min(supported(materials, credits));
        if kept < total {
            self.scrap_unsupported(player, total - kept, total);
        }
        self.reserves[player.index()] = Reserves {
            materials: (materials - SHIP_SUPPORT.materials * kept).min(MAX_RESERVE),
            credits: (credits - SHIP_SUPPORT.credits * kept).min(MAX_RESERVE),
        };
    }

    /// Scraps `scrapped` of a player's `total` ships, in proportion to the size of each fleet.
    fn scrap_unsupported(&mut self, player: Player, scrapped: u32, total: u32) {
        // At most 16 × 999 ships: the products fit in 32 bits.
        let mut counted = 0;
        for sector in Seat::of(player).in_order(self.fleets(player)) {
            let ships = self.ships[sector.index()];
            let before = counted * scrapped / total;
            counted += u32::from(ships);
            let losses = counted * scrapped / total - before;
            self.set_fleet(player, sector, ships - losses as u16, 0);
        }
    }

    /// All colonies of the player grow, blockaded or not.
    #[inline(always)]
    pub(crate) fn grow(&mut self, player: Player) {
        let colonies = self.colonies(player);
        self.grow_in(colonies & self.terran, TERRAN_GROWTH_DIVISOR, MAX_TERRAN_POPULATION);
        self.grow_in(colonies & !self.terran, BARREN_GROWTH_DIVISOR, MAX_BARREN_POPULATION);
    }

    #[inline(always)]
    fn grow_in(&mut self, colonies: Sectors, divisor: u16, max: u16) {
        for sector in colonies {
            let population = &mut self.population[sector.index()];
            *population = (*population + *population / divisor).min(max);
        }
    }

    /// All ships are active again and no colonist has worked.
    #[inline(always)]
    pub(crate) fn rest(&mut self) {
        // Only the player to move can have inactive ships or colonists who have worked.
        self.inactive = [0; SECTORS];
        self.worked = [0; SECTORS];
    }

    /// Makes the next undefeated player the player to move, unless the game is over.
    #[inline(always)]
    pub(crate) fn pass_on(&mut self) {
        if self.is_over() {
            return;
        }
        loop {
            self.to_move = self.to_move.next();
            if self.to_move == Player::ONE {
                self.round = (self.round + 1).min(MAX_ROUND);
            }
            if !self.is_defeated(self.to_move) {
                return;
            }
        }
    }
}
