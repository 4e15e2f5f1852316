//! Commands as they are typed: with abbreviations, and numbers left out where they can be found.

use anyhow::{Context, Result, anyhow, bail};
use starchess::{Command, Galaxy, MAX_SHIPS, Sector};

/// A command of the game as it was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shorthand {
    /// A move, of all ships that can move if no number is given.
    Move(Sector, Sector, Option<u32>),
    /// Ships to build, as many as the income supports if no number is given.
    Build(Sector, Option<u32>),
    /// Ships to scrap, as many as the income does not support if no number is given.
    Scrap(Sector, Option<u32>),
    /// A command that needs no number.
    Whole(Command),
}

/// The commands of the game, with their keys.
const COMMANDS: [(&str, &str); 6] =
    [("move", "m"), ("build", "b"), ("colonize", "c"), ("terraform", "t"), ("scrap", "x"), ("end", "e")];

/// The full name of a command of the game that was typed in full, by its key or by some of its first letters.
pub(crate) fn command_name(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let is_short_for = |name: &str| word.len() > 1 && name.starts_with(&word);
    COMMANDS.into_iter().find(|&(name, key)| word == key || is_short_for(name)).map(|(name, _)| name)
}

impl Shorthand {
    /// Reads one command.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let mut words = text.split_whitespace();
        let word = words.next().context("there is nothing between two semicolons")?;
        let name = command_name(word).with_context(|| format!("{word:?} is no command of the game"))?;
        let mut sector = || -> Result<Sector> {
            let word = words.next().ok_or_else(|| anyhow!("{name} needs {}", needs(name)))?;
            Ok(word.parse()?)
        };
        let read = match name {
            "move" => {
                let (from, to) = (sector()?, sector()?);
                Self::Move(from, to, ships(words.next())?)
            }
            "build" => Self::Build(sector()?, ships(words.next())?),
            "scrap" => Self::Scrap(sector()?, ships(words.next())?),
            "colonize" => Self::Whole(Command::Colonize { at: sector()? }),
            "terraform" => Self::Whole(Command::Terraform { at: sector()? }),
            _ => Self::Whole(Command::EndTurn),
        };
        match words.next() {
            None => Ok(read),
            Some(word) => bail!("{word:?} is too much: {name} takes {}", needs(name)),
        }
    }

    /// The command that is meant in this position. Whether it is legal is for the rules to say.
    pub(crate) fn resolve(self, galaxy: &Galaxy) -> Result<Command> {
        let player = galaxy.to_move();
        let supported = galaxy.income(player).supported_ships();
        let ships = galaxy.ships(player);
        let room = |at| u32::from(MAX_SHIPS - galaxy.ships_in(player, at));
        // Where no number is possible a command for one ship meets the rule that says why.
        Ok(match self {
            Self::Whole(command) => command,
            Self::Move(from, to, Some(ships)) => Command::Move { from, to, ships },
            Self::Build(at, Some(ships)) => Command::Build { at, ships },
            Self::Scrap(at, Some(ships)) => Command::Scrap { at, ships },
            Self::Move(from, to, None) => {
                let active = galaxy.fleet(from).filter(|fleet| fleet.owner == player).map_or(0, |fleet| fleet.active());
                Command::Move { from, to, ships: u32::from(active).min(room(to)).max(1) }
            }
            Self::Build(at, None) => {
                let one = Command::Build { at, ships: 1 };
                if galaxy.check(one).is_err() {
                    return Ok(one);
                }
                let affordable = galaxy.reserves(player).affordable_ships();
                let possible = affordable.min(galaxy.workforce(at).into()).min(room(at));
                // Against a blockade ships are built whatever they cost: they will not need support for long.
                let spare =
                    if galaxy.enemy_fleets(player).has(at) { possible } else { supported.saturating_sub(ships) };
                if spare == 0 {
                    bail!(
                        "the income supports {supported} ships and there are {ships}; build {at} {possible} would \
                         build all the same"
                    );
                }
                Command::Build { at, ships: possible.min(spare) }
            }
            Self::Scrap(at, None) => {
                let one = Command::Scrap { at, ships: 1 };
                if galaxy.check(one).is_err() {
                    return Ok(one);
                }
                if ships <= supported {
                    bail!("the income supports {supported} ships and there are {ships}: none need be scrapped");
                }
                Command::Scrap { at, ships: (ships - supported).min(galaxy.ships_in(player, at).into()) }
            }
        })
    }
}

/// What follows the name of a command.
fn needs(name: &str) -> &'static str {
    match name {
        "move" => "two sectors and perhaps a number of ships, as in move A1 B2 20",
        "build" => "a sector and perhaps a number of ships, as in build A1 5",
        "scrap" => "a sector and perhaps a number of ships, as in scrap A1 3",
        "colonize" => "a sector, as in colonize B2",
        "terraform" => "a sector, as in terraform B2",
        _ => "nothing else",
    }
}

/// A number of ships; none if there is none, or `all`.
fn ships(word: Option<&str>) -> Result<Option<u32>> {
    match word {
        None | Some("all") => Ok(None),
        Some(word) => Ok(Some(word.parse().ok().with_context(|| format!("{word:?} is not a number of ships"))?)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LINE: &str =
        "t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b,b,t/t1@1000+1x15i3,t,b,t4@1000+4x20 1 5 900:900,0:0,0:0,0:0";

    fn resolved(text: &str, line: &str) -> String {
        let galaxy: Galaxy = line.parse().unwrap();
        match Shorthand::read(text).and_then(|command| command.resolve(&galaxy)) {
            Ok(command) => command.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn abbreviations() {
        let cases = [
            ("m a1 b2 4", "move A1 B2 4"),
            ("M A1 B2", "move A1 B2 12"),
            ("mov a1 b2 all", "move A1 B2 12"),
            ("m b2 a1", "move B2 A1 1"),
            ("b a1", "build A1 5"),
            ("b a1 7", "build A1 7"),
            ("b b2", "build B2 1"),
            ("c b2", "colonize B2"),
            ("t b2", "terraform B2"),
            ("x a1 3", "scrap A1 3"),
            ("sc a1 3", "scrap A1 3"),
            ("e", "end"),
            ("x a1", "the income supports 20 ships and there are 15: none need be scrapped"),
        ];
        for (text, command) in cases {
            assert_eq!(resolved(text, LINE), command);
        }
        let many = LINE.replace("1x15i3", "1x30");
        assert_eq!(resolved("x a1", &many), "scrap A1 10");
        assert!(resolved("b a1", &many).starts_with("the income supports 20 ships and there are 30; build A1 22"));
    }

    #[test]
    fn a_blockaded_colony_builds_what_it_can() {
        assert_eq!(resolved("b a1", &LINE.replace("1x15i3", "2x9")), "build A1 22");
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("m a1", "move needs two sectors"),
            ("m a1 e5", "\"e5\" is not a sector"),
            ("b a1 x", "\"x\" is not a number of ships"),
            ("b a1 -1", "\"-1\" is not a number of ships"),
            ("b a1 5 5", "\"5\" is too much: build takes a sector"),
            ("end a1", "\"a1\" is too much: end takes nothing else"),
            ("fly a1 b2", "\"fly\" is no command"),
            (" ", "there is nothing"),
        ];
        for (text, error) in cases {
            let found = resolved(text, LINE);
            assert!(found.starts_with(error), "{found}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".*", word in "[a-z]{1,4}", rest in "[a-e0-9 ]{0,12}") {
            let galaxy: Galaxy = LINE.parse().unwrap();
            for text in [text, format!("{word} {rest}"), format!("m {rest}"), format!("b {rest}"), format!("x {rest}")] {
                if let Ok(read) = Shorthand::read(&text) {
                    let _ = read.resolve(&galaxy);
                }
            }
        }
    }
}
