//! Watching computers play: keys that pause, step, end and change the speed.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use gametree::Stop;

use crate::console::Console;
use crate::interrupt::Interrupt;
use crate::terminal::{self, Key, Keys, Size};

/// How long to wait for a key before looking at the computer again.
const POLL: Duration = Duration::from_millis(20);

/// The same if there is no delay.
const SHORT_POLL: Duration = Duration::from_millis(1);

/// How often those who wait are told for how long.
const BETWEEN_NEWS: Duration = Duration::from_secs(1);

/// The delays between two turns, from slow to fast.
const DELAYS: [u64; 8] = [5_000, 2_000, 1_000, 500, 200, 100, 50, 0];

/// Ctrl-D, as the terminal sends it while keys are read.
const END_OF_INPUT: char = '\u{4}';

/// How fast computers play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    delay: Duration,
    /// Whether the game skips ahead, without a delay and with few boards.
    pub(crate) is_fast: bool,
    /// Whether a single turn is wanted, which is played at once.
    pub(crate) is_single: bool,
}

impl Pace {
    pub(crate) fn new(delay: Duration) -> Self {
        Self { delay, is_fast: false, is_single: false }
    }

    pub(crate) fn delay(self) -> Duration {
        if self.is_fast || self.is_single { Duration::ZERO } else { self.delay }
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

    /// Follows the key of another speed, and says whether it is one.
    fn follow(&mut self, key: char) -> bool {
        match key {
            '+' | '=' => self.faster(),
            '-' | '_' => self.slower(),
            'f' => self.is_fast = true,
            _ => return false,
        }
        true
    }

    /// The delay in seconds.
    fn speed(self) -> String {
        format!("{} s", self.delay.as_secs_f64())
    }

    /// What is on the line of the cursor while a computer thinks and keys are read.
    pub(crate) fn status(self, turn: &str, player: &str) -> String {
        if self.is_fast {
            return format!("{turn}: space pause, - slower, q quit");
        }
        format!("{player} thinks: space pause, + - speed ({}), s step, f fast, q quit", self.speed())
    }
}

/// What the user wants, by the keys pressed while a computer thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Pause,
    Step,
    Quit,
    /// The terminal is gone.
    Leave,
}

/// What became of the work that was watched.
pub(crate) enum Watched<T> {
    Done(T),
    /// A key or Ctrl-C stopped it, or came before its time.
    Stopped,
    Panicked,
}

/// Lets a computer work while keys are read, and waits until its turn is due. Shows a new pace.
pub(crate) fn watch<T: Send>(
    work: impl FnOnce(&Stop) -> T + Send,
    pace: &mut Pace,
    interrupt: &Interrupt,
    keys: &Keys,
    show: &mut dyn FnMut(Pace),
) -> (Watched<T>, Option<Wish>) {
    let begin = Instant::now();
    let mut wish = None;
    let watched = interrupt.during(|cancel| {
        let done = thread::scope(|scope| {
            let worker = scope.spawn(|| work(cancel));
            loop {
                let patience = if pace.delay().is_zero() { SHORT_POLL } else { POLL };
                match keys.next(patience) {
                    Some(Key::Char(' ' | 'p')) => wish = Some(Wish::Pause),
                    Some(Key::Char('q')) => wish = Some(Wish::Quit),
                    Some(Key::Closed | Key::Char(END_OF_INPUT)) => wish = Some(Wish::Leave),
                    Some(Key::Char('s' | 'n' | ']' | '\n' | '\r')) => wish = Some(Wish::Step),
                    Some(Key::Char(key)) if pace.follow(key) => show(*pace),
                    _ => {}
                }
                if matches!(wish, Some(Wish::Pause | Wish::Quit | Wish::Leave)) {
                    cancel.raise();
                }
                let is_due = begin.elapsed() >= pace.delay() || wish == Some(Wish::Step) || cancel.is_raised();
                if worker.is_finished() && is_due {
                    break;
                }
            }
            worker.join()
        });
        match done {
            // It may have been ready before Ctrl-C, and only waited for its time.
            _ if cancel.is_raised() => Watched::Stopped,
            Ok(done) => Watched::Done(done),
            Err(_) => Watched::Panicked,
        }
    });
    (watched, wish)
}

/// Lets a computer work, and tells every second for how long it has.
pub(super) fn work_and_tell<T: Send>(
    work: impl FnOnce() -> T + Send,
    tell: &mut dyn FnMut(Duration),
) -> thread::Result<T> {
    thread::scope(|scope| {
        let begin = Instant::now();
        let (working, is_over) = mpsc::channel::<()>();
        let worker = scope.spawn(move || {
            // Hung up when the work is over, however it ends.
            let _working = working;
            work()
        });
        while is_over.recv_timeout(BETWEEN_NEWS) == Err(RecvTimeoutError::Timeout) {
            tell(begin.elapsed());
        }
        worker.join()
    })
}

/// What a key means while computers pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PausedKey {
    GoOn,
    Fast,
    Step,
    Quit,
    /// Opens the command line.
    Commands,
    /// The first letter of a command.
    Letter(char),
    /// The terminal is gone.
    Leave,
    /// Ctrl-C.
    Interrupt,
}

/// Waits for a key while computers pause.
pub(crate) fn paused_key(console: &mut Console, keys: &Keys, pace: &mut Pace) -> Result<PausedKey> {
    loop {
        let speed = pace.speed();
        show_status(
            console,
            &format!("Paused: space resume, s step, f fast, + - speed ({speed}), Enter commands, q quit"),
        )?;
        let key = console.interrupt.during(|stop| {
            while !stop.is_raised() {
                if let Some(key) = keys.next(POLL) {
                    return Some(key);
                }
            }
            None
        });
        show_status(console, "")?;
        return Ok(match key {
            None => PausedKey::Interrupt,
            Some(Key::Closed | Key::Char(END_OF_INPUT)) => PausedKey::Leave,
            Some(Key::Char(' ' | 'p')) => PausedKey::GoOn,
            Some(Key::Char('f')) => PausedKey::Fast,
            Some(Key::Char('s' | 'n' | ']')) => PausedKey::Step,
            Some(Key::Char('q')) => PausedKey::Quit,
            Some(Key::Char('\n' | '\r')) => PausedKey::Commands,
            Some(Key::Char(key)) if !pace.follow(key) && key.is_ascii_graphic() => PausedKey::Letter(key),
            Some(Key::Char(_)) => continue,
        });
    }
}

/// Replaces the line of the cursor, if the terminal can do that.
pub(crate) fn show_status(console: &mut Console, status: &str) -> Result<()> {
    if terminal::can_move_cursor() {
        // A line that wraps could not be cleared.
        let room = Size::of_stdout().columns.saturating_sub(1);
        let status: String = status.chars().take(room).collect();
        write!(console.output, "\r\x1b[K{status}")?;
        console.output.flush()?;
    }
    Ok(())
}
