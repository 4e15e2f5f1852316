//! The program as its users see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail")]

mod arena;
mod behaviour;
mod chess;
mod complexity;
mod experiments;
mod golden;
mod run;
mod sci;
#[cfg(unix)]
mod serve;
mod star;
#[cfg(unix)]
mod terminal;
