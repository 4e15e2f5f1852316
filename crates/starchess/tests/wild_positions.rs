//! Positions that no game leads to: players defeated, blockades everywhere, fleets of 999, turns
//! half played by a human. The fast player agrees with the plain reference there, and the merging
//! tree with the plain tree.

use fastrand::Rng;
use gametree::Limits;
use starchess::{
    Experiments, Galaxy, Goal, PLAYERS, Planets, Player, Policy, Prediction, Published, Script, ScriptNumbers, Sector,
    Sectors, Survey, Terraforming, Tuning, predict, write_commands,
};
use starchess_reference as reference;

/// The line of any position with at least two living players.
fn wild_line(rng: &mut Rng) -> String {
    let mut living: Vec<Player> = Player::ALL.into_iter().filter(|_| rng.u8(..10) < 7).collect();
    while living.len() < 2 {
        living = Player::ALL.into_iter().filter(|_| rng.bool()).collect();
    }
    let any = |rng: &mut Rng| living[rng.usize(..living.len())];
    let to_move = any(rng);
    // How many colonies and fleets there are, and how large the fleets.
    let (colonies, fleets, size) = (rng.u8(1..10), rng.u8(1..10), rng.u8(..4));
    let sector = |rng: &mut Rng, sector: Sector| {
        let home = living.iter().copied().find(|player| player.home() == sector);
        let is_terran = home.is_some() || rng.bool();
        let mut text = String::from(if is_terran { "t" } else { "b" });
        if let Some(owner) = home.or_else(|| (rng.u8(..10) < colonies).then(|| any(rng))) {
            let most = if is_terran { 1_000 } else { 200 };
            let population = [most, rng.u32(20..40), rng.u32(20..=most)][rng.usize(..3)];
            text += &format!("{}@{population}", owner.number());
            if owner == to_move && population >= 10 && rng.u8(..4) == 0 {
                text += &format!("w{}", 10 * rng.u32(1..=population / 10));
            }
        }
        if rng.u8(..10) < fleets {
            let owner = if rng.u8(..3) == 0 { to_move } else { any(rng) };
            let ships = match (size, rng.u8(..4)) {
                (0, 0) => 999,
                (0 | 1, _) => rng.u32(1..=999),
                (_, 0) => rng.u32(1..5),
                _ => rng.u32(1..100),
            };
            text += &format!("+{}x{ships}", owner.number());
            if owner == to_move && rng.u8(..3) == 0 {
                text += &format!("i{}", rng.u32(1..=ships));
            }
        }
        text
    };
    let rows: Vec<String> = (0..4)
        .rev()
        .map(|row| (0..4).map(|column| sector(rng, Sector::new(column, row))).collect::<Vec<_>>().join(","))
        .collect();
    let reserves = Player::ALL.map(|player| {
        let mut reserve = || {
            let most = [0, 300, 3_000, 100_000][rng.usize(..4)];
            rng.u32(0..=most)
        };
        if living.contains(&player) { format!("{}:{}", reserve(), reserve()) } else { "-".to_owned() }
    });
    format!("{} {} {} {}", rows.join("/"), to_move.number(), rng.u32(1..50), reserves.join(","))
}

/// More with `STARCHESS_SEEDS=n`.
fn positions(default: u64) -> impl Iterator<Item = (Rng, String, Galaxy)> {
    let seeds = std::env::var("STARCHESS_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(default);
    (0..seeds).map(|seed| {
        let mut rng = Rng::with_seed(seed);
        let line = wild_line(&mut rng);
        let galaxy = line.parse().unwrap_or_else(|error| panic!("{error} in {line}"));
        (rng, line, galaxy)
    })
}

#[test]
fn turns_and_predictions_are_those_of_the_reference() {
    for (mut rng, line, galaxy) in positions(60) {
        let plain = reference::Galaxy::parse(&line).expect("a position");
        assert_eq!((galaxy.to_string(), plain.to_string()), (line.clone(), line.clone()));
        let survey = Survey::new(&galaxy);
        let masks: Vec<u16> = survey.masks().map(Sectors::bits).collect();
        assert_eq!(masks, reference::masks(&plain), "{line}");
        for mask in masks {
            let commands = survey.commands(&galaxy, Sectors::from_bits(mask));
            let (plain_commands, plain_after) = reference::turn_for_mask(&plain, mask);
            let written = reference::write_commands(&plain_commands);
            assert_eq!(write_commands(&commands), written, "mask {mask:#06x} in {line}");
            let mut after = galaxy;
            survey.play_mask(&galaxy, Sectors::from_bits(mask), &mut after);
            assert_eq!(after.to_string(), plain_after.to_string(), "mask {mask:#06x} in {line}");
        }
        let (turns, all_masks) = [(0, false), (1, false), (0, true)][rng.usize(..3)];
        let ours = predict(&galaxy, turns, all_masks).expect("the game goes on");
        let plain = reference::predict(&plain, turns as usize, all_masks).expect("the game goes on");
        assert_eq!((ours.mask.bits(), ours.scores.map(i64::from)), (plain.mask, plain.scores), "{line}");
        assert_eq!((ours.generated, ours.evaluated), (plain.generated, plain.evaluated), "{line}");
    }
}

#[test]
fn merging_changes_no_answer() {
    for (mut rng, line, galaxy) in positions(60) {
        let masks = Survey::new(&galaxy).masks().count();
        let (turns, all_masks) = match rng.u8(..6) {
            0 => (0, true),
            1 => (1, masks < 10),
            2 if masks < 20 => (3, false),
            3 | 4 if masks < 60 => (2, false),
            _ => (1, false),
        };
        let mut is_on = || rng.u8(..6) == 0;
        let experiments = Experiments {
            skip_dead: is_on(),
            short_term_gains: None,
            garrisons_first: is_on(),
            count_buildable: is_on(),
            naive_order: is_on(),
            no_doubling: is_on(),
            no_masks: is_on(),
        };
        let player = Published { turns, all_masks, plain: true, experiments, threads: None };
        let think = |player: Published| player.think(&galaxy, &Limits::default(), &mut |_| ()).expect("a turn");
        let (plain, merged) = (think(player), think(Published { plain: false, ..player }));
        let merged = Prediction { player, generated: plain.generated, evaluated: plain.evaluated, ..merged };
        assert_eq!(merged, plain, "{player:?} in {line}");
    }
}

#[test]
fn all_four_players_are_to_move_somewhere() {
    let mut seen = [false; PLAYERS];
    for (_, _, galaxy) in positions(60) {
        seen[galaxy.to_move().index()] = true;
    }
    assert_eq!(seen, [true; PLAYERS]);
}

/// Whatever the goal and the position: the commands are legal, and lead where the script says.
#[test]
fn scripts_play_legal_turns() {
    for (mut rng, line, galaxy) in positions(200) {
        for _ in 0..20 {
            let goal = Goal {
                focus: Sector::from_index(rng.usize(..16)),
                sieges: rng.u8(..=3),
                colonies: rng.u8(..=12),
                ships: rng.u8(..=12),
                superiority: rng.u8(..=14),
                caution: rng.u8(..=4),
                garrison: rng.u8(..=12),
                escort: rng.u8(..=8),
                terraforming: [Terraforming::Never, Terraforming::Affordable, Terraforming::Saving][rng.usize(..3)],
                planets: [Planets::Balanced, Planets::Barren, Planets::Terran][rng.usize(..3)],
                saves_for_colonists: rng.bool(),
            };
            // The first numbers attack in one wave, the trained ones in two.
            let numbers = if rng.bool() { ScriptNumbers::FIRST } else { Tuning::trained().script };
            let mut script = Script { goal, numbers };
            let mut expected = galaxy;
            script.play(&galaxy, &mut expected, |_| ());
            let mut after = galaxy;
            for command in script.commands(&galaxy) {
                assert_eq!(after.apply(command), Ok(()), "{command} of {goal:?} in {line}");
            }
            assert_eq!(after, expected, "{goal:?} in {line}");
        }
    }
}
