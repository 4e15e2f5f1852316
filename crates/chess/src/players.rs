//! The computer players of chess.
//!
//! **To add a player, write one file with its [`Kind`] and add one line to [`KINDS`].** It then
//! plays at the terminal and in the arena, and appears in all help texts.

use std::time::Duration;

use cozy_chess::Move;
use gametree::{RootMove, Score};
use players::{Kind, Playable, Protocol};

use crate::engine::{Clock, ENGINE, has_handicap};
use crate::game::Game;
use crate::kong::KONG;
use crate::negamax::NEGAMAX;
use crate::programs::{UCI, XBOARD};

/// All computer players, one line each.
static KINDS: [&Kind<Chess>; 3] = [&ENGINE, &KONG, &NEGAMAX];

/// The protocols by which programs play, one line each.
static PROTOCOLS: [&Protocol<Chess>; 2] = [&UCI, &XBOARD];

/// Chess, as far as its players are concerned.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Playable for Chess {
    type Position = Position;
    type Turn = Move;
    type Reasons = Reasons;

    fn kinds() -> &'static [&'static Kind<Self>] {
        &KINDS
    }

    fn protocols() -> &'static [&'static Protocol<Self>] {
        &PROTOCOLS
    }
}

/// Who plays one of the sides: `human`, `engine:nodes=20000`, `uci:stockfish`.
///
/// ```
/// use chess::{PlayerSpec, Position};
/// use players::Setup;
///
/// let spec: PlayerSpec = "engine:nodes=2000".parse()?;
/// let mut player = spec.build(&Setup::default())?;
/// let decision = player.think(&Position::default(), &Default::default(), &mut |_| ())?;
/// assert_eq!(decision.turn, decision.reasons.line[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type PlayerSpec = players::PlayerSpec<Chess>;

/// The same player with a seed, drawn by chance if it makes random choices and has none. The engine
/// makes them only below its full strength.
///
/// ```
/// use chess::with_drawn_seed;
/// assert_eq!(with_drawn_seed("engine:time=1s".parse()?).to_string(), "engine:time=1s");
/// assert!(with_drawn_seed("engine:elo=900".parse()?).to_string().contains("seed="));
/// # Ok::<(), players::SpecError>(())
/// ```
pub fn with_drawn_seed(spec: PlayerSpec) -> PlayerSpec {
    match &spec {
        PlayerSpec::Computer { kind, settings } if kind.name == ENGINE.name && !has_handicap(settings) => spec,
        _ => spec.with_drawn_seed(),
    }
}

/// What a player sees: the game so far and, if it is played with clocks, the clocks.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// The game, with the history that decides about repetitions.
    pub game: Game,
    /// White's clock and Black's.
    pub clocks: Option<[Clock; 2]>,
}

impl From<Game> for Position {
    fn from(game: Game) -> Self {
        Self { game, clocks: None }
    }
}

/// Why a player chose its move.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    /// The depth of the last complete iteration, in plies.
    pub depth: u32,
    /// The value for the side to move in hundredths of a pawn, beyond
    /// ±[`SURE`](gametree::SURE) a mate; none if the player does not say.
    pub score: Option<Score>,
    /// The line that it expects, beginning with its move.
    pub line: Vec<Move>,
    /// The moves at the root with their scores, where the search compares them.
    pub root_moves: Vec<RootMove<Move>>,
    /// How long it thought.
    pub time: Duration,
}

impl Reasons {
    /// Whether the player expects more than a draw, as far as it says.
    pub fn expects_more_than_a_draw(&self) -> bool {
        self.score.is_some_and(|score| score > 0)
    }
}
