//! Invariants of the rules in random games.

use proptest::prelude::*;
use starchess::{Command, Event, Galaxy, GameResult, MAX_SHIPS, Player, Reserves, Sector, Start};

/// A command made of random parts: often illegal, and often only just.
fn any_command() -> impl Strategy<Value = Command> {
    let sector = || (0..16usize).prop_map(Sector::from_index);
    let ships = || prop_oneof![0..30u32, 0..1_100u32, Just(u32::MAX)];
    prop_oneof![
        4 => (sector(), sector(), ships()).prop_map(|(from, to, ships)| Command::Move { from, to, ships }),
        2 => (sector(), ships()).prop_map(|(at, ships)| Command::Build { at, ships }),
        1 => sector().prop_map(|at| Command::Colonize { at }),
        1 => sector().prop_map(|at| Command::Terraform { at }),
        1 => (sector(), ships()).prop_map(|(at, ships)| Command::Scrap { at, ships }),
        1 => Just(Command::EndTurn),
    ]
}

/// The legal commands of a position, each with one of the possible numbers of ships.
fn legal_commands(galaxy: &Galaxy, choice: u32) -> Vec<Command> {
    let player = galaxy.to_move();
    let some = |max: u32| 1 + choice % max.max(1);
    let mut commands = vec![Command::EndTurn];
    for at in Sector::all() {
        if let Some(fleet) = galaxy.fleet(at).filter(|fleet| fleet.owner == player) {
            let active = u32::from(fleet.active());
            let mut moves =
                |ships| commands.extend(at.neighbours().into_iter().map(|to| Command::Move { from: at, to, ships }));
            moves(active);
            moves(some(active));
            commands.push(Command::Scrap { at, ships: some(fleet.ships.into()) });
        }
        let possible = u32::from(galaxy.workforce(at)).min(galaxy.reserves(player).affordable_ships());
        commands.extend([Command::Build { at, ships: possible }, Command::Build { at, ships: some(possible) }]);
        commands.extend([Command::Colonize { at }, Command::Terraform { at }]);
    }
    commands.retain(|&command| galaxy.check(command).is_ok());
    commands
}

/// A random game: each pair of numbers chooses a legal command, and a quarter of them `end`.
fn random_game() -> impl Strategy<Value = (Start, Vec<(u32, u32)>)> {
    let start = prop_oneof![
        any::<u64>().prop_map(Start::Random),
        any::<u64>().prop_map(Start::Symmetric),
        Just(Start::Barren),
        Just(Start::Terran)
    ];
    (start, prop::collection::vec(any::<(u32, u32)>(), 0..300))
}

fn choose(galaxy: &Galaxy, (which, how_many): (u32, u32)) -> Option<Command> {
    let commands = legal_commands(galaxy, how_many);
    if commands.is_empty() {
        return None;
    }
    let end = which % 4 == 0;
    Some(if end { Command::EndTurn } else { commands[which as usize / 4 % commands.len()] })
}

fn ships(galaxy: &Galaxy) -> u32 {
    Player::ALL.into_iter().map(|player| galaxy.ships(player)).sum()
}

/// All numbers are in their ranges.
fn check_ranges(galaxy: &Galaxy) {
    for sector in Sector::all() {
        if let Some(colony) = galaxy.colony(sector) {
            assert!((20..=galaxy.class(sector).max_population()).contains(&colony.population), "{galaxy}");
            assert!(colony.worked <= colony.population && colony.worked % 10 == 0, "{galaxy}");
            assert!(colony.worked == 0 || colony.owner == galaxy.to_move(), "{galaxy}");
            assert!(!galaxy.is_defeated(colony.owner), "{galaxy}");
        }
        if let Some(fleet) = galaxy.fleet(sector) {
            assert!((1..=MAX_SHIPS).contains(&fleet.ships) && fleet.inactive <= fleet.ships, "{galaxy}");
            assert!(fleet.inactive == 0 || fleet.owner == galaxy.to_move(), "{galaxy}");
            assert!(!galaxy.is_defeated(fleet.owner), "{galaxy}");
        }
        let owners = |has: fn(&Galaxy, Player) -> starchess::Sectors| {
            Player::ALL.into_iter().filter(|&player| has(galaxy, player).has(sector)).count()
        };
        assert!(owners(|galaxy, player| galaxy.colonies(player)) <= 1, "{galaxy}");
        assert!(owners(|galaxy, player| galaxy.fleets(player)) <= 1, "{galaxy}");
    }
    for player in Player::ALL {
        let reserves = galaxy.reserves(player);
        assert!(reserves.materials <= 1_000_000_000 && reserves.credits <= 1_000_000_000, "{galaxy}");
    }
    assert!(!galaxy.is_defeated(galaxy.to_move()), "{galaxy}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn numbers_stay_in_their_ranges((start, choices) in random_game()) {
        let mut galaxy = Galaxy::start(start);
        check_ranges(&galaxy);
        for choice in choices {
            let Some(command) = choose(&galaxy, choice) else { break };
            let before = galaxy;
            galaxy.apply(command).unwrap();
            check_ranges(&galaxy);
            let built = if let Command::Build { ships, .. } = command { ships } else { 0 };
            prop_assert!(ships(&galaxy) <= ships(&before) + built, "{} {}", before, command);
            prop_assert_eq!(galaxy.to_string().parse(), Ok(galaxy));
        }
    }

    #[test]
    fn a_refused_command_changes_nothing(
        (start, choices) in random_game(),
        tries in prop::collection::vec(any_command(), 300),
    ) {
        let mut galaxy = Galaxy::start(start);
        for (choice, command) in choices.into_iter().zip(tries) {
            let before = galaxy;
            let checked = galaxy.check(command);
            let applied = galaxy.apply(command);
            prop_assert_eq!(checked, applied);
            if let Err(error) = applied {
                prop_assert_eq!(galaxy, before);
                prop_assert!(!error.to_string().is_empty());
            }
            check_ranges(&galaxy);
            let Some(command) = choose(&galaxy, choice) else { break };
            galaxy.apply(command).unwrap();
        }
    }

    #[test]
    fn a_turned_game_is_the_same_game_turned((start, choices) in random_game()) {
        let mut galaxy = Galaxy::start(start);
        let mut turned = galaxy.turned();
        for choice in choices {
            let Some(command) = choose(&galaxy, choice) else { break };
            galaxy.apply(command).unwrap();
            turned.apply(command.turned()).unwrap();
            let [mut a, mut b] = [galaxy.turned(), turned].map(|galaxy| galaxy.to_string());
            for text in [&mut a, &mut b] {
                // All fields but the number of the round.
                let fields: Vec<&str> = text.split(' ').collect();
                *text = [fields[0], fields[1], fields[3]].join(" ");
            }
            prop_assert_eq!(a, b);
            prop_assert_eq!(galaxy.result() == GameResult::Ongoing, turned.result() == GameResult::Ongoing);
            let (scores, mut expected) = (turned.scores(), galaxy.scores());
            expected.rotate_right(1);
            prop_assert_eq!(scores, expected);
        }
    }

    /// The scores follow their definition.
    #[test]
    fn scores_are_what_they_should_be((start, choices) in random_game()) {
        let mut galaxy = Galaxy::start(start);
        for choice in choices {
            let Some(command) = choose(&galaxy, choice) else { break };
            galaxy.apply(command).unwrap();
        }
        let basic = Player::ALL.map(|player| {
            let own = |sector: &Sector| galaxy.fleet(*sector).filter(|fleet| fleet.owner == player);
            let ships: i32 = Sector::all().filter_map(|sector| own(&sector)).map(|fleet| i32::from(fleet.ships)).sum();
            let colonies = Sector::all().filter_map(|sector| galaxy.colony(sector));
            ships + 10 * colonies.filter(|colony| colony.owner == player).count() as i32
        });
        for p in 0..4 {
            let others = (0..4).filter(|&q| q != p).map(|q| if basic[q] > basic[p] { 2 * basic[q] } else { basic[q] });
            prop_assert_eq!(galaxy.scores()[p], 3 * basic[p] - others.sum::<i32>());
        }
    }
}

/// A position with reserves and a round near the ends of their ranges.
fn extreme_position() -> impl Strategy<Value = Galaxy> {
    let reserve = || prop_oneof![0..=3_000u32, 999_990_000..=1_000_000_000u32, Just(1_000_000_000u32)];
    let round = prop_oneof![1..=3u32, 999_998..=1_000_000u32];
    let reserves = prop::array::uniform4((reserve(), reserve()));
    (random_game(), reserves, round).prop_map(|((start, choices), reserves, round)| {
        let mut galaxy = Galaxy::start(start);
        for choice in choices {
            let Some(command) = choose(&galaxy, choice) else { break };
            galaxy.apply(command).unwrap();
        }
        let text = galaxy.to_string();
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        fields[2] = round.to_string();
        let players = fields[3].split(',').zip(reserves);
        let players = players.map(|(now, (materials, credits))| match now {
            "-" => now.to_owned(),
            _ => format!("{materials}:{credits}"),
        });
        fields[3] = players.collect::<Vec<_>>().join(",");
        fields.join(" ").parse().unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is played at the extremes, what is written is read back as equal, and the numbers
    /// stop exactly at the limits of the notation.
    #[test]
    fn positions_at_the_extremes_are_written_and_read(
        mut galaxy in extreme_position(),
        tries in prop::collection::vec(any_command(), 60),
        choices in prop::collection::vec(any::<(u32, u32)>(), 60),
    ) {
        for (command, choice) in tries.into_iter().zip(choices) {
            let _ = galaxy.apply(command);
            prop_assert_eq!(galaxy.to_string().parse(), Ok(galaxy));
            let Some(command) = choose(&galaxy, choice) else { break };
            let (before, player) = (galaxy, galaxy.to_move());
            let forecast = galaxy.forecast(player).unwrap();
            galaxy.apply(command).unwrap();
            prop_assert_eq!(galaxy.to_string().parse(), Ok(galaxy));
            check_ranges(&galaxy);
            prop_assert!(galaxy.round() == before.round() || galaxy.round() == before.round() + 1);
            if command == Command::EndTurn {
                let expected = |reserve: u32, net: i64| (i64::from(reserve) + net).clamp(0, 1_000_000_000);
                let (old, new) = (before.reserves(player), galaxy.reserves(player));
                prop_assert_eq!(i64::from(new.materials), expected(old.materials, forecast.net.materials));
                prop_assert_eq!(i64::from(new.credits), expected(old.credits, forecast.net.credits));
            }
        }
    }

    /// Events are told about a command without changing what it does, and the forecast of an end of
    /// a turn is what the end brings.
    #[test]
    fn events_and_forecasts_agree_with_the_rules((start, choices) in random_game()) {
        let mut galaxy = Galaxy::start(start);
        for choice in choices {
            let Some(command) = choose(&galaxy, choice) else { break };
            let (before, player) = (galaxy, galaxy.to_move());
            galaxy.apply(command).unwrap();
            let (mut told, mut events) = (before, Vec::new());
            told.apply_with_events(command, &mut events).unwrap();
            prop_assert_eq!(told, galaxy);
            prop_assert!(!events.is_empty());
            let preview = before.preview(command).unwrap();
            prop_assert_eq!((preview.after, &preview.events), (galaxy, &events));
            check_ship_counts(&before, &galaxy, &events);
            if command == Command::EndTurn {
                let end = before.forecast(player).unwrap();
                prop_assert_eq!(end.after, galaxy);
                prop_assert_eq!(end.reserves, galaxy.reserves(player));
                prop_assert_eq!(preview.end_of_turn, Some(end));
            }
        }
    }

    /// What is offered is legal, and what is legal is offered.
    #[test]
    fn choices_are_what_the_rules_allow((start, choices) in random_game(), tries in prop::collection::vec(any_command(), 300)) {
        let mut galaxy = Galaxy::start(start);
        for (choice, tried) in choices.into_iter().zip(tries) {
            prop_assert_eq!(is_offered(&galaxy, tried), galaxy.check(tried).is_ok(), "{} in {}", tried, galaxy);
            for at in Sector::all() {
                for command in offered(&galaxy, at) {
                    prop_assert_eq!(galaxy.check(command), Ok(()), "{} in {}", command, galaxy);
                }
            }
            let idle = galaxy.idle();
            for fleet in idle.fleets {
                prop_assert_eq!(galaxy.fleet(fleet.at).map(|fleet| fleet.active()), Some(fleet.ships));
            }
            let Some(command) = choose(&galaxy, choice) else { break };
            galaxy.apply(command).unwrap();
        }
    }
}

/// All ships that are gained or lost between two positions are accounted for by the events.
fn check_ship_counts(before: &Galaxy, after: &Galaxy, events: &[Event]) {
    let mut ships = Player::ALL.map(|player| i64::from(before.ships(player)));
    for event in events {
        match *event {
            Event::ShipsBuilt { player, ships: built, .. } => ships[player.index()] += i64::from(built),
            Event::Battle { attacker, defender, .. } => {
                ships[attacker.player.index()] -= i64::from(attacker.losses);
                ships[defender.player.index()] -= i64::from(defender.losses);
            }
            Event::ColonyFounded { player, .. } => ships[player.index()] -= 20,
            Event::ShipsScrapped { player, ships: lost, .. } => ships[player.index()] -= i64::from(lost),
            Event::PlayerDefeated { player, ships: lost, .. } => ships[player.index()] -= i64::from(lost),
            _ => {}
        }
    }
    assert_eq!(ships, Player::ALL.map(|player| i64::from(after.ships(player))), "{before}: {events:?}");
}

/// The commands with the largest and the smallest number of ships that are offered for a sector.
fn offered(galaxy: &Galaxy, at: Sector) -> Vec<Command> {
    let choices = galaxy.choices(at);
    let mut commands = Vec::new();
    for choice in &choices.moves {
        commands.extend([1, choice.max.into()].map(|ships| Command::Move { from: at, to: choice.to, ships }));
    }
    if let Some(build) = choices.build.filter(|build| build.max > 0) {
        commands.extend([1, build.max].map(|ships| Command::Build { at, ships }));
    }
    if choices.can_colonize {
        commands.push(Command::Colonize { at });
    }
    if choices.can_terraform {
        commands.push(Command::Terraform { at });
    }
    if choices.max_scrap > 0 {
        commands.extend([1, choices.max_scrap.into()].map(|ships| Command::Scrap { at, ships }));
    }
    commands
}

/// Whether a command is among the choices of its sector.
fn is_offered(galaxy: &Galaxy, command: Command) -> bool {
    let within = |ships: u32, max: u32| (1..=max).contains(&ships);
    match command {
        Command::Move { from, to, ships } => {
            let choice = galaxy.choices(from).moves.into_iter().find(|choice| choice.to == to);
            choice.is_some_and(|choice| within(ships, choice.max.into()))
        }
        Command::Build { at, ships } => galaxy.choices(at).build.is_some_and(|build| within(ships, build.max)),
        Command::Colonize { at } => galaxy.choices(at).can_colonize,
        Command::Terraform { at } => galaxy.choices(at).can_terraform,
        Command::Scrap { at, ships } => within(ships, galaxy.choices(at).max_scrap.into()),
        Command::EndTurn => !galaxy.is_over(),
    }
}

/// Reserves and the number of the round stop growing where the notation ends.
#[test]
fn reserves_and_rounds_stop_at_the_limits_of_the_notation() {
    let line = "t2@1000,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,b 1 999999 999999900:999999900,0:0,-,-";
    let mut galaxy: Galaxy = line.parse().unwrap();
    galaxy.apply(Command::EndTurn).unwrap();
    assert_eq!(galaxy.reserves(Player::ONE), Reserves { materials: 1_000_000_000, credits: 1_000_000_000 });
    for _ in 0..100 {
        galaxy.apply(Command::EndTurn).unwrap();
        assert_eq!(galaxy.to_string().parse(), Ok(galaxy));
    }
    assert_eq!(galaxy.reserves(Player::ONE), Reserves { materials: 1_000_000_000, credits: 1_000_000_000 });
    assert_eq!(galaxy.round(), 1_000_000);
}
