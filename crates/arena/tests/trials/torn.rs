//! Results that are torn or damaged.

use std::fs;
use std::ops::ControlFlow;

use arena::{Folder, FolderError, GameResult, Plan};

use noughts::PlayerSpec;

use crate::cast::{Act, NOUGHTS, Place, actor, clock, plan, resume};

fn actors() -> [PlayerSpec; 2] {
    [actor(0, Act::Play, 1), actor(1, Act::Cheat, 1)]
}

/// A run of five games.
fn run(name: &str) -> (Place, Plan) {
    let place = Place::new(name);
    let starts = ["XO./.../...", "X.O/.../...", "X../O../...", "X../.O./...", "X../..O/..."];
    let plan = plan(&actors(), &starts);
    let mut folder = Folder::create(&place.0, &plan).unwrap();
    let all = |_: &GameResult| ControlFlow::Continue(());
    resume(&NOUGHTS, &actors(), &plan, clock(), (&mut folder, &[]), all);
    (place, plan)
}

#[test]
fn only_torn_results_are_played_again() {
    let (place, plan) = run("torn");
    let file = place.0.join("games.jsonl");
    let text = fs::read(&file).unwrap();
    let ends: Vec<usize> = (0..text.len()).filter(|&i| text[i] == b'\n').collect();
    assert_eq!(ends.len(), 5);
    for cut in ends[2]..text.len() {
        fs::write(&file, &text[..cut]).unwrap();
        let (mut folder, _, done) = Folder::open::<Plan>(&place.0).unwrap();
        let whole = ends.iter().filter(|&&end| end < cut).count();
        assert_eq!(done.len(), whole);
        assert_eq!(fs::read(&file).unwrap(), text[..whole.checked_sub(1).map_or(0, |last| ends[last] + 1)]);
        let all = |_: &GameResult| ControlFlow::Continue(());
        let (_, again) = resume(&NOUGHTS, &actors(), &plan, clock(), (&mut folder, &done), all);
        assert_eq!(again.len(), 5 - whole);
        drop(folder);
        let (_, _, mut all) = Folder::open::<Plan>(&place.0).unwrap();
        all.sort_by_key(|result| result.id);
        assert!(all.iter().map(|result| result.id).eq(0..5), "cut at {cut}");
        assert!(all.iter().all(|result| plan.has(result) && result.seats[1].fault.is_some()));
    }
}

#[test]
fn damaged_results_are_reported_and_left_alone() {
    let (place, _) = run("damaged");
    let file = place.0.join("games.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let open = |text: &str| {
        fs::write(&file, text).unwrap();
        let error = Folder::open::<Plan>(&place.0).unwrap_err();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        error
    };
    for i in 0..5 {
        let damaged = text.replacen(lines[i], &lines[i][..lines[i].len() / 2], 1) + "{";
        assert!(matches!(open(&damaged), FolderError::Line { line, .. } if line == i + 1));
    }
    let twice = format!("{text}{}\n{{", lines[3]);
    let wanted = serde_json::from_str::<GameResult>(lines[3]).unwrap().id;
    assert!(matches!(open(&twice), FolderError::Again { line: 6, id, .. } if id == wanted));
}

#[test]
fn only_one_can_be_at_work() {
    let (place, plan) = run("busy");
    let (folder, _, _) = Folder::open::<Plan>(&place.0).unwrap();
    assert!(matches!(Folder::open::<Plan>(&place.0), Err(FolderError::Busy(_))));
    assert!(matches!(Folder::create(&place.0, &plan), Err(FolderError::Taken(_))));
    drop(folder);
    assert!(Folder::open::<Plan>(&place.0).is_ok());
    // The arena was killed before it wrote the description.
    fs::remove_file(place.0.join("run.json")).unwrap();
    assert!(matches!(Folder::open::<Plan>(&place.0), Err(FolderError::NoRun(_))));
    assert!(matches!(Folder::create(&place.0, &plan), Err(FolderError::Taken(_))));
    fs::write(place.0.join("games.jsonl"), "").unwrap();
    assert!(Folder::create(&place.0, &plan).is_ok());
}
