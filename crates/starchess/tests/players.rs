//! The players of Star Chess: how they are written, and that all of them play legal turns.

use std::num::NonZeroUsize;

use gametree::Limits;
use players::{Playable, Setup};
use proptest::prelude::*;
use starchess::{
    Command, Experiments, Galaxy, PlayerSpec, Published, Reasons, ShortTermGains, StarChess, Start, write_commands,
};

fn spec(text: &str) -> PlayerSpec {
    text.parse().expect("a player")
}

/// What a file names stays unstarted however often it is saved.
#[test]
fn a_program_of_a_file_is_marked_in_what_is_saved() {
    let unstarted = PlayerSpec::from_saved("bob=sci:bot 1").unstarted().unwrap();
    assert_eq!((unstarted.to_string().as_str(), unstarted.name().as_str()), ("unstarted:bob=sci:bot 1", "bob"));
    assert_eq!(PlayerSpec::from_saved("unstarted:bob=sci:bot 1"), unstarted);
    assert!(unstarted.build(&Setup::default()).is_err() && !unstarted.is_computer());
    // Files replace what would break their lines. What is left must not be a program only then.
    for hidden in ["sci:\rbot", "sci:\u{200b}bot", "\nsci:bot"] {
        assert!(PlayerSpec::from_saved(hidden).unstarted().is_some(), "{hidden:?}");
    }
    for other in ["human", "bob", "unstarted:human", "unstarted:unstarted:sci:bot", "unstarted:"] {
        let spec = PlayerSpec::from_saved(other);
        assert!(spec.unstarted().is_none() && spec.to_string() == other, "{other}");
    }
    assert!("unstarted:sci:bot".parse::<PlayerSpec>().is_err());
}

#[test]
fn specifications_say_exactly_who_plays() {
    for (text, written) in [
        ("published", "published:turns=2"),
        ("published:3,all-masks", "published:turns=3,all-masks"),
        ("published:time=50ms", "published:turns=8,time=50ms"),
        ("published:nodes=9000,0", "published:turns=0,nodes=9000"),
        ("published:plain,turns=1,no-masks,gains=worse", "published:turns=1,plain,gains=worse,no-masks"),
        ("published:time=2000ms,nodes=5,threads=4", "published:turns=8,threads=4,nodes=5,time=2s"),
        ("random", "random"),
        ("random:seed=7", "random:seed=7"),
        ("human", "human"),
        ("bob=sci:python3 'my bot.py' :: Seed=3", "bob=sci:python3 'my bot.py' :: Seed=3"),
    ] {
        assert_eq!(spec(text).to_string(), written);
        assert_eq!(spec(written).to_string(), written);
    }
}

#[test]
fn errors_say_what_is_wrong_and_what_would_be_right() {
    let message = |text: &str| text.parse::<PlayerSpec>().expect_err("not a player").to_string();
    assert_eq!(
        message("deep blue"),
        "unknown player \"deep blue\"; expected human, published, strongest, level, rollout, random or sci:PROGRAM"
    );
    assert_eq!(message("published:9"), "turns=9: expected a whole number from 0 to 8");
    assert_eq!(message("published:turns=-1"), "turns=-1: expected a whole number from 0 to 8");
    assert_eq!(message("published:2,turns=2"), "turns is given twice");
    assert!(message("published:").starts_with("unknown option of published \"\""));
    assert!(message("published:all-mask").contains("did you mean all-masks?"));
    assert!(message("random:turns=2").starts_with("unknown option of random \"turns\""));
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        turns in 0..=8u32,
        flags: [bool; 8],
        gains in prop::option::of(prop::sample::select(vec![ShortTermGains::Worse, ShortTermGains::NoBetter])),
        threads in prop::option::of(1..=256usize),
    ) {
        let [all_masks, plain, skip_dead, garrisons_first, count_buildable, naive_order, no_doubling, no_masks] = flags;
        let short_term_gains = gains;
        let experiments = Experiments {
            skip_dead, short_term_gains, garrisons_first, count_buildable, naive_order, no_doubling, no_masks,
        };
        let player = Published { turns, all_masks, plain, experiments, threads: threads.and_then(NonZeroUsize::new) };
        let written = PlayerSpec::from(player).to_string();
        let PlayerSpec::Computer { settings, .. } = spec(&written) else { panic!("{written}") };
        prop_assert_eq!(Published::of(&settings), player);
    }

    /// Whatever is given: what is understood is written so that it is understood in the same way.
    #[test]
    fn every_specification_is_read_back(
        kind in 0..StarChess::kinds().len(),
        chosen in prop::collection::vec((any::<prop::sample::Index>(), 0..300u64), 0..6),
    ) {
        let kind = StarChess::kinds()[kind];
        let mut text = format!("{}:", kind.name);
        for (option, number) in chosen {
            let option = &kind.options[option.index(kind.options.len())];
            text += &match option.kind {
                players::OptionKind::Flag => format!("{},", option.name),
                players::OptionKind::Number { .. } => format!("{}={number},", option.name),
                players::OptionKind::Time => format!("{}={number}ms,", option.name),
                players::OptionKind::Choice(values) => {
                    format!("{}={},", option.name, values[number as usize % values.len()])
                }
            };
        }
        if let Ok(spec) = text.trim_end_matches([',', ':']).parse::<PlayerSpec>() {
            let again: PlayerSpec = spec.to_string().parse().expect("it was written by the program");
            prop_assert_eq!(again, spec);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".*") {
        let _ = text.parse::<PlayerSpec>();
    }
}

fn turn(galaxy: &Galaxy, text: &str, setup: &Setup) -> (Vec<Command>, Reasons) {
    let mut player = spec(text).build(setup).expect("a player of ours");
    let decision = player.think(galaxy, &Limits::default(), &mut |_| ()).expect("the game goes on");
    (decision.turn, decision.reasons)
}

/// Every kind of player plays whole legal turns, all through a game. With little time: those that
/// play rollouts would take minutes otherwise.
#[test]
fn all_players_play_legal_turns() {
    let limits = Limits::nodes(1_000);
    for kind in StarChess::kinds() {
        for seed in 0..4 {
            let mut galaxy = Galaxy::start(Start::Random(seed));
            let setup = Setup { seed, ..Setup::default() };
            let mut player =
                PlayerSpec::computer(kind, &players::Settings::new(kind.options)).build(&setup).expect("ours");
            for _ in 0..200 {
                let Ok(decision) = player.think(&galaxy, &limits, &mut |_| ()) else { break };
                let (last, others) = decision.turn.split_last().expect("a turn has an end");
                assert!(*last == Command::EndTurn && !others.contains(last), "{}", write_commands(&decision.turn));
                for &command in &decision.turn {
                    assert_eq!(galaxy.apply(command), Ok(()), "{} in {galaxy}", kind.name);
                }
            }
            assert!(galaxy.is_over() || galaxy.round() >= 50, "{}", kind.name);
        }
    }
}

#[test]
fn random_turns_follow_from_the_seed() {
    let galaxy: Galaxy = include_str!("data/midgame.txt").lines().next().expect("a position").parse().expect("it is");
    let setup = |seed| Setup { seed, ..Setup::default() };
    let turns: Vec<_> = (0..20).map(|seed| turn(&galaxy, "random", &setup(seed)).0).collect();
    for (seed, expected) in turns.iter().enumerate() {
        assert_eq!(turn(&galaxy, &format!("random:seed={seed}"), &setup(99)).0, *expected);
    }
    assert!(turns.iter().any(|turn| *turn != turns[0]));
    assert_eq!(turn(&galaxy, "random", &setup(1)).1, Reasons::None);
}

#[test]
fn the_published_player_gives_its_prediction_as_the_reason() {
    let galaxy = Galaxy::start(Start::Terran);
    let (commands, reasons) = turn(&galaxy, "published:2", &Setup::default());
    // The number of threads comes from the setup.
    let player = Published { threads: NonZeroUsize::new(1), ..Published::default() };
    let prediction = player.think(&galaxy, &Limits::default(), &mut |_| ()).expect("a turn");
    assert_eq!(commands, prediction.commands);
    assert_eq!(reasons.prediction(), Some(&prediction));
    assert_eq!(reasons.info().map(|info| (info.turns, info.scores)), Some((2, [30, -40, -40, -40])));
}

/// The counts are the sums over all predictions; without a limit there is only one.
#[test]
fn counts_are_of_all_predictions_together() {
    let galaxy = Galaxy::start(Start::Terran);
    let think = |text: &str| {
        let mut each = Vec::new();
        let mut player = spec(text).build(&Setup::default()).expect("a player of ours");
        let decision = player.think(&galaxy, &Limits::default(), &mut |decision| each.push(decision.nodes));
        (decision.expect("the game goes on").nodes, each)
    };
    assert_eq!(think("published:plain"), (224, vec![224]));
    assert_eq!(think("published:plain,turns=2,nodes=1000000"), (7 + 28 + 224, vec![7, 7 + 28, 7 + 28 + 224]));
    assert_eq!(think("published:plain,turns=2,nodes=100"), (7 + 28, vec![7, 7 + 28]));
}

/// Programs as players. They are written in shell.
#[cfg(unix)]
mod programs {
    use std::thread;
    use std::time::Duration;

    use gametree::Stop;
    use players::{ComputerPlayer, Fault};
    use starchess::Info;

    use super::*;

    /// Starts a program that knows these orders, as branches of a `case`, beside the usual ones.
    fn start(branches: &str, setup: &Setup) -> Result<Box<dyn ComputerPlayer<StarChess>>, Fault> {
        let usual = "sci) echo sciok;; isready) echo readyok;; quit) exit;;";
        let script = format!("while read -r line; do case $line in {branches} {usual} esac; done");
        spec(&format!("sci:sh -c '{}'", script.replace('\'', "'\\''"))).build(setup)
    }

    fn think(branches: &str, limits: &Limits) -> Result<players::Decision<StarChess>, Fault> {
        let galaxy = Galaxy::start(Start::Terran);
        start(branches, &Setup { seed: 7, ..Setup::default() })?.think(&galaxy, limits, &mut |_| ())
    }

    #[test]
    fn a_program_gets_its_limits_and_gives_its_figures() {
        let branches = "go) echo bestturn end;; \
            go\\ movetime\\ 60000\\ nodes\\ 9) \
            echo info turns 1 score 1 -2 3 4 generated 7 evaluated 5 time 0; echo bestturn move A1 A2 3\\; end;;";
        let decision = think(branches, &Limits::nodes(9).with_time(Duration::from_secs(60))).expect("a turn");
        assert_eq!(write_commands(&decision.turn), "move A1 A2 3; end");
        assert_eq!((decision.nodes, decision.evaluations), (7, 5));
        let info = Info { turns: 1, scores: [1, -2, 3, 4], generated: 7, evaluated: 5 };
        assert_eq!(decision.reasons, Reasons::Info(info));
        let decision = think(branches, &Limits::default()).expect("a turn");
        assert_eq!((write_commands(&decision.turn).as_str(), decision.reasons), ("end", Reasons::None));
    }

    #[test]
    fn a_program_gets_the_seed_if_it_wants_one() {
        let branches = "sci) echo option name Seed type spin default 1 min 0 max 9; echo sciok;; \
            setoption\\ name\\ Seed\\ value\\ 7) seed=7;; go) echo bestturn build A1 $seed\\; end;;";
        let decision = think(branches, &Limits::default()).expect("a turn");
        assert_eq!(write_commands(&decision.turn), "build A1 7; end");
    }

    #[test]
    fn a_program_is_told_to_stop() {
        let stop = Stop::new();
        let limits = Limits::default().with_stop(stop.clone());
        let thinks = thread::spawn(move || think("stop) echo bestturn end;;", &limits));
        stop.raise();
        assert_eq!(thinks.join().expect("no panic").expect("a turn").turn, [Command::EndTurn]);
    }

    #[test]
    fn a_program_that_is_not_wanted_any_more_is_left_alone() {
        let cancel = Stop::new();
        cancel.raise();
        // Neither has an answer.
        assert!(think("", &Limits::default().with_cancel(cancel.clone())).is_err());
        assert!(start("sci) ;;", &Setup { cancel, ..Setup::default() }).is_err());
    }

    #[test]
    fn what_a_program_says_wrong_is_told() {
        let fault = |branches| think(branches, &Limits::default()).expect_err("not a turn").to_string();
        assert!(fault("go) echo bestturn fly A1;;").starts_with("not understood: bestturn fly A1: column 1: "));
        assert_eq!(fault("go) echo error no idea;;"), "not understood: error no idea");
        assert!(fault("go) exit;;").starts_with("crashed: "));
    }
}
