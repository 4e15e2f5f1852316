//! Positions as lines of text.

use std::fmt;

use crate::{Colony, Fleet, Galaxy, Place, Reserves, Sector};

impl fmt::Display for Galaxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = (0..4).rev().map(|row| {
            let places = (0..4).map(|column| self.place(Sector(row * 4 + column)).to_string());
            places.collect::<Vec<_>>().join(",")
        });
        let reserves = self.reserves.iter().map(|reserves| match reserves {
            Some(Reserves { materials, credits }) => format!("{materials}:{credits}"),
            None => "-".to_string(),
        });
        let (rows, reserves) = (rows.collect::<Vec<_>>().join("/"), reserves.collect::<Vec<_>>().join(","));
        write!(f, "{rows} {} {} {reserves}", self.player + 1, self.turn)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.terran { "t" } else { "b" })?;
        if let Some(Colony { owner, population, worked }) = self.colony {
            write!(f, "{}@{population}", owner + 1)?;
            if worked > 0 {
                write!(f, "w{worked}")?;
            }
        }
        if let Some(Fleet { owner, ships, inactive }) = self.fleet {
            write!(f, "+{}x{ships}", owner + 1)?;
            if inactive > 0 {
                write!(f, "i{inactive}")?;
            }
        }
        Ok(())
    }
}

impl Galaxy {
    /// Reads a position. Extra spaces between and around the four fields are forgiven, nothing else
    /// is.
    ///
    /// ```
    /// use starchess_reference::Galaxy;
    ///
    /// let text = "t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0";
    /// assert_eq!(Galaxy::parse(text)?.to_string(), text);
    /// assert!(Galaxy::parse("t2@1000").is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(text: &str) -> Result<Galaxy, String> {
        let fields: Vec<&str> = text.split(' ').filter(|field| !field.is_empty()).collect();
        let &[sectors, player, turn, reserves] = fields.as_slice() else {
            return Err(format!("{} fields instead of 4", fields.len()));
        };
        let galaxy = Galaxy {
            places: read_sectors(sectors)?,
            player: read_player(player)?,
            turn: read_turn(turn)?,
            reserves: read_reserves(reserves)?,
        };
        galaxy.check()?;
        Ok(galaxy)
    }

    /// An error if the parts are well formed but do not fit together.
    fn check(&self) -> Result<(), String> {
        if (0..4).all(|player| self.is_defeated(player)) {
            return Err("no living player".to_string());
        }
        if self.is_defeated(self.player) {
            return Err(format!("player {} is to move but defeated", self.player + 1));
        }
        for sector in Sector::all() {
            let place = self.place(sector);
            if let Some(colony) = &place.colony {
                if self.is_defeated(colony.owner) {
                    return Err(format!("{sector}: the colony of a defeated player"));
                }
                if colony.worked > 0 && colony.owner != self.player {
                    return Err(format!("{sector}: workers of a player not to move"));
                }
            }
            if let Some(fleet) = &place.fleet {
                if self.is_defeated(fleet.owner) {
                    return Err(format!("{sector}: the fleet of a defeated player"));
                }
                if fleet.inactive > 0 && fleet.owner != self.player {
                    return Err(format!("{sector}: inactive ships of a player not to move"));
                }
            }
        }
        for player in (0..4).filter(|&player| !self.is_defeated(player)) {
            let home = Sector::home(player);
            if self.own_colony(player, home).is_none() || !self.place(home).terran {
                return Err(format!("{home}: not a terran home world colony of player {}", player + 1));
            }
        }
        Ok(())
    }
}

fn read_sectors(text: &str) -> Result<Vec<Place>, String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 4 {
        return Err(format!("{} rows instead of 4", rows.len()));
    }
    let mut places = Vec::new();
    for (row, text) in rows.into_iter().rev().enumerate() {
        let sectors: Vec<&str> = text.split(',').collect();
        if sectors.len() != 4 {
            return Err(format!("row {}: {} sectors instead of 4", row + 1, sectors.len()));
        }
        for (column, text) in sectors.into_iter().enumerate() {
            let place = read_place(text).map_err(|reason| format!("{}: {reason}", Sector(row * 4 + column)))?;
            places.push(place);
        }
    }
    Ok(places)
}

fn read_place(text: &str) -> Result<Place, String> {
    let mut reader = Reader { rest: text };
    let terran = reader.eat('t');
    if !terran {
        reader.expect('b')?;
    }
    let mut place = Place { terran, colony: None, fleet: None };
    if reader.rest.starts_with(|c: char| c.is_ascii_digit()) {
        place.colony = Some(read_colony(&mut reader, terran)?);
    }
    if reader.eat('+') {
        place.fleet = Some(read_fleet(&mut reader)?);
    }
    reader.end()?;
    Ok(place)
}

fn read_colony(reader: &mut Reader<'_>, terran: bool) -> Result<Colony, String> {
    let owner = reader.player()?;
    reader.expect('@')?;
    let population = reader.number()?;
    let maximum = if terran { 1000 } else { 200 };
    if !(20..=maximum).contains(&population) {
        return Err(format!("a population of {population}, not 20 to {maximum}"));
    }
    let mut worked = 0;
    if reader.eat('w') {
        worked = reader.number()?;
        if worked == 0 || worked > population || worked % 10 != 0 {
            return Err(format!("{worked} workers of {population} colonists"));
        }
    }
    Ok(Colony { owner, population, worked })
}

fn read_fleet(reader: &mut Reader<'_>) -> Result<Fleet, String> {
    let owner = reader.player()?;
    reader.expect('x')?;
    let ships = reader.number()?;
    if !(1..=999).contains(&ships) {
        return Err(format!("a fleet of {ships} ships"));
    }
    let mut inactive = 0;
    if reader.eat('i') {
        inactive = reader.number()?;
        if inactive == 0 || inactive > ships {
            return Err(format!("{inactive} inactive ships of {ships}"));
        }
    }
    Ok(Fleet { owner, ships, inactive })
}

fn read_player(text: &str) -> Result<usize, String> {
    let mut reader = Reader { rest: text };
    let player = reader.player().map_err(|reason| format!("player to move: {reason}"))?;
    reader.end().map_err(|reason| format!("player to move: {reason}"))?;
    Ok(player)
}

fn read_turn(text: &str) -> Result<i64, String> {
    let turn = read_number(text).map_err(|reason| format!("turn: {reason}"))?;
    if !(1..=1_000_000).contains(&turn) {
        return Err(format!("turn: {turn} is not 1 to 1,000,000"));
    }
    Ok(turn)
}

fn read_reserves(text: &str) -> Result<Vec<Option<Reserves>>, String> {
    let players: Vec<&str> = text.split(',').collect();
    if players.len() != 4 {
        return Err(format!("reserves of {} players instead of 4", players.len()));
    }
    let mut reserves = Vec::new();
    for (player, text) in players.into_iter().enumerate() {
        let read =
            read_player_reserves(text).map_err(|reason| format!("reserves of player {}: {reason}", player + 1))?;
        reserves.push(read);
    }
    Ok(reserves)
}

fn read_player_reserves(text: &str) -> Result<Option<Reserves>, String> {
    if text == "-" {
        return Ok(None);
    }
    let mut reader = Reader { rest: text };
    let materials = reader.number()?;
    reader.expect(':')?;
    let credits = reader.number()?;
    reader.end()?;
    if materials > 1_000_000_000 || credits > 1_000_000_000 {
        return Err("more than 1,000,000,000".to_string());
    }
    Ok(Some(Reserves { materials, credits }))
}

/// A whole text that is a number.
pub(crate) fn read_number(text: &str) -> Result<i64, String> {
    let mut reader = Reader { rest: text };
    let number = reader.number()?;
    reader.end()?;
    Ok(number)
}

/// What of a text is still to be read.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Reads the character if it is next.
    fn eat(&mut self, expected: char) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, expected: char) -> Result<(), String> {
        if self.eat(expected) { Ok(()) } else { Err(format!("'{expected}' expected before '{}'", self.rest)) }
    }

    /// Digits without leading zeros.
    fn number(&mut self) -> Result<i64, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        if digits.is_empty() {
            return Err(format!("a number expected before '{rest}'"));
        }
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(format!("leading zero in {digits}"));
        }
        self.rest = rest;
        digits.parse().map_err(|_| format!("{digits} is too large"))
    }

    fn player(&mut self) -> Result<usize, String> {
        for (player, name) in ['1', '2', '3', '4'].into_iter().enumerate() {
            if self.eat(name) {
                return Ok(player);
            }
        }
        Err(format!("a player expected before '{}'", self.rest))
    }

    fn end(&self) -> Result<(), String> {
        if self.rest.is_empty() { Ok(()) } else { Err(format!("unexpected '{}'", self.rest)) }
    }
}
