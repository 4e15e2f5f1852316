//! The part of a help text that lists a game's players.

use crate::decision::Playable;
use crate::kind::Kind;
use crate::option::OptionInfo;

/// What is wider has a line of its own.
const MAX_WIDTH: usize = 28;

/// The columns of the terminal that the text is for.
const COLUMNS: usize = 80;

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
    for (name, about) in &players {
        write_row(&mut text, name, width, about);
    }
    text.push_str("\nOptions:\n");
    for option in options {
        write_row(&mut text, &option.usage(), width, option.about);
        write_row(&mut text, "", width, &format!("({})", owners::<G>(option)));
    }
    text.truncate(text.trim_end().len());
    text
}

/// Writes a name of at most this width and what it means beside it, or below it if it is wider.
fn write_row(text: &mut String, name: &str, width: usize, about: &str) {
    let mut name = name;
    if name.chars().count() > width {
        text.push_str(&format!("  {name}\n"));
        name = "";
    }
    let room = COLUMNS.saturating_sub(width + 4);
    let mut line = String::new();
    for word in about.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
            text.push_str(&format!("  {name:<width$}  {line}\n"));
            name = "";
            line.clear();
        }
        line += if line.is_empty() { "" } else { " " };
        line += word;
    }
    text.push_str(&format!("  {name:<width$}  {line}\n"));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fit_the_terminal() {
        let row = |name: &str, about: &str| {
            let mut text = String::new();
            write_row(&mut text, name, 20, about);
            text
        };
        let (gap, word) = (" ".repeat(24), "x".repeat(27));
        assert_eq!(row("depth=N", &word), format!("  depth=N{}{word}\n", " ".repeat(15)));
        assert_eq!(row("", &format!("{word} {word}")), format!("{gap}{word} {word}\n"));
        assert_eq!(row("", &format!("{word} {word} y")), format!("{gap}{word} {word}\n{gap}y\n"));
        assert_eq!(row("a-name-that-is-too-wide", "y"), format!("  a-name-that-is-too-wide\n{gap}y\n"));
    }
}
