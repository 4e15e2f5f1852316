//! Computers at their turns: thinking, being watched and being stopped.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use players::{ComputerPlayer, Decision, Fault, Setup};
use anyhow::Result;
use gametree::{Limits, Stop};
use starchess::{Galaxy, PLAYERS, Player, PlayerSpec, StarChess, write_commands};

use super::explain::Thought;
use super::game::{Game, Pause};
use super::capital;
use super::texts::WATCH_HELP;
use crate::interrupt::{Interrupt, Interrupted, wait};
use crate::terminal::{self, Keys, Size};

/// How long to wait for a key before looking at the computer again.
const POLL: Duration = Duration::from_millis(20);

/// The delays between two turns, from slow to fast.
const DELAYS: [u64; 8] = [5_000, 2_000, 1_000, 500, 200, 100, 50, 0];

/// How many rounds pass between two boards when the game skips ahead.
const FAST_ROUNDS: u32 = 25;

/// For how many rounds the computers play without being asked again.
pub(super) const ROUNDS_ALONE: u32 = 200;

/// The computers that sit at a table, built when they are needed first.
#[derive(Default)]
pub(super) struct Computers {
    seats: [Option<Seat>; PLAYERS],
}

struct Seat {
    spec: PlayerSpec,
    computer: Box<dyn ComputerPlayer<StarChess>>,
}

impl Computers {
    /// The computer of a player, as the specification describes it.
    fn of(&mut self, player: Player, spec: &PlayerSpec) -> Result<&mut dyn ComputerPlayer<StarChess>, Fault> {
        let seat = &mut self.seats[player.index()];
        if seat.as_ref().is_none_or(|seat| seat.spec != *spec) {
            // The old one leaves before the new one comes.
            *seat = None;
            let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
            let setup = Setup { seat: player.index(), threads, ..Setup::default() };
            *seat = Some(Seat { spec: spec.clone(), computer: spec.build(&setup)? });
        }
        match seat {
            Some(seat) => Ok(&mut *seat.computer),
            None => Err(Fault::Start("it is not there".to_owned())),
        }
    }

    /// Forgets the computer of a player, so that it starts anew.
    fn dismiss(&mut self, player: Player) {
        self.seats[player.index()] = None;
    }
}

/// How fast computers play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    delay: Duration,
    /// Whether the game skips ahead, without a delay and with few boards.
    pub(super) is_fast: bool,
}

impl Pace {
    pub(super) fn new(delay: Duration) -> Self {
        Self { delay, is_fast: false }
    }

    fn delay(self) -> Duration {
        if self.is_fast { Duration::ZERO } else { self.delay }
    }

    fn faster(&mut self) {
        let faster = DELAYS.map(Duration::from_millis).into_iter().find(|&delay| delay < self.delay);
        self.delay = faster.unwrap_or(self.delay);
    }

    fn slower(&mut self) {
        let slower = DELAYS.map(Duration::from_millis).into_iter().rev().find(|&delay| delay > self.delay);
        self.delay = slower.unwrap_or(self.delay);
        self.is_fast = false;
    }
}

/// What became of a computer's turn.
enum Turn {
    Decided(Decision<StarChess>),
    Stopped,
    Failed(Fault),
}

/// What the user wants, by the keys pressed during a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Pause,
    Step,
    Quit,
}

impl Game<'_> {
    /// Lets the next computer play, and says whether the game goes on.
    pub(super) fn computer_turn(&mut self) -> Result<bool> {
        let galaxy = *self.table.galaxy();
        let player = galaxy.to_move();
        let is_watched = !self.is_human_alive();
        if is_watched {
            if self.pause_before.is_some_and(|round| galaxy.round() >= round) {
                self.pause(Pause::Rounds)?;
                return Ok(true);
            }
            self.show_round()?;
        }
        if is_watched && self.console.is_interactive() && self.keys.is_none() {
            self.keys = Keys::open();
        }
        let (turn, wish) = self.think_at_seat(player)?;
        match (wish, turn) {
            (Some(Wish::Quit), _) => {
                self.leave("You leave the game")?;
                return Ok(false);
            }
            (Some(Wish::Pause), _) => self.pause(Pause::Key)?,
            (_, Turn::Stopped) if !self.asks => {
                self.leave("Interrupted")?;
                return Err(Interrupted.into());
            }
            (_, Turn::Stopped) => self.pause(Pause::Stopped(player))?,
            (_, Turn::Failed(fault)) if !self.asks => anyhow::bail!("{player} cannot play: {fault}"),
            (_, Turn::Failed(fault)) => {
                self.computers.dismiss(player);
                self.pause(Pause::Fault(player, fault.to_string()))?;
            }
            (wish, Turn::Decided(decision)) => {
                self.play_decision(player, galaxy, decision)?;
                if wish == Some(Wish::Step) && self.table.next().is_some() {
                    self.pause(Pause::Step)?;
                }
            }
        }
        let is_alone = !is_watched && !self.is_human_alive() && self.asks;
        if is_alone && self.table.next().is_some() {
            self.pause(Pause::NoHumans)?;
        }
        Ok(true)
    }

    /// Shows the board once a round to those who watch.
    fn show_round(&mut self) -> Result<()> {
        let round = self.table.galaxy().round();
        let is_due = match self.shown {
            None => true,
            Some(shown) if self.pace.is_fast => round >= shown.round() + FAST_ROUNDS,
            Some(shown) => round != shown.round(),
        };
        if is_due { self.show() } else { Ok(()) }
    }

    /// Lets the computer at a seat think.
    fn think_at_seat(&mut self, player: Player) -> Result<(Turn, Option<Wish>)> {
        let galaxy = *self.table.galaxy();
        let name = self.name(player);
        let spec = self.table.seats[player.index()].clone();
        let is_shown = terminal::can_move_cursor() && !self.pace.is_fast;
        if is_shown {
            let help = if self.keys.is_some() { WATCH_HELP } else { "Ctrl-C stops it" };
            // A line that wraps could not be cleared.
            let room = Size::of_stdout().columns.saturating_sub(capital(player).len() + 3);
            let status: String = format!(" thinks: {help}").chars().take(room).collect();
            write!(self.console.output, "{name}{status}")?;
            self.console.output.flush()?;
        }
        let Self { computers, console, pace, keys, .. } = self;
        let outcome = match computers.of(player, &spec) {
            Err(fault) => (Turn::Failed(fault), None),
            Ok(computer) => match keys {
                None => (think(computer, &galaxy, pace.delay(), &console.interrupt), None),
                Some(keys) => think_watched(computer, &galaxy, pace, &console.interrupt, keys),
            },
        };
        if is_shown {
            // Back to the beginning of the line, and clear it.
            write!(self.console.output, "\r\x1b[K")?;
        }
        Ok(outcome)
    }

    /// What the published player would play in this position; none if Ctrl-C stops it.
    pub(super) fn ask_published(&mut self) -> Result<Option<Thought>> {
        let galaxy = *self.table.galaxy();
        let spec = super::args::computer();
        let built = spec.build(&Setup::default());
        let Ok(mut computer) = built else { return Ok(None) };
        match think(&mut *computer, &galaxy, Duration::ZERO, &self.console.interrupt) {
            Turn::Decided(decision) => Ok(Some(Thought { spec, galaxy, decision })),
            Turn::Stopped => {
                self.say("Stopped.")?;
                Ok(None)
            }
            Turn::Failed(fault) => {
                self.say(format_args!("There is no answer: {fault}."))?;
                Ok(None)
            }
        }
    }

    /// Plays a computer's turn and says what it expects.
    pub(super) fn play_decision(
        &mut self,
        player: Player,
        galaxy: Galaxy,
        decision: Decision<StarChess>,
    ) -> Result<()> {
        let spec = self.table.seats[player.index()].clone();
        // A program may answer anything: the whole turn is checked before any of it is played.
        let mut after = galaxy;
        if let Some(error) = decision.turn.iter().find_map(|&command| after.apply(command).err()) {
            self.computers.dismiss(player);
            return self.pause(Pause::Fault(player, format!("its turn is illegal: {error}")));
        }
        self.play_thought(Thought { spec, galaxy, decision })
    }

    /// Plays a turn that was thought of, and says what is expected of it.
    pub(super) fn play_thought(&mut self, thought: Thought) -> Result<()> {
        let player = thought.galaxy.to_move();
        if !self.pace.is_fast {
            let (name, commands) = (self.name(player), write_commands(&thought.decision.turn));
            self.say(format!("{name}: {commands}{}", thought.summary()))?;
            if self.explains() {
                self.say(thought.reasons().trim_end())?;
            }
        }
        for &command in &thought.decision.turn {
            self.apply(command)?;
        }
        self.thoughts[player.index()] = Some(thought);
        self.autosave()
    }
}

/// Lets a computer think after a delay.
fn think(
    computer: &mut dyn ComputerPlayer<StarChess>,
    galaxy: &Galaxy,
    delay: Duration,
    interrupt: &Interrupt,
) -> Turn {
    interrupt.during(|stop| {
        wait(delay, stop);
        decide(computer, galaxy, stop)
    })
}

/// A decision, unless it is not wanted any more: a turn that was stopped is never played.
fn decide(computer: &mut dyn ComputerPlayer<StarChess>, galaxy: &Galaxy, stop: &Stop) -> Turn {
    if stop.is_raised() {
        return Turn::Stopped;
    }
    let decision = computer.think(galaxy, &Limits::default().with_stop(stop.clone()), &mut |_| ());
    match decision {
        _ if stop.is_raised() => Turn::Stopped,
        Ok(decision) => Turn::Decided(decision),
        Err(fault) => Turn::Failed(fault),
    }
}

/// Lets a computer think while keys are read, and waits until its turn is due.
fn think_watched(
    computer: &mut dyn ComputerPlayer<StarChess>,
    galaxy: &Galaxy,
    pace: &mut Pace,
    interrupt: &Interrupt,
    keys: &Keys,
) -> (Turn, Option<Wish>) {
    let begin = Instant::now();
    let mut wish = None;
    let turn = interrupt.during(|stop| {
        thread::scope(|scope| {
            let thinking = scope.spawn(|| decide(computer, galaxy, stop));
            loop {
                let is_due = begin.elapsed() >= pace.delay() || wish == Some(Wish::Step) || stop.is_raised();
                if thinking.is_finished() && is_due {
                    break;
                }
                match keys.next(POLL) {
                    Some(' ' | 'p') => wish = Some(Wish::Pause),
                    Some('q') => wish = Some(Wish::Quit),
                    Some('s' | 'n' | ']' | '\n' | '\r') => wish = Some(Wish::Step),
                    Some('+' | '=') => pace.faster(),
                    Some('-' | '_') => pace.slower(),
                    Some('f') => pace.is_fast = true,
                    _ => {}
                }
                if matches!(wish, Some(Wish::Pause | Wish::Quit)) {
                    stop.raise();
                }
            }
            thinking.join().unwrap_or_else(|_| Turn::Failed(Fault::Crashed("it panicked".to_owned())))
        })
    });
    (turn, wish)
}
