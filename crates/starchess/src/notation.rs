//! The notation of positions, one line each.

use std::fmt;
use std::str::FromStr;

use crate::constants::{MAX_RESERVE, MAX_ROUND, MAX_SHIPS, MIN_POPULATION, WORKERS_PER_SHIP};
use crate::galaxy::{Class, Galaxy, Reserves};
use crate::player::{PLAYERS, Player};
use crate::reader::Reader;
use crate::reader::{NotationError, Reason};
use crate::sector::{SECTORS, Sector};

impl fmt::Display for Galaxy {
    /// Writes the position on one line: sectors, player to move, turn, reserves.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for sector in written_order() {
            self.write_sector(f, sector)?;
            f.write_str(match (sector.column(), sector.row()) {
                (3, 0) => " ",
                (3, _) => "/",
                _ => ",",
            })?;
        }
        write!(f, "{} {} ", self.to_move.number(), self.round)?;
        for player in Player::ALL {
            if player != Player::ONE {
                f.write_str(",")?;
            }
            match self.reserves(player) {
                _ if self.is_defeated(player) => f.write_str("-")?,
                Reserves { materials, credits } => write!(f, "{materials}:{credits}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Galaxy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The sectors as they are written: row 4 first, each from A to D.
fn written_order() -> impl Iterator<Item = Sector> {
    (0..4).rev().flat_map(|row| (0..4).map(move |column| Sector::new(column, row)))
}

impl Galaxy {
    fn write_sector(&self, f: &mut fmt::Formatter, sector: Sector) -> fmt::Result {
        f.write_str(match self.class(sector) {
            Class::Terran => "t",
            Class::Barren => "b",
        })?;
        if let Some(colony) = self.colony(sector) {
            write!(f, "{}@{}", colony.owner.number(), colony.population)?;
            if colony.worked > 0 {
                write!(f, "w{}", colony.worked)?;
            }
        }
        if let Some(fleet) = self.fleet(sector) {
            write!(f, "+{}x{}", fleet.owner.number(), fleet.ships)?;
            if fleet.inactive > 0 {
                write!(f, "i{}", fleet.inactive)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Galaxy {
    type Err = NotationError;

    /// Reads a position. Extra spaces around the fields are accepted; everything else must be
    /// exactly in the notation, and a possible position.
    ///
    /// ```
    /// use starchess::Galaxy;
    /// let line = "t2@1000+2x20,b,t,b+2x7/b,t,t,b/t,b,b,t/t1@900w50+1x5i5,t,b,b 1 12 80:0,0:7,-,-";
    /// let galaxy: Galaxy = line.parse()?;
    /// assert_eq!(galaxy.to_string(), line);
    /// let error = line.replace("2x7", "3x7").parse::<Galaxy>().unwrap_err();
    /// assert_eq!(error.to_string(), "column 19: player 3 is defeated but has a fleet here");
    /// # Ok::<(), starchess::NotationError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, NotationError> {
        PositionReader::new(text).position()
    }
}

/// Reads a position and keeps the column of each part: much of it can only be checked at the end,
/// when it is known who is to move and who is defeated.
struct PositionReader<'a> {
    reader: Reader<'a>,
    galaxy: Galaxy,
    columns: [Columns; SECTORS],
    reserve_columns: [usize; PLAYERS],
    is_defeated: [bool; PLAYERS],
}

/// The columns in which the parts of a sector begin.
#[derive(Clone, Copy, Default)]
struct Columns {
    sector: usize,
    colony: usize,
    worked: usize,
    fleet: usize,
    inactive: usize,
}

impl<'a> PositionReader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            reader: Reader::new(text),
            galaxy: Galaxy::VOID,
            columns: Default::default(),
            reserve_columns: Default::default(),
            is_defeated: Default::default(),
        }
    }

    fn position(mut self) -> Result<Galaxy, NotationError> {
        self.reader.skips_spaces();
        for sector in written_order() {
            self.sector(sector)?;
            match (sector.column(), sector.row()) {
                (3, 0) => self.reader.gap()?,
                (3, _) => self.reader.expect('/', "'/' after the row")?,
                _ => self.reader.expect(',', "',' after the sector")?,
            }
        }
        let to_move = self.reader.column();
        self.galaxy.to_move = self.reader.player()?;
        self.reader.gap()?;
        self.galaxy.round = self.reader.number("the turn", 1, MAX_ROUND)?;
        self.reader.gap()?;
        for player in Player::ALL {
            if player != Player::ONE {
                self.reader.expect(',', "',' and the next player's reserves")?;
            }
            self.reserves(player)?;
        }
        self.reader.skips_spaces();
        if !self.reader.is_at_end() {
            return Err(self.reader.unexpected("the end of the text"));
        }
        self.check(to_move)?;
        Ok(self.galaxy)
    }

    fn sector(&mut self, sector: Sector) -> Result<(), NotationError> {
        let index = sector.index();
        self.columns[index].sector = self.reader.column();
        let class = if self.reader.takes('t') {
            self.galaxy.terran.insert(sector);
            Class::Terran
        } else {
            self.reader.expect('b', "a planet, t or b")?;
            Class::Barren
        };
        if !self.reader.is_at_digit() {
            return self.fleet(sector);
        }
        self.columns[index].colony = self.reader.column();
        let owner = self.reader.player()?;
        self.reader.expect('@', "'@' and the population")?;
        let max = u32::from(class.max_population());
        let what = match class {
            Class::Terran => "the population of a terran colony",
            Class::Barren => "the population of a barren colony",
        };
        let population = self.reader.number(what, MIN_POPULATION.into(), max)?;
        self.columns[index].worked = self.reader.column();
        if self.reader.takes('w') {
            let worked = self.reader.number("the number of colonists who have worked", 1, u32::MAX)?;
            let error = |reason| Err(NotationError { column: self.columns[index].worked + 1, reason });
            if worked > population {
                return error(Reason::TooManyWorkers { worked, population });
            }
            if worked % u32::from(WORKERS_PER_SHIP) != 0 {
                return error(Reason::OddWorkers { worked });
            }
            self.galaxy.worked[index] = worked as u16;
        }
        self.galaxy.colonies[owner.index()].insert(sector);
        self.galaxy.population[index] = population as u16;
        self.fleet(sector)
    }

    /// Reads the fleet of a sector, if it has one.
    fn fleet(&mut self, sector: Sector) -> Result<(), NotationError> {
        let columns = &mut self.columns[sector.index()];
        columns.fleet = self.reader.column();
        if !self.reader.takes('+') {
            return Ok(());
        }
        let owner = self.reader.player()?;
        self.reader.expect('x', "'x' and the ships of the fleet")?;
        let ships = self.reader.number("the number of ships", 1, MAX_SHIPS.into())?;
        columns.inactive = self.reader.column();
        let mut inactive = 0;
        if self.reader.takes('i') {
            inactive = self.reader.number("the number of inactive ships", 1, u32::MAX)?;
            if inactive > ships {
                let reason = Reason::TooManyInactive { inactive, ships };
                return Err(NotationError { column: columns.inactive + 1, reason });
            }
        }
        self.galaxy.set_fleet(owner, sector, ships as u16, inactive as u16);
        Ok(())
    }

    fn reserves(&mut self, player: Player) -> Result<(), NotationError> {
        self.reserve_columns[player.index()] = self.reader.column();
        if self.reader.takes('-') {
            self.is_defeated[player.index()] = true;
            return Ok(());
        }
        let materials = self.reader.number("a player's materials, or - if defeated", 0, MAX_RESERVE)?;
        self.reader.expect(':', "':' between materials and credits")?;
        let credits = self.reader.number("a player's credits", 0, MAX_RESERVE)?;
        self.galaxy.reserves[player.index()] = Reserves { materials, credits };
        Ok(())
    }

    /// Checks that the parts make a possible position.
    fn check(&self, to_move_column: usize) -> Result<(), NotationError> {
        let error = |column, reason| Err(NotationError { column, reason });
        if self.is_defeated == [true; PLAYERS] {
            return error(self.reserve_columns[0], Reason::AllDefeated);
        }
        let to_move = self.galaxy.to_move;
        if self.is_defeated[to_move.index()] {
            return error(to_move_column, Reason::DefeatedToMove { player: to_move });
        }
        for sector in written_order() {
            let columns = self.columns[sector.index()];
            if let Some(colony) = self.galaxy.colony(sector) {
                let owner = colony.owner;
                if self.is_defeated[owner.index()] {
                    return error(columns.colony, Reason::ColonyOfDefeated { owner });
                }
                if colony.worked > 0 && owner != to_move {
                    return error(columns.worked, Reason::WorkedOutOfTurn { owner, to_move });
                }
            }
            if let Some(fleet) = self.galaxy.fleet(sector) {
                let owner = fleet.owner;
                if self.is_defeated[owner.index()] {
                    return error(columns.fleet, Reason::FleetOfDefeated { owner });
                }
                if fleet.inactive > 0 && owner != to_move {
                    return error(columns.inactive, Reason::InactiveOutOfTurn { owner, to_move });
                }
            }
        }
        for player in Player::ALL.into_iter().filter(|player| !self.is_defeated[player.index()]) {
            let home = player.home();
            let column = self.columns[home.index()].sector;
            if self.galaxy.is_defeated(player) {
                return error(column, Reason::NoHome { player, home });
            }
            if !self.galaxy.terran.has(home) {
                return error(column, Reason::BarrenHome { player, home });
            }
        }
        Ok(())
    }
}
