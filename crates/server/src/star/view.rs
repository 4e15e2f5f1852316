//! What a page is told of a game of Star Chess.

use serde::{Deserialize, Serialize};
use starchess::{
    BuildChoice, Class, Colony, Command, CommandError, EndOfTurn, Event, Fleet, Galaxy, Idle, Next, PLAYERS, Player,
    PlayerOverview, PlayerSpec, Reserves, Sector, Session, Verdict, fight,
};

use super::history::StarTurn;
use super::strength::Strength;

/// Everything a page has to know to show a game, and to offer what can be done in it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarView {
    /// The position.
    pub(crate) board: StarBoard,
    /// Who decides for each player.
    pub(crate) seats: [StarSitter; PLAYERS],
    /// Who or what acts next.
    pub(crate) next: Next,
    /// How the game stands.
    pub(crate) verdict: Verdict,
    /// Whether nothing has changed for many rounds.
    pub(crate) is_frozen: bool,
    /// The number of rounds after which the highest score wins.
    pub(crate) round_limit: Option<u32>,
    /// The number of commands so far.
    pub(crate) commands: u32,
    /// The number of finished turns.
    pub(crate) turns: u32,
    /// The commands of the current turn, and what happened.
    pub(crate) this_turn: Vec<StarStep>,
    /// Whether a command can be undone in this turn.
    pub(crate) can_undo: bool,
    /// Whether a command can be redone.
    pub(crate) can_redo: bool,
    /// Whether the last turn can be taken back.
    pub(crate) can_undo_turn: bool,
    /// What can be ordered where. Only while a human is to move.
    pub(crate) options: Vec<StarOptions>,
    /// What could still be done this turn.
    pub(crate) idle: Idle,
    /// What the end of the turn would bring.
    pub(crate) forecast: Option<EndOfTurn>,
    /// The position in the game's notation.
    pub(crate) position: Galaxy,
}

/// A position, part by part.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarBoard {
    /// The number of the round.
    pub(crate) round: u32,
    /// The player to move.
    pub(crate) to_move: Player,
    /// The players, 1 to 4.
    pub(crate) players: [PlayerOverview; PLAYERS],
    /// The sectors, row by row from A1 to D4.
    pub(crate) sectors: Vec<StarSector>,
}

/// A sector of a position.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarSector {
    /// The sector.
    pub(crate) at: Sector,
    /// The class of its planet.
    pub(crate) class: Class,
    /// The player whose home world this is or was.
    pub(crate) home_of: Option<Player>,
    /// The colony on it.
    pub(crate) colony: Option<Colony>,
    /// The population at which the colony stops growing.
    pub(crate) max_population: u16,
    /// The fleet around it.
    pub(crate) fleet: Option<Fleet>,
    /// The ships of the fleet that can still move or colonize.
    pub(crate) ready: u16,
    /// If the fleet blockades the colony: how much of it, in percent, the next bombardment kills.
    pub(crate) bombardment: Option<u32>,
    /// The enemy ships that could be here before the player to move can react.
    pub(crate) threat: u16,
    /// Whether the ships of the player to move can go here.
    pub(crate) is_in_reach: bool,
}

/// Who decides for a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarSitter {
    /// What sits there.
    pub(crate) kind: SitterKind,
    /// The computer's strength, if it is one of those that have names.
    pub(crate) strength: Option<Strength>,
    /// What to call it: the name of the strength, or else the computer's specification.
    pub(crate) name: String,
}

/// What sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum SitterKind {
    /// A person.
    Human,
    /// A computer.
    Computer,
    /// A player of a saved game that is unknown here.
    Unknown,
}

impl StarSitter {
    pub(super) fn of(spec: &PlayerSpec) -> Self {
        let kind = match spec {
            PlayerSpec::Human => SitterKind::Human,
            PlayerSpec::Computer { .. } => SitterKind::Computer,
            PlayerSpec::Program(_) | PlayerSpec::Unstarted(_) | PlayerSpec::Unknown(_) => SitterKind::Unknown,
        };
        let strength = Strength::of(spec);
        Self { kind, strength, name: strength.map_or_else(|| spec.name(), |strength| strength.name().to_owned()) }
    }
}

/// A command of the current turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarStep {
    /// The command.
    pub(crate) command: Command,
    /// What happened.
    pub(crate) events: Vec<Event>,
    /// What it cost.
    pub(crate) spent: Reserves,
}

/// What the player to move can order in one sector.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarOptions {
    /// The sector.
    pub(crate) at: Sector,
    /// Where ships can move.
    pub(crate) moves: Vec<StarTarget>,
    /// What the colony can build.
    pub(crate) build: Option<BuildChoice>,
    /// The most ships that can be scrapped.
    pub(crate) max_scrap: u16,
    /// How many of them exceed the number of ships that the income supports.
    pub(crate) surplus: u16,
    /// Why something cannot be done; nothing where it can.
    pub(crate) why_not: WhyNot,
}

/// Why commands are not possible; `None` for those that are.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyNot {
    /// Moving ships.
    pub(crate) moving: Option<String>,
    /// Building a ship.
    pub(crate) build: Option<String>,
    /// Founding a colony.
    pub(crate) colonize: Option<String>,
    /// Making the planet terran.
    pub(crate) terraform: Option<String>,
    /// Scrapping a ship.
    pub(crate) scrap: Option<String>,
}

/// A target of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarTarget {
    /// The target.
    pub(crate) to: Sector,
    /// The most ships that can move there.
    pub(crate) max: u16,
    /// How many to propose: the least that lose none, or else all.
    pub(crate) proposed: u16,
    /// What happens if all go.
    pub(crate) outcome: Outcome,
    /// The numbers of ships at which the outcome changes.
    pub(crate) ticks: Vec<Tick>,
}

/// How the arrival of ships ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// Nobody is there.
    Empty,
    /// Own ships are there.
    Joins {
        /// How many.
        ships: u16,
    },
    /// The enemy fleet is destroyed.
    Wins {
        /// Own losses.
        losses: u16,
    },
    /// Both fleets are destroyed.
    Draws,
    /// All arriving ships are lost.
    Loses {
        /// What is left of the enemy fleet.
        left: u16,
    },
}

/// A number of ships at which the outcome changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Tick {
    /// The number of ships.
    pub(crate) ships: u16,
    /// What they achieve.
    pub(crate) what: TickKind,
}

/// What a number of ships achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum TickKind {
    /// They win.
    Wins,
    /// They win, and lose half as many.
    HalvesLosses,
    /// They win, and lose none.
    LosesNone,
}

/// What an order led to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum StarNews {
    /// Commands were played.
    Played {
        /// By whom.
        player: Player,
        /// In which round.
        round: u32,
        /// Each command, with the position after it.
        steps: Vec<PlayedStep>,
        /// The turns that were finished by it.
        finished: Vec<StarTurn>,
    },
    /// Commands or turns were undone or redone.
    Moved {
        /// The turns that were finished by it.
        finished: Vec<StarTurn>,
    },
    /// Someone else decides for a player.
    Seated {
        /// The player.
        player: Player,
    },
}

/// A command that was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PlayedStep {
    /// The command.
    pub(crate) command: Command,
    /// What happened.
    pub(crate) events: Vec<Event>,
    /// The position after it; of the last command it is that of the view.
    pub(crate) board: Option<StarBoard>,
}

/// A small picture of a position and its players, for lists.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarSummary {
    /// The number of the round.
    pub(crate) round: u32,
    /// The player to move.
    pub(crate) to_move: Player,
    /// The sectors, row by row from A1 to D4.
    pub(crate) sectors: Vec<SummarySector>,
    /// The players, 1 to 4.
    pub(crate) players: Vec<SummaryPlayer>,
    /// The winner, if the game is over.
    pub(crate) winner: Option<Player>,
}

/// A sector of a small picture.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SummarySector {
    /// The class of its planet.
    pub(crate) class: Class,
    /// The colony's owner.
    pub(crate) colony: Option<Player>,
    /// The colony's population as a share of its maximum.
    pub(crate) filled: f32,
    /// The fleet's owner.
    pub(crate) fleet: Option<Player>,
}

/// A player in a list.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SummaryPlayer {
    /// Whether a person decides.
    pub(crate) is_human: bool,
    /// Whether the player is defeated.
    pub(crate) is_defeated: bool,
    /// The score.
    pub(crate) score: i32,
    /// The ships.
    pub(crate) ships: u32,
    /// The number of colonies.
    pub(crate) colonies: u32,
}

impl StarBoard {
    pub(super) fn of(galaxy: &Galaxy) -> Self {
        let overview = galaxy.overview();
        let bombardments: Vec<_> = Player::ALL
            .into_iter()
            .filter_map(|player| galaxy.forecast(player))
            .flat_map(|end| end.bombardments)
            .collect();
        let sector = |sector: &starchess::SectorOverview| StarSector {
            at: sector.at,
            class: sector.class,
            home_of: Player::ALL.into_iter().find(|player| player.home() == sector.at),
            colony: sector.colony,
            max_population: sector.class.max_population(),
            fleet: sector.fleet,
            ready: sector.fleet.map_or(0, Fleet::active),
            bombardment: bombardments.iter().find(|bombardment| bombardment.at == sector.at).map(|bombardment| {
                let (before, killed) = (u32::from(bombardment.before), bombardment.before - bombardment.after);
                u32::from(killed) * 100 / before.max(1)
            }),
            threat: sector.threat,
            is_in_reach: sector.is_in_reach,
        };
        Self {
            round: overview.round,
            to_move: overview.to_move,
            players: overview.players,
            sectors: overview.sectors.iter().map(sector).collect(),
        }
    }
}

impl StarView {
    pub(super) fn of(session: &Session, turns: usize, can_redo: bool) -> Self {
        let (galaxy, record) = (session.galaxy(), session.record());
        let next = session.next();
        let this_turn = this_turn(session);
        let options = match next {
            Next::Human(_) => Sector::all().filter_map(|at| StarOptions::of(galaxy, at)).collect(),
            _ => Vec::new(),
        };
        Self {
            board: StarBoard::of(galaxy),
            seats: session.seats().each_ref().map(StarSitter::of),
            next,
            verdict: session.verdict(),
            is_frozen: record.is_frozen(),
            round_limit: session.round_limit.map(u32::from),
            commands: record.len() as u32,
            turns: turns as u32,
            can_undo: !this_turn.is_empty(),
            can_redo,
            can_undo_turn: turns > 0,
            this_turn,
            options,
            idle: galaxy.idle(),
            forecast: galaxy.forecast(galaxy.to_move()),
            position: *galaxy,
        }
    }
}

/// The commands of the current turn, and what each led to.
fn this_turn(session: &Session) -> Vec<StarStep> {
    let record = session.record();
    let commands: Vec<Command> = record.this_turn().filter(|&command| command != Command::EndTurn).collect();
    let mut here = *record.at(record.len() - commands.len());
    let step = |command| {
        let mut events = Vec::new();
        let before = here.reserves(here.to_move());
        // It was legal when it was played.
        let _ = here.apply_with_events(command, &mut events);
        let after = here.reserves(here.to_move());
        let spent = Reserves {
            materials: before.materials.saturating_sub(after.materials),
            credits: before.credits.saturating_sub(after.credits),
        };
        StarStep { command, events, spent }
    };
    commands.into_iter().map(step).collect()
}

impl StarOptions {
    /// What can be ordered in a sector; nothing if the player to move has nothing there.
    fn of(galaxy: &Galaxy, at: Sector) -> Option<Self> {
        let player = galaxy.to_move();
        if !(galaxy.colonies(player) | galaxy.fleets(player)).has(at) {
            return None;
        }
        let choices = galaxy.choices(at);
        let why_not = |command| galaxy.preview(command).err().map(say);
        let active = galaxy.fleet(at).filter(|fleet| fleet.owner == player).map_or(0, Fleet::active);
        let moving = match (galaxy.ships_in(player, at), active) {
            (0, _) => Some("no ships of yours are here"),
            (_, 0) => Some("these ships arrived this turn: they can move in the next"),
            _ if choices.moves.is_empty() => Some("no sector in reach has room"),
            _ => None,
        };
        let build = match choices.build {
            Some(build) if build.max > 0 => None,
            _ => why_not(Command::Build { at, ships: 1 }),
        };
        let targets = choices.moves.iter().map(|choice| StarTarget::of(galaxy, choice.to, choice.max));
        Some(Self {
            at,
            moves: targets.collect(),
            build: choices.build,
            max_scrap: choices.max_scrap,
            surplus: choices.surplus,
            why_not: WhyNot {
                moving: moving.map(str::to_owned),
                build,
                colonize: why_not(Command::Colonize { at }),
                terraform: why_not(Command::Terraform { at }),
                scrap: why_not(Command::Scrap { at, ships: 1 }),
            },
        })
    }
}

/// Why a command is refused, said to the player who is to move: the rules speak of players by their numbers.
fn say(error: CommandError) -> String {
    match error {
        CommandError::NoFleet { at, .. } => format!("you have no ships in {at}"),
        CommandError::NoColony { at, .. } => format!("you have no colony in {at}"),
        CommandError::Colonized { at, .. } => format!("there is already a colony in {at}"),
        error => error.to_string(),
    }
}

impl StarTarget {
    fn of(galaxy: &Galaxy, to: Sector, max: u16) -> Self {
        let (own, there) = (galaxy.to_move(), galaxy.fleet(to));
        let enemy = there.filter(|fleet| fleet.owner != own).map_or(0, |fleet| fleet.ships);
        let outcome = match there {
            None => Outcome::Empty,
            Some(fleet) if fleet.owner == own => Outcome::Joins { ships: fleet.ships },
            Some(_) => match fight(max, enemy) {
                (0, 0) => Outcome::Draws,
                (0, left) => Outcome::Loses { left },
                (left, _) => Outcome::Wins { losses: max - left },
            },
        };
        let ticks = if enemy == 0 { Vec::new() } else { ticks(enemy, max) };
        let least = ticks.iter().find(|tick| tick.what == TickKind::LosesNone).map(|tick| tick.ships);
        Self { to, max, proposed: least.unwrap_or(max), outcome, ticks }
    }
}

/// The numbers of ships, up to `max`, at which a battle against `enemy` ships changes its outcome.
fn ticks(enemy: u16, max: u16) -> Vec<Tick> {
    let losses = |ships: u16| match fight(ships, enemy) {
        (0, _) => None,
        (left, _) => Some(ships - left),
    };
    let mut ticks: Vec<Tick> = Vec::new();
    let mut last = None;
    for ships in 1..=max {
        let now = losses(ships);
        let what = match (last, now) {
            (None, Some(0)) | (Some(1..), Some(0)) => TickKind::LosesNone,
            (None, Some(_)) => TickKind::Wins,
            (Some(before), Some(now)) if now < before => TickKind::HalvesLosses,
            _ => continue,
        };
        ticks.push(Tick { ships, what });
        last = now;
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_where_the_outcome_changes() {
        let found: Vec<(u16, TickKind)> = ticks(17, 54).into_iter().map(|tick| (tick.ships, tick.what)).collect();
        assert_eq!(found, [(18, TickKind::Wins), (34, TickKind::HalvesLosses), (51, TickKind::LosesNone)]);
        assert_eq!(ticks(17, 17), []);
        // Against one ship, half as many losses are none.
        assert_eq!(ticks(1, 9), [Tick { ships: 2, what: TickKind::LosesNone }]);
    }
}
