//! Plays the games of a run, and shows the progress.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result, bail};
use arena::{Field, Finish, Folder, GameResult, MAX_CONCURRENCY, RunOptions, Scoreboard, Test, Workplace};
use gametree::Stop;
use storage::printable;
use workers::Workers;

use super::progress::Progress;
use super::settings::Settings;
use crate::workers::Workforce;

/// What a run has shown.
pub(crate) struct Conducted {
    /// All games that count, in the order of their numbers.
    pub(crate) results: Vec<GameResult>,
    pub(crate) scoreboard: Scoreboard,
    pub(crate) test: Option<Test>,
    pub(crate) finish: Finish,
}

impl Conducted {
    /// What the games of a run show that have been played already.
    pub(crate) fn so_far(settings: &Settings, folder: &Path, mut results: Vec<GameResult>) -> Result<Self> {
        let plan = &settings.plan;
        if let Some(other) = results.iter().find(|result| !plan.has(result)) {
            bail!("game {} in {} is not a game of this run", other.id, printable(&folder.join("games.jsonl")));
        }
        let mut scoreboard = Scoreboard::new(plan);
        // Before they are sorted: the live ratings depend on the order in which the games ended.
        results.iter().for_each(|result| scoreboard.add(result));
        results.sort_by_key(|result| result.id);
        let mut test = settings.question.map(|question| question.ask()).transpose()?;
        let is_decided = test.as_mut().is_some_and(|test| test.update(&scoreboard).is_some());
        let finish = match results.len() as u64 {
            _ if is_decided => Finish::Enough,
            games if games >= plan.games() => Finish::Complete,
            _ => Finish::Stopped,
        };
        Ok(Self { results, scoreboard, test, finish })
    }
}

/// Plays all games of a run that are not `done` yet, unless its test is decided before. The label
/// stands before the progress bar.
pub(crate) fn conduct(
    settings: &Settings,
    field: &dyn Field,
    folder: &mut Folder,
    done: Vec<GameResult>,
    workforce: &Workforce,
    stop: &Stop,
    label: &str,
) -> Result<Conducted> {
    let plan = &settings.plan;
    let so_far = Conducted::so_far(settings, folder.path(), done)?;
    if so_far.finish != Finish::Stopped {
        return Ok(so_far);
    }
    let Conducted { mut results, mut scoreboard, mut test, .. } = so_far;
    let ids: HashSet<u64> = results.iter().map(|result| result.id).collect();
    let mut progress = Progress::new(label, plan.games(), results.len() as u64);
    let (threads, workers);
    let workplace: &dyn Workplace = match workforce {
        Workforce::Threads(concurrency) => {
            let clock = settings.terms.clock(stop.clone());
            threads = field.threads(RunOptions { concurrency: *concurrency, clock });
            &*threads
        }
        Workforce::Workers(server) => {
            let board = progress.workers(server.address());
            workers = Workers::new(server, &settings.terms, folder.path(), move |roster| board.show(roster));
            &workers
        }
    };
    let finish = arena::play(workplace, plan, stop, folder, &ids, &mut |result| {
        scoreboard.add(&result);
        results.push(result);
        let is_decided = test.as_mut().is_some_and(|test| test.update(&scoreboard).is_some());
        progress.show(plan, &scoreboard, test.as_ref());
        if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.clear();
    results.sort_by_key(|result| result.id);
    Ok(Conducted { results, scoreboard, test, finish: finish? })
}

/// Reads a number of games to play at once.
pub(crate) fn read_concurrency(text: &str) -> Result<NonZeroUsize> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MAX_CONCURRENCY);
    number.with_context(|| format!("expected a whole number from 1 to {MAX_CONCURRENCY}"))
}

/// The number of games to play at once, if none is chosen: one per core.
pub(crate) fn default_concurrency() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
