//! Games of the engine against itself, for training.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::PoisonError;

use cozy_chess::Color;
use gametree::{Limits, SURE, Score, Stop};

use super::game_file::{GameFile, GameFileError, PlayedGame, PlayedMove};
use crate::engine::{Engine, Evaluation, Options};
use crate::game::{Ending, Game};

/// The random moves at the beginning of a game: this many, or one more.
const OPENING_PLIES: usize = 8;

/// An opening is used if the engine sees at most this advantage for either side.
const MAX_ADVANTAGE: Score = 250;

/// A side that is ahead by this much for [`DECIDED_PLIES`] plies has won.
const DECIDED: Score = 1_200;
const DECIDED_PLIES: usize = 5;

/// A game is drawn after [`LEVEL_PLIES`] plies within this score, but not before
/// [`EARLIEST_DRAW`].
const LEVEL: Score = 8;
const LEVEL_PLIES: usize = 12;
const EARLIEST_DRAW: usize = 80;

/// A longer game is drawn.
const MAX_PLIES: usize = 500;

/// What to play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The number of games, those already in the file included.
    pub games: u64,
    /// The nodes of each search.
    pub nodes: u64,
    /// The games played at the same time.
    pub threads: NonZeroUsize,
    /// How positions are evaluated.
    pub evaluation: Evaluation,
    /// Where random choices begin.
    pub seed: u64,
    /// Raised to end it early. Games in progress are discarded.
    pub stop: Stop,
}

/// What there is so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlayProgress {
    /// All games in the file.
    pub games: u64,
    /// Their moves.
    pub positions: u64,
    /// The games played now that were drawn.
    pub draws: u64,
    /// All games played now.
    pub played: u64,
}

/// Plays games and appends them to a file, until there are enough. Calls `each` after each game.
pub fn self_play(
    options: &SelfPlay,
    file: &mut GameFile,
    each: impl FnMut(SelfPlayProgress) + Send,
) -> Result<SelfPlayProgress, GameFileError> {
    let progress = SelfPlayProgress { games: file.games(), positions: file.positions(), draws: 0, played: 0 };
    let next = file.games();
    let shared = Mutex::new(Shared { next, file, progress, each, error: None });
    std::thread::scope(|scope| {
        for _ in 0..options.threads.get() {
            scope.spawn(|| play_games(options, &shared));
        }
    });
    let Shared { progress, error, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(progress), Err)
}

/// What the threads share.
struct Shared<'a, F> {
    /// The number of the next game, from which its seed follows.
    next: u64,
    file: &'a mut GameFile,
    progress: SelfPlayProgress,
    each: F,
    error: Option<GameFileError>,
}

fn play_games<F: FnMut(SelfPlayProgress) + Send>(options: &SelfPlay, shared: &Mutex<Shared<'_, F>>) {
    // A game has few nodes: a small table holds them, stays in the cache and is quickly cleared.
    let mut engine = Engine::new(Options { hash: 1, evaluation: options.evaluation.clone(), ..Options::default() });
    loop {
        let number = {
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if shared.next >= options.games || shared.error.is_some() {
                return;
            }
            shared.next += 1;
            shared.next - 1
        };
        // The seeds of neighbouring games must not be alike.
        let seed = fastrand::Rng::with_seed(options.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).u64(..);
        let Some(game) = play_game(&mut engine, options, seed) else { return };
        let shared = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = shared.file.add(&game) {
            shared.error = Some(error);
            return;
        }
        shared.progress.played += 1;
        shared.progress.draws += u64::from(game.winner.is_none());
        (shared.progress.games, shared.progress.positions) = (shared.file.games(), shared.file.positions());
        (shared.each)(shared.progress);
    }
}

/// Plays one game; none if it was stopped.
fn play_game(engine: &mut Engine, options: &SelfPlay, seed: u64) -> Option<PlayedGame> {
    let mut random = fastrand::Rng::with_seed(seed);
    engine.clear();
    let limits = Limits::nodes(options.nodes).with_cancel(options.stop.clone());
    let (mut game, mut moves) = level_opening(engine, &limits, &mut random);
    let mut adjudicator = Adjudicator::default();
    loop {
        if let Some(winner) = adjudicator.result(&game) {
            return Some(PlayedGame { winner, moves });
        }
        let thought = engine.think(&game, &limits.clone().into(), &mut |_| ());
        if options.stop.is_raised() {
            return None;
        }
        let mv = *thought.line.first()?;
        adjudicator.see(game.board().side_to_move(), thought.score);
        moves.push(PlayedMove { mv, score: Some(thought.score) });
        game.play(mv).ok()?;
    }
}

/// Ends games whose result is clear.
#[derive(Default)]
pub(super) struct Adjudicator {
    /// The plies for which one side has been far ahead, and for which nobody has.
    decided: usize,
    level: usize,
    /// Who is ahead by the last score, and whether that is a mate.
    ahead: Option<(Color, bool)>,
}

impl Adjudicator {
    /// Takes note of the score of a move, as its player sees it.
    pub(super) fn see(&mut self, mover: Color, score: Score) {
        self.decided = if score.abs() >= DECIDED { self.decided + 1 } else { 0 };
        self.level = if score.abs() <= LEVEL { self.level + 1 } else { 0 };
        self.ahead = Some((if score > 0 { mover } else { !mover }, score.abs() > SURE));
    }

    /// The winner, or none for a draw, once the game has ended or its result is clear.
    pub(super) fn result(&self, game: &Game) -> Option<Option<Color>> {
        if let Some(ending) = game.ending() {
            return Some((ending == Ending::Checkmate).then(|| !game.board().side_to_move()));
        }
        if let Some((ahead, _)) = self.ahead.filter(|(_, is_mate)| *is_mate || self.decided >= DECIDED_PLIES) {
            return Some(Some(ahead));
        }
        let plies = game.moves().len();
        (self.level >= LEVEL_PLIES && plies >= EARLIEST_DRAW || plies >= MAX_PLIES).then_some(None)
    }
}

/// Random moves after which neither side is far ahead, as the engine sees it.
pub(super) fn level_opening(
    engine: &mut Engine,
    limits: &Limits,
    random: &mut fastrand::Rng,
) -> (Game, Vec<PlayedMove>) {
    loop {
        let (game, moves) = opening(random);
        if game.ending().is_none()
            && engine.think(&game, &limits.clone().into(), &mut |_| ()).score.abs() <= MAX_ADVANTAGE
        {
            return (game, moves);
        }
    }
}

/// A game of a few random moves.
fn opening(random: &mut fastrand::Rng) -> (Game, Vec<PlayedMove>) {
    let mut game = Game::default();
    let mut moves = Vec::new();
    for _ in 0..OPENING_PLIES + random.usize(..2) {
        let Some(mv) = random.choice(game.legal_moves()) else { break };
        if game.play(mv).is_ok() {
            moves.push(PlayedMove { mv, score: None });
        }
    }
    (game, moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::read_games;

    #[test]
    fn games_are_complete_legal_and_go_on_where_they_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let play = |games| {
            let options = SelfPlay {
                games,
                nodes: 200,
                threads: NonZeroUsize::new(2).unwrap(),
                evaluation: Evaluation::default(),
                seed: 1,
                stop: Stop::new(),
            };
            self_play(&options, &mut GameFile::open(&path).unwrap(), |_| ()).unwrap()
        };
        assert_eq!(play(2).played, 2);
        let progress = play(5);
        assert_eq!((progress.games, progress.played), (5, 3));
        let games: Vec<_> = read_games(&path).unwrap().map(|game| game.unwrap().0).collect();
        assert_eq!(games.len(), 5);
        for game in games {
            let random = game.moves.iter().take_while(|mv| mv.score.is_none()).count();
            assert!((OPENING_PLIES..=OPENING_PLIES + 1).contains(&random));
            assert!(game.moves.len() > random);
        }
    }
}
