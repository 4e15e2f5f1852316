//! Many games at once.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use std::{io, thread};

use gametree::Stop;
use thiserror::Error;

use crate::folder::{Folder, FolderError};
use crate::plan::Plan;
use crate::player::{Clock, Entrant};
use crate::referee::{self, Played};
use crate::result::GameResult;
use crate::rules::Rules;

/// The most games that are played at once. More threads than this do not make a run faster, and where
/// threads run out the process would be aborted.
pub const MAX_CONCURRENCY: usize = 256;

/// The most results that are written to the disk together.
const MAX_BATCH: usize = 1024;

/// How long it may take to notice that the run is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// A game that was played, or why it was not.
type Message = Result<Played, RunError>;

/// Why a run cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The results cannot be kept.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There is nobody to play the games.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
    /// A game cannot begin.
    #[error("game {id} cannot begin: {reason}")]
    Begin {
        /// Which game.
        id: u64,
        /// Why.
        reason: String,
    },
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games are there.
    Complete,
    /// There are enough, says the one who was told of them.
    Enough,
    /// It was stopped.
    Stopped,
}

/// A tournament.
pub struct Run<'a, R: Rules> {
    /// What is played.
    pub rules: &'a R,
    /// Who plays, in the order of the plan.
    pub entrants: &'a [&'a dyn Entrant<R>],
    /// Which games.
    pub plan: &'a Plan,
    /// How many at a time.
    pub concurrency: NonZeroUsize,
    /// How long players may think, and when to stop.
    pub clock: Clock,
}

impl<R: Rules> Run<'_, R> {
    /// Plays all games of the plan that are not `done`, and tells `each` of those that have come to count, one after the
    /// other. That one may say that it is enough.
    ///
    /// A run is complete when the set of its games is, so it does not matter how often it was stopped or killed.
    pub fn play(
        &self,
        folder: &mut Folder,
        done: &HashSet<u64>,
        mut each: impl FnMut(GameResult) -> ControlFlow<()>,
    ) -> Result<Finish, RunError> {
        let next = AtomicU64::new(0);
        // The games have a flag of their own: it is raised for them when the run is stopped, but also when it is enough.
        let clock = &Clock { stop: Stop::new(), ..self.clock.clone() };
        let (sender, receiver) = sync_channel(MAX_BATCH);
        thread::scope(|scope| {
            let games = usize::try_from(self.plan.games()).unwrap_or(usize::MAX).max(1);
            for number in 0..self.concurrency.get().min(games).min(MAX_CONCURRENCY) {
                let (sender, next) = (sender.clone(), &next);
                let worker = thread::Builder::new().spawn_scoped(scope, move || self.work(done, next, clock, &sender));
                match worker {
                    Ok(_) => {}
                    Err(error) if number == 0 => return Err(RunError::Thread(error)),
                    // The machine has no room for more of them, and fewer do it too.
                    Err(_) => break,
                }
            }
            drop(sender);
            let finish = self.collect(&receiver, folder, &clock.stop, &mut each);
            clock.stop.raise();
            // Unblocks threads that wait to hand in a game.
            drop(receiver);
            folder.check()?;
            finish
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
            let message = match referee::play(self.rules, self.entrants, &planned, clock) {
                Ok(Some(played)) => Ok(played),
                Ok(None) => break,
                Err(reason) => Err(RunError::Begin { id, reason }),
            };
            // Everybody may have been ended together with the run, so it shows nothing.
            if self.clock.stop.is_raised() {
                break;
            }
            if sender.send(message).is_err() {
                break;
            }
        }
    }

    /// Brings games to the disk as they come, several at once if they come fast.
    fn collect(
        &self,
        receiver: &Receiver<Message>,
        folder: &mut Folder,
        over: &Stop,
        each: &mut impl FnMut(GameResult) -> ControlFlow<()>,
    ) -> Result<Finish, RunError> {
        loop {
            let first = receiver.recv_timeout(LOOK);
            if self.clock.stop.is_raised() {
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
            // Those behind the last one that was needed are on the disk too.
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
