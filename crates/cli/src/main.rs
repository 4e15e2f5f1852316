//! The program `starchess`: computer players that think ahead, and the games to meet them in.

mod arena;
mod autosave;
mod chess;
mod cli;
mod compare;
mod complexity;
mod console;
mod experiments;
mod figures;
mod interrupt;
mod lock;
mod menu;
mod noughts;
mod palette;
mod progress;
mod sci;
mod searched;
mod serve;
mod sitting;
mod star;
mod terminal;
mod train;
mod workers;

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::process::ExitCode;

use crate::cli::Cli;
use crate::interrupt::Interrupted;

/// The exit code after a mistake on the command line.
const USAGE_EXIT_CODE: u8 = 2;

fn main() -> ExitCode {
    restore_terminal_on_panic();
    interrupt::catch_file_size_signal();
    let cli = match Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        // Help and the version fit already.
        Err(error) if !error.use_stderr() => error.exit(),
        Err(error) => {
            let text = error.render();
            let text = if io::stderr().is_terminal() { text.ansi().to_string() } else { text.to_string() };
            let _ = write!(io::stderr(), "{}", terminal::fit_stderr(&text));
            return ExitCode::from(USAGE_EXIT_CODE);
        }
    };
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => ExitCode::from(interrupt::exit_code()),
        Err(error) => {
            // If even this cannot be written, there is no way to report it.
            let _ = writeln!(io::stderr(), "{}", terminal::fit_stderr(&format!("error: {error:#}")));
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
