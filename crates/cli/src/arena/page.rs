//! The report of a run as a page.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena::GameResult;
use arena::report::{PlayerFigures, Report};
use arena::stats::{Estimate, Pairs};

use super::conduct::Conducted;
use super::entrants::Entrants;
use super::settings::{Game, Settings};
use super::summary::{self, Summary};
use crate::figures::grouped;

/// At so many moments of the run it is said how the first player stood then.
const MOMENTS: usize = 40;

/// Writes the page into a folder, and says where it is.
pub(super) fn save(
    path: &Path,
    settings: &Settings,
    entrants: &Entrants,
    conducted: &Conducted,
    summary: &Summary,
    folder: &Path,
) -> Result<PathBuf> {
    let plan = &settings.plan;
    let live = conducted.tally.live().ratings();
    let players: Vec<PlayerFigures> = plan
        .entrants
        .iter()
        .zip(&summary.standings)
        .zip(live)
        .map(|((name, standing), live)| PlayerFigures {
            name,
            rating: Some(standing.rating),
            win_share: Some(standing.win_share),
            live: Some(live),
        })
        .collect();
    let report = Report {
        title: &format!("{}: {}", settings.game.name(), plan.entrants.join(", ")),
        command: &settings.command,
        facts: &facts(settings, conducted),
        verdict: &summary.verdict,
        players: &players,
        table: &summary.table,
        results: &conducted.results,
        scores: &|result: &GameResult| entrants.scores(result, folder),
        seat_names: settings.game.seat_names(),
        progress: &progress(settings, conducted),
    };
    report.save(path).with_context(|| format!("cannot write the report into {}", path.display()))
}

fn facts(settings: &Settings, conducted: &Conducted) -> Vec<(String, String)> {
    let plan = &settings.plan;
    let games = format!("{} of {}", grouped(conducted.results.len() as u64), grouped(plan.games()));
    let mut facts = vec![
        ("Games", games),
        ("Starts", grouped(plan.blocks.min(plan.starts.len() as u64))),
        ("Seed", plan.seed.to_string()),
    ];
    if let Game::Star { turn_limit, .. } = settings.game {
        facts.push(("Stalemate", format!("after {turn_limit} turns")));
    }
    let time = settings.movetime_ms.map_or_else(|| "no limit".to_owned(), |ms| format!("{ms} ms"));
    facts.push(("Time for a turn", time));
    facts.push(("Program", settings.program.clone()));
    facts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}

/// How the first player stood after so many games: its score in a game for two, or else its share of the wins.
fn progress(settings: &Settings, conducted: &Conducted) -> Vec<(u64, Estimate)> {
    let blocks = conducted.tally.blocks();
    let is_for_two = settings.game.seats() == 2;
    let moment = |number: usize| {
        let blocks = &blocks[..blocks.len() * number / MOMENTS];
        let games = blocks.iter().map(|block| block.len() as u64).sum();
        let estimate = if is_for_two {
            let mut pairs = Pairs::default();
            for block in blocks {
                summary::add_pair(&mut pairs, 0, block);
            }
            pairs.score()?
        } else {
            summary::share_of_wins(blocks.iter(), 0)?
        };
        (games > 0).then_some((games, estimate))
    };
    let mut all: Vec<_> = (1..=MOMENTS).filter_map(moment).collect();
    all.dedup_by_key(|(games, _)| *games);
    all
}
