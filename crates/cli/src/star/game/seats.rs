//! Who plays.

use std::num::NonZeroU32;

use anyhow::Result;
use starchess::{Player, PlayerSpec};

use super::Game;
use crate::star::explain::capital;

/// For how many turns computers play on when no human is left and there is no limit: they often come to a stalemate.
const TURNS_ALONE: u32 = 200;

impl Game<'_> {
    pub(super) fn seat(&mut self, player: Player, control: PlayerSpec) -> Result<()> {
        self.say(format_args!("{} is {control} now.", capital(player)))?;
        self.table.seats[player.index()] = control;
        self.is_saved = false;
        if !self.is_human_alive() && self.table.next().is_some() {
            self.pause()?;
        }
        self.autosave()
    }

    pub(super) fn seats(&mut self) -> Result<()> {
        for player in Player::ALL {
            let seat = self.table.seats[player.index()].clone();
            let fate = if self.table.galaxy().is_defeated(player) { ", defeated" } else { "" };
            self.say(format_args!("  {} {seat}{fate}", player.number()))?;
        }
        Ok(())
    }

    /// Lets the computers play on.
    pub(super) fn go(&mut self) -> Result<()> {
        match self.table.next() {
            Some((_, PlayerSpec::Human)) => {
                return self.say("It is your turn: end ends it, finish lets a computer do it.");
            }
            None => {
                self.is_humans_turn()?;
                return Ok(());
            }
            Some(_) => {}
        }
        self.is_paused = false;
        if !self.is_human_alive() && self.table.turn_limit.is_none() {
            let turn = self.table.galaxy().round();
            let limit = (turn - self.table.record().start().round()).saturating_add(TURNS_ALONE);
            self.table.turn_limit = NonZeroU32::new(limit);
            let last = turn.saturating_add(TURNS_ALONE) - 1;
            self.say(format_args!("The computers play on by themselves: after turn {last} the highest score wins."))?;
        }
        Ok(())
    }
}
