//! Games that answer one question, and the figures that come of them.

use std::path::Path;

use anyhow::{Result, ensure};
use arena::stats::{Estimate, Placing, Standing, share_of_blocks, standings, wilson};
use arena::{Encounter, Ending, Finish, Folder, GameResult, Plan, all_seatings, star};
use starchess::PLAYERS;

use crate::arena::{Conducted, Entrants, Game, Manner, Settings};
use crate::interrupt::Interrupted;
use crate::star::WATCHED_TURNS;

/// How often blocks are drawn anew for the intervals, and what the draws follow from.
const RESAMPLES: usize = 1_000;
const DRAWS: u64 = 1;

/// After how long a player is taken for dead: a year. These are our own, and a slow machine must not decide their games.
const PATIENCE_MS: u64 = 365 * 86_400_000;

/// Games that answer one question.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) players: Vec<&'static str>,
    pub(super) seats: Seats,
    pub(super) galaxy: star::Kind,
    /// In how many galaxies they play, at most.
    pub(super) galaxies: usize,
}

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seats {
    /// Two against two, in all six ways.
    TwoTwo,
    /// One player in all seats.
    Alike,
    /// Four players in all orders.
    AllOrders,
    /// Everybody in every seat, as often as it comes.
    AllMixtures,
}

impl Seats {
    fn encounter(self, players: usize) -> Encounter {
        let seatings = match self {
            Self::TwoTwo => all_seatings(&[0, 0, 1, 1]),
            Self::Alike => vec![vec![0; PLAYERS]],
            Self::AllOrders => all_seatings(&[0, 1, 2, 3]),
            Self::AllMixtures => {
                let digit = |number: usize, seat: usize| number / players.pow(seat as u32) % players;
                let all = 0..players.pow(PLAYERS as u32);
                all.map(|number| (0..PLAYERS).map(|seat| digit(number, seat)).collect()).collect()
            }
        };
        Encounter { seatings }
    }
}

/// What came of a series.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    pub(super) series: Series,
    /// As the results have them.
    pub(super) names: Vec<String>,
    pub(super) games: u64,
    pub(super) galaxies: usize,
    pub(super) standings: Vec<Standing>,
    /// The share of games without a winner.
    pub(super) stalemates: Estimate,
    /// The share of games that were won from each seat.
    pub(super) seats: [Estimate; PLAYERS],
    /// How long games are, in turns.
    pub(super) turns: f64,
    /// For each player, how many turns it builds to find one, and how many microseconds that takes.
    pub(super) work: Vec<(f64, f64)>,
    /// All games, galaxy by galaxy.
    blocks: Vec<Vec<Placing>>,
    /// How many planets are barren in each galaxy.
    barren: Vec<usize>,
}

impl Series {
    /// Plays the games that are not in the folder yet, and works out the figures.
    pub(super) fn run(&self, folder: &Path, seed: u64, manner: Manner) -> Result<Figures> {
        let game = Game::Star { turn_limit: WATCHED_TURNS, galaxy: Some(self.galaxy) };
        let players: Vec<String> = self.players.iter().map(|&name| name.to_owned()).collect();
        let entrants = Entrants::new(game, &players)?;
        let starts = star::starts(self.galaxy, seed, self.galaxies);
        let encounters = vec![self.seats.encounter(players.len())];
        let plan = Plan {
            entrants: entrants.names(),
            encounters,
            blocks: starts.len() as u64,
            starts,
            always_the_same: vec![],
            seed,
        };
        let settings = Settings {
            program: concat!("starchess ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: String::new(),
            players,
            game,
            movetime_ms: None,
            margin_ms: 0,
            patience_ms: PATIENCE_MS,
            question: None,
            plan,
        };
        let (mut folder, done) = if folder.join("run.json").exists() {
            let (opened, begun, done) = Folder::open::<Settings>(folder)?;
            ensure!(begun == settings, "{} holds another run: name another folder with --out", folder.display());
            (opened, done)
        } else {
            (Folder::create(folder, &settings)?, Vec::new())
        };
        let conducted = entrants.conduct(&settings, &mut folder, done, manner)?;
        ensure!(conducted.finish == Finish::Complete, Interrupted);
        ensure!(conducted.tally.faults() == 0, "a player of our own failed: see {}", folder.path().display());
        Ok(self.figures(&settings, &conducted))
    }

    fn figures(&self, settings: &Settings, conducted: &Conducted) -> Figures {
        let blocks = conducted.tally.blocks();
        let names = &settings.plan.entrants;
        // Where all galaxies of a kind are played there is no doubt about galaxies, only about the players in them.
        let is_sample = self.galaxy == star::Kind::Random;
        let games: Vec<Vec<Placing>> = blocks.iter().flatten().map(|game| vec![game.clone()]).collect();
        let units = if is_sample { &blocks } else { &games };
        let share = |counts: &dyn Fn(&Placing) -> bool| {
            let count = |unit: &Vec<Placing>| unit.iter().filter(|game| counts(game)).count() as f64;
            share_of_blocks(units.iter().map(|unit| (count(unit), unit.len() as f64)))
        };
        let seats = std::array::from_fn(|seat| share(&|game| game.ending == Ending::Won && game.places[seat] == 1.0));
        let results = &conducted.results;
        Figures {
            series: self.clone(),
            names: names.clone(),
            games: results.len() as u64,
            galaxies: blocks.len(),
            standings: standings(&blocks, names.len(), RESAMPLES, DRAWS),
            stalemates: share(&is_stalemate),
            seats,
            turns: results.iter().map(|result| f64::from(result.turns)).sum::<f64>() / results.len().max(1) as f64,
            work: names.iter().map(|name| work(name, results)).collect(),
            blocks,
            // At the start a position has no other letters than those of the planets.
            barren: settings.plan.starts.iter().map(|start| start.matches('b').count()).collect(),
        }
    }
}

/// How many turns a player builds to find one, and how many microseconds it takes.
fn work(name: &str, results: &[GameResult]) -> (f64, f64) {
    let (mut nodes, mut micros, mut turns) = (0, 0, 0);
    for seat in results.iter().flat_map(|result| &result.seats).filter(|seat| seat.player == name) {
        nodes += seat.nodes;
        micros += seat.micros.iter().sum::<u64>();
        turns += seat.micros.len();
    }
    (nodes as f64 / turns.max(1) as f64, micros as f64 / turns.max(1) as f64)
}

impl Figures {
    /// By how many points the first of two players is rated above the second.
    pub(super) fn advantage(&self) -> Estimate {
        // The ratings of two are each other's negative.
        let Estimate { value, low, high } = self.standings[0].rating;
        Estimate { value: 2.0 * value, low: 2.0 * low, high: 2.0 * high }
    }

    /// Which part of the games that were won was won from each seat. Only for games that each have a galaxy of their own.
    pub(super) fn parts_of_wins(&self) -> [Estimate; PLAYERS] {
        let wins = self.seats.map(|share| (share.value * self.games as f64).round() as u64);
        wins.map(|own| wilson(own, wins.iter().sum()))
    }

    /// The share of games without a winner in galaxies with certain numbers of barren planets.
    pub(super) fn stalemates_where(&self, is_wanted: impl Fn(usize) -> bool + Clone) -> Estimate {
        let galaxies = self.blocks.iter().zip(&self.barren).filter(|(_, barren)| is_wanted(**barren));
        share_of_blocks(galaxies.map(|(block, _)| (part(block, is_stalemate), 1.0)))
    }

    /// How much more of the games the first of two players wins than the second.
    pub(super) fn more_wins(&self) -> Estimate {
        let wins = |block: &[Placing], player| part(block, |game| game.is_won_by(player));
        mean(self.blocks.iter().map(|block| wins(block, 0) - wins(block, 1)))
    }

    /// How much more often these games are a stalemate than those of another series, which were played in the same
    /// galaxies.
    pub(super) fn more_stalemates_than(&self, other: &Self) -> Estimate {
        let pairs = self.blocks.iter().zip(&other.blocks);
        mean(pairs.map(|(own, other)| part(own, is_stalemate) - part(other, is_stalemate)))
    }
}

fn is_stalemate(game: &Placing) -> bool {
    game.ending == Ending::Stalemate
}

/// Which part of the games is of a kind.
fn part(block: &[Placing], is_of_kind: impl Fn(&Placing) -> bool) -> f64 {
    block.iter().filter(|game| is_of_kind(game)).count() as f64 / block.len() as f64
}

/// The mean of differences between shares, which are from −1 to 1.
fn mean(differences: impl Iterator<Item = f64> + Clone) -> Estimate {
    // Half of a difference and a half is a share, with the same doubts.
    let Estimate { value, low, high } = share_of_blocks(differences.map(|d| (0.5 + d / 2.0, 1.0)));
    Estimate { value: 2.0 * value - 1.0, low: 2.0 * low - 1.0, high: 2.0 * high - 1.0 }
}
