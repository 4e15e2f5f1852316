//! The evaluation: who is going to win, from a few features of each player.
//!
//! It is a conditional logit: each living player has a *logit*, the weighted sum of its features, and
//! wins with a probability in proportion to the exponential of it. Weights depend on the stage of the
//! game, and were fitted to games (`starchess train`).

use crate::constants::MAX_BOMBARDMENT;
use crate::end_of_turn::{Income, Produced};
use crate::galaxy::Galaxy;
use crate::lanes::{lanes, only, sum};
use crate::player::{PLAYERS, Player};
use crate::sector::Sectors;

/// The number of features.
pub const FEATURES: usize = 13;

/// The number of stages, each with weights of its own.
pub const STAGES: usize = 3;

/// The rounds at which the weights of the stages hold; in between they are interpolated.
const STAGE_ROUNDS: [f32; STAGES] = [8.0, 25.0, 50.0];

/// What each feature is called, in the order of the weights.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "colonies",
    "capacity",
    "capacity-share",
    "grown-share",
    "ships",
    "ship-share",
    "population-share",
    "home-threat",
    "home-population",
    "affordable",
    "blockaded",
    "sieges",
    "free-sectors",
];

/// Whether more of a feature is good (1) or bad (−1). A weight of the other sign would be chance, and
/// the player would act on it.
pub(crate) const SIGNS: [f32; FEATURES] = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0];

/// The margin of a player who has won, or lost, whatever the weights.
const DECIDED: f32 = 40.0;

/// The features of all players in a position; those of a defeated player are zero.
pub type Features = [[f32; FEATURES]; PLAYERS];

/// The features of a position. If the reserves shall last for some rounds, what can be spent of them in
/// each counts as income; 0 means that the income alone counts.
#[inline]
pub fn features(galaxy: &Galaxy, reserve_rounds: u32) -> Features {
    let mut features = [[0.0; FEATURES]; PLAYERS];
    let (mut capacities, mut grown, mut populations, mut ships) =
        ([0.0; PLAYERS], [0.0; PLAYERS], [0.0; PLAYERS], [0.0; PLAYERS]);
    let [a, b, c, d] = galaxy.colonies;
    let free = !(a | b | c | d);
    let fleets = lanes(&galaxy.ships);
    let population = lanes(&galaxy.population);
    let produced = Produced::in_all_sectors(galaxy);
    for player in Player::ALL {
        if galaxy.is_defeated(player) {
            continue;
        }
        let own = galaxy.colonies(player);
        let terran = (own & galaxy.terran).len() as u32;
        let index = player.index();
        let supported = |income: Income| income.supported_with(galaxy.reserves(player), reserve_rounds) as f32;
        capacities[index] = supported(produced.income(own & !galaxy.enemy_fleets(player)));
        grown[index] = supported(Income::of_grown(terran, own.len() as u32 - terran));
        populations[index] = sum(&only(&population, own)) as f32;
        ships[index] = sum(&only(&fleets, galaxy.fleets(player))) as f32;
    }
    let share = |values: &[f32; PLAYERS], index: usize| values[index] / (values.iter().sum::<f32>() + 1.0);
    for player in Player::ALL {
        if galaxy.is_defeated(player) {
            continue;
        }
        let index = player.index();
        let own = galaxy.colonies(player);
        let enemies = galaxy.enemy_fleets(player);
        let home = player.home();
        let bombarding = galaxy.bombarded(player);
        let threat = galaxy.threat(player, home) as f32;
        let uncovered = (threat - f32::from(galaxy.ships_in(player, home))).max(0.0);
        let sieges: u16 = bombarding
            .into_iter()
            .map(|sector| {
                let weight = if Sectors::HOMES.has(sector) { 2 } else { 1 };
                weight * galaxy.ships[sector.index()].min(MAX_BOMBARDMENT)
            })
            .sum();
        features[index] = [
            own.len() as f32 / 4.0,
            capacities[index] / 100.0,
            share(&capacities, index),
            share(&grown, index),
            ships[index] / 100.0,
            share(&ships, index),
            share(&populations, index),
            uncovered / (ships[index] + 10.0),
            f32::from(galaxy.population[home.index()]) / 1000.0,
            (galaxy.reserves(player).affordable_ships() as f32 / 100.0).min(2.0),
            (own & enemies).len() as f32,
            f32::from(sieges) / f32::from(MAX_BOMBARDMENT),
            (galaxy.in_reach(player) & free & !enemies).len() as f32 / 4.0,
        ];
    }
    features
}

/// The weights of the features, by stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub [[f32; FEATURES]; STAGES]);

impl Weights {
    /// The prototype's weights, the same in all stages.
    pub const FIRST: Self = Self([[2.23, 1.17, 1.38, 2.90, 0.43, 0.0, 0.91, -0.63, 0.38, 0.0, 0.0, 0.0, 0.0]; STAGES]);

    /// How much of each stage the round belongs to.
    #[inline]
    pub(crate) fn stages(round: u32) -> [f32; STAGES] {
        let round = round as f32;
        let [early, middle, late] = STAGE_ROUNDS;
        if round <= early {
            [1.0, 0.0, 0.0]
        } else if round <= middle {
            let part = (round - early) / (middle - early);
            [1.0 - part, part, 0.0]
        } else if round <= late {
            let part = (round - middle) / (late - middle);
            [0.0, 1.0 - part, part]
        } else {
            [0.0, 0.0, 1.0]
        }
    }

    /// The logits of all players; that of a defeated player means nothing.
    #[inline]
    pub fn logits(&self, galaxy: &Galaxy, reserve_rounds: u32) -> [f32; PLAYERS] {
        let stages = Self::stages(galaxy.round());
        let mut weights = [0.0; FEATURES];
        for (stage, part) in self.0.iter().zip(stages) {
            for (sum, weight) in weights.iter_mut().zip(stage) {
                *sum += part * weight;
            }
        }
        features(galaxy, reserve_rounds)
            .map(|features| features.iter().zip(&weights).map(|(feature, weight)| feature * weight).sum())
    }

    /// The logarithm of a player's odds to win.
    ///
    /// It is what a player should maximise: the probability itself is nearly 1 long before the game
    /// is won, and a player that maximised it would dawdle.
    #[inline]
    pub fn margin(&self, galaxy: &Galaxy, player: Player, reserve_rounds: u32) -> f32 {
        if galaxy.is_defeated(player) {
            return -DECIDED;
        }
        let logits = self.logits(galaxy, reserve_rounds);
        let mut rivals = 0.0;
        for rival in Player::ALL {
            if rival != player && !galaxy.is_defeated(rival) {
                rivals += logits[rival.index()].exp();
            }
        }
        if rivals == 0.0 { DECIDED } else { (logits[player.index()] - rivals.ln()).clamp(-DECIDED, DECIDED) }
    }
}
