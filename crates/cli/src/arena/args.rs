//! The arguments of `starchess arena`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use arena::{
    ArenaGame, Encounter, Field, Finish, Folder, FolderError, Format, GAMES, GameInfo, Plan, Question, Seating, Terms,
    TimeControl, encounters, shuffle, write_transcript,
};
use clap::{Args, ValueEnum};
use storage::printable;

use super::conduct::{Conducted, conduct};
use super::game_args::GameArgs;
use super::page;
use super::settings::Settings;
use super::summary::Summary;
use crate::figures::{number, plural, whole};
use crate::interrupt::{Interrupt, Interrupted};
use crate::terminal;
use crate::workers::{Workforce, WorkforceArgs, without_workers};

/// The most games of a run.
pub(crate) const MAX_GAMES: u64 = 100_000_000;

/// The number of games, and the least number of starts, if none is given.
const DEFAULT_GAMES: u64 = 100;
const DEFAULT_STARTS: u64 = 10;

/// The number of games if none is given and a test may end the run sooner.
const DEFAULT_TESTED_GAMES: u64 = 100_000;

/// How many milliseconds a player may exceed the time per turn, and its clock. A clock is shown to
/// the player all the time, so it has to keep a reserve itself.
const DEFAULT_MARGIN: u64 = 200;
const DEFAULT_CLOCK_MARGIN: u64 = 20;

/// Who plays, how many games, and how they are kept.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub(crate) struct ArenaArgs {
    /// The players, after the name of the game if it is not Star Chess; --help lists them
    #[arg(value_name = "PLAYER", required_unless_present = "resume")]
    named: Vec<String>,
    /// Who meets whom [default: round-robin]
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<FormatArg>,
    /// Seating in a game for four [default: two-two for two or three players, else all; one-three
    /// in a gauntlet]
    #[arg(long, value_name = "SEATING", value_enum)]
    seating: Option<SeatingArg>,
    /// Number of games, rounded up so that every start is played in all its seatings [default: 100,
    /// and at least 10 starts]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_GAMES))]
    games: Option<u64>,
    /// Seed of the starts and of all random choices [default: drawn, and shown]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    game: GameArgs,
    /// File with the positions to begin in, one per line; for chess also EPD or PGN
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// The same, but in an order that follows from the seed
    #[arg(long, value_name = "FILE", conflicts_with = "starts")]
    openings: Option<PathBuf>,
    /// Chess clocks, in seconds: BASE+INCREMENT or MOVES/BASE+INCREMENT, such as 3+0.03; one for
    /// all players, or one for each, separated by commas
    #[arg(long, value_name = "CLOCK", value_delimiter = ',')]
    clock: Vec<TimeControl>,
    /// Time per turn in milliseconds [default: no limit but those of the players]
    #[arg(long, value_name = "MS", value_parser = whole(1..=86_400_000_u64))]
    movetime: Option<u64>,
    /// A player forfeits when it exceeds its time by more than this many milliseconds [default: 200,
    /// with --clock 20]
    #[arg(long, value_name = "MS", value_parser = whole(0..=86_400_000_u64))]
    margin: Option<u64>,
    /// A player without a time limit forfeits after this many seconds without a reply; so does one
    /// that is not ready
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = whole(1..=86_400_u64))]
    patience: u64,
    /// Stop when it is decided whether the first of two players is HIGH or only LOW Elo points
    /// stronger
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, conflicts_with = "more_than")]
    sprt: Option<Bounds>,
    /// Stop when it is decided whether the first player wins more than this percentage of its games
    #[arg(long, value_name = "PERCENT", value_parser = number(0.0..=100.0))]
    more_than: Option<f64>,
    /// Folder for the results and games [default: arena-1, or the next that is free]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume the run in this folder, or show its results again
    #[arg(long, value_name = "DIR", conflicts_with_all = ["named", "format", "seating", "games", "seed", "starts",
        "openings", "clock", "movetime", "margin", "patience", "sprt", "more_than", "out"])]
    resume: Option<PathBuf>,
    /// Write a page with plots into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    #[command(flatten)]
    workforce: WorkforceArgs,
}

const EXAMPLES: &str = "Examples:
  starchess arena published:turns=2 published:turns=1
  starchess arena published:3 published:2 --seating one-three --games 400
  starchess arena published:2 mine='sci:python3 bot.py' --movetime 100
  starchess arena noughts:perfect noughts:mcts:nodes=100 noughts:random
  starchess arena noughts:mcts:nodes=200 noughts:mcts:nodes=100 --sprt 0,50
  starchess arena chess engine:nodes=10000 engine:nodes=8000 --sprt 0,10
  starchess arena chess engine sf='uci:stockfish :: Hash=16' --clock 3+0.03 --openings book.pgn
  starchess arena published:3 published:2 --workers nats://127.0.0.1:4222
  starchess arena --resume arena-1 --report report";

const DETAILS: &str = "Only computers play in the arena. A program can have a shorter name and options:
  NAME=sci:PROGRAM ARGUMENTS :: Option=Value, Option=Value

Chess engines speak UCI or xboard: uci:stockfish, xboard:phalanx. Besides their own options they \
take limits for every move: :: Hash=16, go.nodes=10000 (or go.depth, go.movetime in ms). Without \
any limit or clock they have 1 s a move.

Every start is played in all seatings. Together these games are a block: a pair of games for two \
players; for four the table rotated four times (one-three, rotations), all six seatings of two and \
two (two-two), or all 24 (all). Deterministic players never play a start twice. A player that \
crashes, hangs, makes an illegal move or takes too long forfeits the game.

A folder holds run.json, the description of the run; games.jsonl, one line per game; and the \
games: those of Star Chess in games/, for starchess replay, those of chess in games.pgn, written \
from games.jsonl when the run ends or is resumed. Ctrl-C stops a run, and --resume continues it, \
even after a crash: no game is lost or counted twice.

Intervals are 95 % confidence intervals whose unit is a block, not a game. Ratings are \
Plackett-Luce strengths in Elo points with a mean of 0, with intervals by bootstrap.";

/// The players and the details. Only those of the game that is named, as in `arena chess --help`: clap
/// asks for the text before it reads the command line.
fn long_help() -> String {
    let named = std::env::args_os().find_map(|word| GameInfo::find(word.to_str()?));
    let mut text = String::new();
    for game in GAMES.iter().filter(|game| named.is_none_or(|named| named.key == game.key)) {
        text += &format!("Players of {}", game.name);
        if game.key != GAMES[0].key {
            text += &format!(", written {0}:NAME, or NAME after the word {0}", game.key);
        }
        text += &format!("\n\n{}\n\n", (game.players)());
    }
    format!("{text}{DETAILS}\n\n{EXAMPLES}")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// The first against each of the others
    Gauntlet,
    /// Every player against every other
    RoundRobin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SeatingArg {
    /// One against three of another
    OneThree,
    /// Two against two
    TwoTwo,
    /// Four players, rotated around the table
    Rotations,
    /// Four players in all orders
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
            _ => bail!("expected two numbers of Elo points such as 0,10"),
        }
    }
}

impl ArenaArgs {
    /// Plays a tournament, or resumes one.
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let workforce = &self.workforce.workforce()?;
        match &self.resume {
            Some(path) => {
                let (settings, done) = Folder::read::<Settings>(path)?;
                let field = settings.field().with_context(|| printable(&path.join("run.json")))?;
                let so_far = Conducted::so_far(&settings, path, done)?;
                if so_far.finish != Finish::Stopped {
                    // Nothing is left to play, so the folder may be on a read-only disk.
                    return self.show(&settings, &so_far, path, workforce, output);
                }
                // Read again, now that no other process can change it.
                let (folder, _, done) = Folder::open::<Settings>(path)?;
                // A program that is gone by now would lose all games that are left.
                check(&*field, &settings, workforce, interrupt)?;
                self.play(&settings, &*field, folder, done, workforce, interrupt, output)
            }
            None => {
                let settings = self.settings(output)?;
                let field = settings.field()?;
                check(&*field, &settings, workforce, interrupt)?;
                let path = self.out.clone().map_or_else(free_folder, Ok)?;
                let folder = Folder::create(&path, &settings).map_err(|error| match error {
                    FolderError::Taken(_) => anyhow!("{error}: resume it with --resume"),
                    error => error.into(),
                })?;
                self.play(&settings, &*field, folder, Vec::new(), workforce, interrupt, output)
            }
        }
    }

    /// Plays what is not done, and shows the results.
    #[allow(clippy::too_many_arguments, reason = "a run with everything that it needs")]
    fn play(
        &self,
        settings: &Settings,
        field: &dyn Field,
        mut folder: Folder,
        done: Vec<arena::GameResult>,
        workforce: &Workforce,
        interrupt: &Interrupt,
        output: &mut dyn Write,
    ) -> Result<()> {
        if let Some(path) = &self.report {
            // An error is found before all the games, not after them.
            fs::create_dir_all(path).with_context(|| format!("cannot write a report into {}", printable(path)))?;
        }
        let conducted = interrupt.during(|stop| conduct(settings, field, &mut folder, done, workforce, stop, ""))?;
        self.show(settings, &conducted, folder.path(), workforce, output)
    }

    /// Prints what a run has shown, and writes its report.
    fn show(
        &self,
        settings: &Settings,
        conducted: &Conducted,
        folder: &Path,
        workforce: &Workforce,
        output: &mut dyn Write,
    ) -> Result<()> {
        let summary = Summary::new(settings, conducted);
        write!(output, "{}", summary.text(settings, conducted))?;
        writeln!(output, "{}", terminal::fit_terminal(&format!("The results are in {}.", printable(folder))))?;
        let Conducted { results, .. } = conducted;
        let transcript = match results[..] {
            [] => Ok(None),
            _ => write_transcript(folder, &*settings.terms.game, &settings.plan, &settings.terms.clocks, results),
        };
        let note = match transcript {
            Ok(Some(path)) => format!("The games are in {}.\n", printable(&path)),
            Ok(None) => String::new(),
            // The results themselves are safe, and the disk may be read-only.
            Err(error) => format!("The games cannot be written into {}: {error}\n", printable(folder)),
        };
        write!(output, "{}", terminal::fit_terminal(&note))?;
        if let Some(path) = &self.report {
            let page = page::save(path, settings, conducted, &summary, folder)?;
            writeln!(output, "{}", terminal::fit_terminal(&format!("The report is {}.", printable(&page))))?;
        }
        if conducted.finish == Finish::Stopped {
            let option = workforce.option();
            writeln!(output, "To continue: starchess arena --resume {}{option}", shell_word(&printable(folder)))?;
            return Err(Interrupted.into());
        }
        Ok(())
    }

    /// What is to be played.
    fn settings(&self, output: &mut dyn Write) -> Result<Settings> {
        let info = one_game(&self.named)?;
        let game = self.game.configure(info, self.starts.is_some() || self.openings.is_some())?;
        let (players, named) = distinct(&*game, self.players())?;
        let clocks = self.clocks(info, players.len())?;
        let encounters = encounters(&named, info.seats(), self.format(), self.seating(info.seats(), named.len()))?;
        let question = self.question(info.seats(), &encounters)?;
        let games_per_block: u64 = encounters.iter().map(|encounter| encounter.seatings.len() as u64).sum();
        let blocks = match self.games {
            Some(games) => games.div_ceil(games_per_block),
            None if question.is_some() => DEFAULT_TESTED_GAMES.div_ceil(games_per_block),
            None => DEFAULT_GAMES.div_ceil(games_per_block).max(DEFAULT_STARTS),
        };
        let seed = self.seed.unwrap_or_else(players::draw_seed);
        let count = usize::try_from(blocks).unwrap_or(usize::MAX);
        let starts = match (&self.starts, &self.openings) {
            (Some(path), _) => read_starts(&*game, path)?,
            (None, Some(path)) => {
                let mut starts = read_starts(&*game, path)?;
                shuffle(&mut starts, seed);
                // Those that no game needs would only fill run.json.
                starts.truncate(count);
                starts
            }
            (None, None) => game.starts(seed, count),
        };
        let field = game.field(&players)?;
        // Against the clock no player is deterministic.
        let always_the_same = if self.movetime.is_some() || !clocks.is_empty() {
            vec![false; players.len()]
        } else {
            field.are_deterministic()
        };
        let plan = Plan { entrants: field.names(), encounters, starts, blocks, always_the_same, seed };
        drop(field);
        // With a test it is no surprise that fewer are played.
        if self.games.is_some_and(|games| plan.games() < games) {
            let count = plan.starts.len();
            let starts = if count == 1 { "one start".to_owned() } else { format!("{count} different starts") };
            let games = plural(plan.games() as usize, "game");
            let note = format!("There are only {starts}, and deterministic players play none twice: {games}.");
            writeln!(output, "{}", terminal::fit_terminal(&note))?;
        }
        Ok(Settings {
            program: concat!("starchess ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: self.command(seed),
            terms: Terms {
                players,
                game,
                movetime_ms: self.movetime,
                margin_ms: self.margin.unwrap_or(if clocks.is_empty() { DEFAULT_MARGIN } else { DEFAULT_CLOCK_MARGIN }),
                clocks,
                patience_ms: self.patience * 1_000,
            },
            question,
            plan,
        })
    }

    /// The players that are named, without the game before them.
    fn players(&self) -> &[String] {
        match &self.named[..] {
            [game, players @ ..] if GameInfo::find(game).is_some() => players,
            players => players,
        }
    }

    /// The clock of each of the players; empty if there are none.
    fn clocks(&self, game: &GameInfo, players: usize) -> Result<Vec<TimeControl>> {
        ensure!(self.clock.is_empty() || game.has_clocks, "--clock is not an option of {}", game.name);
        match self.clock[..] {
            [one] => Ok(vec![one; players]),
            ref all => {
                let count = all.len();
                ensure!(
                    count == 0 || count == players,
                    "--clock: expected one clock for all or one for each of the {players} players, and there are {count}"
                );
                Ok(all.to_vec())
            }
        }
    }

    /// The question that a test is to answer, if there is one.
    fn question(&self, seats: usize, encounters: &[Encounter]) -> Result<Option<Question>> {
        let question = match (self.sprt, self.more_than) {
            (Some(Bounds { low, high }), _) => Question::Sprt { low, high },
            (None, Some(percent)) => Question::MoreThan { share: percent / 100.0 },
            (None, None) => return Ok(None),
        };
        ensure!(
            encounters.len() == 1,
            "a test is about one encounter, and there are {}: name two players, and --format gauntlet",
            encounters.len()
        );
        let is_for_two = matches!(question, Question::Sprt { .. });
        ensure!(is_for_two == (seats == 2), "--sprt is for games of two players, --more-than for those of four");
        question.ask().with_context(|| match question {
            Question::Sprt { low, high } => format!("--sprt {low},{high}"),
            Question::MoreThan { share } => format!("--more-than {} percent", 100.0 * share),
        })?;
        Ok(Some(question))
    }

    /// The command that plays the same games again, with the seed that was drawn.
    fn command(&self, seed: u64) -> String {
        let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        let mut words: Vec<String> = without_workers(words).iter().map(|word| shell_word(word)).collect();
        if self.seed.is_none() {
            words.push(format!("--seed {seed}"));
        }
        format!("starchess {}", words.join(" "))
    }

    fn format(&self) -> Format {
        match self.format {
            Some(FormatArg::Gauntlet) => Format::Gauntlet,
            Some(FormatArg::RoundRobin) => Format::RoundRobin,
            // Of two players, the first one is alone.
            None if self.players().len() == 2 && self.seating == Some(SeatingArg::OneThree) => Format::Gauntlet,
            None => Format::RoundRobin,
        }
    }

    fn seating(&self, seats: usize, named: usize) -> Option<Seating> {
        let default = match self.format {
            Some(FormatArg::Gauntlet) => Seating::OneThree,
            _ if named < seats => Seating::TwoTwo,
            // With rotations alone the same neighbours meet in all games, and that may decide them.
            _ => Seating::All,
        };
        match self.seating {
            Some(SeatingArg::OneThree) => Some(Seating::OneThree),
            Some(SeatingArg::TwoTwo) => Some(Seating::TwoTwo),
            Some(SeatingArg::Rotations) => Some(Seating::Rotations),
            Some(SeatingArg::All) => Some(Seating::All),
            None => (seats > 2).then_some(default),
        }
    }
}

/// The game that is named before the players, or that all of them name.
fn one_game(named: &[String]) -> Result<&'static GameInfo> {
    let first = named.first().context("no player is named")?;
    let before = GameInfo::find(first);
    ensure!(before.is_none() || named.len() > 1, "no player is named after {first}");
    let of = |player: &str| GameInfo::of_player(player).unwrap_or(before.unwrap_or(GAMES[0]));
    let info = before.unwrap_or_else(|| of(first));
    for player in named {
        let other = if before.is_some() && player == first { info } else { of(player) };
        ensure!(other.key == info.key, "{first} plays {}, but {player} plays {}", info.name, other.name);
    }
    Ok(info)
}

/// Makes sure that players with these names can play each other.
pub(crate) fn check_players(players: &[String]) -> Result<()> {
    let info = one_game(players)?;
    let game = GameArgs::default().configure(info, false)?;
    let (_, named) = distinct(&*game, players)?;
    ensure!(named.len() > 1, "a tournament needs at least two players");
    Ok(())
}

/// Makes sure that every player can play here; workers do that themselves. Ctrl-C ends it.
fn check(field: &dyn Field, settings: &Settings, workforce: &Workforce, interrupt: &Interrupt) -> Result<()> {
    if let Workforce::Workers(_) = workforce {
        return Ok(());
    }
    interrupt.during(|stop| {
        let checked = field.check(&settings.terms.clock(stop.clone()));
        if stop.is_raised() { Err(Interrupted.into()) } else { Ok(checked?) }
    })
}

/// A word as a shell reads it.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The different positions in a file.
fn read_starts(game: &dyn ArenaGame, path: &Path) -> Result<Vec<String>> {
    let text = storage::read_old_text(path)?;
    let starts = game.read_starts(&text);
    let starts = starts.map_err(|error| anyhow!("line {} of {}: {}", error.line, printable(path), error.reason))?;
    ensure!(!starts.is_empty(), "{} has no positions in it", printable(path));
    Ok(starts)
}

/// The different players, and the number of each that was named.
fn distinct(game: &dyn ArenaGame, named: &[String]) -> Result<(Vec<String>, Vec<usize>)> {
    let all = game.field(named)?;
    let (mut players, mut names, mut numbers) = (Vec::new(), Vec::<String>::new(), Vec::new());
    for (i, (text, name)) in named.iter().zip(all.names()).enumerate() {
        let number = names.iter().position(|known| *known == name).unwrap_or(names.len());
        if number == names.len() {
            names.push(name);
            players.push(text.clone());
        } else {
            let first = numbers.iter().position(|&known| known == number).unwrap_or(i);
            ensure!(all.are_same(first, i), "two different players are called {name}");
        }
        numbers.push(number);
    }
    Ok((players, numbers))
}

/// The first unused folder of its kind.
fn free_folder() -> Result<PathBuf> {
    let free = (1..10_000).map(|number| PathBuf::from(format!("arena-{number}"))).find(|path| !Path::exists(path));
    free.context("folders arena-1 to arena-9999 exist already: name another one with --out")
}
