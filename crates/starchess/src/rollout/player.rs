//! The players that follow goals: `strongest`, `rollout` and the levels below them.

use gametree::Limits;
use players::{ComputerPlayer, Decision, Fault, Kind, NODES, OptionInfo, OptionKind, SEED, Settings, Setup, TIME};

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
    options: &[ROUNDS, NO_BELIEF, VERSION, SEED, NODES, TIME],
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
        restraint: Restraint::NONE,
    };

    /// The strongest player.
    pub fn strongest() -> Self {
        Self { tuning: Tuning::trained(), opponents: Opponents::Believed, horizon: 8, tempo: 0.5, ..Self::FIRST }
    }
}

/// A player that follows goals.
pub struct GoalPlayer {
    strength: Strength,
    limits: Limits,
    seed: u64,
    rollouts: Rollouts,
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
            rollouts: Rollouts::new(&strength),
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
        Self { limits: settings.limits().with_cancel(setup.cancel.clone()), ..Self::new(strength, seed) }
    }

    /// What the others may do.
    fn scenarios(&mut self, galaxy: &Galaxy, random: &mut Random) -> Vec<Scenario> {
        let player = galaxy.to_move();
        let all = |model: Model| Scenario { models: [model; PLAYERS], weight: 1.0 };
        match self.strength.opponents {
            Opponents::FullMask => vec![all(Model::FullMask)],
            Opponents::Several => {
                let enemy = Script { goal: Goal::war(player.home()), numbers: self.strength.tuning.script };
                vec![all(Model::Published), all(Model::FullMask), all(Model::Script(enemy))]
            }
            Opponents::Unknown => Belief::new(player, self.strength.tuning.script).scenarios(),
            Opponents::Believed => {
                let numbers = self.strength.tuning.script;
                let belief = self.belief.get_or_insert_with(|| Belief::new(player, numbers));
                belief.learn(galaxy, &mut self.rollouts, random);
                belief.scenarios()
            }
        }
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
        let limits = self.limits.tighter(limits);
        let mut budget = Budget::new(self.strength.rounds, &limits);
        // Derived from the round and the player too, so that no turn repeats the choices of another.
        let moment = u64::from(galaxy.round()) << 2 | galaxy.to_move().index() as u64;
        let mut random = Random::new(self.seed ^ split_mix(moment));
        let scenarios = self.scenarios(galaxy, &mut random);
        self.rollouts.search(galaxy, &self.goals, &scenarios, &mut random, &mut budget);
        let candidates = self.rollouts.candidates();
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
        let plan = Plan::new(galaxy, &mut self.rollouts, &scenarios, &beliefs, budget.spent());
        Ok(Decision { turn, nodes: budget.spent(), evaluations, reasons: Reasons::Plan(plan) })
    }
}
