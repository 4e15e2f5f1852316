//! What coordinators and workers tell each other.
//!
//! Jobs and results go through the run's stream in JetStream, which keeps them ([`crate::queue`]).
//! Everything else here may get lost without harm: it is repeated, or only shown to the user.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::fingerprint::Fingerprint;

/// Where coordinators say which runs there are, every second.
pub(crate) const RUNS: &str = "starchess.runs";

/// Where a worker that has just come asks for that.
pub(crate) const HELLO: &str = "starchess.hello";

/// Where the workers of a run say how they are.
pub(crate) fn reports(run: &str) -> String {
    format!("starchess.reports.{run}")
}

/// The build of a program. Two programs whose builds are equal play alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// A fingerprint of the sources of the rules and players.
    pub sources: String,
}

impl Build {
    /// The build of this program.
    pub fn own() -> Self {
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), sources: env!("STARCHESS_SOURCES").to_owned() }
    }
}

impl std::fmt::Display for Build {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { version, sources } = self;
        // They come from the network.
        write!(f, "starchess {} with rules and players {}", players::excerpt(version), players::excerpt(sources))
    }
}

/// A run, as its coordinator announces it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Announcement {
    /// Its [key](run_key), which tells it from all other runs and plans.
    pub(crate) run: String,
    pub(crate) build: Build,
    /// What is played, which only programs of the same build can read.
    pub(crate) task: Box<RawValue>,
    /// Whether no more games are wanted.
    #[serde(default)]
    pub(crate) is_over: bool,
}

/// A job: a game, or several if they are short. Its number is that of the first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// How often it was lost and put into the queue again.
    #[serde(default)]
    pub(crate) attempt: u32,
    /// The games, with their numbers.
    pub(crate) games: Vec<(u64, Value)>,
}

/// Games of a job, with their numbers: each was played, or cannot be.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) worker: String,
    pub(crate) games: Vec<(u64, Outcome)>,
}

/// What became of a game.
pub(crate) type Outcome = Result<Box<RawValue>, String>;

/// How a worker is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) worker: String,
    /// The number of games that it plays at once.
    pub(crate) concurrency: usize,
    /// The number of jobs that it would take now, with those that wait for their turn.
    pub(crate) capacity: usize,
    /// The number of games of this run that it has played.
    pub(crate) played: u64,
    /// The mean time of a game, in milliseconds.
    pub(crate) mean_ms: f64,
    /// Why it does not play, if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) refusal: Option<String>,
    /// Why it cannot hand in its games, if it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) trouble: Option<String>,
    /// Whether this is its last report.
    #[serde(default)]
    pub(crate) is_leaving: bool,
}

/// A fingerprint of what is played, by how it is announced.
pub(crate) fn plan_fingerprint(task: &RawValue) -> String {
    let mut fingerprint = Fingerprint::new();
    fingerprint.add(task.get().bytes());
    fingerprint.to_string()
}

/// The key of a run: a number of its own, and the fingerprint of what is played.
pub(crate) fn run_key(id: u64, task: &RawValue) -> String {
    format!("{id:016x}-{}", plan_fingerprint(task))
}

/// Makes sure that a run is announced with the plan that its queue was made for. Otherwise its games and
/// what is said about them do not belong together.
pub(crate) fn check_plan(run: &str, task: &RawValue) -> Result<(), String> {
    let (announced, queue) = (plan_fingerprint(task), run.rsplit('-').next().unwrap_or_default());
    if announced == queue {
        return Ok(());
    }
    Err(format!("its plan is {announced}, but its queue was made for plan {}", players::excerpt(queue)))
}

/// Whether this can be the key of a run: it becomes a part of the names of streams and subjects.
pub(crate) fn is_key(text: &str) -> bool {
    !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_belongs_to_its_queue() {
        let read = |text: &str| serde_json::from_str::<Box<RawValue>>(text).unwrap_or_else(|error| panic!("{error}"));
        let (plan, other) = (read(r#"{"run":{"pause":0}}"#), read(r#"{"run":{"pause":1}}"#));
        let key = run_key(7, &plan);
        assert!(is_key(&key), "{key}");
        assert_eq!(check_plan(&key, &plan), Ok(()));
        let error = check_plan(&key, &other).unwrap_err();
        assert!([&plan, &other].iter().all(|plan| error.contains(&plan_fingerprint(plan))), "{error}");
    }
}
