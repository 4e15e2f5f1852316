//! Every rule, with numbers computed by hand.

mod commands;
mod end_of_turn;
mod refusals;

use starchess::{Galaxy, read_commands};

/// Reads a position.
pub fn galaxy(line: &str) -> Galaxy {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The position after some commands, which must be legal.
pub fn after(line: &str, commands: &str) -> String {
    let mut galaxy = galaxy(line);
    for command in read_commands(commands).unwrap() {
        galaxy.apply(command).unwrap_or_else(|error| panic!("{command}: {error}"));
    }
    galaxy.to_string()
}

/// Why the last of some commands is refused. It must change nothing.
pub fn refusal(line: &str, commands: &str) -> String {
    let mut galaxy = galaxy(line);
    let commands = read_commands(commands).unwrap();
    let (last, before) = commands.split_last().unwrap();
    for &command in before {
        galaxy.apply(command).unwrap_or_else(|error| panic!("{command}: {error}"));
    }
    let unchanged = galaxy;
    let error = galaxy.apply(*last).unwrap_err();
    assert_eq!(galaxy, unchanged);
    error.to_string()
}
