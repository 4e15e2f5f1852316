//! The arguments of `starchess play`.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use starchess::{Galaxy, GameFile, PLAYERS, PlayerSpec, Published, Start, Table};

use super::game::Game;
use crate::console::Console;

/// After how many turns the score decides if only computers play: they often come to a stalemate.
pub(crate) const WATCHED_TURNS: NonZeroU32 = NonZeroU32::new(200).unwrap();

/// How long a computer waits when it is watched, in milliseconds.
const WATCHED: u64 = 500;

/// What the planets are like that are nobody's home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Galaxies {
    /// Each terran or barren by chance
    #[default]
    Random,
    /// All barren
    Barren,
    /// All terran
    Terran,
    /// By chance, but the same for all players
    Symmetric,
}

/// Who plays, and where.
#[derive(Args, Debug, Default)]
#[command(after_help = EXAMPLES, after_long_help = LONG_HELP)]
pub(crate) struct PlayArgs {
    /// What the planets are like that are nobody's home [default: random]
    #[arg(long, value_name = "KIND", conflicts_with_all = ["position", "load"])]
    pub(crate) galaxy: Option<Galaxies>,
    /// The number that a random or symmetric galaxy follows from [default: drawn, and shown]
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "load"])]
    pub(crate) seed: Option<u64>,
    /// The position to begin with, in one line
    #[arg(long, value_name = "POS", conflicts_with = "load")]
    pub(crate) position: Option<Galaxy>,
    /// Who plays: four of human and published, with commas between [default: a human against three computers]
    #[arg(long, value_name = "SEATS")]
    pub(crate) seats: Option<Seats>,
    /// A saved game to go on with
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Save the game to this file after every command and turn
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// After how many turns the highest score wins [default: none; 200 if only computers play]
    #[arg(long, value_name = "TURNS", value_parser = turns)]
    pub(crate) limit: Option<NonZeroU32>,
    /// Watch four computers play
    #[arg(long)]
    pub(crate) watch: bool,
    /// How long to wait before each turn of a computer, in milliseconds [default: 0; 500 with --watch]
    #[arg(long, value_name = "MS")]
    pub(crate) delay: Option<u64>,
    /// Say with each turn of a computer what it saw and why it chose
    #[arg(long)]
    pub(crate) explain: bool,
}

const EXAMPLES: &str = "Examples:
  starchess play
  starchess play --galaxy symmetric --seed 7 --save game.txt
  starchess play --seats published:1,human,published:3,human
  starchess play --watch --explain --delay 2000
  starchess play --load game.txt";

const LONG_HELP: &str = "Players:
  human                    somebody who types commands; help in the game lists them, rules explains it all
  published                the computer player of the paper, which looks 2 turns ahead
  published:3              the same with another number of turns, from 0 to 8
  published:3,all-masks    the same with all choices of the other players too, which takes much longer

Examples:
  starchess play
  starchess play --galaxy symmetric --seed 7 --save game.txt
  starchess play --seats published:1,human,published:3,human
  starchess play --watch --explain --delay 2000
  starchess play --load game.txt";

/// Who decides for the four players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seats(pub(crate) [PlayerSpec; PLAYERS]);

impl FromStr for Seats {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            match names.last_mut() {
                // Options have commas between them too: what is no player is one more of them.
                Some(name) if name.contains(':') && part.parse::<PlayerSpec>().is_err() => *name += &format!(",{part}"),
                _ => names.push(part.to_owned()),
            }
        }
        let seats = names.iter().map(|name| name.trim().parse()).collect::<Result<Vec<PlayerSpec>, _>>()?;
        let count = seats.len();
        let seats = seats.try_into().ok().with_context(|| format!("there are 4 seats, and {count} are named"))?;
        Ok(Self(seats))
    }
}

impl PlayArgs {
    /// Plays a game to its end, or until somebody leaves.
    pub(crate) fn run(self, console: &mut Console) -> Result<()> {
        let (mut table, title) = self.table()?;
        let is_watched = table.humans().next().is_none();
        if self.watch && !is_watched {
            bail!("a game with a human is played, not watched: leave out --watch or the human");
        }
        if self.limit.is_some() {
            table.turn_limit = self.limit;
        } else if is_watched && table.turn_limit.is_none() {
            table.turn_limit = Some(WATCHED_TURNS);
        }
        if let Some(file) = &self.save {
            check_free(file, self.load.as_deref())
                .context("a new game needs a new file; --load goes on with the one that is there")?;
        }
        let delay = Duration::from_millis(self.delay.unwrap_or(if self.watch { WATCHED } else { 0 }));
        Game::new(table, title, self.save, self.load, delay, self.explain, console).play()
    }

    /// The table and what to say about where the game begins.
    fn table(&self) -> Result<(Table, String)> {
        if let Some(file) = &self.load {
            let game = GameFile::load(file)?;
            let table = match self.seats.clone() {
                Some(Seats(seats)) => Table::with_seats(game, seats),
                None if self.watch => Table::with_seats(game, std::array::from_fn(|_| computer())),
                None => Table::from_file(game).with_context(|| {
                    format!("{} names somebody who cannot play here; --seats says who plays instead", file.display())
                })?,
            };
            return Ok((table, format!("The game of {}.", file.display())));
        }
        let (start, title) = match self.position {
            Some(position) => (position, "A position of your own.".to_owned()),
            None => self.start()?,
        };
        let first = if self.watch { computer() } else { PlayerSpec::Human };
        let default = [first, computer(), computer(), computer()];
        Ok((Table::new(start, self.seats.clone().map_or(default, |Seats(seats)| seats)), title))
    }

    fn start(&self) -> Result<(Galaxy, String)> {
        // Short enough to be typed.
        let seed = || self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 10_000);
        let (start, title) = match self.galaxy.unwrap_or_default() {
            Galaxies::Random => {
                let seed = seed();
                (Start::Random(seed), format!("The random galaxy of seed {seed}."))
            }
            Galaxies::Symmetric => {
                let seed = seed();
                (Start::Symmetric(seed), format!("The symmetric galaxy of seed {seed}."))
            }
            Galaxies::Barren | Galaxies::Terran if self.seed.is_some() => {
                bail!("--seed is for random and symmetric galaxies: in this one nothing is left to chance")
            }
            Galaxies::Barren => (Start::Barren, "The barren galaxy.".to_owned()),
            Galaxies::Terran => (Start::Terran, "The terran galaxy.".to_owned()),
        };
        Ok((Galaxy::start(start), title))
    }
}

/// Reads a number of turns.
fn turns(text: &str) -> Result<NonZeroU32> {
    text.parse().ok().with_context(|| format!("{text:?} is not a number of turns from 1"))
}

/// A computer that plays unless another is asked for.
pub(crate) fn computer() -> PlayerSpec {
    Published::default().into()
}

/// A file that is there may be another game: only the one that is played may be replaced unasked.
pub(crate) fn check_free(file: &Path, own: Option<&Path>) -> Result<()> {
    let is_own = own.is_some_and(|own| own == file);
    if !is_own && file.try_exists().unwrap_or(true) {
        bail!("{} is there already", file.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(text: &str) -> Result<[PlayerSpec; PLAYERS]> {
        text.parse::<Seats>().map(|Seats(seats)| seats)
    }

    #[test]
    fn seats_are_read_with_their_options() {
        let published = |turns, all_masks| PlayerSpec::from(Published { turns, all_masks, ..Published::default() });
        assert_eq!(
            seats("human,published,published:turns=1,all-masks,published:3").unwrap(),
            [PlayerSpec::Human, published(2, false), published(1, true), published(3, false)]
        );
    }

    #[test]
    fn what_is_no_seat_is_named() {
        let message = |text: &str| seats(text).unwrap_err().to_string();
        assert_eq!(message("human,human"), "there are 4 seats, and 2 are named");
        assert!(message("human,bob,human,human").starts_with("unknown player \"bob\""));
        assert!(message("human,published:9,human,human").starts_with("turns=9"));
        assert!(message("").starts_with("unknown player \"\""));
    }
}
