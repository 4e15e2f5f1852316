//! What the first paper's transposition table costs: how often it changes the move, how much worse
//! that move is, and what it loses in games.
//!
//! `cargo run --release -p chess --example unsound_table -- FILE DEPTH POSITIONS PAIRS`
//!
//! FILE has a position per line, in FEN or EPD. The first POSITIONS are searched to DEPTH, and from
//! the first PAIRS games are played, one with each colour.

use std::error::Error;

use chess::{Game, Material, Parts, PlayerSpec, Position, Rules, TableUse, Textbook, Ties, read_fen};
use cozy_chess::{Board, Color};
use gametree::{Game as _, Limits, Report, SURE, Score, Search};
use players::{ComputerPlayer, Setup};

/// Longer games are drawn.
const MAX_PLIES: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, depth, positions, pairs] = &arguments[..] else {
        return Err("expected FILE DEPTH POSITIONS PAIRS".into());
    };
    let (depth, positions, pairs): (u32, usize, usize) = (depth.parse()?, positions.parse()?, pairs.parse()?);
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let boards = text.lines().filter(|line| !line.trim().is_empty()).map(read_fen).collect::<Result<Vec<_>, _>>()?;
    for deepens in [false, true] {
        let name = if deepens { "iterative deepening" } else { "one search" };
        println!("\n{name} to depth {depth}, a new table for each position");
        Comparison::of(&boards[..positions.min(boards.len())], depth, deepens).print();
    }
    for options in ["", ",deepen,reorder"] {
        let specs = ["paper", "sound"].map(|table| format!("kong:depth={depth},table={table}{options}"));
        match play_pairs(&specs, &boards[..pairs.min(boards.len())])? {
            Some(result) => println!("\n{} against {}:\n  {result}", specs[0], specs[1]),
            None => println!("\nno games"),
        }
    }
    Ok(())
}

/// What the paper's table changes in many positions.
#[derive(Default)]
struct Comparison {
    positions: usize,
    other_move: usize,
    other_value: usize,
    worse_move: usize,
    /// By how much the worse moves are worse, in hundredths of a pawn, without mates.
    loss: i64,
    missed_mates: usize,
    visited_sound: u64,
    visited_paper: u64,
}

impl Comparison {
    fn of(boards: &[Board], depth: u32, deepens: bool) -> Self {
        let mut sum = Self::default();
        for board in boards {
            let rules = Rules::from(board.clone());
            let search = |table| {
                let parts =
                    Parts { prunes: true, deepens, table, reorders: false, ties: Ties::First, opens_root: true };
                Textbook::new(Material, parts).search(&rules, &rules.start(), &Limits::depth(depth))
            };
            let (sound, paper) = (search(TableUse::Sound), search(TableUse::Paper));
            sum.add(&sound, &paper, rules.to_move(&rules.start()));
        }
        sum
    }

    fn add(
        &mut self,
        sound: &Report<cozy_chess::Move, [Score; 2]>,
        paper: &Report<cozy_chess::Move, [Score; 2]>,
        mover: usize,
    ) {
        self.positions += 1;
        self.visited_sound += sound.counts.nodes - sound.counts.table_hits;
        self.visited_paper += paper.counts.nodes - paper.counts.table_hits;
        self.other_move += usize::from(sound.best != paper.best);
        self.other_value += usize::from(sound.scores != paper.scores);
        // All moves at the root have exact values.
        let value_of = |mv| sound.root_moves.iter().find(|root| Some(root.mv) == mv).map(|root| root.score);
        let best = sound.scores[mover];
        let chosen = value_of(paper.best).unwrap_or(best);
        if chosen < best {
            self.worse_move += 1;
            if best > SURE || chosen < -SURE {
                self.missed_mates += 1;
            } else {
                self.loss += i64::from(best - chosen);
            }
        }
    }

    fn print(&self) {
        let percent = |part: usize| 100.0 * part as f64 / self.positions as f64;
        let Self { positions, other_move, other_value, worse_move, missed_mates, .. } = *self;
        println!("  positions             {positions}");
        println!("  another move          {other_move} ({:.1} %)", percent(other_move));
        println!("  another value         {other_value} ({:.1} %)", percent(other_value));
        println!("  a worse move          {worse_move} ({:.1} %)", percent(worse_move));
        println!("  of these, a mate missed or allowed  {missed_mates}");
        let others = worse_move - missed_mates;
        println!("  mean loss of the other worse moves  {:.0} cp", self.loss as f64 / others.max(1) as f64);
        println!("  visited states        {} sound, {} paper", self.visited_sound, self.visited_paper);
    }
}

/// Plays each opening twice, with colours exchanged. The result is that of the first player.
fn play_pairs(specs: &[String; 2], openings: &[Board]) -> Result<Option<String>, Box<dyn Error>> {
    if openings.is_empty() {
        return Ok(None);
    }
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    let mut pair_scores = Vec::new();
    for (seed, opening) in openings.iter().enumerate() {
        let mut pair = 0.0;
        for first_color in [Color::White, Color::Black] {
            let score = play(specs, opening, first_color, seed as u64)?;
            pair += score / 2.0;
            match score {
                1.0 => won += 1,
                0.5 => drawn += 1,
                _ => lost += 1,
            }
        }
        pair_scores.push(pair);
    }
    let count = pair_scores.len() as f64;
    let mean = pair_scores.iter().sum::<f64>() / count;
    let variance = pair_scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = 1.96 * (variance / count).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    Ok(Some(format!(
        "{} games: +{won} ={drawn} −{lost}, {:.1} % ± {:.1}, {:+.0} Elo ({:+.0} to {:+.0})",
        2 * openings.len(),
        100.0 * mean,
        100.0 * error,
        elo(mean),
        elo(mean - error),
        elo(mean + error),
    )))
}

/// One game; the score of the first player.
fn play(specs: &[String; 2], opening: &Board, first_color: Color, seed: u64) -> Result<f64, Box<dyn Error>> {
    let build = |spec: &String| -> Result<Box<dyn ComputerPlayer<chess::Chess>>, Box<dyn Error>> {
        Ok(spec.parse::<PlayerSpec>()?.build(&Setup { seed, ..Setup::default() })?)
    };
    let mut players = [build(&specs[0])?, build(&specs[1])?];
    let mut position = Position::from(Game::new(opening.clone()));
    while position.game.ending().is_none() && position.game.moves().len() < MAX_PLIES {
        let is_first = position.game.board().side_to_move() == first_color;
        let player = &mut players[usize::from(!is_first)];
        let turn = player.think(&position, &Limits::default(), &mut |_| ())?.turn;
        position.game.play(turn)?;
    }
    Ok(match position.game.winner() {
        None => 0.5,
        Some(color) if color == first_color => 1.0,
        Some(_) => 0.0,
    })
}
