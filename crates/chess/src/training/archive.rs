//! The games of several files, each of which can be read at any time, in any order.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

use super::game_file::{GameFileError, HEAD, PlayedGame, check_regular, game_places};

/// Where a game is.
#[derive(Clone, Copy, Debug)]
struct Place {
    file: u32,
    /// Its number there, from 1.
    game: u32,
    /// Where its content begins, and its length in bytes.
    at: u64,
    len: u32,
}

/// Files of games, of which only the places of the games are in memory.
#[derive(Debug)]
pub(super) struct Archive {
    files: Vec<(PathBuf, File)>,
    places: Vec<Place>,
    /// A checksum of all games.
    fingerprint: u32,
}

impl Archive {
    /// Opens files and finds their games; those of each file up to a number of bytes, if it is given.
    /// Later games are left alone, so that a file can grow in the meantime.
    pub(super) fn open(paths: &[PathBuf], lengths: Option<&[u64]>) -> Result<Self, GameFileError> {
        let (mut files, mut places) = (Vec::new(), Vec::new());
        let mut checksums = crc32fast::Hasher::new();
        for (number, path) in paths.iter().enumerate() {
            check_regular(path)?;
            let length = lengths.map_or(u64::MAX, |lengths| lengths.get(number).copied().unwrap_or(0));
            let file = File::open(path).map_err(|error| GameFileError::Io { path: path.clone(), error })?;
            for (game, place) in (1..).zip(game_places(path)?) {
                let (at, len, checksum) = place?;
                if at + u64::from(len) > length {
                    break;
                }
                checksums.update(&checksum.to_le_bytes());
                places.push(Place { file: number as u32, game, at, len });
            }
            files.push((path.clone(), file));
        }
        Ok(Self { files, places, fingerprint: checksums.finalize() })
    }

    /// The number of games.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// A checksum of all games: other games have another.
    pub(super) fn fingerprint(&self) -> u32 {
        self.fingerprint
    }

    /// The bytes of each file up to the end of its last game.
    pub(super) fn lengths(&self) -> Vec<u64> {
        let mut lengths = vec![0; self.files.len()];
        for place in &self.places {
            lengths[place.file as usize] = place.at + u64::from(place.len);
        }
        lengths
    }

    /// Reads a game.
    pub(super) fn read(&mut self, number: usize) -> Result<PlayedGame, GameFileError> {
        let Place { file, game, at, len } = self.places[number];
        let (path, file) = &mut self.files[file as usize];
        let mut content = vec![0; len as usize];
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut content));
        read.map_err(|error| GameFileError::Io { path: path.clone(), error })?;
        let damaged = || GameFileError::Damaged { path: path.clone(), at: at - HEAD, game: game.into() };
        PlayedGame::decode(&content).ok_or_else(damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::game_file::GameFile;
    use crate::training::game_file::tests::random_game;

    #[test]
    fn games_are_read_in_any_order_and_later_ones_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one", "two"].map(|name| folder.path().join(name)).to_vec();
        let games: Vec<_> = (0..6).map(|seed| random_game(seed, 40)).collect();
        let mut files: Vec<_> = paths.iter().map(|path| GameFile::open(path).unwrap()).collect();
        for (number, game) in games.iter().enumerate() {
            files[number / 3].add(game).unwrap();
        }
        let mut archive = Archive::open(&paths, None).unwrap();
        for number in [5, 0, 3, 1, 4, 2] {
            assert_eq!(archive.read(number).unwrap(), games[number]);
        }
        files[0].add(&games[5]).unwrap();
        let again = Archive::open(&paths, Some(&archive.lengths())).unwrap();
        assert_eq!((again.len(), again.fingerprint()), (6, archive.fingerprint()));
        let grown = Archive::open(&paths, None).unwrap();
        assert_eq!(grown.len(), 7);
        assert_ne!(grown.fingerprint(), archive.fingerprint());
    }
}
