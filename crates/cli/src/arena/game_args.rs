//! The options that only some games have, taken from the list of games.

use anyhow::{Result, anyhow, bail};
use arena::{ArenaGame, Choices, GAMES, GameInfo};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use players::{OptionInfo, OptionKind, Settings};

/// The options of games that were given, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameArgs {
    given: Vec<(&'static str, String)>,
}

/// All options of all games, and whether they choose the starts. Games may share an option.
fn options() -> Vec<(&'static OptionInfo, bool)> {
    let mut options: Vec<(&OptionInfo, bool)> = Vec::new();
    for game in GAMES {
        let starts = game.start_options.iter().map(|option| (option, true));
        for option in starts.chain(game.rule_options.iter().map(|option| (option, false))) {
            if !options.iter().any(|(known, _)| known.name == option.0.name) {
                options.push(option);
            }
        }
    }
    options
}

impl Args for GameArgs {
    fn augment_args(command: Command) -> Command {
        options().into_iter().fold(command, |command, (option, is_start)| {
            let arg = Arg::new(option.name).long(option.name).help(sentence(option.about));
            let arg = match option.kind {
                OptionKind::Choice(names) => arg.value_name("KIND").value_parser(PossibleValuesParser::new(names)),
                OptionKind::Time => arg.value_name("TIME"),
                OptionKind::Number { .. } | OptionKind::Flag => arg.value_name("N"),
            };
            let others: &[&str] = if is_start { &["resume", "starts", "openings"] } else { &["resume"] };
            command.arg(arg.conflicts_with_all(others))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// With a capital at the beginning.
fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

impl FromArgMatches for GameArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |name| Some((name, matches.get_one::<String>(name)?.clone()));
        Ok(Self { given: options().into_iter().filter_map(|(option, _)| given(option.name)).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl GameArgs {
    /// A game with these options, which chooses its starts itself unless they are given.
    pub(super) fn configure(&self, game: &'static GameInfo, has_starts: bool) -> Result<Box<dyn ArenaGame>> {
        let (mut rules, mut starts) = (Settings::new(game.rule_options), Settings::new(game.start_options));
        for (name, text) in &self.given {
            let find = |options: &'static [OptionInfo]| options.iter().find(|option| option.name == *name);
            if let Some(option) = find(game.rule_options) {
                rules.set(option, option.read(text)?);
            } else if let Some(option) = find(game.start_options) {
                starts.set(option, option.read(text)?);
            } else {
                bail!("--{name} is not an option of {}", game.name);
            }
        }
        let choices = Choices { rules, starts: (!has_starts).then_some(starts) };
        (game.configure)(&choices).map_err(|reason| anyhow!(reason))
    }
}
