//! The reasons for a turn of a player that follows goals, as data.

use std::fmt;
use std::time::Instant;

use gametree::{Limits, Score};

use crate::constants::{SHIP_SUPPORT, TERRAFORM_COST};
use crate::end_of_turn::Income;
use crate::galaxy::Galaxy;
use crate::player::{PLAYERS, Player};
use crate::rollout::goal::{Goal, Planets, Terraforming};
use crate::rollout::model::Model;
use crate::rollout::search::{Budget, Rollouts, Scenario};
use crate::sector::Sector;

/// How many candidates and models a plan has, at most.
const SHOWN: usize = 10;

/// Credits that are worth a lesson.
const PILE: u32 = 3_000;

/// Whoever can build this many ships at once has no shortage.
const SURPLUS: u32 = 25;

/// By this round one should have this many colonies.
const COLONIES_BY: (u32, u32) = (12, 3);

/// What a player that follows goals found, and what it expects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Plan {
    /// The player.
    pub player: Player,
    /// The goals that did best, the best first: the player follows that one.
    pub candidates: Vec<Judged>,
    /// The number of all goals that were judged.
    pub judged: usize,
    /// What it believes about the others, in the order of their turns; empty if it does not learn.
    pub beliefs: Vec<OpponentBelief>,
    /// The positions at the player's next turns, if the others do what is most likely.
    pub expected: Vec<Galaxy>,
    /// A hundred times the logarithm of the odds of each player to win, at the end of that.
    pub odds: [Score; PLAYERS],
    /// The turns that were generated.
    pub generated: u64,
    /// What the position teaches.
    pub lesson: Option<Lesson>,
}

/// A goal, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Judged {
    /// The goal.
    pub goal: Goal,
    /// What the player maximises: a hundred times the logarithm of the odds to win, and what it reaches of
    /// its aims, as far as the rollouts tell.
    pub score: Score,
    /// A hundred times the logarithm of the odds to win alone.
    pub odds: Score,
    /// The number of scenarios that it was judged in: a goal that does badly is not judged in all.
    pub scenarios: u32,
}

/// What is believed about an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OpponentBelief {
    /// The opponent.
    pub opponent: Player,
    /// What it may follow, and with which probability in percent, the most likely first.
    pub models: Vec<(Model, u32)>,
}

/// What a position teaches: the main reason why people lose this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "type", rename_all = "snake_case"))]
pub enum Lesson {
    /// Credits pile up for want of materials.
    ColonizeBarren {
        /// The unused credits.
        credits: u32,
    },
    /// Materials pile up for want of credits, and a planet could be made terran.
    Terraform {
        /// The planet.
        at: Sector,
        /// The number of ships that the grown colonies would support in addition.
        ships: u32,
    },
    /// Too few colonies for this stage.
    ColonizeMore {
        /// The colonies that there are.
        colonies: u32,
    },
    /// The enemies near the home world are more than the ships there and those it could build.
    DefendHome {
        /// The ships that threaten it.
        threat: u32,
    },
}

impl OpponentBelief {
    /// The models in words, with their probabilities in percent, the most likely first. Models that sound
    /// the same are told together.
    pub fn in_words(&self) -> Vec<(String, u32)> {
        let mut told: Vec<(String, u32)> = Vec::new();
        for (model, percent) in &self.models {
            let words = model.to_string();
            match told.iter_mut().find(|(known, _)| *known == words) {
                // Each is rounded, so that their sum may be more than all.
                Some((_, sum)) => *sum = (*sum + percent).min(100),
                None => told.push((words, *percent)),
            }
        }
        told.retain(|&(_, percent)| percent > 0);
        told.sort_by_key(|&(_, percent)| std::cmp::Reverse(percent));
        told
    }
}

impl Plan {
    /// The plan after a search.
    pub(crate) fn new(
        galaxy: &Galaxy,
        rollouts: &mut Rollouts,
        scenarios: &[Scenario],
        beliefs: &[Vec<(Model, f32)>; PLAYERS],
        generated: u64,
    ) -> Self {
        let player = galaxy.to_move();
        let candidates: Vec<Judged> = rollouts
            .candidates()
            .iter()
            .take(SHOWN)
            .map(|candidate| Judged {
                goal: candidate.goal,
                score: hundredths(candidate.score),
                odds: hundredths(candidate.odds),
                scenarios: candidate.scenarios,
            })
            .collect();
        let judged = rollouts.candidates().len();
        let mut expected = Vec::new();
        if let (Some(best), Some(scenario)) = (candidates.first(), scenarios.first()) {
            let limits = Limits::default();
            rollouts.roll_out(
                galaxy,
                best.goal,
                scenario,
                &mut Budget::new(u64::MAX, &limits, Instant::now()),
                |galaxy, _| {
                    expected.push(*galaxy);
                },
            );
        }
        let last = expected.last().unwrap_or(galaxy);
        let odds = Player::ALL.map(|player| hundredths(rollouts.tuning.worth(last, player).odds));
        let beliefs = (1..PLAYERS)
            .map(|seats| Player::ALL[(player.index() + seats) % PLAYERS])
            .filter(|&opponent| !galaxy.is_defeated(opponent) && !beliefs[opponent.index()].is_empty())
            .map(|opponent| {
                let percent = |&(model, likely): &(Model, f32)| (model, (100.0 * likely).round() as u32);
                let mut models: Vec<_> = beliefs[opponent.index()].iter().map(percent).collect();
                models.sort_by_key(|&(_, percent)| std::cmp::Reverse(percent));
                OpponentBelief { opponent, models }
            })
            .collect();
        Self { player, candidates, judged, beliefs, expected, odds, generated, lesson: Lesson::of(galaxy) }
    }

    /// The probability of a victory, in percent, of a hundred times the logarithm of its odds.
    pub fn chance(odds: Score) -> f64 {
        100.0 / (1.0 + (-f64::from(odds) / 100.0).exp())
    }

    /// The goal that the player follows.
    pub fn goal(&self) -> Option<Goal> {
        self.candidates.first().map(|best| best.goal)
    }
}

/// A hundred times a number, as a score.
fn hundredths(value: f32) -> Score {
    (100.0 * value).round() as Score
}

impl Lesson {
    /// What the position teaches the player to move, the most urgent lesson first.
    pub fn of(galaxy: &Galaxy) -> Option<Self> {
        let player = galaxy.to_move();
        if galaxy.is_defeated(player) {
            return None;
        }
        let home = player.home();
        let threat = u32::from(galaxy.threats(player)[home.index()]);
        let reserves = galaxy.reserves(player);
        let buildable = reserves.affordable_ships().min(galaxy.workforce(home).into());
        if threat > u32::from(galaxy.ships_in(player, home)) + buildable {
            return Some(Self::DefendHome { threat });
        }
        let own = galaxy.colonies(player);
        let terran = (own & galaxy.terran).len() as u32;
        let barren = own.len() as u32 - terran;
        let barrens = (own & !galaxy.terran & !galaxy.enemy_fleets(player)).into_iter();
        let income = galaxy.income(player);
        let by_materials = income.materials / SHIP_SUPPORT.materials;
        let by_credits = income.credits.saturating_sub(income.consumption) / SHIP_SUPPORT.credits;
        let gain = if barren == 0 {
            0
        } else {
            Income::of_grown(terran + 1, barren - 1)
                .supported_ships()
                .saturating_sub(Income::of_grown(terran, barren).supported_ships())
        };
        if let Some(at) = barrens.max_by_key(|sector| galaxy.population[sector.index()])
            && gain > 0
            && reserves.materials >= TERRAFORM_COST
        {
            return Some(Self::Terraform { at, ships: gain });
        }
        if by_materials < by_credits && reserves.credits >= PILE && reserves.affordable_ships() < SURPLUS {
            return Some(Self::ColonizeBarren { credits: reserves.credits });
        }
        let colonies = own.len() as u32;
        let is_late = galaxy.round() >= COLONIES_BY.0 && colonies < COLONIES_BY.1;
        is_late.then_some(Self::ColonizeMore { colonies })
    }
}

impl fmt::Display for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::ColonizeBarren { credits } => {
                write!(f, "{credits} credits lie unused, because ships need materials too: colonize barren planets")
            }
            Self::Terraform { at, ships } => {
                write!(f, "terraform {at}: once they have grown, your colonies will support {ships} more ships")
            }
            Self::ColonizeMore { colonies: 1 } => {
                f.write_str("you have one colony: found more, for in the long run each is worth some forty ships")
            }
            Self::ColonizeMore { colonies } => write!(
                f,
                "you have only {colonies} colonies: found more, for in the long run each is worth some forty ships"
            ),
            Self::DefendHome { threat } => {
                write!(
                    f,
                    "{threat} enemy ships can reach your home world, and you cannot build enough: bring ships home"
                )
            }
        }
    }
}

impl Goal {
    /// The goal in words, for the player to move: what it besieges, where it settles, and how it arms.
    ///
    /// ```
    /// use starchess::{Galaxy, Goal, Sector, Start};
    /// let galaxy = Galaxy::start(Start::Terran);
    /// assert_eq!(
    ///     Goal::expansion(Sector::A4).describe(&galaxy),
    ///     "settle towards A4 up to 5 colonies, save for colonists, terraform when there are materials, keep few \
    ///      ships"
    /// );
    /// ```
    pub fn describe(&self, galaxy: &Galaxy) -> String {
        let player = galaxy.to_move();
        let mut parts = Vec::new();
        if self.sieges > 0 {
            let targets = galaxy.enemy_colonies(player) & galaxy.in_reach(player);
            let nearest = targets.into_iter().min_by_key(|&target| {
                let is_besieged = galaxy.fleets(player).has(target);
                (target.distance(self.focus), !is_besieged, target)
            });
            parts.push(match (nearest, self.sieges) {
                (Some(target), 1) => format!("besiege {target}"),
                (Some(target), 2) => format!("besiege {target} and another colony"),
                (Some(target), sieges) => format!("besiege {target} and up to {} other colonies", sieges - 1),
                (None, _) => format!("advance towards {}", self.focus),
            });
        }
        let colonies = galaxy.colonies(player).len();
        if usize::from(self.colonies) > colonies {
            let planets = match self.planets {
                Planets::Balanced => "",
                Planets::Barren => "barren planets ",
                Planets::Terran => "terran planets ",
            };
            parts.push(if self.focus == player.home() {
                format!("settle {planets}near home up to {} colonies", self.colonies)
            } else {
                format!("settle {planets}towards {} up to {} colonies", self.focus, self.colonies)
            });
            if self.saves_for_colonists {
                parts.push("save for colonists".to_owned());
            }
        }
        match self.terraforming {
            Terraforming::Never => (),
            Terraforming::Affordable => parts.push("terraform when there are materials".to_owned()),
            Terraforming::Saving => parts.push("save materials to terraform".to_owned()),
        }
        parts.push(
            match self.ships {
                0..=5 => "keep few ships",
                6..=8 => "keep as many ships as the income supports",
                _ => "build more ships than the income supports, from the reserves",
            }
            .to_owned(),
        );
        if self.garrison >= 6 {
            parts.push(format!("hold {}", player.home()));
        }
        parts.join(", ")
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::FullMask => f.write_str("published player without lookahead"),
            Self::Published { turns } => write!(f, "published player, {turns} rounds ahead"),
            Self::Script(script) if script.goal.sieges == 0 => f.write_str("expands in peace"),
            Self::Script(script) => write!(f, "makes war towards {}", script.goal.focus),
        }
    }
}
