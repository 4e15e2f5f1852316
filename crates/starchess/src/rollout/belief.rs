//! What a player believes about the others: which model each of them follows, judged by what they
//! did.

use crate::galaxy::Galaxy;
use crate::player::{PLAYERS, Player};
use crate::random::Random;
use crate::rollout::goal::Goal;
use crate::rollout::model::Model;
use crate::rollout::script::Script;
use crate::rollout::script_numbers::ScriptNumbers;
use crate::rollout::search::{MAX_SCENARIOS, Rollouts, Scenario};
use crate::sector::Sector;

/// The number of models of each opponent.
const MODELS: usize = 8;

/// The first of them that is a script.
const FIRST_SCRIPT: usize = 3;

/// The model that takes longest.
const DEEPEST: Model = Model::Published { turns: 3 };

/// How much of the evidence of earlier turns remains.
const MEMORY: f32 = 0.85;

/// How much a prediction that was quite wrong counts against a model.
const EVIDENCE: f32 = 3.0;

/// No model falls behind the best by more than this, so that it can recover.
const FLOOR: f32 = -8.0;

/// A model that looks ahead takes long. Once it is as unlikely as can be, it is tried again only every
/// so many rounds.
const RETRY_ROUNDS: u32 = 4;

/// The scenarios that a goal is judged in, if the player is not sure.
const SCENARIOS: usize = 4;

/// How much the cheap scenario counts.
const CHEAP: f32 = 0.5;

/// What is believed about one opponent.
#[derive(Clone, Copy)]
struct Opponent {
    models: [Model; MODELS],
    /// The logarithm of how likely each model is, up to a constant.
    logs: [f32; MODELS],
}

/// What a player believes about the others.
pub(crate) struct Belief {
    opponents: [Opponent; PLAYERS],
    /// The position after the player's last turn.
    before: Option<Galaxy>,
    numbers: ScriptNumbers,
}

impl Belief {
    /// Before anything is known about them, for a player who sits at `player`.
    pub(crate) fn new(player: Player, numbers: ScriptNumbers) -> Self {
        let opponents = Player::ALL.map(|opponent| {
            let script =
                |goal: Goal| Model::Script(Script { goal: Goal { saves_for_colonists: false, ..goal }, numbers });
            let opposite = opponent.next().next();
            Opponent {
                models: [
                    Model::Published { turns: 2 },
                    Model::FullMask,
                    DEEPEST,
                    script(Goal::war(player.home())),
                    script(Goal::expansion(opponent.home())),
                    script(Goal::expansion(opposite.home())),
                    script(Goal::war(opposite.home())),
                    script(Goal::war(opponent.next().home())),
                ],
                logs: [0.0, -0.3, -1.0, -0.7, -1.5, -1.5, -2.0, -2.0],
            }
        });
        Self { opponents, before: None, numbers }
    }

    /// Remembers the position after the player's turn.
    pub(crate) fn remember(&mut self, galaxy: &Galaxy) {
        self.before = Some(*galaxy);
    }

    /// Learns from the turns that the others have played since.
    pub(crate) fn learn(&mut self, now: &Galaxy, rollouts: &mut Rollouts, random: &mut Random) {
        let player = now.to_move();
        // After an undo or in another game there is nothing to compare with.
        let Some(before) =
            self.before.filter(|before| before.round() + 1 >= now.round() && before.round() <= now.round())
        else {
            *self = Self::new(player, self.numbers);
            return;
        };
        let mut here = before;
        while here.to_move() != player && !here.is_over() && !here.is_defeated(player) {
            let opponent = here.to_move();
            let known = &mut self.opponents[opponent.index()];
            let mut best = (f32::INFINITY, here);
            let is_retried = now.round().is_multiple_of(RETRY_ROUNDS);
            for (model, log) in known.models.iter().zip(&mut known.logs) {
                if matches!(model, Model::Published { .. }) && *log <= FLOOR && !is_retried {
                    continue;
                }
                // It takes longest, and there is nothing to learn from it if a simpler model was right.
                if *model == DEEPEST && best.0 == 0.0 {
                    *log *= MEMORY;
                    continue;
                }
                let predicted = rollouts.predict(&here, model);
                let error = difference(&predicted, now, opponent);
                *log = *log * MEMORY - EVIDENCE * error;
                if error < best.0 {
                    best = (error, predicted);
                }
            }
            known.normalize();
            known.vary(random);
            if best.1.to_move() == opponent {
                return;
            }
            here = best.1;
        }
    }

    /// The models of an opponent, and how likely each is.
    pub(crate) fn of(&self, opponent: Player) -> impl Iterator<Item = (Model, f32)> {
        let Opponent { models, logs } = self.opponents[opponent.index()];
        let sum: f32 = logs.iter().map(|log| log.exp()).sum();
        models.into_iter().zip(logs).map(move |(model, log)| (model, log.exp() / sum))
    }

    /// A few combinations of models of the others, each with its weight, the most likely first. Before
    /// them comes a cheap one, in which bad goals show at once: exact predictions of the published
    /// player cost ten times as much as the rest of a rollout.
    pub(crate) fn scenarios(&self) -> Vec<Scenario> {
        let mut scenarios: Vec<Scenario> = Vec::with_capacity(MAX_SCENARIOS);
        let cheap = Player::ALL.map(|opponent| match self.opponents[opponent.index()].at(0.0) {
            Model::Published { .. } => Model::FullMask,
            model => model,
        });
        scenarios.push(Scenario { number: 0, models: cheap, weight: CHEAP });
        for part in 0..SCENARIOS {
            let quantile = (part as f32 + 0.5) / SCENARIOS as f32;
            let models = Player::ALL.map(|opponent| self.opponents[opponent.index()].at(quantile));
            match scenarios.iter_mut().find(|known| known.models == models) {
                Some(known) => known.weight += 1.0,
                None => scenarios.push(Scenario { number: scenarios.len() as u8, models, weight: 1.0 }),
            }
        }
        scenarios
    }
}

impl Opponent {
    /// Makes the best logarithm 0.
    fn normalize(&mut self) {
        let best = self.logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for log in &mut self.logs {
            *log = (*log - best).max(FLOOR);
        }
    }

    /// Replaces the least likely script by a variation of the most likely one, so that the goals that
    /// the opponent follows are found sooner or later.
    fn vary(&mut self, random: &mut Random) {
        let scripts = FIRST_SCRIPT..MODELS;
        let by_log = |&one: &usize, &other: &usize| self.logs[one].total_cmp(&self.logs[other]);
        let (Some(best), Some(worst)) = (scripts.clone().max_by(by_log), scripts.min_by(by_log)) else { return };
        if let Model::Script(script) = self.models[best]
            && best != worst
        {
            self.models[worst] = Model::Script(Script { goal: script.goal.mutated(random), ..script });
            self.logs[worst] = (self.logs[best] - 1.0).max(FLOOR);
        }
    }

    /// The model at a quantile of the distribution, the most likely models first.
    fn at(&self, quantile: f32) -> Model {
        let mut order: [usize; MODELS] = std::array::from_fn(|index| index);
        order.sort_by(|&one, &other| self.logs[other].total_cmp(&self.logs[one]));
        let sum: f32 = self.logs.iter().map(|log| log.exp()).sum();
        let mut left = quantile * sum;
        for index in order {
            left -= self.logs[index].exp();
            if left <= 0.0 {
                return self.models[index];
            }
        }
        self.models[order[0]]
    }
}

/// How far a player's ships, colonies and reserves in one position are from those in another: 0 if
/// they are equal, at most 1.5.
fn difference(predicted: &Galaxy, real: &Galaxy, player: Player) -> f32 {
    let mut ships = 0;
    for sector in Sector::all() {
        ships += predicted.ships_in(player, sector).abs_diff(real.ships_in(player, sector));
    }
    let total = predicted.ships(player).max(real.ships(player)) as f32;
    let lost = predicted.colonies(player) & !real.colonies(player);
    let gained = real.colonies(player) & !predicted.colonies(player);
    let (one, other) = (predicted.reserves(player), real.reserves(player));
    let apart = |one: u32, other: u32| one.abs_diff(other) as f32 / (one.max(other) as f32 + 100.0);
    let reserves = apart(one.materials, other.materials) + apart(one.credits, other.credits);
    (f32::from(ships) / (total + 10.0) + 0.5 * (lost.len() + gained.len()) as f32 + reserves).min(1.5)
}
