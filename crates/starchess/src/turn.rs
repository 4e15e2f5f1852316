//! The turn that the published player makes of a mask.

use crate::command::Command;
use crate::constants::{SHIPS_PER_COLONY, TERRAFORM_COST};
use crate::galaxy::Galaxy;
use crate::request::PRIORITIES;
use crate::seat::{Places, Seat, each};
use crate::sector::{SECTORS, Sectors};
use crate::survey::Survey;

/// Is told what happens in a turn.
pub(crate) trait TurnLog {
    /// A command was given.
    fn command(&mut self, command: Command);

    /// Ships were found for the request of a place.
    #[inline(always)]
    fn service(&mut self, _place: usize, _ships: u16, _service: Service) {}
}

/// Where the ships for a request come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    /// They were sent, or stay where they are.
    Sent,
    /// They were built.
    Built,
}

/// A log of commands only.
struct Commands<F>(F);

impl<F: FnMut(Command)> TurnLog for Commands<F> {
    #[inline(always)]
    fn command(&mut self, command: Command) {
        (self.0)(command);
    }
}

impl Survey {
    /// Writes into `to` the position after the turn that `mask` leads to, its end included.
    ///
    /// `galaxy` must be the position that was surveyed. Sectors that are not in the full mask make no requests. Once the
    /// game is over nothing changes any more. Nothing is allocated.
    ///
    /// ```
    /// use starchess::{Galaxy, Player, Start, Survey};
    /// let galaxy = Galaxy::start(Start::Terran);
    /// let survey = Survey::new(&galaxy);
    /// let mut next = galaxy;
    /// survey.play_mask(&galaxy, survey.full_mask(), &mut next);
    /// assert_eq!(next.to_move(), Player::TWO);
    /// ```
    pub fn play_mask(&self, galaxy: &Galaxy, mask: Sectors, to: &mut Galaxy) {
        if galaxy.is_over() {
            *to = *galaxy;
        } else {
            self.play_turn(galaxy, mask, to);
        }
    }

    /// [`play_mask`](Self::play_mask) while the game goes on. Returns the places of the requests that
    /// made a difference: without any of the others the turn would be the same.
    #[inline]
    pub(crate) fn play_turn(&self, galaxy: &Galaxy, mask: Sectors, to: &mut Galaxy) -> Places {
        self.play(galaxy, mask, to, |_| ())
    }

    /// [`play_turn`](Self::play_turn), calling `each` with every command.
    #[inline]
    pub(crate) fn play(&self, galaxy: &Galaxy, mask: Sectors, to: &mut Galaxy, each: impl FnMut(Command)) -> Places {
        *to = *galaxy;
        let mut log = Commands(each);
        let mut turn = Turn::new(self, mask, galaxy, to, &mut log);
        turn.play();
        turn.served
    }

    /// Plays the turn that `mask` leads to while the game goes on, and logs it.
    pub(crate) fn play_logged(&self, galaxy: &Galaxy, mask: Sectors, log: &mut impl TurnLog) -> Galaxy {
        let mut to = *galaxy;
        Turn::new(self, mask, galaxy, &mut to, log).play();
        to
    }

    /// The commands of the turn that `mask` leads to, [`Command::EndTurn`] included; none once the game is over.
    ///
    /// ```
    /// use starchess::{Galaxy, Start, Survey, write_commands};
    /// let galaxy = Galaxy::start(Start::Terran);
    /// let survey = Survey::new(&galaxy);
    /// let commands = survey.commands(&galaxy, survey.full_mask());
    /// assert_eq!(write_commands(&commands), "move A1 A2 20; end");
    /// ```
    pub fn commands(&self, galaxy: &Galaxy, mask: Sectors) -> Vec<Command> {
        let mut commands = Vec::new();
        if !galaxy.is_over() {
            self.play(galaxy, mask, &mut galaxy.clone(), |command| commands.push(command));
        }
        commands
    }
}

/// A turn in the making: the galaxy of the moment, and what has become of requests and fleets.
pub(crate) struct Turn<'a, L> {
    pub(crate) survey: &'a Survey,
    pub(crate) seat: Seat,
    /// The galaxy at the beginning.
    pub(crate) beginning: &'a Galaxy,
    /// The galaxy of the moment.
    pub(crate) galaxy: &'a mut Galaxy,
    log: &'a mut L,
    /// Where there is a request.
    requested: Places,
    /// Where the requests are, by priority, whose max is not 0.
    pub(crate) open: [Places; PRIORITIES],
    /// The requests for which something was done. All steps go through the requests one after the other, and one that is
    /// passed over leaves no trace.
    served: Places,
    /// What is left of the requests' sizes, by place.
    pub(crate) min: [u16; SECTORS],
    pub(crate) max: [u16; SECTORS],
    /// Ships that were there at the beginning and are assigned to a request for their own sector, by place.
    pub(crate) assigned_here: [u16; SECTORS],
    /// Ships that were there at the beginning and are not assigned, by place.
    pub(crate) unassigned: [u16; SECTORS],
    pub(crate) colonies: Places,
    pub(crate) enemy_fleets: Places,
    /// All own ships.
    pub(crate) ships: u32,
    /// How many ships the current income supports. It changes with colonies and blockades only.
    pub(crate) capacity: u32,
    /// How many ships the reserves pay for.
    pub(crate) affordable: u32,
}

impl<'a, L: TurnLog> Turn<'a, L> {
    #[inline(always)]
    fn new(survey: &'a Survey, mask: Sectors, beginning: &'a Galaxy, galaxy: &'a mut Galaxy, log: &'a mut L) -> Self {
        let seat = survey.seat();
        let requested = seat.places(mask & survey.full_mask);
        Self {
            seat,
            requested,
            served: 0,
            open: survey.priorities.map(|places| places & requested),
            min: survey.min,
            max: survey.max,
            assigned_here: [0; SECTORS],
            unassigned: [0; SECTORS],
            colonies: survey.colonies,
            enemy_fleets: survey.enemy_fleets,
            ships: galaxy.ships(survey.player),
            capacity: 0,
            affordable: galaxy.reserves(survey.player).affordable_ships(),
            survey,
            beginning,
            galaxy,
            log,
        }
    }

    #[inline(always)]
    fn play(&mut self) {
        self.move_to_requests();
        self.assess();
        self.build_to_requests();
        self.colonize();
        self.terraform();
        self.build_to_support();
        self.scrap_to_support();
        debug_assert!(self.is_up_to_date(), "{}", self.galaxy);
        self.log.command(Command::EndTurn);
        self.galaxy.end_turn();
    }

    /// Whether what is kept beside the galaxy is still what the galaxy says.
    fn is_up_to_date(&self) -> bool {
        let (galaxy, player, seat) = (&*self.galaxy, self.survey.player, self.seat);
        self.ships == galaxy.ships(player)
            && self.affordable == galaxy.reserves(player).affordable_ships()
            && self.capacity == galaxy.income(player).supported_ships()
            && self.colonies == seat.places(galaxy.colonies(player))
            && self.enemy_fleets == seat.places(galaxy.enemy_fleets(player))
    }

    /// Counts again what the income supports.
    #[inline(always)]
    pub(crate) fn assess(&mut self) {
        self.capacity = self.galaxy.income(self.survey.player).supported_ships();
    }

    /// How many more ships the income supports.
    #[inline(always)]
    pub(crate) fn spare(&self) -> u32 {
        self.capacity.saturating_sub(self.ships)
    }

    /// Ships were found for a request: it asks for fewer now. With max 0 all that is left to do for it is to colonize.
    #[inline(always)]
    pub(crate) fn serve(&mut self, place: usize, ships: u16, service: Service) {
        let place = place & 15;
        self.log.service(place, ships, service);
        self.served |= Places::from(ships > 0) << place;
        self.min[place] = self.min[place].saturating_sub(ships);
        self.max[place] -= ships;
        if self.max[place] == 0 {
            self.open = self.open.map(|places| places & !(1 << place));
        }
    }

    #[inline(always)]
    pub(crate) fn issue_move(&mut self, from: usize, to: usize, ships: u16) {
        let (source, target) = (self.seat.sector(from), self.seat.sector(to));
        self.log.command(Command::Move { from: source, to: target, ships: ships.into() });
        self.galaxy.move_ships(source, target, ships);
        if self.has_enemy(to) {
            self.ships -= u32::from(ships);
            self.count_survivors(to);
        }
    }

    #[inline(always)]
    pub(crate) fn issue_build(&mut self, at: usize, ships: u16) {
        let sector = self.seat.sector(at);
        self.log.command(Command::Build { at: sector, ships: ships.into() });
        self.galaxy.build(sector, ships);
        self.affordable -= u32::from(ships);
        if self.has_enemy(at) {
            self.count_survivors(at);
            self.assess();
        } else {
            self.ships += u32::from(ships);
        }
    }

    #[inline(always)]
    pub(crate) fn has_enemy(&self, place: usize) -> bool {
        self.enemy_fleets >> place & 1 == 1
    }

    /// After a fight: the own ships that are left, and whether the enemy's are.
    fn count_survivors(&mut self, place: usize) {
        let sector = self.seat.sector(place);
        self.ships += u32::from(self.galaxy.ships_in(self.survey.player, sector));
        if !self.galaxy.enemy_fleets(self.survey.player).has(sector) {
            self.enemy_fleets &= !(1 << place);
        }
    }

    /// Founds colonies where requests want them and there are enough ships to keep them.
    #[inline(always)]
    fn colonize(&mut self) {
        let player = self.survey.player;
        let mut has_changed = false;
        let fleets = self.seat.places(self.galaxy.fleets(player));
        // All of them have the same priority.
        for place in each(self.requested & self.survey.colonize & fleets) {
            let sector = self.seat.sector(place);
            let ships = self.galaxy.ships[sector.index()];
            if ships < self.survey.min[place & 15] || ships - self.galaxy.inactive[sector.index()] < SHIPS_PER_COLONY {
                continue;
            }
            self.served |= 1 << place;
            self.log.command(Command::Colonize { at: sector });
            self.galaxy.colonize(sector);
            self.ships -= u32::from(SHIPS_PER_COLONY);
            let from_unassigned = SHIPS_PER_COLONY.saturating_sub(self.assigned_here[place & 15]);
            self.unassigned[place & 15] -= from_unassigned;
            self.colonies |= 1 << place;
            has_changed = true;
        }
        if has_changed {
            self.assess();
        }
    }

    /// Makes one barren colony terran, if that does not upset the balance.
    #[inline(always)]
    fn terraform(&mut self) {
        let player = self.survey.player;
        if self.galaxy.reserves(player).materials < TERRAFORM_COST {
            return;
        }
        let barren = self.colonies & !self.seat.places(self.galaxy.terran);
        let terran = self.colonies & !barren;
        if barren.count_ones() < 2 || terran.count_ones() > 2 * barren.count_ones() {
            return;
        }
        let population = |place| self.galaxy.population[self.seat.sector(place).index()];
        // Of equals the last is the maximum, so they come in reverse: the first in processing order wins.
        let candidates = barren & !self.enemy_fleets;
        let Some(place) = (0..SECTORS).rev().filter(|&p| candidates >> p & 1 == 1).max_by_key(|&p| population(p))
        else {
            return;
        };
        let sector = self.seat.sector(place);
        self.log.command(Command::Terraform { at: sector });
        self.galaxy.terraform(sector);
        self.affordable = self.galaxy.reserves(player).affordable_ships();
        self.assess();
    }

    /// Gives up idle ships that the income does not support.
    #[inline(always)]
    fn scrap_to_support(&mut self) {
        if self.ships <= self.capacity {
            return;
        }
        for place in each(self.survey.own_fleets) {
            let excess = self.ships.saturating_sub(self.capacity);
            let scrapped = excess.min(self.unassigned[place & 15].into()) as u16;
            if scrapped > 0 {
                let sector = self.seat.sector(place);
                self.log.command(Command::Scrap { at: sector, ships: scrapped.into() });
                self.galaxy.scrap(sector, scrapped);
                self.ships -= u32::from(scrapped);
            }
        }
    }
}
