//! The paper's experiments: each changes what it should, and nothing while it is off.

use gametree::Limits;
use starchess::{Experiments, Galaxy, PlayerSpec, Prediction, Published, Sector, Sectors, ShortTermGains, Survey};

/// All experiments as they are written.
const EXPERIMENTS: [&str; 8] = [
    "skip-dead",
    "gains=worse",
    "gains=no-better",
    "garrisons-first",
    "count-buildable",
    "naive-order",
    "no-doubling",
    "no-masks",
];

fn midgame() -> Vec<Galaxy> {
    include_str!("data/midgame.txt").lines().map(|line| line.parse().expect("a position")).collect()
}

fn think(galaxy: &Galaxy, player: Published) -> Prediction {
    player.think(galaxy, &Limits::default(), &mut |_| ()).expect("the game goes on")
}

fn with(name: &str) -> Experiments {
    let spec: PlayerSpec = format!("published:{name}").parse().expect("an option of the player");
    let PlayerSpec::Computer { settings, .. } = spec else { panic!("{name} is not an option") };
    Published::of(&settings).experiments
}

#[test]
fn every_experiment_has_a_name() {
    for name in EXPERIMENTS {
        let player = Published { experiments: with(name), ..Published::default() };
        assert_ne!(player, Published::default());
        assert_eq!(PlayerSpec::from(player).to_string(), format!("published:turns=2,{name}"));
    }
}

fn sector(name: &str) -> Sector {
    name.parse().expect("a sector")
}

/// The merging tree and the plain tree agree on every experiment, and each experiment changes some
/// turn or score.
#[test]
fn both_trees_agree_on_every_experiment() {
    for name in EXPERIMENTS.into_iter().filter(|name| !name.starts_with("gains")) {
        let mut differences = 0;
        for galaxy in midgame().iter().step_by(2) {
            let player = Published { turns: 2, experiments: with(name), ..Published::default() };
            let merged = think(galaxy, player);
            let plain = think(galaxy, Published { plain: true, ..player });
            assert_eq!(
                (merged.mask, merged.scores, &merged.commands),
                (plain.mask, plain.scores, &plain.commands),
                "{name}"
            );
            let published = think(galaxy, Published::default());
            differences += usize::from((published.scores, &published.commands) != (merged.scores, &merged.commands));
        }
        // In most of these positions no player is defeated.
        assert!(differences > 0 || name == "skip-dead", "{name} changes nothing");
    }
}

#[test]
fn dead_players_take_no_levels() {
    let line = "b,b,b,t3@1000+3x40/b,b,b3@150,b/b,b1@20+1x30,b,b/t1@1000+1x50,b,b,b 3 9 900:900,-,500:800,-";
    let galaxy: Galaxy = line.parse().expect("a position");
    let plain = Published { turns: 1, plain: true, ..Published::default() };
    let skipping = Published { experiments: with("skip-dead"), ..plain };
    // Two living players: four levels are two turns of both.
    assert!(think(&galaxy, skipping).generated > think(&galaxy, plain).generated);
    let two_turns = think(&galaxy, Published { turns: 2, ..plain });
    assert_eq!(think(&galaxy, skipping).scores, two_turns.scores);
}

#[test]
fn short_term_gains_save_work() {
    let (mut all, mut worse, mut no_better) = (0, 0, 0);
    for galaxy in midgame() {
        all += think(&galaxy, Published::default()).generated;
        let with = |gains| Experiments { short_term_gains: Some(gains), ..Experiments::default() };
        let seek = |gains| think(&galaxy, Published { experiments: with(gains), ..Published::default() });
        worse += seek(ShortTermGains::Worse).generated;
        no_better += seek(ShortTermGains::NoBetter).generated;
        // With nothing to look into there is nothing to inhibit: the best at once is the best.
        let shallow = Published { turns: 0, ..Published::default() };
        let seeking = Published { experiments: with(ShortTermGains::Worse), ..shallow };
        assert_eq!(think(&galaxy, shallow).mask, think(&galaxy, seeking).mask);
    }
    assert!(no_better <= worse && worse < all, "{no_better}, {worse}, {all}");
}

#[test]
fn garrisons_get_priority_3() {
    // A2 is threatened from A3, B1 can be colonized.
    let line = "t2@1000,b,b,t3@1000/b2@100+2x9,b,b,b/b1@100,b,b,b/t1@1000+1x30,b,b,t4@1000 1 9 0:0,0:0,0:0,0:0";
    let galaxy: Galaxy = line.parse().expect("a position");
    let priority = |survey: &Survey, name: &str| {
        survey.requests(survey.full_mask()).find(|it| it.sector == sector(name)).map(|it| it.priority)
    };
    let (published, first) = (Survey::new(&galaxy), Survey::with(&galaxy, with("garrisons-first")));
    assert_eq!((priority(&published, "A2"), priority(&published, "B1")), (Some(4), Some(4)));
    assert_eq!((priority(&first, "A2"), priority(&first, "B1")), (Some(3), Some(4)));
}

#[test]
fn what_could_be_built_is_a_threat() {
    let line = "t2@1000,b,b,t3@1000/b2@100+2x9,b,b,b/b1@100,b,b,b/t1@1000+1x30,b,b,t4@1000 1 9 0:0,140:9000,0:0,0:0";
    let galaxy: Galaxy = line.parse().expect("a position");
    let threats = |survey: Survey| ["A3", "A4", "D4"].map(|name| survey.threat(sector(name)));
    assert_eq!(threats(Survey::new(&galaxy)), [9, 9, 0]);
    // Materials for seven ships.
    assert_eq!(threats(Survey::with(&galaxy, with("count-buildable"))), [16, 16, 0]);
}

#[test]
fn the_naive_order_is_the_same_for_all() {
    let line = "t2@1000+2x20,b,b,t3@1000/b,b,b,b/b,b,b,b/t1@1000,b,b,t4@1000 3 1 0:0,0:0,0:0,0:0";
    let galaxy: Galaxy = line.parse().expect("a position");
    let order = |survey: Survey| {
        let requests: Vec<_> = survey.requests(survey.full_mask()).map(|it| it.sector.to_string()).collect();
        requests.join(" ")
    };
    assert_eq!(order(Survey::new(&galaxy)), "D3 C4 C3");
    assert_eq!(order(Survey::with(&galaxy, with("naive-order"))), "C3 C4 D3");
}

#[test]
fn without_doubling_scores_add_up_to_zero() {
    for galaxy in midgame() {
        let player = Published { experiments: with("no-doubling"), ..Published::default() };
        assert_eq!(think(&galaxy, player).scores.iter().sum::<i32>(), 0);
    }
}

#[test]
fn without_masks_nothing_is_left_out() {
    for galaxy in midgame() {
        let survey = Survey::new(&galaxy);
        for turns in [0, 2] {
            let player = Published { turns, experiments: with("no-masks"), ..Published::default() };
            let prediction = think(&galaxy, player);
            assert_eq!(prediction.mask, survey.full_mask());
            assert_eq!(prediction.commands, survey.commands(&galaxy, survey.full_mask()));
            assert!(prediction.generated <= (4 * turns).max(1).into());
        }
    }
}

/// Short-term gains, implemented naively: a turn is not searched if its immediate score is worse (or
/// no better) than the best result so far.
fn plainly_gaining(galaxy: &Galaxy, root: usize, level: u32, gains: ShortTermGains) -> (Sectors, [i32; 4]) {
    let player = galaxy.to_move().index();
    let survey = Survey::new(galaxy);
    let masks: Vec<_> = if player == root { survey.masks().collect() } else { vec![survey.full_mask()] };
    let mut best: Option<(Sectors, [i32; 4])> = None;
    for mask in masks {
        let mut next = *galaxy;
        survey.play_mask(galaxy, mask, &mut next);
        let at_once = next.scores()[player];
        let is_inhibited = best.is_some_and(|(_, best)| match gains {
            ShortTermGains::Worse => at_once < best[player],
            ShortTermGains::NoBetter => at_once <= best[player],
        });
        if is_inhibited {
            continue;
        }
        // One level, and one for every defeated player that is passed over.
        let passed = (next.to_move().index() + 4 - player) % 4;
        let next_level = level + passed as u32;
        let scores = if passed == 0 || next_level >= 8 {
            next.scores()
        } else {
            plainly_gaining(&next, root, next_level, gains).1
        };
        if best.is_none_or(|(_, best)| scores[player] > best[player]) {
            best = Some((mask, scores));
        }
    }
    best.expect("the first mask is always looked into")
}

#[test]
fn short_term_gains_are_sought_in_the_order_of_the_masks() {
    for galaxy in midgame() {
        for gains in [ShortTermGains::Worse, ShortTermGains::NoBetter] {
            let experiments = Experiments { short_term_gains: Some(gains), ..Experiments::default() };
            let sought = think(&galaxy, Published { experiments, ..Published::default() });
            let plain = plainly_gaining(&galaxy, galaxy.to_move().index(), 0, gains);
            assert_eq!((sought.mask, sought.scores), plain, "{gains:?} in {galaxy}");
        }
    }
}
