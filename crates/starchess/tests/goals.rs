//! The players that follow goals: what they promise, and what training promises.

use std::fs::OpenOptions;
use std::num::NonZeroUsize;

use gametree::{Limits, Stop};
use players::{ComputerPlayer, Setup};
use starchess::training::{
    Purpose, Settings, Step, Threads, Training, TrainingError, held_out_start, is_held_out, training_start,
};
use starchess::{
    Command, Galaxy, Goal, GoalPlayer, Lesson, Model, OpponentBelief, Opponents, Plan, Player, PlayerSpec, Policy,
    Reasons, Script, ScriptNumbers, Sector, StarChess, Start, Strength, Tuning,
};

fn player(rounds: u64) -> GoalPlayer {
    GoalPlayer::new(Strength { rounds, ..Strength::strongest() }, 7)
}

fn plan(reasons: Reasons) -> Plan {
    match reasons {
        Reasons::Plan(plan) => plan,
        other => panic!("{other:?}"),
    }
}

/// Plays rounds of one player that follows goals against three others. Returns its last plan.
fn play(rounds: u32, opponents: &str, own: &mut GoalPlayer) -> (Galaxy, Plan) {
    let mut galaxy = Galaxy::start(Start::Random(3));
    let spec: PlayerSpec = opponents.parse().expect("a player");
    let mut others: Vec<Box<dyn ComputerPlayer<StarChess>>> =
        (0..3).map(|seed| spec.build(&Setup { seed, ..Setup::default() }).expect("a player of ours")).collect();
    let mut last = None;
    while galaxy.round() <= rounds && !galaxy.is_over() {
        let decision = match galaxy.to_move().index() {
            0 => own.think(&galaxy, &Limits::default(), &mut |_| ()),
            seat => others[seat - 1].think(&galaxy, &Limits::default(), &mut |_| ()),
        }
        .expect("the game goes on");
        if galaxy.to_move().index() == 0 {
            last = Some(plan(decision.reasons));
        }
        for command in decision.turn {
            galaxy.apply(command).expect("a legal command");
        }
    }
    (galaxy, last.expect("it has moved"))
}

#[test]
fn the_same_budget_and_seed_give_the_same_game() {
    let [one, other] = [0, 1].map(|_| play(12, "rollout:30,seed=2", &mut player(60)));
    assert_eq!(one, other);
    let mut different = GoalPlayer::new(Strength { rounds: 60, ..Strength::strongest() }, 8);
    assert_ne!(play(12, "rollout:30,seed=2", &mut different), one);
}

/// Three threads judge more goals in three times the rounds than one, and always the same.
#[test]
fn several_threads_play_the_same_game_every_time() {
    let [one, other] = [0, 1].map(|_| play(6, "published:1", &mut player(200).on_threads(3)));
    assert_eq!(one, other);
    let galaxy: Galaxy = include_str!("data/midgame.txt").lines().next().expect("a line").parse().expect("a position");
    let [alone, together] = [player(600), player(1_800).on_threads(3)].map(|mut player| {
        plan(player.think(&galaxy, &Limits::default(), &mut |_| ()).expect("the game goes on").reasons)
    });
    assert!(together.judged > alone.judged, "{} {}", together.judged, alone.judged);
    assert!(together.candidates[0].score >= alone.candidates[0].score);
}

#[test]
fn it_recognises_the_published_player_by_what_it_does() {
    let (galaxy, plan) = play(14, "published:2", &mut player(60));
    assert_eq!(plan.beliefs.len(), 3, "{galaxy}");
    for belief in &plan.beliefs {
        assert_eq!(belief.models[0].0, Model::Published { turns: 2 }, "{belief:?}");
        assert!(belief.models.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    }
    // Two and three rounds ahead often lead to the same turn. As long as they do, both are possible.
    let (_, plan) = play(14, "published:3", &mut player(60));
    for belief in &plan.beliefs {
        let deeper = belief.models.iter().find(|(model, _)| *model == Model::Published { turns: 3 });
        assert!(deeper.is_some_and(|&(_, percent)| percent >= 40), "{belief:?}");
    }
    let mut unlearned = GoalPlayer::new(Strength { opponents: Opponents::Several, ..Strength::FIRST }, 7);
    assert!(play(2, "published:0", &mut unlearned).1.beliefs.is_empty());
}

#[test]
fn a_plan_tells_what_was_judged_and_what_is_expected() {
    let (_, plan) = play(3, "published:2", &mut player(300));
    assert!(plan.candidates.len() > 3 && plan.judged >= plan.candidates.len());
    let best = plan.candidates[0];
    assert!(plan.candidates.iter().all(|judged| judged.scenarios < best.scenarios || judged.score <= best.score));
    assert_eq!(plan.goal(), Some(best.goal));
    assert_eq!(plan.expected.len(), Strength::strongest().horizon as usize);
    assert!(plan.generated >= 1_200, "{}", plan.generated);
}

/// The chances that people are shown are those to win, whatever else a player aims at.
#[test]
fn aims_do_not_change_the_odds() {
    let tuning = Tuning::trained();
    let mut aimless = tuning;
    aimless.weights.aims = Default::default();
    let line = "t2@300,b,b,t3@1000+3x20/b,b,b,b/b1@200,b,b,b/t1@1000+1x80,t1@1000,b,t 1 60 0:0,0:0,0:0,-";
    let galaxy: Galaxy = line.parse().expect("a position");
    for player in [Player::ONE, Player::TWO, Player::THREE] {
        let (worth, without) = (tuning.worth(&galaxy, player), aimless.worth(&galaxy, player));
        assert_eq!(worth.odds, without.odds);
        assert_eq!(without.margin, without.odds);
        assert!(worth.margin > worth.odds, "{worth:?}");
    }
    let sum: f64 = [Player::ONE, Player::TWO, Player::THREE]
        .map(|player| Plan::chance((100.0 * tuning.worth(&galaxy, player).odds).round() as i32))
        .iter()
        .sum();
    assert!((99.0..101.0).contains(&sum), "{sum}");
}

/// Models that sound the same are told together.
#[test]
fn a_belief_in_words() {
    let war = |colonies| {
        Model::Script(Script { goal: Goal { colonies, ..Goal::war(Sector::D4) }, numbers: ScriptNumbers::FIRST })
    };
    let models = vec![(Model::FullMask, 45), (war(3), 30), (war(4), 25), (Model::Published { turns: 2 }, 0)];
    let told = OpponentBelief { opponent: Player::TWO, models }.in_words();
    let expected = [("makes war towards D4", 55), ("published player without lookahead", 45)];
    assert_eq!(told, expected.map(|(words, percent)| (words.to_owned(), percent)));
    let rounded = OpponentBelief { opponent: Player::TWO, models: vec![(war(3), 34), (war(4), 34), (war(5), 33)] };
    assert_eq!(rounded.in_words(), [("makes war towards D4".to_owned(), 100)]);
}

/// However little it may spend: there is a turn.
#[test]
fn it_always_has_a_turn() {
    let galaxy = Galaxy::start(Start::Random(5));
    let stop = Stop::new();
    stop.raise();
    for limits in [Limits::nodes(1), Limits::default().with_stop(stop.clone()), Limits::default().with_cancel(stop)] {
        let decision = player(u64::MAX).think(&galaxy, &limits, &mut |_| ()).expect("the game goes on");
        assert!(decision.turn.len() > 1, "{:?}", decision.turn);
        assert!(decision.nodes < 5_000, "{}", decision.nodes);
    }
}

/// Ten times the rollouts, and no more allocations.
#[test]
fn rollouts_do_not_allocate() {
    let galaxy: Galaxy = include_str!("data/midgame.txt").lines().next().expect("a line").parse().expect("a position");
    let count = |rounds: u64| {
        let strength = Strength { rounds, opponents: Opponents::Several, ..Strength::FIRST };
        let mut player = GoalPlayer::new(strength, 1);
        let mut plan = None;
        let allocations = allocation_counter::measure(|| {
            plan = player.think(&galaxy, &Limits::default(), &mut |_| ()).ok();
        });
        (allocations.count_total, plan.expect("a turn").nodes)
    };
    let (few, many) = (count(400), count(4_000));
    assert!(many.1 > 9 * few.1);
    assert!(many.0 < few.0 + 20, "{few:?} {many:?}");
}

#[test]
fn lessons() {
    let lesson = |line: &str| Lesson::of(&line.parse().expect("a position"));
    let rest = "t2@1000,b,b,t3@1000/b,b,b,b/b,b,b,b";
    assert_eq!(lesson(&format!("{rest}/t1@1000+1x20,b,b,t4@1000 1 3 0:0,0:0,0:0,0:0")), None);
    let poor = lesson(&format!("{rest}/t1@1000+1x20,t1@1000+1x20,b,t4@1000 1 30 0:9000,0:0,0:0,0:0"));
    assert_eq!(poor, Some(Lesson::ColonizeBarren { credits: 9_000 }));
    let two_barren = "t2@1000,b,b,t3@1000/b,b,b,b/b1@200,b,b,b/t1@1000,b1@200,b,t4@1000 1 30 5000:9,0:0,0:0,0:0";
    assert!(matches!(lesson(two_barren), Some(Lesson::Terraform { ships: 60, .. })));
    assert_eq!(
        lesson(&format!("{rest}/t1@1000+1x20,b,b,t4@1000 1 20 0:0,0:0,0:0,0:0")),
        Some(Lesson::ColonizeMore { colonies: 1 })
    );
    let threatened = "t2@1000,b,b,t3@1000/b,b,b,b/b2@100+2x70,b,b,b/t1@1000+1x20,b,b,t4@1000 1 9 0:0,0:0,0:0,0:0";
    let lesson = lesson(threatened).expect("a lesson");
    assert_eq!(lesson, Lesson::DefendHome { threat: 70 });
    assert!(lesson.to_string().starts_with("70 enemy ships can reach your home world"));
}

/// Ships that wait for others cost support, so colonists are built when all can be paid for.
#[test]
fn who_saves_builds_colonists_all_at_once() {
    let goal = Goal::expansion(Sector::A1);
    let built = |materials: u32, saves_for_colonists: bool| -> u32 {
        let line =
            format!("t2@1000,b,b,t3@1000/b,b,b,b/t1@24,b,b,b/t1@1000,b,b,t4@1000 1 3 {materials}:5000,0:0,0:0,0:0");
        let galaxy: Galaxy = line.parse().expect("a position");
        let mut script = Script { goal: Goal { saves_for_colonists, ..goal }, numbers: ScriptNumbers::FIRST };
        let ships = |command| if let Command::Build { ships, .. } = command { ships } else { 0 };
        script.commands(&galaxy).into_iter().map(ships).sum()
    };
    assert_eq!([220, 399, 400, 700, 800].map(|materials| built(materials, true)), [0, 0, 20, 20, 40]);
    assert_eq!([220, 399, 400].map(|materials| built(materials, false)), [11, 19, 20]);
}

/// Twelve colonies, and none of them is next to the last enemy: it founds a nearer one.
#[test]
fn who_is_at_war_comes_within_reach_of_the_enemy() {
    let line = "b1@200,t1@1000,b1@200,b1@200/t1@1000,t1@1000,b1@200+1x185,t1@1000/t1@1000,t1@1000+1x277,b,b\
                /t1@1000+1x78,t1@1000,b,t4@1000 1 180 1089:61439,-,-,3087:208154";
    let mut galaxy: Galaxy = line.parse().expect("a position");
    let (own, enemy) = (galaxy.to_move(), galaxy.to_move().next().next().next());
    assert!(!galaxy.in_reach(own).has(enemy.home()));
    let mut script = Script { goal: Goal::war(enemy.home()), numbers: Tuning::trained().script };
    while galaxy.round() < 184 {
        let turn = if galaxy.to_move() == own { script.commands(&galaxy) } else { vec![Command::EndTurn] };
        turn.into_iter().for_each(|command| galaxy.apply(command).expect("a legal command"));
    }
    assert!(galaxy.in_reach(own).has(enemy.home()), "{galaxy}");
}

/// Its only source of materials is not made terran because of colonies that were just founded.
#[test]
fn young_colonies_do_not_count_when_planets_are_made_terran() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b1@200,b1@22,b1@22,b/t1@1000,t1@1000,b,t4@1000 1 90 1200:36000,0:0,0:0,0:0";
    let galaxy: Galaxy = line.parse().expect("a position");
    let at_least = ScriptNumbers::NAMES.iter().position(|&name| name == "established").expect("a number");
    let terraforms = |established: u8| {
        let mut numbers = Tuning::trained().script;
        numbers.0[at_least] = established;
        let goal = Goal { ships: 0, ..Goal::expansion(Sector::A1) };
        let commands = Script { goal, numbers }.commands(&galaxy);
        commands.iter().any(|command| matches!(command, Command::Terraform { .. }))
    };
    assert_eq!([0, 20, 100].map(terraforms), [true, true, false]);
}

#[test]
fn training_never_uses_what_is_held_out() {
    assert!((0..500).all(|seed| !is_held_out(&training_start(seed))));
    assert!((0..500).all(|seed| is_held_out(&held_out_start(seed))));
    for seed in 0..50 {
        let start = Galaxy::start(Start::Random(seed));
        assert_eq!(is_held_out(&start), is_held_out(&start.turned()));
    }
}

/// The starts for measurements (`starchess arena --starts`) are never used in training, and no two of
/// them differ by quarter turns only.
#[test]
fn the_file_of_starts_is_held_out() {
    let lines: Vec<&str> = include_str!("data/held-out.txt").lines().collect();
    assert_eq!(lines.len(), 112);
    let mut turned = std::collections::HashSet::new();
    for line in lines {
        let start: Galaxy = line.parse().expect("a position");
        assert!(is_held_out(&start), "{line}");
        // A galaxy that looks the same after a turn is there once.
        let turns: std::collections::HashSet<String> = std::iter::successors(Some(start), |start| Some(start.turned()))
            .take(4)
            .map(|start| start.to_string().split(' ').next().unwrap_or_default().to_owned())
            .collect();
        assert!(turns.into_iter().all(|planets| turned.insert(planets)), "{line}");
    }
}

const TWO_THREADS: Threads = Threads(NonZeroUsize::new(2).expect("two"));

/// Whether it is stopped between games, or while a game is written: the result is the same.
#[test]
fn a_training_goes_on_where_it_stopped() {
    let settings = Settings { games: 3, challenge: 1, steps: 2, rounds: 1, seed: 5, is_adversary: false };
    let finish = |training: &mut Training| -> (Tuning, Vec<Step>) {
        let mut steps = Vec::new();
        while training.generation() < 2 {
            training.next_generation(&TWO_THREADS, &Stop::new(), &mut |step| steps.push(step)).expect("a generation");
        }
        (*training.tuning(), steps)
    };
    let [whole, stopped] = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
    let (expected, steps) = finish(&mut Training::open(whole.path(), settings).expect("a folder"));
    assert_eq!(steps[0], Step { generation: 1, purpose: Purpose::Fit, played: 0, of: 3 });
    {
        let mut training = Training::open(stopped.path(), settings).expect("a folder");
        let stop = Stop::new();
        // Once in a challenge, once while numbers are tuned, and once after a game of the second generation.
        for place in [
            Step { generation: 1, purpose: Purpose::Challenge, played: 1, of: 1 },
            Step { generation: 1, purpose: Purpose::Tune, played: 3, of: 4 },
            Step { generation: 2, purpose: Purpose::Fit, played: 2, of: 3 },
        ] {
            let stopped = loop {
                let shown = &mut |step| {
                    if step == place {
                        stop.raise()
                    }
                };
                match training.next_generation(&Threads(NonZeroUsize::MIN), &stop, shown) {
                    Ok(_) => {}
                    Err(error) => break error,
                }
            };
            assert!(matches!(stopped, TrainingError::Stopped), "{stopped}");
            stop.lower();
        }
        assert_eq!(training.generation(), 1);
    }
    let games = stopped.path().join("games.txt");
    let length = std::fs::metadata(&games).expect("the games").len();
    OpenOptions::new().write(true).open(&games).expect("the games").set_len(length - 9).expect("cut off");
    let (tuning, steps) = finish(&mut Training::open(stopped.path(), settings).expect("a folder"));
    assert_eq!(tuning, expected);
    // What was played before counts from the beginning; of the two games, one was cut off.
    assert_eq!(steps[0], Step { generation: 2, purpose: Purpose::Fit, played: 1, of: 3 });
    let read = |folder: &tempfile::TempDir, file: &str| {
        let text = std::fs::read_to_string(folder.path().join(file)).expect("the file");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for file in ["games.txt", "challenges.txt", "log.txt"] {
        assert_eq!(read(&whole, file), read(&stopped, file), "{file}");
    }
}

/// It begins with the built-in numbers, meets nobody but the built-in player, and is measured against
/// that one on galaxies that it has never seen. What the folder has is not played again.
#[test]
fn an_adversary_is_tuned_and_measured_against_the_built_in_player() {
    let settings = Settings { games: 3, challenge: 4, steps: 2, rounds: 1, seed: 5, is_adversary: true };
    let folder = tempfile::tempdir().expect("a folder");
    let mut training = Training::open(folder.path(), settings).expect("a folder");
    assert_eq!(*training.tuning(), Tuning::trained());
    let log = training.next_generation(&TWO_THREADS, &Stop::new(), &mut |_| ()).expect("a generation");
    assert!(log.starts_with("generation 1: one against three "), "{log}");
    let found = *training.tuning();
    assert!(!folder.path().join("games.txt").exists(), "nothing is fitted");
    let measured = training.measure(4, 1, &TWO_THREADS, &Stop::new(), &mut |_| ()).expect("a measurement");
    assert_eq!(measured.games(), 4);
    let mut again = Training::open(folder.path(), settings).expect("the same folder");
    assert_eq!((again.generation(), *again.tuning()), (1, found));
    let mut steps = Vec::new();
    let repeated = again.measure(4, 1, &TWO_THREADS, &Stop::new(), &mut |step| steps.push(step));
    assert_eq!(repeated.expect("a measurement"), measured);
    assert_eq!(steps, [Step { generation: 1, purpose: Purpose::Measure, played: 4, of: 4 }]);
}

#[test]
fn what_is_not_a_training_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Settings { games: 1, challenge: 0, steps: 0, rounds: 4, seed: 5, is_adversary: false };
    let error = || Training::open(folder.path(), settings).err().expect("an error").to_string();
    std::fs::write(folder.path().join("games.txt"), "1|2|\n1|7|\n").expect("written");
    assert!(error().contains("games.txt, line 1: "), "{}", error());
    std::fs::write(folder.path().join("generation-1.txt"), "ships 1 2 three\n").expect("written");
    assert!(error().ends_with("generation-1.txt: line 1: \"three\" is not a number"), "{}", error());
}
