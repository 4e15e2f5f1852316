//! The solutions, checked against the real program.

use gametree::Stop;

use super::explore::Explorer;
use super::lookahead::Lookahead;
use super::*;
use crate::Feature::*;
use crate::board::Side;
use crate::program::Program;
use crate::verification::verify;

/// Whether the real program, with `gametree`'s minimax, is perfect in all games on both sides.
fn is_perfect(depth: u32, ties: Ties, weights: Weights) -> bool {
    let program = Program { weights, depth };
    Side::BOTH.into_iter().all(|side| {
        let verification = match ties {
            Ties::All => verify(side, |board| program.best_moves(board)),
            Ties::First => verify(side, |board| program.best_move(board)),
        };
        verification.unwrap().is_perfect()
    })
}

/// The smallest weights of each perfect set, and the explored sizes with their numbers of sets.
fn summary(solution: &Solution) -> (Vec<String>, Vec<(usize, usize)>) {
    let weights = solution.perfect.iter().map(|set| set.weights.unwrap().to_string()).collect();
    (weights, solution.sizes.iter().map(|size| (size.size, size.sets)).collect())
}

/// Part (a) of the task: two plies need five features, and six sets of five are sufficient.
#[test]
fn two_plies() {
    let solution = solve(2, Ties::All, &mut |_| (), &Stop::new()).unwrap();
    let (weights, sizes) = summary(&solution);
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
    assert_eq!(sizes, [(1, 12), (2, 66), (3, 220), (4, 495), (5, 792)]);
    assert!(solution.perfect.iter().all(|set| is_perfect(2, Ties::All, set.weights.unwrap())));
}

/// Part (b): three plies need four features, and one set of four is sufficient.
#[test]
fn three_plies() {
    let solution = solve(3, Ties::All, &mut |_| (), &Stop::new()).unwrap();
    let (weights, sizes) = summary(&solution);
    assert_eq!(weights, ["4·c3 − 2·n3 − 2·n2 − 1·n1"]);
    assert_eq!(sizes, [(1, 12), (2, 66), (3, 220), (4, 495)]);
    assert!(solution.perfect.iter().all(|set| is_perfect(3, Ties::All, set.weights.unwrap())));
}

/// If the program plays the first best move, two more sets are sufficient at either depth.
#[test]
fn first_best_move_allows_more_sets() {
    let sets: [(u32, &[Feature], &str); 5] = [
        (2, &[Own3, Their3, Own2, Their2, OwnCentre], "2·c3 − 3·n3 + 1·c2 − 1·n2 + 1·c-centre"),
        (2, &[Own3, Their3, Own2, Their2, TheirCentre], "2·c3 − 3·n3 + 1·c2 − 1·n2 − 2·n-centre"),
        (3, &[Own3, Their3, Their2, OwnCentre], "2·c3 − 1·n3 − 1·n2 + 1·c-centre"),
        (3, &[Own3, Their3, Their2, TheirCentre], "2·c3 − 1·n3 − 1·n2 − 1·n-centre"),
        // Sufficient under either rule for ties, but with smaller weights under this one.
        (2, &[Own3, Their3, Their2, Their1, TheirEdges], "1·c3 − 4·n3 + 1·n2 − 1·n1 − 1·n-edges"),
    ];
    for (depth, features, expected) in sets {
        let weights = explore_features(depth, Ties::First, features, &Stop::new()).unwrap().weights.unwrap();
        assert_eq!(weights.to_string(), expected);
        assert!(is_perfect(depth, Ties::First, weights));
        assert!(!is_perfect(depth, Ties::All, weights));
    }
}

/// Playing the first best move saves no feature. All sets of five at two plies are not explored
/// here, because that takes longer than all other tests together.
#[test]
fn first_best_move_saves_no_feature() {
    let two_plies = Lookahead::new(2, Ties::First);
    for features in (1..=4).flat_map(feature_sets) {
        assert_eq!(explore(&two_plies, &features, &Stop::new()).unwrap().perfect_cones, 0, "{features:?}");
    }
    let three_plies = solve(3, Ties::First, &mut |_| (), &Stop::new()).unwrap();
    let (weights, sizes) = summary(&three_plies);
    assert_eq!(
        weights,
        ["4·c3 − 2·n3 − 2·n2 − 1·n1", "2·c3 − 1·n3 − 1·n2 + 1·c-centre", "2·c3 − 1·n3 − 1·n2 − 1·n-centre",]
    );
    assert_eq!(sizes, [(1, 12), (2, 66), (3, 220), (4, 495)]);
}

/// The paper's five features are not sufficient at any depth that it discusses, whatever the
/// weights: without n3 the program does not recognize a loss.
#[test]
fn the_papers_features_are_not_sufficient() {
    for ties in [Ties::All, Ties::First] {
        for depth in 1..=3 {
            let set = explore_features(depth, ties, &[Own3, Their2, Own2, Their1, Own1], &Stop::new()).unwrap();
            assert_eq!((set.perfect_cones, set.weights), (0, None), "{depth} plies, {ties:?}");
        }
    }
}

/// The explorer agrees with the real program on perfect weights and on neighbours that are not.
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

/// The cones are complete: integer weights up to 9, many of them on hyperplanes between cones, are
/// perfect exactly if a perfect cone contains them. With [`Ties::All`] the hyperplanes themselves
/// are not explored, so some perfect weights lie between the cones.
#[test]
fn perfect_cones_contain_the_perfect_weights() {
    let (only_first, both) = ([Own3, Their3, Their2, OwnCentre], [Own3, Their3, Their2, Their1]);
    for (features, ties, expected) in
        [(only_first, Ties::First, (2916, 2916)), (both, Ties::First, (277, 277)), (both, Ties::All, (129, 277))]
    {
        let lookahead = Lookahead::new(3, ties);
        let explorer = Explorer::new(&lookahead, features);
        let cones = explorer.explore(&Stop::new()).unwrap().perfect;
        let (mut contained, mut perfect) = (0, 0);
        for n in 0..19_i64.pow(4) {
            let weights = [0, 1, 2, 3].map(|i| n / 19_i64.pow(i) % 19 - 9);
            if weights.contains(&0) {
                continue;
            }
            let (is_contained, is_perfect) =
                (cones.iter().any(|cone| cone.contains(&weights)), explorer.is_perfect(weights));
            assert!(is_perfect || !is_contained, "{features:?} {weights:?} {ties:?}");
            contained += u32::from(is_contained);
            perfect += u32::from(is_perfect);
        }
        assert_eq!((contained, perfect), expected, "{features:?} {ties:?}");
    }
}

/// No perfect weights were missed: where the cones contain none, no integer weights up to 4 are
/// perfect either.
#[test]
fn small_weights_of_few_features_are_not_perfect() {
    const WEIGHTS: [i64; 8] = [-4, -3, -2, -1, 1, 2, 3, 4];
    for (depth, ties) in [(2, Ties::All), (2, Ties::First), (3, Ties::All), (3, Ties::First)] {
        let lookahead = Lookahead::new(depth, ties);
        for features in feature_sets(3) {
            let [a, b, c] = features[..] else { panic!("expected three features, found {features:?}") };
            let explorer = Explorer::new(&lookahead, [a, b, c]);
            for n in 0..512 {
                let weights = [WEIGHTS[n % 8], WEIGHTS[n / 8 % 8], WEIGHTS[n / 64]];
                assert!(!explorer.is_perfect(weights), "{depth} plies, {ties:?}: {features:?} {weights:?}");
            }
        }
    }
}

#[test]
fn progress_is_reported_and_a_raised_flag_stops() {
    let stop = Stop::new();
    let mut reports = Vec::new();
    let stopped = solve(
        2,
        Ties::All,
        &mut |progress| {
            reports.push(progress);
            if progress == (Progress { size: 2, done: 5, total: 66 }) {
                stop.raise();
            }
        },
        &stop,
    );
    assert_eq!(stopped, Err(TaskError::Stopped));
    assert_eq!(reports[11], Progress { size: 1, done: 12, total: 12 });
    assert_eq!(reports.len(), 12 + 5);
}

#[test]
fn invalid_tasks_are_refused() {
    let solve = |depth| solve(depth, Ties::All, &mut |_| (), &Stop::new());
    assert_eq!(solve(0), Err(TaskError::Depth(0)));
    assert_eq!(solve(10), Err(TaskError::Depth(10)));
    let explore_features = |features: &[Feature]| explore_features(2, Ties::All, features, &Stop::new());
    assert_eq!(explore_features(&[]), Err(TaskError::Size(0)));
    assert_eq!(explore_features(&Feature::ALL), Err(TaskError::Size(12)));
}
