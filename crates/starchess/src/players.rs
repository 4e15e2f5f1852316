//! The computer players of Star Chess.
//!
//! **To add a player, write one file with its [`Kind`] and add one line to [`KINDS`].** It then
//! plays at the terminal, through the engine protocol and in the arena, and appears in all help
//! texts.

use players::{Kind, Playable, Protocol};

use crate::command::Command;
use crate::galaxy::Galaxy;
use crate::published::PUBLISHED;
use crate::random_player::RANDOM;
use crate::reasons::Reasons;
use crate::rollout::{LEVEL_PLAYER, ROLLOUT, STRONGEST};
use crate::sci::SCI;

/// All computer players, one line each.
static KINDS: [&Kind<StarChess>; 5] = [&PUBLISHED, &STRONGEST, &LEVEL_PLAYER, &ROLLOUT, &RANDOM];

static PROTOCOLS: [&Protocol<StarChess>; 1] = [&SCI];

/// Star Chess, as far as its players are concerned: they see a [`Galaxy`] and answer with all
/// commands of a turn, [`Command::EndTurn`] included.
#[derive(Clone, Copy, Debug)]
pub struct StarChess;

impl Playable for StarChess {
    type Position = Galaxy;
    type Turn = Vec<Command>;
    type Reasons = Reasons;

    fn kinds() -> &'static [&'static Kind<Self>] {
        &KINDS
    }

    fn protocols() -> &'static [&'static Protocol<Self>] {
        &PROTOCOLS
    }
}

/// Who decides for one of the four players: `human`, `published:3`, `random:seed=7`,
/// `sci:python3 bot.py`.
///
/// ```
/// use starchess::PlayerSpec;
/// let spec: PlayerSpec = "published:3,all-masks".parse()?;
/// assert_eq!(spec.to_string(), "published:turns=3,all-masks");
/// assert_eq!("published:time=50ms".parse::<PlayerSpec>()?.to_string(), "published:turns=8,time=50ms");
/// # Ok::<(), players::SpecError>(())
/// ```
pub type PlayerSpec = players::PlayerSpec<StarChess>;
