//! A player that fails forfeits the game, and the others play on.

use std::time::Duration;

use arena::{Clock, Ending, GameResult};
use starchess::{Galaxy, Start};

use crate::cast::{Act, NOUGHTS, STAR, actor, clock, game};

fn star(name: &str, acts: [(Act, u64); 4], start: &str) -> GameResult {
    let actors: Vec<_> = acts.into_iter().enumerate().map(|(i, (act, at))| actor(i, act, at)).collect();
    game(&STAR, name, &actors, start, clock())
}

fn terran() -> String {
    Galaxy::start(Start::Terran).to_string()
}

fn places(result: &GameResult) -> Vec<f64> {
    result.seats.iter().map(|seat| seat.place).collect()
}

fn fault(result: &GameResult, seat: usize) -> &str {
    result.seats[seat].fault.as_deref().unwrap_or("none")
}

const PLAY: (Act, u64) = (Act::Play, 1);

#[test]
fn a_panic_forfeits_and_the_others_play_on() {
    let result = star("panics", [PLAY, PLAY, (Act::Panic, 2), PLAY], &terran());
    assert_eq!(places(&result), [2.0, 2.0, 4.0, 2.0]);
    assert!(fault(&result, 2).starts_with("crashed: panicked: lost my head\\n"));
    assert!(fault(&result, 2).len() < 500, "not all of it");
    assert_eq!((result.ending, result.turns), (Ending::Stalemate, 5));
    assert_eq!(result.how, "a tie by score at the turn limit");
    let turns: Vec<_> = result.seats.iter().map(|seat| seat.micros.len()).collect();
    assert_eq!(turns, [5, 5, 2, 5]);
}

#[test]
fn the_first_to_forfeit_is_last() {
    let result = star("order", [(Act::Cheat, 3), (Act::Fail, 1), PLAY, (Act::Panic, 2)], &terran());
    assert_eq!(places(&result), [2.0, 4.0, 1.0, 3.0]);
    assert_eq!((result.ending, result.turns), (Ending::Won, 2));
    assert_eq!(result.how, "player 3 wins because nobody else is left");
    assert_eq!(fault(&result, 0), "illegal: the turn goes on after its end");
    assert_eq!(fault(&result, 1), "not understood: hm");
    assert_eq!(fault(&result, 2), "none");
}

#[test]
fn if_all_forfeit_at_the_start_no_player_wins() {
    let acts = [Act::FailWhenBuilt, Act::PanicWhenBuilt, Act::FailWhenBuilt, Act::FailWhenBuilt];
    let result = star("nobody", acts.map(|act| (act, 1)), &terran());
    assert_eq!(places(&result), [2.5; 4]);
    assert_eq!((result.ending, result.how.as_str()), (Ending::Stalemate, "nobody is left"));
    assert_eq!(fault(&result, 0), "cannot be started: no chair");
    assert_eq!(fault(&result, 1), "crashed: panicked: no chair");
}

/// The last one need not move, and among the others the seat does not decide.
#[test]
fn if_all_would_fail_the_last_one_wins() {
    let result = star("all", [(Act::Panic, 1); 4], &terran());
    assert_eq!(places(&result), [3.0, 3.0, 3.0, 1.0]);
    assert_eq!(result.how, "player 4 wins because nobody else is left");
    assert_eq!((fault(&result, 3), result.seats[3].micros.len()), ("none", 0));
}

/// Players 2 and 3 are defeated before it begins.
const TWO_LEFT: &str = "b,b,t,b/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,t4@1000+4x20 1 1 0:0,-,-,0:0";

#[test]
fn players_defeated_from_the_start_share_the_last_places() {
    let result = star("defeated", [PLAY; 4], TWO_LEFT);
    assert_eq!((places(&result), result.ending), (vec![1.5, 3.5, 3.5, 1.5], Ending::Stalemate));
    let result = star("defeated-and-out", [PLAY, PLAY, PLAY, (Act::Cheat, 2)], TWO_LEFT);
    assert_eq!((places(&result), result.ending), (vec![1.0, 2.5, 2.5, 4.0], Ending::Won));
    assert_eq!(result.how, "player 1 wins because nobody else is left");
}

/// A player that forfeited does not win by its score.
#[test]
fn a_player_that_forfeited_does_not_win_by_score() {
    let text = "t2@1000+2x20,b,t3@1000,t3@1000+3x20/b,t,t,b/t1@1000,b,b,t/t1@1000+1x20,t1@1000,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0";
    let result = star("score", [(Act::Cheat, 1), PLAY, PLAY, PLAY], text);
    assert_eq!(places(&result), [4.0, 2.5, 1.0, 2.5]);
    assert_eq!(result.how, "player 3 wins by score at the turn limit");
}

#[test]
fn a_slow_player_forfeits() {
    let actors = [actor(0, Act::Play, 1), actor(1, Act::Play, 1), actor(2, Act::Play, 1), actor(3, Act::Sleep, 2)];
    let clock = Clock { time: Some(Duration::from_millis(10)), margin: Duration::from_secs(1), ..clock() };
    let result = game(&STAR, "slow", &actors, &terran(), clock);
    assert_eq!(fault(&result, 3), "took more than 10 ms for a turn plus the margin of 1000 ms");
    assert_eq!(places(&result), [2.0, 2.0, 2.0, 4.0]);
}

#[test]
fn figures_beyond_counting_do_no_harm() {
    let result = star("boast", [(Act::Boast, 1), PLAY, PLAY, PLAY], &terran());
    assert_eq!((fault(&result, 0), result.seats[0].nodes, result.seats[1].nodes), ("none", u64::MAX, 5));
}

#[test]
fn of_two_players_the_other_wins() {
    let play = |name: &str, acts: [(Act, u64); 2]| {
        let actors = [actor(0, acts[0].0, acts[0].1), actor(1, acts[1].0, acts[1].1)];
        game(&NOUGHTS, name, &actors, ".../.../...", clock())
    };
    for act in [Act::Panic, Act::Cheat, Act::Fail] {
        let result = play("noughts", [PLAY, (act, 2)]);
        assert_eq!((places(&result), result.ending), (vec![1.0, 2.0], Ending::Won));
        assert_eq!((fault(&result, 0), result.moves.as_deref()), ("none", Some("a b c")));
        assert!(result.seats[1].fault.is_some());
    }
    // If both fail, the first one loses.
    let result = play("noughts-nobody", [(Act::FailWhenBuilt, 1), (Act::PanicWhenBuilt, 1)]);
    assert_eq!((places(&result), result.turns), (vec![2.0, 1.0], 0));
}
