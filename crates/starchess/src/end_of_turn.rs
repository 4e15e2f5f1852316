//! The end of a player's turn.

use crate::galaxy::{Galaxy, MIN_POPULATION, Reserves, SHIP_SUPPORT};
use crate::player::Player;
use crate::seat::Seat;
use crate::sector::{SECTORS, Sector, Sectors};

/// Bombardment by more ships than this does no more harm.
const MAX_BOMBARDMENT: u16 = 50;

/// What a player's colonies produce and consume in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Income {
    /// Materials produced.
    pub materials: u32,
    /// Credits produced.
    pub credits: u32,
    /// Credits consumed.
    pub consumption: u32,
}

impl Income {
    /// How many ships this income supports turn after turn, without reserves.
    #[inline]
    pub const fn supported_ships(self) -> u32 {
        supported(self.materials as u64, self.credits as i64 - self.consumption as i64)
    }
}

/// How many ships can be kept with so many materials and credits.
#[inline(always)]
const fn supported(materials: u64, credits: i64) -> u32 {
    let by_materials = materials / SHIP_SUPPORT.materials as u64;
    let by_credits = if credits > 0 { credits as u64 / SHIP_SUPPORT.credits as u64 } else { 0 };
    // Both come from 32-bit numbers and a division: they fit again.
    (if by_materials < by_credits { by_materials } else { by_credits }) as u32
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
        // Only the player to move can have inactive ships or colonists who have worked.
        self.inactive = [0; SECTORS];
        self.worked = [0; SECTORS];
        self.pass_on();
    }

    /// Own fleets that no own colony is near are scrapped.
    #[inline(always)]
    fn scrap_out_of_support(&mut self, player: Player) {
        for sector in self.fleets(player) & !self.in_reach(player) {
            self.set_fleet(player, sector, 0, 0);
        }
    }

    /// Own fleets bombard the colonies of others.
    #[inline(always)]
    fn bombard(&mut self, player: Player) {
        let bombarded = self.fleets(player) & self.enemy_colonies(player);
        if bombarded.is_empty() {
            return;
        }
        for sector in Seat::of(player).in_order(bombarded) {
            // The colony may be gone already, with the home world of its owner.
            let Some(owner) = Player::ALL.into_iter().find(|&owner| self.colonies(owner).has(sector)) else {
                continue;
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
    }

    fn remove_colony(&mut self, owner: Player, sector: Sector) {
        self.colonies[owner.index()].remove(sector);
        self.population[sector.index()] = 0;
        self.worked[sector.index()] = 0;
    }

    /// A player loses everything.
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

    /// What a player's colonies yield in a turn: nothing where an enemy fleet is in the sector.
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
            income.materials += population.min(200);
            income.credits += population.min(1_000);
        }
        for sector in working & !self.terran {
            let population = u32::from(self.population[sector.index()]);
            income.materials += (5 * population).min(1_000);
            income.consumption += population.min(200);
        }
        income
    }

    /// The ships are paid for, and those that cannot be are scrapped.
    #[inline(always)]
    fn support(&mut self, player: Player, income: Income) {
        let reserves = self.reserves(player);
        let materials = u64::from(reserves.materials) + u64::from(income.materials);
        let credits = i64::from(reserves.credits) + i64::from(income.credits) - i64::from(income.consumption);
        let total = self.ships(player);
        let kept = total.min(supported(materials, credits));
        if kept < total {
            self.scrap_unsupported(player, total - kept, total);
        }
        let materials = materials - u64::from(SHIP_SUPPORT.materials * kept);
        let credits = (credits - i64::from(SHIP_SUPPORT.credits * kept)).max(0) as u64;
        // Reserves beyond 32 bits would take hundreds of thousands of turns: they stay there.
        let cut = |reserve: u64| u32::try_from(reserve).unwrap_or(u32::MAX);
        self.reserves[player.index()] = Reserves { materials: cut(materials), credits: cut(credits) };
    }

    /// Scraps `scrapped` of a player's `total` ships, about the same share of every fleet.
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

    /// All own colonies grow, blockaded or not.
    #[inline(always)]
    fn grow(&mut self, player: Player) {
        let colonies = self.colonies(player);
        self.grow_in(colonies & self.terran, 5, 1_000);
        self.grow_in(colonies & !self.terran, 10, 200);
    }

    #[inline(always)]
    fn grow_in(&mut self, colonies: Sectors, share: u16, max: u16) {
        for sector in colonies {
            let population = &mut self.population[sector.index()];
            *population = (*population + *population / share).min(max);
        }
    }

    /// The next undefeated player moves, if there is one.
    #[inline(always)]
    fn pass_on(&mut self) {
        if self.is_over() {
            return;
        }
        loop {
            self.to_move = self.to_move.next();
            if self.to_move == Player::ONE {
                self.turn = self.turn.saturating_add(1);
            }
            if !self.is_defeated(self.to_move) {
                return;
            }
        }
    }
}
