//! Threats and the requests they give rise to.

use crate::{Galaxy, Sector};

/// What a request asks the ships to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestCommand {
    /// Be in the sector.
    Move,
    /// Found a colony in the sector.
    Colonize,
}

/// A request for ships in a sector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Where they are wanted.
    pub sector: Sector,
    /// 1 is the most urgent, 4 the least.
    pub priority: u8,
    /// What for.
    pub command: RequestCommand,
    /// The fewest ships of use, less those already sent.
    pub min: i64,
    /// The most ships of use, less those already sent.
    pub max: i64,
    /// The fewest ships of use when the request was made.
    pub original_min: i64,
}

/// The ships of all enemies of the player to move that are in the sector, or next to it and could
/// move into it.
pub fn threat(galaxy: &Galaxy, sector: Sector) -> i64 {
    let mut threat = 0;
    for place in Sector::all() {
        let Some(fleet) = &galaxy.place(place).fleet else { continue };
        let distance = place.distance(sector);
        let near = distance == 0 || distance == 1 && galaxy.in_reach(fleet.owner, sector);
        if fleet.owner != galaxy.player && near {
            threat += fleet.ships;
        }
    }
    threat
}

/// The requests of the player to move for the sectors of a mask, by priority, then in processing
/// order.
pub fn requests(galaxy: &Galaxy, mask: u16) -> Vec<Request> {
    let mut requests: Vec<Request> = Sector::processing_order(galaxy.player)
        .into_iter()
        .filter(|sector| mask >> sector.0 & 1 == 1)
        .map(|sector| request(galaxy, sector))
        .collect();
    requests.sort_by_key(|request| request.priority); // Stable: sectors stay in processing order.
    requests
}

fn request(galaxy: &Galaxy, sector: Sector) -> Request {
    let t = threat(galaxy, sector);
    let owner = galaxy.place(sector).colony.as_ref().map(|colony| colony.owner);
    let home_world = owner.is_some_and(|owner| Sector::home(owner) == sector);
    let blockaded = galaxy.enemy_ships(galaxy.player, sector) > 0;
    let (priority, command, min, max) = match owner {
        Some(owner) if owner == galaxy.player => {
            let priority = match (blockaded, home_world) {
                (true, true) => 1,
                (true, false) => 2,
                (false, _) => 4,
            };
            (priority, RequestCommand::Move, t / 3 + 1, 3 * t)
        }
        Some(_) => (if home_world { 2 } else { 3 }, RequestCommand::Move, t + 1, (3 * t).max(50)),
        None => (4, RequestCommand::Colonize, t + 20, 3 * t + 20),
    };
    Request { sector, priority, command, min, max, original_min: min }
}
