//! Many games at once.

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
type Message = Result<Played, RunError>;

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

/// A tournament.
pub struct Run<'a, R: Rules> {
    /// The rules of the game.
    pub rules: &'a R,
    /// The players, in the order of the plan's entrants, which are their names.
    pub players: &'a [PlayerSpec<R::Game>],
    /// The games.
    pub plan: &'a Plan,
    /// How they are played.
    pub options: RunOptions,
}

impl<R: Rules> Run<'_, R> {
    /// Plays all games of the plan that are not `done`, and calls `each` with every result once it
    /// is on the disk. Ends early if `each` breaks.
    ///
    /// A run is complete when all its games are there, so it does not matter how often it was
    /// stopped or killed.
    pub fn play(
        &self,
        folder: &mut Folder,
        done: &HashSet<u64>,
        each: &mut dyn FnMut(GameResult) -> ControlFlow<()>,
    ) -> Result<Finish, RunError> {
        let next = AtomicU64::new(0);
        // The games have a stop flag of their own, which is also raised when there are enough of
        // them.
        let clock = &Clock { stop: Stop::new(), ..self.options.clock.clone() };
        let (sender, receiver) = sync_channel(MAX_BATCH);
        thread::scope(|scope| {
            let games = usize::try_from(self.plan.games()).unwrap_or(usize::MAX).max(1);
            for number in 0..self.options.concurrency.get().min(games).min(MAX_CONCURRENCY) {
                let (sender, next) = (sender.clone(), &next);
                let worker = thread::Builder::new().spawn_scoped(scope, move || self.work(done, next, clock, &sender));
                match worker {
                    Ok(_) => {}
                    Err(error) if number == 0 => return Err(RunError::Thread(error)),
                    // Fewer threads will do.
                    Err(_) => break,
                }
            }
            drop(sender);
            let finish = self.collect(&receiver, folder, &clock.stop, each);
            clock.stop.raise();
            // Unblocks threads that wait to hand in a game.
            drop(receiver);
            let finish = finish?;
            folder.check()?;
            Ok(finish)
        })
    }

    /// Plays one game after the other and hands them in.
    fn work(&self, done: &HashSet<u64>, next: &AtomicU64, clock: &Clock, sender: &SyncSender<Message>) {
        while !clock.stop.is_raised() {
            let id = next.fetch_add(1, Ordering::Relaxed);
            if id >= self.plan.end() {
                break;
            }
            let Some(planned) = self.plan.game(id).filter(|_| !done.contains(&id)) else { continue };
            let message = match referee::play(self.rules, self.players, self.plan, &planned, clock) {
                Ok(Some(played)) => Ok(played),
                Ok(None) => break,
                Err(reason) => Err(RunError::Begin { id, reason }),
            };
            // The signal that stopped the run may have killed the players too, so their faults mean
            // nothing.
            if self.options.clock.stop.is_raised() {
                break;
            }
            if sender.send(message).is_err() {
                break;
            }
        }
    }

    /// Writes games to the disk as they come, several together if they come fast.
    fn collect(
        &self,
        receiver: &Receiver<Message>,
        folder: &mut Folder,
        over: &Stop,
        each: &mut dyn FnMut(GameResult) -> ControlFlow<()>,
    ) -> Result<Finish, RunError> {
        loop {
            let first = receiver.recv_timeout(POLL_INTERVAL);
            if self.options.clock.stop.is_raised() {
                over.raise();
            }
            let mut games = match first {
                Ok(game) => vec![game?],
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) if over.is_raised() => return Ok(Finish::Stopped),
                Err(RecvTimeoutError::Disconnected) => return Ok(Finish::Complete),
            };
            while games.len() < MAX_BATCH
                && let Ok(more) = receiver.try_recv()
            {
                games.push(more?);
            }
            folder.add(&games)?;
            // Games after the last one that was needed are on the disk too, so they count.
            let mut is_enough = false;
            for game in games {
                is_enough |= each(game.result).is_break();
            }
            if is_enough {
                return Ok(Finish::Enough);
            }
        }
    }
}
