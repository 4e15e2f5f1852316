//! The published player in the arena.

use std::time::Duration;

use gametree::Limits;
use starchess::{Command, PlayerSpec, Published};

use super::rules::{StarGame, StarRules};
use crate::player::{Clock, Entrant, Player, Thought};
use players::Fault;

/// The published player, with limits if wanted.
#[derive(Clone, Debug)]
pub struct PublishedEntrant {
    name: String,
    player: Published,
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl PublishedEntrant {
    /// The player, who generates at most so many turns or thinks so long.
    pub fn new(player: Published, nodes: Option<u64>, time: Option<Duration>) -> Self {
        let mut name = PlayerSpec::from(player).to_string();
        if let Some(nodes) = nodes {
            name += &format!(",nodes={nodes}");
        }
        if let Some(time) = time {
            name += &format!(",time={}ms", time.as_millis());
        }
        Self { name, player, nodes, time }
    }
}

impl Entrant<StarRules> for PublishedEntrant {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_deterministic(&self) -> bool {
        self.time.is_none()
    }

    fn sit(&self, _seat: usize, _seed: u64, _clock: &Clock) -> Result<Box<dyn Player<StarRules> + '_>, Fault> {
        Ok(Box::new(self.clone()))
    }
}

impl Player<StarRules> for PublishedEntrant {
    fn turn(&mut self, game: &StarGame, clock: &Clock) -> Result<Thought<Vec<Command>>, Fault> {
        let time = self.time.into_iter().chain(clock.time).min();
        let limits = Limits { nodes: self.nodes, time, stop: Some(clock.stop.clone()), ..Limits::default() };
        // Only a limit makes it deepen. The stop flag is there to give up.
        let has_limit = self.nodes.is_some() || time.is_some();
        let limits = if has_limit { limits } else { limits.straight() };
        let (mut nodes, mut evaluations) = (0, 0);
        let prediction = self.player.think(game.galaxy(), &limits, &mut |prediction| {
            nodes += prediction.generated;
            evaluations += prediction.evaluated;
        });
        let prediction = prediction.ok_or_else(|| Fault::Crashed("it found no turn".to_owned()))?;
        Ok(Thought { turn: prediction.commands, nodes, evaluations })
    }
}
