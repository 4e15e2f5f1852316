//! Why a computer played its turn, and whether it was right about the future.

use players::Decision;
use serde::Serialize;
use starchess::{
    Command, Errand, Event, ExplainedRequest, Explanation, Galaxy, PLAYERS, Plan, Player, PlayerSpec, Reasons, Sector,
    Sectors, StarChess,
};

use super::history::{StarTurn, is_worth_telling};
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
    /// The scores before the turn.
    pub(crate) scores_before: [i32; PLAYERS],
    /// What it weighed.
    pub(crate) reasons: WhyReasons,
    /// This turn, and what the player expected to follow.
    pub(crate) expected: Vec<WhyMoment>,
}

/// What a computer weighed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum WhyReasons {
    /// Requests of sectors, and which of them to leave out.
    Requests(WhyRequests),
    /// Goals, judged by rollouts against the others as it knows them.
    Goals(WhyGoals),
}

/// What the published player weighed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyRequests {
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
    /// The scores of all players that it expected at the end.
    pub(crate) scores: [i32; PLAYERS],
}

/// What a player that follows goals weighed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyGoals {
    /// The goals that did best, in words, the best first: the player follows that one. Those that were
    /// judged in fewer futures than the best come after the others.
    pub(crate) goals: Vec<WhyGoal>,
    /// The number of all goals that were judged.
    pub(crate) judged: u32,
    /// What it believes about the others; empty if it does not learn.
    pub(crate) beliefs: Vec<WhyBelief>,
    /// How likely each player is to win at the end of the one future that it expects most, in percent.
    pub(crate) chances: [f64; PLAYERS],
    /// What the position teaches, if anything.
    pub(crate) lesson: Option<String>,
}

/// A goal, and what it is worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyGoal {
    /// The goal in words.
    pub(crate) words: String,
    /// How likely the player is to win with it, in percent.
    pub(crate) chance: f64,
    /// How many futures it was judged in: a goal that does badly is not judged in all.
    pub(crate) futures: u32,
    /// The number of goals that sound the same.
    pub(crate) count: u32,
}

/// What is believed about an opponent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyBelief {
    /// The opponent.
    pub(crate) opponent: Player,
    /// How it may play, the most likely first.
    pub(crate) models: Vec<WhyModel>,
}

/// How an opponent may play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyModel {
    /// In words.
    pub(crate) words: String,
    /// How likely that is, in percent.
    pub(crate) percent: u32,
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

/// A moment that a player expected: the end of a turn, or of a whole round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyMoment {
    /// The player whose turn it is; nobody for a whole round.
    pub(crate) player: Option<Player>,
    /// The number of the round.
    pub(crate) round: u32,
    /// The commands of the turn.
    pub(crate) commands: Vec<Command>,
    /// What happens in it.
    pub(crate) events: Vec<Event>,
    /// The position after it.
    pub(crate) board: StarBoard,
    /// The scores after it.
    pub(crate) scores: [i32; PLAYERS],
    /// What really happened, if it has.
    pub(crate) real: Option<RealMoment>,
}

/// What really happened, compared with what was expected.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RealMoment {
    /// The player whose turn it was; nobody for a whole round.
    pub(crate) player: Option<Player>,
    /// The commands of the turn.
    pub(crate) commands: Vec<Command>,
    /// The position after it.
    pub(crate) board: StarBoard,
    /// The scores after it.
    pub(crate) scores: [i32; PLAYERS],
    /// How it compares.
    pub(crate) likeness: Likeness,
}

/// How what happened compares with what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Likeness {
    /// The same commands, or the same position.
    Same,
    /// Otherwise, but with the same score for the player who expected it.
    SameScore,
    /// Otherwise, and with another score.
    Other,
}

impl StarWhy {
    /// The reasons for a decision, if the computer gives any. `real` are the turns that were really
    /// played, this one first, each with the position after it.
    pub(super) fn of(
        turn: usize,
        galaxy: &Galaxy,
        computer: &PlayerSpec,
        decision: &Decision<StarChess>,
        real: &[(StarTurn, Galaxy)],
    ) -> Option<Self> {
        let (reasons, expected) = match &decision.reasons {
            Reasons::Prediction(prediction) => {
                let explanation = prediction.explain(galaxy);
                let requests = WhyRequests::of(galaxy, &explanation, prediction.scores);
                (WhyReasons::Requests(requests), expected_turns(galaxy, &explanation, real))
            }
            Reasons::Plan(plan) => {
                (WhyReasons::Goals(WhyGoals::of(galaxy, plan)), expected_rounds(galaxy, &decision.turn, plan, real))
            }
            _ => return None,
        };
        Some(Self {
            turn: turn as u32,
            player: galaxy.to_move(),
            round: galaxy.round(),
            computer: StarSitter::of(computer),
            rounds: decision.reasons.info().map_or(0, |info| info.turns),
            generated: decision.nodes.min(u32::MAX.into()) as u32,
            before: StarBoard::of(galaxy),
            scores_before: galaxy.scores(),
            reasons,
            expected,
        })
    }
}

/// The turns that the published player expects, its own first.
fn expected_turns(galaxy: &Galaxy, explanation: &Explanation, real: &[(StarTurn, Galaxy)]) -> Vec<WhyMoment> {
    let mut before = *galaxy;
    let mut expected = Vec::new();
    for (i, turn) in explanation.expected.iter().enumerate() {
        let real = real.get(i).map(|(real, after)| {
            let is_same = real.player == turn.player && real.commands == turn.commands;
            RealMoment::turn(galaxy.to_move(), real, after, &turn.after, is_same)
        });
        expected.push(WhyMoment::turn(&before, turn.player, &turn.commands, real));
        before = turn.after;
    }
    expected
}

/// The turn of a player that follows goals, and the rounds that it expects.
fn expected_rounds(galaxy: &Galaxy, commands: &[Command], plan: &Plan, real: &[(StarTurn, Galaxy)]) -> Vec<WhyMoment> {
    let player = galaxy.to_move();
    let own = real.first().map(|(turn, after)| RealMoment::turn(player, turn, after, after, true));
    let mut expected = vec![WhyMoment::turn(galaxy, player, commands, own)];
    // The positions in which it was to move again.
    let mut real_rounds = real.iter().map(|(_, after)| after).filter(|after| after.to_move() == player);
    let mut round = galaxy.round();
    for after in &plan.expected {
        let real = real_rounds.next().map(|real| RealMoment {
            player: None,
            commands: Vec::new(),
            board: StarBoard::of(real),
            scores: real.scores(),
            likeness: Likeness::of(player, real == after, real, after),
        });
        expected.push(WhyMoment {
            player: None,
            round,
            commands: Vec::new(),
            events: Vec::new(),
            board: StarBoard::of(after),
            scores: after.scores(),
            real,
        });
        round = after.round();
    }
    expected
}

impl WhyMoment {
    fn turn(before: &Galaxy, player: Player, commands: &[Command], real: Option<RealMoment>) -> Self {
        let mut here = *before;
        let mut events = Vec::new();
        for &command in commands {
            // The computer found it legal.
            let _ = here.apply_with_events(command, &mut events);
        }
        events.retain(is_worth_telling);
        Self {
            player: Some(player),
            round: before.round(),
            commands: commands.to_vec(),
            events,
            board: StarBoard::of(&here),
            scores: here.scores(),
            real,
        }
    }
}

impl RealMoment {
    fn turn(viewer: Player, real: &StarTurn, after: &Galaxy, expected: &Galaxy, is_same: bool) -> Self {
        Self {
            player: Some(real.player),
            commands: real.commands.clone(),
            board: StarBoard::of(after),
            scores: after.scores(),
            likeness: Likeness::of(viewer, is_same, after, expected),
        }
    }
}

impl Likeness {
    fn of(viewer: Player, is_same: bool, real: &Galaxy, expected: &Galaxy) -> Self {
        let score = |galaxy: &Galaxy| galaxy.scores()[viewer.index()];
        match is_same {
            true => Self::Same,
            false if score(real) == score(expected) => Self::SameScore,
            false => Self::Other,
        }
    }
}

impl WhyRequests {
    fn of(galaxy: &Galaxy, explanation: &Explanation, scores: [i32; PLAYERS]) -> Self {
        let all = explanation.masks[0];
        let choice = |tried: &starchess::TriedMask| WhyChoice {
            dropped: all.mask & !tried.mask,
            score: tried.score,
            gain: tried.score.zip(all.score).map(|(score, all)| score - all),
        };
        let commands = explanation.expected.first().map_or(&[][..], |turn| &turn.commands);
        Self {
            requests: explanation.requests.iter().map(|request| WhyRequest::of(galaxy, request, commands)).collect(),
            choices: explanation.masks.iter().map(choice).collect(),
            chosen: explanation.chosen as u32,
            gain: explanation.gain(),
            dropped: explanation.dropped(),
            scores,
        }
    }
}

impl WhyGoals {
    fn of(galaxy: &Galaxy, plan: &Plan) -> Self {
        let mut goals: Vec<WhyGoal> = Vec::new();
        for judged in &plan.candidates {
            let words = judged.goal.describe(galaxy);
            match goals.iter_mut().find(|known| known.words == words) {
                Some(known) => known.count += 1,
                None => {
                    let chance = Plan::chance(judged.odds);
                    goals.push(WhyGoal { words, chance, futures: judged.scenarios, count: 1 });
                }
            }
        }
        let belief = |belief: &starchess::OpponentBelief| WhyBelief {
            opponent: belief.opponent,
            models: belief.in_words().into_iter().map(|(words, percent)| WhyModel { words, percent }).collect(),
        };
        Self {
            goals,
            judged: plan.judged as u32,
            beliefs: plan.beliefs.iter().map(belief).collect(),
            chances: plan.odds.map(Plan::chance),
            lesson: plan.lesson.map(|lesson| lesson.to_string()),
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
