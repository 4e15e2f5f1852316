//! Who can play chess on the page.

use chess::PlayerSpec;
use chess::engine::LEVELS;

use crate::live::Refusal;
use crate::opponents::Opponent;

/// The memory of an engine's table in MiB: many may think at the same time.
const HASH: usize = 4;

/// The papers' players, and the engine at its full strength: specification, name and a line about it.
const OTHERS: [(&str, &str, &str); 8] = [
    ("engine:time=1s", "Engine, 1 s a move", "full strength"),
    ("engine:time=5s", "Engine, 5 s a move", "full strength"),
    ("kong:depth=3", "Kong", "alpha-beta, 3 plies, counts material"),
    ("kong:depth=2,search=minimax", "Kong, minimax", "every line of 2 plies, counts material"),
    ("negamax:depth=3", "Negamax", "3 plies: material, mobility and pawns"),
    ("negamax:material=10,mobility=0,pawns=0,depth=3", "Negamax, the greedy", "3 plies, only material counts"),
    ("negamax:material=0,mobility=10,pawns=0,depth=3", "Negamax, the mobile", "3 plies, only mobility counts"),
    ("negamax:material=0,mobility=0,pawns=10,depth=3", "Negamax, the pusher", "3 plies, only pawns count"),
];

/// All computer players that can be chosen.
pub(crate) fn opponents() -> Vec<Opponent> {
    let level = |(level, elo): &(&str, u32)| Opponent {
        player: format!("engine:level={level}"),
        name: format!("Engine, {level}"),
        about: format!("plays like a person rated about {elo}"),
    };
    let other = |(player, name, about): &(&str, &str, &str)| Opponent {
        player: (*player).to_owned(),
        name: (*name).to_owned(),
        about: (*about).to_owned(),
    };
    LEVELS.iter().map(level).chain(OTHERS.iter().map(other)).collect()
}

/// Reads a player. Only those that can be chosen are allowed: others could think for hours, take all
/// memory or start programs.
pub(crate) fn read_player(text: &str) -> Result<PlayerSpec, Refusal> {
    // What else the program could play with elsewhere is no help here.
    if let Ok(spec) = text.parse::<PlayerSpec>()
        && (spec.is_human() || opponent(&spec).is_some())
    {
        return Ok(spec);
    }
    let names: Vec<String> = opponents().into_iter().map(|opponent| opponent.player).collect();
    Err(Refusal(format!("{} does not play here; choose human, {}", players::excerpt(text), names.join(", "))))
}

/// The opponent that a player is, whatever its seed.
pub(crate) fn opponent(spec: &PlayerSpec) -> Option<Opponent> {
    let mut spec = spec.clone();
    if let PlayerSpec::Computer { settings, .. } = &mut spec {
        settings.unset(&players::SEED);
    }
    opponents().into_iter().find(|opponent| opponent.player.parse().is_ok_and(|known: PlayerSpec| known == spec))
}

/// The same player, with little memory.
pub(crate) fn with_little_memory(spec: &PlayerSpec) -> PlayerSpec {
    let text = spec.to_string();
    match &spec {
        PlayerSpec::Computer { settings, .. } if settings.knows("hash") => {
            let separator = if text.contains(':') { ',' } else { ':' };
            format!("{text}{separator}hash={HASH}").parse().unwrap_or_else(|_| spec.clone())
        }
        _ => spec.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opponent_can_be_read_and_found() {
        for opponent in opponents() {
            let spec = read_player(&opponent.player).unwrap();
            let seeded = chess::with_drawn_seed(spec);
            assert_eq!(super::opponent(&seeded).unwrap().name, opponent.name);
            assert!(with_little_memory(&seeded).build(&Default::default()).is_ok(), "{seeded}");
        }
        assert!(read_player("human").unwrap().is_human());
    }

    #[test]
    fn nobody_else_plays() {
        let refused = [
            "uci:touch /tmp/x",
            "xboard:gnuchess",
            "engine",
            "engine:time=10h",
            "engine:level=club,hash=65536",
            "engine:level=club,threads=64",
            "kong:depth=50",
            "stockfish",
            "",
        ];
        for text in refused {
            assert!(read_player(text).is_err(), "{text}");
        }
        for text in ["kong:depth=9", "stockfish", "uci:stockfish"] {
            let Refusal(reason) = read_player(text).unwrap_err();
            assert!(reason.starts_with(&format!("{text} does not play here; choose human, engine:level=beginner")));
            assert!(!reason.contains("PROGRAM"), "{reason}");
        }
    }
}
