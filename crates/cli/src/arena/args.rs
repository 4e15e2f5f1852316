//! The arguments of `starchess arena`.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::{fs, thread};

use anyhow::{Context, Result, anyhow, bail, ensure};
use arena::{Finish, Folder, FolderError, Format, MAX_CONCURRENCY, Plan, Question, Seating, encounters, noughts, star};
use clap::{Args, ValueEnum};

use super::conduct::{Conducted, Manner};
use super::entrants::Entrants;
use super::page;
use super::settings::{Game, Settings};
use super::summary::Summary;
use crate::figures::grouped;
use crate::interrupt::{Interrupt, Interrupted};
use crate::star::Galaxies;

/// How many games, and from how many starts at least, are played if nobody says how many; and how many with a test that may end
/// it sooner.
const GAMES: u64 = 100;
const STARTS: u64 = 10;
const MOST_TESTED: u64 = 100_000;

/// No start of noughts and crosses is deeper.
const MOST_PLIES: i64 = 6;

/// Who plays whom, where, and for how long.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub(crate) struct ArenaArgs {
    /// The players; --help lists them
    #[arg(value_name = "PLAYER", required_unless_present = "resume")]
    players: Vec<String>,
    /// Who meets whom [default: round-robin]
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<FormatArg>,
    /// How they are seated in Star Chess [default: two-two for two or three players, else all; one-three in a gauntlet]
    #[arg(long, value_name = "SEATING", value_enum)]
    seating: Option<SeatingArg>,
    /// About how many games to play: every start in all its seatings, the same number for all who meet [default: 100, and at least 10 starts]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// What the starts and all random choices follow from [default: drawn, and shown]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// What the planets are like that are nobody's home [default: random]
    #[arg(long, value_name = "KIND")]
    galaxy: Option<Galaxies>,
    /// After how many turns a game of Star Chess is a stalemate [default: 200]
    #[arg(long, value_name = "TURNS")]
    limit: Option<NonZeroU32>,
    /// After how many moves noughts and crosses begins, made in all ways [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MOST_PLIES))]
    plies: Option<u32>,
    /// A file with the positions to begin in, one on each line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["galaxy", "plies"])]
    starts: Option<PathBuf>,
    /// The time for a turn, in milliseconds [default: none, but what the players set themselves]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// How much longer than that is forgiven, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = clap::value_parser!(u64).range(..=86_400_000))]
    margin: u64,
    /// After how many seconds a player is taken for dead that has no time for its turn, or that does not start
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// Stop when it is clear whether the first of two is HIGH Elo points stronger, rather than LOW
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, conflicts_with = "more_than")]
    sprt: Option<Bounds>,
    /// Stop when it is clear whether the first player wins more than so many percent of its games
    #[arg(long, value_name = "PERCENT")]
    more_than: Option<f64>,
    /// How many games to play at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = concurrency)]
    concurrency: Option<NonZeroUsize>,
    /// The folder for the results and games [default: arena-1, or the next that is free]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the run in this folder, or see its results again
    #[arg(long, value_name = "DIR", conflicts_with_all = ["players", "format", "seating", "games", "seed", "galaxy", "limit",
        "plies", "starts", "movetime", "margin", "patience", "sprt", "more_than", "out"])]
    resume: Option<PathBuf>,
    /// Write a page with plots into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  starchess arena published:turns=2 published:turns=1
  starchess arena published:3 published:2 --seating one-three --games 400 --report report
  starchess arena published:2 mine='sci:python3 bot.py' --movetime 100
  starchess arena noughts:perfect noughts:mcts:nodes=100 noughts:random --games 300
  starchess arena noughts:mcts:nodes=200 noughts:mcts:nodes=100 --sprt 0,50
  starchess arena --resume arena-1";

const DETAILS: &str = "Players of Star Chess:
  published               the computer player of the paper, which looks 2 turns ahead
  published:3             the same with another number of turns, from 0 to 8
  published:time=50ms     the same as far as it comes in that time; nodes=500: with so many turns built
  published:2,no-masks    the same with a switch: all-masks, plain, skip-dead, gains=worse, gains=no-better, garrisons-first,
                          count-buildable, naive-order, no-doubling, no-masks
  sci:PROGRAM ARGUMENTS   a program of your own that speaks the engine protocol of docs/sci.md
  NAME=sci:PROGRAM …      the same with a shorter name; PROGRAM … :: Option=Value, Option=Value sets its options
Players of noughts and crosses:
  noughts:alpha-beta:depth=9 and all others of starchess noughts play --help

Every start is played in all seatings, and together these games are a block: for two players a pair of games, for four the table
turned four times (one-three, rotations), in all six ways (two-two), or in all 24 (all). Players who always play the same
never play the same start twice. Who crashes, hangs, plays against the rules or takes too long loses that game.

A folder keeps run.json, which says what is played; games.jsonl, a line for each game; and games/, the games of Star Chess, to be seen
with starchess replay. Ctrl-C stops a run, and --resume goes on with it, also after a crash: no game is lost, and none counts
twice.

Intervals are of 95 %, and take a block as their unit, not a game. Ratings are Plackett-Luce strengths in Elo points, 0 in
the mean, with intervals by bootstrap.";

fn long_help() -> String {
    format!("{DETAILS}\n\n{EXAMPLES}")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// The first against each of the others
    Gauntlet,
    /// Everybody against everybody
    RoundRobin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SeatingArg {
    /// One against three of another
    OneThree,
    /// Two against two
    TwoTwo,
    /// Four at a table, which is turned
    Rotations,
    /// Four at a table in all orders
    All,
}

/// Two numbers of Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bounds {
    low: f64,
    high: f64,
}

impl std::str::FromStr for Bounds {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let numbers = text.split_once(',').map(|(low, high)| (low.trim().parse(), high.trim().parse()));
        match numbers {
            Some((Ok(low), Ok(high))) if f64::is_finite(low) && f64::is_finite(high) => Ok(Self { low, high }),
            _ => bail!("{text:?} is not two numbers of Elo points such as 0,10"),
        }
    }
}

impl ArenaArgs {
    /// Plays a tournament, or goes on with one.
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let (settings, entrants, mut folder, done) = match &self.resume {
            Some(path) => {
                let (settings, done) = Folder::read::<Settings>(path)?;
                let entrants = Entrants::new(settings.game, &settings.players)?;
                entrants.check_plan(&settings).with_context(|| path.join("run.json").display().to_string())?;
                let so_far = Conducted::so_far(&settings, path, done)?;
                if so_far.finish != Finish::Stopped {
                    // Nothing is left to play, so the folder may be on a read-only disk.
                    return self.tell(&settings, &entrants, &so_far, path, output);
                }
                let (folder, settings, done) = Folder::open::<Settings>(path)?;
                // A program that is not there any more would lose all games that are left.
                check(&entrants, &settings, interrupt)?;
                (settings, entrants, folder, done)
            }
            None => {
                let (settings, entrants) = self.settings(output)?;
                check(&entrants, &settings, interrupt)?;
                let path = self.out.clone().map_or_else(free_folder, Ok)?;
                let folder = Folder::create(&path, &settings).map_err(|error| match error {
                    FolderError::Taken(_) => anyhow!("{error}: --resume goes on with it"),
                    error => error.into(),
                })?;
                (settings, entrants, folder, Vec::new())
            }
        };
        if let Some(path) = &self.report {
            // Before all the games, not after them.
            fs::create_dir_all(path).with_context(|| format!("cannot write a report into {}", path.display()))?;
        }
        let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let concurrency = self.concurrency.unwrap_or(cores);
        let conducted = interrupt
            .during(|stop| entrants.conduct(&settings, &mut folder, done, Manner { concurrency, stop, label: "" }))?;
        self.tell(&settings, &entrants, &conducted, folder.path(), output)
    }

    /// Prints what a run has shown, and writes its report.
    fn tell(
        &self,
        settings: &Settings,
        entrants: &Entrants,
        conducted: &Conducted,
        folder: &Path,
        output: &mut dyn Write,
    ) -> Result<()> {
        let summary = Summary::new(settings, conducted);
        write!(output, "{}", summary.text(settings, conducted))?;
        writeln!(output, "The results are in {}.", folder.display())?;
        if let Some(path) = &self.report {
            let page = page::save(path, settings, entrants, conducted, &summary, folder)?;
            writeln!(output, "The report is {}.", page.display())?;
        }
        if conducted.finish == Finish::Stopped {
            writeln!(output, "starchess arena --resume {} goes on.", folder.display())?;
            return Err(Interrupted.into());
        }
        Ok(())
    }

    /// What is to be played.
    fn settings(&self, output: &mut dyn Write) -> Result<(Settings, Entrants)> {
        let game = self.game()?;
        let (players, named) = distinct(game, &self.players)?;
        let entrants = Entrants::new(game, &players)?;
        let encounters = encounters(&named, game.seats(), self.format(), self.seating(game, named.len()))?;
        let question = match (self.sprt, self.more_than) {
            (Some(Bounds { low, high }), _) => Some(Question::Sprt { low, high }),
            (None, Some(percent)) => Some(Question::MoreThan { share: percent / 100.0 }),
            (None, None) => None,
        };
        if let Some(question) = question {
            ensure!(
                encounters.len() == 1,
                "a test is about one encounter, and there are {}: name two players, and --format gauntlet",
                encounters.len()
            );
            let is_for_two = matches!(question, Question::Sprt { .. });
            ensure!(
                is_for_two == (game.seats() == 2),
                "--sprt is for games of two players, --more-than for those of four"
            );
            question.ask().with_context(|| match question {
                Question::Sprt { low, high } => format!("--sprt {low},{high}"),
                Question::MoreThan { share } => format!("--more-than {} percent", 100.0 * share),
            })?;
        }
        let games_per_block: u64 = encounters.iter().map(|encounter| encounter.seatings.len() as u64).sum();
        let blocks = match self.games {
            Some(games) => games.div_ceil(games_per_block),
            None if question.is_some() => MOST_TESTED.div_ceil(games_per_block),
            None => GAMES.div_ceil(games_per_block).max(STARTS),
        };
        // Short enough to be typed.
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 10_000);
        let starts = self.starts(&entrants, game, seed, blocks)?;
        // By the clock nobody plays the same again.
        let always_the_same =
            if self.movetime.is_some() { vec![false; players.len()] } else { entrants.always_play_the_same() };
        let plan = Plan { entrants: entrants.names(), encounters, starts, blocks, always_the_same, seed };
        // With a test it is no surprise that fewer are played.
        if self.games.is_some_and(|games| plan.games() < games) {
            let count = plan.starts.len();
            let starts = if count == 1 { "one start".to_owned() } else { format!("{count} different starts") };
            let games = grouped(plan.games());
            writeln!(
                output,
                "There are only {starts}, and who always plays the same plays none twice: {games} games."
            )?;
        }
        let settings = Settings {
            program: concat!("starchess ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: self.command(seed),
            players,
            game,
            movetime_ms: self.movetime,
            margin_ms: self.margin,
            patience_ms: self.patience * 1_000,
            question,
            plan,
        };
        Ok((settings, entrants))
    }

    /// The command that plays the same again, with the seed that was drawn.
    fn command(&self, seed: u64) -> String {
        let mut words: Vec<String> = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy())).collect();
        if self.seed.is_none() {
            words.push(format!("--seed {seed}"));
        }
        format!("starchess {}", words.join(" "))
    }

    /// The game that the players play.
    fn game(&self) -> Result<Game> {
        let is_noughts = |name: &String| super::names::plays_noughts(name);
        if self.players.iter().all(is_noughts) {
            ensure!(
                self.galaxy.is_none() && self.limit.is_none(),
                "--galaxy and --limit are for Star Chess, and these players play noughts and crosses"
            );
            return Ok(Game::Noughts);
        }
        if let Some(name) = self.players.iter().find(|name| is_noughts(name)) {
            bail!("{name} plays noughts and crosses, and the others Star Chess");
        }
        ensure!(self.plies.is_none(), "--plies is for noughts and crosses, and these players play Star Chess");
        let galaxy = self.starts.is_none().then(|| kind(self.galaxy.unwrap_or_default()));
        let turn_limit = self.limit.unwrap_or(crate::star::WATCHED_TURNS);
        Ok(Game::Star { turn_limit, galaxy })
    }

    fn format(&self) -> Format {
        match self.format {
            Some(FormatArg::Gauntlet) => Format::Gauntlet,
            Some(FormatArg::RoundRobin) => Format::RoundRobin,
            // Two players with one of them alone: the first is the one.
            None if self.players.len() == 2 && self.seating == Some(SeatingArg::OneThree) => Format::Gauntlet,
            None => Format::RoundRobin,
        }
    }

    fn seating(&self, game: Game, named: usize) -> Option<Seating> {
        let default = match self.format {
            Some(FormatArg::Gauntlet) => Seating::OneThree,
            _ if named < game.seats() => Seating::TwoTwo,
            // With the table only turned the same neighbours meet in all games, and that may decide them.
            _ => Seating::All,
        };
        match self.seating {
            Some(SeatingArg::OneThree) => Some(Seating::OneThree),
            Some(SeatingArg::TwoTwo) => Some(Seating::TwoTwo),
            Some(SeatingArg::Rotations) => Some(Seating::Rotations),
            Some(SeatingArg::All) => Some(Seating::All),
            None => (game.seats() > 2).then_some(default),
        }
    }

    /// Where the games begin.
    fn starts(&self, entrants: &Entrants, game: Game, seed: u64, blocks: u64) -> Result<Vec<String>> {
        if let Some(path) = &self.starts {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let (mut starts, mut seen) = (Vec::new(), HashSet::new());
            for (i, line) in text.lines().map(str::trim).enumerate() {
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                entrants.check_start(line).with_context(|| format!("line {} of {}", i + 1, path.display()))?;
                // Those who always play the same would play the same game again.
                if seen.insert(line) {
                    starts.push(line.to_owned());
                }
            }
            ensure!(!starts.is_empty(), "{} has no positions in it", path.display());
            return Ok(starts);
        }
        Ok(match game {
            Game::Star { galaxy, .. } => {
                let kind = galaxy.unwrap_or(star::Kind::Random);
                star::starts(kind, seed, usize::try_from(blocks).unwrap_or(usize::MAX))
            }
            Game::Noughts => noughts::starts(self.plies.unwrap_or(2), seed),
        })
    }
}

/// Makes sure that everybody can play. Ctrl-C ends that.
fn check(entrants: &Entrants, settings: &Settings, interrupt: &Interrupt) -> Result<()> {
    interrupt.during(|stop| {
        let checked = entrants.check(&settings.clock(stop.clone()));
        if stop.is_raised() { Err(Interrupted.into()) } else { checked }
    })
}

/// Reads a number of games to play at once.
pub(crate) fn concurrency(text: &str) -> Result<NonZeroUsize> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MAX_CONCURRENCY);
    number.with_context(|| format!("expected a whole number from 1 to {MAX_CONCURRENCY}"))
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

const fn kind(galaxies: Galaxies) -> star::Kind {
    match galaxies {
        Galaxies::Random => star::Kind::Random,
        Galaxies::Barren => star::Kind::Barren,
        Galaxies::Terran => star::Kind::Terran,
        Galaxies::Symmetric => star::Kind::Symmetric,
    }
}

/// The different players, and the number of each that was named.
fn distinct(game: Game, named: &[String]) -> Result<(Vec<String>, Vec<usize>)> {
    let (mut players, mut names, mut numbers) = (Vec::new(), Vec::<String>::new(), Vec::new());
    for text in named {
        let name = Entrants::new(game, std::slice::from_ref(text))?.names().swap_remove(0);
        let number = names.iter().position(|known| *known == name).unwrap_or(names.len());
        let is_other = players.get(number).is_some_and(|known| known != text) && text.contains("sci:");
        ensure!(!is_other, "two programs are called {name}");
        if number == names.len() {
            names.push(name);
            players.push(text.clone());
        }
        numbers.push(number);
    }
    Ok((players, numbers))
}

/// The first folder of its kind that is not there.
fn free_folder() -> Result<PathBuf> {
    let free = (1..10_000).map(|number| PathBuf::from(format!("arena-{number}"))).find(|path| !Path::exists(path));
    free.context("there are folders arena-1 to arena-9999 already: name one with --out")
}
