//! Why the published player plays a turn, as data.

use gametree::Score;

use crate::command::Command;
use crate::galaxy::Galaxy;
use crate::mask_game::MaskGame;
use crate::merging;
use crate::player::{PLAYERS, Player};
use crate::published::Published;
use crate::request::Request;
use crate::sector::{SECTORS, Sector, Sectors};
use crate::survey::Survey;
use crate::turn::{Record, Service};

/// The reasons for a turn.
///
/// ```
/// use starchess::{Galaxy, Published, Start};
/// let explanation = Published::default().explain(&Galaxy::start(Start::Terran)).unwrap();
/// assert_eq!(explanation.masks.len(), 7);
/// assert_eq!(explanation.expected.len(), 8); // two turns of four players
/// assert_eq!(explanation.requests[0].sent, 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Whose turn it is.
    pub player: Player,
    /// The threat to each sector, by index.
    pub threats: [u16; SECTORS],
    /// All requests, by priority and processing order, and what is done about each.
    pub requests: Vec<ExplainedRequest>,
    /// The masks that were tried, in order: the first is the unmasked list.
    pub masks: Vec<TriedMask>,
    /// Which of them makes the turn.
    pub chosen: usize,
    /// The turn, and what the player expects everybody to do after it.
    pub expected: Vec<ExpectedTurn>,
}

/// A request and what becomes of it in the turn that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A mask that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriedMask {
    /// The sectors that may make requests.
    pub mask: Sectors,
    /// What the tree returns for it; none if short-term gains kept it from being looked into.
    pub scores: Option<[Score; PLAYERS]>,
}

/// A turn that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedTurn {
    /// Whose.
    pub player: Player,
    /// With which mask.
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

    /// How much better for the player the chosen mask is than the unmasked list.
    pub fn gain(&self) -> Option<Score> {
        let own = |mask: TriedMask| mask.scores.map(|scores| scores[self.player.index()]);
        Some(own(self.chosen_mask())? - own(self.masks[0])?)
    }

    /// The sectors whose requests are dropped.
    pub fn dropped(&self) -> Sectors {
        self.masks[0].mask & !self.chosen_mask().mask
    }
}

/// Takes down what is done about each request, by place.
#[derive(Default)]
struct Notes {
    commands: Vec<Command>,
    sent: [u16; SECTORS],
    built: [u16; SECTORS],
}

impl Record for Notes {
    fn record(&mut self, command: Command) {
        self.commands.push(command);
    }

    fn note(&mut self, place: usize, ships: u16, service: Service) {
        match service {
            Service::Sent => self.sent[place] += ships,
            Service::Built => self.built[place] += ships,
        }
    }
}

impl Published {
    /// Why it plays the turn that it plays; nothing if the game is over.
    pub fn explain(&self, galaxy: &Galaxy) -> Option<Explanation> {
        if galaxy.is_over() {
            return None;
        }
        let game = MaskGame::with(galaxy, self.turns, self.all_masks, self.experiments);
        let masks: Vec<TriedMask> = merging::scores_by_mask(galaxy, &game)
            .into_iter()
            .map(|(mask, scores)| TriedMask { mask, scores })
            .collect();
        let mut expected = Vec::new();
        let mut here = *galaxy;
        for mask in merging::expected_masks(galaxy, &game) {
            let survey = Survey::with(&here, self.experiments);
            let mut commands = Vec::new();
            let after = survey.play_recorded(&here, mask, &mut commands);
            expected.push(ExpectedTurn { player: here.to_move(), mask, commands, after });
            here = after;
        }
        let mask = expected.first()?.mask;
        let chosen = masks.iter().position(|tried| tried.mask == mask)?;
        let survey = Survey::with(galaxy, self.experiments);
        let mut notes = Notes::default();
        survey.play_recorded(galaxy, mask, &mut notes);
        let seat = survey.seat();
        let explain = |request: Request| {
            let place = (0..SECTORS).find(|&place| seat.sector(place) == request.sector).unwrap_or_default();
            ExplainedRequest {
                request,
                is_masked: !mask.has(request.sector),
                sent: notes.sent[place],
                built: notes.built[place],
                is_colonized: notes.commands.contains(&Command::Colonize { at: request.sector }),
            }
        };
        Some(Explanation {
            player: galaxy.to_move(),
            threats: Sector::all().map(|sector| survey.threat(sector)).collect::<Vec<_>>().try_into().ok()?,
            requests: survey.requests(survey.full_mask()).map(explain).collect(),
            masks,
            chosen,
            expected,
        })
    }
}
