//! The choice of a goal: variations of the last ones, judged by rollouts.

use std::time::{Duration, Instant};

use gametree::{Limits, Stop};

use crate::galaxy::Galaxy;
use crate::player::{PLAYERS, Player};
use crate::policy::Policy;
use crate::random::Random;
use crate::rollout::evaluation::Worth;
use crate::rollout::goal::Goal;
use crate::rollout::levels::Restraint;
use crate::rollout::model::Model;
use crate::rollout::player::Strength;
use crate::rollout::published_model::PublishedModel;
use crate::rollout::replies::{Replies, Reply};
use crate::rollout::script::Script;
use crate::rollout::tuning::Tuning;
use crate::sector::Sectors;

/// A round sooner is worth this much.
const PER_ROUND: f32 = 0.05;

/// The most scenarios that a goal is judged in.
pub(crate) const MAX_SCENARIOS: usize = 6;

/// A goal that is worse than the best by more than this is not judged in further scenarios.
const RACE: f32 = 0.3;

/// Variations are made of the best goals, as many as this.
const PARENTS: usize = 6;

/// What a search may spend. A round of a rollout is four turns, whether all players are still alive
/// or not, and so are four turns that a model generates.
pub(crate) struct Budget<'a> {
    turns: u64,
    limits: &'a Limits,
    started: Instant,
    spent: u64,
}

impl<'a> Budget<'a> {
    /// So many rounds, within limits whose time began at `started`.
    pub(crate) fn new(rounds: u64, limits: &'a Limits, started: Instant) -> Self {
        let turns = rounds.saturating_mul(PLAYERS as u64).min(limits.nodes.unwrap_or(u64::MAX));
        Self { turns, limits, started, spent: 0 }
    }

    /// The turns generated so far.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether there is nothing left.
    fn is_spent(&self) -> bool {
        let Limits { time, stop, cancel, .. } = self.limits;
        self.spent >= self.turns
            || time.is_some_and(|time| self.elapsed() >= time)
            || stop.as_ref().is_some_and(Stop::is_raised)
            || cancel.as_ref().is_some_and(Stop::is_raised)
    }
}

/// Models of all players, and how much a rollout with them counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scenario {
    /// Tells it from the others of a turn.
    pub(crate) number: u8,
    pub(crate) models: [Model; PLAYERS],
    pub(crate) weight: f32,
}

/// A goal that was judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) goal: Goal,
    /// The margin, as far as the rollouts tell: candidates are compared by it.
    pub(crate) score: f32,
    /// The logarithm of the odds to win, as far as the rollouts tell.
    pub(crate) odds: f32,
    /// The number of scenarios that it was judged in.
    pub(crate) scenarios: u32,
    /// The mean over the first, the first two, … scenarios.
    means: [f32; MAX_SCENARIOS],
}

/// Plays rollouts. What it allocates it allocates once.
pub(crate) struct Rollouts {
    pub(crate) tuning: Tuning,
    horizon: u32,
    tempo: f32,
    restraint: Restraint,
    published: PublishedModel,
    replies: Replies,
    candidates: Vec<Candidate>,
}

impl Rollouts {
    pub(crate) fn new(strength: &Strength) -> Self {
        Self {
            tuning: strength.tuning,
            horizon: strength.horizon,
            tempo: strength.tempo,
            restraint: strength.restraint,
            published: PublishedModel::new(),
            replies: Replies::new(),
            candidates: Vec::with_capacity(1024),
        }
    }

    /// The goals that were judged in the last search, the best first.
    pub(crate) fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Plays rounds in which the player to move follows a goal and the others their models, until the
    /// game is over, the player is defeated or the horizon is reached. Calls `each` with the position
    /// after every round and what it is worth to the player.
    #[inline]
    pub(crate) fn roll_out(
        &mut self,
        galaxy: &Galaxy,
        goal: Goal,
        scenario: &Scenario,
        budget: &mut Budget,
        mut each: impl FnMut(&Galaxy, Worth),
    ) {
        let player = galaxy.to_move();
        let mut script = Script { goal, numbers: self.tuning.script };
        let (mut here, mut next) = (*galaxy, *galaxy);
        let mut masks = [Sectors::ALL; PLAYERS];
        for round in 0..self.horizon {
            script.play(&here, &mut next, |_| ());
            budget.spent += 1;
            let slot = self.replies.slot(&next, &masks, scenario.number);
            if let Some(reply) = self.replies.get(slot) {
                (here, masks) = (reply.galaxy, reply.masks);
                each(&here, reply.worth);
            } else {
                std::mem::swap(&mut here, &mut next);
                while here.to_move() != player && !here.is_over() && !here.is_defeated(player) {
                    let index = here.to_move().index();
                    let model = &scenario.models[index];
                    budget.spent += model.play(&here, &mut next, round, &mut self.published, &mut masks[index]);
                    std::mem::swap(&mut here, &mut next);
                }
                let worth = self.tuning.worth(&here, player);
                self.replies.set(slot, Reply { galaxy: here, masks, worth });
                each(&here, worth);
            }
            if here.is_over() || here.is_defeated(player) {
                break;
            }
        }
    }

    /// Plays one turn of a model.
    pub(crate) fn predict(&mut self, galaxy: &Galaxy, model: &Model) -> Galaxy {
        let mut next = *galaxy;
        model.play(galaxy, &mut next, 0, &mut self.published, &mut Sectors::ALL.clone());
        next
    }

    /// Judges a goal by one rollout.
    #[inline]
    fn judge(&mut self, galaxy: &Galaxy, goal: Goal, scenario: &Scenario, budget: &mut Budget) -> Worth {
        let (mut sum, mut odds, mut count) = (0.0, 0.0, 0.0);
        let (mut last, mut rounds) = (Worth::default(), 0.0);
        let tempo = self.tempo;
        self.roll_out(galaxy, goal, scenario, budget, |here, worth| {
            sum += tempo * worth.margin;
            odds += tempo * worth.odds;
            count += tempo;
            (last, rounds) = (worth, here.round().saturating_sub(galaxy.round()) as f32);
        });
        // A victory is better the sooner, and a defeat the later it comes.
        let end = if last.margin > 0.0 { last.margin - PER_ROUND * rounds } else { last.margin + PER_ROUND * rounds };
        Worth { odds: (last.odds + odds) / (1.0 + count), margin: (end + sum) / (1.0 + count) }
    }

    /// Judges a goal in the scenarios, one after the other, as long as it may be the best.
    fn race(&mut self, galaxy: &Galaxy, goal: Goal, scenarios: &[Scenario], budget: &mut Budget) {
        let best = self.candidates.first().map(|best| best.means);
        let mut candidate = Candidate { goal, score: 0.0, odds: 0.0, scenarios: 0, means: [0.0; MAX_SCENARIOS] };
        let (mut sum, mut odds, mut weights) = (0.0, 0.0, 0.0);
        for (i, scenario) in scenarios.iter().take(MAX_SCENARIOS).enumerate() {
            let worth = self.judge(galaxy, goal, scenario, budget);
            sum += scenario.weight * worth.margin;
            odds += scenario.weight * worth.odds;
            weights += scenario.weight;
            candidate.score = sum / weights;
            candidate.odds = odds / weights;
            candidate.means[i] = candidate.score;
            candidate.scenarios += 1;
            // Most variations change nothing that the player would do in the next rounds: they lead to
            // the same positions, and so to the same score.
            if i == 0 && self.candidates.iter().any(|known| known.means[0] == candidate.score) {
                return;
            }
            if best.is_some_and(|best| candidate.score < best[i] - RACE) {
                break;
            }
        }
        self.insert(candidate);
    }

    /// Adds a candidate. Whoever was judged in all scenarios comes before those who were not.
    fn insert(&mut self, candidate: Candidate) {
        let key = |candidate: &Candidate| (candidate.scenarios, candidate.score);
        let at = self.candidates.partition_point(|other| key(other) >= key(&candidate));
        self.candidates.insert(at, candidate);
    }

    /// Adds the candidates of another search in the same position.
    pub(crate) fn absorb(&mut self, candidates: &[Candidate]) {
        for &candidate in candidates {
            if !self.candidates.iter().any(|known| known.goal == candidate.goal) {
                self.insert(candidate);
            }
        }
    }

    /// Tries goals until the budget is spent. `known` are the goals to begin with, the most promising
    /// first.
    pub(crate) fn search(
        &mut self,
        galaxy: &Galaxy,
        known: &[Goal],
        scenarios: &[Scenario],
        random: &mut Random,
        budget: &mut Budget,
    ) {
        let player = galaxy.to_move();
        self.candidates.clear();
        self.replies.forget();
        let enemies = Player::ALL.into_iter().filter(|&enemy| enemy != player && !galaxy.is_defeated(enemy));
        let homes = enemies.flat_map(|enemy| [Goal::expansion(enemy.home()), Goal::war(enemy.home())]);
        let mut fixed = known.iter().copied().chain([Goal::expansion(player.home())]).chain(homes);
        loop {
            let goal = fixed.next().unwrap_or_else(|| {
                // Half of the variations are of the best goal so far.
                let parents = self.candidates.len().min(PARENTS) as u64;
                let parent = if random.below(2) == 0 { 0 } else { random.below(parents) as usize };
                self.candidates[parent].goal.mutated(random)
            });
            let goal = self.restraint.applied(goal);
            if self.candidates.iter().any(|known| known.goal == goal) {
                budget.spent += 1;
            } else {
                self.race(galaxy, goal, scenarios, budget);
            }
            if budget.is_spent() {
                return;
            }
        }
    }
}
