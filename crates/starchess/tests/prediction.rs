//! The prediction tree, against its plainest form and in the positions of real and of wild games.

use gametree::{Limits, Stop};
use proptest::prelude::*;
use starchess::{
    Command, Galaxy, Player, Policy, Prediction, Published, PublishedTurn, RandomTurn, Sector, Sectors, Start, Survey,
    predict, write_commands,
};

/// Scores, turns built and leaves.
type Found = ([i32; 4], u64, u64);

/// The tree level by level, as the specification has it: `player` is whose level it is, `left` how many there are.
fn plain(galaxy: &Galaxy, player: Player, left: u32, root: Player, all_masks: bool) -> Found {
    if left == 0 || galaxy.is_over() {
        return (galaxy.scores(), 0, 1);
    }
    if galaxy.is_defeated(player) {
        return plain(galaxy, player.next(), left - 1, root, all_masks);
    }
    assert_eq!(galaxy.to_move(), player);
    let survey = Survey::new(galaxy);
    let (mut best, mut generated, mut evaluated) = (None::<[i32; 4]>, 0, 0);
    for mask in masks(galaxy, player == root || all_masks) {
        let mut next = *galaxy;
        for command in survey.commands(galaxy, mask) {
            next.apply(command).unwrap();
        }
        let (scores, more_generated, more_evaluated) = plain(&next, player.next(), left - 1, root, all_masks);
        generated += 1 + more_generated;
        evaluated += more_evaluated;
        if best.is_none_or(|best| scores[player.index()] > best[player.index()]) {
            best = Some(scores);
        }
    }
    (best.unwrap(), generated, evaluated)
}

/// The masks in the order in which they are tried.
fn masks(galaxy: &Galaxy, all: bool) -> Vec<Sectors> {
    let full = Survey::new(galaxy).full_mask();
    let mut masks = vec![full];
    let order = galaxy.to_move().processing_order();
    let sectors: Vec<Sector> = order.iter().copied().filter(|&sector| full.has(sector)).collect();
    for (i, first) in sectors.iter().enumerate().filter(|_| all) {
        masks.push(full & !first.alone());
        masks.extend(sectors[i + 1..].iter().map(|second| full & !first.alone() & !second.alone()));
    }
    masks
}

fn check(galaxy: &Galaxy, turns: u32, all_masks: bool) -> Prediction {
    let player = galaxy.to_move();
    let expected = plain(galaxy, player, (4 * turns).max(1), player, all_masks);
    let prediction = predict(galaxy, turns, all_masks).unwrap();
    let found = (prediction.scores, prediction.generated, prediction.evaluated);
    assert_eq!(found, expected, "{galaxy}, {turns} turns, all masks: {all_masks}");
    prediction
}

fn midgame() -> Vec<Galaxy> {
    include_str!("data/midgame.txt").lines().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn the_tree_is_the_plain_tree() {
    for galaxy in midgame() {
        check(&galaxy, 0, false);
        check(&galaxy, 1, false);
        check(&galaxy, 0, true);
    }
    for galaxy in &midgame()[..6] {
        check(galaxy, 2, false);
    }
    let start = Galaxy::start(Start::Terran);
    check(&start, 1, true);
    check(&start, 2, false);
}

#[test]
fn levels_of_defeated_players_pass() {
    let line = "t2@1000+2x20,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x20,b,b,t4@1000+4x20 1 1 0:0,0:0,-,0:0";
    let galaxy: Galaxy = line.parse().unwrap();
    let prediction = check(&galaxy, 1, false);
    assert_eq!((prediction.generated, prediction.evaluated), (21, 7));
    check(&galaxy, 2, false);
    check(&galaxy, 1, true);
    let two: Galaxy = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x20,b,b,t4@1000+4x20 4 1 0:0,-,-,0:0".parse().unwrap();
    assert_eq!(check(&two, 1, false).generated, 14);
    check(&two, 2, true);
}

#[test]
fn a_won_game_is_a_leaf() {
    // Player 1 can take the last other home world at once, with some masks.
    let line = "t2@30+1x60,b,b,b/b1@100,b,b,b/b,b,b,b/t1@1000+1x20,b,b,b 1 5 9000:9000,70:80,-,-";
    let galaxy: Galaxy = line.parse().unwrap();
    let survey = Survey::new(&galaxy);
    let wins = survey.masks().filter(|&mask| {
        let mut next = galaxy;
        survey.play_mask(&galaxy, mask, &mut next);
        next.is_over()
    });
    let (wins, masks) = (wins.count(), survey.masks().count());
    assert!(0 < wins && wins < masks, "{wins} of {masks}");
    for turns in 0..3 {
        check(&galaxy, turns, false);
    }
    check(&galaxy, 1, true);
    let over: Galaxy = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x40,b,b,b 1 5 1000:1000,-,-,-".parse().unwrap();
    assert_eq!(predict(&over, 2, false), None);
    assert_eq!(Survey::new(&over).commands(&over, Sectors::ALL), []);
}

#[test]
fn the_first_turn_of_the_terran_galaxy() {
    let galaxy = Galaxy::start(Start::Terran);
    let found = [0, 1, 2].map(|turns| {
        let prediction = predict(&galaxy, turns, false).unwrap();
        let counts = (prediction.generated, prediction.evaluated);
        (write_commands(&prediction.commands), prediction.scores, counts)
    });
    let turn = || "move A1 A2 20; end".to_owned();
    assert_eq!(
        found,
        [
            (turn(), [0, 0, 0, 0], (7, 7)),
            (turn(), [0, 0, 0, 0], (28, 7)), // Player 1 expects the others to colonize, and to have more by keeping its ships.
            (turn(), [30, -40, -40, -40], (224, 49)),
        ]
    );
}

#[test]
fn nothing_is_allocated_for_a_position() {
    for galaxy in midgame() {
        let survey = Survey::new(&galaxy);
        let mut to = galaxy;
        let counted = allocation_counter::measure(|| {
            for mask in survey.masks() {
                survey.play_mask(&galaxy, mask, &mut to);
            }
            PublishedTurn::default().play(&galaxy, &mut to, |_| ());
            RandomTurn::new(7).play(&galaxy, &mut to, |_| ());
        });
        assert_eq!(counted.count_total, 0);
    }
    // A tree ten times as large takes no more allocations.
    let allocations =
        |galaxy: &Galaxy, turns| allocation_counter::measure(|| _ = gametree_search(galaxy, turns)).count_total;
    let (small, large) = (Galaxy::start(Start::Terran), midgame()[0]);
    assert_eq!(allocations(&small, 2), allocations(&large, 2));
}

fn gametree_search(galaxy: &Galaxy, turns: u32) -> u64 {
    use gametree::{Game, Limits, MaxN, Search};
    let game = starchess::MaskGame::new(galaxy, turns, false);
    MaxN::new(starchess::ShipsAndColonies).search(&game, &game.start(), &Limits::depth(game.levels())).counts.nodes
}

/// Wild positions: what random colonies, fleets and reserves make of a galaxy, perhaps in the middle of a turn.
fn any_galaxy() -> impl Strategy<Value = Galaxy> {
    let ships = || prop_oneof![3 => 1..40u16, 2 => 1..150u16, 1 => 1..=999u16];
    let sector = (
        any::<bool>(),
        prop::option::weighted(0.5, (1..=4u32, 20..=1000u16, prop_oneof![3 => Just(0u16), 1 => 0..=100u16])),
        prop::option::weighted(0.5, (1..=4u32, ships(), prop_oneof![3 => Just(0u16), 1 => ships()])),
    );
    let reserve = || prop_oneof![Just(0u32), 0..300u32, 0..3000u32, 0..100_000u32];
    (
        prop::collection::vec(sector, 16),
        1..=4u32,
        prop::array::uniform4((prop::bool::weighted(0.9), reserve(), reserve())),
    )
        .prop_filter_map("nobody to move", |(sectors, to_move, players)| {
            let is_alive = |number: u32| players[number as usize - 1].0;
            let mut texts = vec![String::new(); 16];
            for (sector, (is_terran, colony, fleet)) in Sector::all().zip(sectors) {
                let home = Player::ALL.into_iter().find(|p| p.home() == sector).filter(|p| is_alive(p.number()));
                let is_terran = is_terran || home.is_some();
                let mut text = String::from(if is_terran { "t" } else { "b" });
                let colony = match (home, colony) {
                    (Some(owner), colony) => {
                        Some((owner.number(), colony.map_or(1000, |c| c.1), colony.map_or(0, |c| c.2)))
                    }
                    (None, colony) => colony.filter(|c| is_alive(c.0)),
                };
                if let Some((owner, population, worked)) = colony {
                    let population = population.min(if is_terran { 1000 } else { 200 });
                    text += &format!("{owner}@{population}");
                    let worked = worked.min(population / 10) * 10;
                    if owner == to_move && worked > 0 {
                        text += &format!("w{worked}");
                    }
                }
                if let Some((owner, ships, inactive)) = fleet.filter(|fleet| is_alive(fleet.0)) {
                    text += &format!("+{owner}x{ships}");
                    if owner == to_move && inactive > 0 {
                        text += &format!("i{}", inactive.min(ships));
                    }
                }
                texts[sector.index()] = text;
            }
            let rows: Vec<String> = texts.chunks(4).rev().map(|row| row.join(",")).collect();
            let reserves = players.map(|(is_alive, m, c)| if is_alive { format!("{m}:{c}") } else { "-".into() });
            let line = format!("{} {to_move} 3 {}", rows.join("/"), reserves.join(","));
            is_alive(to_move).then(|| line.parse::<Galaxy>().unwrap_or_else(|error| panic!("{line}: {error}")))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// All commands of all masks are legal, and lead where the fast turn leads.
    #[test]
    fn turns_are_legal_and_the_same_when_recorded(galaxy in any_galaxy()) {
        prop_assume!(!galaxy.is_over());
        let survey = Survey::new(&galaxy);
        for mask in survey.masks() {
            let mut slow = galaxy;
            for command in survey.commands(&galaxy, mask) {
                prop_assert_eq!(slow.apply(command), Ok(()), "{} {}", galaxy, command);
            }
            let mut fast = galaxy;
            survey.play_mask(&galaxy, mask, &mut fast);
            prop_assert_eq!(slow, fast);
        }
    }

    /// A policy plays legal commands, and they lead to the position that it writes.
    #[test]
    fn policies_play_legal_turns(galaxy in any_galaxy(), seed: u64) {
        prop_assume!(!galaxy.is_over());
        let check = |commands: Vec<Command>, position: Galaxy| {
            let mut here = galaxy;
            for command in commands {
                prop_assert_eq!(here.apply(command), Ok(()), "{} {}", galaxy, command);
            }
            prop_assert_eq!(here, position);
            prop_assert_ne!((here.to_move(), here.is_over()), (galaxy.to_move(), false));
            Ok(())
        };
        let mut to = galaxy;
        let mut told = Vec::new();
        RandomTurn::new(seed).play(&galaxy, &mut to, |command| told.push(command));
        prop_assert_eq!(&told, &RandomTurn::new(seed).commands(&galaxy));
        check(told, to)?;
        let survey = Survey::new(&galaxy);
        for mask in survey.masks().take(5).chain([Sectors::ALL]) {
            let mut policy = PublishedTurn { mask, ..PublishedTurn::default() };
            policy.play(&galaxy, &mut to, |_| ());
            let commands = policy.commands(&galaxy);
            prop_assert_eq!(&commands, &survey.commands(&galaxy, mask));
            check(commands, to)?;
        }
    }

    #[test]
    fn a_turned_turn_is_the_same_turn_turned(galaxy in any_galaxy()) {
        prop_assume!(!galaxy.is_over());
        let (survey, turned) = (Survey::new(&galaxy), Survey::new(&galaxy.turned()));
        prop_assert_eq!(turned.full_mask(), survey.full_mask().turned());
        for (mask, turned_mask) in survey.masks().zip(turned.masks()) {
            prop_assert_eq!(mask.turned(), turned_mask);
            let commands = survey.commands(&galaxy, mask).into_iter().map(Command::turned);
            prop_assert_eq!(commands.collect::<Vec<_>>(), turned.commands(&galaxy.turned(), turned_mask));
        }
    }

    #[test]
    fn threats_are_what_they_should_be(galaxy in any_galaxy()) {
        for player in Player::ALL {
            let threats = galaxy.threats(player);
            for sector in Sector::all() {
                let fleets = Sector::all().filter_map(|at| Some((at, galaxy.fleet(at)?)));
                let near = fleets.filter(|(at, fleet)| {
                    let in_reach = Sector::all().any(|colony| {
                        let own = galaxy.colony(colony).is_some_and(|colony| colony.owner == fleet.owner);
                        own && colony.distance(sector) <= 1
                    });
                    fleet.owner != player && (*at == sector || at.distance(sector) == 1 && in_reach)
                });
                let threat: u16 = near.map(|(_, fleet)| fleet.ships).sum();
                prop_assert_eq!(threats[sector.index()], threat);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_tree_is_the_plain_tree_in_the_wild(galaxy in any_galaxy()) {
        prop_assume!(!galaxy.is_over());
        check(&galaxy, 0, false);
        check(&galaxy, 1, false);
    }
}

#[test]
fn without_a_budget_there_is_only_the_last_prediction() {
    let galaxy = Galaxy::start(Start::Random(3));
    let player = Published::default();
    let count = |limits: Limits| {
        let mut predictions = 0;
        (player.think(&galaxy, &limits, &mut |_| predictions += 1), predictions)
    };
    let stop = Stop::new();
    let plain = player.think(&galaxy, &Limits::default(), &mut |_| ());
    assert_eq!(count(Limits::default().with_cancel(stop.clone())), (plain.clone(), 1));
    assert_eq!(count(Limits::default().with_stop(stop.clone())), (plain, 3));
    stop.raise();
    assert_eq!(count(Limits::default().with_cancel(stop)), (None, 0));
}
