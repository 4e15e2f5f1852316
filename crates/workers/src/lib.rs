//! Games on many machines: a queue of games in NATS JetStream, and the workers that play them.
//!
//! A *coordinator* has the folder of a run. To the arena it is a [`Workplace`](arena::Workplace) like
//! the threads of its own process: [`Workers`] plays the games of a plan by number and hands them in.
//! It puts a window of games into the queue as *jobs*, and takes out their *results*. A [`Worker`] on
//! any machine takes jobs, plays them, and puts in the results. [`TrainingWorkers`] is the same for the
//! games of a training.
//!
//! - A game counts once, under its number, when it is on the coordinator's disk. Only then the result
//!   is removed from the queue.
//! - A worker puts the result into the queue first, and then removes the job. Whoever is killed in
//!   between, the game is played again at worst, and one of its results counts.
//! - The run is complete when all its games are, never because the queue is empty. The coordinator
//!   compares the queue with what should be in it, and puts in again what got lost.
//! - A worker plays only for coordinators of the same [`Build`], and starts only programs that its owner
//!   has allowed.

mod assignment;
mod capacity;
mod coordinator;
mod demand;
mod fingerprint;
mod games;
mod protocol;
mod queue;
mod queue_file;
mod results;
mod roster;
mod server;
mod service;
mod task;
mod training;
mod worker;

pub use games::{Workers, is_program};
pub use protocol::Build;
pub use roster::Roster;
pub use server::{Access, QueueError, Server};
pub use training::TrainingWorkers;
pub use worker::Worker;

/// One thread for all connections, and so many for work that takes its time.
fn runtime(threads: usize) -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(threads).build()
}
