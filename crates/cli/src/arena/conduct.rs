//! Plays the games of a run, and shows how far it has come.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use anyhow::{Context, Result, bail, ensure};
use arena::noughts::NoughtsRules;
use arena::star::StarRules;
use arena::{Clock, Entrant, Finish, Folder, GameResult, Record, Rules, Run, Tally, Test};
use gametree::Stop;

use super::names;
use super::progress::Progress;
use super::settings::{Game, Settings};

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

/// Those who take part in a run.
pub(crate) enum Entrants {
    Star(StarRules, Vec<Box<dyn Entrant<StarRules>>>),
    Noughts(Vec<Box<dyn Entrant<NoughtsRules>>>),
}

impl Entrants {
    /// Makes players of their names.
    pub(crate) fn new(game: Game, players: &[String]) -> Result<Self> {
        Ok(match game {
            Game::Star { turn_limit, .. } => Self::Star(
                StarRules { turn_limit },
                players.iter().map(|name| names::star(name)).collect::<Result<_>>()?,
            ),
            Game::Noughts => Self::Noughts(players.iter().map(|name| names::noughts(name)).collect::<Result<_>>()?),
        })
    }

    /// What they are called in the results.
    pub(crate) fn names(&self) -> Vec<String> {
        match self {
            Self::Star(_, entrants) => entrants.iter().map(|entrant| entrant.name().to_owned()).collect(),
            Self::Noughts(entrants) => entrants.iter().map(|entrant| entrant.name().to_owned()).collect(),
        }
    }

    /// Which of them always play the same from the same start.
    pub(crate) fn always_play_the_same(&self) -> Vec<bool> {
        match self {
            Self::Star(_, entrants) => entrants.iter().map(|entrant| entrant.is_deterministic()).collect(),
            Self::Noughts(entrants) => entrants.iter().map(|entrant| entrant.is_deterministic()).collect(),
        }
    }

    /// Makes sure that everybody can play, before games are lost because somebody cannot be started.
    pub(crate) fn check(&self, clock: &Clock) -> Result<()> {
        fn all<R: Rules>(entrants: &[Box<dyn Entrant<R>>], clock: &Clock) -> Result<()> {
            for entrant in entrants {
                entrant.sit(0, 0, clock).with_context(|| format!("{} cannot take part", entrant.name()))?;
            }
            Ok(())
        }
        match self {
            Self::Star(_, entrants) => all(entrants, clock),
            Self::Noughts(entrants) => all(entrants, clock),
        }
    }

    /// What is wrong with a start, if there is something.
    pub(crate) fn check_start(&self, start: &str) -> Result<()> {
        fn check<R: Rules>(rules: &R, start: &str) -> Result<()> {
            let game = rules.begin(start).map_err(anyhow::Error::msg)?;
            ensure!(rules.outcome(&game).is_none(), "the game is over in {start:?}");
            Ok(())
        }
        match self {
            Self::Star(rules, _) => check(rules, start),
            Self::Noughts(_) => check(&NoughtsRules, start),
        }
    }

    /// Makes sure that a run that was saved can be played.
    pub(crate) fn check_plan(&self, settings: &Settings) -> Result<()> {
        settings.plan.check(settings.game.seats())?;
        ensure!(self.names() == settings.plan.entrants, "the players are not those of the plan");
        settings.plan.starts.iter().try_for_each(|start| self.check_start(start))
    }

    /// The score of every seat after each turn of a game.
    pub(crate) fn scores(&self, result: &GameResult, folder: &Folder) -> Option<Vec<Vec<f64>>> {
        let record = match &result.moves {
            Some(moves) => Record::Moves(moves.clone()),
            None => Record::File(folder.game(result.id).ok()?),
        };
        match self {
            Self::Star(rules, _) => rules.scores(&record),
            Self::Noughts(_) => NoughtsRules.scores(&record),
        }
    }

    /// Plays all games of a run that are not `done` yet, unless its test knows the answer before.
    pub(crate) fn conduct(
        &self,
        settings: &Settings,
        folder: &mut Folder,
        done: Vec<GameResult>,
        manner: Manner,
    ) -> Result<Conducted> {
        match self {
            Self::Star(rules, entrants) => conduct(rules, entrants, settings, folder, done, manner),
            Self::Noughts(entrants) => conduct(&NoughtsRules, entrants, settings, folder, done, manner),
        }
    }
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

fn conduct<R: Rules>(
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
