//! Why a computer played its turn, and whether it was right about the future.

use serde::Serialize;
use starchess::{Command, Errand, Event, ExplainedRequest, Explanation, Galaxy, PLAYERS, Player, Sector, Sectors};

use super::history::StarTurn;
use super::view::{StarBoard, StarSitter};

/// The reasons for a computer's turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarWhy {
    /// The number of the turn in the game, from 0. For advice, the number of turns so far.
    pub(crate) turn: u32,
    /// The player.
    pub(crate) player: Player,
    /// The number of the round.
    pub(crate) round: u32,
    /// The computer.
    pub(crate) computer: StarSitter,
    /// How many rounds it looked ahead.
    pub(crate) rounds: u32,
    /// How many turns it generated to find this one.
    pub(crate) generated: u32,
    /// The position before the turn.
    pub(crate) before: StarBoard,
    /// What the sectors requested, the most urgent first.
    pub(crate) requests: Vec<WhyRequest>,
    /// The choices that were tried, in order; the first leaves nothing out.
    pub(crate) choices: Vec<WhyChoice>,
    /// The index of the choice that was played.
    pub(crate) chosen: u32,
    /// What the player gains by it, compared with all requests.
    pub(crate) gain: Option<i32>,
    /// The sectors whose requests were left out.
    pub(crate) dropped: Sectors,
    /// This turn, and those that the player expected to follow.
    pub(crate) expected: Vec<WhyTurn>,
    /// The scores of all players that it expected at the end.
    pub(crate) scores: [i32; PLAYERS],
    /// The scores before the turn.
    pub(crate) scores_before: [i32; PLAYERS],
}

/// A request of a sector, and what was done about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyRequest {
    /// The sector.
    pub(crate) sector: Sector,
    /// From 1, the most urgent, to 4.
    pub(crate) priority: u32,
    /// What ships are wanted for.
    pub(crate) goal: Goal,
    /// The player that is concerned: whose colony is attacked, or who is to be driven off.
    pub(crate) other: Option<Player>,
    /// The smallest number of ships worth sending.
    pub(crate) min: u16,
    /// The largest number of ships needed.
    pub(crate) max: u16,
    /// Whether it was left out.
    pub(crate) is_dropped: bool,
    /// Ships that were sent or stayed for it.
    pub(crate) sent: u16,
    /// Ships that were built for it.
    pub(crate) built: u16,
    /// Whether a colony was founded.
    pub(crate) is_colonized: bool,
    /// Where ships that were sent are after the turn.
    pub(crate) on_the_way: Sectors,
}

/// What ships are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Goal {
    /// To end the blockade of the own home world.
    DefendHome,
    /// To end the blockade of an own colony.
    Defend,
    /// To attack a home world.
    AttackHome,
    /// To attack a colony.
    Attack,
    /// To guard an own colony that is threatened.
    Guard,
    /// To found a colony.
    Colonize,
}

/// A choice of requests that was tried.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyChoice {
    /// The sectors that were left out.
    pub(crate) dropped: Sectors,
    /// The score that the player could expect.
    pub(crate) score: Option<i32>,
    /// How much more that is than with all requests.
    pub(crate) gain: Option<i32>,
}

/// A turn that a player expected.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyTurn {
    /// The player whose turn it is.
    pub(crate) player: Player,
    /// The number of the round.
    pub(crate) round: u32,
    /// Its commands.
    pub(crate) commands: Vec<Command>,
    /// What happens.
    pub(crate) events: Vec<Event>,
    /// The position after it.
    pub(crate) board: StarBoard,
    /// The scores after it.
    pub(crate) scores: [i32; PLAYERS],
    /// What was really played, if it has been.
    pub(crate) real: Option<RealTurn>,
}

/// What was really played, compared with what was expected.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RealTurn {
    /// The player whose turn it was.
    pub(crate) player: Player,
    /// The commands.
    pub(crate) commands: Vec<Command>,
    /// The position after it.
    pub(crate) board: StarBoard,
    /// The scores after it.
    pub(crate) scores: [i32; PLAYERS],
    /// How it compares.
    pub(crate) likeness: Likeness,
}

/// How a real turn compares with the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Likeness {
    /// The same commands.
    Same,
    /// Other commands, but the same score for the player who predicted it.
    SameScore,
    /// Other commands and another score.
    Other,
}

/// What a computer found, in a position.
pub(super) struct Found<'a> {
    pub(super) turn: usize,
    pub(super) galaxy: &'a Galaxy,
    pub(super) computer: StarSitter,
    pub(super) explanation: &'a Explanation,
    pub(super) rounds: u32,
    pub(super) generated: u64,
    pub(super) scores: [i32; PLAYERS],
    /// The turns that were really played, this one first, each with the position after it.
    pub(super) real: &'a [(StarTurn, Galaxy)],
}

impl StarWhy {
    pub(super) fn of(found: &Found) -> Self {
        let Found { galaxy, explanation, .. } = *found;
        let all = explanation.masks[0];
        let choice = |tried: &starchess::TriedMask| WhyChoice {
            dropped: all.mask & !tried.mask,
            score: tried.score,
            gain: tried.score.zip(all.score).map(|(score, all)| score - all),
        };
        let moves: Vec<Command> = explanation.expected.first().map_or(Vec::new(), |turn| turn.commands.clone());
        let mut round = galaxy.round();
        let mut before = *galaxy;
        let mut expected = Vec::new();
        for (i, turn) in explanation.expected.iter().enumerate() {
            let mut events = Vec::new();
            for &command in &turn.commands {
                // The computer found it legal.
                let _ = before.apply_with_events(command, &mut events);
            }
            events.retain(|event| {
                !matches!(event, Event::IncomeReceived { .. } | Event::ColonyGrew { .. } | Event::TurnEnded { .. })
            });
            let real = found.real.get(i).map(|(real, after)| {
                let me = galaxy.to_move().index();
                let likeness = if real.player == turn.player && real.commands == turn.commands {
                    Likeness::Same
                } else if after.scores()[me] == turn.after.scores()[me] {
                    Likeness::SameScore
                } else {
                    Likeness::Other
                };
                RealTurn {
                    player: real.player,
                    commands: real.commands.clone(),
                    board: StarBoard::of(after),
                    scores: after.scores(),
                    likeness,
                }
            });
            expected.push(WhyTurn {
                player: turn.player,
                round,
                commands: turn.commands.clone(),
                events,
                board: StarBoard::of(&turn.after),
                scores: turn.after.scores(),
                real,
            });
            before = turn.after;
            round = turn.after.round();
        }
        Self {
            turn: found.turn as u32,
            player: galaxy.to_move(),
            round: galaxy.round(),
            computer: found.computer.clone(),
            rounds: found.rounds,
            generated: found.generated.min(u32::MAX.into()) as u32,
            before: StarBoard::of(galaxy),
            requests: explanation.requests.iter().map(|request| WhyRequest::of(galaxy, request, &moves)).collect(),
            choices: explanation.masks.iter().map(choice).collect(),
            chosen: explanation.chosen as u32,
            gain: explanation.gain(),
            dropped: explanation.dropped(),
            expected,
            scores: found.scores,
            scores_before: galaxy.scores(),
        }
    }
}

impl WhyRequest {
    fn of(galaxy: &Galaxy, explained: &ExplainedRequest, commands: &[Command]) -> Self {
        let ExplainedRequest { request, is_masked, sent, built, is_colonized } = *explained;
        let (player, sector) = (galaxy.to_move(), request.sector);
        let owner = galaxy.colony(sector).map(|colony| colony.owner);
        let enemy = galaxy.fleet(sector).map(|fleet| fleet.owner).filter(|&owner| owner != player);
        let goal = match (request.errand, owner) {
            (Errand::Colonize, _) => Goal::Colonize,
            (_, Some(owner)) if owner != player && owner.home() == sector => Goal::AttackHome,
            (_, Some(owner)) if owner != player => Goal::Attack,
            _ if enemy.is_some() && sector == player.home() => Goal::DefendHome,
            _ if enemy.is_some() => Goal::Defend,
            _ => Goal::Guard,
        };
        let reached: Sectors = commands
            .iter()
            .filter_map(|command| match *command {
                Command::Move { to, .. } if to.distance(sector) > 0 => Some(to),
                _ => None,
            })
            .collect();
        let arrives = commands.iter().any(|command| matches!(*command, Command::Move { to, .. } if to == sector));
        Self {
            sector,
            priority: request.priority.into(),
            goal,
            other: owner.filter(|&owner| owner != player).or(enemy),
            min: request.min,
            max: request.max,
            is_dropped: is_masked,
            sent,
            built,
            is_colonized,
            on_the_way: if sent > 0 && !arrives && galaxy.ships_in(player, sector) < sent {
                reached
            } else {
                Sectors::NONE
            },
        }
    }
}
