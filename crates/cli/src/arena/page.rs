//! The report of a run as a page.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena::report::{PlayerFigures, Report};
use arena::stats::{Estimate, Pairs};
use arena::text::grouped;
use arena::{GameResult, SavedGame, game_path};
use storage::printable;

use super::args::shell_word;
use super::conduct::Conducted;
use super::settings::Settings;
use super::summary::{self, Summary};

/// The number of points of the curve that shows how the first player's score developed.
const POINTS: usize = 40;

/// Writes the page of the run in `folder` to the folder `path`, and returns the path of the page.
pub(super) fn save(
    path: &Path,
    settings: &Settings,
    conducted: &Conducted,
    summary: &Summary,
    folder: &Path,
) -> Result<PathBuf> {
    let plan = &settings.plan;
    let info = settings.terms.game.info();
    let live = conducted.scoreboard.live().ratings();
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
    let scores = |result: &GameResult| {
        let record = match &result.moves {
            Some(moves) => SavedGame::Moves(moves.clone()),
            None => SavedGame::File(fs::read_to_string(game_path(folder, result.id)).ok()?),
        };
        settings.terms.game.scores(&record)
    };
    let replay = |result: &GameResult| {
        let file = game_path(folder, result.id);
        Some(format!("{} {}", info.replay?, shell_word(&file.to_string_lossy())))
    };
    let report = Report {
        title: &format!("{}: {}", info.title(), plan.entrants.join(", ")),
        command: &settings.command,
        facts: &facts(settings, conducted),
        verdict: &summary.verdict,
        players: &players,
        table: &summary.table,
        results: &conducted.results,
        scores: &scores,
        replay: &replay,
        seat_names: info.seat_names,
        length_unit: info.length_unit,
        progress: &progress(settings, conducted),
    };
    report.save(path).with_context(|| format!("cannot write the report into {}", printable(path)))
}

fn facts(settings: &Settings, conducted: &Conducted) -> Vec<(String, String)> {
    let plan = &settings.plan;
    let games = format!("{} of {}", grouped(conducted.results.len() as u64), grouped(plan.games()));
    let mut facts = vec![
        ("Games", games),
        ("Starts", grouped(plan.blocks.min(plan.starts.len() as u64))),
        ("Seed", plan.seed.to_string()),
    ];
    facts.extend(settings.terms.game.facts());
    let time = settings.terms.movetime_ms.map_or_else(|| "no limit".to_owned(), |ms| format!("{ms} ms"));
    match &settings.terms.clocks[..] {
        [] => facts.push(("Time per turn", time)),
        clocks => {
            let mut texts: Vec<String> = clocks.iter().map(ToString::to_string).collect();
            texts.dedup();
            facts.push(("Clock", texts.join(", ")));
            if settings.terms.movetime_ms.is_some() {
                facts.push(("Time per turn", time));
            }
        }
    }
    facts.push(("Program", settings.program.clone()));
    facts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}

/// The first player's score after some numbers of games, or in a game for more than two its share
/// of wins.
fn progress(settings: &Settings, conducted: &Conducted) -> Vec<(u64, Estimate)> {
    let blocks = conducted.scoreboard.blocks();
    let is_for_two = settings.seats() == 2;
    let point = |number: usize| {
        let blocks = &blocks[..blocks.len() * number / POINTS];
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
    let mut all: Vec<_> = (1..=POINTS).filter_map(point).collect();
    all.dedup_by_key(|(games, _)| *games);
    all
}
