//! Plays the games of a run, and shows how far it has come.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

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

impl Conducted {
    /// What the games of a run show that are there already, before any other is played.
    pub(crate) fn so_far(settings: &Settings, folder: &Path, mut results: Vec<GameResult>) -> Result<Self> {
        let plan = &settings.plan;
        if let Some(other) = results.iter().find(|result| !plan.has(result)) {
            bail!("game {} in {} is not a game of this run", other.id, folder.join("games.jsonl").display());
        }
        let mut tally = Tally::new(plan);
        // The live ratings depend on the order in which the games ended.
        results.iter().for_each(|result| tally.add(result));
        results.sort_by_key(|result| result.id);
        let mut test = settings.question.map(|question| question.ask()).transpose()?;
        let is_decided = test.as_mut().is_some_and(|test| test.look(&tally).is_some());
        let finish = match results.len() as u64 {
            _ if is_decided => Finish::Enough,
            games if games >= plan.games() => Finish::Complete,
            _ => Finish::Stopped,
        };
        Ok(Self { results, tally, test, finish })
    }
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
    let so_far = Conducted::so_far(settings, folder.path(), done)?;
    if so_far.finish != Finish::Stopped {
        return Ok(so_far);
    }
    let Conducted { mut results, mut tally, mut test, .. } = so_far;
    let ids: HashSet<u64> = results.iter().map(|result| result.id).collect();
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
