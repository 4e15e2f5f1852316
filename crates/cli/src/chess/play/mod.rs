//! `starchess chess play`: chess at the terminal.

mod board;
mod computer;
mod game;
mod handle;
mod order;
mod saved;
mod texts;

use std::time::Duration;

use ::chess::{Board, Chess, Color, FenError, PlayerSpec, Session, color_name, read_fen};
use anyhow::{Result, anyhow};
use clap::{Arg, Args};
use players::Setup;

use self::board::Pieces;
use self::game::{ChessGame, Game};
pub(crate) use self::saved::ChessFile;
use crate::autosave::Found;
use crate::console::Console;
use crate::figures::whole;
use crate::sitting::{FileArgs, Loaded, about_saving, program_note};
use crate::terminal;

/// The default opponent: one that most people can beat now and then.
const OPPONENT: &str = "engine:level=club";

/// The default adviser.
const ADVISER: &str = "engine:time=1s";

/// The players, the start and the files.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES, after_long_help = long_help(), mut_arg("load", load_pgn))]
pub(crate) struct PlayArgs {
    /// Player of White [default: human, or engine:level=club if Black is human]
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub(crate) white: Option<PlayerSpec>,
    /// Player of Black [default: engine:level=club, or human if White is a computer]
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub(crate) black: Option<PlayerSpec>,
    /// The position to begin with
    #[arg(long, value_name = "FEN", conflicts_with_all = ["load", "continue_last"], value_parser = fen)]
    pub(crate) fen: Option<Board>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
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
  starchess chess play --black engine:level=beginner
  starchess chess play --black engine:time=5s
  starchess chess play --continue
  starchess chess play --black kong:depth=3 --save game.pgn
  starchess chess play --white engine:nodes=20000 --black negamax:depth=4
  starchess chess play --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  starchess chess play --load game.pgn --white human --black engine:time=5s
  starchess chess play --load games.pgn#3";

fn long_help() -> String {
    let saving = about_saving("as PGN after every move");
    format!("{}\n\n{saving}\n\n{EXAMPLES}", players::overview::<Chess>())
}

/// Saved games are PGN files, which may come from anywhere.
fn load_pgn(load: Arg) -> Arg {
    load.visible_alias("pgn").help("Play on from a game in a PGN file; FILE#3 is the third game of the file")
}

/// Reads a player. Options that do not go together are found when it is built, and a computer of ours is
/// built quickly.
fn player(text: &str) -> Result<PlayerSpec> {
    let spec: PlayerSpec = text.parse()?;
    if let PlayerSpec::Computer { .. } = spec {
        spec.build(&Setup::default()).map_err(|fault| anyhow!("it {fault}"))?;
    }
    Ok(spec)
}

fn fen(text: &str) -> Result<Board, FenError> {
    read_fen(text)
}

impl PlayArgs {
    /// Plays a game until it is over or the user leaves.
    pub(crate) fn run(self, console: &mut Console) -> Result<()> {
        let loaded = self.files.loaded()?;
        self.play(loaded, console)
    }

    /// Plays on with a game from the data folder.
    pub(crate) fn run_saved(self, found: Found<ChessFile>, console: &mut Console) -> Result<()> {
        self.play(Some(Loaded::found(found)?), console)
    }

    fn play(self, loaded: Option<Loaded<ChessFile>>, console: &mut Console) -> Result<()> {
        let (session, title) = match &loaded {
            Some(loaded) => self.play_on(loaded),
            None => self.begin()?,
        };
        let is_watched = loaded.is_none() && !session.has_human();
        let pieces = Pieces::of_terminal(terminal::can_move_cursor());
        let pieces = if self.letters && pieces == Pieces::Figures { Pieces::Letters } else { pieces };
        let (game, files) = (ChessGame::new(session, pieces), self.files.files(loaded)?);
        Game::new(game, files, self.delay.map(Duration::from_millis), is_watched, console).run(&title)
    }

    /// A new game, and its title.
    fn begin(&self) -> Result<(Session, String)> {
        let title = if self.fen.is_some() { "A position of your own." } else { "A new game." };
        let game = self.fen.clone().map_or_else(::chess::Game::default, ::chess::Game::new);
        let mut session = Session::new(game, self.seats()?);
        session.set_tag("Date", &saved::today());
        Ok((session, title.to_owned()))
    }

    /// The players of a new game.
    fn seats(&self) -> Result<[PlayerSpec; 2]> {
        let default = |other: &Option<PlayerSpec>| match other {
            Some(other) if !other.is_human() => Ok(PlayerSpec::Human),
            _ => opponent(),
        };
        Ok(match (&self.white, &self.black) {
            (None, None) => [PlayerSpec::Human, opponent()?],
            (white, black) => {
                let given = |spec: &Option<PlayerSpec>, other| spec.clone().map_or_else(|| default(other), Ok);
                [given(white, black)?, given(black, white)?]
            }
        })
    }

    /// A saved game with the players that it names, or others if that is wanted, and its title.
    fn play_on(&self, loaded: &Loaded<ChessFile>) -> (Session, String) {
        let mut session = Session::from_pgn(loaded.game.pgn.clone());
        let mut title = loaded.title();
        for (color, spec) in Color::ALL.into_iter().zip([&self.white, &self.black]) {
            if let Some(spec) = spec {
                session.seat(color, spec.clone());
            }
        }
        if !loaded.is_own() {
            let chosen = [self.white.is_some(), self.black.is_some()];
            for note in make_playable(&mut session, &loaded.game, chosen) {
                title = format!("{title}\n{note}");
            }
        }
        (session, title)
    }
}

/// Seats players who can play a game from a file, except where the user chose them, and says what was
/// changed: names that mean nothing here make room for a human and a computer, and programs are not
/// started by themselves, because the file may come from somebody else.
fn make_playable(session: &mut Session, game: &ChessFile, chosen: [bool; 2]) -> Vec<String> {
    let mut notes = Vec::new();
    let ChessFile { number, count, .. } = *game;
    if count > 1 {
        let other = if number < count { number + 1 } else { 1 };
        notes.push(format!("The file has {count} games, and this is game {number}; FILE#{other} loads game {other}."));
    }
    let mut lost = Vec::new();
    let first = session.to_move();
    for color in [first, !first].into_iter().filter(|&color| !chosen[color as usize]) {
        let side = color_name(color);
        match session.spec(color) {
            spec @ (PlayerSpec::Program(_) | PlayerSpec::Unstarted(_)) => {
                if let Some(unstarted) = spec.unstarted() {
                    notes.extend(program_note(side, &side.to_ascii_lowercase(), &unstarted));
                    session.seat(color, unstarted);
                }
            }
            PlayerSpec::Unknown(name) => {
                // A question mark stands for a name that is not known.
                let known = Some(players::excerpt(name)).filter(|name| name != "?");
                if known.is_some() {
                    lost = vec!["the names of the players"];
                }
                let instead = known.map_or_else(String::new, |name| format!(" (in the file: {name})"));
                let spec =
                    if session.has_human() { opponent().unwrap_or(PlayerSpec::Human) } else { PlayerSpec::Human };
                let now = if spec.is_human() { "You play".to_owned() } else { format!("{spec} plays") };
                notes.push(format!("{now} {side}{instead}."));
                session.seat(color, spec);
            }
            PlayerSpec::Human | PlayerSpec::Computer { .. } => {}
        }
    }
    if game.pgn.has_skipped {
        lost.push("the variations and annotations");
    }
    if !lost.is_empty() {
        notes.push(format!("The game that you save will not have {} of this file.", lost.join(" and ")));
    }
    notes
}

fn opponent() -> Result<PlayerSpec> {
    Ok(OPPONENT.parse()?)
}

fn adviser() -> Result<PlayerSpec> {
    Ok(ADVISER.parse()?)
}
