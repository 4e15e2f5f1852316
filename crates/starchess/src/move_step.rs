//! Step 1 of the published player's turn: fleets move to requests.

use crate::constants::MAX_SHIPS;
use crate::request::PRIORITIES;
use crate::seat::Place;
use crate::turn::{Service, Turn, TurnLog};

impl<L: TurnLog> Turn<'_, L> {
    /// Assigns the own fleets to requests, the largest fleet first.
    #[inline(always)]
    pub(crate) fn move_to_requests(&mut self) {
        let survey = self.survey;
        for place in survey.fleets_by_size() {
            self.assign_fleet(place);
        }
    }

    /// Assigns a fleet to requests: by priority, then by distance, then in processing order.
    #[inline(always)]
    fn assign_fleet(&mut self, place: Place) {
        let index = self.seat.sector(place).index();
        // Ships that arrived since the beginning are not part of this fleet, and none of its own
        // ships has left yet.
        let mut inactive = self.beginning.inactive[index];
        let mut active = self.beginning.ships[index] - inactive;
        for priority in 0..PRIORITIES {
            if active + inactive == 0 {
                break;
            }
            if self.open[priority].is_empty() {
                continue;
            }
            if !(self.open[priority] & self.seat.ring(place, 0)).is_empty() {
                self.assign_here(place, &mut active, &mut inactive);
            }
            for distance in 1..=3 {
                for target in (self.open[priority] & self.seat.ring(place, distance)).each() {
                    active -= self.send(place, target, distance, active);
                }
            }
        }
        self.unassigned[place] = active + inactive;
    }

    /// Assigns ships to the request of their own sector. Inactive ships count too, unless the
    /// request is to colonize.
    #[inline(always)]
    fn assign_here(&mut self, place: Place, active: &mut u16, inactive: &mut u16) {
        let inactive_available = if self.survey.colonize.has(place) { 0 } else { *inactive };
        let available = *active + inactive_available;
        if available == 0 || self.min[place] > available {
            return;
        }
        let ships = available.min(self.max[place]);
        let from_inactive = ships.min(inactive_available);
        *inactive -= from_inactive;
        *active -= ships - from_inactive;
        self.assigned_here[place] = ships;
        self.serve(place, ships, Service::Sent);
    }

    /// Sends ships one step towards the target of a request, if enough are available. Returns their
    /// number.
    #[inline(always)]
    fn send(&mut self, from: Place, target: Place, distance: usize, available: u16) -> u16 {
        let min = self.min[target];
        if available == 0 || min > available {
            return 0;
        }
        let ships = available.min(self.max[target]);
        // The larger fleet that brought min down to 0 may not have arrived yet: a smaller one would
        // be destroyed.
        if min == 0 && self.enemy_fleets.has(target) && ships < self.galaxy.ships[self.seat.sector(target).index()] {
            return 0;
        }
        let step = if distance == 1 {
            target
        } else {
            let nearer = self.seat.ring(from, 1) & self.seat.ring(target, distance - 1);
            let open = nearer & self.survey.in_reach & !self.enemy_fleets;
            match open.first() {
                None => return 0,
                Some(step) => step,
            }
        };
        let room = MAX_SHIPS - self.galaxy.ships_in(self.survey.player, self.seat.sector(step));
        let ships = ships.min(room);
        if ships > 0 {
            self.issue_move(from, step, ships);
            self.serve(target, ships, Service::Sent);
        }
        ships
    }
}
