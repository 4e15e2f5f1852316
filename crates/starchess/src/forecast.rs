//! What the end of a turn brings, known before the turn is ended.

use crate::constants::SHIP_SUPPORT;
use crate::end_of_turn::Income;
use crate::galaxy::{Galaxy, GameResult, Reserves};
use crate::player::Player;
use crate::sector::{Sector, Sectors};

/// Ships that are scrapped in one sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScrappedShips {
    /// The sector.
    pub at: Sector,
    /// The number of ships.
    pub ships: u16,
}

/// A colony that is bombarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Bombardment {
    /// The sector.
    pub at: Sector,
    /// The owner of the colony.
    pub owner: Player,
    /// The ships that bombard it.
    pub ships: u16,
    /// Its population before.
    pub before: u16,
    /// Its population after; 0 if the colony is lost.
    pub after: u16,
}

/// A player who loses the home world, and with it everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Defeat {
    /// The defeated player.
    pub player: Player,
    /// Its colonies when it was defeated, the home world among them.
    pub colonies: Sectors,
    /// Its fleets when it was defeated.
    pub fleets: Sectors,
    /// The ships in them.
    pub ships: u32,
}

/// A colony that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Growth {
    /// The sector.
    pub at: Sector,
    /// The population before.
    pub before: u16,
    /// The population after.
    pub after: u16,
}

/// Materials and credits gained, or lost if negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Balance {
    /// Materials.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub materials: i64,
    /// Credits.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub credits: i64,
}

/// Everything that the end of a player's turn brings, in the order of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EndOfTurn {
    /// The player whose turn ends.
    pub player: Player,
    /// Fleets that are scrapped because they are out of reach of the player's colonies.
    pub out_of_support: Vec<ScrappedShips>,
    /// Colonies of others that are bombarded.
    pub bombardments: Vec<Bombardment>,
    /// Players who are defeated by the bombardment.
    pub defeats: Vec<Defeat>,
    /// What the player's colonies produce and consume.
    pub income: Income,
    /// The upkeep that is paid, for the ships that are kept.
    pub upkeep: Reserves,
    /// Income less consumption and upkeep: what the reserves gain or lose.
    pub net: Balance,
    /// Ships that are scrapped because their upkeep cannot be paid.
    pub unpaid: Vec<ScrappedShips>,
    /// The reserves afterwards.
    pub reserves: Reserves,
    /// The player's colonies that grow.
    pub growth: Vec<Growth>,
    /// The winner, if the game is over then.
    pub winner: Option<Player>,
    /// The position afterwards.
    pub after: Galaxy,
}

impl EndOfTurn {
    /// The number of ships that will be scrapped, for whatever reason.
    pub fn scrapped_ships(&self) -> u32 {
        self.out_of_support.iter().chain(&self.unpaid).map(|scrapped| u32::from(scrapped.ships)).sum()
    }

    /// The colonies that will be lost by other players.
    pub fn lost_colonies(&self) -> Sectors {
        let destroyed = self.bombardments.iter().filter(|bombardment| bombardment.after == 0).map(|it| it.at).collect();
        self.defeats.iter().fold(destroyed, |lost, defeat| lost | defeat.colonies)
    }
}

impl Galaxy {
    /// What would happen if it were this player's turn and the player ended it in this position.
    /// `None` if the player is defeated or the game is over.
    ///
    /// ```
    /// use starchess::{Balance, Galaxy, Player, Start};
    /// let galaxy = Galaxy::start(Start::Terran);
    /// let end = galaxy.forecast(Player::ONE).expect("the game has just begun");
    /// assert_eq!((end.income.materials, end.upkeep.materials), (200, 200));
    /// assert_eq!(end.net, Balance { materials: 0, credits: 600 });
    /// assert_eq!((end.reserves.credits, end.scrapped_ships()), (600, 0));
    /// ```
    pub fn forecast(&self, player: Player) -> Option<EndOfTurn> {
        if self.is_defeated(player) || self.is_over() {
            return None;
        }
        let mut after = *self;
        after.to_move = player;
        Some(after.end_turn_in_steps())
    }

    /// Ends the turn of the player to move as [`Galaxy::end_turn`] does, and reports each step.
    fn end_turn_in_steps(&mut self) -> EndOfTurn {
        let player = self.to_move;
        let before = *self;
        self.scrap_out_of_support(player);
        let out_of_support = lost_ships(&before, self, player);
        let (bombardments, defeats) = self.bombard_in_steps(player);
        let income = self.income(player);
        let before = *self;
        self.support(player, income);
        let unpaid = lost_ships(&before, self, player);
        let kept = self.ships(player);
        let upkeep = Reserves { materials: SHIP_SUPPORT.materials * kept, credits: SHIP_SUPPORT.credits * kept };
        let net = Balance {
            materials: i64::from(income.materials) - i64::from(upkeep.materials),
            credits: i64::from(income.credits) - i64::from(income.consumption) - i64::from(upkeep.credits),
        };
        let before = *self;
        self.grow(player);
        let growth = self
            .colonies(player)
            .into_iter()
            .map(|at| Growth { at, before: before.population[at.index()], after: self.population[at.index()] })
            .filter(|growth| growth.after > growth.before)
            .collect();
        self.rest();
        self.pass_on();
        let winner = match self.result() {
            GameResult::Win(winner) => Some(winner),
            GameResult::Ongoing => None,
        };
        let reserves = self.reserves(player);
        EndOfTurn {
            player,
            out_of_support,
            bombardments,
            defeats,
            income,
            upkeep,
            net,
            unpaid,
            reserves,
            growth,
            winner,
            after: *self,
        }
    }

    fn bombard_in_steps(&mut self, player: Player) -> (Vec<Bombardment>, Vec<Defeat>) {
        let (mut bombardments, mut defeats) = (Vec::new(), Vec::new());
        let bombarded = self.bombarded(player);
        for &at in player.processing_order().iter().filter(|&&at| bombarded.has(at)) {
            let before = *self;
            self.bombard_sector(at);
            let Some(colony) = before.colony(at) else { continue };
            let (owner, after) = (colony.owner, self.population[at.index()]);
            bombardments.push(Bombardment {
                at,
                owner,
                ships: before.ships[at.index()],
                before: colony.population,
                after,
            });
            if self.is_defeated(owner) && !before.is_defeated(owner) {
                defeats.push(Defeat {
                    player: owner,
                    colonies: before.colonies(owner),
                    fleets: before.fleets(owner),
                    ships: before.ships(owner),
                });
            }
        }
        (bombardments, defeats)
    }
}

/// The ships that a player lost between two positions, in the player's processing order.
fn lost_ships(before: &Galaxy, after: &Galaxy, player: Player) -> Vec<ScrappedShips> {
    player
        .processing_order()
        .iter()
        .map(|&at| ScrappedShips { at, ships: before.ships_in(player, at) - after.ships_in(player, at) })
        .filter(|lost| lost.ships > 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_reported() {
        // Player 1 has 50 ships at player 2's home, ten at its colony in B3, nine out of reach in
        // D3.
        let line =
            "t2@25+1x50,b1@30,b,t3@1000/b,b2@150+1x10,b,b+1x9/b,b,b,b/t1@40+1x20,b,b,t4@1000 1 9 0:0,0:0,0:0,0:0";
        let galaxy: Galaxy = line.parse().unwrap();
        let end = galaxy.forecast(Player::ONE).unwrap();
        let at = |name: &str| name.parse::<Sector>().unwrap();
        assert_eq!(end.out_of_support, [ScrappedShips { at: at("D3"), ships: 9 }]);
        let bombardment = Bombardment { at: at("A4"), owner: Player::TWO, ships: 50, before: 25, after: 0 };
        // The colony in B3 is gone before its turn comes.
        assert_eq!(end.bombardments, [bombardment]);
        assert_eq!(end.defeats.len(), 1);
        assert_eq!(end.lost_colonies(), [at("A4"), at("B3")].into_iter().collect());
        // 40 + 150 materials, 40 - 30 credits: nothing is left for ships.
        assert_eq!(end.income, Income { materials: 190, credits: 40, consumption: 30 });
        assert_eq!(end.scrapped_ships(), 89);
        assert_eq!(end.reserves, Reserves { materials: 190, credits: 10 });
        assert_eq!(end.growth.len(), 2);
        assert_eq!(end.winner, None);
    }

    #[test]
    fn no_forecast_for_the_defeated_or_after_the_end() {
        let over: Galaxy = "t,b,t,b/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,b 1 9 0:0,-,-,-".parse().unwrap();
        assert_eq!(over.forecast(Player::ONE), None);
        let three: Galaxy = "t2@20,b,t,t3@20/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,b 1 9 0:0,0:0,0:0,-".parse().unwrap();
        assert_eq!(three.forecast(Player::FOUR), None);
        assert!(three.forecast(Player::TWO).is_some());
    }
}
