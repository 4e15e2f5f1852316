//! Why computers wait, and what can be done then.

use anyhow::Result;
use players::{Playable, PlayerSpec};

use super::{Sitting, TerminalGame};
use crate::terminal::capitalized;

/// Why the computers wait.
pub(crate) enum Pause {
    /// A game without humans was loaded.
    Loaded,
    /// The last human was defeated or left its seat.
    NoHumans,
    /// The user stopped a computer.
    Stopped,
    /// The user stopped watching.
    Key,
    /// A single turn was asked for.
    Step,
    /// A computer cannot play.
    Fault(String),
    /// This program, which a file names, is to move. Only the user may start it.
    Unstarted(String),
    /// This name, from a file, means nothing here.
    Unknown(String),
    /// For a reason of the game's own, with what can be done.
    Game(String, String),
}

impl<G: TerminalGame> Sitting<'_, G> {
    /// How a human can take the place of a computer.
    pub(super) fn how_to_join(&self) -> String {
        format!("\"seat {} human\" lets you play", self.game.seat_to_move())
    }

    /// Makes the computers wait, and says why and what can be done. Those who watch go on with keys
    /// if nothing else needs to be typed.
    pub(crate) fn pause(&mut self, reason: Pause) -> Result<()> {
        (self.is_paused, self.pace.is_fast) = (true, false);
        if matches!(reason, Pause::Loaded | Pause::NoHumans | Pause::Fault(_) | Pause::Unstarted(_) | Pause::Unknown(_))
        {
            self.keys = None;
        }
        // The reason stands below the board, where it is seen.
        self.show_if_new()?;
        let (turn, undo, join) = (G::TURN, G::UNDO, self.how_to_join());
        let (seat, computer) = (self.game.seat_to_move(), G::COMPUTER);
        let (why, commands) = match reason {
            Pause::Loaded => (
                "Paused: only computers play this game.".to_owned(),
                format!("\"go\" lets them play, step plays one {turn}, {join}."),
            ),
            Pause::NoHumans => (
                "Paused: only computers are left.".to_owned(),
                format!("\"go\" lets them play, \"{undo}\" takes back, {join}."),
            ),
            Pause::Stopped => (
                format!("Stopped: {} has not moved.", self.game.to_move()),
                format!("\"go\" lets it think again, \"{undo}\" takes back, {join}."),
            ),
            Pause::Key => {
                (String::new(), format!("Paused. \"go\" plays on, \"step\" plays one {turn}, {join}, \"quit\" leaves."))
            }
            Pause::Step => {
                (String::new(), format!("Paused after one {turn}. \"step\" plays the next, \"go\" plays on, {join}."))
            }
            Pause::Fault(fault) => (
                format!("Paused: {fault}."),
                format!("\"go\" lets it try again, \"seat {seat} {computer}\" seats another computer, {join}."),
            ),
            Pause::Unstarted(program) => (
                format!("Paused: {} is the program {program}, which is not started by itself.", self.game.to_move()),
                format!("\"seat {seat} {program}\" starts it, \"seat {seat} {computer}\" seats a computer, {join}."),
            ),
            Pause::Unknown(name) => (
                format!("Paused: {} is {name}, which is unknown here.", self.game.to_move()),
                format!("\"seat {seat} {computer}\" seats a computer, {join}."),
            ),
            Pause::Game(why, commands) => (why, format!("{commands}, {join}.")),
        };
        match (self.keys.is_some(), why.is_empty()) {
            // The keys stand on the line of the cursor.
            (true, true) => Ok(()),
            (true, false) => self.say(why),
            (false, _) => self.say(format!("{why} {commands}").trim_start()),
        }
    }
}

/// Says that a file names a program, and how to let it play: a file from somebody else must not start
/// programs by itself.
pub(crate) fn program_note<P: Playable>(player: &str, seat: &str, spec: &PlayerSpec<P>) -> Option<String> {
    let PlayerSpec::Unstarted(program) = spec else { return None };
    let program = players::excerpt(&program.to_string());
    let player = capitalized(player);
    Some(format!(
        "{player} is the program {program}. It is not started by itself: \"seat {seat} {program}\" starts it."
    ))
}

/// Why the computers wait if whoever is to move, by the name in a file, cannot play.
pub(crate) fn absence<P: Playable>(spec: &PlayerSpec<P>) -> Option<Pause> {
    match spec {
        PlayerSpec::Unstarted(program) => Some(Pause::Unstarted(players::excerpt(&program.to_string()))),
        PlayerSpec::Unknown(name) => Some(Pause::Unknown(players::excerpt(name))),
        PlayerSpec::Human | PlayerSpec::Computer { .. } | PlayerSpec::Program(_) => None,
    }
}
