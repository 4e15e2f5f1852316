//! `starchess experiments`: tests of the paper's claims about its computer player.

mod catalogue;
mod section;
mod series;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use gametree::Stop;
use storage::printable;

use crate::figures::whole;
use crate::interrupt::{Interrupt, Interrupted};
use crate::terminal::Size;
use crate::workers::{Workforce, WorkforceArgs};
use catalogue::Experiment;
use players::unknown;
use section::Section;
use series::Series;

/// What to do with the experiments.
#[derive(Debug, Subcommand)]
pub(crate) enum ExperimentsCommand {
    /// List the experiments
    List,
    /// Play the games of an experiment, and test the paper's claims
    Run(Box<RunArgs>),
}

/// Which experiment, and where its games go.
#[derive(Args, Debug)]
#[command(after_help = "Where the output is not a terminal, it is a section in Markdown.

Examples:
  starchess experiments run depth
  starchess experiments run masks --seed 7 --galaxies 20
  starchess experiments run all --write docs/results.md")]
pub(crate) struct RunArgs {
    /// Name of an experiment, or all
    name: String,
    /// Seed of the galaxies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Number of galaxies at most, for a quick look [default: as many as the answer needs]
    #[arg(long, value_name = "N", value_parser = whole(1..=4_096_u64))]
    galaxies: Option<u64>,
    /// Folder for the games. Games that are there are not played again: after a change to a player,
    /// name a new one
    #[arg(long, value_name = "DIR", default_value = "experiments")]
    out: PathBuf,
    /// Also write the results into this Markdown file, in place of the previous ones
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    workforce: WorkforceArgs,
}

impl ExperimentsCommand {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        match self {
            Self::List => {
                for experiment in catalogue::all() {
                    writeln!(output, "{:<11} {}", experiment.name, experiment.title)?;
                }
                Ok(())
            }
            Self::Run(args) => args.run(&Interrupt::install()?, output),
        }
    }
}

impl RunArgs {
    fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        let mut chosen = catalogue::all();
        if self.name != "all" {
            let names: Vec<&str> = chosen.iter().map(|experiment| experiment.name).chain(["all"]).collect();
            if !names.contains(&self.name.as_str()) {
                bail!(unknown("experiment", &self.name, &names));
            }
            chosen.retain(|experiment| experiment.name == self.name);
        }
        if let Some(file) = &self.write {
            // An error is found before hours of work, not after them.
            let page = storage::read_text(file)?;
            for experiment in &chosen {
                place(&page, experiment.name)
                    .with_context(|| format!("{} cannot take the results", printable(file)))?;
            }
        }
        let workforce = &self.workforce.workforce()?;
        let done = interrupt
            .during(|stop| chosen.iter().try_for_each(|experiment| self.conduct(experiment, workforce, stop, output)));
        if done.as_ref().is_err_and(|error| error.is::<Interrupted>()) {
            writeln!(output, "Stopped. To continue, run the same command again.")?;
        }
        done
    }

    /// Plays an experiment's games and writes its section.
    fn conduct(
        &self,
        experiment: &Experiment,
        workforce: &Workforce,
        stop: &Stop,
        output: &mut dyn Write,
    ) -> Result<()> {
        let mut figures = Vec::new();
        for (i, series) in experiment.series.iter().enumerate() {
            let label = format!("{} {}/{} ", experiment.name, i + 1, experiment.series.len());
            let mut series = series.clone();
            if let Some(most) = self.galaxies {
                series.galaxies = series.galaxies.min(most as usize);
            }
            let folder = self.out.join(folder_name(&series, self.seed));
            figures.push(series.run(&folder, self.seed, workforce, stop, &label)?);
        }
        let mut options = format!(" --seed {}", self.seed);
        if let Some(most) = self.galaxies {
            options += &format!(" --galaxies {most}");
        }
        let section = Section::new(experiment, &figures, &options);
        let is_for_people = std::io::stdout().is_terminal();
        let shown = if is_for_people { section.text(Size::of_stdout().columns) } else { section.markdown() };
        writeln!(output, "{shown}")?;
        output.flush()?;
        if let Some(file) = &self.write {
            let page = storage::read_text(file)?;
            let (begin, end) = place(&page, experiment.name)?;
            let page = format!("{}{}{}", &page[..begin], section.markdown(), &page[end..]);
            storage::write_atomically(file, &page).with_context(|| format!("cannot write {}", printable(file)))?;
        }
        Ok(())
    }
}

/// The folder for the games of a series. Experiments that need the same games share it.
fn folder_name(series: &Series, seed: u64) -> String {
    let players = series.players.join("+").replace(':', "-").replace(',', "_");
    let Series { seats, galaxy, galaxies, .. } = series;
    format!("{players}-{seats:?}-{galaxy:?}-{galaxies}-seed-{seed}").to_lowercase()
}

/// Where a file has room for the results of an experiment: between the line that names it and the
/// next such line.
fn place(page: &str, name: &str) -> Result<(usize, usize)> {
    let mark = format!("<!-- experiment {name} -->\n");
    let begin = page.find(&mark).with_context(|| format!("there is no line {}", mark.trim()))? + mark.len();
    let end = page[begin..].find("<!-- ").map_or(page.len(), |end| begin + end);
    ensure!(begin <= end, "the lines are out of order");
    Ok((begin, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_go_between_the_marks() {
        let page = "# Results\n<!-- experiment one -->\nold\n<!-- experiment two -->\nother\n";
        let (begin, end) = place(page, "one").unwrap();
        assert_eq!(&page[begin..end], "old\n");
        let (begin, end) = place(page, "two").unwrap();
        assert_eq!(&page[begin..end], "other\n");
        assert_eq!(place(page, "three").unwrap_err().to_string(), "there is no line <!-- experiment three -->");
    }

    #[test]
    fn no_two_series_share_a_folder_unless_they_are_the_same() {
        let mut seen = std::collections::HashMap::new();
        for series in catalogue::all().into_iter().flat_map(|experiment| experiment.series) {
            let known = seen.entry(folder_name(&series, 1)).or_insert_with(|| format!("{series:?}"));
            assert_eq!(*known, format!("{series:?}"));
        }
    }
}
