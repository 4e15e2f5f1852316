//! Computers that think: about their moves, and about questions.

use gametree::Stop;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::{QUIET, RETRY, Table, to_value};
use crate::live::{Context, LiveGame, Refusal, Task};
use crate::pool::Lane;
use crate::protocol::Message;

/// What a thinking thread reports.
pub(super) enum FromThread<G: LiveGame> {
    Begun { number: u64 },
    Progress { number: u64, progress: G::Progress },
    Decided { number: u64, order: Result<G::Order, Refusal> },
    Answered { number: u64, answer: Result<G::Answer, Refusal> },
}

/// A computer that thinks about its move.
pub(super) struct Thinking {
    pub(super) number: u64,
    pub(super) stop: Stop,
    pub(super) cancel: Stop,
    pub(super) has_begun: bool,
}

impl<G: LiveGame> Table<G> {
    /// Lets the computer to move think, if there is one and it may. Returns when to try again.
    pub(super) fn think(&mut self) -> Option<Instant> {
        // Where people play, computers answer them.
        let is_held = self.pace.is_paused && self.steps == 0 && !self.has_human;
        if self.thinking.is_some() || self.pages.is_empty() || self.fault.is_some() || is_held {
            return None;
        }
        if Instant::now() < self.may_move {
            return Some(self.may_move);
        }
        let task = self.game.next_task()?;
        let number = self.number();
        let (stop, cancel) = (Stop::new(), Stop::new());
        let report = |number, order| FromThread::Decided { number, order };
        match self.submit(Lane::Moves, number, stop.clone(), cancel.clone(), task, report) {
            Ok(()) => {
                self.thinking = Some(Thinking { number, stop, cancel, has_begun: false });
                None
            }
            Err(_) => Some(Instant::now() + RETRY),
        }
    }

    /// Gives a task to a thinking thread. Whatever happens there, a report comes back.
    pub(super) fn submit<T: Send + 'static>(
        &self,
        lane: Lane,
        number: u64,
        stop: Stop,
        cancel: Stop,
        task: Task<G, T>,
        report: fn(u64, Result<T, Refusal>) -> FromThread<G>,
    ) -> Result<(), Refusal> {
        let mut reporter = Reporter { number, sender: self.threads.clone(), report, is_sent: false };
        let threads = self.threads.clone();
        let job = move || {
            if cancel.is_raised() {
                return reporter.send(Err(Refusal("withdrawn".to_owned())));
            }
            let _ = threads.send(FromThread::Begun { number });
            let mut progress = |progress| drop(threads.send(FromThread::Progress { number, progress }));
            let result = task(&mut Context { stop, cancel, progress: &mut progress });
            reporter.send(result);
        };
        self.shared
            .pool
            .submit(lane, job)
            .map_err(|_| Refusal("too many computers are thinking on this server: try again soon".to_owned()))
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.cancel.raise();
        }
    }

    /// Handles what a thinking thread reports. An error means that the game could not be stored.
    pub(super) async fn hear(&mut self, report: FromThread<G>) -> Result<(), ()> {
        let is_thinking = |number| self.thinking.as_ref().is_some_and(|thinking| thinking.number == number);
        match report {
            FromThread::Begun { number } if is_thinking(number) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.has_begun = true;
                }
            }
            FromThread::Progress { number, progress } if is_thinking(number) => {
                let now = Instant::now();
                if now >= self.may_progress
                    && let Ok(progress) = to_value(&progress)
                {
                    self.may_progress = now + QUIET;
                    self.broadcast(&Message::Progress { progress });
                }
            }
            FromThread::Decided { number, order } if is_thinking(number) => {
                self.thinking = None;
                self.steps = self.steps.saturating_sub(1);
                let played = match order {
                    // People wait for the computers that they play against.
                    Ok(order) => self.play(order, self.has_human).await,
                    Err(refusal) => Ok(Err(refusal)),
                };
                self.may_move = Instant::now() + self.gap();
                match played {
                    Ok(Ok(())) => {}
                    Ok(Err(refusal)) => self.fault = Some(refusal.0),
                    Err(_) => return Err(()),
                }
            }
            FromThread::Answered { number, answer } => {
                if let Some(asked) = self.asked.remove(&number) {
                    let _ = asked.answered.send(answer.and_then(|answer| to_value(&answer)));
                }
            }
            // Of a task that is not wanted any more.
            FromThread::Begun { .. } | FromThread::Progress { .. } | FromThread::Decided { .. } => {}
        }
        Ok(())
    }
}

/// Reports the result of a task, or that it panicked.
struct Reporter<G: LiveGame, T> {
    number: u64,
    sender: mpsc::UnboundedSender<FromThread<G>>,
    report: fn(u64, Result<T, Refusal>) -> FromThread<G>,
    is_sent: bool,
}

impl<G: LiveGame, T> Reporter<G, T> {
    fn send(&mut self, result: Result<T, Refusal>) {
        self.is_sent = true;
        // The game may have been closed meanwhile.
        let _ = self.sender.send((self.report)(self.number, result));
    }
}

impl<G: LiveGame, T> Drop for Reporter<G, T> {
    fn drop(&mut self) {
        if !self.is_sent {
            self.send(Err(Refusal("the computer player failed".to_owned())));
        }
    }
}
