//! The beginning of a game.

use crate::{Colony, Fleet, Galaxy, Place, Reserves, Sector};

impl Galaxy {
    /// The start with twelve barren planets around the home worlds.
    pub fn barren() -> Galaxy {
        Galaxy::from_choice(0)
    }

    /// The start with twelve terran planets around the home worlds.
    pub fn terran() -> Galaxy {
        Galaxy::from_choice(0xfff)
    }

    /// The start in which bit i of the choice says whether the planet of the i-th sector that is
    /// not a home is terran: B1, C1, A2, B2, C2, D2, A3, B3, C3, D3, B4, C4.
    pub fn from_choice(choice: u16) -> Galaxy {
        let planet = |terran| Place { terran, colony: None, fleet: None };
        let mut galaxy = Galaxy {
            places: vec![planet(true); 16],
            player: 0,
            turn: 1,
            reserves: vec![Some(Reserves { materials: 0, credits: 0 }); 4],
        };
        let homes: Vec<Sector> = (0..4).map(Sector::home).collect();
        for (bit, sector) in Sector::all().filter(|sector| !homes.contains(sector)).enumerate() {
            *galaxy.place_mut(sector) = planet(choice >> bit & 1 == 1);
        }
        for (owner, &home) in homes.iter().enumerate() {
            let place = galaxy.place_mut(home);
            place.colony = Some(Colony { owner, population: 1000, worked: 0 });
            place.fleet = Some(Fleet { owner, ships: 20, inactive: 0 });
        }
        galaxy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_positions() {
        assert_eq!(
            Galaxy::barren().to_string(),
            "t2@1000+2x20,b,b,t3@1000+3x20/b,b,b,b/b,b,b,b/t1@1000+1x20,b,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0"
        );
        assert_eq!(
            Galaxy::terran().to_string(),
            "t2@1000+2x20,t,t,t3@1000+3x20/t,t,t,t/t,t,t,t/t1@1000+1x20,t,t,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0"
        );
        // B1, A2 and C4: the first, the third and the last.
        assert_eq!(
            Galaxy::from_choice(0b1000_0000_0101).to_string(),
            "t2@1000+2x20,b,t,t3@1000+3x20/b,b,b,b/t,b,b,b/t1@1000+1x20,t,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0"
        );
    }
}
