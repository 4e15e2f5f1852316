//! The arguments of `starchess play`.

use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use players::draw_seed;
use starchess::{Galaxy, GameFile, MAX_ROUND, PLAYERS, Player, PlayerSpec, Published, Session, StarChess};

use super::game::{Game, StarGame};
use crate::autosave::Found;
use crate::console::Console;
use crate::figures::whole;
use crate::sitting::{FileArgs, Loaded, about_saving, program_note};

/// The limit of rounds for games of computers, which often end in a stalemate.
pub(crate) const WATCHED_TURNS: NonZeroU32 = NonZeroU32::new(200).unwrap();

/// Planet classes outside the home sectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Galaxies {
    /// Each planet is terran or barren by chance
    #[default]
    Random,
    /// All are barren
    Barren,
    /// All are terran
    Terran,
    /// By chance, but the same for every player
    Symmetric,
}

/// The players, the start and the files.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub(crate) struct PlayArgs {
    /// Planet classes outside the home sectors [default: random]
    #[arg(long, value_name = "KIND", conflicts_with_all = ["position", "load", "continue_last"])]
    pub(crate) galaxy: Option<Galaxies>,
    /// The seed of a random or symmetric galaxy [default: drawn and shown]
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "load", "continue_last"],
        value_parser = whole(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// The position to begin with, in one line
    #[arg(long, value_name = "POS", conflicts_with_all = ["load", "continue_last"])]
    pub(crate) position: Option<Galaxy>,
    /// The four players, separated by commas [default: a human against three computers]
    #[arg(long, value_name = "SEATS")]
    pub(crate) seats: Option<Seats>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// The number of rounds after which the highest score wins [default: none; 200 with --watch]
    #[arg(long, value_name = "ROUNDS", value_parser = rounds)]
    pub(crate) limit: Option<NonZeroU32>,
    /// Watch four computers play
    #[arg(long)]
    pub(crate) watch: bool,
    /// The delay before each turn of a computer, in milliseconds [default: 0; 500 if no human plays]
    #[arg(long, value_name = "MS", value_parser = whole(0..=3_600_000_u64))]
    pub(crate) delay: Option<u64>,
    /// Give the reasons for each turn of a computer
    #[arg(long)]
    pub(crate) explain: bool,
}

const EXAMPLES: &str = "Examples:
  starchess play
  starchess play --continue
  starchess play --galaxy symmetric --seed 7 --save game.txt
  starchess play --seats published:1,human,published:3,human
  starchess play --seats 'human,published,random,sci:python3 bot.py'
  starchess play --watch --explain --delay 2000
  starchess play --load game.txt";

fn long_help() -> String {
    format!("{}\n\n{}\n\n{EXAMPLES}", players::overview::<StarChess>(), about_saving("after every turn"))
}

/// The four players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seats(pub(crate) [PlayerSpec; PLAYERS]);

impl FromStr for Seats {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut specs: Vec<String> = Vec::new();
        for part in text.split(',') {
            match specs.last_mut() {
                // Options are separated by commas too: what is not a player belongs to the one before.
                Some(spec) if spec.contains(':') && part.parse::<PlayerSpec>().is_err() => *spec += &format!(",{part}"),
                _ => specs.push(part.to_owned()),
            }
        }
        let seats = specs.iter().map(|spec| spec.parse()).collect::<Result<Vec<PlayerSpec>, _>>()?;
        let count = seats.len();
        let seats = seats.try_into().ok().with_context(|| format!("expected 4 players, found {count}"))?;
        Ok(Self(seats))
    }
}

impl PlayArgs {
    /// Plays a game until it is over or the user leaves.
    pub(crate) fn run(self, console: &mut Console) -> Result<()> {
        let loaded = self.files.loaded()?;
        self.play(loaded, console)
    }

    /// Plays on with a game from the data folder.
    pub(crate) fn run_saved(self, found: Found<GameFile>, console: &mut Console) -> Result<()> {
        self.play(Some(Loaded::found(found)?), console)
    }

    fn play(self, loaded: Option<Loaded<GameFile>>, console: &mut Console) -> Result<()> {
        let (mut session, title) = match &loaded {
            Some(loaded) => self.play_on(loaded),
            None => self.begin()?,
        };
        let has_human = session.humans().next().is_some();
        if self.watch && has_human {
            bail!("--watch is for games without humans; leave it out, or seat a computer instead of the human");
        }
        let is_watched = self.watch || loaded.is_none() && !has_human;
        if self.limit.is_some() {
            session.round_limit = self.limit;
        } else if is_watched && session.round_limit.is_none() {
            session.round_limit = Some(WATCHED_TURNS);
        }
        let (game, files) = (StarGame::new(session, self.explain), self.files.files(loaded)?);
        Game::new(game, files, self.delay.map(Duration::from_millis), is_watched, console).run(&title)
    }

    /// A new game, and its title.
    fn begin(&self) -> Result<(Session, String)> {
        let (start, title) = match self.position {
            Some(position) => (position, "A position of your own.".to_owned()),
            None => self.new_galaxy()?,
        };
        let first = if self.watch { computer() } else { PlayerSpec::Human };
        let default = [first, computer(), computer(), computer()];
        let seats = self.seats.clone().map_or(default, |Seats(seats)| seats).map(PlayerSpec::with_drawn_seed);
        Ok((Session::new(start, seats), title))
    }

    /// A saved game with the players that it names, or others if that is wanted, and its title.
    fn play_on(&self, loaded: &Loaded<GameFile>) -> (Session, String) {
        let mut session = Session::from_file(loaded.game.clone());
        let mut title = loaded.title();
        for player in Player::ALL {
            match &self.seats {
                Some(Seats(seats)) => session.seat(player, seats[player.index()].clone().with_drawn_seed()),
                None if self.watch && !session.spec(player).is_computer() => session.seat(player, computer()),
                None => {}
            }
        }
        if self.seats.is_none() && !loaded.is_own() {
            for note in unseat_programs(&mut session) {
                title = format!("{title}\n{note}");
            }
        }
        (session, title)
    }

    fn new_galaxy(&self) -> Result<(Galaxy, String)> {
        let seed = || self.seed.unwrap_or_else(draw_seed);
        let (start, title) = match self.galaxy.unwrap_or_default() {
            Galaxies::Random => {
                let seed = seed();
                (starchess::Start::Random(seed), format!("The random galaxy of seed {seed}."))
            }
            Galaxies::Symmetric => {
                let seed = seed();
                (starchess::Start::Symmetric(seed), format!("The symmetric galaxy of seed {seed}."))
            }
            Galaxies::Barren | Galaxies::Terran if self.seed.is_some() => {
                bail!("--seed is for random and symmetric galaxies; this galaxy is always the same")
            }
            Galaxies::Barren => (starchess::Start::Barren, "The barren galaxy.".to_owned()),
            Galaxies::Terran => (starchess::Start::Terran, "The terran galaxy.".to_owned()),
        };
        Ok((Galaxy::start(start), title))
    }
}

/// Takes the programs out of a game from a file, and says how to let them play: a file from somebody
/// else must not start programs by itself.
pub(super) fn unseat_programs(session: &mut Session) -> Vec<String> {
    let mut notes = Vec::new();
    for player in Player::ALL {
        if let Some(unstarted) = session.spec(player).unstarted() {
            notes.extend(program_note(&player.to_string(), &player.number().to_string(), &unstarted));
            session.seat(player, unstarted);
        }
    }
    notes
}

/// Reads a number of rounds.
fn rounds(text: &str) -> Result<NonZeroU32> {
    let rounds = whole(1..=MAX_ROUND)(text).map_err(anyhow::Error::msg)?;
    NonZeroU32::new(rounds).context("no rounds")
}

/// The default opponent.
pub(crate) fn computer() -> PlayerSpec {
    Published::default().into()
}

/// The computer that gives hints and finishes turns. It always says the same in the same position.
pub(crate) fn adviser() -> PlayerSpec {
    "strongest:seed=1".parse().unwrap_or_else(|_| computer())
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
        let names = seats("human,bot=sci:python3 bot.py :: A=1, B=2,published:time=50ms,random:seed=3").unwrap();
        assert_eq!(
            names.map(|name| name.to_string()),
            ["human", "bot=sci:python3 bot.py :: A=1, B=2", "published:turns=8,time=50ms", "random:seed=3"]
        );
    }

    #[test]
    fn what_is_no_seat_is_named() {
        let message = |text: &str| seats(text).unwrap_err().to_string();
        assert_eq!(message("human,human"), "expected 4 players, found 2");
        assert!(message("human,bob,human,human").starts_with("unknown player \"bob\""));
        assert!(message("human,published:9,human,human").starts_with("turns=9"));
        assert!(message("").starts_with("unknown player \"\""));
    }
}
