//! The players of a report by number: those of the summary first, then whoever else sat in a game.

use std::collections::HashMap;

use super::look;
use super::text::{Escaped, shorten};
use super::{GameResult, PlayerFigures};

/// The players and their numbers.
pub(super) struct Roster<'a> {
    names: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Roster<'a> {
    /// Numbers the players.
    pub(super) fn new(players: &[PlayerFigures<'a>], results: &'a [GameResult]) -> Self {
        let mut roster = Self { names: Vec::new(), numbers: HashMap::new() };
        let seated = results.iter().flat_map(|game| &game.seats).map(|seat| seat.player.as_str());
        for name in players.iter().map(|player| player.name).chain(seated) {
            roster.numbers.entry(name).or_insert_with(|| {
                roster.names.push(name);
                roster.names.len() - 1
            });
        }
        roster
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of a player, if there is one of that name.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The whole name.
    pub(super) fn name(&self, player: usize) -> &'a str {
        self.names.get(player).copied().unwrap_or_default()
    }

    /// As much of the name as a heading has room for.
    pub(super) fn short(&self, player: usize) -> String {
        shorten(self.name(player), 32)
    }

    /// Shape and so much of the name, as markup; the style sheet cuts what still has no room.
    pub(super) fn label(&self, player: usize, letters: usize) -> String {
        let (sign, name) = (look::sign(player), self.name(player));
        format!(r#"{sign}<span class="name" title="{0}">{1}</span>"#, Escaped(name), Escaped(&shorten(name, letters)))
    }

    /// The key of a plot with lines: each player's line, shape and name.
    pub(super) fn key(&self, players: impl Iterator<Item = usize>) -> String {
        let entry =
            |player| format!("<li>{}{}</li>", look::line_sample(player), Escaped(&shorten(self.name(player), 40)));
        format!(r#"<ul class="key">{}</ul>"#, players.map(entry).collect::<String>())
    }
}
