//! The explanation says what the player does, and why.

use gametree::Limits;
use starchess::{Command, Galaxy, Published};

fn midgame() -> Vec<Galaxy> {
    include_str!("data/midgame.txt").lines().map(|line| line.parse().expect("a position")).collect()
}

#[test]
fn it_explains_the_turn_that_is_played() {
    for galaxy in midgame() {
        let player = Published::default();
        let prediction = player.think(&galaxy, &Limits::default(), &mut |_| ()).expect("a turn");
        let why = player.explain(&galaxy).expect("an explanation");
        assert_eq!(why.chosen_mask().mask, prediction.mask);
        assert_eq!(why.chosen_mask().scores, Some(prediction.scores));
        assert_eq!(why.expected[0].commands, prediction.commands);
        // The first of the best is chosen.
        let own = |i: usize| why.masks[i].scores.map(|scores| scores[why.player.index()]);
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
        let why = Published::default().explain(&galaxy).expect("an explanation");
        let mut here = galaxy;
        for turn in &why.expected {
            assert_eq!(here.to_move(), turn.player);
            for &command in &turn.commands {
                here.apply(command).expect("what is expected is legal");
            }
            assert_eq!(here, turn.after);
        }
        assert_eq!(Some(here.scores()), why.chosen_mask().scores);
    }
}

#[test]
fn what_is_sent_and_built_is_what_the_commands_say() {
    for galaxy in midgame() {
        let why = Published::default().explain(&galaxy).expect("an explanation");
        let commands = &why.expected[0].commands;
        let moved: u32 = commands.iter().map(|it| if let Command::Move { ships, .. } = it { *ships } else { 0 }).sum();
        let built: u32 = commands.iter().map(|it| if let Command::Build { ships, .. } = it { *ships } else { 0 }).sum();
        let sent: u32 = why.requests.iter().map(|it| u32::from(it.sent)).sum();
        let built_for: u32 = why.requests.iter().map(|it| u32::from(it.built)).sum();
        // Some stay where they are, and some are built for nobody.
        assert!(moved <= sent && built_for <= built, "{commands:?}");
        let colonies = commands.iter().filter(|it| matches!(it, Command::Colonize { .. })).count();
        assert_eq!(why.requests.iter().filter(|it| it.is_colonized).count(), colonies);
        assert!(why.requests.iter().all(|it| !it.is_masked || it.sent + it.built == 0));
    }
}

#[test]
fn nothing_is_explained_when_the_game_is_over() {
    let won: Galaxy = "t,b,t,b/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,b 1 9 0:0,-,-,-".parse().expect("a position");
    assert_eq!(Published::default().explain(&won), None);
}
