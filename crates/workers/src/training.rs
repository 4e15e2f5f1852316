//! The games of a training: what goes into the queue for them, and how a worker plays them.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use gametree::Stop;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use starchess::training::{PlayedGame, TrainingError, TrainingGame, TrainingSeat, Workplace};
use tokio::sync::mpsc::unbounded_channel;

use crate::assignment::{Assignment, NotTaken, NumberSet};
use crate::coordinator::{Office, coordinate};
use crate::protocol::Outcome;
use crate::queue_file::QueueFile;
use crate::roster::Roster;
use crate::server::{QueueError, Server};
use crate::task::{self, Task, TaskKind};

/// The longest wait before the stop flag is looked at again.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The most games on their way to the disk.
const MAX_BATCH: usize = 1024;

/// Workers on other machines, as the place where the games of a training are played.
pub struct TrainingWorkers<'a> {
    server: &'a Server,
    /// The folder of the training.
    folder: PathBuf,
    show: Box<dyn Fn(&mut Roster) + Sync + 'a>,
}

impl<'a> TrainingWorkers<'a> {
    /// The workers that serve this queue. `show` is called every second.
    pub fn new(server: &'a Server, folder: &Path, show: impl Fn(&mut Roster) + Sync + 'a) -> Self {
        Self { server, folder: folder.to_owned(), show: Box::new(show) }
    }
}

impl Workplace for TrainingWorkers<'_> {
    fn play(
        &self,
        games: &[TrainingGame],
        stop: &Stop,
        each: &mut dyn FnMut(usize, PlayedGame) -> Result<(), TrainingError>,
    ) -> Result<(), TrainingError> {
        if games.is_empty() {
            return Ok(());
        }
        let jobs: Vec<Game> = games.iter().map(Game::from).collect();
        let task = task::announce(TaskKind::Training, &json!({}), &jobs).map_err(QueueError::Task).map_err(failed)?;
        let queue = QueueFile::open(&self.folder, &task).map_err(failed)?;
        let over = &Stop::new();
        let (hand_in, receiver) = sync_channel(MAX_BATCH);
        let (counted, mut counted_receiver) = unbounded_channel();
        thread::scope(|scope| {
            let key = queue.key.clone();
            let coordinator = scope.spawn(move || {
                let runtime = crate::runtime(1).map_err(QueueError::Runtime)?;
                let handed_in = NumberSet::default();
                let mut assignment = GamesAssignment { jobs: &jobs, handed_in, next: 0, hand_in };
                let office = Office { counted: &mut counted_receiver, over, show: &*self.show };
                runtime.block_on(coordinate(self.server, &key, task, &mut assignment, office))
            });
            let mut left = games.len();
            let mut collect = || -> Result<(), TrainingError> {
                while left > 0 {
                    match receiver.recv_timeout(POLL_INTERVAL) {
                        Ok((index, game)) => {
                            each(index, game?)?;
                            left -= 1;
                            // Nobody listens if the queue is out of order, and that is found below.
                            let _ = counted.send(vec![index as u64]);
                        }
                        Err(RecvTimeoutError::Timeout) if stop.is_raised() => return Err(TrainingError::Stopped),
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return Ok(()),
                    }
                }
                Ok(())
            };
            let collected = collect();
            over.raise();
            drop(receiver);
            let coordinated = coordinator.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            collected?;
            if coordinated.map_err(failed)? {
                queue.remove();
            }
            Ok(())
        })
    }
}

fn failed(error: QueueError) -> TrainingError {
    TrainingError::Workplace(error.to_string())
}

/// A game of a training, as it is in the queue.
#[derive(Deserialize, Serialize)]
struct Game {
    start: u64,
    /// Whether the galaxy is one for measurements.
    #[serde(default)]
    is_held_out: bool,
    rounds: u64,
    /// The tuning and the seed of each player; none for the published player.
    seats: Vec<Option<(String, u64)>>,
}

impl From<&TrainingGame> for Game {
    fn from(game: &TrainingGame) -> Self {
        let TrainingGame { start, is_held_out, rounds, seats } = game;
        let seats = seats.iter().map(|seat| match seat {
            TrainingSeat::Published => None,
            TrainingSeat::Tuned { tuning, seed } => Some((tuning.to_string(), *seed)),
        });
        Self { start: *start, is_held_out: *is_held_out, rounds: *rounds, seats: seats.collect() }
    }
}

impl Game {
    fn read(&self) -> Result<TrainingGame, String> {
        let seat = |seat: &Option<(String, u64)>| match seat {
            None => Ok(TrainingSeat::Published),
            Some((text, seed)) => {
                let tuning = text.parse().map_err(|error| format!("a tuning cannot be read: {error}"))?;
                Ok(TrainingSeat::Tuned { tuning: Box::new(tuning), seed: *seed })
            }
        };
        let seats = self.seats.iter().map(seat).collect::<Result<Vec<_>, String>>()?;
        let seats = seats.try_into().map_err(|seats: Vec<_>| format!("it has {} seats", seats.len()))?;
        Ok(TrainingGame { start: self.start, is_held_out: self.is_held_out, rounds: self.rounds, seats })
    }
}

struct GamesAssignment<'a> {
    jobs: &'a [Game],
    handed_in: NumberSet,
    next: u64,
    hand_in: SyncSender<(usize, Result<PlayedGame, TrainingError>)>,
}

impl Assignment for GamesAssignment<'_> {
    fn wants(&self, number: u64) -> bool {
        number < self.jobs.len() as u64 && !self.handed_in.contains(number)
    }

    fn next(&mut self) -> Option<u64> {
        while self.next < self.jobs.len() as u64 {
            self.next += 1;
            if self.wants(self.next - 1) {
                return Some(self.next - 1);
            }
        }
        None
    }

    fn left(&self) -> u64 {
        (self.jobs.len() as u64).saturating_sub(self.next)
    }

    fn job(&self, number: u64) -> Value {
        self.jobs.get(number as usize).map_or(Value::Null, |game| json!(game))
    }

    fn take(&mut self, number: u64, outcome: Outcome, worker: &str) -> Result<(), NotTaken> {
        let unreadable = |reason: String| NotTaken::Wrong(format!("it cannot be read ({reason})"));
        let game = match outcome {
            Ok(text) => {
                let text: String = serde_json::from_str(text.get()).map_err(|error| unreadable(error.to_string()))?;
                Ok(text.parse().map_err(unreadable)?)
            }
            Err(reason) => {
                let reason = players::excerpt(&reason);
                Err(TrainingError::Workplace(format!("a game cannot be played: {worker}: {reason}")))
            }
        };
        self.handed_in.insert(number);
        self.hand_in.send((number as usize, game)).map_err(|_| NotTaken::Closed)
    }
}

/// The games of a training, for a worker.
pub(crate) struct TrainingGames;

impl Task for TrainingGames {
    fn about(&self) -> String {
        "games of a training".to_owned()
    }

    fn play(&self, game: &Value, stop: &Stop) -> Result<Option<Box<RawValue>>, String> {
        let game = Game::deserialize(game).map_err(|error| format!("it cannot be read: {error}"))?.read()?;
        let played = game.play(stop).map_err(|fault| fault.to_string())?;
        played.map(|played| task::write(&played.to_string())).transpose()
    }
}
