//! What happens in a game, as data: for terminals, pages and logs to put into words.

use crate::command::Command;
use crate::command_error::CommandError;
use crate::end_of_turn::Income;
use crate::forecast::EndOfTurn;
use crate::galaxy::{Galaxy, Reserves};
use crate::player::Player;
use crate::sector::{Sector, Sectors};

/// Something that happened when a command was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "type", rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Event {
    /// Ships moved to a neighbouring sector.
    ShipsMoved {
        /// The player who moved them.
        player: Player,
        /// The sector they left.
        from: Sector,
        /// The sector they moved to.
        to: Sector,
        /// The number of ships.
        ships: u16,
    },
    /// A colony built ships.
    ShipsBuilt {
        /// The owner.
        player: Player,
        /// The sector of the colony.
        at: Sector,
        /// The number of ships.
        ships: u16,
    },
    /// Arriving ships fought an enemy fleet.
    Battle {
        /// The sector.
        at: Sector,
        /// The ships that arrived.
        attacker: Combatant,
        /// The fleet that was there.
        defender: Combatant,
    },
    /// An enemy fleet is now in the sector of a colony, which has no income while it stays.
    BlockadeBegan {
        /// The sector.
        at: Sector,
        /// The owner of the colony.
        owner: Player,
        /// The owner of the fleet.
        by: Player,
    },
    /// An enemy fleet is no longer in the sector of a colony.
    BlockadeLifted {
        /// The sector.
        at: Sector,
        /// The owner of the colony.
        owner: Player,
        /// The owner of the fleet that was there.
        by: Player,
    },
    /// Ships founded a colony.
    ColonyFounded {
        /// The new colony's owner.
        player: Player,
        /// The sector.
        at: Sector,
    },
    /// A barren planet became terran.
    Terraformed {
        /// The owner of the colony there.
        player: Player,
        /// The sector.
        at: Sector,
    },
    /// Ships were scrapped.
    ShipsScrapped {
        /// Their owner.
        player: Player,
        /// The sector.
        at: Sector,
        /// The number of ships.
        ships: u16,
        /// Why.
        cause: ScrapCause,
    },
    /// A fleet bombarded a colony.
    Bombarded {
        /// The sector.
        at: Sector,
        /// The owner of the colony.
        owner: Player,
        /// The owner of the fleet.
        by: Player,
        /// The size of the fleet.
        ships: u16,
        /// The population before.
        before: u16,
        /// The population after; 0 if the colony is lost.
        after: u16,
    },
    /// A colony was lost.
    ColonyLost {
        /// The sector.
        at: Sector,
        /// Its owner until then.
        owner: Player,
        /// The player who destroyed it, or defeated its owner.
        by: Player,
        /// Why it was lost.
        cause: LossCause,
    },
    /// A player lost its home world, and with it everything else.
    PlayerDefeated {
        /// The defeated player.
        player: Player,
        /// The player who bombarded the home world.
        by: Player,
        /// The ships that vanished.
        ships: u32,
    },
    /// A player received its income and paid the upkeep of its ships.
    IncomeReceived {
        /// The player.
        player: Player,
        /// Production and consumption of its colonies.
        income: Income,
        /// The upkeep of the ships that it keeps.
        upkeep: Reserves,
        /// The reserves afterwards.
        reserves: Reserves,
    },
    /// A colony grew.
    ColonyGrew {
        /// The owner.
        player: Player,
        /// The sector.
        at: Sector,
        /// The population before.
        before: u16,
        /// The population after.
        after: u16,
    },
    /// A player ended its turn, and another is to move.
    TurnEnded {
        /// The player whose turn ended.
        player: Player,
        /// The player to move now.
        next: Player,
        /// The number of the round now.
        round: u32,
    },
    /// The game is over.
    GameWon {
        /// The only undefeated player.
        winner: Player,
    },
}

/// One side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Combatant {
    /// The owner of the ships.
    pub player: Player,
    /// The ships before the battle.
    pub ships: u16,
    /// The ships lost in it.
    pub losses: u16,
}

impl Combatant {
    /// The ships left after the battle.
    pub const fn left(self) -> u16 {
        self.ships.saturating_sub(self.losses)
    }
}

/// Why ships were scrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ScrapCause {
    /// The player ordered it.
    Ordered,
    /// The sector was out of reach of the player's colonies when the turn ended.
    OutOfSupport,
    /// The upkeep could not be paid.
    Unpaid,
}

/// Why a colony was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum LossCause {
    /// Bombardment left too few inhabitants.
    Bombardment,
    /// Its owner lost the home world.
    Defeat,
}

impl Galaxy {
    /// Carries out a command as [`Galaxy::apply`] does, and adds what happened to `events`, in
    /// order. A refused command changes nothing and has no events.
    ///
    /// ```
    /// use starchess::{Event, Galaxy, Start};
    /// let mut galaxy = Galaxy::start(Start::Terran);
    /// let mut events = Vec::new();
    /// galaxy.apply_with_events("move A1 B2 17".parse()?, &mut events)?;
    /// let [Event::ShipsMoved { ships, .. }] = events[..] else { panic!("{events:?}") };
    /// assert_eq!(ships, 17);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_with_events(&mut self, command: Command, events: &mut Vec<Event>) -> Result<(), CommandError> {
        let before = *self;
        let player = self.to_move;
        self.check(command)?;
        if command == Command::EndTurn {
            // The forecast exists: the game is not over, and the player to move is not defeated.
            if let Some(end) = self.forecast(player) {
                *self = end.after;
                end.report(&before, events);
            }
            return Ok(());
        }
        self.carry_out(command);
        match command {
            Command::Move { from, to, ships } => {
                events.push(Event::ShipsMoved { player, from, to, ships: ships as u16 });
                report_battle(&before, self, to, ships as u16, events);
            }
            Command::Build { at, ships } => {
                events.push(Event::ShipsBuilt { player, at, ships: ships as u16 });
                report_battle(&before, self, at, ships as u16, events);
            }
            Command::Colonize { at } => events.push(Event::ColonyFounded { player, at }),
            Command::Terraform { at } => events.push(Event::Terraformed { player, at }),
            Command::Scrap { at, ships } => {
                let (ships, cause) = (ships as u16, ScrapCause::Ordered);
                events.push(Event::ShipsScrapped { player, at, ships, cause });
            }
            Command::EndTurn => {}
        }
        report_blockades(&before, self, events);
        Ok(())
    }

    /// The fleet that blockades the colony in a sector, as the owners of the colony and the fleet.
    pub fn blockade(&self, at: Sector) -> Option<(Player, Player)> {
        let (owner, by) = (self.colony(at)?.owner, self.fleet(at)?.owner);
        (owner != by).then_some((owner, by))
    }

    fn has_colony_of(&self, owner: Player, at: Sector) -> bool {
        self.colonies(owner).has(at)
    }
}

/// The battle of ships of the player to move that arrived in a sector, if there was one.
fn report_battle(before: &Galaxy, after: &Galaxy, at: Sector, ships: u16, events: &mut Vec<Event>) {
    let player = before.to_move();
    let Some(enemy) = before.fleet(at).filter(|fleet| fleet.owner != player) else { return };
    let side = |player, ships| Combatant { player, ships, losses: ships - after.ships_in(player, at) };
    events.push(Event::Battle { at, attacker: side(player, ships), defender: side(enemy.owner, enemy.ships) });
}

/// The blockades that began or were lifted between two positions, of colonies that are there in
/// both.
fn report_blockades(before: &Galaxy, after: &Galaxy, events: &mut Vec<Event>) {
    for at in Sector::all() {
        let (old, new) = (before.blockade(at), after.blockade(at));
        if old == new {
            continue;
        }
        if let Some((owner, by)) = old.filter(|&(owner, _)| after.has_colony_of(owner, at)) {
            events.push(Event::BlockadeLifted { at, owner, by });
        }
        if let Some((owner, by)) = new {
            events.push(Event::BlockadeBegan { at, owner, by });
        }
    }
}

impl EndOfTurn {
    /// Adds the events of this end of a turn, which began in the position `before`.
    fn report(&self, before: &Galaxy, events: &mut Vec<Event>) {
        let player = self.player;
        let scrapped = |cause| {
            move |lost: &crate::forecast::ScrappedShips| Event::ShipsScrapped {
                player,
                at: lost.at,
                ships: lost.ships,
                cause,
            }
        };
        events.extend(self.out_of_support.iter().map(scrapped(ScrapCause::OutOfSupport)));
        self.report_bombardments(events);
        let Self { income, upkeep, reserves, .. } = *self;
        events.extend(self.unpaid.iter().map(scrapped(ScrapCause::Unpaid)));
        events.push(Event::IncomeReceived { player, income, upkeep, reserves });
        events.extend(self.growth.iter().map(|growth| Event::ColonyGrew {
            player,
            at: growth.at,
            before: growth.before,
            after: growth.after,
        }));
        report_blockades(before, &self.after, events);
        events.push(match self.winner {
            Some(winner) => Event::GameWon { winner },
            None => Event::TurnEnded { player, next: self.after.to_move(), round: self.after.round() },
        });
    }

    fn report_bombardments(&self, events: &mut Vec<Event>) {
        let by = self.player;
        for bombardment in &self.bombardments {
            let crate::forecast::Bombardment { at, owner, ships, before, after } = *bombardment;
            events.push(Event::Bombarded { at, owner, by, ships, before, after });
            if after > 0 {
                continue;
            }
            events.push(Event::ColonyLost { at, owner, by, cause: LossCause::Bombardment });
            let defeat = self.defeats.iter().find(|defeat| defeat.player == owner && at == owner.home());
            let Some(defeat) = defeat else { continue };
            events.push(Event::PlayerDefeated { player: owner, by, ships: defeat.ships });
            let others: Sectors = defeat.colonies & !at.alone();
            let lost = |at| Event::ColonyLost { at, owner, by, cause: LossCause::Defeat };
            events.extend(others.into_iter().map(lost));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str, command: &str) -> Vec<Event> {
        let mut galaxy: Galaxy = line.parse().unwrap();
        let mut events = Vec::new();
        galaxy.apply_with_events(command.parse().unwrap(), &mut events).unwrap();
        events
    }

    fn at(name: &str) -> Sector {
        name.parse().unwrap()
    }

    #[test]
    fn battles_have_the_losses_of_both_sides() {
        let line = "t2@1000,b,b,t3@1000/b,b,b,b/b+2x12,b+3x20,b,b/t1@1000+1x20,b,b,t4@1000 1 9 0:0,0:0,0:0,0:0";
        let battle = |command: &str| match told(line, command)[..] {
            [Event::ShipsMoved { .. }, Event::Battle { attacker, defender, .. }] => (attacker, defender),
            ref events => panic!("{events:?}"),
        };
        let (attacker, defender) = battle("move A1 A2 20");
        assert_eq!(attacker, Combatant { player: Player::ONE, ships: 20, losses: 12 });
        assert_eq!(defender, Combatant { player: Player::TWO, ships: 12, losses: 12 });
        let (attacker, defender) = battle("move A1 A2 5");
        assert_eq!((attacker.left(), defender.left()), (0, 10));
        let (attacker, defender) = battle("move A1 B2 20");
        assert_eq!((attacker.left(), defender.left()), (0, 0));
        assert_eq!(told(line, "move A1 B1 20").len(), 1);
    }

    #[test]
    fn blockades_begin_and_are_lifted() {
        let line = "t2@1000,b,b,t3@1000/b2@50,b,b,b/b1@50+2x9,b,b,b/t1@1000+1x30,b,b,t4@1000 1 9 400:400,0:0,0:0,0:0";
        let (owner, by) = (Player::ONE, Player::TWO);
        let lifted = Event::BlockadeLifted { at: at("A2"), owner, by };
        assert_eq!(told(line, "move A1 A2 30")[2..], [lifted]);
        assert_eq!(told(line, "move A1 A2 5").len(), 2);
        let line = line.replace("2x9", "1x9");
        let began = Event::BlockadeBegan { at: at("A3"), owner: Player::TWO, by: Player::ONE };
        assert_eq!(told(&line, "move A2 A3 9")[1..], [began]);
        // Building breaks a blockade too.
        let home = "t2@1000,b,b,t3@1000/b,b,b,b/b2@50,b,b,b/t1@1000+2x5,b,b,t4@1000 1 9 400:400,0:0,0:0,0:0";
        assert_eq!(told(home, "build A1 10")[2..], [Event::BlockadeLifted { at: Sector::A1, owner, by }]);
    }

    #[test]
    fn the_end_of_a_turn_is_told_in_order() {
        let line =
            "t2@25+1x50,b1@30,b,t3@1000/b,b2@150+1x10,b,b+1x9/b,b,b,b/t1@40+1x20,b+2x7,b,t4@1000 1 9 0:0,0:0,0:0,0:0";
        let events = told(line, "end");
        let (player, by, owner) = (Player::ONE, Player::ONE, Player::TWO);
        let unpaid = |name, ships| Event::ShipsScrapped { player, at: at(name), ships, cause: ScrapCause::Unpaid };
        assert_eq!(
            events[..9],
            [
                Event::ShipsScrapped { player, at: at("D3"), ships: 9, cause: ScrapCause::OutOfSupport },
                Event::Bombarded { at: at("A4"), owner, by, ships: 50, before: 25, after: 0 },
                Event::ColonyLost { at: at("A4"), owner, by, cause: LossCause::Bombardment },
                Event::PlayerDefeated { player: owner, by, ships: 7 },
                Event::ColonyLost { at: at("B3"), owner, by, cause: LossCause::Defeat },
                unpaid("A1", 20),
                unpaid("A4", 50),
                unpaid("B3", 10),
                Event::IncomeReceived {
                    player,
                    income: Income { materials: 190, credits: 40, consumption: 30 },
                    upkeep: Reserves::default(),
                    reserves: Reserves { materials: 190, credits: 10 },
                },
            ]
        );
        assert_eq!(events[11..], [Event::TurnEnded { player, next: Player::THREE, round: 9 }]);
    }

    #[test]
    fn the_last_defeat_ends_the_game() {
        let line = "t2@25+1x50,b1@30,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,b 1 9 0:0,0:0,-,-";
        assert_eq!(told(line, "end").last(), Some(&Event::GameWon { winner: Player::ONE }));
    }
}
