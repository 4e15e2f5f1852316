//! A trainer learns, can be interrupted, and refuses what does not fit.

use super::*;
use crate::training::game_file::GameFile;
use crate::training::game_file::tests::random_game;
use crate::training::{PlayedGame, PlayedMove};

/// A file of random games whose scores are the material on the board.
fn games(folder: &std::path::Path, count: u64) -> PathBuf {
    let path = folder.join("games");
    let mut file = GameFile::open(&path).unwrap();
    for seed in 0..count {
        let PlayedGame { winner, moves } = random_game(seed, 80);
        let mut board = cozy_chess::Board::default();
        let scored = moves.into_iter().map(|PlayedMove { mv, .. }| {
            let us = board.side_to_move();
            let worth = [100, 300, 300, 500, 900, 0];
            let count = |color| -> i32 {
                let count = |kind| board.colored_pieces(color, kind).len() as i32 * worth[kind as usize];
                cozy_chess::Piece::ALL.into_iter().map(count).sum()
            };
            let score = Some(count(us) - count(!us));
            board.play_unchecked(mv);
            PlayedMove { mv, score }
        });
        let moves = scored.collect();
        file.add(&PlayedGame { winner, moves }).unwrap();
    }
    path
}

fn training(path: PathBuf) -> Training {
    Training {
        files: vec![path],
        hidden: 32,
        kings: 1,
        outputs: 1,
        epochs: 12,
        batch: 128,
        rate: 0.005,
        blend: 0.0,
        start: None,
        imitate: false,
        seed: 9,
    }
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn finish(mut trainer: Trainer) -> Trainer {
    while !trainer.is_done() {
        trainer.advance().unwrap();
    }
    trainer
}

#[test]
fn it_learns_material_and_any_number_of_threads_gives_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let training = training(games(folder.path(), 200));
    let one = finish(Trainer::new(training.clone(), threads(1)).unwrap());
    let losses = one.losses();
    assert_eq!(losses.len(), 12);
    assert!(losses[11].validation < losses[0].validation / 3.0, "{losses:?}");
    assert_eq!(one.done(), 1.0);
    let value = |fen: &str| one.network().evaluate(&fen.parse().unwrap());
    let queen_up = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let queen_down = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    assert!(queen_up > 300 && queen_down < -300, "{queen_up} {queen_down}");
    let three = finish(Trainer::new(training.clone(), threads(3)).unwrap());
    assert_eq!(one.network(), three.network());
    assert_eq!(one.losses(), three.losses());
    let other = finish(Trainer::new(Training { seed: 10, ..training }, threads(1)).unwrap());
    assert_ne!(one.network(), other.network());
}

#[test]
fn it_learns_to_imitate_and_then_goes_on_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let played = training(games(folder.path(), 200));
    let imitating = Training { imitate: true, ..played.clone() };
    let imitator = finish(Trainer::new(imitating, threads(2)).unwrap());
    let losses = imitator.losses();
    assert!(losses[11].validation < losses[0].validation / 2.0, "{losses:?}");
    let start = Some(imitator.network());
    let began = Trainer::new(Training { start: start.clone(), ..played.clone() }, threads(1)).unwrap();
    let fresh = Trainer::new(played.clone(), threads(1)).unwrap();
    assert!(began.validation() < fresh.validation() / 2.0);
    let other = Trainer::new(Training { start, hidden: 64, ..played }, threads(1)).err().unwrap().to_string();
    assert_eq!(
        other,
        "the network to begin with has 32 neurons and 1 output bucket; expected 64 neurons and 1 output bucket"
    );
}

#[test]
fn an_interrupted_training_ends_with_the_same_network() {
    for imitate in [false, true] {
        check_interruptions(imitate);
    }
}

fn check_interruptions(imitate: bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = games(folder.path(), 100);
    let training = Training { epochs: 3, imitate, ..training(path.clone()) };
    let whole = finish(Trainer::new(training.clone(), threads(1)).unwrap());
    let mut trainer = Trainer::new(training.clone(), threads(1)).unwrap();
    // Interrupted again and again, and meanwhile the file grows.
    let mut count = 0;
    while !trainer.is_done() {
        (0..7).for_each(|_| trainer.advance().unwrap());
        let bytes = trainer.checkpoint();
        GameFile::open(&path).unwrap().add(&random_game(count, 30)).unwrap();
        trainer = Trainer::resume(training.clone(), threads(2), &bytes).unwrap();
        count += 1;
    }
    assert!(count > 3, "{count}");
    assert_eq!(trainer.network(), whole.network());
    assert_eq!(trainer.losses(), whole.losses());
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let training = training(games(folder.path(), 64));
    let bytes = Trainer::new(training.clone(), threads(1)).unwrap().checkpoint();
    let message =
        |training: Training, bytes: &[u8]| Trainer::resume(training, threads(1), bytes).err().unwrap().to_string();
    let mut damaged = bytes.clone();
    damaged[500] ^= 1;
    assert!(message(training.clone(), &damaged).contains("damaged"));
    assert!(message(training.clone(), &bytes[..99]).contains("damaged"));
    assert!(message(training.clone(), b"text").contains("not a checkpoint"));
    let other = Training { hidden: 64, epochs: 2, ..training.clone() };
    let text = message(other, &bytes);
    assert!(text.contains("32 neurons and not 64"), "{text}");
    let path = folder.path().join("others");
    let mut file = GameFile::open(&path).unwrap();
    (0..64).for_each(|seed| file.add(&random_game(1_000 + seed, 40)).unwrap());
    assert!(message(Training { files: vec![path], ..training }, &bytes).contains("other games"));
}

#[test]
fn too_few_games_and_wrong_settings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let training = training(games(folder.path(), 1));
    let refused = |training| Trainer::new(training, threads(1)).err().unwrap().to_string();
    assert!(refused(training.clone()).contains("too few positions"));
    let text = refused(Training { hidden: 40, ..training });
    assert_eq!(text, "40 neurons: expected a multiple of 32 up to 2048");
}
