//! How the small values of the game are serialized: sectors by name, players by number, positions
//! by their notation.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::galaxy::Galaxy;
use crate::player::Player;
use crate::sector::{Sector, Sectors};

impl Serialize for Sector {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(|_| D::Error::invalid_value(Unexpected::Str(&name), &"a sector from A1 to D4"))
    }
}

impl Serialize for Sectors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Sectors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Sector>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.number())
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(deserializer)?;
        let expected = &"the number of a player from 1 to 4";
        Self::from_number(number).ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(number.into()), expected))
    }
}

impl Serialize for Galaxy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Galaxy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::command::Command;
    use crate::start::Start;

    #[test]
    fn values_are_written_as_people_write_them() {
        let command = Command::Move { from: Sector::A1, to: Sector::new(1, 1), ships: 20 };
        let written = json!({ "type": "move", "from": "A1", "to": "B2", "ships": 20 });
        assert_eq!(serde_json::to_value(command).unwrap(), written);
        assert_eq!(serde_json::from_value::<Command>(written).unwrap(), command);
        let end = json!({ "type": "end_turn" });
        assert_eq!(serde_json::from_value::<Command>(end).unwrap(), Command::EndTurn);
        assert_eq!(serde_json::to_value(Player::TWO).unwrap(), json!(2));
        let corners: Sectors = [Sector::D4, Sector::A1].into_iter().collect();
        assert_eq!(serde_json::to_value(corners).unwrap(), json!(["A1", "D4"]));
        let galaxy = Galaxy::start(Start::Barren);
        let value = serde_json::to_value(galaxy).unwrap();
        assert_eq!(serde_json::from_value::<Galaxy>(value).unwrap(), galaxy);
    }

    #[test]
    fn events_and_forecasts_are_written_with_names() {
        let mut galaxy = Galaxy::start(Start::Barren);
        let mut events = Vec::new();
        galaxy.apply_with_events("move A1 B2 20".parse().unwrap(), &mut events).unwrap();
        let written = json!([{ "type": "ships_moved", "player": 1, "from": "A1", "to": "B2", "ships": 20 }]);
        assert_eq!(serde_json::to_value(events).unwrap(), written);
        let forecast = serde_json::to_value(galaxy.forecast(Player::ONE)).unwrap();
        assert_eq!(forecast["net"], json!({ "materials": 0, "credits": 600 }));
        assert_eq!(forecast["winner"], json!(null));
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        assert!(serde_json::from_value::<Player>(json!(5)).is_err());
        let error = serde_json::from_value::<Sector>(json!("E1")).unwrap_err().to_string();
        assert!(error.contains("expected a sector from A1 to D4"), "{error}");
        assert!(serde_json::from_value::<Galaxy>(json!("t")).is_err());
    }
}
