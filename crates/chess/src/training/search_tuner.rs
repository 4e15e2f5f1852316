//! Tunes the margins of the search by games: simultaneous perturbation stochastic approximation.
//!
//! For every pair of games all margins are moved a little at once, each up or down at random. The
//! engine with these margins plays the engine with the opposite ones, from one opening with both
//! colours, and the margins take a small step towards the winner. Steps and perturbations shrink as
//! the games go on.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use cozy_chess::Color;
use gametree::{Limits, Stop};
use thiserror::Error;

use super::self_play::{Adjudicator, level_opening};
use crate::engine::{Engine, Evaluation, Margins, Options};
use crate::game::Game;

/// How many margins there are.
const COUNT: usize = Margins::ALL.len();

/// The last perturbation of a margin is its range divided by this.
const PERTURBATION: f64 = 20.0;

/// What a pair won by both games moves a margin at the end, as a part of its perturbation.
const LAST_STEP: f64 = 0.01;

/// How perturbations and steps shrink with the number of the pair: the exponents that the theory of
/// the method recommends, and the share of the pairs for which the first steps are held back.
const PERTURBATION_EXPONENT: f64 = 0.101;
const STEP_EXPONENT: f64 = 0.602;
const HELD_BACK: f64 = 0.1;

/// What to play.
#[derive(Clone, Debug)]
pub struct SearchTuning {
    /// The pairs of games, those already played included.
    pub pairs: u64,
    /// The nodes of each search.
    pub nodes: u64,
    /// The pairs played at the same time.
    pub threads: NonZeroUsize,
    /// How positions are evaluated.
    pub evaluation: Evaluation,
    /// Where random choices begin.
    pub seed: u64,
    /// Raised to end it early. Pairs in progress are discarded.
    pub stop: Stop,
}

/// The settings on which the margins depend, with their names in a text. The number of pairs is one,
/// because the steps shrink with it.
type Settings = [(&'static str, String); 4];

impl SearchTuning {
    fn settings(&self) -> Settings {
        let evaluation = match &self.evaluation {
            Evaluation::Classical => "classical".to_owned(),
            Evaluation::Network(network) => format!("{:08x}", crc32fast::hash(&network.to_bytes())),
        };
        [
            ("of", self.pairs.to_string()),
            ("nodes", self.nodes.to_string()),
            ("seed", self.seed.to_string()),
            ("evaluation", evaluation),
        ]
    }
}

/// How far a tuning has come. As text it is a line for each setting, one with the number of pairs
/// played, and one for each margin with its value so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTuner {
    settings: Settings,
    /// The pairs played.
    pairs: u64,
    /// The margins, with fractions.
    values: [f64; COUNT],
}

/// Why a text is not a tuning that can go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchTunerError {
    /// A line is not what it should be.
    #[error("line {line}: expected \"{name} NUMBER\"")]
    #[allow(missing_docs, reason = "the message says what they are")]
    Line { line: usize, name: &'static str },
    /// A setting is another one.
    #[error("made with \"{name} {before}\" and not \"{name} {now}\"")]
    #[allow(missing_docs, reason = "the message says what they are")]
    Setting { name: &'static str, before: String, now: String },
}

impl fmt::Display for SearchTuner {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.settings.iter().try_for_each(|(name, setting)| writeln!(f, "{name} {setting}"))?;
        writeln!(f, "pairs {}", self.pairs)?;
        Margins::ALL.iter().zip(self.values).try_for_each(|(margin, value)| writeln!(f, "{} {value}", margin.name))
    }
}

impl SearchTuner {
    /// A tuning that begins with these margins.
    pub fn new(tuning: &SearchTuning, margins: &Margins) -> Self {
        Self { settings: tuning.settings(), pairs: 0, values: margins.numbers().map(f64::from) }
    }

    /// Goes on with the tuning that a text describes, with the settings that it was made with.
    pub fn resume(tuning: &SearchTuning, text: &str) -> Result<Self, SearchTunerError> {
        // A line without an end may have lost digits.
        let mut lines = (1..).zip(text.split_inclusive('\n').map(|line| line.strip_suffix('\n').unwrap_or_default()));
        let mut next = |name: &'static str| {
            let (line, text) = lines.next().unwrap_or((text.lines().count() + 1, ""));
            let value = text.strip_prefix(name).map(str::trim).filter(|value| !value.is_empty());
            (value, SearchTunerError::Line { line, name })
        };
        let settings = tuning.settings();
        for (name, now) in &settings {
            let (before, error) = next(name);
            let before = before.ok_or(error)?;
            if before != now {
                return Err(SearchTunerError::Setting { name, before: before.to_owned(), now: now.clone() });
            }
        }
        let (pairs, error) = next("pairs");
        let pairs = pairs.and_then(|number| number.parse().ok()).filter(|&pairs| pairs <= tuning.pairs).ok_or(error)?;
        let mut values = [0.0; COUNT];
        for (value, margin) in values.iter_mut().zip(Margins::ALL) {
            let (number, error) = next(margin.name);
            let range = f64::from(*margin.range.start())..=f64::from(*margin.range.end());
            let number = number.and_then(|number| number.parse().ok()).filter(|number| range.contains(number));
            *value = number.ok_or(error)?;
        }
        Ok(Self { settings, pairs, values })
    }

    /// The pairs played.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The margins so far.
    pub fn margins(&self) -> Margins {
        self.values.map(|value| value.round() as i32).into()
    }

    /// Plays until all pairs are played. Calls `each` after every pair. With one thread the margins
    /// depend on the seed alone.
    pub fn run(&mut self, tuning: &SearchTuning, each: impl FnMut(&Self) + Send) {
        let begun = self.pairs;
        let shared = Mutex::new(Shared { next: begun, tuner: self, each });
        std::thread::scope(|scope| {
            for _ in 0..tuning.threads.get() {
                scope.spawn(|| tune(tuning, &shared));
            }
        });
    }

    /// Both margins of a pair: each moved by its perturbation in one direction, or in the other.
    fn perturbed(&self, pair: u64, pairs: u64, signs: &[f64; COUNT]) -> [Margins; 2] {
        [1.0, -1.0].map(|direction| {
            std::array::from_fn::<_, COUNT, _>(|at| {
                let range = &Margins::ALL[at].range;
                let moved = self.values[at] + direction * signs[at] * perturbation(at, pair, pairs);
                (moved.round() as i32).clamp(*range.start(), *range.end())
            })
            .into()
        })
    }

    /// Moves the margins towards those that won; `score` is 1 if the first margins won both games,
    /// and −1 if they lost both.
    fn learn(&mut self, pair: u64, pairs: u64, signs: &[f64; COUNT], score: f64) {
        let step = step(pair, pairs) * score;
        for (at, value) in self.values.iter_mut().enumerate() {
            let range = &Margins::ALL[at].range;
            let moved = *value + signs[at] * step * perturbation(at, pair, pairs);
            *value = moved.clamp(f64::from(*range.start()), f64::from(*range.end()));
        }
        self.pairs += 1;
    }
}

/// By how much a margin is moved for a pair of games.
fn perturbation(at: usize, pair: u64, pairs: u64) -> f64 {
    let range = &Margins::ALL[at].range;
    let last = f64::from(range.end() - range.start()) / PERTURBATION;
    last * (pairs as f64 / (pair + 1) as f64).powf(PERTURBATION_EXPONENT)
}

/// What a pair won by both games moves a margin, as a part of its perturbation.
fn step(pair: u64, pairs: u64) -> f64 {
    let (pair, pairs) = ((pair + 1) as f64, pairs as f64);
    let held_back = HELD_BACK * pairs;
    LAST_STEP
        * ((held_back + pairs) / (held_back + pair)).powf(STEP_EXPONENT)
        * (pair / pairs).powf(2.0 * PERTURBATION_EXPONENT)
}

/// What the threads share.
struct Shared<'a, F> {
    /// The number of the next pair.
    next: u64,
    tuner: &'a mut SearchTuner,
    each: F,
}

fn tune<F: FnMut(&SearchTuner) + Send>(tuning: &SearchTuning, shared: &Mutex<Shared<'_, F>>) {
    let options = Options { evaluation: tuning.evaluation.clone(), ..Options::default() };
    let mut engines = [(); 2].map(|()| Engine::new(options.clone()));
    loop {
        let (pair, signs, mut random) = {
            let Shared { next, tuner, .. } = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
            if *next >= tuning.pairs || tuning.stop.is_raised() {
                return;
            }
            let pair = *next;
            *next += 1;
            // The seeds of neighbouring pairs must not be alike.
            let mut random = fastrand::Rng::with_seed(tuning.seed ^ pair.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let signs = std::array::from_fn(|_| if random.bool() { 1.0 } else { -1.0 });
            for (engine, margins) in engines.iter_mut().zip(tuner.perturbed(pair, tuning.pairs, &signs)) {
                engine.set_options(Options { margins, ..options.clone() });
            }
            (pair, signs, random)
        };
        let limits = Limits::nodes(tuning.nodes).with_cancel(tuning.stop.clone());
        let (opening, _) = level_opening(&mut engines[0], &limits, &mut random);
        let scores = Color::ALL.map(|first| play(&mut engines, first, opening.clone(), &limits));
        if tuning.stop.is_raised() {
            return;
        }
        let Shared { tuner, each, .. } = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
        tuner.learn(pair, tuning.pairs, &signs, scores.iter().sum::<f64>() / 2.0);
        each(tuner);
    }
}

/// Plays a game of two engines, of which the first has this colour: 1 if it wins, −1 if it loses.
fn play(engines: &mut [Engine; 2], first: Color, mut game: Game, limits: &Limits) -> f64 {
    engines.iter_mut().for_each(Engine::clear);
    let mut adjudicator = Adjudicator::default();
    let winner = loop {
        if let Some(winner) = adjudicator.result(&game) {
            break winner;
        }
        let mover = game.board().side_to_move();
        let thought = engines[usize::from(mover != first)].think(&game, &limits.clone().into(), &mut |_| ());
        // Without a legal move the game would have ended.
        let Some(&mv) = thought.line.first() else { break None };
        if limits.cancel.as_ref().is_some_and(Stop::is_raised) || game.play(mv).is_err() {
            break None;
        }
        adjudicator.see(mover, thought.score);
    };
    winner.map_or(0.0, |winner| if winner == first { 1.0 } else { -1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning(pairs: u64) -> SearchTuning {
        SearchTuning {
            pairs,
            nodes: 100,
            threads: NonZeroUsize::MIN,
            evaluation: Evaluation::default(),
            seed: 1,
            stop: Stop::new(),
        }
    }

    #[test]
    fn a_tuning_goes_on_where_it_ended() {
        let mut whole = SearchTuner::new(&tuning(3), &Margins::default());
        let mut told = 0;
        whole.run(&tuning(3), |tuner| {
            told += 1;
            assert_eq!(tuner.pairs(), told);
        });
        assert_eq!(told, 3);
        let mut parts = SearchTuner::new(&tuning(3), &Margins::default());
        let stop = Stop::new();
        parts.run(&SearchTuning { stop: stop.clone(), ..tuning(3) }, |_| stop.raise());
        assert_eq!(parts.pairs(), 1);
        let mut parts = SearchTuner::resume(&tuning(3), &parts.to_string()).unwrap();
        parts.run(&tuning(3), |_| ());
        assert_eq!(parts, whole);
    }

    #[test]
    fn margins_climb_towards_those_that_win() {
        // Instead of games: whoever is nearer to a place in the middle of the range wins.
        let goal = |at: usize| f64::from(Margins::ALL[at].range.start() + Margins::ALL[at].range.end()) / 2.0;
        let lowest = Margins::from(Margins::ALL.map(|margin| *margin.range.start()));
        let mut tuner = SearchTuner::new(&tuning(10_000), &lowest);
        let distance = |margins: &Margins| -> f64 {
            let parts = margins.numbers().into_iter().enumerate().map(|(at, number)| {
                ((f64::from(number) - goal(at))
                    / f64::from(Margins::ALL[at].range.end() - Margins::ALL[at].range.start()))
                .powi(2)
            });
            parts.sum()
        };
        let before = distance(&tuner.margins());
        let mut random = fastrand::Rng::with_seed(1);
        for pair in 0..10_000 {
            let signs = std::array::from_fn(|_| if random.bool() { 1.0 } else { -1.0 });
            let [one, other] = tuner.perturbed(pair, 10_000, &signs);
            let score = if distance(&one) < distance(&other) { 1.0 } else { -1.0 };
            tuner.learn(pair, 10_000, &signs, score);
        }
        let after = distance(&tuner.margins());
        assert!(after < before / 20.0, "{before} {after}");
    }

    #[test]
    fn texts_that_are_no_tuning_are_refused() {
        let text = SearchTuner::new(&tuning(3), &Margins::default()).to_string();
        let error = |text: &str| SearchTuner::resume(&tuning(3), text).unwrap_err().to_string();
        assert_eq!(error(""), "line 1: expected \"of NUMBER\"");
        // The last number may have lost digits.
        assert!(SearchTuner::resume(&tuning(3), text.trim_end()).is_err());
        for wrong in ["pairs x", "pairs 4"] {
            assert_eq!(error(&text.replace("pairs 0", wrong)), "line 5: expected \"pairs NUMBER\"");
        }
        assert_eq!(error(&text.replace("nodes 100", "nodes 50")), "made with \"nodes 50\" and not \"nodes 100\"");
        let second = Margins::ALL[1].name;
        for wrong in ["1e9", "NaN", ""] {
            let changed: String = text
                .lines()
                .map(|line| if line.starts_with(second) { format!("{second} {wrong}\n") } else { format!("{line}\n") })
                .collect();
            assert_eq!(error(&changed), format!("line 7: expected \"{second} NUMBER\""));
        }
    }
}
