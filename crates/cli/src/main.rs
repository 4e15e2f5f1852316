//! The program `starchess`: computer players that think ahead, and the games to meet them in.

mod arena;
mod chess;
mod cli;
mod compare;
mod complexity;
mod console;
mod experiments;
mod figures;
mod interrupt;
mod menu;
mod noughts;
mod sci;
mod searched;
mod star;
mod terminal;

use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::interrupt::Interrupted;

fn main() -> ExitCode {
    restore_terminal_on_panic();
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => ExitCode::from(interrupt::EXIT_CODE),
        Err(error) => {
            // If even this cannot be written, there is no way to report it.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A panic must not leave the terminal without an echo.
fn restore_terminal_on_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        terminal::restore();
        report(info);
    }));
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
