//! What the published player has to say to a human.

use std::time::Duration;

use anyhow::Result;
use starchess::{Published, write_commands};

use super::Game;
use crate::star::explain::{Thought, capital, situation};

impl Game<'_> {
    /// What the published player would do from here; nothing if the game is over.
    fn ask_published(&mut self) -> Result<Option<Thought>> {
        if self.table.next().is_none() {
            return Ok(None);
        }
        Ok(self.think(Published::default(), Duration::ZERO)?.map(|(thought, _)| thought))
    }

    pub(super) fn hint(&mut self) -> Result<()> {
        match self.ask_published()? {
            Some(thought) => {
                let commands = write_commands(&thought.prediction.commands);
                self.say(format_args!("Hint: {commands} {}", thought.summary()))
            }
            None => self.say("The game is over."),
        }
    }

    pub(super) fn finish(&mut self) -> Result<()> {
        if !self.is_humans_turn()? {
            return Ok(());
        }
        match self.ask_published()? {
            Some(thought) => self.play_thought(thought),
            None => Ok(()),
        }
    }

    pub(super) fn explain(&mut self) -> Result<()> {
        if self.table.next().is_some() {
            let situation = situation(self.table.galaxy());
            write!(self.console.output, "{situation}")?;
        }
        let Some(last) = &self.last else { return self.say("No computer has played yet.") };
        let (player, commands) = (capital(last.galaxy.to_move()), write_commands(&last.prediction.commands));
        let text =
            format!("{player} played {commands} {} because of its requests:\n{}", last.summary(), last.reasons());
        Ok(write!(self.console.output, "{text}")?)
    }

    /// What can still be done this turn.
    pub(super) fn idle(&mut self) -> Result<()> {
        let galaxy = *self.table.galaxy();
        let player = galaxy.to_move();
        let mut lines = Vec::new();
        for &sector in player.processing_order() {
            let active = galaxy.fleet(sector).filter(|fleet| fleet.owner == player).map_or(0, |fleet| fleet.active());
            if active > 0 {
                lines.push(format!("  {sector}  {active} ships can move"));
            }
        }
        let affordable = galaxy.reserves(player).affordable_ships();
        for sector in galaxy.colonies(player) {
            let ships = affordable.min(galaxy.workforce(sector).into());
            if ships > 0 {
                lines.push(format!("  {sector}  can build {ships} ships"));
            }
        }
        let spare = galaxy.income(player).supported_ships().saturating_sub(galaxy.ships(player));
        lines.push(format!("  The income supports {spare} more ships than there are."));
        self.say(lines.join("\n"))
    }
}
