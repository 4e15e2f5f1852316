//! The players that follow goals: `strongest`, `rollout` and the levels below them.

use std::thread;
use std::time::Instant;

use gametree::Limits;
use players::{
    ComputerPlayer, Decision, Fault, Kind, NODES, OptionInfo, OptionKind, SEED, Settings, Setup, THREADS, TIME,
};

use crate::galaxy::Galaxy;
use crate::player::{PLAYERS, Player};
use crate::players::StarChess;
use crate::policy::Policy;
use crate::random::{Random, split_mix};
use crate::reasons::Reasons;
use crate::rollout::belief::Belief;
use crate::rollout::goal::Goal;
use crate::rollout::levels::Restraint;
use crate::rollout::model::Model;
use crate::rollout::plan::Plan;
use crate::rollout::script::Script;
use crate::rollout::search::{Budget, Rollouts, Scenario};
use crate::rollout::tuning::Tuning;

/// The rounds that are played in the rollouts of a turn, unless told otherwise: about 5 ms.
pub const DEFAULT_ROUNDS: u64 = 4_000;

/// How many goals are kept for the next turn.
const KEPT_GOALS: usize = 6;

const ROUNDS: OptionInfo = OptionInfo {
    name: "rounds",
    kind: OptionKind::Number { min: 1, max: 1_000_000_000, default: Some(DEFAULT_ROUNDS) },
    about: "rounds to play in rollouts each turn (default 4000; no limit if there is another)",
    is_bare: true,
};
const NO_BELIEF: OptionInfo = OptionInfo {
    name: "no-belief",
    kind: OptionKind::Flag,
    about: "do not learn from what the others do",
    is_bare: false,
};
const VERSION: OptionInfo = OptionInfo {
    name: "version",
    kind: OptionKind::Choice(&["latest", "first"]),
    about: "the player as it is, or its first version: without training and belief",
    is_bare: false,
};

/// The strongest player.
pub(crate) static STRONGEST: Kind<StarChess> = Kind {
    name: "strongest",
    about: "the strongest player: follows the goal that does best in rollouts against the others, as it knows them",
    options: &[ROUNDS, NO_BELIEF, VERSION, SEED, THREADS, NODES, TIME],
    complete: |_| (),
    is_deterministic: false,
    build: |settings, setup| {
        let strength = match settings.choice(VERSION.name) {
            Some("first") => Strength::FIRST,
            _ if settings.has(NO_BELIEF.name) => Strength { opponents: Opponents::Unknown, ..Strength::strongest() },
            _ => Strength::strongest(),
        };
        Ok(Box::new(GoalPlayer::of(settings, setup, strength)))
    },
};

/// The player with one simple model of the others.
pub(crate) static ROLLOUT: Kind<StarChess> = Kind {
    name: "rollout",
    about: "follows the goal that does best in rollouts against plain opponents",
    options: &[ROUNDS, SEED, NODES, TIME],
    complete: |_| (),
    is_deterministic: false,
    build: |settings, setup| {
        let strength = Strength { opponents: Opponents::FullMask, ..Strength::FIRST };
        Ok(Box::new(GoalPlayer::of(settings, setup, strength)))
    },
};

/// What a player that follows goals knows and may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Its evaluation and its script.
    pub tuning: Tuning,
    /// How it sees its opponents.
    pub opponents: Opponents,
    /// The rounds of a rollout.
    pub horizon: u32,
    /// How much each round of a rollout counts beside the last one. A player who looks at nothing but
    /// the end sees no difference between ships that it throws away and ships that it keeps, if it can
    /// build them again until then.
    pub tempo: f32,
    /// Rounds that it plays in rollouts each turn.
    pub rounds: u64,
    /// What it does not think of.
    pub restraint: Restraint,
}

/// How a player sees its opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    /// All of them serve all their requests.
    FullMask,
    /// Each is like the published player with or without lookahead, or like itself.
    Several,
    /// Each may follow one of many models, and nothing is learnt about which.
    Unknown,
    /// The same, but it learns from what they do which model is right.
    Believed,
}

impl Strength {
    /// The first version that worked: several models, no training.
    pub const FIRST: Self = Self {
        tuning: Tuning::FIRST,
        opponents: Opponents::Several,
        horizon: 12,
        tempo: 0.0,
        rounds: DEFAULT_ROUNDS,
        restraint: Restraint::FIRST,
    };

    /// The strongest player.
    pub fn strongest() -> Self {
        Self {
            tuning: Tuning::trained(),
            opponents: Opponents::Believed,
            horizon: 8,
            tempo: 0.57,
            restraint: Restraint::NONE,
            ..Self::FIRST
        }
    }
}

/// A player that follows goals.
pub struct GoalPlayer {
    strength: Strength,
    limits: Limits,
    seed: u64,
    /// One for each thread, at least one.
    rollouts: Vec<Rollouts>,
    /// The best goals of its last turn, the best first.
    goals: Vec<Goal>,
    belief: Option<Belief>,
}

impl GoalPlayer {
    /// A player of this strength, whose random choices follow from the seed.
    pub fn new(strength: Strength, seed: u64) -> Self {
        Self {
            strength,
            limits: Limits::default(),
            seed,
            rollouts: vec![Rollouts::new(&strength)],
            goals: Vec::with_capacity(KEPT_GOALS),
            belief: None,
        }
    }

    /// A player of this strength with the limits and the seed of its settings.
    pub(crate) fn of(settings: &Settings, setup: &Setup, strength: Strength) -> Self {
        let has_limit = settings.has(NODES.name) || settings.has(TIME.name);
        let default = if has_limit { u64::MAX } else { strength.rounds };
        let strength = Strength { rounds: settings.number(ROUNDS.name).unwrap_or(default), ..strength };
        let seed = settings.number(SEED.name).unwrap_or(setup.seed);
        let threads = settings.number(THREADS.name).unwrap_or(1);
        Self { limits: settings.limits().with_cancel(setup.cancel.clone()), ..Self::new(strength, seed) }
            .on_threads(threads as usize)
    }

    /// The same player on so many threads, which share its rounds. It plays the same with the same number
    /// of threads, but not with another.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.rollouts.resize_with(threads.max(1), || Rollouts::new(&self.strength));
        self
    }

    /// What the others may do.
    fn scenarios(&mut self, galaxy: &Galaxy, random: &mut Random) -> Vec<Scenario> {
        let player = galaxy.to_move();
        let all = |number, model| Scenario { number, models: [model; PLAYERS], weight: 1.0 };
        match self.strength.opponents {
            Opponents::FullMask => vec![all(0, Model::FullMask)],
            Opponents::Several => {
                let goal = Goal { saves_for_colonists: false, ..Goal::war(player.home()) };
                let enemy = Script { goal, numbers: self.strength.tuning.script };
                vec![all(0, Model::Published { turns: 2 }), all(1, Model::FullMask), all(2, Model::Script(enemy))]
            }
            Opponents::Unknown => Belief::new(player, self.strength.tuning.script).scenarios(),
            Opponents::Believed => {
                let numbers = self.strength.tuning.script;
                let belief = self.belief.get_or_insert_with(|| Belief::new(player, numbers));
                belief.learn(galaxy, &mut self.rollouts[0], random);
                belief.scenarios()
            }
        }
    }

    /// Judges goals on all threads. Each begins with the same goals and varies them in its own way; in the
    /// end the first has the candidates of all. Returns the number of turns generated.
    fn search(&mut self, galaxy: &Galaxy, scenarios: &[Scenario], seed: u64, limits: &Limits, started: Instant) -> u64 {
        let (goals, threads) = (&self.goals, self.rollouts.len() as u64);
        let rounds = self.strength.rounds.div_ceil(threads);
        let mut limits = limits.clone();
        limits.nodes = limits.nodes.map(|nodes| nodes.div_ceil(threads));
        let limits = &limits;
        let think = |thread: u64, rollouts: &mut Rollouts| {
            let mut random = Random::new(split_mix(seed.wrapping_add(thread)));
            let mut budget = Budget::new(rounds, limits, started);
            rollouts.search(galaxy, goals, scenarios, &mut random, &mut budget);
            budget.spent()
        };
        let Some((first, others)) = self.rollouts.split_first_mut() else { return 0 };
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(thread, rollouts)| {
                    thread::Builder::new().spawn_scoped(scope, move || {
                        let rollouts: &mut Rollouts = rollouts;
                        (think(thread, rollouts), &*rollouts)
                    })
                })
                .collect();
            let mut generated = think(0, first);
            // A thread that could not be started is not missed.
            for helper in helpers.into_iter().flatten() {
                let (spent, rollouts) = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                generated += spent;
                first.absorb(rollouts.candidates());
            }
            generated
        })
    }

    /// What it believes about an opponent.
    pub(crate) fn believed(&self, opponent: Player) -> Vec<(Model, f32)> {
        self.belief.as_ref().map_or_else(Vec::new, |belief| belief.of(opponent).collect())
    }
}

impl ComputerPlayer<StarChess> for GoalPlayer {
    fn think(
        &mut self,
        galaxy: &Galaxy,
        limits: &Limits,
        _progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<Decision<StarChess>, Fault> {
        if galaxy.is_over() {
            return Err(Fault::Crashed("it found no turn: the game is over".to_owned()));
        }
        // What it learns takes time too.
        let started = Instant::now();
        let limits = self.limits.tighter(limits);
        // Derived from the round and the player too, so that no turn repeats the choices of another.
        let moment = u64::from(galaxy.round()) << 2 | galaxy.to_move().index() as u64;
        let seed = self.seed ^ split_mix(moment);
        let scenarios = self.scenarios(galaxy, &mut Random::new(seed));
        let generated = self.search(galaxy, &scenarios, seed, &limits, started);
        let candidates = self.rollouts[0].candidates();
        self.goals.clear();
        self.goals.extend(candidates.iter().take(KEPT_GOALS).map(|candidate| candidate.goal));
        let Some(&goal) = self.goals.first() else {
            return Err(Fault::Crashed("it found no goal".to_owned()));
        };
        let evaluations = candidates.len() as u64;
        let turn = Script { goal, numbers: self.strength.tuning.script }.commands(galaxy);
        if let Some(belief) = &mut self.belief {
            let mut after = *galaxy;
            turn.iter().for_each(|&command| after.carry_out(command));
            belief.remember(&after);
        }
        let beliefs = Player::ALL.map(|opponent| self.believed(opponent));
        let plan = Plan::new(galaxy, &mut self.rollouts[0], &scenarios, &beliefs, generated);
        Ok(Decision { turn, nodes: generated, evaluations, reasons: Reasons::Plan(plan) })
    }
}
