//! The folder of a training, and the steps that fill it.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::players::Fault;
use gametree::Stop;
use thiserror::Error;

use crate::player::Player;
use crate::random::{Random, split_mix};
use crate::rollout::evaluation::Weights;
use crate::rollout::script_numbers::ScriptNumbers;
use crate::rollout::training::adversary::built_in;
use crate::rollout::training::fit::{Sample, fit};
use crate::rollout::training::game::{PlayedGame, TrainingGame, TrainingSeat};
use crate::rollout::training::spsa::{GAMES_PER_STEP, Side, Signs, Tuner, sides};
use crate::rollout::training::workplace::Workplace;
use crate::rollout::tuning::{Tuning, TuningError};

/// The games of this many generations are fitted.
const FITTED_GENERATIONS: u32 = 4;

/// The six ways to seat two players against two.
const SEATINGS: [u8; 6] = [0b0011, 0b0110, 0b1100, 0b1001, 0b0101, 0b1010];

/// The steps of the tuning that begin with the same numbers.
const BATCH: u32 = 8;

/// The number of the challenge that ends a generation. The batches of the tuning have numbers from 1.
const LAST_CHALLENGE: u32 = u32::MAX;

/// Tells the starts of the tuning from others.
const TUNING_STARTS: u64 = 0x7C1E << 16;

/// What is asked of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Games that each generation plays to learn from.
    pub games: u32,
    /// Games of each challenge, a multiple of six.
    pub challenge: u32,
    /// Steps in which each generation tunes all numbers, two games each.
    pub steps: u32,
    /// Rounds that each player plays in rollouts for a turn.
    pub rounds: u64,
    /// Where random choices begin.
    pub seed: u64,
    /// Whether an adversary of the built-in player is tuned instead, beginning with its numbers.
    pub is_adversary: bool,
}

/// How far the training is with some games.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The generation.
    pub generation: u32,
    /// What they are for.
    pub purpose: Purpose,
    /// How many of them have been played.
    pub played: u32,
    /// How many there will be.
    pub of: u32,
}

/// What games of a training are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The weights are fitted to them.
    Fit,
    /// They move all numbers.
    Tune,
    /// They decide whether a change is kept.
    Challenge,
    /// They tell how strong the result is.
    Measure,
}

/// Why a training cannot go on.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum TrainingError {
    #[error("{path}: {error}")]
    File { path: String, error: io::Error },
    #[error("{path}: {error}")]
    Tuning { path: String, error: TuningError },
    #[error("{path}, line {line}: {reason}")]
    Game { path: String, line: usize, reason: String },
    #[error("a player failed: {0}")]
    Player(#[from] Fault),
    #[error("stopped")]
    Stopped,
    #[error("{0}")]
    Workplace(String),
}

/// A training in progress.
pub struct Training {
    folder: PathBuf,
    pub(super) settings: Settings,
    /// The number of the last generation that ended; 0 is the beginning.
    pub(super) generation: u32,
    /// The tunings of all generations, from 0.
    tunings: Vec<Tuning>,
    /// The games, by generation and number.
    games: BTreeMap<(u32, u32), PlayedGame>,
    /// The games of challenges, by generation, challenge and number.
    challenges: BTreeMap<ChallengeKey, ChallengeResult>,
}

/// A generation, a challenge of it, and a game of that.
type ChallengeKey = (u32, u32, u32);

/// How a game of a challenge ended.
#[derive(Clone, Copy, Debug)]
struct ChallengeResult {
    winner: Option<Player>,
    /// That of the game: with another tuning it is another game.
    fingerprint: u64,
}

impl Training {
    /// Begins a training in a new folder, from nothing (weights of zero but for a colony and a ship), or,
    /// if it is to be an adversary, from the built-in numbers. Or goes on with the one in the folder.
    pub fn open(folder: &Path, settings: Settings) -> Result<Self, TrainingError> {
        fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
        let mut training = Self {
            folder: folder.to_owned(),
            settings,
            generation: 0,
            tunings: vec![if settings.is_adversary { Tuning::trained() } else { nothing() }],
            games: BTreeMap::new(),
            challenges: BTreeMap::new(),
        };
        loop {
            let path = training.tuning_path(training.generation + 1);
            match storage::read_text(&path) {
                Ok(text) => {
                    let tuning = text.parse().map_err(|error| TrainingError::Tuning { path: name(&path), error })?;
                    training.tunings.push(tuning);
                    training.generation += 1;
                }
                Err(_) if !path.exists() => break,
                Err(error) => return Err(at(&path, io::Error::other(error.to_string()))),
            }
        }
        training.read_games()?;
        training.read_challenges()?;
        Ok(training)
    }

    /// The number of generations that have ended.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// What the last generation ended with.
    pub fn tuning(&self) -> &Tuning {
        &self.tunings[self.generation as usize]
    }

    fn tuning_path(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("generation-{generation}.txt"))
    }

    fn games_path(&self) -> PathBuf {
        self.folder.join("games.txt")
    }

    fn challenges_path(&self) -> PathBuf {
        self.folder.join("challenges.txt")
    }

    fn read_games(&mut self) -> Result<(), TrainingError> {
        let path = self.games_path();
        for (line, text) in (1..).zip(read_lines(&path)?.lines()) {
            let (generation, number, game) = read_game(text).map_err(|reason| wrong(&path, line, reason))?;
            // Lines of older trainings have no numbers: they are in the order of the games.
            let next = self.games.range((generation, 0)..=(generation, u32::MAX)).count() as u32;
            self.games.insert((generation, number.unwrap_or(next)), game);
        }
        Ok(())
    }

    fn read_challenges(&mut self) -> Result<(), TrainingError> {
        let path = self.challenges_path();
        for (line, text) in (1..).zip(read_lines(&path)?.lines()) {
            let wrong = || wrong(&path, line, "this is not a game of a challenge".to_owned());
            let (key, value) = read_challenge(text).ok_or_else(wrong)?;
            self.challenges.insert(key, value);
        }
        Ok(())
    }

    fn append(&self, path: &Path, line: &str) -> Result<(), TrainingError> {
        let append = || -> io::Result<()> {
            let mut file: File = OpenOptions::new().create(true).append(true).open(path)?;
            file.write_all(line.as_bytes())?;
            file.sync_data()
        };
        append().map_err(|error| at(path, error))
    }

    /// Plays the games of the next generation that are missing, and ends it. Tells `show` how far
    /// it is, at first and after every game. Returns the line of the log.
    pub fn next_generation(
        &mut self,
        workplace: &dyn Workplace,
        stop: &Stop,
        show: &mut dyn FnMut(Step),
    ) -> Result<String, TrainingError> {
        if self.settings.is_adversary {
            return self.next_adversary(workplace, stop, show);
        }
        let (generation, of) = (self.generation + 1, self.settings.games);
        let missing: Vec<u32> = (0..of).filter(|&number| !self.games.contains_key(&(generation, number))).collect();
        let games: Vec<TrainingGame> = missing.iter().map(|&number| self.game(generation, number)).collect();
        let mut played = of - missing.len() as u32;
        show(Step { generation, purpose: Purpose::Fit, played, of });
        workplace.play(&games, stop, &mut |index, game| {
            let number = missing[index];
            self.append(&self.games_path(), &format!("{generation}.{number}|{game}\n"))?;
            self.games.insert((generation, number), game);
            played += 1;
            show(Step { generation, purpose: Purpose::Fit, played, of });
            Ok(())
        })?;
        if stop.is_raised() {
            return Err(TrainingError::Stopped);
        }
        self.end_generation(workplace, stop, show)
    }

    /// A game to learn from.
    fn game(&self, generation: u32, number: u32) -> TrainingGame {
        let start = split_mix(self.settings.seed ^ u64::from(generation) << 32 ^ u64::from(number));
        let mut random = Random::new(start);
        let seats = [0u64, 1, 2, 3].map(|seat| self.draw_player(seat, &mut random));
        TrainingGame { start, is_held_out: false, rounds: self.settings.rounds, seats }
    }

    /// A player of the pool: often the current one, or else an earlier one or the published player.
    fn draw_player(&self, seat: u64, random: &mut Random) -> TrainingSeat {
        let tuning = match random.below(8) {
            0 => return TrainingSeat::Published,
            1 | 2 => &self.tunings[random.below(self.tunings.len() as u64) as usize],
            _ => self.tuning(),
        };
        TrainingSeat::Tuned { tuning: Box::new(*tuning), seed: seat ^ random.below(1 << 32) << 2 }
    }

    /// Fits the weights, tunes all numbers, and writes the new tuning.
    fn end_generation(
        &mut self,
        workplace: &dyn Workplace,
        stop: &Stop,
        show: &mut dyn FnMut(Step),
    ) -> Result<String, TrainingError> {
        let generation = self.generation + 1;
        let oldest = generation.saturating_sub(FITTED_GENERATIONS);
        let recent = self.games.range((oldest + 1, 0)..);
        let old = *self.tuning();
        let reserve_rounds = old.script.reserve_rounds();
        let samples: Vec<Sample> = recent
            .enumerate()
            .filter_map(|(number, (_, game))| Some((number, game, game.winner?)))
            .flat_map(|(number, game, winner)| {
                game.positions.iter().map(move |galaxy| Sample::new(number, galaxy, winner, reserve_rounds))
            })
            .collect();
        let fitted = fit(&samples, &old.weights);
        let mut best = Tuning { weights: fitted.weights, ..old };
        let mut log = format!(
            "generation {generation}: {} positions, log-loss {:.3}, winner found {:.1} %",
            samples.len(),
            fitted.log_loss,
            100.0 * fitted.accuracy
        );
        let (won, lost) = self.challenge(best, old, 0, workplace, stop, show)?;
        log += &format!("; fitted weights {won} : {lost}");
        // The first fit is always better than nothing.
        if won < lost && generation > 1 {
            best = old;
        }
        let tuned = self.tune(best, workplace, stop, show)?;
        let (won, lost) = self.challenge(tuned, best, LAST_CHALLENGE, workplace, stop, show)?;
        log += &format!("; tuned {won} : {lost}");
        if won > lost {
            best = tuned;
        }
        self.keep(best, &log)?;
        Ok(log)
    }

    /// Writes the tuning that the next generation ends with, and its line of the log.
    pub(super) fn keep(&mut self, tuning: Tuning, log: &str) -> Result<(), TrainingError> {
        let path = self.tuning_path(self.generation + 1);
        storage::write_atomically(&path, &tuning.to_string()).map_err(|error| at(&path, error))?;
        self.append(&self.folder.join("log.txt"), &format!("{log}\n"))?;
        self.tunings.push(tuning);
        self.generation += 1;
        Ok(())
    }

    /// Tunes all numbers by games.
    pub(super) fn tune(
        &mut self,
        tuning: Tuning,
        workplace: &dyn Workplace,
        stop: &Stop,
        show: &mut dyn FnMut(Step),
    ) -> Result<Tuning, TrainingError> {
        let (generation, Settings { steps, is_adversary, .. }) = (self.generation + 1, self.settings);
        let mut tuner = Tuner::new(tuning);
        // The steps of a batch begin with the same numbers, so that their games can be played at once.
        for (batch, first) in (0..steps).step_by(BATCH as usize).enumerate() {
            let mut random =
                Random::new(split_mix(self.settings.seed ^ u64::from(generation) << 40 ^ u64::from(first)));
            let signs: Vec<Signs> = (first..steps.min(first + BATCH)).map(|_| Signs::draw(&mut random)).collect();
            let mut games = Vec::with_capacity(signs.len() * GAMES_PER_STEP);
            let mut seatings = Vec::with_capacity(games.capacity());
            for (step, signs) in (u64::from(first)..).zip(&signs) {
                let start = split_mix(self.settings.seed ^ u64::from(generation) << 32 ^ TUNING_STARTS ^ step);
                for game in 0..GAMES_PER_STEP {
                    // An adversary meets others in every step, not in every other one.
                    let sides = sides(if is_adversary { 2 * step + 1 } else { step }, game);
                    let seats = [0u64, 1, 2, 3].map(|seat| match sides[seat as usize] {
                        Side::Other if is_adversary => built_in(start ^ seat),
                        Side::Other => self.draw_player(seat, &mut random),
                        side => tuner.seat(side, signs, start ^ seat, &mut random),
                    });
                    games.push(TrainingGame { start, is_held_out: false, rounds: self.settings.rounds, seats });
                    seatings.push(sides);
                }
            }
            let done = first * GAMES_PER_STEP as u32;
            let mut show = |played| {
                let (played, of) = (done + played, steps * GAMES_PER_STEP as u32);
                show(Step { generation, purpose: Purpose::Tune, played, of });
            };
            let winners = self.play_numbered(1 + batch as u32, &games, workplace, stop, &mut show)?;
            for (step, signs) in signs.iter().enumerate() {
                let mut lead = 0;
                for game in step * GAMES_PER_STEP..(step + 1) * GAMES_PER_STEP {
                    lead += match winners[game].map(|winner| seatings[game][winner.index()]) {
                        Some(Side::Moved) => 1,
                        Some(Side::Opposite) => -1,
                        Some(Side::Other) | None => 0,
                    };
                }
                tuner.learn(signs, lead);
            }
        }
        Ok(tuner.tuning())
    }

    /// Plays two of one tuning against two of another. Returns the games that each side won.
    fn challenge(
        &mut self,
        one: Tuning,
        other: Tuning,
        number: u32,
        workplace: &dyn Workplace,
        stop: &Stop,
        show: &mut dyn FnMut(Step),
    ) -> Result<(u32, u32), TrainingError> {
        let (generation, of) = (self.generation + 1, self.settings.challenge);
        let games: Vec<TrainingGame> = (0..of).map(|game| self.challenge_game(one, other, number, game)).collect();
        let mut show = |played| show(Step { generation, purpose: Purpose::Challenge, played, of });
        let winners = self.play_numbered(number, &games, workplace, stop, &mut show)?;
        let (mut won, mut lost) = (0, 0);
        for (game, winner) in (0..).zip(winners) {
            if let Some(winner) = winner {
                if seating(game) >> winner.index() & 1 == 1 { won += 1 } else { lost += 1 }
            }
        }
        Ok((won, lost))
    }

    /// Plays the games of a challenge, or of a batch of the tuning, that are missing. Returns who won
    /// each. Tells `show` how many have been played.
    pub(super) fn play_numbered(
        &mut self,
        number: u32,
        all: &[TrainingGame],
        workplace: &dyn Workplace,
        stop: &Stop,
        show: &mut dyn FnMut(u32),
    ) -> Result<Vec<Option<Player>>, TrainingError> {
        let (generation, of) = (self.generation + 1, all.len() as u32);
        let is_missing = |game: &u32| {
            let known = self.challenges.get(&(generation, number, *game));
            known.is_none_or(|known| known.fingerprint != fingerprint(&all[*game as usize]))
        };
        let missing: Vec<u32> = (0..of).filter(is_missing).collect();
        let games: Vec<TrainingGame> = missing.iter().map(|&game| all[game as usize].clone()).collect();
        let mut played = of - missing.len() as u32;
        show(played);
        workplace.play(&games, stop, &mut |index, game| {
            let key = (generation, number, missing[index]);
            let value = ChallengeResult { winner: game.winner, fingerprint: fingerprint(&games[index]) };
            let line = write_challenge(key, value);
            self.append(&self.challenges_path(), &line)?;
            self.challenges.insert(key, value);
            played += 1;
            show(played);
            Ok(())
        })?;
        if stop.is_raised() {
            return Err(TrainingError::Stopped);
        }
        let winner = |game| self.challenges.get(&(generation, number, game)).and_then(|result| result.winner);
        Ok((0..of).map(winner).collect())
    }

    fn challenge_game(&self, one: Tuning, other: Tuning, number: u32, game: u32) -> TrainingGame {
        let moment =
            u64::from(self.generation + 1) << 40 ^ u64::from(number) << 32 ^ 0xC4A1 << 16 ^ u64::from(game / 6);
        let start = split_mix(self.settings.seed ^ moment);
        let seats = [0u64, 1, 2, 3].map(|seat| {
            let tuning = if seating(game) >> seat & 1 == 1 { one } else { other };
            TrainingSeat::Tuned { tuning: Box::new(tuning), seed: start ^ seat }
        });
        TrainingGame { start, is_held_out: false, rounds: self.settings.rounds, seats }
    }
}

/// The seats of the first side in a game of a challenge.
fn seating(game: u32) -> u8 {
    SEATINGS[game as usize % SEATINGS.len()]
}

/// A number that tells a game from others.
fn fingerprint(game: &TrainingGame) -> u64 {
    let mut hash = DefaultHasher::new();
    (game.start, game.rounds).hash(&mut hash);
    if game.is_held_out {
        "held out".hash(&mut hash);
    }
    for seat in &game.seats {
        match seat {
            TrainingSeat::Published => 0.hash(&mut hash),
            TrainingSeat::Tuned { tuning, seed } => (tuning.to_string(), seed).hash(&mut hash),
        }
    }
    hash.finish()
}

/// What is known before any game: ships and colonies are good.
fn nothing() -> Tuning {
    let mut weights = Weights::NONE;
    for stage in &mut weights.features {
        // Colonies, in fours, and ships, in hundreds.
        (stage[0], stage[4]) = (1.0, 1.0);
    }
    Tuning { weights, script: ScriptNumbers::FIRST }
}

/// A line: the generation and the number of the game, and the game.
fn read_game(line: &str) -> Result<(u32, Option<u32>, PlayedGame), String> {
    let (key, game) = line.split_once('|').unwrap_or((line, ""));
    let (generation, number) = match key.split_once('.') {
        Some((generation, number)) => (generation, Some(number)),
        None => (key, None),
    };
    let read = |text: &str, what: &str| text.parse().map_err(|_| format!("{text:?} is not a {what}"));
    Ok((read(generation, "generation")?, number.map(|text| read(text, "number")).transpose()?, game.parse()?))
}

/// A line: the generation, the challenge and the number of the game, the winner (0 for none), and the
/// fingerprint of the game.
fn write_challenge((generation, challenge, game): ChallengeKey, result: ChallengeResult) -> String {
    let winner = result.winner.map_or(0, Player::number);
    format!("{generation}.{challenge}.{game}|{winner}|{:016x}\n", result.fingerprint)
}

fn read_challenge(line: &str) -> Option<(ChallengeKey, ChallengeResult)> {
    let mut parts = line.split('|');
    let mut key = parts.next()?.split('.').map(str::parse);
    let key = (key.next()?.ok()?, key.next()?.ok()?, key.next()?.ok()?);
    let winner = Player::from_number(parts.next()?.parse().ok()?);
    let fingerprint = u64::from_str_radix(parts.next()?, 16).ok()?;
    Some((key, ChallengeResult { winner, fingerprint }))
}

/// Reads the complete lines of a file. If the last one is incomplete, it is cut off, and its game is
/// played again.
fn read_lines(path: &Path) -> Result<String, TrainingError> {
    if !path.exists() {
        return Ok(String::new());
    }
    let mut text = fs::read_to_string(path).map_err(|error| at(path, error))?;
    let complete = text.rfind('\n').map_or(0, |end| end + 1);
    if complete < text.len() {
        let file = OpenOptions::new().write(true).open(path).map_err(|error| at(path, error))?;
        file.set_len(complete as u64).map_err(|error| at(path, error))?;
        text.truncate(complete);
    }
    Ok(text)
}

fn wrong(path: &Path, line: usize, reason: String) -> TrainingError {
    TrainingError::Game { path: name(path), line, reason }
}

fn name(path: &Path) -> String {
    storage::printable(path).to_string()
}

fn at(path: &Path, error: io::Error) -> TrainingError {
    TrainingError::File { path: name(path), error }
}
