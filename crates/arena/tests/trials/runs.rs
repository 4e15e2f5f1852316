//! Runs that are stopped, or end when there are enough games.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use arena::noughts::starts;
use arena::{Finish, Folder, GameResult, Plan};

use noughts::PlayerSpec;

use crate::cast::{Act, NOUGHTS, Place, RUN_STOP, actor, clock, plan, resume};

fn actors() -> [PlayerSpec; 2] {
    [actor(0, Act::Play, 1), actor(1, Act::Panic, 3)]
}

fn ids(results: &[GameResult]) -> BTreeSet<u64> {
    results.iter().map(|result| result.id).collect()
}

#[test]
fn reported_games_are_kept() {
    let starts = starts(2, 1);
    let plan = plan(&actors(), &starts.iter().map(String::as_str).collect::<Vec<_>>());
    for has_enough in [false, true] {
        let place = Place::new(if has_enough { "enough" } else { "stopped" });
        let mut folder = Folder::create(&place.0, &plan).unwrap();
        let clock = clock();
        let (stop, mut count) = (clock.stop.clone(), 0);
        let (finish, told) = resume(&NOUGHTS, &actors(), &plan, clock, (&mut folder, &[]), |_| {
            count += 1;
            match (count, has_enough) {
                (10, true) => return ControlFlow::Break(()),
                (10, false) => stop.raise(),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        let wanted = if has_enough { Finish::Enough } else { Finish::Stopped };
        // All games may have ended before the flag was noticed.
        assert!(finish == wanted || told.len() == starts.len(), "{finish:?}");
        drop(folder);
        let (mut folder, again, done) = Folder::open::<Plan>(&place.0).unwrap();
        assert_eq!((&again, &done), (&plan, &told));
        let all = |_: &GameResult| ControlFlow::Continue(());
        let (finish, rest) = resume(&NOUGHTS, &actors(), &plan, crate::cast::clock(), (&mut folder, &done), all);
        assert_eq!(finish, Finish::Complete);
        assert!(ids(&rest).is_disjoint(&ids(&told)));
        assert_eq!(rest.len() + told.len(), starts.len());
    }
}

/// The signal that stopped the run may have killed the players too, so their faults mean nothing.
#[test]
fn a_fault_after_the_run_was_stopped_does_not_count() {
    let actors = [actor(0, Act::Play, 1), actor(1, Act::FailWithTheRun, 2)];
    let clock = arena::Clock { stop: RUN_STOP.clone(), ..clock() };
    let place = Place::new("ended");
    let plan = plan(&actors, &[".../.../..."]);
    let mut folder = Folder::create(&place.0, &plan).unwrap();
    let all = |_: &GameResult| ControlFlow::Continue(());
    let (finish, results) = resume(&NOUGHTS, &actors, &plan, clock, (&mut folder, &[]), all);
    assert_eq!((finish, results), (Finish::Stopped, Vec::new()));
    drop(folder);
    assert_eq!(Folder::read::<Plan>(&place.0).unwrap(), (plan, Vec::new()));
}

#[test]
fn results_of_other_runs_are_known() {
    let mine = plan(&actors(), &[".../.../...", "X../.../..."]);
    let place = Place::new("others");
    let mut folder = Folder::create(&place.0, &mine).unwrap();
    let all = |_: &GameResult| ControlFlow::Continue(());
    let (_, results) = resume(&NOUGHTS, &actors(), &mine, clock(), (&mut folder, &[]), all);
    assert!(results.iter().all(|result| mine.has(result)));
    let mut others = [mine.clone(), mine.clone(), mine.clone(), mine];
    others[0].starts.reverse();
    others[1].entrants.reverse();
    others[2].blocks = 0;
    others[3].encounters.insert(0, arena::Encounter { seatings: vec![vec![1, 0]] });
    assert!(others.iter().all(|plan| !results.iter().any(|result| plan.has(result))));
}
