//! The steps of the published player's turn that build ships.

use crate::constants::{
    BARREN_MATERIALS_PER_INHABITANT, MAX_BARREN_MATERIALS, MAX_SHIPS, MAX_TERRAN_CREDITS, MAX_TERRAN_MATERIALS,
};
use crate::request::PRIORITIES;
use crate::seat::{Places, each};
use crate::sector::SECTORS;
use crate::turn::{Service, Turn, TurnLog};

impl<L: TurnLog> Turn<'_, L> {
    /// Builds what the requests still want, the most urgent first.
    #[inline(always)]
    pub(crate) fn build_to_requests(&mut self) {
        if self.affordable == 0 {
            return;
        }
        for priority in 0..PRIORITIES {
            let mut left = self.open[priority];
            loop {
                // Without spare capacity only a blockaded colony builds.
                let can_build = if self.spare() > 0 { left } else { left & self.colonies & self.enemy_fleets };
                if can_build == 0 || self.affordable == 0 {
                    break;
                }
                let target = can_build.trailing_zeros() as usize;
                left &= Places::MAX << target & !(1 << target);
                self.build_to_request(target);
            }
        }
    }

    #[inline(always)]
    fn build_to_request(&mut self, target: usize) {
        if self.colonies >> target & 1 == 0 {
            self.build_near(target);
        } else if self.has_enemy(target) {
            self.build_to_liberate(target);
        } else {
            let built = self.build_supported(target, self.max[target & 15].into());
            self.serve(target, built, Service::Built);
        }
    }

    /// A blockaded colony builds, whatever the income supports, if that costs the enemy at least one ship.
    fn build_to_liberate(&mut self, target: usize) {
        let sector = self.seat.sector(target);
        let enemies = self.galaxy.ships[sector.index()];
        let ships = self.max[target & 15].min(self.galaxy.workforce(sector)).min(MAX_SHIPS);
        let ships = u32::from(ships).min(self.affordable) as u16;
        if ships > enemies / 3 {
            self.issue_build(target, ships);
            self.serve(target, ships, Service::Built);
        }
    }

    /// The colonies nearest to the target build until there is enough.
    #[inline(always)]
    fn build_near(&mut self, target: usize) {
        for distance in 1..=3 {
            for colony in each(self.colonies & !self.enemy_fleets & self.seat.ring(target, distance)) {
                let built = self.build_supported(colony, self.max[target & 15].into());
                self.serve(target, built, Service::Built);
                if self.max[target & 15] == 0 {
                    return;
                }
            }
        }
    }

    /// A colony builds as many of the ships that are wanted as it can and the income supports.
    #[inline(always)]
    fn build_supported(&mut self, colony: usize, wanted: u32) -> u16 {
        let sector = self.seat.sector(colony);
        let room = MAX_SHIPS - self.galaxy.ships_in(self.survey.player, sector);
        let possible = room.min(self.galaxy.workforce(sector));
        let ships = wanted.min(self.affordable).min(self.spare()).min(possible.into()) as u16;
        if ships > 0 {
            self.issue_build(colony, ships);
        }
        ships
    }

    /// Builds what the income still supports where most is produced.
    #[inline(always)]
    pub(crate) fn build_to_support(&mut self) {
        let mut left = self.colonies & !self.enemy_fleets;
        while left != 0 && self.spare() > 0 && self.affordable > 0 {
            // Of equals the last is the maximum, so they come in reverse: the first in processing order wins.
            let most = (0..SECTORS).rev().filter(|&place| left >> place & 1 == 1).max_by_key(|&p| self.production(p));
            let Some(colony) = most else { return };
            left &= !(1 << colony);
            self.build_supported(colony, u32::MAX);
        }
    }

    /// Materials and credits that a colony produces, what it consumes not taken off.
    #[inline(always)]
    fn production(&self, colony: usize) -> u16 {
        let sector = self.seat.sector(colony);
        let population = self.galaxy.population[sector.index()];
        if self.galaxy.terran.has(sector) {
            population.min(MAX_TERRAN_MATERIALS) + population.min(MAX_TERRAN_CREDITS)
        } else {
            (BARREN_MATERIALS_PER_INHABITANT * population).min(MAX_BARREN_MATERIALS)
        }
    }
}
