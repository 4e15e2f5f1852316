//! Where the games of a training are played.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use gametree::Stop;

use crate::rollout::training::folder::TrainingError;
use crate::rollout::training::game::{PlayedGame, TrainingGame};

/// Where the games of a training are played: in [`Threads`] of this process, or on other machines.
pub trait Workplace {
    /// Plays these games, and calls `each` with every game and its index as it ends, in any order. A
    /// game counts once `each` returns.
    fn play(
        &self,
        games: &[TrainingGame],
        stop: &Stop,
        each: &mut dyn FnMut(usize, PlayedGame) -> Result<(), TrainingError>,
    ) -> Result<(), TrainingError>;
}

/// So many threads of this process.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub NonZeroUsize);

impl Workplace for Threads {
    fn play(
        &self,
        games: &[TrainingGame],
        stop: &Stop,
        each: &mut dyn FnMut(usize, PlayedGame) -> Result<(), TrainingError>,
    ) -> Result<(), TrainingError> {
        let (next, is_over) = (&AtomicUsize::new(0), &Stop::new());
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..self.0.get().min(games.len()) {
                let sender = sender.clone();
                scope.spawn(move || {
                    while let Some((index, game)) =
                        Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|index| Some((index, games.get(index)?)))
                    {
                        let played = game.play(stop);
                        if is_over.is_raised() || sender.send((index, played)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut collect = || -> Result<(), TrainingError> {
                for (index, played) in &receiver {
                    each(index, played?.ok_or(TrainingError::Stopped)?)?;
                }
                Ok(())
            };
            let collected = collect();
            is_over.raise();
            collected
        })
    }
}
