//! `starchess experiments`: what the paper claims, and whether it is so.

mod catalogue;
mod section;
mod series;

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use gametree::Stop;

use crate::arena::{Manner, concurrency};
use crate::interrupt::{Interrupt, Interrupted};
use catalogue::Experiment;
use players::unknown;
use series::Series;

/// What to do with the experiments.
#[derive(Debug, Subcommand)]
pub(crate) enum ExperimentsCommand {
    /// See which there are
    List,
    /// Play the games of an experiment, and say whether the paper's claims hold
    Run(RunArgs),
}

/// Which experiment, and where its games go.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  starchess experiments run depth
  starchess experiments run masks --seed 7 --galaxies 20
  starchess experiments run all --write docs/results.md")]
pub(crate) struct RunArgs {
    /// The experiment's name, or all
    name: String,
    /// What the galaxies follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play in at most so many galaxies, to have a quick look [default: as many as the answer needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=4096))]
    galaxies: Option<u64>,
    /// The folder for the games. What is there is not played again, so name a new one after a change to a player
    #[arg(long, value_name = "DIR", default_value = "experiments")]
    out: PathBuf,
    /// Put the results into this Markdown file too, in the place of the last ones
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// How many games to play at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = concurrency)]
    concurrency: Option<NonZeroUsize>,
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
            // Before hours of work, not after them.
            for experiment in &chosen {
                place(
                    &fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?,
                    experiment.name,
                )
                .with_context(|| format!("{} cannot take the results", file.display()))?;
            }
        }
        let done =
            interrupt.during(|stop| chosen.iter().try_for_each(|experiment| self.conduct(experiment, stop, output)));
        if done.as_ref().is_err_and(|error| error.is::<Interrupted>()) {
            writeln!(output, "Stopped. The same command goes on where this one ended.")?;
        }
        done
    }

    /// Plays an experiment's games and writes its section.
    fn conduct(&self, experiment: &Experiment, stop: &Stop, output: &mut dyn Write) -> Result<()> {
        let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let concurrency = self.concurrency.unwrap_or(cores);
        let mut figures = Vec::new();
        for (i, series) in experiment.series.iter().enumerate() {
            let label = format!("{} {}/{} ", experiment.name, i + 1, experiment.series.len());
            let mut series = series.clone();
            if let Some(most) = self.galaxies {
                series.galaxies = series.galaxies.min(most as usize);
            }
            let folder = self.out.join(folder_name(&series, self.seed));
            figures.push(series.run(&folder, self.seed, Manner { concurrency, stop, label: &label })?);
        }
        let mut options = format!(" --seed {}", self.seed);
        if let Some(most) = self.galaxies {
            options += &format!(" --galaxies {most}");
        }
        let section = section::write(experiment, &figures, &options);
        writeln!(output, "{section}")?;
        output.flush()?;
        if let Some(file) = &self.write {
            let page = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
            let (begin, end) = place(&page, experiment.name)?;
            let page = format!("{}{section}{}", &page[..begin], &page[end..]);
            fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(())
    }
}

/// A folder for the games of a series. Experiments that need the same games share it.
fn folder_name(series: &Series, seed: u64) -> String {
    let players = series.players.join("+").replace(':', "-").replace(',', "_");
    let Series { seats, galaxy, galaxies, .. } = series;
    format!("{players}-{seats:?}-{galaxy:?}-{galaxies}-seed-{seed}").to_lowercase()
}

/// Where a file has room for the results of an experiment: between a line that names it and the next of that kind.
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
