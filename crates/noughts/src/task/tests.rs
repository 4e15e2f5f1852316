//! The findings, and that they are true of the real program.

use gametree::Stop;

use super::explore::Explorer;
use super::lookahead::Lookahead;
use super::*;
use crate::Feature::*;
use crate::board::Side;
use crate::program::Program;
use crate::proof::prove;

/// Whether the real program, with the minimax of `gametree`, is perfect in all games on both sides.
fn is_perfect(depth: u32, ties: Ties, weights: Weights) -> bool {
    let program = Program { weights, depth };
    Side::BOTH.into_iter().all(|side| {
        let proof = match ties {
            Ties::All => prove(side, |board| program.best_moves(board)),
            Ties::First => prove(side, |board| program.best_move(board)),
        };
        proof.unwrap().is_perfect()
    })
}

/// What is printed of a solution: the weights of the perfect sets, and the sizes of all that was tried.
fn findings(solution: &Solution) -> (Vec<String>, Vec<(usize, usize)>) {
    let weights = solution.perfect.iter().map(|set| set.weights.unwrap().to_string()).collect();
    (weights, solution.tried.iter().map(|tried| (tried.size, tried.sets)).collect())
}

/// The task for the month, part (a): with two plies five features are needed, and six sets of five are enough.
#[test]
fn two_plies() {
    let solution = solve(2, Ties::All, &mut |_| (), &Stop::new()).unwrap();
    let (weights, tried) = findings(&solution);
    assert_eq!(
        weights,
        [
            "6·c3 − 16·n3 + 6·c2 − 5·n2 − 2·n1",
            "3·c3 − 5·n3 + 1·n2 − 1·n1 + 2·n-corners",
            "1·c3 − 7·n3 + 1·n2 − 2·n1 − 3·n-edges",
            "−13·n3 + 2·n2 − 4·n1 + 1·c-corners − 6·n-edges",
            "−9·n3 + 1·n2 − 3·n1 − 1·n-corners − 5·n-edges",
            "−11·n3 + 2·n2 − 3·n1 − 1·c-edges − 5·n-edges",
        ]
    );
    assert_eq!(tried, [(1, 12), (2, 66), (3, 220), (4, 495), (5, 792)]);
    assert!(solution.perfect.iter().all(|set| is_perfect(2, Ties::All, set.weights.unwrap())));
}

/// Part (b): with three plies four features are needed, and one set of four is enough.
#[test]
fn three_plies() {
    let solution = solve(3, Ties::All, &mut |_| (), &Stop::new()).unwrap();
    let (weights, tried) = findings(&solution);
    assert_eq!(weights, ["4·c3 − 2·n3 − 2·n2 − 1·n1"]);
    assert_eq!(tried, [(1, 12), (2, 66), (3, 220), (4, 495)]);
    assert!(solution.perfect.iter().all(|set| is_perfect(3, Ties::All, set.weights.unwrap())));
}

/// If ties go to the first best move, no fewer features are needed, but two more sets are enough at either depth.
#[test]
fn with_luck_in_ties() {
    let sets: [(u32, &[Feature], &str); 5] = [
        (2, &[Own3, Their3, Own2, Their2, OwnCentre], "2·c3 − 3·n3 + 1·c2 − 1·n2 + 1·c-centre"),
        (2, &[Own3, Their3, Own2, Their2, TheirCentre], "2·c3 − 3·n3 + 1·c2 − 1·n2 − 2·n-centre"),
        (3, &[Own3, Their3, Their2, OwnCentre], "2·c3 − 1·n3 − 1·n2 + 1·c-centre"),
        (3, &[Own3, Their3, Their2, TheirCentre], "2·c3 − 1·n3 − 1·n2 − 1·n-centre"),
        // Perfect in any case, and with smaller weights for two plies if only the first best move counts.
        (2, &[Own3, Their3, Their2, Their1, TheirEdges], "1·c3 − 4·n3 + 1·n2 − 1·n1 − 1·n-edges"),
    ];
    for (depth, features, expected) in sets {
        let weights = try_features(depth, Ties::First, features, &Stop::new()).unwrap().weights.unwrap();
        assert_eq!(weights.to_string(), expected);
        assert!(is_perfect(depth, Ties::First, weights));
        assert!(!is_perfect(depth, Ties::All, weights));
    }
}

/// For two plies the sets of five that do are left to the command line: they take longer than all other tests.
#[test]
fn luck_in_ties_saves_no_feature() {
    let two_plies = Lookahead::new(2, Ties::First);
    for features in (1..=4).flat_map(sets_of) {
        assert_eq!(explore(&two_plies, &features, &Stop::new()).unwrap().perfect_cones, 0, "{features:?}");
    }
    let three_plies = solve(3, Ties::First, &mut |_| (), &Stop::new()).unwrap();
    let (weights, tried) = findings(&three_plies);
    assert_eq!(
        weights,
        ["4·c3 − 2·n3 − 2·n2 − 1·n1", "2·c3 − 1·n3 − 1·n2 + 1·c-centre", "2·c3 − 1·n3 − 1·n2 − 1·n-centre",]
    );
    assert_eq!(tried, [(1, 12), (2, 66), (3, 220), (4, 495)]);
}

/// The paper's five features are not enough for any of the searches it speaks of, with any weights: without n3 the
/// program does not see that it has lost.
#[test]
fn the_papers_features() {
    for ties in [Ties::All, Ties::First] {
        for depth in 1..=3 {
            let set = try_features(depth, ties, &[Own3, Their2, Own2, Their1, Own1], &Stop::new()).unwrap();
            assert_eq!((set.perfect_cones, set.weights), (0, None), "{depth} plies, {ties:?}");
        }
    }
}

/// The explorer agrees with the real program, on weights that are perfect and on their neighbours that are not.
#[test]
fn the_explorer_plays_like_the_program() {
    let features = [Own3, Their3, Their2, Their1];
    for ties in [Ties::All, Ties::First] {
        let lookahead = Lookahead::new(3, ties);
        let explorer = Explorer::new(&lookahead, features);
        let mut perfect = 0;
        for n in 0..81 {
            let weights = [4 + n % 3, -1 - n / 3 % 3, -1 - n / 9 % 3, -1 + n / 27];
            let terms: Vec<_> = features.into_iter().zip(weights.map(|weight| weight as Score)).collect();
            let expected = is_perfect(3, ties, Weights::new(&terms).unwrap());
            assert_eq!(explorer.is_perfect(weights), expected, "{terms:?}");
            perfect += u32::from(expected);
        }
        assert!((1..81).contains(&perfect), "{perfect} of 81 are perfect");
    }
}

/// The cones leave nothing out: whole weights up to 9, many of them on cuts, are perfect exactly if a perfect cone
/// holds them. If all ties must be good the cuts themselves are not tried, so some perfect weights lie between the
/// cones.
#[test]
fn perfect_cones_hold_the_perfect_weights() {
    let (lucky, sound) = ([Own3, Their3, Their2, OwnCentre], [Own3, Their3, Their2, Their1]);
    for (features, ties, expected) in
        [(lucky, Ties::First, (2916, 2916)), (sound, Ties::First, (277, 277)), (sound, Ties::All, (129, 277))]
    {
        let lookahead = Lookahead::new(3, ties);
        let explorer = Explorer::new(&lookahead, features);
        let cones = explorer.explore(&Stop::new()).unwrap().perfect;
        let (mut held, mut perfect) = (0, 0);
        for n in 0..19_i64.pow(4) {
            let weights = [0, 1, 2, 3].map(|place| n / 19_i64.pow(place) % 19 - 9);
            if weights.contains(&0) {
                continue;
            }
            let (is_held, is_perfect) = (cones.iter().any(|cone| cone.holds(&weights)), explorer.is_perfect(weights));
            assert!(is_perfect || !is_held, "{features:?} {weights:?} {ties:?}");
            held += u32::from(is_held);
            perfect += u32::from(is_perfect);
        }
        assert_eq!((held, perfect), expected, "{features:?} {ties:?}");
    }
}

/// No perfect weights slipped through between the cones: where they found none, whole weights up to 4 find none either.
#[test]
fn small_weights_of_few_features_are_not_perfect() {
    const SIZES: [i64; 8] = [-4, -3, -2, -1, 1, 2, 3, 4];
    for (depth, ties) in [(2, Ties::All), (2, Ties::First), (3, Ties::All), (3, Ties::First)] {
        let lookahead = Lookahead::new(depth, ties);
        for features in sets_of(3) {
            let [a, b, c] = features[..] else { panic!("{features:?} are not three") };
            let explorer = Explorer::new(&lookahead, [a, b, c]);
            for n in 0..512 {
                let weights = [SIZES[n % 8], SIZES[n / 8 % 8], SIZES[n / 64]];
                assert!(!explorer.is_perfect(weights), "{depth} plies, {ties:?}: {features:?} {weights:?}");
            }
        }
    }
}

#[test]
fn progress_is_told_and_a_raised_flag_stops() {
    let stop = Stop::new();
    let mut told = Vec::new();
    let stopped = solve(
        2,
        Ties::All,
        &mut |progress| {
            told.push(progress);
            if progress == (Progress { size: 2, done: 5, total: 66 }) {
                stop.raise();
            }
        },
        &stop,
    );
    assert_eq!(stopped, Err(TaskError::Stopped));
    assert_eq!(told[11], Progress { size: 1, done: 12, total: 12 });
    assert_eq!(told.len(), 12 + 5);
}

#[test]
fn impossible_tasks_are_refused() {
    let solve = |depth| solve(depth, Ties::All, &mut |_| (), &Stop::new());
    assert_eq!(solve(0), Err(TaskError::Depth(0)));
    assert_eq!(solve(10), Err(TaskError::Depth(10)));
    let try_features = |features: &[Feature]| try_features(2, Ties::All, features, &Stop::new());
    assert_eq!(try_features(&[]), Err(TaskError::Size(0)));
    assert_eq!(try_features(&Feature::ALL), Err(TaskError::Size(12)));
}
