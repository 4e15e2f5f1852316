//! The folder of a training, and the steps that fill it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::players::{ComputerPlayer, Fault, Setup};
use thiserror::Error;

use crate::galaxy::Galaxy;
use crate::player::{PLAYERS, Player};
use crate::players::{PlayerSpec, StarChess};
use crate::random::{Random, split_mix};
use crate::rollout::evaluation::Weights;
use crate::rollout::player::{GoalPlayer, Opponents, Strength};
use crate::rollout::script_numbers::ScriptNumbers;
use crate::rollout::training::fit::{Sample, fit};
use crate::rollout::training::game::{PlayedGame, play_game, training_start};
use crate::rollout::tuning::{Tuning, TuningError};

/// The games of this many generations are fitted.
const FITTED_GENERATIONS: u32 = 4;

/// The six ways to seat two players against two.
const SEATINGS: [u8; 6] = [0b0011, 0b0110, 0b1100, 0b1001, 0b0101, 0b1010];

/// What is asked of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Games that each generation plays to learn from.
    pub games: u32,
    /// Games of each challenge, a multiple of six.
    pub challenge: u32,
    /// Variations of the script that each generation tries.
    pub variations: u32,
    /// Rounds that each player plays in rollouts for a turn.
    pub rounds: u64,
    /// Where random choices begin.
    pub seed: u64,
}

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A game was played.
    Game {
        /// The generation.
        generation: u32,
        /// How many games of it have been played.
        played: u32,
        /// How many there will be.
        of: u32,
    },
    /// A generation has ended, with this line in the log.
    Generation(String),
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
}

/// A training in progress.
pub struct Training {
    folder: PathBuf,
    settings: Settings,
    /// The number of the last generation that ended; 0 is the beginning.
    generation: u32,
    /// The tunings of all generations, from 0.
    tunings: Vec<Tuning>,
    /// The games, with their generations.
    games: Vec<(u32, PlayedGame)>,
}

impl Training {
    /// Begins a training in a new folder, from nothing: weights of zero but for a colony and a ship. Or
    /// goes on with the one in the folder.
    pub fn open(folder: &Path, settings: Settings) -> Result<Self, TrainingError> {
        fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
        let mut training =
            Self { folder: folder.to_owned(), settings, generation: 0, tunings: vec![nothing()], games: Vec::new() };
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

    /// Reads the games. If the last line is incomplete, the game is played again.
    fn read_games(&mut self) -> Result<(), TrainingError> {
        let path = self.games_path();
        if !path.exists() {
            return Ok(());
        }
        let text = fs::read_to_string(&path).map_err(|error| at(&path, error))?;
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        if complete < text.len() {
            let file = OpenOptions::new().write(true).open(&path).map_err(|error| at(&path, error))?;
            file.set_len(complete as u64).map_err(|error| at(&path, error))?;
        }
        for (line, text) in (1..).zip(text[..complete].lines()) {
            let game = read_game(text).map_err(|reason| TrainingError::Game { path: name(&path), line, reason })?;
            self.games.push(game);
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

    /// Plays the next game of the current generation, or ends it. `stop` is asked between the games of
    /// a challenge.
    pub fn step(&mut self, stop: &dyn Fn() -> bool) -> Result<Step, TrainingError> {
        let generation = self.generation + 1;
        let played = self.games.iter().filter(|(of, _)| *of == generation).count() as u32;
        if played >= self.settings.games {
            return self.end_generation(stop);
        }
        let seed = split_mix(self.settings.seed ^ u64::from(generation) << 32 ^ u64::from(played));
        let mut random = Random::new(seed);
        let mut players = [0u64, 1, 2, 3].map(|seat| self.draw_player(seat, &mut random));
        let game = play_game(&training_start(seed), &mut players)?;
        self.append(&self.games_path(), &write_game(generation, &game))?;
        self.games.push((generation, game));
        Ok(Step::Game { generation, played: played + 1, of: self.settings.games })
    }

    /// A player of the pool: often the current one, or else an earlier one or the published player.
    fn draw_player(&self, seat: u64, random: &mut Random) -> Box<dyn ComputerPlayer<StarChess>> {
        let tuning = match random.below(8) {
            0 => {
                let published: PlayerSpec = crate::published::Published::default().into();
                if let Ok(player) = published.build(&Setup::default()) {
                    return player;
                }
                self.tuning()
            }
            1 | 2 => &self.tunings[random.below(self.tunings.len() as u64) as usize],
            _ => self.tuning(),
        };
        self.player(*tuning, seat ^ random.below(1 << 32) << 2)
    }

    fn player(&self, tuning: Tuning, seed: u64) -> Box<dyn ComputerPlayer<StarChess>> {
        let strength =
            Strength { tuning, opponents: Opponents::Believed, rounds: self.settings.rounds, ..Strength::FIRST };
        Box::new(GoalPlayer::new(strength, seed))
    }

    /// Fits the weights, tries variations of the script, and writes the new tuning.
    fn end_generation(&mut self, stop: &dyn Fn() -> bool) -> Result<Step, TrainingError> {
        let generation = self.generation + 1;
        let oldest = generation.saturating_sub(FITTED_GENERATIONS);
        let recent = self.games.iter().filter(|(of, _)| *of > oldest);
        let samples: Vec<Sample> = recent
            .enumerate()
            .filter_map(|(number, (_, game))| Some((number, game, game.winner?)))
            .flat_map(|(number, game, winner)| {
                game.positions.iter().map(move |galaxy| Sample::new(number, galaxy, winner))
            })
            .collect();
        let old = *self.tuning();
        let fitted = fit(&samples, &old.weights);
        let mut best = Tuning { weights: fitted.weights, ..old };
        let mut log = format!(
            "generation {generation}: {} positions, log-loss {:.3}, winner found {:.1} %",
            samples.len(),
            fitted.log_loss,
            100.0 * fitted.accuracy
        );
        let (won, lost) = self.challenge(best, old, 0, stop)?;
        log += &format!("; fitted weights {won} : {lost}");
        // The first fit is always better than nothing.
        if won < lost && generation > 1 {
            best = old;
        }
        let mut random = Random::new(split_mix(self.settings.seed ^ u64::from(generation)));
        for variation in 0..self.settings.variations {
            let numbers = vary(best.script, &mut random);
            let (won, lost) =
                self.challenge(Tuning { script: numbers, ..best }, best, 1 + u64::from(variation), stop)?;
            log += &format!("; script {won} : {lost}");
            // Chance alone gives a variation that changes nothing this lead in one case of six.
            if won > lost + self.settings.challenge / 8 {
                best.script = numbers;
            }
        }
        let path = self.tuning_path(generation);
        storage::write_atomically(&path, &best.to_string()).map_err(|error| at(&path, error))?;
        self.append(&self.folder.join("log.txt"), &format!("{log}\n"))?;
        self.tunings.push(best);
        self.generation = generation;
        Ok(Step::Generation(log))
    }

    /// Plays two of one tuning against two of another. Returns the games that each side won.
    fn challenge(
        &self,
        one: Tuning,
        other: Tuning,
        number: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<(u32, u32), TrainingError> {
        let (mut won, mut lost) = (0, 0);
        for game in 0..u64::from(self.settings.challenge) {
            if stop() {
                // The end of the generation will begin again; its games are kept.
                return Err(TrainingError::Stopped);
            }
            let moment = u64::from(self.generation + 1) << 40 ^ number << 32 ^ 0xC4A1 << 16 ^ (game / 6);
            let seed = split_mix(self.settings.seed ^ moment);
            let seating = SEATINGS[game as usize % 6];
            let mut players = [0u64, 1, 2, 3].map(|seat| {
                let tuning = if seating >> seat & 1 == 1 { one } else { other };
                self.player(tuning, seed ^ seat)
            });
            if let Some(winner) = play_game(&training_start(seed), &mut players)?.winner {
                if seating >> winner.index() & 1 == 1 { won += 1 } else { lost += 1 }
            }
        }
        Ok((won, lost))
    }
}

/// What is known before any game: ships and colonies are good.
fn nothing() -> Tuning {
    let mut weights = Weights([[0.0; _]; _]);
    for stage in &mut weights.0 {
        // Colonies, in fours, and ships, in hundreds.
        (stage[0], stage[4]) = (1.0, 1.0);
    }
    Tuning { weights, script: ScriptNumbers::FIRST }
}

/// One or two numbers of the script changed.
fn vary(mut numbers: ScriptNumbers, random: &mut Random) -> ScriptNumbers {
    for _ in 0..=random.below(2) {
        let index = random.below(numbers.0.len() as u64) as usize;
        let number = numbers.0[index];
        let change = 1 + random.below(u64::from(number / 2 + 1)) as u8;
        numbers.0[index] =
            if random.below(2) == 0 { number.saturating_sub(change) } else { number.saturating_add(change) };
    }
    numbers
}

/// A game as a line: generation, winner (0 for none) and positions.
fn write_game(generation: u32, game: &PlayedGame) -> String {
    let positions: Vec<String> = game.positions.iter().map(Galaxy::to_string).collect();
    format!("{generation}|{}|{}\n", game.winner.map_or(0, Player::number), positions.join("|"))
}

fn read_game(line: &str) -> Result<(u32, PlayedGame), String> {
    let mut parts = line.split('|');
    let mut number = |what: &str| -> Result<u32, String> {
        let text = parts.next().unwrap_or_default();
        text.parse().map_err(|_| format!("{text:?} is not a {what}"))
    };
    let (generation, winner) = (number("generation")?, number("winner")?);
    if winner > PLAYERS as u32 {
        return Err(format!("there is no player {winner}"));
    }
    let positions = parts.map(|text| text.parse().map_err(|error| format!("{error}"))).collect::<Result<_, _>>()?;
    Ok((generation, PlayedGame { winner: Player::from_number(winner), positions }))
}

fn name(path: &Path) -> String {
    storage::printable(path).to_string()
}

fn at(path: &Path, error: io::Error) -> TrainingError {
    TrainingError::File { path: name(path), error }
}
