//! The part of a help text that lists a game's players.

use std::fmt::Write;

use crate::decision::Playable;
use crate::kind::Kind;
use crate::option::OptionInfo;

/// What is wider has a line of its own.
const MAX_WIDTH: usize = 28;

/// All players of a game and their options, for a terminal of 80 columns.
pub fn overview<G: Playable>() -> String {
    list::<G>(Some(("human".to_owned(), "a person")))
}

/// The same without humans, for games of computers only.
pub fn computer_overview<G: Playable>() -> String {
    list::<G>(None)
}

fn list<G: Playable>(human: Option<(String, &'static str)>) -> String {
    let mut text = String::from("Players are written NAME or NAME:option,option=value\n\n");
    let programs: Vec<(String, &str)> =
        G::protocols().iter().map(|protocol| (format!("{}:PROGRAM", protocol.name), protocol.about)).collect();
    let kinds = G::kinds().iter().map(|kind| (kind.name.to_owned(), kind.about));
    let players: Vec<(String, &str)> = human.into_iter().chain(kinds).chain(programs).collect();
    let options = options::<G>();
    let names = players.iter().map(|(name, _)| name.chars().count());
    let widths = names.chain(options.iter().map(|option| option.usage().len()));
    let width = widths.filter(|&width| width <= MAX_WIDTH).max().unwrap_or(0);
    // Writing to a string does not fail.
    for (name, about) in &players {
        let _ = writeln!(text, "  {name:<width$}  {about}");
    }
    text.push_str("\nOptions:\n");
    for option in options {
        let (usage, about, owners) = (option.usage(), option.about, owners::<G>(option));
        let _ = match usage.len() {
            length if length > width => writeln!(text, "  {usage}\n  {:width$}  {about}", ""),
            _ => writeln!(text, "  {usage:<width$}  {about}"),
        };
        let _ = writeln!(text, "  {:width$}  ({owners})", "");
    }
    text.truncate(text.trim_end().len());
    text
}

/// The options of all players, each once.
fn options<G: Playable>() -> Vec<&'static OptionInfo> {
    let mut options: Vec<&OptionInfo> = Vec::new();
    for option in G::kinds().iter().flat_map(|kind| kind.options) {
        if !options.iter().any(|known| known.name == option.name) {
            options.push(option);
        }
    }
    options
}

/// The players that have an option, or if these are most, those that have not.
fn owners<G: Playable>(option: &OptionInfo) -> String {
    let has = |kind: &&&Kind<G>| kind.options.iter().any(|own| own.name == option.name);
    let (owners, others): (Vec<_>, Vec<_>) = G::kinds().iter().partition(|kind| has(kind));
    let names = |kinds: Vec<&&Kind<G>>| kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    match others.len() {
        0 => "all".to_owned(),
        count if count < owners.len() => format!("all except {}", names(others)),
        _ => names(owners),
    }
}
