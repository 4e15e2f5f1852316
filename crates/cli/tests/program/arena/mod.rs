//! `starchess arena`.

#[cfg(unix)]
mod chess;
mod fair;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod outside;
#[cfg(unix)]
mod stops;
mod trial;
mod usage;
mod verdicts;
