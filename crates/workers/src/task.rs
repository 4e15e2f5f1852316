//! What a worker can play.

use std::sync::Arc;

use gametree::Stop;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::fingerprint::Fingerprint;
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

/// How a task is announced: its kind, what its games have in common, and a fingerprint of all of them.
pub(crate) fn announce(kind: TaskKind, common: &Value, games: &impl Serialize) -> Result<Box<RawValue>, String> {
    let mut fingerprint = Fingerprint::new();
    fingerprint.add(serde_json::to_vec(games).map_err(|error| error.to_string())?);
    write(&json!({ kind.name(): common, "games": fingerprint.to_string() }))
}

/// Reads a task, which was announced by a program of the same build.
pub(crate) fn read(task: &RawValue, allowed: &[String]) -> Result<Arc<dyn Task>, String> {
    let Ok(Value::Object(map)) = serde_json::from_str(task.get()) else {
        return Err("the task cannot be read".to_owned());
    };
    let kind = TaskKind::ALL.into_iter().find(|kind| map.contains_key(kind.name()));
    match kind.ok_or("the task is neither a run nor a training")? {
        TaskKind::Run => {
            let common = map.get(TaskKind::Run.name()).cloned().unwrap_or_default();
            Ok(Arc::new(RunGames::read(common, allowed)?))
        }
        TaskKind::Training => Ok(Arc::new(TrainingGames)),
    }
}
