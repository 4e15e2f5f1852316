//! Plays the games of a run, and shows how far it has come.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use anyhow::{Result, bail};
use arena::{Entrant, Finish, Folder, GameResult, Rules, Run, Tally, Test};
use gametree::Stop;

use super::progress::Progress;
use super::settings::Settings;

/// What came of a run.
pub(crate) struct Conducted {
    /// All games that count, in the order of their numbers.
    pub(crate) results: Vec<GameResult>,
    pub(crate) tally: Tally,
    pub(crate) test: Option<Test>,
    pub(crate) finish: Finish,
}

/// How games are played.
#[derive(Clone, Copy)]
pub(crate) struct Manner<'a> {
    /// So many at once.
    pub(crate) concurrency: NonZeroUsize,
    /// Until this is raised.
    pub(crate) stop: &'a Stop,
    /// With this before the bar that shows how far they have come.
    pub(crate) label: &'a str,
}

/// Whether these results are all that a run asks for.
pub(crate) fn is_finished(settings: &Settings, done: &[GameResult]) -> Result<bool> {
    let Some(question) = settings.question else { return Ok(done.len() as u64 >= settings.plan.games()) };
    let mut tally = Tally::new(&settings.plan);
    for result in done {
        tally.add(result);
    }
    Ok(done.len() as u64 >= settings.plan.games() || question.ask()?.look(&tally).is_some())
}

/// Plays all games of a run that are not `done` yet, unless its test knows the answer before.
pub(super) fn conduct<R: Rules>(
    rules: &R,
    entrants: &[Box<dyn Entrant<R>>],
    settings: &Settings,
    folder: &mut Folder,
    done: Vec<GameResult>,
    manner: Manner,
) -> Result<Conducted> {
    let plan = &settings.plan;
    if let Some(other) = done.iter().find(|result| !plan.has(result)) {
        bail!("game {} in {} is not a game of this run", other.id, folder.path().join("games.jsonl").display());
    }
    let mut tally = Tally::new(plan);
    let mut test = settings.question.map(|question| question.ask()).transpose()?;
    for result in &done {
        tally.add(result);
    }
    let ids: HashSet<u64> = done.iter().map(|result| result.id).collect();
    let mut results = done;
    if let Some(test) = &mut test
        && test.look(&tally).is_some()
    {
        return Ok(Conducted { results, tally, test: Some(test.clone()), finish: Finish::Enough });
    }
    let entrants: Vec<&dyn Entrant<R>> = entrants.iter().map(|entrant| &**entrant).collect();
    let clock = settings.clock(manner.stop.clone());
    let run = Run { rules, entrants: &entrants, plan, concurrency: manner.concurrency, clock };
    let mut progress = Progress::new(manner.label, plan.games(), results.len() as u64);
    let finish = run.play(folder, &ids, |result| {
        tally.add(&result);
        results.push(result);
        let is_decided = test.as_mut().is_some_and(|test| test.look(&tally).is_some());
        progress.show(plan, &tally, test.as_ref());
        if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.clear();
    results.sort_by_key(|result| result.id);
    Ok(Conducted { results, tally, test, finish: finish? })
}
