//! `starchess chess play`: chess at the terminal.

mod board;
mod computer;
mod game;
mod handle;
mod order;
mod saved;
mod texts;

use std::path::PathBuf;
use std::time::Duration;

use ::chess::{
    Board, Chess, Color, FenError, Game as ChessGame, PlayerSpec, Session, color_name, read_fen, with_drawn_seed,
};
use anyhow::{Context, Result};
use clap::Args;
use storage::printable;

use self::board::Pieces;
use self::game::{Game, Options};
pub(crate) use self::saved::ChessFile;
use crate::autosave::{Autosave, Folder, Found, SavedGame, check_free};
use crate::console::Console;
use crate::figures::whole;
use crate::star::file;
use crate::terminal;

/// The default opponent and adviser.
const COMPUTER: &str = "engine:time=1s";

/// How long a watched computer waits at least before its move, in milliseconds.
const WATCHED_DELAY: u64 = 1_000;

/// The players, the start and the files.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub(crate) struct PlayArgs {
    /// Player of White [default: human, or engine:time=1s if Black is human]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<PlayerSpec>,
    /// Player of Black [default: engine:time=1s, or human if White is a computer]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<PlayerSpec>,
    /// The position to begin with
    #[arg(long, value_name = "FEN", conflicts_with_all = ["load", "continue_last"], value_parser = fen)]
    pub(crate) fen: Option<Board>,
    /// Play on from a game in a PGN file
    #[arg(long, visible_alias = "pgn", value_name = "FILE", conflicts_with = "continue_last", value_parser = file)]
    pub(crate) load: Option<PathBuf>,
    /// Play on with the last unfinished game
    #[arg(long = "continue")]
    pub(crate) continue_last: bool,
    /// Save the game to this file after every move, instead of to the data folder
    #[arg(long, value_name = "FILE", value_parser = file)]
    pub(crate) save: Option<PathBuf>,
    /// Do not save the game to the data folder
    #[arg(long)]
    pub(crate) no_autosave: bool,
    /// The shortest time between two moves of computers, in milliseconds [default: 0; 1000 if no
    /// human plays]
    #[arg(long, value_name = "MS", value_parser = whole(0..=3_600_000_u64))]
    pub(crate) delay: Option<u64>,
    /// Draw the pieces as letters, capitals for White
    #[arg(long)]
    pub(crate) letters: bool,
}

const EXAMPLES: &str = "Examples:
  starchess chess play
  starchess chess play --black human
  starchess chess play --continue
  starchess chess play --black kong:depth=3 --save game.pgn
  starchess chess play --white engine:nodes=20000 --black negamax:depth=4
  starchess chess play --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  starchess chess play --load game.pgn --white human --black engine:time=5s";

fn long_help() -> String {
    let data = "Games are saved as PGN after every move, the newest 20, in the folder for user data
(~/.local/share/starchess/games on Linux), or in the folder that the variable
STARCHESS_DATA names.";
    format!("{}\n\n{data}\n\n{EXAMPLES}", players::overview::<Chess>())
}

fn fen(text: &str) -> Result<Board, FenError> {
    read_fen(text)
}

/// Where a game begins.
struct Start {
    session: Session,
    title: String,
    /// The file that it was loaded from.
    file: Option<PathBuf>,
    /// Where it was saved so far, if it is continued there.
    continued: Option<Autosave>,
}

impl PlayArgs {
    /// Plays a game until it is over or the user leaves.
    pub(crate) fn run(self, console: &mut Console) -> Result<()> {
        let start = self.prepare()?;
        self.play(start, console)
    }

    /// Plays on with a game from the data folder.
    pub(crate) fn run_saved(self, found: Found<ChessFile>, console: &mut Console) -> Result<()> {
        let start = self.go_on(found)?;
        self.play(start, console)
    }

    fn play(self, start: Start, console: &mut Console) -> Result<()> {
        let Start { session, title, file, continued } = start;
        let is_watched = file.is_none() && !session.has_human();
        let autosave = match (self.save, continued) {
            (Some(path), _) => {
                check_free(&path, file.as_deref())
                    .context("a new game needs a new file; --load plays on from a saved game")?;
                Some(Autosave::to_file(path))
            }
            (None, _) if self.no_autosave => None,
            (None, Some(autosave)) => Some(autosave),
            (None, None) => Folder::of_user().ok().map(Autosave::to_folder),
        };
        let has_human = session.has_human();
        let delay = Duration::from_millis(self.delay.unwrap_or(if has_human { 0 } else { WATCHED_DELAY }));
        let pieces = Pieces::of_terminal(terminal::can_move_cursor());
        let pieces = if self.letters && pieces == Pieces::Figures { Pieces::Letters } else { pieces };
        let options = Options { autosave, file, delay, is_watched, pieces };
        Game::new(session, options, console).run(&title)
    }

    fn prepare(&self) -> Result<Start> {
        if self.continue_last {
            return self.go_on(Folder::of_user()?.last_unfinished()?);
        }
        if let Some(path) = &self.load {
            let game = ChessFile::load(path)?;
            let mut title = format!("The game of {}.", printable(path));
            let mut session = self.seated(&game);
            for note in make_playable(&mut session, &game) {
                title = format!("{title}\n{note}");
            }
            return Ok(Start { session, title, file: Some(path.clone()), continued: None });
        }
        let title = if self.fen.is_some() { "A position of your own." } else { "A new game." };
        let game = self.fen.clone().map_or_else(ChessGame::default, ChessGame::new);
        let mut session = Session::new(game, self.seats()?);
        session.set_tag("Date", &saved::today());
        Ok(Start { session, title: title.to_owned(), file: None, continued: None })
    }

    /// The players of a new game.
    fn seats(&self) -> Result<[PlayerSpec; 2]> {
        let default = |other: &Option<PlayerSpec>| match other {
            Some(other) if !other.is_human() => Ok(PlayerSpec::Human),
            _ => computer(),
        };
        let seats = match (&self.white, &self.black) {
            (None, None) => [PlayerSpec::Human, computer()?],
            (white, black) => {
                let given = |spec: &Option<PlayerSpec>, other| spec.clone().map_or_else(|| default(other), Ok);
                [given(white, black)?, given(black, white)?]
            }
        };
        Ok(seats.map(with_drawn_seed))
    }

    /// A game from the data folder, saved to the same file again.
    fn go_on(&self, found: Found<ChessFile>) -> Result<Start> {
        let autosave = Autosave::go_on::<ChessFile>(found.path.clone())?;
        let title = format!("Your game of {}.", printable(&found.path));
        let session = self.seated(&found.game);
        Ok(Start { session, title, file: Some(found.path), continued: Some(autosave) })
    }

    /// A saved game with the players that it names, or others if that is wanted.
    fn seated(&self, game: &ChessFile) -> Session {
        let mut session = Session::from_pgn(game.pgn.clone());
        for (color, spec) in Color::ALL.into_iter().zip([&self.white, &self.black]) {
            if let Some(spec) = spec {
                session.seat(color, with_drawn_seed(spec.clone()));
            }
        }
        session
    }
}

/// Seats players who can play a game from a file, and says what was changed: names that mean nothing
/// here make room for a human and a computer, and programs are not started by themselves, because
/// the file may come from somebody else.
fn make_playable(session: &mut Session, game: &ChessFile) -> Vec<String> {
    let mut notes = Vec::new();
    if game.has_more {
        notes.push("The file has more games; this is the first.".to_owned());
    }
    let first = session.to_move();
    for color in [first, !first] {
        let side = color_name(color);
        match session.spec(color) {
            PlayerSpec::Program(program) => {
                let name = players::excerpt(&program.to_string());
                notes.push(format!(
                    "{side} is the program {name}. It is not started by itself: seat {} {name} starts it.",
                    side.to_ascii_lowercase()
                ));
                session.seat(color, PlayerSpec::Unknown(name));
            }
            PlayerSpec::Unknown(name) => {
                let name = players::excerpt(name);
                let spec =
                    if session.has_human() { computer().unwrap_or(PlayerSpec::Human) } else { PlayerSpec::Human };
                let now = if spec.is_human() { "You play".to_owned() } else { format!("{spec} plays") };
                notes.push(format!("{now} {side} (in the file: {name})."));
                session.seat(color, spec);
            }
            PlayerSpec::Human | PlayerSpec::Computer { .. } => {}
        }
    }
    notes
}

fn computer() -> Result<PlayerSpec> {
    Ok(COMPUTER.parse()?)
}
