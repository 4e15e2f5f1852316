//! The numbers of the paper, and all turns of small positions counted by making them.

use std::collections::HashSet;

use gametree::Stop;
use proptest::prelude::*;
use starchess::complexity::{AllTurns, Count, Plan, Spread, measure, paper, paper_situation};
use starchess::{Command, Galaxy, Sector};

#[test]
fn the_numbers_of_the_paper() {
    let counts: Vec<_> = paper().iter().filter_map(|estimate| estimate.count.exact()).collect();
    let n = 65_270_205u128;
    let expected = [
        [6_480, 6_400, 182, 169],
        [3_108_105, n, n + n * n + n * n * n + n * n * n * n, n * n * n * n],
        [815_878, 137, 13_179_660, 12_960_000],
        [14_640, 3_600, 878_640, 216_000],
    ];
    assert_eq!(counts, expected.as_flattened());
    assert_eq!(n.pow(4) / 10u128.pow(29), 181);
}

/// What the paper says is what comes out, in its own writing.
#[test]
fn the_paper_is_quoted_rightly() {
    for estimate in paper() {
        let written = estimate.paper.replace(',', "");
        match (written.parse::<u128>(), estimate.count) {
            (Ok(number), count) => assert_eq!(count, Count::of(number), "{}", estimate.name),
            (Err(_), count) => {
                assert_eq!((written.as_str(), format!("{:.2}", count.log10()).as_str()), ("1.8·10³¹", "31.26"))
            }
        }
    }
}

/// Every position that single steps lead to: one ship moved or built at a time, and never into a
/// fight.
fn one_by_one(start: &Galaxy) -> HashSet<Galaxy> {
    let player = start.to_move();
    let commands: Vec<Command> = Sector::all()
        .filter(|&at| start.fleet(at).is_none_or(|fleet| fleet.owner == player))
        .flat_map(|to| {
            let moves = to.neighbours().into_iter().map(move |from| Command::Move { from, to, ships: 1 });
            moves.chain([Command::Build { at: to, ships: 1 }])
        })
        .collect();
    let (mut found, mut new) = (HashSet::from([*start]), vec![*start]);
    while let Some(galaxy) = new.pop() {
        for &command in &commands {
            let mut next = galaxy;
            if next.apply(command).is_ok() && found.insert(next) {
                new.push(next);
            }
        }
    }
    found
}

fn fleets(galaxy: &Galaxy) -> Vec<u16> {
    Sector::all().map(|at| galaxy.ships_in(galaxy.to_move(), at)).collect()
}

/// Compares the count with the positions found one by one, before and after the end of the turn.
fn check(line: &str) -> AllTurns {
    let galaxy: Galaxy = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let found = one_by_one(&galaxy);
    let turns = AllTurns::new(&galaxy).unwrap();
    let different: HashSet<_> = found.iter().map(fleets).collect();
    assert_eq!(turns.positions, Some(Count::of(different.len() as u128)), "{line}");
    assert!(turns.choices.exact() >= turns.positions.and_then(Count::exact), "{line}");
    let player = galaxy.to_move();
    let most_ships = u64::from(galaxy.ships(player)) + u64::from(turns.affordable);
    let reserves = galaxy.reserves(player);
    let can_support =
        u64::from(reserves.materials) >= most_ships * 1000 && u64::from(reserves.credits) >= most_ships * 1000;
    let is_in_reach = (galaxy.fleets(player) & !galaxy.in_reach(player)).is_empty();
    if can_support && is_in_reach {
        let ended: HashSet<Galaxy> = found
            .into_iter()
            .map(|mut galaxy| {
                galaxy.apply(Command::EndTurn).unwrap();
                galaxy
            })
            .collect();
        assert_eq!(ended.len(), different.len(), "{line}");
    }
    turns
}

const OTHERS: &str = "0:0,0:0,0:0";

#[test]
fn the_situation_of_the_paper() {
    let turns = AllTurns::new(&paper_situation()).unwrap();
    assert_eq!((turns.positions, turns.choices), (Some(Count::of(65_270_205)), Count::of(65_270_205)));
    assert_eq!((turns.movers.len(), turns.builders.len(), turns.affordable), (1, 1, 20));
    assert!(turns.enemies.is_empty() && !turns.is_crowded);
}

/// The same with fewer ships: 4 that move to 9 sectors, and 0 to 3 that are built.
#[test]
fn the_situation_with_fewer_ships() {
    let line = paper_situation().to_string().replace("b1@200+1x20", "b1@30+1x4").replace("2000:4000", "90000:90000");
    assert_eq!(check(&line).positions, Some(Count::of(495 * 4)));
}

#[test]
fn several_fleets_are_less_than_their_product() {
    let line =
        format!("t2@1000,b,b,t3@1000/b,b,b,b/b,b1@20w20+1x2,b,b/t1@1000w1000+1x3,b+1x1,b,t4@1000 1 1 0:0,{OTHERS}");
    let turns = check(&line);
    assert_eq!(turns.choices, Count::of(45 * 20 * 6));
    assert!(turns.positions.unwrap().log10() < turns.choices.log10());
}

/// Where the reserves are for more than one colony can build, but not for all, and where a group is
/// of negative size.
#[test]
fn limits_on_building() {
    for reserves in ["60:120", "80:400", "1000:1000", "0:90000", "900000:900000"] {
        check(&format!(
            "t2@1000,b,b,t3@1000/b1@20,b,b,b/b1@20w10,b1@20,b,b1@30+1x1/t1@1000w980+1x1,b,b1@20,t4@1000 1 1 {reserves},{OTHERS}"
        ));
    }
}

#[test]
fn fights_are_left_out_and_named() {
    let line = format!(
        "t2@1000,b,b,t3@1000/b,b,b,b/b+2x5,b1@20+1x3,b,b1@20+3x1/t1@1000w980+1x2i1,b,b,t4@1000 1 1 200:200,{OTHERS}"
    );
    let turns = check(&line);
    assert_eq!(turns.positions, Some(Count::of(1_860)));
    assert_eq!(format!("{:?}", turns.enemies), "{A2, D2}");
}

#[test]
fn a_crowd_and_the_end_of_a_game() {
    let line = format!("t2@1000,b,b,t3@1000/b,b,b,b/b,b1@20+1x999,b,b/t1@1000+1x999,b,b,t4@1000 1 1 0:0,{OTHERS}");
    assert!(AllTurns::new(&line.parse().unwrap()).unwrap().is_crowded);
    let over = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,b 1 1 0:0,-,-,-";
    assert_eq!(AllTurns::new(&over.parse().unwrap()), None);
}

/// A sector in the text of a position: class, colony and fleet. `{p}` is the player to move and
/// `{e}` an enemy.
fn sector() -> impl Strategy<Value = String> {
    let colony = prop_oneof![
        10 => Just(String::new()),
        2 => (2..5u16, 1..5u16).prop_map(|(tens, worked)| {
            if worked <= tens { format!("{{p}}@{tens}0w{worked}0") } else { format!("{{p}}@{tens}0") }
        }),
        1 => Just("{e}@100".to_owned()),
    ];
    let fleet = prop_oneof![
        12 => Just(String::new()),
        2 => (1..3u16).prop_map(|ships| format!("+{{p}}x{ships}")),
        1 => Just("+{p}x2i1".to_owned()),
        1 => Just("+{e}x1".to_owned()),
    ];
    (colony, fleet).prop_map(|(colony, fleet)| format!("b{colony}{fleet}"))
}

/// A position of few ships.
fn position() -> impl Strategy<Value = String> {
    let sectors = prop::collection::vec(sector(), 16);
    (sectors, 1..=4usize, 0..6u32, any::<bool>()).prop_map(|(mut sectors, player, ships, is_rich)| {
        // Row 4 is first: the homes of players 1 to 4 are at these places. Player to move's home
        // can build two ships.
        for (home, owner) in [(12, 1), (0, 2), (3, 3), (15, 4)] {
            sectors[home] = format!("t{owner}@1000{}", if owner == player { "w980+{p}x1" } else { "" });
        }
        let rows: Vec<String> = sectors.chunks(4).map(|row| row.join(",")).collect();
        let own = if is_rich { "900000:900000".to_owned() } else { format!("{}:{}", 20 * ships, 40 * ships + 7) };
        let reserves = [1, 2, 3, 4].map(|owner| if owner == player { own.clone() } else { "0:0".to_owned() });
        let line = format!("{} {player} 1 {}", rows.join("/"), reserves.join(","));
        line.replace("{p}", &player.to_string()).replace("{e}", &(player % 4 + 1).to_string())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]
    #[test]
    fn all_turns_of_small_positions(line in position()) {
        let galaxy: Galaxy = line.parse().unwrap();
        // The others take too long to be found one by one.
        let player = galaxy.to_move();
        prop_assume!(galaxy.colonies(player).len() < 6 && galaxy.fleets(player).len() < 5);
        let turns = AllTurns::new(&galaxy).unwrap();
        prop_assume!(turns.choices.log10() < 3.7);
        check(&line);
    }
}

fn plan(games: u32, last_round: u32) -> Plan {
    Plan { games, seed: 1, turns: 1, last_round }
}

#[test]
fn what_is_measured() {
    let mut calls = 0;
    let measured = measure(&plan(1, 25), &Stop::new(), &mut |game, turn| {
        assert!(game == 0 && (1..=26).contains(&turn));
        calls += 1;
    });
    let [opening, middle, late] = &measured.phases;
    assert_eq!((measured.games, measured.won), (1, 0));
    assert_eq!((opening.positions, middle.positions, late.positions, calls), (80, 20, 0, 100));
    for figures in [opening, middle] {
        // One turn ahead: every mask is one turn of each player.
        assert_eq!(figures.plain, Spread { sum: 4 * figures.masks.sum, max: 4 * figures.masks.max });
        assert!(figures.different.sum < figures.masks.sum && figures.merging.sum < figures.plain.sum);
        let (median, max) = figures.median_and_max_of_all_turns().unwrap();
        assert!(0.0 < median && median <= max);
        assert_eq!(figures.at_least(Count::ONE), figures.all_turns.len());
        assert_eq!(figures.at_least(Count::About { log10: max + 0.1 }), 0);
    }
    assert_eq!(late.median_and_max_of_all_turns(), None);
    assert_eq!(measured, measure(&plan(1, 25), &Stop::new(), &mut |_, _| ()));
}

#[test]
fn a_measurement_can_be_stopped() {
    let stop = Stop::new();
    let measured = measure(&plan(9, 25), &stop, &mut |_, turn| {
        if turn == 3 {
            stop.raise()
        }
    });
    assert_eq!((measured.games, measured.phases[0].positions), (0, 8));
}
