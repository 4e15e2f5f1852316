//! From the names of players to those who take part.

use anyhow::{Result, bail};
use arena::noughts::{NoughtsRules, SearchPlayer};
use arena::star::{PublishedEntrant, SciEntrant, StarRules};
use arena::{Clock, Entrant, Fault, Player};
use noughts::Side;
use starchess::Published;

use crate::noughts::Opinion;
use crate::players::{self, Key, Kind, PlayerSpec};

/// What stands before the players of noughts and crosses.
const NOUGHTS: &str = "noughts:";

/// What stands before programs that speak the engine protocol of Star Chess.
const SCI: &str = "sci:";

/// Whether a player plays noughts and crosses. The others play Star Chess.
pub(super) fn plays_noughts(name: &str) -> bool {
    name.starts_with(NOUGHTS)
}

/// A player of Star Chess: `published:…`, `sci:PROGRAM …`, or the latter with a shorter name, `NAME=sci:PROGRAM …`.
pub(super) fn star(text: &str) -> Result<Box<dyn Entrant<StarRules>>> {
    if let Some(command) = text.strip_prefix(SCI) {
        return Ok(Box::new(SciEntrant::new(text, command)?));
    }
    if let Some((name, program)) = text.split_once('=')
        && let Some(command) = program.strip_prefix(SCI)
    {
        if name.trim().is_empty() {
            bail!("{text:?} has no name before the =");
        }
        return Ok(Box::new(SciEntrant::new(name.trim(), command)?));
    }
    match text.parse::<starchess::PlayerSpec>()? {
        starchess::PlayerSpec::Computer { kind, settings } if kind.name == "published" => {
            let limits = settings.limits();
            Ok(Box::new(PublishedEntrant::new(Published::of(&settings), limits.nodes, limits.time)))
        }
        starchess::PlayerSpec::Human => bail!("a human has no time for so many games: name computers"),
        other => bail!("{other} cannot take part"),
    }
}

/// A player of noughts and crosses: `noughts:alpha-beta:depth=9`.
pub(super) fn noughts(text: &str) -> Result<Box<dyn Entrant<NoughtsRules>>> {
    let spec: PlayerSpec<Opinion> = text.strip_prefix(NOUGHTS).unwrap_or(text).parse()?;
    if spec.kind == Kind::Human {
        bail!("a human has no time for so many games: name computers");
    }
    Ok(Box::new(NoughtsEntrant { name: format!("{NOUGHTS}{spec}"), spec }))
}

/// A player of noughts and crosses, by name.
struct NoughtsEntrant {
    name: String,
    spec: PlayerSpec<Opinion>,
}

impl Entrant<NoughtsRules> for NoughtsEntrant {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_deterministic(&self) -> bool {
        let draws = self.spec.kind.keys().contains(&Key::Seed) && self.spec.seed.is_none();
        !draws && self.spec.time.is_none() && self.spec.kind != Kind::LazySmp
    }

    fn sit(&self, seat: usize, seed: u64, _clock: &Clock) -> Result<Box<dyn Player<NoughtsRules> + '_>, Fault> {
        let spec = PlayerSpec { seed: self.spec.seed.or(Some(seed)), ..self.spec.clone() };
        let opinion = spec.eval.unwrap_or(Opinion::Outcome);
        let limits = spec.limits(opinion.depth());
        let search = players::build(&spec, opinion.of(Side::BOTH[seat]));
        let search = search.ok_or_else(|| Fault::Start("nobody to play".to_owned()))?;
        Ok(Box::new(SearchPlayer { search, limits }))
    }
}
