//! What a worker can play.

use std::sync::Arc;

use gametree::Stop;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::games::RunGames;
use crate::training::TrainingGames;

/// Games that have something in common: those of one run.
pub(crate) trait Task: Send + Sync {
    /// What is played, in a line.
    fn about(&self) -> String;

    /// Plays a game. Returns `None` if the flag was raised before its end, and the reason if it cannot
    /// be played.
    fn play(&self, game: &Value, stop: &Stop) -> Result<Option<Box<RawValue>>, String>;
}

/// A game as it goes into the queue.
pub(crate) fn write(game: &impl Serialize) -> Result<Box<RawValue>, String> {
    to_raw_value(game).map_err(|error| error.to_string())
}

/// The kinds of tasks, by the name under which they are announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskKind {
    Run,
    Training,
}

impl TaskKind {
    const ALL: [Self; 2] = [Self::Run, Self::Training];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Training => "training",
        }
    }
}

/// Reads a task, which was announced by a program of the same build.
pub(crate) fn read(task: Value, allowed: &[String]) -> Result<Arc<dyn Task>, String> {
    let Value::Object(map) = task else { return Err("the task cannot be read".to_owned()) };
    let (name, content) = map.into_iter().next().ok_or("the task is empty")?;
    match TaskKind::ALL.into_iter().find(|kind| kind.name() == name) {
        Some(TaskKind::Run) => Ok(Arc::new(RunGames::read(content, allowed)?)),
        Some(TaskKind::Training) => Ok(Arc::new(TrainingGames)),
        None => Err(format!("this worker cannot play {:?}", players::excerpt(&name))),
    }
}
