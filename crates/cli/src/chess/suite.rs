//! `starchess chess suite`: how many positions of a test suite the engine solves.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use ::chess::engine::{Engine, Go, Options, check_hash, most_threads};
use ::chess::{Epd, Game, write_san};
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use gametree::{Limits, Stop};
use indicatif::ProgressBar;

use crate::figures::{grouped, whole};
use crate::interrupt::{Interrupt, Interrupted};
use crate::progress;

/// What to solve, and with how much work.
#[derive(Args, Debug)]
#[command(after_help = "A position is solved if the engine plays one of its best moves (bm) and none of those to \
avoid (am). Positions without either are left out.

Examples:
  starchess chess suite win-at-chess.epd --movetime 1000
  starchess chess suite win-at-chess.epd --nodes 100000")]
pub(crate) struct SuiteArgs {
    /// The positions in extended position description (EPD), one on a line
    file: PathBuf,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = whole(1..=u64::MAX))]
    movetime: u64,
    /// Nodes for each position instead of a time: the result is the same on every machine
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// The number of threads, at most 4 for each core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=most_threads() as u32))]
    threads: u32,
    /// The size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole(1..=65_536_u32))]
    hash: u32,
}

/// A position with its number of line.
struct Task {
    line: usize,
    epd: Epd,
    best: Vec<::chess::Move>,
    avoid: Vec<::chess::Move>,
}

impl SuiteArgs {
    pub(super) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        check_hash(self.hash as usize, 0).map_err(|reason| anyhow!("--hash: {reason}"))?;
        let path = storage::expand_home(&self.file.to_string_lossy());
        let tasks = read_tasks(&storage::read_old_text(&path)?).with_context(|| path.display().to_string())?;
        ensure!(!tasks.is_empty(), "{}: no position has a best move (bm) or one to avoid (am)", path.display());
        // At most 80 columns, also with the numbers that are long.
        let bar = progress::bar("{bar:20} {pos}/{len}{msg}{left}", tasks.len() as u64, 0);
        let result = interrupt.during(|stop| self.solve(&tasks, stop, &bar, output));
        bar.finish_and_clear();
        let (solved, tried) = result?;
        let stopped = if tried < tasks.len() { format!("; {} not tried", tasks.len() - tried) } else { String::new() };
        writeln!(output, "{solved} of {tried} solved{stopped}")?;
        if tried < tasks.len() { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// How many were solved, of how many.
    fn solve(&self, tasks: &[Task], stop: &Stop, bar: &ProgressBar, output: &mut dyn Write) -> Result<(usize, usize)> {
        let options = Options { hash: self.hash as usize, threads: self.threads as usize, ..Options::default() };
        let mut engine = Engine::new(options);
        let limits = match self.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => Limits::time(Duration::from_millis(self.movetime)),
        };
        let go = Go::from(limits.with_cancel(stop.clone()));
        let (mut solved, mut tried, mut nodes) = (0, 0, 0);
        for task in tasks {
            engine.clear();
            let thought = engine.think(&Game::new(task.epd.board.clone()), &go, &mut |_| ());
            if stop.is_raised() {
                break;
            }
            tried += 1;
            nodes += thought.nodes;
            let found = thought.line.first();
            let is_solved =
                found.is_some_and(|mv| (task.best.is_empty() || task.best.contains(mv)) && !task.avoid.contains(mv));
            solved += usize::from(is_solved);
            if !is_solved {
                bar.suspend(|| writeln!(output, "{}", task.describe(found.copied())))?;
            }
            bar.inc(1);
            bar.set_message(format!(", {solved} solved, {} nodes each", grouped(nodes / tried as u64)));
        }
        Ok((solved, tried))
    }
}

impl Task {
    /// What was played instead of what.
    fn describe(&self, found: Option<::chess::Move>) -> String {
        let san = |moves: &[::chess::Move]| {
            moves.iter().map(|&mv| write_san(&self.epd.board, mv)).collect::<Vec<_>>().join(" or ")
        };
        let name = self.epd.operation("id").map_or_else(|| format!("line {}", self.line), players::excerpt);
        let found = found.map_or_else(|| "no move".to_owned(), |mv| san(&[mv]));
        match (&self.best[..], &self.avoid[..]) {
            ([], avoid) => format!("{name}: played {found}, {} was to be avoided", san(avoid)),
            (best, _) => format!("{name}: played {found}, not {}", san(best)),
        }
    }
}

/// Reads the positions that have a solution.
fn read_tasks(text: &str) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let epd = Epd::read(content).with_context(|| format!("line {line}"))?;
        let moves = |name| epd.moves(name).with_context(|| format!("line {line}"));
        let (best, avoid) = (moves("bm")?, moves("am")?);
        if !best.is_empty() || !avoid.is_empty() {
            tasks.push(Task { line, epd, best, avoid });
        }
    }
    Ok(tasks)
}
