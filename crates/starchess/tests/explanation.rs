//! Explanations agree with the turn that is played, and with a second search.

use std::num::NonZeroUsize;

use gametree::Limits;
use starchess::{Command, Experiments, Galaxy, Player, Prediction, Published, Sectors, ShortTermGains, Start, Survey};

fn think(galaxy: &Galaxy, player: Published) -> Prediction {
    player.think(galaxy, &Limits::default(), &mut |_| ()).expect("a turn")
}

fn midgame() -> Vec<Galaxy> {
    include_str!("data/midgame.txt").lines().map(|line| line.parse().expect("a position")).collect()
}

#[test]
fn it_explains_the_turn_that_is_played() {
    for galaxy in midgame() {
        let player = Published::default();
        let prediction = player.think(&galaxy, &Limits::default(), &mut |_| ()).expect("a turn");
        let why = prediction.explain(&galaxy);
        assert_eq!(why.chosen_mask().mask, prediction.mask);
        assert_eq!(why.chosen_mask().score, Some(prediction.scores[why.player.index()]));
        assert_eq!(why.expected[0].commands, prediction.commands);
        // The first of the best is chosen.
        let own = |i: usize| why.masks[i].score;
        assert!((0..why.masks.len()).all(|i| own(i) <= own(why.chosen)));
        assert!((0..why.chosen).all(|i| own(i) < own(why.chosen)));
        assert!(why.gain() >= Some(0));
        assert!(why.dropped().len() <= 2);
    }
}

/// The scores that were promised are those at the end of what is expected.
#[test]
fn what_is_expected_leads_to_the_scores() {
    for galaxy in midgame() {
        let prediction = think(&galaxy, Published::default());
        let why = prediction.explain(&galaxy);
        let mut here = galaxy;
        for turn in &why.expected {
            assert_eq!(here.to_move(), turn.player);
            for &command in &turn.commands {
                here.apply(command).expect("what is expected is legal");
            }
            assert_eq!(here, turn.after);
        }
        assert_eq!(here.scores(), prediction.scores);
    }
}

#[test]
fn what_is_sent_and_built_is_what_the_commands_say() {
    for galaxy in midgame() {
        let why = think(&galaxy, Published::default()).explain(&galaxy);
        let commands = &why.expected[0].commands;
        let moved: u32 = commands.iter().map(|it| if let Command::Move { ships, .. } = it { *ships } else { 0 }).sum();
        let built: u32 = commands.iter().map(|it| if let Command::Build { ships, .. } = it { *ships } else { 0 }).sum();
        let sent: u32 = why.requests.iter().map(|it| u32::from(it.sent)).sum();
        let built_for: u32 = why.requests.iter().map(|it| u32::from(it.built)).sum();
        // Some ships stay where they are, and some are built without a request.
        assert!(moved <= sent && built_for <= built, "{commands:?}");
        let colonies = commands.iter().filter(|it| matches!(it, Command::Colonize { .. })).count();
        assert_eq!(why.requests.iter().filter(|it| it.is_colonized).count(), colonies);
        assert!(why.requests.iter().all(|it| !it.is_masked || it.sent + it.built == 0));
    }
}

/// The result of a second, naive search of the tree.
struct Searched {
    scores: [i32; 4],
    line: Vec<Sectors>,
    /// The scores of the masks at this level, for the player to move.
    masks: Vec<(Sectors, Option<i32>)>,
}

fn search(galaxy: &Galaxy, player: Published, root: Player, level: u32) -> Searched {
    let levels = (4 * player.turns).max(1);
    if galaxy.is_over() || level >= levels {
        return Searched { scores: galaxy.scores(), line: Vec::new(), masks: Vec::new() };
    }
    let survey = Survey::with(galaxy, player.experiments);
    let mover = galaxy.to_move();
    let is_choice = player.all_masks || mover == root;
    let tried: Vec<Sectors> = if is_choice { survey.masks().collect() } else { vec![survey.full_mask()] };
    let mut best: Option<(Sectors, Searched)> = None;
    let mut masks = Vec::new();
    for mask in tried {
        let mut next = *galaxy;
        survey.play_mask(galaxy, mask, &mut next);
        let at_once = next.scores()[mover.index()];
        let so_far = best.as_ref().map(|(_, best)| best.scores[mover.index()]);
        let is_inhibited = is_choice
            && so_far.is_some_and(|best| match player.experiments.short_term_gains {
                None => false,
                Some(ShortTermGains::Worse) => at_once < best,
                Some(ShortTermGains::NoBetter) => at_once <= best,
            });
        if is_inhibited {
            masks.push((mask, None));
            continue;
        }
        // A level for every player whose turn has passed, defeated or not.
        let passed = (next.to_move().index() + 4 - mover.index()) % 4;
        let below = search(&next, player, root, level + passed as u32);
        let score = below.scores[mover.index()];
        masks.push((mask, Some(score)));
        if so_far.is_none_or(|best| score > best) {
            best = Some((mask, below));
        }
    }
    let (mask, Searched { scores, mut line, .. }) = best.expect("the first mask is always searched");
    if is_choice {
        line.insert(0, mask);
    }
    Searched { scores, line, masks }
}

/// The prediction has kept what the search found, so that explaining takes no search.
#[test]
fn it_agrees_with_a_second_search() {
    let gains = [None, Some(ShortTermGains::Worse), Some(ShortTermGains::NoBetter)];
    let defeated = [
        "t2@30+1x60,b,b,b/b1@100,b,b,b/b,b,b,b/t1@1000+1x20,b,b,b 1 5 9000:9000,70:80,-,-",
        "b,b,b,t3@1000+3x40/b,b,b3@150,b/b,b1@20+1x30,b,b/t1@1000+1x50,b,b,b 3 9 900:900,-,500:800,-",
    ];
    let defeated = defeated.map(|line| line.parse().expect("a position"));
    let small = (0..4).map(|seed| Galaxy::start(Start::Random(seed)));
    let cases = midgame().into_iter().step_by(3).map(|galaxy| (galaxy, 1, false));
    let cases = cases
        .chain(midgame().into_iter().step_by(11).map(|galaxy| (galaxy, 2, false)))
        .chain(midgame().into_iter().step_by(5).map(|galaxy| (galaxy, 0, true)))
        .chain(defeated.iter().flat_map(|&galaxy| [(galaxy, 2, false), (galaxy, 1, true)]))
        .chain(small.map(|galaxy| (galaxy, 1, true)));
    for (galaxy, turns, all_masks) in cases {
        for (plain, short_term_gains) in gains.map(|gains| (false, gains)).into_iter().chain([(true, None)]) {
            let experiments = Experiments { short_term_gains, ..Experiments::default() };
            let player = Published { turns, all_masks, plain, experiments, ..Published::default() };
            let prediction = think(&galaxy, player);
            let expected = search(&galaxy, player, galaxy.to_move(), 0);
            let found: Vec<_> = prediction.masks.iter().map(|tried| (tried.mask, tried.score)).collect();
            if short_term_gains.is_none() {
                assert_eq!(found, expected.masks, "{player:?} in {galaxy}");
            } else {
                // Masks that lead to the same position are searched together, when the first of
                // them is.
                for (found, expected) in found.iter().zip(&expected.masks) {
                    assert!(found.0 == expected.0 && (expected.1.is_none() || found == expected), "{galaxy}");
                }
            }
            assert_eq!(
                (prediction.scores, &prediction.line),
                (expected.scores, &expected.line),
                "{player:?} in {galaxy}"
            );
            let explanation = prediction.explain(&galaxy);
            let last = explanation.expected.last().expect("there is at least one turn");
            assert_eq!(last.after.scores(), prediction.scores);
            let mut here = galaxy;
            let mut choices = prediction.line.iter();
            for turn in &explanation.expected {
                let survey = Survey::new(&here);
                let is_choice = all_masks || here.to_move() == galaxy.to_move();
                let mask = if is_choice { *choices.next().expect("a choice") } else { survey.full_mask() };
                assert_eq!((turn.player, turn.mask), (here.to_move(), mask));
                assert_eq!(turn.commands, survey.commands(&here, mask));
                here = turn.after;
            }
            assert_eq!(choices.next(), None);
        }
    }
}

/// Neither the turn nor its reasons depend on the number of threads.
#[test]
fn the_reasons_do_not_depend_on_the_threads() {
    for galaxy in midgame().into_iter().step_by(9) {
        for (turns, all_masks) in [(4, false), (2, false)] {
            let player = Published { turns, all_masks, ..Published::default() };
            let by = |threads| think(&galaxy, Published { threads: NonZeroUsize::new(threads), ..player });
            let one = by(1);
            for threads in [2, 3, 7] {
                let many = by(threads);
                assert_eq!(
                    (many.mask, &many.commands, many.scores, &many.masks, &many.line),
                    (one.mask, &one.commands, one.scores, &one.masks, &one.line),
                    "{threads} threads, {turns} turns in {galaxy}"
                );
            }
        }
    }
}
