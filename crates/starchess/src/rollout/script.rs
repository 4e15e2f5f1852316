//! The script: a policy that makes a turn of a goal.

use crate::command::Command;
use crate::constants::{
    MAX_BOMBARDMENT, MAX_SHIPS, MAX_TERRAN_CREDITS, SHIP_COST, SHIP_SUPPORT, SHIPS_PER_COLONY, TERRAFORM_COST,
};
use crate::end_of_turn::Income;
use crate::galaxy::{Galaxy, Reserves};
use crate::player::Player;
use crate::policy::Policy;
use crate::rollout::goal::{Goal, Planets, Terraforming};
use crate::rollout::script_numbers::{
    ESTABLISHED, HOME_GARRISON, JOINT_THREATS, MAX_SITES, MIN_SIEGE, SIEGE_FOCUS, SIEGE_HOME, SIEGE_ONGOING,
    SITE_CLASS, SITE_FOCUS, SITE_HOME, SITE_SHIPS, SITE_THREAT, SURGE_TURNS, ScriptNumbers, WAVES,
};
use crate::seat::{ByPlace, Place, PlaceSet, Seat};
use crate::sector::Sectors;

/// The turns of a player that follows a goal.
///
/// ```
/// use starchess::{Galaxy, Goal, Policy, Script, ScriptNumbers, Sector, Start, write_commands};
/// let galaxy = Galaxy::start(Start::Terran);
/// let commands = Script { goal: Goal::expansion(Sector::A4), numbers: ScriptNumbers::FIRST }.commands(&galaxy);
/// assert_eq!(write_commands(&commands), "move A1 A2 20; end");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Script {
    /// The goal.
    pub goal: Goal,
    /// What does not depend on the goal.
    pub numbers: ScriptNumbers,
}

impl Policy for Script {
    #[inline]
    fn play(&mut self, from: &Galaxy, to: &mut Galaxy, each: impl FnMut(Command)) {
        *to = *from;
        ScriptedTurn::new(self, to, each).play();
    }
}

/// A turn in progress.
struct ScriptedTurn<'a, F> {
    goal: Goal,
    numbers: ScriptNumbers,
    galaxy: &'a mut Galaxy,
    each: F,
    player: Player,
    seat: Seat,
    /// Own colonies.
    colonies: PlaceSet,
    enemy_colonies: PlaceSet,
    enemy_fleets: PlaceSet,
    in_reach: PlaceSet,
    threat: ByPlace,
    /// Active ships that have no task yet, and where they are.
    idle: ByPlace,
    idlers: PlaceSet,
    /// Where colonies are to be founded.
    sites: PlaceSet,
    /// The colonists that the sites still lack.
    missing: ByPlace,
    /// Where the ships are wanted that are built.
    front: Option<Place>,
}

impl<'a, F: FnMut(Command)> ScriptedTurn<'a, F> {
    #[inline]
    fn new(script: &Script, galaxy: &'a mut Galaxy, each: F) -> Self {
        let Script { goal, numbers } = *script;
        let player = galaxy.to_move;
        let seat = Seat::of(player);
        let (all, greatest) = galaxy.all_and_greatest_threats(player);
        let mut threat = ByPlace::ZERO;
        for number in 0..crate::sector::SECTORS {
            let place = Place::new(number);
            let index = seat.sector(place).index();
            threat[place] = match numbers.0[JOINT_THREATS] {
                0 => greatest[index],
                joint => greatest[index] + eighths(all[index] - greatest[index], joint),
            };
        }
        Self {
            goal,
            numbers,
            player,
            seat,
            colonies: seat.places(galaxy.colonies(player)),
            enemy_colonies: seat.places(galaxy.enemy_colonies(player)),
            enemy_fleets: seat.places(galaxy.enemy_fleets(player)),
            in_reach: seat.places(galaxy.in_reach(player)),
            threat,
            idle: ByPlace::ZERO,
            idlers: PlaceSet::NONE,
            sites: PlaceSet::NONE,
            missing: ByPlace::ZERO,
            front: None,
            galaxy,
            each,
        }
    }

    #[inline]
    fn play(&mut self) {
        self.muster();
        self.liberate();
        self.choose_sites();
        self.settle();
        self.besiege();
        self.reinforce();
        self.build();
        self.colonize();
        self.terraform();
        (self.each)(Command::EndTurn);
        self.galaxy.end_turn();
    }

    #[inline(always)]
    fn ships(&self, place: Place) -> u16 {
        self.galaxy.ships[self.seat.sector(place).index()]
    }

    /// Own ships in a place, active or not.
    #[inline(always)]
    fn own_ships(&self, place: Place) -> u16 {
        if self.enemy_fleets.has(place) { 0 } else { self.ships(place) }
    }

    /// The place of the goal's focus.
    #[inline(always)]
    fn focus(&self) -> Place {
        self.seat.places(self.goal.focus.alone()).first().unwrap_or(Place::new(0))
    }

    #[inline(always)]
    fn distance(&self, one: Place, other: Place) -> usize {
        self.seat.sector(one).distance(self.seat.sector(other))
    }

    /// Finds the ships that are free for new tasks: all but garrisons and sieges that go on.
    #[inline]
    fn muster(&mut self) {
        for place in self.seat.places(self.galaxy.fleets(self.player)).each() {
            let index = self.seat.sector(place).index();
            let active = self.galaxy.ships[index] - self.galaxy.inactive[index];
            let kept = if self.colonies.has(place) {
                let kept = eighths(self.threat[place], self.goal.garrison);
                if place.number() == 0 { eighths(kept, self.numbers.0[HOME_GARRISON]) } else { kept }
            } else if self.enemy_colonies.has(place) && self.goal.sieges > 0 {
                MAX_BOMBARDMENT.max(self.opposition(place))
            } else {
                0
            };
            self.idle[place] = active.saturating_sub(kept);
            self.idlers.insert_if(place, active > kept);
        }
    }

    /// The ships that are needed to hold a place against the enemies in it and near it.
    #[inline(always)]
    fn opposition(&self, place: Place) -> u16 {
        let there = if self.enemy_fleets.has(place) { self.ships(place) } else { 0 };
        let near = self.threat[place] - there;
        let counted = there + eighths(near, 2 * self.goal.caution);
        eighths(counted, 2 * self.goal.superiority)
    }

    /// Moves idle ships one step towards a target. Returns how many.
    #[inline]
    fn send(&mut self, from: Place, target: Place, ships: u16) -> u16 {
        let distance = self.distance(from, target);
        let step = match distance {
            0 => {
                self.claim(from, ships);
                return ships;
            }
            1 => target,
            _ => {
                let nearer = self.seat.ring(from, 1) & self.seat.ring(target, distance - 1);
                let open = nearer & self.in_reach & !self.enemy_fleets;
                let Some(step) = (open & self.colonies).first().or(open.first()) else { return 0 };
                step
            }
        };
        let ships = ships.min(MAX_SHIPS - self.own_ships(step));
        if ships > 0 {
            self.claim(from, ships);
            let (from, to) = (self.seat.sector(from), self.seat.sector(step));
            (self.each)(Command::Move { from, to, ships: ships.into() });
            self.galaxy.move_ships(from, to, ships);
            if self.enemy_fleets.has(step) && !self.galaxy.enemy_fleets(self.player).has(to) {
                self.enemy_fleets.remove(step);
            }
        }
        ships
    }

    /// These ships have a task.
    #[inline(always)]
    fn claim(&mut self, place: Place, ships: u16) {
        self.idle[place] -= ships;
        if self.idle[place] == 0 {
            self.idlers.remove(place);
        }
    }

    /// Idle ships one step from a place, all together.
    #[inline(always)]
    fn idle_near(&self, place: Place) -> u16 {
        (self.idlers & self.seat.ring(place, 1)).each().map(|near| self.idle[near]).sum()
    }

    /// Attacks a place with the idle ships next to it, the largest fleets first, until `wanted`
    /// ships have been sent.
    #[inline]
    fn attack(&mut self, target: Place, mut wanted: u16) {
        while wanted > 0 {
            let near = self.idlers & self.seat.ring(target, 1);
            let Some(from) = near.first_max(|place| self.idle[place]) else { return };
            let ships = self.idle[from].min(wanted);
            let enemies = if self.enemy_fleets.has(target) { self.ships(target) } else { 0 };
            let first = if self.numbers.0[WAVES] > 0 { first_wave(ships, enemies) } else { ships };
            let sent = self.send(from, target, first);
            if sent == 0 {
                return;
            }
            wanted -= sent;
        }
    }

    /// Ships that can be built in a colony at once.
    #[inline(always)]
    fn buildable(&self, place: Place) -> u16 {
        let affordable = self.galaxy.reserves(self.player).affordable_ships();
        let workforce = self.galaxy.workforce(self.seat.sector(place));
        affordable.min(u32::from(workforce.min(MAX_SHIPS - self.own_ships(place)))) as u16
    }

    #[inline]
    fn issue_build(&mut self, place: Place, ships: u16) {
        let at = self.seat.sector(place);
        (self.each)(Command::Build { at, ships: ships.into() });
        self.galaxy.build(at, ships);
        if self.enemy_fleets.has(place) && !self.galaxy.enemy_fleets(self.player).has(at) {
            self.enemy_fleets.remove(place);
        }
    }

    /// Drives enemy fleets from own colonies where it can, the home world first.
    #[inline]
    fn liberate(&mut self) {
        for place in (self.colonies & self.enemy_fleets).each() {
            let enemies = self.ships(place);
            let (built, near) = (self.buildable(place), self.idle_near(place));
            let enough = if place.number() == 0 { enemies } else { self.opposition(place).max(enemies) };
            // A third of the enemies would be lost for nothing.
            let is_worth_building = built > enemies / 3;
            let strength = near + if is_worth_building { built } else { 0 };
            if strength <= enough {
                continue;
            }
            if is_worth_building {
                self.issue_build(place, built.min(3 * enemies));
            }
            if self.enemy_fleets.has(place) {
                let left = self.ships(place);
                self.attack(place, 3 * left);
            }
        }
    }

    /// Chooses where to found colonies.
    #[inline]
    fn choose_sites(&mut self) {
        let wanted = u32::from(self.goal.colonies).saturating_sub(self.colonies.len());
        // Whoever makes war and has no enemy in reach needs a colony that is nearer, however many it has.
        let is_out_of_reach = self.goal.sieges > 0 && (self.enemy_colonies & self.in_reach).is_empty();
        let wanted = wanted.max(is_out_of_reach.into());
        let mut free = self.in_reach & !self.colonies & !self.enemy_colonies & !self.enemy_fleets;
        if wanted == 0 || free.is_empty() {
            return;
        }
        let terran = self.seat.places(self.galaxy.terran);
        let (own_terran, own) = ((self.colonies & terran).len(), self.colonies.len());
        let own_barren = own - own_terran;
        let prefers_terran = match self.goal.planets {
            Planets::Balanced => {
                self.supported(Income::of_grown(own_terran + 1, own_barren))
                    > self.supported(Income::of_grown(own_terran, own_barren + 1))
            }
            Planets::Barren => false,
            Planets::Terran => true,
        };
        let focus = self.focus();
        let value = |place: Place| {
            let mut value = 1000;
            if terran.has(place) == prefers_terran {
                value += self.numbers.get(SITE_CLASS);
            }
            value -= self.numbers.get(SITE_HOME) * self.distance(place, Place::new(0)) as i32;
            value -= self.numbers.get(SITE_THREAT) * i32::from(self.threat[place]) / 16;
            if self.ships(place) >= SHIPS_PER_COLONY {
                value += self.numbers.get(SITE_SHIPS);
            }
            value -= self.numbers.get(SITE_FOCUS) * self.distance(place, focus) as i32;
            value.max(1) as u16
        };
        let (mut sites, mut front) = (PlaceSet::NONE, None);
        for _ in 0..wanted.min(self.numbers.0[MAX_SITES].into()) {
            let Some(site) = free.first_max(value) else { break };
            free.remove(site);
            sites.insert(site);
            front.get_or_insert(site);
        }
        (self.sites, self.front) = (sites, front);
    }

    /// The ships that a site needs: colonists, and an escort against the threat there.
    #[inline(always)]
    fn needed_at(&self, site: Place) -> u16 {
        SHIPS_PER_COLONY + eighths(self.threat[site], self.goal.escort)
    }

    /// Sends colonists to the sites.
    #[inline]
    fn settle(&mut self) {
        for site in self.sites.each() {
            let needed = self.needed_at(site);
            let there = self.own_ships(site);
            if self.idlers.has(site) {
                self.claim(site, self.idle[site].min(needed));
            }
            let mut missing = needed.saturating_sub(there);
            for distance in 1..=3 {
                if missing == 0 {
                    break;
                }
                for from in (self.idlers & self.seat.ring(site, distance)).each() {
                    if missing == 0 {
                        break;
                    }
                    missing -= self.send(from, site, self.idle[from].min(missing));
                }
            }
            self.missing[site] = missing;
        }
    }

    /// Besieges enemy colonies near the focus.
    #[inline]
    fn besiege(&mut self) {
        if self.goal.sieges == 0 {
            return;
        }
        let focus = self.focus();
        let homes = self.seat.places(Sectors::HOMES);
        let own_fleets = self.seat.places(self.galaxy.fleets(self.player));
        let mut targets = self.enemy_colonies & self.in_reach;
        for siege in 0..self.goal.sieges {
            let value = |place: Place| {
                let mut value = 1000 - self.numbers.get(SIEGE_FOCUS) * self.distance(place, focus) as i32;
                value += if homes.has(place) { self.numbers.get(SIEGE_HOME) } else { 0 };
                value += if own_fleets.has(place) { self.numbers.get(SIEGE_ONGOING) } else { 0 };
                value.max(1) as u16
            };
            let Some(target) = targets.first_max(value) else { return };
            targets.remove(target);
            self.besiege_one(target, siege == 0);
        }
    }

    /// Begins or reinforces a siege. For the main one, all idle ships approach.
    #[inline]
    fn besiege_one(&mut self, target: Place, is_main: bool) {
        let defenders = if self.enemy_fleets.has(target) { self.ships(target) } else { 0 };
        let besiegers = self.own_ships(target);
        let needed = self.opposition(target).max(defenders + 1).max(self.numbers.0[MIN_SIEGE].into());
        let near = self.idle_near(target);
        let wanted = needed.max(MAX_BOMBARDMENT).max(3 * defenders).saturating_sub(besiegers);
        if near + besiegers >= needed {
            self.attack(target, wanted);
        }
        if !is_main {
            return;
        }
        let around = self.seat.ring(target, 1) & self.in_reach & !self.enemy_fleets;
        let strength = |place: Place| self.own_ships(place) + if self.colonies.has(place) { 5 } else { 0 };
        let rally = if besiegers > 0 { Some(target) } else { around.first_max(strength) };
        let Some(rally) = rally else { return };
        self.front = self.front.or(Some(rally));
        for from in self.idlers.each() {
            // Ships next to the target wait for the others, unless they can join them at once.
            let is_adjacent = self.distance(from, target) <= 1;
            if !is_adjacent || (from != rally && self.distance(from, rally) == 1 && rally != target) {
                self.send(from, rally, self.idle[from]);
            } else {
                self.claim(from, self.idle[from]);
            }
        }
    }

    /// Ships without a task go where a colony of ours is threatened, or home from empty space.
    #[inline]
    fn reinforce(&mut self) {
        if self.idlers.is_empty() {
            return;
        }
        let mut threatened = PlaceSet::NONE;
        for place in (self.colonies & !self.enemy_fleets).each() {
            threatened.insert_if(place, self.threat[place] > self.own_ships(place));
        }
        while let Some(place) = threatened.first() {
            threatened.remove(place);
            let mut missing = self.threat[place].saturating_sub(self.own_ships(place));
            for distance in 1..=2 {
                for from in (self.idlers & self.seat.ring(place, distance)).each() {
                    // A colony does not give what it needs itself.
                    let spare = if self.colonies.has(from) {
                        self.own_ships(from).saturating_sub(self.threat[from]).min(self.idle[from])
                    } else {
                        self.idle[from]
                    };
                    if missing > 0 && spare > 0 {
                        missing -= self.send(from, place, spare.min(missing));
                    }
                }
            }
        }
        for from in (self.idlers & !self.colonies).each() {
            for distance in 1..=3 {
                if let Some(colony) = (self.colonies & !self.enemy_fleets & self.seat.ring(from, distance)).first() {
                    self.send(from, colony, self.idle[from]);
                    break;
                }
            }
        }
    }

    /// The barren colony to make terran, if that would let the colonies support more ships once
    /// they have grown.
    #[inline]
    fn to_terraform(&self) -> Option<Place> {
        if self.goal.terraforming == Terraforming::Never {
            return None;
        }
        let terran = self.seat.places(self.galaxy.terran);
        // A colony that was just founded may be lost again before it gives any materials.
        let mut counted = PlaceSet::NONE;
        for place in self.colonies.each() {
            let population = self.galaxy.population[self.seat.sector(place).index()];
            counted.insert_if(place, population >= self.numbers.0[ESTABLISHED].into());
        }
        let barren = counted & !terran;
        let (terrans, barrens) = ((counted & terran).len(), barren.len());
        if barrens == 0
            || self.supported(Income::of_grown(terrans + 1, barrens - 1))
                <= self.supported(Income::of_grown(terrans, barrens))
        {
            return None;
        }
        (barren & !self.enemy_fleets).first_max(|place| self.galaxy.population[self.seat.sector(place).index()])
    }

    /// The ships that an income supports, with the reserves.
    #[inline(always)]
    fn supported(&self, income: Income) -> u32 {
        income.supported_with(self.galaxy.reserves(self.player), self.numbers.reserve_rounds())
    }

    /// Builds ships, near the front first.
    #[inline]
    fn build(&mut self) {
        let mut reserves = self.galaxy.reserves(self.player);
        if self.goal.terraforming == Terraforming::Saving && self.to_terraform().is_some() {
            reserves.materials = reserves.materials.saturating_sub(TERRAFORM_COST);
        }
        let affordable = reserves.affordable_ships();
        if affordable == 0 {
            return;
        }
        let capacity = self.supported(self.galaxy.income(self.player));
        let ships = self.galaxy.ships(self.player);
        let settlers = u32::from(SHIPS_PER_COLONY) * self.sites.len();
        let limit = if self.goal.ships <= 8 {
            (capacity * u32::from(self.goal.ships) / 8).max(settlers)
        } else {
            capacity + surge(reserves, self.numbers.0[SURGE_TURNS].into()) * u32::from(self.goal.ships - 8) / 4
        };
        let mut wanted = if self.goal.saves_for_colonists && !self.sites.is_empty() {
            self.payable_colonists(affordable)
        } else {
            limit.saturating_sub(ships).min(affordable)
        };
        let front = self.front.unwrap_or(Place::new(0));
        for distance in 0..=3 {
            for colony in (self.colonies & !self.enemy_fleets & self.seat.ring(front, distance)).each() {
                if wanted == 0 {
                    return;
                }
                let built = u32::from(self.buildable(colony)).min(wanted) as u16;
                if built > 0 {
                    self.issue_build(colony, built);
                    wanted -= u32::from(built);
                }
            }
        }
    }

    /// The colonists for the sites that can have all they lack, the best site first.
    #[inline]
    fn payable_colonists(&self, affordable: u32) -> u32 {
        let first = self.front.map_or(PlaceSet::NONE, Place::alone) & self.sites;
        let mut wanted = 0;
        for site in first.each().chain((self.sites & !first).each()) {
            let with_site = wanted + u32::from(self.missing[site]);
            if with_site <= affordable {
                wanted = with_site;
            }
        }
        wanted
    }

    /// Founds colonies where enough ships have arrived.
    #[inline]
    fn colonize(&mut self) {
        for site in (self.sites & self.seat.places(self.galaxy.fleets(self.player))).each() {
            let at = self.seat.sector(site);
            let (ships, inactive) = (self.galaxy.ships[at.index()], self.galaxy.inactive[at.index()]);
            if ships - inactive >= SHIPS_PER_COLONY && ships >= self.needed_at(site) {
                (self.each)(Command::Colonize { at });
                self.galaxy.colonize(at);
                self.colonies.insert(site);
            }
        }
    }

    /// Makes a barren planet terran.
    #[inline]
    fn terraform(&mut self) {
        while self.galaxy.reserves(self.player).materials >= TERRAFORM_COST {
            let Some(place) = self.to_terraform() else { return };
            let at = self.seat.sector(place);
            (self.each)(Command::Terraform { at });
            self.galaxy.terraform(at);
        }
    }
}

/// The part of a fleet that should attack first. A fleet that is less than twice as large as the enemy
/// loses as many ships as the enemy has. But if a part of it attacks first and is annihilated, the
/// enemy loses as many, and the rest is at least three times as large as what is left of it.
#[inline(always)]
fn first_wave(ships: u16, enemies: u16) -> u16 {
    if enemies == 0 || ships <= enemies || ships >= 2 * enemies {
        return ships;
    }
    (enemies / 2 + 1).max((3 * enemies - ships).div_ceil(2))
}

/// So many eighths of a number of ships.
#[inline(always)]
fn eighths(ships: u16, eighths: u8) -> u16 {
    // At most 16 × 999 ships and four times as many: it fits.
    (u32::from(ships) * u32::from(eighths) / 8) as u16
}

/// The ships that reserves can build and then support for some turns.
#[inline]
fn surge(reserves: Reserves, turns: u32) -> u32 {
    let materials = SHIP_COST.materials + turns * SHIP_SUPPORT.materials;
    let credits = SHIP_COST.credits + turns * SHIP_SUPPORT.credits;
    (reserves.materials / materials).min(reserves.credits / credits).min(u32::from(MAX_TERRAN_CREDITS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::fight;

    #[test]
    fn two_waves_never_lose_more_ships_than_one() {
        for (ships, enemies) in (1..120).flat_map(|ships| (0..120).map(move |enemies| (ships, enemies))) {
            let first = first_wave(ships, enemies);
            assert!(0 < first && first <= ships);
            if first < ships {
                let (_, left) = fight(first, enemies);
                let (saved, _) = fight(ships - first, left);
                assert!(saved >= fight(ships, enemies).0, "{ships} against {enemies}");
            }
        }
        let (_, left) = fight(first_wave(30, 20), 20);
        assert_eq!((first_wave(30, 20), left, fight(15, left)), (15, 5, (15, 0)));
    }
}
