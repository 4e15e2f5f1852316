//! The turn that the published player makes of a mask.

use crate::command::Command;
use crate::constants::{SHIPS_PER_COLONY, TERRAFORM_COST};
use crate::galaxy::Galaxy;
use crate::request::PRIORITIES;
use crate::seat::{ByPlace, Place, PlaceSet, Seat};
use crate::sector::Sectors;
use crate::survey::Survey;

/// Receives what happens in a turn.
pub(crate) trait TurnLog {
    /// A command was given.
    fn command(&mut self, command: Command);

    /// Ships were found for the request of a place.
    #[inline(always)]
    fn service(&mut self, _place: Place, _ships: u16, _service: Service) {}
}

/// How ships are found for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    /// They are sent, or stay where they are.
    Sent,
    /// They are built.
    Built,
}

/// A log of the commands only.
pub(crate) struct Commands<F>(pub(crate) F);

impl<F: FnMut(Command)> TurnLog for Commands<F> {
    #[inline(always)]
    fn command(&mut self, command: Command) {
        (self.0)(command);
    }
}

impl Survey {
    /// Writes into `to` the position after the turn that `mask` leads to, its end included.
    ///
    /// `galaxy` must be the position that was surveyed. Sectors that are not in the full mask make
    /// no requests. On a finished game nothing changes. Nothing is allocated.
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
            self.play_turn(galaxy, mask, to, |_| ());
        }
    }

    /// [`play_mask`](Self::play_mask) on a game that is not finished, with a call of `each` for
    /// every command. Returns the requests that made a difference: without any of the others the
    /// turn would be the same.
    ///
    /// It is inlined into the searches, which cannot do without.
    #[inline(always)]
    pub(crate) fn play_turn(
        &self,
        galaxy: &Galaxy,
        mask: Sectors,
        to: &mut Galaxy,
        each: impl FnMut(Command),
    ) -> PlaceSet {
        *to = *galaxy;
        let mut log = Commands(each);
        let mut turn = Turn::new(self, mask, galaxy, to, &mut log);
        turn.play();
        turn.served
    }

    /// Plays the turn that `mask` leads to in a game that is not finished, and logs it.
    pub(crate) fn play_logged(&self, galaxy: &Galaxy, mask: Sectors, log: &mut impl TurnLog) -> Galaxy {
        let mut to = *galaxy;
        Turn::new(self, mask, galaxy, &mut to, log).play();
        to
    }

    /// The commands of the turn that `mask` leads to, [`Command::EndTurn`] included; none once the
    /// game is over.
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
            self.play_logged(galaxy, mask, &mut Commands(|command| commands.push(command)));
        }
        commands
    }
}

/// A turn in progress: the current position, and the state of requests and fleets.
pub(crate) struct Turn<'a, L> {
    pub(crate) survey: &'a Survey,
    pub(crate) seat: Seat,
    /// The position at the beginning of the turn.
    pub(crate) beginning: &'a Galaxy,
    /// The current position.
    pub(crate) galaxy: &'a mut Galaxy,
    log: &'a mut L,
    /// All requests.
    requested: PlaceSet,
    /// The requests whose max is not 0, by priority.
    pub(crate) open: [PlaceSet; PRIORITIES],
    /// The requests for which something was done. All steps go through the requests one by one, so
    /// a request that is passed over leaves no trace.
    served: PlaceSet,
    /// What remains of the min and max of each request.
    pub(crate) min: ByPlace,
    pub(crate) max: ByPlace,
    /// Ships that were there at the beginning and are assigned to the request of their own sector.
    pub(crate) assigned_here: ByPlace,
    /// Ships that were there at the beginning and are not assigned.
    pub(crate) unassigned: ByPlace,
    pub(crate) colonies: PlaceSet,
    pub(crate) enemy_fleets: PlaceSet,
    /// The number of own ships.
    pub(crate) ships: u32,
    /// The number of ships that the current income supports. It changes only with colonies and
    /// blockades.
    pub(crate) capacity: u32,
    /// The number of ships that the reserves can pay for.
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
            served: PlaceSet::NONE,
            open: survey.requests.map(|places| places & requested),
            min: survey.min,
            max: survey.max,
            assigned_here: ByPlace::ZERO,
            unassigned: ByPlace::ZERO,
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
        self.update_capacity();
        self.build_to_requests();
        self.colonize();
        self.terraform();
        self.build_to_support();
        self.scrap_to_support();
        debug_assert!(self.is_up_to_date(), "{}", self.galaxy);
        self.log.command(Command::EndTurn);
        self.galaxy.end_turn();
    }

    /// Whether everything that is kept beside the position agrees with it.
    fn is_up_to_date(&self) -> bool {
        let (galaxy, player, seat) = (&*self.galaxy, self.survey.player, self.seat);
        self.ships == galaxy.ships(player)
            && self.affordable == galaxy.reserves(player).affordable_ships()
            && self.capacity == galaxy.income(player).supported_ships()
            && self.colonies == seat.places(galaxy.colonies(player))
            && self.enemy_fleets == seat.places(galaxy.enemy_fleets(player))
    }

    #[inline(always)]
    pub(crate) fn update_capacity(&mut self) {
        self.capacity = self.galaxy.income(self.survey.player).supported_ships();
    }

    /// The number of additional ships that the income supports.
    #[inline(always)]
    pub(crate) fn spare(&self) -> u32 {
        self.capacity.saturating_sub(self.ships)
    }

    /// Ships were found for a request: its min and max drop. At max 0 all that remains is to
    /// colonize.
    #[inline(always)]
    pub(crate) fn serve(&mut self, place: Place, ships: u16, service: Service) {
        self.log.service(place, ships, service);
        self.served.insert_if(place, ships > 0);
        self.min[place] = self.min[place].saturating_sub(ships);
        self.max[place] -= ships;
        if self.max[place] == 0 {
            self.open = self.open.map(|requests| requests & !place.alone());
        }
    }

    #[inline(always)]
    pub(crate) fn issue_move(&mut self, from: Place, to: Place, ships: u16) {
        let (source, target) = (self.seat.sector(from), self.seat.sector(to));
        self.log.command(Command::Move { from: source, to: target, ships: ships.into() });
        self.galaxy.move_ships(source, target, ships);
        if self.enemy_fleets.has(to) {
            self.ships -= u32::from(ships);
            self.count_survivors(to);
        }
    }

    #[inline(always)]
    pub(crate) fn issue_build(&mut self, at: Place, ships: u16) {
        let sector = self.seat.sector(at);
        self.log.command(Command::Build { at: sector, ships: ships.into() });
        self.galaxy.build(sector, ships);
        self.affordable -= u32::from(ships);
        if self.enemy_fleets.has(at) {
            self.count_survivors(at);
            self.update_capacity();
        } else {
            self.ships += u32::from(ships);
        }
    }

    /// After a battle: counts the own ships that are left, and forgets an enemy fleet that is
    /// destroyed.
    fn count_survivors(&mut self, place: Place) {
        let sector = self.seat.sector(place);
        self.ships += u32::from(self.galaxy.ships_in(self.survey.player, sector));
        if !self.galaxy.enemy_fleets(self.survey.player).has(sector) {
            self.enemy_fleets.remove(place);
        }
    }

    /// Step 3: founds colonies where they are requested and there are enough ships to hold them.
    #[inline(always)]
    fn colonize(&mut self) {
        let player = self.survey.player;
        let mut has_changed = false;
        let fleets = self.seat.places(self.galaxy.fleets(player));
        // All these requests have the same priority.
        for place in (self.requested & self.survey.colonize & fleets).each() {
            let sector = self.seat.sector(place);
            let ships = self.galaxy.ships[sector.index()];
            if ships < self.survey.min[place] || ships - self.galaxy.inactive[sector.index()] < SHIPS_PER_COLONY {
                continue;
            }
            self.served.insert(place);
            self.log.command(Command::Colonize { at: sector });
            self.galaxy.colonize(sector);
            self.ships -= u32::from(SHIPS_PER_COLONY);
            self.unassigned[place] -= SHIPS_PER_COLONY.saturating_sub(self.assigned_here[place]);
            self.colonies.insert(place);
            has_changed = true;
        }
        if has_changed {
            self.update_capacity();
        }
    }

    /// Step 4: terraforms one barren colony, unless there are too many terran ones already.
    #[inline(always)]
    fn terraform(&mut self) {
        let player = self.survey.player;
        if self.galaxy.reserves(player).materials < TERRAFORM_COST {
            return;
        }
        let barren = self.colonies & !self.seat.places(self.galaxy.terran);
        let terran = self.colonies & !barren;
        if barren.len() < 2 || terran.len() > 2 * barren.len() {
            return;
        }
        let population = |place| self.galaxy.population[self.seat.sector(place).index()];
        let Some(place) = (barren & !self.enemy_fleets).first_max(population) else { return };
        let sector = self.seat.sector(place);
        self.log.command(Command::Terraform { at: sector });
        self.galaxy.terraform(sector);
        self.affordable = self.galaxy.reserves(player).affordable_ships();
        self.update_capacity();
    }

    /// Step 6: scraps unassigned ships that the income does not support.
    #[inline(always)]
    fn scrap_to_support(&mut self) {
        if self.ships <= self.capacity {
            return;
        }
        for place in self.survey.own_fleets.each() {
            let excess = self.ships.saturating_sub(self.capacity);
            let scrapped = excess.min(self.unassigned[place].into()) as u16;
            if scrapped > 0 {
                let sector = self.seat.sector(place);
                self.log.command(Command::Scrap { at: sector, ships: scrapped.into() });
                self.galaxy.scrap(sector, scrapped);
                self.ships -= u32::from(scrapped);
            }
        }
    }
}
