//! Programs that speak the engine protocol, as players.

use std::time::{Duration, Instant};

use gametree::{Limits, Score, Stop};
use players::process::Process;
use players::{ComputerPlayer, Decision, Fault, ProgramSpec, Protocol, Setup, excerpt};

use crate::command::read_commands;
use crate::galaxy::Galaxy;
use crate::player::PLAYERS;
use crate::players::StarChess;
use crate::reader::NotationError;
use crate::reasons::{Info, Reasons};

/// The engine protocol, as the list of protocols has it.
pub(crate) static SCI: Protocol<StarChess> =
    Protocol { name: "sci", about: "a program that speaks the engine protocol", start };

/// Counts above this are cut off, so that sums of what programs report cannot overflow.
const MAX_COUNT: u64 = 1_000_000_000_000;

/// A program that sits at a seat.
///
/// Every seat of every game has its own process, so that no game depends on an earlier one.
struct SciPlayer {
    process: Process,
    patience: Duration,
    margin: Duration,
    cancel: Stop,
}

fn start(program: &ProgramSpec<StarChess>, setup: &Setup) -> Result<Box<dyn ComputerPlayer<StarChess>>, Fault> {
    let mut process = Process::start(&program.command)?;
    let Setup { patience, margin, ref cancel, .. } = *setup;
    let deadline = Instant::now() + patience;
    let hangs = || Fault::Hangs(patience);
    process.send("sci");
    let mut has_seed = false;
    process.wait_for(deadline, &[cancel], &hangs, |line| {
        has_seed |= after(line, "option").is_some_and(|option| option.starts_with("name Seed "));
        Ok((line == "sciok").then_some(()))
    })?;
    // So that its random choices differ between games, and are the same when a game is played again.
    if has_seed && !program.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed")) {
        process.send(&format!("setoption name Seed value {}", setup.seed & u64::from(u32::MAX)));
    }
    for (name, value) in &program.options {
        process.send(&format!("setoption name {name} value {value}"));
    }
    process.send("isready");
    process.wait_for(deadline, &[cancel], &hangs, |line| match after(line, "error") {
        // Until it is ready, an error answers one of the options.
        Some(_) => Err(Fault::Protocol(excerpt(line))),
        None => Ok((line == "readyok").then_some(())),
    })?;
    Ok(Box::new(SciPlayer { process, patience, margin, cancel: cancel.clone() }))
}

impl ComputerPlayer<StarChess> for SciPlayer {
    fn think(
        &mut self,
        galaxy: &Galaxy,
        limits: &Limits,
        _progress: &mut dyn FnMut(&Decision<StarChess>),
    ) -> Result<Decision<StarChess>, Fault> {
        let margin = self.margin;
        let patience = limits.time.map_or(self.patience, |time| time.saturating_add(margin));
        let late = || match limits.time {
            Some(time) => Fault::Overtime { time, margin },
            None => Fault::Hangs(patience),
        };
        let deadline = Instant::now() + patience;
        let mut go = "go".to_owned();
        if let Some(time) = limits.time {
            go += &format!(" movetime {}", time.as_millis());
        }
        if let Some(nodes) = limits.nodes {
            go += &format!(" nodes {nodes}");
        }
        // Whatever it says before `readyok` belongs to an earlier turn.
        self.process.discard_output();
        self.process.send(&format!("isready\nposition {galaxy}\n{go}"));
        let (mut info, mut is_ready) = (None, false);
        let mut wanted = |line: &str| {
            if !is_ready {
                is_ready = line == "readyok";
                return Ok(None);
            }
            if let Some(line) = after(line, "info") {
                info = Some(read_info(line, info.unwrap_or_default()));
            }
            if after(line, "error").is_some() {
                return Err(Fault::Protocol(excerpt(line)));
            }
            Ok(after(line, "bestturn").map(str::to_owned))
        };
        let cancelled: Vec<&Stop> = std::iter::once(&self.cancel).chain(&limits.cancel).collect();
        let flags: Vec<&Stop> = cancelled.iter().copied().chain(&limits.stop).collect();
        let mut answer = self.process.wait_for(deadline, &flags, &late, &mut wanted);
        let is_stopped = limits.stop.as_ref().is_some_and(Stop::is_raised);
        if answer.is_err() && is_stopped && !cancelled.iter().any(|flag| flag.is_raised()) {
            self.process.send("stop");
            let deadline = deadline.min(Instant::now() + self.patience);
            answer = self.process.wait_for(deadline, &cancelled, &late, &mut wanted);
        }
        let text = answer?;
        let unread = |error: NotationError| {
            Fault::Protocol(format!("bestturn {}: {}", excerpt(&text), excerpt(&error.to_string())))
        };
        let turn = read_commands(&text).map_err(unread)?;
        let Info { generated, evaluated, .. } = info.unwrap_or_default();
        let reasons = info.map_or(Reasons::None, Reasons::Info);
        Ok(Decision { turn, nodes: generated, evaluations: evaluated, reasons })
    }
}

impl Drop for SciPlayer {
    fn drop(&mut self) {
        self.process.quit("quit");
    }
}

/// What follows the first word of a line, if that word is `word`.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim())
}

/// The figures of an `info` line; those that it does not have stay as they were.
fn read_info(line: &str, before: Info) -> Info {
    let words = || line.split_ascii_whitespace();
    let behind = |name: &'static str| words().skip_while(move |&word| word != name).skip(1);
    let count = |name: &'static str| behind(name).next()?.parse().ok().map(|count: u64| count.min(MAX_COUNT));
    let scores: Option<Vec<Score>> = behind("score").take(PLAYERS).map(|score| score.parse().ok()).collect();
    Info {
        turns: behind("turns").next().and_then(|turns| turns.parse().ok()).unwrap_or(before.turns),
        scores: scores.and_then(|scores| scores.try_into().ok()).unwrap_or(before.scores),
        generated: count("generated").unwrap_or(before.generated),
        evaluated: count("evaluated").unwrap_or(before.evaluated),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_after_their_names() {
        let info = read_info("turns 2 score 1 2 -3 4 generated 70 evaluated x time 3", Info::default());
        assert_eq!(info, Info { turns: 2, scores: [1, 2, -3, 4], generated: 70, evaluated: 0 });
        let next = read_info("score 1 2 generated 18446744073709551615 evaluated", info);
        assert_eq!(next, Info { generated: MAX_COUNT, ..info });
    }

    #[test]
    fn lines_are_known_by_their_first_word() {
        assert_eq!(after("bestturn\tend", "bestturn"), Some("end"));
        assert_eq!(after("bestturn", "bestturn"), Some(""));
        assert_eq!(after("bestturns end", "bestturn"), None);
    }
}
