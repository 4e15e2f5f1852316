//! Chess programs as players: the protocols [UCI](uci) and [xboard](xboard).
//!
//! A program is described as `PROTOCOL:COMMAND`, with its options after two colons:
//! `uci:stockfish :: Hash=16, go.nodes=10000`. The names are those of the program itself, except
//! the limits `go.nodes`, `go.depth` and `go.movetime` (in milliseconds), which hold for every move.
//! Without any limit or clock a program has one second.

mod uci;
mod xboard;

use std::time::{Duration, Instant};

use cozy_chess::{Board, Move};
use gametree::{Limits, SURE, Score, Stop, WIN};
use players::process::Process;
use players::{Built, ComputerPlayer, Decision, Fault, ProgramSpec, Protocol, Setup};

use crate::game::Game;
use crate::players::{Chess, Position, Reasons};
use crate::san::read_san;

/// UCI, as the list of protocols has it.
pub(crate) static UCI: Protocol<Chess> =
    Protocol { name: "uci", about: "an engine that speaks UCI", start: start::<uci::Uci> };

/// The xboard protocol, as the list of protocols has it.
pub(crate) static XBOARD: Protocol<Chess> =
    Protocol { name: "xboard", about: "an engine that speaks the xboard protocol", start: start::<xboard::Xboard> };

/// The time for a move when neither a limit nor a clock is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How long a program may take to say which protocol it speaks. It may need more to get ready.
const GREETING: Duration = Duration::from_secs(10);

/// Counts above this are cut off, so that sums of what programs report cannot overflow.
const MAX_COUNT: u64 = 1_000_000_000_000;

/// The limits that a specification can give, and what they begin with there.
const GO: &str = "go.";
const LIMITS: [&str; 3] = ["nodes", "depth", "movetime"];

/// A protocol as a program speaks it, with what is known about the program.
trait Language: Sized + Send + 'static {
    /// Gets a program ready to play.
    fn greet(program: &mut Program, options: &Options<'_>, setup: &Setup) -> Result<Self, Fault>;

    /// Lets it decide on a move. Returns also the nodes that it reports, and its reasons.
    fn ask(
        &mut self,
        program: &mut Program,
        position: &Position,
        limits: &Limits,
    ) -> Result<(Move, u64, Reasons), Fault>;
}

/// A program that sits at a seat. Every seat of every game has its own process, so that no game
/// depends on an earlier one.
struct ProgramPlayer<L> {
    program: Program,
    language: L,
}

fn start<L: Language>(spec: &ProgramSpec<Chess>, setup: &Setup) -> Built<Chess> {
    let (limits, options) = split_options(spec)?;
    let mut program = Program::start(spec, limits, setup)?;
    let language = L::greet(&mut program, &options, setup)?;
    Ok(Box::new(ProgramPlayer { program, language }))
}

impl<L: Language> ComputerPlayer<Chess> for ProgramPlayer<L> {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        _progress: &mut dyn FnMut(&Decision<Chess>),
    ) -> Result<Decision<Chess>, Fault> {
        let begin = Instant::now();
        let limits = self.program.limits(position, limits);
        self.program.process.discard_output();
        let (turn, nodes, reasons) = self.language.ask(&mut self.program, position, &limits)?;
        let reasons = Reasons { time: begin.elapsed(), ..reasons };
        Ok(Decision { turn, nodes: nodes.min(MAX_COUNT), evaluations: 0, reasons })
    }
}

/// A running program with its limits, whatever protocol it speaks.
struct Program {
    process: Process,
    /// Its own limits.
    limits: Limits,
    patience: Duration,
    margin: Duration,
    cancel: Stop,
}

impl Drop for Program {
    fn drop(&mut self) {
        self.process.quit("quit");
    }
}

/// Options with their values.
type Options<'a> = Vec<(&'a str, &'a str)>;

/// An option of a program as the program writes it. Others can be given too, which are not its own.
fn find_option<'a>(offered: &'a [String], name: &str, others: &[&str]) -> Result<&'a str, Fault> {
    let found = offered.iter().find(|known| known.eq_ignore_ascii_case(name));
    found.map(String::as_str).ok_or_else(|| {
        let names: Vec<&str> = offered.iter().map(String::as_str).chain(others.iter().copied()).collect();
        Fault::Start(players::unknown("option of the program", name, &names))
    })
}

/// The limits of a specification, and the other options.
fn split_options(spec: &ProgramSpec<Chess>) -> Result<(Limits, Options<'_>), Fault> {
    let mut limits = Limits::default();
    let mut others = Vec::new();
    for (name, value) in &spec.options {
        let Some(limit) = name.strip_prefix(GO) else {
            others.push((name.as_str(), value.as_str()));
            continue;
        };
        let number: Option<u64> = value.parse().ok().filter(|&number| number > 0);
        let number = number.ok_or_else(|| Fault::Start(format!("{name}={value}: expected a whole number from 1")))?;
        match limit {
            "nodes" => limits.nodes = Some(number),
            "depth" => limits.depth = number.min(limits.depth.into()) as u32,
            "movetime" => limits.time = Some(Duration::from_millis(number)),
            _ => return Err(Fault::Start(players::unknown("limit", limit, &LIMITS))),
        }
    }
    Ok((limits, others))
}

impl Program {
    fn start(spec: &ProgramSpec<Chess>, limits: Limits, setup: &Setup) -> Result<Self, Fault> {
        let process = Process::start(&spec.command)?;
        let Setup { patience, margin, ref cancel, .. } = *setup;
        Ok(Self { process, limits, patience, margin, cancel: cancel.clone() })
    }

    /// Reads lines until one is wanted by which a program shows that it speaks a protocol.
    fn wait_greeting(
        &mut self,
        protocol: &str,
        answer: &str,
        wanted: impl FnMut(&str) -> Result<Option<()>, Fault>,
    ) -> Result<(), Fault> {
        let patience = self.patience.min(GREETING);
        let silent = || {
            let seconds = patience.as_secs_f64();
            Fault::Start(format!(
                "it has not answered {answer} in {seconds} s, so it does not seem to speak {protocol}"
            ))
        };
        self.process.wait_for(Instant::now() + patience, &[&self.cancel], &silent, wanted)
    }

    /// Reads lines until one is wanted, while the program gets ready to play.
    fn wait_ready<T>(&mut self, wanted: impl FnMut(&str) -> Result<Option<T>, Fault>) -> Result<T, Fault> {
        let hangs = || Fault::Hangs(self.patience);
        self.process.wait_for(Instant::now() + self.patience, &[&self.cancel], &hangs, wanted)
    }

    /// The limits for a turn: the tightest of the program's own and those given, or a second.
    fn limits(&self, position: &Position, limits: &Limits) -> Limits {
        let mut limits = self.limits.tighter(limits);
        let is_limited = limits.nodes.is_some() || limits.time.is_some() || limits.depth < Limits::default().depth;
        if !is_limited && position.clocks.is_none() {
            limits.time = Some(DEFAULT_TIME);
        }
        limits
    }

    /// Reads lines until one is wanted, the time is up, or the turn is cancelled. If the program is
    /// to answer at once it is sent `stop`.
    fn answer<T>(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &str,
        mut wanted: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let (patience, fault) = allowance(position, limits, self.patience, self.margin);
        let late = || fault.clone();
        let deadline = Instant::now() + patience;
        let cancelled: Vec<&Stop> = std::iter::once(&self.cancel).chain(&limits.cancel).collect();
        let flags: Vec<&Stop> = cancelled.iter().copied().chain(&limits.stop).collect();
        let answer = self.process.wait_for(deadline, &flags, &late, &mut wanted);
        let is_stopped = limits.stop.as_ref().is_some_and(Stop::is_raised);
        if answer.is_ok() || !is_stopped || cancelled.iter().any(|flag| flag.is_raised()) {
            return answer;
        }
        self.process.send(stop);
        let deadline = deadline.min(Instant::now() + self.patience);
        self.process.wait_for(deadline, &cancelled, &late, &mut wanted)
    }
}

/// How long a program may take for a turn, and its fault if it takes longer.
fn allowance(position: &Position, limits: &Limits, patience: Duration, margin: Duration) -> (Duration, Fault) {
    let side = position.game.board().side_to_move() as usize;
    let left = position.clocks.map(|clocks| clocks[side].left);
    match (limits.time, left) {
        (Some(time), left) if left.is_none_or(|left| time < left) => {
            (time.saturating_add(margin), Fault::Overtime { time, margin })
        }
        (_, Some(left)) => (left.saturating_add(margin), Fault::Flag),
        (_, None) => (patience, Fault::Hangs(patience)),
    }
}

/// What follows the first word of a line, if that word is `word`.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim())
}

/// The score of a mate in this many moves, for the side that mates.
fn mate_in(moves: i64) -> Score {
    let plies = moves.saturating_mul(2).saturating_sub(1).clamp(1, i64::from(WIN - SURE - 1));
    WIN - plies as Score
}

/// The score of being mated in this many moves.
fn mated_in(moves: i64) -> Score {
    let plies = moves.saturating_mul(2).clamp(0, i64::from(WIN - SURE - 1));
    plies as Score - WIN
}

/// A score in centipawns that is no mate.
fn centipawns(score: i64) -> Score {
    score.clamp(i64::from(-SURE), i64::from(SURE)) as Score
}

/// The moves of a line up to the first that is not legal. Move numbers and other words before the
/// first move are skipped.
fn read_line<'a>(board: &Board, words: impl Iterator<Item = &'a str>) -> Vec<Move> {
    let mut game = Game::new(board.clone());
    for word in words {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        if word.is_empty() {
            continue;
        }
        let mv = game.read_move(word).ok().or_else(|| read_san(game.board(), word).ok());
        match mv {
            Some(mv) if game.play(mv).is_ok() => {}
            _ if game.moves().is_empty() => {}
            _ => break,
        }
    }
    game.moves().to_vec()
}
