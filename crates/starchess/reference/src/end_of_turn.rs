//! The end of a player's turn: section 4 of the specification.

use crate::{Galaxy, Reserves, Sector};

impl Galaxy {
    /// Ends the turn of the player to move.
    pub(crate) fn end_turn(&mut self) {
        let player = self.player;
        self.scrap_out_of_support(player);
        self.bombard(player);
        self.collect_and_support(player);
        self.grow(player);
        self.rest(player);
        self.next_player();
    }

    fn scrap_out_of_support(&mut self, player: usize) {
        for sector in Sector::all() {
            if self.own_ships(player, sector) > 0 && !self.in_reach(player, sector) {
                self.place_mut(sector).fleet = None;
            }
        }
    }

    fn bombard(&mut self, player: usize) {
        for sector in Sector::processing_order(player) {
            let ships = self.own_ships(player, sector);
            if ships == 0 {
                continue;
            }
            let place = self.place_mut(sector);
            let Some(colony) = place.colony.as_mut().filter(|colony| colony.owner != player) else { continue };
            colony.population -= colony.population * ships.min(50) / 100;
            if colony.population < 20 {
                let owner = colony.owner;
                place.colony = None;
                place.terran = false;
                if sector == Sector::home(owner) {
                    self.defeat(owner);
                }
            }
        }
    }

    fn defeat(&mut self, player: usize) {
        for place in &mut self.places {
            place.colony.take_if(|colony| colony.owner == player);
            place.fleet.take_if(|fleet| fleet.owner == player);
        }
        self.reserves[player] = None;
    }

    /// Income, and the support of the ships.
    fn collect_and_support(&mut self, player: usize) {
        let income = self.income(player);
        let Some(reserves) = self.reserves[player].clone() else { return };
        let materials = reserves.materials + income.materials;
        let credits = reserves.credits + income.credits - income.consumption;

        let total = self.ships(player);
        let kept = total.min(materials / 10).min(credits.max(0) / 20);
        self.scrap_evenly(player, total, total - kept);
        let left = self.ships(player);
        // Reserves and the number of the turn stop at what the notation can express.
        self.reserves[player] = Some(Reserves {
            materials: (materials - 10 * left).clamp(0, 1_000_000_000),
            credits: (credits - 20 * left).clamp(0, 1_000_000_000),
        });
    }

    /// Scraps ships of all the player's fleets, which have this total of ships, by about the same
    /// percentage.
    fn scrap_evenly(&mut self, player: usize, total: i64, scrapped: i64) {
        let mut before = 0;
        for sector in Sector::processing_order(player) {
            let fleet = &mut self.place_mut(sector).fleet;
            if let Some(fleet) = fleet.as_mut().filter(|fleet| fleet.owner == player) {
                let after = before + fleet.ships;
                fleet.ships -= after * scrapped / total - before * scrapped / total;
                before = after;
            }
            fleet.take_if(|fleet| fleet.ships == 0);
        }
    }

    fn grow(&mut self, player: usize) {
        for place in &mut self.places {
            if let Some(colony) = place.colony.as_mut().filter(|colony| colony.owner == player) {
                colony.population = if place.terran {
                    (colony.population + colony.population / 5).min(1000)
                } else {
                    (colony.population + colony.population / 10).min(200)
                };
            }
        }
    }

    /// All ships are active again and no colonist has worked.
    fn rest(&mut self, player: usize) {
        for place in &mut self.places {
            if let Some(fleet) = place.fleet.as_mut().filter(|fleet| fleet.owner == player) {
                fleet.inactive = 0;
            }
            if let Some(colony) = place.colony.as_mut().filter(|colony| colony.owner == player) {
                colony.worked = 0;
            }
        }
    }

    fn next_player(&mut self) {
        if self.is_over() {
            return;
        }
        loop {
            self.player += 1;
            if self.player == 4 {
                self.player = 0;
                self.turn = (self.turn + 1).min(1_000_000);
            }
            if !self.is_defeated(self.player) {
                return;
            }
        }
    }
}
