//! Files of played games: four bytes a move, appended game by game, safe against being killed.
//!
//! A file begins with [`MAGIC`]. Every game follows as its length, a checksum and its content: the
//! number of the first position among those of Chess960, the result, and for each move two bytes
//! for the move and two for its score. What is left of a game whose writing was interrupted fails
//! the checksum; it is cut off when the file is opened for more games, with the zeros that a power
//! failure may leave in the place of what was not written. A game that others follow was not
//! interrupted but damaged, and nothing is cut off.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cozy_chess::{Board, Color, Move};
use gametree::Score;
use thiserror::Error;

use crate::engine::PackedMove;

/// The first bytes of a file: its kind and version.
const MAGIC: [u8; 8] = *b"SCGAMES1";

/// The number of the usual first position among those of Chess960.
const STANDARD_START: u16 = 518;

/// Written for a move without a score.
const NO_SCORE: i16 = i16::MIN;

/// The bytes before a game: its length and its checksum.
pub(super) const HEAD: u64 = 8;

/// No game is longer, in bytes.
const MAX_GAME: usize = 1 << 16;

/// A move and what the engine thought of the position, for the side to move; none if the move was
/// chosen at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The score, clamped to ±32,000.
    pub score: Option<Score>,
}

/// A game from the usual first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The winner; none for a draw.
    pub winner: Option<Color>,
    /// All moves.
    pub moves: Vec<PlayedMove>,
}

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is a pipe, a device or a folder.
    #[error("{}: not a regular file", .0.display())]
    NotRegular(PathBuf),
    /// Another process writes to it.
    #[error("{}: another process is writing to it", .0.display())]
    Busy(PathBuf),
    /// A game in it does not have its checksum.
    #[error("{}: damaged at byte {at}, in game {game}; cut it off there to keep the games before", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the game begins.
        at: u64,
        /// The number of the game, from 1.
        game: u64,
    },
    /// It is something else.
    #[error("{} is not a file of games: it does not begin with SCGAMES1", .0.display())]
    Format(PathBuf),
}

impl PlayedGame {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(3 + 4 * self.moves.len());
        bytes.extend(STANDARD_START.to_le_bytes());
        bytes.push(match self.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        });
        for PlayedMove { mv, score } in &self.moves {
            let score = score.map_or(NO_SCORE, |score| score.clamp(-32_000, 32_000) as i16);
            bytes.extend(PackedMove::from(*mv).0.to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        bytes
    }

    /// Reads a game; none if it is not one, or a move is not legal.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let (&[a, b, result], moves) = bytes.split_first_chunk::<3>()?;
        if u16::from_le_bytes([a, b]) != STANDARD_START {
            return None;
        }
        let winner = match result {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::White),
            _ => return None,
        };
        let mut board = Board::default();
        let (moves, rest) = moves.as_chunks::<4>();
        let moves = moves.iter().map(|&[a, b, c, d]| {
            let mv = PackedMove(u16::from_le_bytes([a, b])).legal(&board)?;
            board.play_unchecked(mv);
            let score = i16::from_le_bytes([c, d]);
            Some(PlayedMove { mv, score: (score != NO_SCORE).then_some(score.into()) })
        });
        let moves = moves.collect::<Option<_>>()?;
        rest.is_empty().then_some(Self { winner, moves })
    }
}

/// A file to which games are appended.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
    games: u64,
    positions: u64,
}

impl GameFile {
    /// Opens a file, or begins a new one. An incomplete game at its end is cut off.
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        let wrong = |error| GameFileError::Io { path: path.to_owned(), error };
        if path.exists() {
            check_regular(path)?;
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GameFileError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        }
        let mut this = Self { path: path.to_owned(), file, games: 0, positions: 0 };
        if has_not_begun(&mut this.file).map_err(wrong)? {
            let begun = this.file.set_len(0).and_then(|()| this.file.rewind());
            begun.and_then(|()| this.file.write_all(&MAGIC)).map_err(wrong)?;
            return Ok(this);
        }
        let mut end = MAGIC.len() as u64;
        for game in read_games(path)? {
            let (game, bytes) = game?;
            end += bytes;
            this.games += 1;
            this.positions += game.moves.len() as u64;
        }
        this.file.set_len(end).and_then(|()| this.file.seek(SeekFrom::End(0))).map_err(wrong)?;
        Ok(this)
    }

    /// Appends a game.
    pub fn add(&mut self, game: &PlayedGame) -> Result<(), GameFileError> {
        let content = game.encode();
        let mut bytes = Vec::with_capacity(content.len() + 8);
        bytes.extend((content.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&content).to_le_bytes());
        bytes.extend(content);
        let written = self.file.write_all(&bytes);
        written.map_err(|error| GameFileError::Io { path: self.path.clone(), error })?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        Ok(())
    }

    /// The number of games in the file.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of moves in the file.
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

/// Reads the games of a file one after the other, each with the number of bytes it takes. It ends
/// at the first incomplete one.
pub fn read_games(
    path: &Path,
) -> Result<impl Iterator<Item = Result<(PlayedGame, u64), GameFileError>>, GameFileError> {
    contents(path, |content, _, _| Some((PlayedGame::decode(&content)?, 8 + content.len() as u64)))
}

/// Where the content of each game of a file begins, its length and its checksum.
pub(super) fn game_places(
    path: &Path,
) -> Result<impl Iterator<Item = Result<(u64, u32, u32), GameFileError>>, GameFileError> {
    contents(path, |content, at, checksum| Some((at, content.len() as u32, checksum)))
}

/// Goes through the games of a file. `each` is given the content of a game, where it begins, and its
/// checksum, and returns none if it is wrong.
fn contents<T>(
    path: &Path,
    each: impl Fn(Vec<u8>, u64, u32) -> Option<T>,
) -> Result<impl Iterator<Item = Result<T, GameFileError>>, GameFileError> {
    let wrong = |error| GameFileError::Io { path: path.to_owned(), error };
    check_regular(path)?;
    let mut reader = BufReader::new(File::open(path).map_err(wrong)?);
    let mut magic = [0; MAGIC.len()];
    match reader.read_exact(&mut magic) {
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(wrong(error)),
        _ if magic != MAGIC => return Err(GameFileError::Format(path.to_owned())),
        _ => {}
    }
    let path = path.to_owned();
    let (mut at, mut game) = (MAGIC.len() as u64, 1);
    Ok(std::iter::from_fn(move || {
        let damaged = GameFileError::Damaged { path: path.clone(), at, game };
        match read_content(&mut reader) {
            Ok(Next::Game(content, checksum)) => {
                let begin = at + 8;
                (at, game) = (begin + content.len() as u64, game + 1);
                Some(each(content, begin, checksum).ok_or(damaged))
            }
            Ok(Next::End | Next::Damaged) => match is_torn(reader.get_mut(), at) {
                Ok(true) => None,
                Ok(false) => Some(Err(damaged)),
                Err(error) => Some(Err(GameFileError::Io { path: path.clone(), error })),
            },
            Err(error) => Some(Err(GameFileError::Io { path: path.clone(), error })),
        }
    }))
}

/// Refuses what might never end or never begin.
pub(super) fn check_regular(path: &Path) -> Result<(), GameFileError> {
    let metadata = path.metadata().map_err(|error| GameFileError::Io { path: path.to_owned(), error })?;
    if metadata.is_file() { Ok(()) } else { Err(GameFileError::NotRegular(path.to_owned())) }
}

/// Whether not even the first bytes of a file were written completely: the rest of it is missing or
/// zero.
fn has_not_begun(file: &mut File) -> io::Result<bool> {
    let written = written_after(file, 0)?;
    if written >= MAGIC.len() as u64 {
        return Ok(false);
    }
    let mut begun = Vec::new();
    file.rewind()?;
    file.take(written).read_to_end(&mut begun)?;
    Ok(MAGIC.starts_with(&begun))
}

/// Whether what is left of a file here is nothing, or only the last game, whose writing was
/// interrupted: its end is missing or zero.
fn is_torn(file: &mut File, at: u64) -> io::Result<bool> {
    let written = written_after(file, at)?;
    file.seek(SeekFrom::Start(at))?;
    if written < HEAD {
        return Ok(true);
    }
    let mut tail = Vec::new();
    file.take(HEAD + MAX_GAME as u64).read_to_end(&mut tail)?;
    let length = tail.first_chunk().map_or(0, |&length| u64::from(u32::from_le_bytes(length)));
    // A length that no game has was never written by us. A length that was damaged may reach as far as
    // the end of the file, over whole games.
    Ok(length <= MAX_GAME as u64 && written < HEAD + length && !holds_game(&tail))
}

/// Whether a game begins somewhere after the first byte.
fn holds_game(bytes: &[u8]) -> bool {
    let is_game = |at| matches!(read_content(&mut &bytes[at..]), Ok(Next::Game(..)));
    (1..bytes.len()).any(is_game)
}

/// How many bytes of a file are left from here up to the last one that is not zero.
fn written_after(file: &mut File, at: u64) -> io::Result<u64> {
    file.seek(SeekFrom::Start(at))?;
    let (mut read, mut written) = (0, 0);
    let mut chunk = vec![0; 1 << 16];
    loop {
        let count = file.read(&mut chunk)?;
        if count == 0 {
            return Ok(written);
        }
        if let Some(last) = chunk[..count].iter().rposition(|&byte| byte != 0) {
            written = read + last as u64 + 1;
        }
        read += count as u64;
    }
}

/// What comes next in a file.
enum Next {
    /// The content of a game, and its checksum.
    Game(Vec<u8>, u32),
    /// The end, perhaps in the middle of a game whose writing was interrupted.
    End,
    /// Something else.
    Damaged,
}

fn read_content(reader: &mut impl Read) -> io::Result<Next> {
    let mut head = [0; 8];
    let mut content = Vec::new();
    let result = reader.read_exact(&mut head).and_then(|()| {
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        if length > MAX_GAME {
            return Err(ErrorKind::InvalidData.into());
        }
        // What is missing takes no room.
        match Read::take(&mut *reader, length as u64).read_to_end(&mut content)? {
            read if read < length => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    });
    match result {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(Next::End),
        Err(error) if error.kind() == ErrorKind::InvalidData => return Ok(Next::Damaged),
        Err(error) => return Err(error),
    }
    let checksum = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
    // No game is empty, but the checksum of nothing is zero, as are bytes that were never written.
    let is_game = !content.is_empty() && crc32fast::hash(&content) == checksum;
    Ok(if is_game { Next::Game(content, checksum) } else { Next::Damaged })
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::Game;

    /// A random legal game.
    pub(crate) fn random_game(seed: u64, plies: usize) -> PlayedGame {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = Game::default();
        let mut moves = Vec::new();
        while moves.len() < plies && game.ending().is_none() {
            let mv = random.choice(game.legal_moves()).unwrap();
            let score = random.bool().then(|| random.i32(-32_000..=32_000));
            moves.push(PlayedMove { mv, score });
            game.play(mv).unwrap();
        }
        PlayedGame { winner: [None, Some(Color::White), Some(Color::Black)][random.usize(..3)], moves }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn games_round_trip_and_a_torn_end_is_cut_off(seed: u64, plies in 0..200usize, torn in 1..40u64) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games");
            let games: Vec<_> = (0..4).map(|i| random_game(seed ^ i, plies)).collect();
            let mut file = GameFile::open(&path).unwrap();
            games.iter().for_each(|game| file.add(game).unwrap());
            let read = |path: &Path| read_games(path).unwrap().map(|game| game.unwrap().0).collect::<Vec<_>>();
            prop_assert_eq!(&read(&path), &games);
            // Whatever of the last game is missing, the others stay, and the file can be continued.
            let length = file.file.metadata().unwrap().len();
            let torn = torn.min(11 + 4 * games[3].moves.len() as u64);
            file.file.set_len(length - torn).unwrap();
            drop(file);
            let mut file = GameFile::open(&path).unwrap();
            prop_assert_eq!(file.games(), 3);
            file.add(&games[3]).unwrap();
            prop_assert_eq!(&read(&path), &games);
        }
    }

    #[test]
    fn damage_is_reported_and_nothing_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut file = GameFile::open(&path).unwrap();
        (0..3).for_each(|seed| file.add(&random_game(seed, 30)).unwrap());
        assert!(matches!(GameFile::open(&path), Err(GameFileError::Busy(_))));
        drop(file);
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - 1;
        // Whichever bit of a length is wrong: one that is too great reaches over the games that follow.
        let lengths = (0..32).map(|bit| (8 + bit / 8, 1 << (bit % 8)));
        for (at, bit) in lengths.chain([(12, 0x10), (20, 0x10), (last, 0x10)]) {
            bytes[at] ^= bit;
            std::fs::write(&path, &bytes).unwrap();
            let result = GameFile::open(&path);
            assert!(matches!(result, Err(GameFileError::Damaged { .. })), "{at}: {result:?}");
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
            bytes[at] ^= bit;
        }
        assert!(matches!(GameFile::open(folder.path()), Err(GameFileError::NotRegular(_))));
    }

    /// After a power failure a file may have its new length, and zeros where nothing was written.
    #[test]
    fn zeros_at_the_end_are_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let games: Vec<_> = (0..3).map(|seed| random_game(seed, 30)).collect();
        let mut file = GameFile::open(&path).unwrap();
        games.iter().for_each(|game| file.add(game).unwrap());
        drop(file);
        let whole = std::fs::read(&path).unwrap();
        let last = HEAD as usize + games[2].encode().len();
        for torn in [0, 1, 7, 8, 40, last - 8, last - 1, last] {
            for zeros in [1, 100, 70_000] {
                let mut bytes = whole[..whole.len() - torn].to_vec();
                bytes.resize(bytes.len() + zeros.max(torn), 0);
                std::fs::write(&path, &bytes).unwrap();
                let mut file = GameFile::open(&path).unwrap();
                // Where the missing bytes are zeros anyway, nothing is lost.
                let kept = file.games();
                assert!(kept == 3 || kept == 2 && torn > 0, "{torn}, {zeros}: {kept}");
                games[kept as usize..].iter().for_each(|game| file.add(game).unwrap());
                drop(file);
                assert_eq!(std::fs::read(&path).unwrap(), whole, "{torn}, {zeros}");
            }
        }
        for begun in [&b""[..], b"SCG", b"SCGAMES", b"SCG\0\0\0\0\0\0\0\0", &[0; 5_000]] {
            std::fs::write(&path, begun).unwrap();
            assert_eq!(GameFile::open(&path).unwrap().games(), 0, "{begun:?}");
            assert_eq!(std::fs::read(&path).unwrap(), MAGIC);
        }
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other");
        for text in ["x", "SCGAMES2 and more", "a text"] {
            std::fs::write(&path, text).unwrap();
            assert!(matches!(GameFile::open(&path), Err(GameFileError::Format(_))), "{text}");
        }
    }
}
