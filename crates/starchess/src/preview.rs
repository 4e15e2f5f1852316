//! A look at the consequences of a command, and an overview of a position.

use gametree::Score;

use crate::command::Command;
use crate::command_error::CommandError;
use crate::end_of_turn::Income;
use crate::event::Event;
use crate::forecast::{Balance, EndOfTurn};
use crate::galaxy::{Class, Colony, Fleet, Galaxy, Reserves};
use crate::player::{PLAYERS, Player};
use crate::sector::{Sector, Sectors};

/// What a command would lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Preview {
    /// The command.
    pub command: Command,
    /// What happens at once: a battle with its losses, for example.
    pub events: Vec<Event>,
    /// What the end of the turn brings if it follows. For [`Command::EndTurn`] that is the end of
    /// the turn itself.
    pub end_of_turn: Option<EndOfTurn>,
    /// The position after the command.
    pub after: Galaxy,
}

/// How one player stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerOverview {
    /// The player.
    pub player: Player,
    /// Whether the player has lost the home world.
    pub is_defeated: bool,
    /// The score, as it is shown and searched.
    pub score: Score,
    /// All ships.
    pub ships: u32,
    /// The number of ships that the income supports, without reserves.
    pub supported_ships: u32,
    /// The sectors with a colony.
    pub colonies: Sectors,
    /// Materials and credits in reserve.
    pub reserves: Reserves,
    /// What the colonies produce and consume in a turn.
    pub income: Income,
    /// What the reserves gain or lose at the end of the player's turn, after consumption and
    /// upkeep, if nothing changes until then.
    pub net: Balance,
    /// The number of ships that would be scrapped then.
    pub scrapped_ships: u32,
}

/// What there is in one sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SectorOverview {
    /// The sector.
    pub at: Sector,
    /// The class of its planet.
    pub class: Class,
    /// The colony on it.
    pub colony: Option<Colony>,
    /// The fleet around it.
    pub fleet: Option<Fleet>,
    /// The enemy ships that could be here before the player to move can react.
    pub threat: u16,
    /// Whether the ships of the player to move can go here.
    pub is_in_reach: bool,
}

/// A whole position, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Overview {
    /// The number of the round.
    pub round: u32,
    /// The player to move.
    pub to_move: Player,
    /// The players, 1 to 4.
    pub players: [PlayerOverview; PLAYERS],
    /// The sectors, row by row from A1 to D4.
    pub sectors: Vec<SectorOverview>,
}

impl Galaxy {
    /// What a command of the player to move would lead to, or the rule that forbids it.
    ///
    /// ```
    /// use starchess::{Command, Galaxy, Start};
    /// let galaxy = Galaxy::start(Start::Barren);
    /// let preview = galaxy.preview("scrap A1 5".parse()?)?;
    /// let end = preview.end_of_turn.expect("the game goes on");
    /// assert_eq!((end.net.materials, end.net.credits), (50, 700));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn preview(&self, command: Command) -> Result<Preview, CommandError> {
        let player = self.to_move();
        let (mut after, mut events) = (*self, Vec::new());
        after.apply_with_events(command, &mut events)?;
        let turn_ends_in = if command == Command::EndTurn { self } else { &after };
        Ok(Preview { command, events, end_of_turn: turn_ends_in.forecast(player), after })
    }

    /// The position, part by part.
    pub fn overview(&self) -> Overview {
        let (threats, in_reach) = (self.threats(self.to_move()), self.in_reach(self.to_move()));
        let sector = |at: Sector| SectorOverview {
            at,
            class: self.class(at),
            colony: self.colony(at),
            fleet: self.fleet(at),
            threat: threats[at.index()],
            is_in_reach: in_reach.has(at),
        };
        Overview {
            round: self.round(),
            to_move: self.to_move(),
            players: Player::ALL.map(|player| self.player_overview(player)),
            sectors: Sector::all().map(sector).collect(),
        }
    }

    /// How a player stands.
    ///
    /// ```
    /// use starchess::{Galaxy, Player, Start};
    /// let player = Galaxy::start(Start::Terran).player_overview(Player::THREE);
    /// assert_eq!((player.ships, player.supported_ships), (20, 20));
    /// assert_eq!((player.net.materials, player.net.credits), (0, 600));
    /// ```
    pub fn player_overview(&self, player: Player) -> PlayerOverview {
        let income = self.income(player);
        let forecast = self.forecast(player);
        PlayerOverview {
            player,
            is_defeated: self.is_defeated(player),
            score: self.scores()[player.index()],
            ships: self.ships(player),
            supported_ships: income.supported_ships(),
            colonies: self.colonies(player),
            reserves: self.reserves(player),
            income,
            net: forecast.as_ref().map_or(Balance::default(), |end| end.net),
            scrapped_ships: forecast.as_ref().map_or(0, EndOfTurn::scrapped_ships),
        }
    }
}
