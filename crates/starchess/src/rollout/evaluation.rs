//! The evaluation: who is going to win, from a few features of each player.
//!
//! It is a conditional logit: each living player has a *logit*, the weighted sum of its features, and
//! wins with a probability in proportion to the exponential of it. Weights depend on the stage of the
//! game, and were fitted to games (`starchess train`).

use crate::constants::{HOME_POPULATION, MAX_BOMBARDMENT};
use crate::end_of_turn::{Income, Produced};
use crate::galaxy::Galaxy;
use crate::lanes::{lanes, only, sum};
use crate::player::{PLAYERS, Player};
use crate::sector::Sectors;

/// The number of features.
pub const FEATURES: usize = 15;

/// The number of aims.
pub const AIMS: usize = 2;

/// The number of stages, each with weights of its own.
pub const STAGES: usize = 4;

/// The rounds at which the weights of the stages hold; in between they are interpolated.
const STAGE_ROUNDS: [f32; STAGES] = [8.0, 25.0, 50.0, 100.0];

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
    "grown-colonies",
    "lasting-share",
];

/// What each aim is called: the fall of rivals, and the damage to the home worlds of those who are left.
///
/// The odds to win hardly change when one of three equal rivals is out of the game, and attackers
/// risk more than the others, so players that look at nothing but their odds wait for each other until
/// the game is drawn. A player with aims does not.
pub const AIM_NAMES: [&str; AIMS] = ["fallen-rivals", "damaged-homes"];

/// A colony with this population counts as grown. Below it, it counts in part: a raid of a few ships
/// ends it.
const GROWN: u16 = 100;

/// Whether more of a feature is good (1) or bad (−1). A weight of the other sign would be chance, and
/// the player would act on it.
pub(crate) const SIGNS: [f32; FEATURES] = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0];

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
    let (mut grown_colonies, mut lasting) = ([0.0; PLAYERS], [0.0; PLAYERS]);
    let [a, b, c, d] = galaxy.colonies;
    let free = !(a | b | c | d);
    let fleets = lanes(&galaxy.ships);
    let population = lanes(&galaxy.population);
    let growth = lanes(&galaxy.population.map(|population| population.min(GROWN)));
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
        let [terran_growth, barren_growth] =
            [own & galaxy.terran, own & !galaxy.terran].map(|colonies| sum(&only(&growth, colonies)));
        grown_colonies[index] = (terran_growth + barren_growth) as f32 / f32::from(GROWN);
        lasting[index] = supported(Income::of_grown(terran_growth, barren_growth).divided_by(GROWN.into()));
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
            grown_colonies[index] / 4.0,
            share(&lasting, index),
        ];
    }
    features
}

/// What a position is worth to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The logarithm of its odds to win.
    pub odds: f32,
    /// The same with what it has reached of its aims. This is what it maximises.
    pub margin: f32,
}

/// What the features and the aims are worth, by stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The weights of the features.
    pub features: [[f32; FEATURES]; STAGES],
    /// The weights of the aims.
    pub aims: [[f32; AIMS]; STAGES],
}

impl Weights {
    /// Nothing is worth anything.
    pub const NONE: Self = Self { features: [[0.0; FEATURES]; STAGES], aims: [[0.0; AIMS]; STAGES] };

    /// The prototype's weights, the same in all stages.
    pub const FIRST: Self = Self {
        features: [[2.23, 1.17, 1.38, 2.90, 0.43, 0.0, 0.91, -0.63, 0.38, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]; STAGES],
        ..Self::NONE
    };

    /// How much of each stage the round belongs to.
    #[inline]
    pub(crate) fn stages(round: u32) -> [f32; STAGES] {
        let round = (round as f32).clamp(STAGE_ROUNDS[0], STAGE_ROUNDS[STAGES - 1]);
        let mut parts = [0.0; STAGES];
        let after = STAGE_ROUNDS.iter().position(|&stage| round <= stage).unwrap_or(STAGES - 1).max(1);
        let (before, next) = (STAGE_ROUNDS[after - 1], STAGE_ROUNDS[after]);
        parts[after] = (round - before) / (next - before);
        parts[after - 1] = 1.0 - parts[after];
        parts
    }

    /// The logits of all players; that of a defeated player means nothing.
    #[inline]
    pub fn logits(&self, galaxy: &Galaxy, reserve_rounds: u32) -> [f32; PLAYERS] {
        let weights = blended(&self.features, galaxy.round());
        features(galaxy, reserve_rounds)
            .map(|features| features.iter().zip(&weights).map(|(feature, weight)| feature * weight).sum())
    }

    /// What a position is worth to a player.
    ///
    /// The logarithm of the odds is what a player should maximise: the probability itself is nearly 1 long
    /// before the game is won, and a player that maximised it would dawdle.
    #[inline]
    pub fn worth(&self, galaxy: &Galaxy, player: Player, reserve_rounds: u32) -> Worth {
        if galaxy.is_defeated(player) {
            return Worth { odds: -DECIDED, margin: -DECIDED };
        }
        let logits = self.logits(galaxy, reserve_rounds);
        let (mut rivals, mut fallen, mut damage) = (0.0, 0.0, 0.0);
        for rival in Player::ALL {
            if galaxy.is_defeated(rival) {
                fallen += 1.0;
            } else if rival != player {
                rivals += logits[rival.index()].exp();
                damage += 1.0 - f32::from(galaxy.population[rival.home().index()]) / f32::from(HOME_POPULATION);
            }
        }
        if rivals == 0.0 {
            return Worth { odds: DECIDED, margin: DECIDED };
        }
        let [per_fallen, per_damaged] = blended(&self.aims, galaxy.round());
        let reached = per_fallen * fallen + per_damaged * damage;
        let odds = logits[player.index()] - rivals.ln();
        Worth { odds: odds.clamp(-DECIDED, DECIDED), margin: (odds + reached).clamp(-DECIDED, DECIDED) }
    }
}

/// The weights that hold in a round.
#[inline(always)]
fn blended<const N: usize>(stages: &[[f32; N]; STAGES], round: u32) -> [f32; N] {
    let mut weights = [0.0; N];
    for (stage, part) in stages.iter().zip(Weights::stages(round)) {
        for (sum, weight) in weights.iter_mut().zip(stage) {
            *sum += part * weight;
        }
    }
    weights
}
