//! Games of chess in files.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ::chess::pgn::{PgnGame, PgnReader};
use ::chess::{Conclusion, Session, color_name};
use anyhow::{Context, Result, anyhow, bail};
use storage::printable;

use crate::autosave::SavedGame;
use crate::figures::plural;

/// A game in a PGN file.
pub(crate) struct ChessFile {
    pub(crate) pgn: PgnGame,
    /// Its number among the games of the file, from 1, and how many there are.
    pub(super) number: usize,
    pub(super) count: usize,
    /// Whether the file holds nothing else: no more games, variations or annotations.
    is_whole: bool,
}

impl From<PgnGame> for ChessFile {
    fn from(pgn: PgnGame) -> Self {
        Self { pgn, number: 1, count: 1, is_whole: true }
    }
}

impl ChessFile {
    /// How the game ended, if it has.
    fn conclusion(&self) -> Option<Conclusion> {
        Session::from_pgn(self.pgn.clone()).conclusion()
    }
}

impl SavedGame for ChessFile {
    const PREFIX: &'static str = "chess";
    const EXTENSION: &'static str = "pgn";
    const COMMAND: &'static str = "starchess chess play";
    const SHOW: &'static str = "starchess chess play --load";

    fn load(path: &Path) -> Result<Self> {
        let (path, number) = split_number(path)?;
        let text = storage::read_old_text(&path)?;
        let mut games = PgnReader::new(&text);
        let before = (1..number).take_while(|_| games.skip_game()).count();
        let Some(pgn) = games.next() else {
            match plural(before, "game") {
                _ if before == 0 => bail!("{} has no game in it", printable(&path)),
                games => bail!("{} has only {games} in it, and no game {number}", printable(&path)),
            }
        };
        let pgn = pgn.map_err(|error| anyhow!("{}, {error}", printable(&path)))?;
        let after = std::iter::repeat_with(|| games.skip_game()).take_while(|&is_there| is_there).count();
        let is_whole = text.split_whitespace().eq(pgn.to_string().split_whitespace());
        Ok(Self { pgn, number, count: number + after, is_whole })
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        storage::write_atomically(path, &self.pgn.to_string())
    }

    fn is_whole_file(&self) -> bool {
        self.is_whole
    }

    fn has_begun(&self) -> bool {
        !self.pgn.game.moves().is_empty()
    }

    fn is_over(&self) -> bool {
        self.conclusion().is_some()
    }

    fn has_human(&self) -> bool {
        self.players().iter().any(|name| name == "human")
    }

    fn summary(&self) -> String {
        let board = self.pgn.game.board();
        match self.conclusion() {
            None => format!("move {}, {} to move", board.fullmove_number(), color_name(board.side_to_move())),
            Some(conclusion) => conclusion.to_string(),
        }
    }

    fn state(&self) -> String {
        match self.conclusion() {
            None => format!("move {}", self.pgn.game.board().fullmove_number()),
            Some(conclusion) => conclusion.result().to_string(),
        }
    }

    fn players(&self) -> Vec<String> {
        ["White", "Black"].map(|side| self.pgn.tag(side).unwrap_or("?").to_owned()).to_vec()
    }
}

/// A file and the number of a game in it, which follows after a `#`: `games.pgn#3`.
fn split_number(path: &Path) -> Result<(PathBuf, usize)> {
    let parts = path.to_str().and_then(|path| path.rsplit_once('#'));
    match parts {
        // The name of a file may end like that.
        Some((file, number)) if !path.exists() && Path::new(file).exists() => {
            let number = number.parse().ok().filter(|&number| number > 0);
            let number = number.with_context(|| {
                let path = printable(path);
                format!("{path}: expected the number of a game after #, from 1")
            })?;
            Ok((PathBuf::from(file), number))
        }
        _ => Ok((path.to_owned(), 1)),
    }
}

/// Today's date as PGN writes it, in universal time.
pub(super) fn today() -> String {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(time.as_secs() / 86_400)
}

/// The date this many days after the first day of 1970.
fn date(days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if left < length {
            break;
        }
        left -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let cases = [(0, "1970.01.01"), (58, "1970.02.28"), (59, "1970.03.01"), (11_016, "2000.02.29")];
        for (days, expected) in cases.into_iter().chain([(11_017, "2000.03.01"), (20_453, "2025.12.31")]) {
            assert_eq!(date(days), expected);
        }
    }

    #[test]
    fn only_what_would_be_written_again_is_the_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        std::fs::write(&path, "1. e4 e5 *").unwrap();
        let own = ChessFile::load(&path).unwrap();
        own.save(&path).unwrap();
        assert!(ChessFile::load(&path).unwrap().is_whole_file());
        let text = std::fs::read_to_string(&path).unwrap();
        for more in [&text, "1. d4 *"] {
            std::fs::write(&path, format!("{text}\n{more}\n")).unwrap();
            assert!(!ChessFile::load(&path).unwrap().is_whole_file());
        }
        for annotated in ["1. e4! e5", "1. e4 $1 e5", "1. e4 (1. d4) e5", "{First} 1. e4 e5"] {
            std::fs::write(&path, text.replace("1. e4 e5", annotated)).unwrap();
            assert!(!ChessFile::load(&path).unwrap().is_whole_file(), "{annotated}");
        }
    }

    #[test]
    fn a_game_is_chosen_by_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("games.pgn"), "1. e4 *\n\n1. e9 *\n\n1. d4 d5 *\n\n{the end}\n").unwrap();
        let load = |name: &str| ChessFile::load(&path(name)).map_err(|error| error.to_string());
        let chosen = |name| load(name).map(|file| (file.number, file.count, file.pgn.game.moves().len())).unwrap();
        assert_eq!(
            [chosen("games.pgn"), chosen("games.pgn#1"), chosen("games.pgn#3")],
            [(1, 3, 1), (1, 3, 1), (3, 3, 2)]
        );
        let error = |name| load(name).err().unwrap();
        assert!(
            error("games.pgn#2")
                .ends_with("games.pgn, game 2, line 3: \"e9\" is not a move; expected one such as Nf3 or exd5")
        );
        assert!(
            error("games.pgn#4").ends_with("games.pgn has only 3 games in it, and no game 4"),
            "{}",
            error("games.pgn#4")
        );
        for wrong in ["games.pgn#0", "games.pgn#x", "games.pgn#"] {
            assert!(error(wrong).ends_with(&format!("{wrong}: expected the number of a game after #, from 1")));
        }
        assert!(error("other.pgn#1").contains("other.pgn#1: No such file"), "{}", error("other.pgn#1"));
        std::fs::write(path("games.pgn#3"), "1. c4 *").unwrap();
        assert_eq!(chosen("games.pgn#3"), (1, 1, 1));
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let message = |text: &str| {
            std::fs::write(&path, text).unwrap();
            ChessFile::load(&path).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(message("").ends_with("game.pgn has no game in it"));
        assert!(message("1. e4 e5\n2. Ke3 *").ends_with("game.pgn, game 1, line 2: Ke3 is not legal here"));
        assert!(message("\0").ends_with("is not a text file: there is no text at byte 0"));
        assert_eq!(message("1. e4 *"), "");
        std::fs::write(&path, b"[White \"H\xfcbner\"]\n\n1. e4 *\n").unwrap();
        assert_eq!(ChessFile::load(&path).unwrap().players(), ["Hübner", "?"]);
    }
}
