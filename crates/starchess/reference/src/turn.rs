//! The turn that the computer player makes from a mask.

use std::cmp::Reverse;

use crate::{Command, Galaxy, Income, Request, RequestCommand, Sector, requests};

/// The commands of the whole turn that the player to move makes from a mask, `end` included, and
/// the position they lead to. Once the game is over there are no commands, and the position stays.
pub fn turn_for_mask(galaxy: &Galaxy, mask: u16) -> (Vec<Command>, Galaxy) {
    if galaxy.is_over() {
        return (Vec::new(), galaxy.clone());
    }
    let mut turn = Turn::new(galaxy, mask);
    turn.move_to_requests();
    turn.build_to_requests();
    turn.colonize();
    turn.terraform();
    turn.build_to_support();
    turn.scrap_to_support();
    turn.issue(Command::End);
    (turn.commands, turn.galaxy)
}

/// Ships of a sector that were there at the beginning of the turn and have not left it.
#[derive(Debug, Clone, Default)]
struct Garrison {
    /// Active and not assigned to any request.
    free_active: i64,
    /// Inactive and not assigned to any request.
    free_inactive: i64,
    /// Active and assigned to the request of the sector.
    assigned_active: i64,
}

/// A turn in the making.
struct Turn {
    galaxy: Galaxy,
    player: usize,
    order: [Sector; 16],
    requests: Vec<Request>,
    garrisons: Vec<Garrison>,
    commands: Vec<Command>,
}

impl Turn {
    fn new(galaxy: &Galaxy, mask: u16) -> Turn {
        let player = galaxy.player;
        let mut garrisons = vec![Garrison::default(); 16];
        for sector in Sector::all() {
            let active = galaxy.own_active_ships(player, sector);
            garrisons[sector.0].free_active = active;
            garrisons[sector.0].free_inactive = galaxy.own_ships(player, sector) - active;
        }
        Turn {
            galaxy: galaxy.clone(),
            player,
            order: Sector::processing_order(player),
            requests: requests(galaxy, mask),
            garrisons,
            commands: Vec::new(),
        }
    }

    fn issue(&mut self, command: Command) {
        self.galaxy.apply(&command).expect("the computer player gives legal commands");
        self.commands.push(command);
    }

    // Step 1.

    fn move_to_requests(&mut self) {
        let mut fleets: Vec<Sector> =
            self.order.into_iter().filter(|&sector| self.galaxy.own_ships(self.player, sector) > 0).collect();
        fleets.sort_by_key(|&sector| Reverse(self.galaxy.own_ships(self.player, sector))); // Stable, as below.
        for from in fleets {
            let mut list: Vec<usize> = (0..self.requests.len()).collect();
            list.sort_by_key(|&i| (self.requests[i].priority, from.distance(self.requests[i].sector)));
            for i in list {
                self.move_to_request(from, i);
            }
        }
    }

    /// Sends or assigns what the fleet in a sector can do for a request.
    fn move_to_request(&mut self, from: Sector, i: usize) {
        let Request { sector: target, command, min, max, .. } = self.requests[i];
        let distance = from.distance(target);
        let garrison = &self.garrisons[from.0];
        let inactive = if command == RequestCommand::Move && distance == 0 { garrison.free_inactive } else { 0 };
        let available = garrison.free_active + inactive;
        if max == 0 || min > available || available == 0 {
            return;
        }
        let mut n = available.min(max);
        if min == 0 && n < self.galaxy.enemy_ships(self.player, target) {
            return;
        }
        if distance == 0 {
            let inactive = inactive.min(n);
            let garrison = &mut self.garrisons[from.0];
            garrison.free_inactive -= inactive;
            garrison.free_active -= n - inactive;
            garrison.assigned_active += n - inactive;
        } else {
            let Some(to) = self.step(from, target) else { return };
            n = n.min(self.room(to));
            if n == 0 {
                return;
            }
            self.issue(Command::Move { from, to, ships: n });
            self.garrisons[from.0].free_active -= n;
        }
        self.fulfil(i, n);
    }

    /// The next sector on the way to a target.
    fn step(&self, from: Sector, target: Sector) -> Option<Sector> {
        let distance = from.distance(target);
        if distance == 1 {
            return Some(target);
        }
        self.order.into_iter().find(|&sector| {
            sector.distance(from) == 1
                && sector.distance(target) == distance - 1
                && self.galaxy.in_reach(self.player, sector)
                && self.galaxy.enemy_ships(self.player, sector) == 0
        })
    }

    /// A request has got some ships.
    fn fulfil(&mut self, i: usize, ships: i64) {
        let request = &mut self.requests[i];
        request.min = (request.min - ships).max(0);
        request.max = (request.max - ships).max(0);
    }

    // Step 2.

    fn build_to_requests(&mut self) {
        for i in 0..self.requests.len() {
            let sector = self.requests[i].sector;
            if self.galaxy.own_colony(self.player, sector).is_none() {
                let mut colonies = self.open_colonies();
                colonies.sort_by_key(|colony| colony.distance(sector)); // Stable, as above.
                for colony in colonies {
                    self.build_to_request(colony, i);
                }
            } else if self.is_blockaded(sector) {
                self.build_against_blockade(sector, i);
            } else {
                self.build_to_request(sector, i);
            }
        }
    }

    fn build_against_blockade(&mut self, at: Sector, i: usize) {
        let enemies = self.galaxy.enemy_ships(self.player, at);
        let n = self.requests[i].max.min(self.workforce(at)).min(self.affordable()).min(999);
        if n > enemies / 3 {
            self.issue(Command::Build { at, ships: n });
            self.fulfil(i, n);
        }
    }

    fn build_to_request(&mut self, at: Sector, i: usize) {
        let n = self.requests[i].max.min(self.supportable(at));
        if n > 0 {
            self.issue(Command::Build { at, ships: n });
            self.fulfil(i, n);
        }
    }

    // Step 3.

    fn colonize(&mut self) {
        for i in 0..self.requests.len() {
            let Request { sector: at, command, original_min, .. } = self.requests[i];
            if command == RequestCommand::Colonize
                && self.galaxy.own_active_ships(self.player, at) >= 20
                && self.galaxy.own_ships(self.player, at) >= original_min
            {
                self.issue(Command::Colonize { at });
                let garrison = &mut self.garrisons[at.0];
                let assigned = garrison.assigned_active.min(20);
                garrison.assigned_active -= assigned;
                garrison.free_active -= 20 - assigned;
            }
        }
    }

    // Step 4.

    fn terraform(&mut self) {
        let is_own = |&sector: &Sector| self.galaxy.own_colony(self.player, sector).is_some();
        let (terran, barren): (Vec<Sector>, Vec<Sector>) =
            self.order.into_iter().filter(is_own).partition(|&sector| self.galaxy.place(sector).terran);
        if barren.len() < 2 || terran.len() > 2 * barren.len() || self.galaxy.materials(self.player) < 1000 {
            return;
        }
        let mut open: Vec<Sector> = barren.into_iter().filter(|&sector| !self.is_blockaded(sector)).collect();
        open.sort_by_key(|&sector| Reverse(self.population(sector))); // Stable, as above.
        if let Some(&at) = open.first() {
            self.issue(Command::Terraform { at });
        }
    }

    // Step 5.

    fn build_to_support(&mut self) {
        let mut colonies = self.open_colonies();
        colonies.sort_by_key(|&sector| {
            let income = Income::of_colony(self.galaxy.place(sector).terran, self.population(sector));
            Reverse(income.materials + income.credits)
        }); // Stable, as above.
        for at in colonies {
            let n = self.supportable(at);
            if n > 0 {
                self.issue(Command::Build { at, ships: n });
            }
        }
    }

    // Step 6.

    fn scrap_to_support(&mut self) {
        for at in self.order {
            let excess = self.galaxy.ships(self.player) - self.capacity();
            let garrison = &self.garrisons[at.0];
            let n = excess.min(garrison.free_active + garrison.free_inactive);
            if n > 0 {
                self.issue(Command::Scrap { at, ships: n });
            }
        }
    }

    // What is so at the moment.

    /// How many ships a colony can build so that the current income still supports all.
    fn supportable(&self, at: Sector) -> i64 {
        let spare = (self.capacity() - self.galaxy.ships(self.player)).max(0);
        self.workforce(at).min(self.affordable()).min(spare).min(self.room(at))
    }

    /// How many ships the current income can support.
    fn capacity(&self) -> i64 {
        let income = self.galaxy.income(self.player);
        (income.materials / 10).min((income.credits - income.consumption).max(0) / 20)
    }

    fn affordable(&self) -> i64 {
        self.galaxy.affordable(self.player)
    }

    fn workforce(&self, at: Sector) -> i64 {
        self.galaxy.own_colony(self.player, at).map_or(0, |colony| colony.workforce())
    }

    fn population(&self, at: Sector) -> i64 {
        self.galaxy.own_colony(self.player, at).map_or(0, |colony| colony.population)
    }

    /// How many more own ships a sector can hold.
    fn room(&self, at: Sector) -> i64 {
        999 - self.galaxy.own_ships(self.player, at)
    }

    fn is_blockaded(&self, sector: Sector) -> bool {
        self.galaxy.enemy_ships(self.player, sector) > 0
    }

    /// The own colonies without an enemy fleet, in processing order.
    fn open_colonies(&self) -> Vec<Sector> {
        let is_open =
            |&sector: &Sector| self.galaxy.own_colony(self.player, sector).is_some() && !self.is_blockaded(sector);
        self.order.into_iter().filter(is_open).collect()
    }
}
