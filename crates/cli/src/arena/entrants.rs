//! Those who take part in a run, whichever game they play.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use arena::noughts::NoughtsRules;
use arena::star::StarRules;
use arena::{Clock, Entrant, Folder, GameResult, Record, Rules, game_path};

use super::conduct::{Conducted, Manner, conduct};
use super::names;
use super::settings::{Game, Settings};

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
    pub(crate) fn scores(&self, result: &GameResult, folder: &Path) -> Option<Vec<Vec<f64>>> {
        let record = match &result.moves {
            Some(moves) => Record::Moves(moves.clone()),
            None => Record::File(fs::read_to_string(game_path(folder, result.id)).ok()?),
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
