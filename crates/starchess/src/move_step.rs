//! The first step of the published player's turn: fleets go to requests.

use crate::constants::MAX_SHIPS;
use crate::request::PRIORITIES;
use crate::seat::each;
use crate::turn::{Service, Turn, TurnLog};

impl<L: TurnLog> Turn<'_, L> {
    /// The own fleets, largest first, look for something to do.
    #[inline(always)]
    pub(crate) fn move_to_requests(&mut self) {
        let survey = self.survey;
        for &key in &survey.fleets_by_size[..survey.own_fleets.count_ones() as usize & 31] {
            self.send_fleet(usize::from(15 - (key & 15)));
        }
    }

    /// A fleet goes through the requests: by priority, then by distance, then in processing order.
    #[inline(always)]
    fn send_fleet(&mut self, place: usize) {
        let index = self.seat.sector(place).index();
        // What has arrived since the beginning is inactive and not this fleet's. Of its own ships nothing is gone yet.
        let mut idle = self.beginning.inactive[index];
        let mut active = self.beginning.ships[index] - idle;
        for priority in 0..PRIORITIES {
            if active + idle == 0 {
                break;
            }
            if self.open[priority] == 0 {
                continue;
            }
            if self.open[priority] & self.seat.ring(place, 0) != 0 {
                self.assign_here(place, &mut active, &mut idle);
            }
            for distance in 1..=3 {
                for target in each(self.open[priority] & self.seat.ring(place, distance)) {
                    active -= self.send(place, target, distance, active);
                }
            }
        }
        self.unassigned[place & 15] = active + idle;
    }

    /// Ships stay for the request of their own sector. Inactive ones can do that too, unless it is to colonize.
    #[inline(always)]
    fn assign_here(&mut self, place: usize, active: &mut u16, idle: &mut u16) {
        let is_to_colonize = self.survey.colonize >> place & 1 == 1;
        let idle_available = if is_to_colonize { 0 } else { *idle };
        let available = *active + idle_available;
        if available == 0 || self.min[place & 15] > available {
            return;
        }
        let ships = available.min(self.max[place & 15]);
        let from_idle = ships.min(idle_available);
        *idle -= from_idle;
        *active -= ships - from_idle;
        self.assigned_here[place & 15] = ships;
        self.serve(place, ships, Service::Sent);
    }

    /// Sends ships, if there are enough of them, one step towards the target of a request. Says how many.
    #[inline(always)]
    fn send(&mut self, from: usize, target: usize, distance: usize, available: u16) -> u16 {
        let min = self.min[target & 15];
        if available == 0 || min > available {
            return 0;
        }
        let ships = available.min(self.max[target & 15]);
        // The larger fleet that brought min down to 0 may not have arrived yet: do not go there alone and die.
        if min == 0 && self.has_enemy(target) && ships < self.galaxy.ships[self.seat.sector(target).index()] {
            return 0;
        }
        let step = if distance == 1 {
            target
        } else {
            let nearer = self.seat.ring(from, 1) & self.seat.ring(target, distance - 1);
            let open = nearer & self.survey.in_reach & !self.enemy_fleets;
            match open {
                0 => return 0,
                _ => open.trailing_zeros() as usize,
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
