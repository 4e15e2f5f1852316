//! What the player to move can order: targets, amounts and what limits them.

use crate::command::Command;
use crate::constants::{MAX_SHIPS, SHIP_COST};
use crate::galaxy::Galaxy;
use crate::sector::Sector;

/// How many ships a colony can build, by each thing that limits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BuildLimits {
    /// By the colonists who have not worked this turn.
    pub workforce: u32,
    /// By the player's materials.
    pub materials: u32,
    /// By the player's credits.
    pub credits: u32,
    /// By the room for ships in the sector.
    pub room: u32,
}

impl BuildLimits {
    /// The most ships that can be built.
    pub fn max(self) -> u32 {
        self.workforce.min(self.materials).min(self.credits).min(self.room)
    }
}

/// A legal target of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MoveChoice {
    /// The target.
    pub to: Sector,
    /// The most ships that can move there, at least 1.
    pub max: u16,
}

/// What a colony can build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BuildChoice {
    /// The sector of the colony.
    pub at: Sector,
    /// The most ships that it can build, perhaps none.
    pub max: u32,
    /// What limits it.
    pub limits: BuildLimits,
    /// The most that it can build without exceeding the number of ships that the income supports.
    /// In a blockaded sector this is `max`: those ships fight at once.
    pub supportable: u32,
}

/// Everything that the player to move can order in one sector.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Choices {
    /// The sector.
    pub at: Sector,
    /// Where ships can move from here.
    pub moves: Vec<MoveChoice>,
    /// What the player's own colony here can build; none if there is no such colony.
    pub build: Option<BuildChoice>,
    /// Whether a colony can be founded here.
    pub can_colonize: bool,
    /// Whether the planet can be terraformed.
    pub can_terraform: bool,
    /// The most ships that can be scrapped here.
    pub max_scrap: u16,
    /// How many of them exceed the number of ships that the income supports.
    pub surplus: u16,
}

/// A fleet with ships that can still act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct IdleFleet {
    /// Where it is.
    pub at: Sector,
    /// Its active ships.
    pub ships: u16,
}

/// What the player to move could still do this turn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Idle {
    /// Fleets with active ships that can move or colonize.
    pub fleets: Vec<IdleFleet>,
    /// Colonies that can build at least one ship.
    pub colonies: Vec<BuildChoice>,
    /// How many more ships the income supports.
    pub spare_support: u32,
}

impl Galaxy {
    /// How many ships the player to move could build at a colony of its own in this sector.
    pub fn build_limits(&self, at: Sector) -> BuildLimits {
        let reserves = self.reserves(self.to_move());
        BuildLimits {
            workforce: self.workforce(at).into(),
            materials: reserves.materials / SHIP_COST.materials,
            credits: reserves.credits / SHIP_COST.credits,
            room: self.room(at).into(),
        }
    }

    /// How many more ships of the player to move fit into a sector.
    fn room(&self, at: Sector) -> u16 {
        MAX_SHIPS - self.ships_in(self.to_move(), at)
    }

    /// How many more ships than there are the income of the player to move supports.
    pub fn spare_support(&self) -> u32 {
        let player = self.to_move();
        self.income(player).supported_ships().saturating_sub(self.ships(player))
    }

    /// Everything that the player to move can order in a sector. Nothing once the game is over.
    ///
    /// ```
    /// use starchess::{Galaxy, MoveChoice, Sector, Start};
    /// let choices = Galaxy::start(Start::Terran).choices(Sector::A1);
    /// let targets: Vec<String> = choices.moves.iter().map(|choice| choice.to.to_string()).collect();
    /// assert_eq!(targets, ["B1", "A2", "B2"]);
    /// assert_eq!(choices.moves[0].max, 20);
    /// assert_eq!(choices.build.map(|build| build.max), Some(0)); // no materials yet
    /// ```
    pub fn choices(&self, at: Sector) -> Choices {
        let player = self.to_move();
        let is_legal = |command| self.check(command).is_ok();
        let ships = if self.is_over() { 0 } else { self.ships_in(player, at) };
        let surplus = self.ships(player).saturating_sub(self.income(player).supported_ships());
        Choices {
            at,
            moves: self.move_choices(at),
            build: self.build_choice(at),
            can_colonize: is_legal(Command::Colonize { at }),
            can_terraform: is_legal(Command::Terraform { at }),
            max_scrap: ships,
            surplus: surplus.min(ships.into()) as u16,
        }
    }

    fn move_choices(&self, at: Sector) -> Vec<MoveChoice> {
        let player = self.to_move();
        let active = self.fleet(at).filter(|fleet| fleet.owner == player).map_or(0, |fleet| fleet.active());
        if self.is_over() {
            return Vec::new();
        }
        (at.neighbours() & self.in_reach(player))
            .into_iter()
            .map(|to| MoveChoice { to, max: active.min(self.room(to)) })
            .filter(|choice| choice.max > 0)
            .collect()
    }

    fn build_choice(&self, at: Sector) -> Option<BuildChoice> {
        let player = self.to_move();
        if self.is_over() || !self.colonies(player).has(at) {
            return None;
        }
        let limits = self.build_limits(at);
        let max = limits.max();
        let supportable = if self.enemy_fleets(player).has(at) { max } else { max.min(self.spare_support()) };
        Some(BuildChoice { at, max, limits, supportable })
    }

    /// What the player to move could still do this turn, in its processing order.
    ///
    /// ```
    /// use starchess::{Galaxy, Start};
    /// let mut galaxy = Galaxy::start(Start::Terran);
    /// assert_eq!(galaxy.idle().fleets.len(), 1);
    /// galaxy.apply("move A1 B2 20".parse()?)?;
    /// assert_eq!(galaxy.idle().fleets.len(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn idle(&self) -> Idle {
        let player = self.to_move();
        let order = player.processing_order();
        let idle_fleet = |&at: &Sector| {
            let ships = self.fleet(at).filter(|fleet| fleet.owner == player)?.active();
            let can_act = !self.move_choices(at).is_empty() || self.check(Command::Colonize { at }).is_ok();
            (ships > 0 && can_act).then_some(IdleFleet { at, ships })
        };
        Idle {
            fleets: order.iter().filter_map(idle_fleet).collect(),
            colonies: order.iter().filter_map(|&at| self.build_choice(at)).filter(|build| build.max > 0).collect(),
            spare_support: self.spare_support(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_of_a_build_is_named() {
        let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b1@100w30+1x990,b,b/t1@500,b,b,t4@1000 1 5 100:300,0:0,0:0,0:0";
        let galaxy: Galaxy = line.parse().unwrap();
        let choices = galaxy.choices("B2".parse().unwrap());
        let build = choices.build.unwrap();
        assert_eq!(build.limits, BuildLimits { workforce: 7, materials: 5, credits: 7, room: 9 });
        assert_eq!((build.max, build.supportable), (5, 0));
        // 700 materials support 70 ships, 500 credits less 100 consumed support 20.
        assert_eq!((choices.max_scrap, choices.surplus), (990, 970));
    }

    #[test]
    fn a_blockaded_colony_builds_whatever_the_income_supports() {
        let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b,b,b/t1@500+2x5,b,b,t4@1000 1 5 100:300,0:0,0:0,0:0";
        let galaxy: Galaxy = line.parse().unwrap();
        let build = galaxy.choices(Sector::A1).build.unwrap();
        assert_eq!((build.max, build.supportable, galaxy.spare_support()), (5, 5, 0));
    }

    #[test]
    fn nothing_can_be_ordered_after_the_end() {
        let over: Galaxy = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x40,b,b,b 1 5 1000:1000,-,-,-".parse().unwrap();
        let choices = over.choices(Sector::A1);
        assert!(choices.moves.is_empty() && choices.build.is_none() && choices.max_scrap == 0);
        let idle = over.idle();
        assert!(idle.fleets.is_empty() && idle.colonies.is_empty());
    }
}
