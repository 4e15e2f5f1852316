//! The published player's reasons for a turn, as data.

use gametree::Score;

use crate::command::Command;
use crate::galaxy::Galaxy;
use crate::player::Player;
use crate::published::{Prediction, TriedMask};
use crate::request::Request;
use crate::seat::{ByPlace, Place};
use crate::sector::{SECTORS, Sectors};
use crate::survey::Survey;
use crate::turn::{Commands, Service, TurnLog};

/// The reasons for a turn, derived from a [`Prediction`].
///
/// ```
/// use starchess::{Galaxy, Start, predict};
/// let galaxy = Galaxy::start(Start::Terran);
/// let explanation = predict(&galaxy, 2, false).unwrap().explain(&galaxy);
/// assert_eq!(explanation.masks.len(), 7);
/// assert_eq!(explanation.expected.len(), 8); // two rounds of four players
/// assert_eq!(explanation.requests[0].sent, 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// The player to move.
    pub player: Player,
    /// The threat to each sector, by index.
    pub threats: [u16; SECTORS],
    /// All requests, by priority and processing order, and what is done for each.
    pub requests: Vec<ExplainedRequest>,
    /// The masks that were tried, in order: the first is the full mask.
    pub masks: Vec<TriedMask>,
    /// The index of the mask that makes the turn.
    pub chosen: usize,
    /// The turn, and the turns that the player expects after it.
    pub expected: Vec<ExpectedTurn>,
}

/// A request, and what the turn does for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ExplainedRequest {
    /// The request.
    pub request: Request,
    /// Whether it is masked out.
    pub is_masked: bool,
    /// Ships that are sent or stay for it.
    pub sent: u16,
    /// Ships that are built for it.
    pub built: u16,
    /// Whether a colony is founded.
    pub is_colonized: bool,
}

/// An expected turn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ExpectedTurn {
    /// The player whose turn it is.
    pub player: Player,
    /// The mask that makes it.
    pub mask: Sectors,
    /// Its commands.
    pub commands: Vec<Command>,
    /// The position after it.
    pub after: Galaxy,
}

impl Explanation {
    /// The mask that makes the turn.
    pub fn chosen_mask(&self) -> TriedMask {
        self.masks[self.chosen]
    }

    /// How much better for the player the chosen mask is than the full mask.
    pub fn gain(&self) -> Option<Score> {
        Some(self.chosen_mask().score? - self.masks[0].score?)
    }

    /// The sectors whose requests are masked out.
    pub fn dropped(&self) -> Sectors {
        self.masks[0].mask & !self.chosen_mask().mask
    }
}

/// The commands of a turn, and the ships that are sent and built for each request.
struct Notes {
    commands: Vec<Command>,
    sent: ByPlace,
    built: ByPlace,
}

impl TurnLog for Notes {
    fn command(&mut self, command: Command) {
        self.commands.push(command);
    }

    fn service(&mut self, place: Place, ships: u16, service: Service) {
        match service {
            Service::Sent => self.sent[place] += ships,
            Service::Built => self.built[place] += ships,
        }
    }
}

impl Prediction {
    /// Explains the turn. `galaxy` must be the position in which the prediction was made. Only the
    /// expected turns are played again; nothing is searched.
    pub fn explain(&self, galaxy: &Galaxy) -> Explanation {
        let survey = Survey::with(galaxy, self.player.experiments);
        let mut notes = Notes { commands: Vec::new(), sent: ByPlace::ZERO, built: ByPlace::ZERO };
        if !galaxy.is_over() {
            survey.play_logged(galaxy, self.mask, &mut notes);
        }
        let seat = survey.seat();
        let explain = |request: Request| {
            let ships = |found: &ByPlace| seat.places(request.sector.alone()).each().map(|place| found[place]).sum();
            ExplainedRequest {
                request,
                is_masked: !self.mask.has(request.sector),
                sent: ships(&notes.sent),
                built: ships(&notes.built),
                is_colonized: notes.commands.contains(&Command::Colonize { at: request.sector }),
            }
        };
        Explanation {
            player: galaxy.to_move(),
            threats: survey.threats,
            requests: survey.requests(survey.full_mask()).map(explain).collect(),
            masks: self.masks.clone(),
            chosen: self.masks.iter().position(|tried| tried.mask == self.mask).unwrap_or_default(),
            expected: self.expected_turns(galaxy),
        }
    }

    /// Plays the expected turns from `galaxy` to a leaf of the tree.
    fn expected_turns(&self, galaxy: &Galaxy) -> Vec<ExpectedTurn> {
        let game = self.player.game(galaxy, self.turns);
        let mut choices = self.line.iter().copied();
        let mut expected = Vec::new();
        let (mut here, mut level, mut is_over) = (*galaxy, 0, galaxy.is_over());
        while !is_over && level < game.levels() {
            let survey = Survey::with(&here, self.player.experiments);
            let chosen = if game.is_choice(&here) { choices.next() } else { Some(survey.full_mask()) };
            let Some(mask) = chosen else { break };
            let mut commands = Vec::new();
            let after = survey.play_logged(&here, mask, &mut Commands(|command| commands.push(command)));
            (level, is_over) = game.level_after(level, &here, &after);
            expected.push(ExpectedTurn { player: here.to_move(), mask, commands, after });
            here = after;
        }
        expected
    }
}
