//! Games that answer one question, and the figures computed from them.

use std::path::Path;

use anyhow::{Result, ensure};
use arena::star::{DEFAULT_TURN_LIMIT, GalaxyKind, StarRules};
use arena::stats::{Estimate, Placing, Standing, share_of_blocks, standings, wilson};
use arena::{ArenaGame, Encounter, Ending, Finish, Folder, GameResult, Plan, Terms, all_seatings, star};
use gametree::Stop;
use starchess::PLAYERS;
use storage::printable;

use crate::arena::{Conducted, Settings, conduct};
use crate::interrupt::Interrupted;
use crate::workers::Workforce;

/// The number of bootstrap resamples for the intervals, and their seed.
const RESAMPLES: usize = 1_000;
const SEED: u64 = 1;

/// A year: these players are our own, and a slow machine must not decide their games.
const PATIENCE_MS: u64 = 365 * 86_400_000;

/// Games that answer one question.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) players: Vec<&'static str>,
    pub(super) seats: Seats,
    pub(super) galaxy: GalaxyKind,
    /// The number of galaxies, at most.
    pub(super) galaxies: usize,
}

/// The seatings of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seats {
    /// Two against two, in all six seatings.
    TwoTwo,
    /// The same player in all seats.
    Alike,
    /// Four players in all 24 seatings.
    AllOrders,
    /// All ways to fill the four seats.
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

/// The figures of a series.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    pub(super) series: Series,
    /// The names of the players in the results.
    pub(super) names: Vec<String>,
    pub(super) games: u64,
    pub(super) galaxies: usize,
    pub(super) standings: Vec<Standing>,
    /// The share of games without a winner.
    pub(super) stalemates: Estimate,
    /// The share of games that were won from each seat.
    pub(super) seats: [Estimate; PLAYERS],
    /// The mean length of a game in rounds.
    pub(super) rounds: f64,
    /// For each player, the mean number of turns it generates to choose one, and the time in
    /// microseconds.
    pub(super) work: Vec<(f64, f64)>,
    /// All games, by galaxy.
    blocks: Vec<Vec<Placing>>,
    /// The number of barren planets in each galaxy.
    barren: Vec<usize>,
}

impl Series {
    /// Plays the games that are not in the folder yet, and computes the figures. The label stands
    /// before the progress bar.
    pub(super) fn run(
        &self,
        folder: &Path,
        seed: u64,
        workforce: &Workforce,
        stop: &Stop,
        label: &str,
    ) -> Result<Figures> {
        let game = StarRules { turn_limit: DEFAULT_TURN_LIMIT, galaxy: Some(self.galaxy) };
        let players: Vec<String> = self.players.iter().map(|&name| name.to_owned()).collect();
        let starts = star::starts(self.galaxy, seed, self.galaxies);
        let encounters = vec![self.seats.encounter(players.len())];
        let plan = Plan {
            entrants: game.field(&players)?.names(),
            encounters,
            blocks: starts.len() as u64,
            starts,
            always_the_same: vec![],
            seed,
        };
        let settings = Settings {
            program: concat!("starchess ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: String::new(),
            terms: Terms {
                players,
                game: Box::new(game),
                movetime_ms: None,
                clocks: Vec::new(),
                margin_ms: 0,
                patience_ms: PATIENCE_MS,
            },
            question: None,
            plan,
        };
        let (mut folder, done) = if folder.join("run.json").exists() {
            let (opened, begun, done) = Folder::open::<Settings>(folder)?;
            let is_same = serde_json::to_value(&begun)? == serde_json::to_value(&settings)?;
            ensure!(is_same, "{} holds another run: name another folder with --out", printable(folder));
            (opened, done)
        } else {
            (Folder::create(folder, &settings)?, Vec::new())
        };
        let conducted = conduct(&settings, &*settings.field()?, &mut folder, done, workforce, stop, label)?;
        ensure!(conducted.finish == Finish::Complete, Interrupted);
        ensure!(conducted.scoreboard.faults() == 0, "a player of our own failed: see {}", printable(folder.path()));
        Ok(self.figures(&settings, &conducted))
    }

    fn figures(&self, settings: &Settings, conducted: &Conducted) -> Figures {
        let blocks = conducted.scoreboard.blocks();
        let names = &settings.plan.entrants;
        // Where all galaxies of a kind are played, they are not a sample: the unit is a game.
        let is_sample = self.galaxy == GalaxyKind::Random;
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
            standings: standings(&blocks, names.len(), RESAMPLES, SEED),
            stalemates: share(&is_stalemate),
            seats,
            rounds: results.iter().map(|result| f64::from(result.turns)).sum::<f64>() / results.len().max(1) as f64,
            work: names.iter().map(|name| work(name, results)).collect(),
            blocks,
            // In a start the only letters are those of the planets.
            barren: settings.plan.starts.iter().map(|start| start.matches('b').count()).collect(),
        }
    }
}

/// The mean number of turns that a player generates to choose one, and the time in microseconds.
fn work(name: &str, results: &[GameResult]) -> (f64, f64) {
    let (mut nodes, mut micros, mut turns) = (0.0, 0.0, 0);
    for seat in results.iter().flat_map(|result| &result.seats).filter(|seat| seat.player == name) {
        nodes += seat.nodes as f64;
        micros += seat.micros.iter().map(|&micros| micros as f64).sum::<f64>();
        turns += seat.micros.len();
    }
    (nodes / turns.max(1) as f64, micros / turns.max(1) as f64)
}

impl Figures {
    /// The difference in rating points between the first and the second of two players.
    pub(super) fn advantage(&self) -> Estimate {
        // The mean of the two ratings is 0.
        let Estimate { value, low, high } = self.standings[0].rating;
        Estimate { value: 2.0 * value, low: 2.0 * low, high: 2.0 * high }
    }

    /// The share of each seat in the games that were won. Only for series with one game per galaxy.
    pub(super) fn parts_of_wins(&self) -> [Estimate; PLAYERS] {
        let wins = self.seats.map(|share| (share.value * self.games as f64).round() as u64);
        wins.map(|own| wilson(own, wins.iter().sum()))
    }

    /// The share of games without a winner in galaxies whose number of barren planets is wanted.
    pub(super) fn stalemates_where(&self, is_wanted: impl Fn(usize) -> bool + Clone) -> Estimate {
        let galaxies = self.blocks.iter().zip(&self.barren).filter(|(_, barren)| is_wanted(**barren));
        share_of_blocks(galaxies.map(|(block, _)| (part(block, is_stalemate), 1.0)))
    }

    /// The difference between the shares of games that the first and the second of two players win.
    pub(super) fn more_wins(&self) -> Estimate {
        let wins = |block: &[Placing], player| part(block, |game| game.is_won_by(player));
        mean(self.blocks.iter().map(|block| wins(block, 0) - wins(block, 1)))
    }

    /// The difference between the shares of stalemates of this and another series in the same
    /// galaxies.
    pub(super) fn more_stalemates_than(&self, other: &Self) -> Estimate {
        let pairs = self.blocks.iter().zip(&other.blocks);
        mean(pairs.map(|(own, other)| part(own, is_stalemate) - part(other, is_stalemate)))
    }
}

fn is_stalemate(game: &Placing) -> bool {
    game.ending == Ending::Stalemate
}

/// The share of the games of a block that have a property.
fn part(block: &[Placing], is_of_kind: impl Fn(&Placing) -> bool) -> f64 {
    block.iter().filter(|game| is_of_kind(game)).count() as f64 / block.len() as f64
}

/// The mean of differences between shares, from −1 to 1.
fn mean(differences: impl Iterator<Item = f64> + Clone) -> Estimate {
    // (1 + difference) / 2 is a share from 0 to 1, with the same error.
    let Estimate { value, low, high } = share_of_blocks(differences.map(|d| (0.5 + d / 2.0, 1.0)));
    Estimate { value: 2.0 * value - 1.0, low: 2.0 * low - 1.0, high: 2.0 * high - 1.0 }
}
