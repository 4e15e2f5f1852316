//! The games of a run: where they are played, and how they come to count.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use std::{io, thread};

use gametree::Stop;
use players::PlayerSpec;
use thiserror::Error;

use crate::clock::Clock;
use crate::folder::{Folder, FolderError};
use crate::game::{Rules, RunOptions};
use crate::plan::Plan;
use crate::referee::{self, Played};
use crate::result::GameResult;

/// The most games that are played at once. More threads than this do not make a run faster, and
/// where threads run out the process would be aborted.
pub const MAX_CONCURRENCY: usize = 256;

/// The most results that are written to the disk together.
const MAX_BATCH: usize = 1024;

/// The longest wait before the stop flag is checked again.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A game that was played, or why it was not.
pub type HandedIn = Result<Played, RunError>;

/// Why a run cannot go on.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum RunError {
    /// The results cannot be kept.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The system has no thread left.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
    /// A game cannot begin.
    #[error("game {id} cannot begin: {reason}")]
    Begin { id: u64, reason: String },
    /// The place where the games are played is out of order.
    #[error("{0}")]
    Workplace(String),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games are played.
    Complete,
    /// The caller needs no more games.
    Enough,
    /// The run was stopped.
    Stopped,
}

/// Where the games of a plan are played: the threads of this process ([`Threads`]), or workers on
/// other machines. Everything else about a run is the same for all: its folder, its tests, its report.
pub trait Workplace: Sync {
    /// Plays all games of the plan that are not `done`, and hands in each of them once. Returns when
    /// all are handed in, when `over` is raised, or when nobody takes them any more.
    fn work(&self, plan: &Plan, done: &HashSet<u64>, over: &Stop, hand_in: &SyncSender<HandedIn>);

    /// Takes note that games which were handed in, by their numbers, are on the disk.
    fn counted(&self, _games: &[u64]) {}
}

/// Plays all games of the plan that are not `done`, and calls `each` with every result once it is on
/// the disk. Ends early if `each` breaks, or if `stop` is raised.
///
/// A run is complete when all its games are there, so it does not matter how often it was stopped or
/// killed.
pub fn play(
    workplace: &dyn Workplace,
    plan: &Plan,
    stop: &Stop,
    folder: &mut Folder,
    done: &HashSet<u64>,
    each: &mut dyn FnMut(GameResult) -> ControlFlow<()>,
) -> Result<Finish, RunError> {
    // The games have a stop flag of their own, which is also raised when there are enough of them.
    let over = &Stop::new();
    let (sender, receiver) = sync_channel(MAX_BATCH);
    thread::scope(|scope| {
        let work = move || workplace.work(plan, done, over, &sender);
        thread::Builder::new().spawn_scoped(scope, work).map_err(RunError::Thread)?;
        let left = plan.games().saturating_sub(done.len() as u64);
        let finish = collect(workplace, &receiver, folder, stop, over, left, each);
        over.raise();
        // Unblocks threads that wait to hand in a game.
        drop(receiver);
        let finish = finish?;
        folder.check()?;
        Ok(finish)
    })
}

/// Writes games to the disk as they come, several together if they come fast, until there are none
/// `left` to come.
fn collect(
    workplace: &dyn Workplace,
    receiver: &Receiver<HandedIn>,
    folder: &mut Folder,
    stop: &Stop,
    over: &Stop,
    mut left: u64,
    each: &mut dyn FnMut(GameResult) -> ControlFlow<()>,
) -> Result<Finish, RunError> {
    while left > 0 {
        let first = receiver.recv_timeout(POLL_INTERVAL);
        if stop.is_raised() {
            over.raise();
        }
        let mut games = match first {
            Ok(game) => vec![game?],
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(Finish::Stopped),
        };
        while games.len() < MAX_BATCH
            && let Ok(more) = receiver.try_recv()
        {
            games.push(more?);
        }
        folder.add(&games)?;
        let numbers: Vec<u64> = games.iter().map(|game| game.result.id).collect();
        workplace.counted(&numbers);
        left = left.saturating_sub(games.len() as u64);
        // Games after the last one that was needed are on the disk too, so they count.
        let mut is_enough = false;
        for game in games {
            is_enough |= each(game.result).is_break();
        }
        if is_enough {
            return Ok(Finish::Enough);
        }
    }
    Ok(Finish::Complete)
}

/// The threads of this process, each of which plays one game after the other.
pub struct Threads<'a, R: Rules> {
    /// The rules of the game.
    pub rules: &'a R,
    /// The players, in the order of the plan's entrants, which are their names.
    pub players: &'a [PlayerSpec<R::Game>],
    /// How the games are played.
    pub options: RunOptions,
}

impl<R: Rules> Workplace for Threads<'_, R> {
    fn work(&self, plan: &Plan, done: &HashSet<u64>, over: &Stop, hand_in: &SyncSender<HandedIn>) {
        let next = &AtomicU64::new(0);
        let clock = &Clock { stop: over.clone(), ..self.options.clock.clone() };
        thread::scope(|scope| {
            let games = usize::try_from(plan.games()).unwrap_or(usize::MAX).max(1);
            for number in 0..self.options.concurrency.get().min(games).min(MAX_CONCURRENCY) {
                let sender = hand_in.clone();
                let thread = move || self.play_in_turn(plan, done, next, clock, &sender);
                match thread::Builder::new().spawn_scoped(scope, thread) {
                    Ok(_) => {}
                    Err(error) if number == 0 => {
                        // If nobody takes the error, the run is over anyway.
                        let _ = hand_in.send(Err(RunError::Thread(error)));
                        break;
                    }
                    // Fewer threads will do.
                    Err(_) => break,
                }
            }
        });
    }
}

impl<R: Rules> Threads<'_, R> {
    /// Plays one game after the other and hands them in.
    fn play_in_turn(
        &self,
        plan: &Plan,
        done: &HashSet<u64>,
        next: &AtomicU64,
        clock: &Clock,
        hand_in: &SyncSender<HandedIn>,
    ) {
        while !clock.stop.is_raised() {
            let id = next.fetch_add(1, Ordering::Relaxed);
            if id >= plan.end() {
                break;
            }
            let Some(planned) = plan.game(id).filter(|_| !done.contains(&id)) else { continue };
            let game = match referee::play(self.rules, self.players, &plan.entrants, &planned, clock) {
                Ok(Some(played)) => Ok(played),
                Ok(None) => break,
                Err(reason) => Err(RunError::Begin { id, reason }),
            };
            // The signal that stopped the run may have killed the players too, so their faults mean
            // nothing.
            if self.options.clock.stop.is_raised() {
                break;
            }
            if hand_in.send(game).is_err() {
                break;
            }
        }
    }
}
