//! From the names of players to those who take part.

use anyhow::{Result, bail};
use arena::noughts::{NoughtsGame, NoughtsRules};
use arena::star::{PublishedEntrant, SciEntrant, StarRules};
use arena::{Clock, Entrant, Fault, Player, Thought};
use gametree::Limits;
use noughts::{Noughts, Square};
use players::{ComputerPlayer, Setup};
use starchess::Published;

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
    let spec: noughts::PlayerSpec = text.strip_prefix(NOUGHTS).unwrap_or(text).parse()?;
    if spec.is_human() {
        bail!("a human has no time for so many games: name computers");
    }
    Ok(Box::new(NoughtsEntrant { name: format!("{NOUGHTS}{spec}"), spec }))
}

/// A player of noughts and crosses, by name.
struct NoughtsEntrant {
    name: String,
    spec: noughts::PlayerSpec,
}

impl Entrant<NoughtsRules> for NoughtsEntrant {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_deterministic(&self) -> bool {
        self.spec.is_deterministic()
    }

    fn sit(&self, seat: usize, seed: u64, _clock: &Clock) -> Result<Box<dyn Player<NoughtsRules> + '_>, Fault> {
        Ok(Box::new(NoughtsPlayer(self.spec.build(&Setup { seat, seed, ..Setup::default() })?)))
    }
}

struct NoughtsPlayer(Box<dyn ComputerPlayer<Noughts>>);

impl Player<NoughtsRules> for NoughtsPlayer {
    fn turn(&mut self, game: &NoughtsGame, clock: &Clock) -> Result<Thought<Square>, Fault> {
        let limits = Limits { time: clock.time, stop: Some(clock.stop.clone()), ..Limits::default() };
        let decision = self.0.think(game.board(), &limits, &mut |_| ())?;
        Ok(Thought { turn: decision.turn, nodes: decision.nodes, evaluations: decision.evaluations })
    }
}
