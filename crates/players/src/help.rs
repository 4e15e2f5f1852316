//! The part of a help text that lists a game's players.

use std::fmt::Write;

use crate::decision::Playable;

/// All players of a game and their options, for a terminal of 80 columns.
pub fn overview<G: Playable>() -> String {
    let mut text = String::from("Players are written NAME or NAME:option,option=value\n\n");
    let programs: Vec<(String, &str)> =
        G::protocols().iter().map(|protocol| (format!("{}:PROGRAM", protocol.name), protocol.about)).collect();
    let human = ("human".to_owned(), "a person");
    let kinds = G::kinds().iter().map(|kind| (kind.name.to_owned(), kind.about));
    let players: Vec<(String, &str)> = std::iter::once(human).chain(kinds).chain(programs).collect();
    let width = players.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    // Writing to a string does not fail.
    for (name, about) in &players {
        let _ = writeln!(text, "  {name:<width$}  {about}");
    }
    text.push_str("\nOptions, and the players that have them:\n");
    let mut seen: Vec<&str> = Vec::new();
    let options = G::kinds().iter().flat_map(|kind| kind.options);
    for option in options {
        if seen.contains(&option.name) {
            continue;
        }
        seen.push(option.name);
        let has = |kind: &&&crate::Kind<G>| kind.options.iter().any(|own| own.name == option.name);
        let owners: Vec<&str> = G::kinds().iter().filter(has).map(|kind| kind.name).collect();
        let of_all = owners.len() == G::kinds().len() && owners.len() > 1;
        let owners = if of_all { "all".to_owned() } else { owners.join(", ") };
        let _ = writeln!(text, "  {:<width$}  {}\n  {:width$}  ({owners})", option.usage(), option.about, "");
    }
    text.truncate(text.trim_end().len());
    text
}
