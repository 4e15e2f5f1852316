//! Steps 2 and 5 of the published player's turn: colonies build ships.

use crate::constants::{
    BARREN_MATERIALS_PER_INHABITANT, MAX_BARREN_MATERIALS, MAX_SHIPS, MAX_TERRAN_CREDITS, MAX_TERRAN_MATERIALS,
};
use crate::request::PRIORITIES;
use crate::seat::Place;
use crate::turn::{Service, Turn, TurnLog};

impl<L: TurnLog> Turn<'_, L> {
    /// Step 2: builds what the requests still ask for, the most urgent first.
    #[inline(always)]
    pub(crate) fn build_to_requests(&mut self) {
        if self.affordable == 0 {
            return;
        }
        for priority in 0..PRIORITIES {
            let mut left = self.open[priority];
            loop {
                // Without spare capacity only blockaded colonies build.
                let can_build = if self.spare() > 0 { left } else { left & self.colonies & self.enemy_fleets };
                let Some(target) = can_build.first() else { break };
                if self.affordable == 0 {
                    break;
                }
                left = left.after(target);
                self.build_to_request(target);
            }
        }
    }

    #[inline(always)]
    fn build_to_request(&mut self, target: Place) {
        if !self.colonies.has(target) {
            self.build_near(target);
        } else if self.enemy_fleets.has(target) {
            self.build_to_liberate(target);
        } else {
            let built = self.build_supported(target, self.max[target].into());
            self.serve(target, built, Service::Built);
        }
    }

    /// A blockaded colony builds, whatever the income supports, if that destroys at least one enemy
    /// ship.
    fn build_to_liberate(&mut self, target: Place) {
        let sector = self.seat.sector(target);
        let enemies = self.galaxy.ships[sector.index()];
        let ships = self.max[target].min(self.galaxy.workforce(sector)).min(MAX_SHIPS);
        let ships = u32::from(ships).min(self.affordable) as u16;
        if ships > enemies / 3 {
            self.issue_build(target, ships);
            self.serve(target, ships, Service::Built);
        }
    }

    /// The colonies nearest to the target build until the request is fulfilled.
    #[inline(always)]
    fn build_near(&mut self, target: Place) {
        for distance in 1..=3 {
            for colony in (self.colonies & !self.enemy_fleets & self.seat.ring(target, distance)).each() {
                let built = self.build_supported(colony, self.max[target].into());
                self.serve(target, built, Service::Built);
                if self.max[target] == 0 {
                    return;
                }
            }
        }
    }

    /// A colony builds up to `wanted` ships, as far as its workforce, its room, the reserves and
    /// the income allow. Returns their number.
    #[inline(always)]
    fn build_supported(&mut self, colony: Place, wanted: u32) -> u16 {
        let sector = self.seat.sector(colony);
        let room = MAX_SHIPS - self.galaxy.ships_in(self.survey.player, sector);
        let possible = room.min(self.galaxy.workforce(sector));
        let ships = wanted.min(self.affordable).min(self.spare()).min(possible.into()) as u16;
        if ships > 0 {
            self.issue_build(colony, ships);
        }
        ships
    }

    /// Step 5: builds all ships that the income still supports, at the most productive colonies
    /// first.
    #[inline(always)]
    pub(crate) fn build_to_support(&mut self) {
        let mut left = self.colonies & !self.enemy_fleets;
        while !left.is_empty() && self.spare() > 0 && self.affordable > 0 {
            let Some(colony) = left.first_max(|place| self.production(place)) else { return };
            left.remove(colony);
            self.build_supported(colony, u32::MAX);
        }
    }

    /// The materials and credits that a colony produces, not counting what it consumes.
    #[inline(always)]
    fn production(&self, colony: Place) -> u16 {
        let sector = self.seat.sector(colony);
        let population = self.galaxy.population[sector.index()];
        if self.galaxy.terran.has(sector) {
            population.min(MAX_TERRAN_MATERIALS) + population.min(MAX_TERRAN_CREDITS)
        } else {
            (BARREN_MATERIALS_PER_INHABITANT * population).min(MAX_BARREN_MATERIALS)
        }
    }
}
