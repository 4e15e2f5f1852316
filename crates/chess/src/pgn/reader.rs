//! Reads games as people and programs write them.

use std::collections::HashMap;
use std::str::Chars;

use thiserror::Error;

use super::{PgnGame, PgnResult};
use crate::game::{Game, read_fen};
use crate::san::read_san;

/// The most variations within variations. No annotator needs as many.
const MAX_NESTING: usize = 1_000;

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, line {line}: {reason}")]
pub struct PgnError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// Reads the games of a text one by one. After a game that cannot be read it goes on with the next.
///
/// Comments of the main line are kept. Variations, numeric annotations and lines that begin with
/// `%` are skipped. Tags, move numbers and the result may be missing.
///
/// ```
/// use chess::pgn::PgnReader;
/// let text = "[White \"A\"]\n\n1.e4 {king's pawn} e5 (1...c5 2.Nf3) 2.Nf3! $1 Nc6 *\n\n1. d4 d9 *\n";
/// let mut games = PgnReader::new(text);
/// assert_eq!(games.next().unwrap()?.game.moves().len(), 4);
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "game 2, line 5: \"d9\" is not a move; expected one such as Nf3 or exd5");
/// assert!(games.next().is_none());
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    rest: Chars<'a>,
    line: usize,
    is_line_start: bool,
    /// A token that was read too early.
    pending: Option<(usize, Token)>,
    games: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Tag(String, String),
    Comment(String),
    /// `(` and `)`
    Open,
    Close,
    /// A move, a move number, a result or an annotation.
    Word(String),
}

impl<'a> PgnReader<'a> {
    /// Reads this text.
    pub fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { rest: text.chars(), line: 1, is_line_start: true, pending: None, games: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.is_line_start = c == '\n';
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// The rest of the line.
    fn take_line(&mut self) -> String {
        let mut text = String::new();
        while let Some(c) = self.bump().filter(|&c| c != '\n') {
            text.push(c);
        }
        text
    }

    /// The next token with its line; none at the end.
    fn token(&mut self) -> Result<Option<(usize, Token)>, (usize, String)> {
        if let Some(token) = self.pending.take() {
            return Ok(Some(token));
        }
        loop {
            let (line, is_line_start) = (self.line, self.is_line_start);
            let Some(c) = self.bump() else { return Ok(None) };
            let token = match c {
                c if c.is_whitespace() => continue,
                '%' if is_line_start => {
                    self.take_line();
                    continue;
                }
                ';' => Token::Comment(self.take_line().trim().to_owned()),
                '{' => Token::Comment(self.brace_comment().ok_or((line, "a comment has no closing }".to_owned()))?),
                '(' => Token::Open,
                ')' => Token::Close,
                '[' => self.tag().map_err(|reason| (line, reason))?,
                c => {
                    let mut word = String::from(c);
                    while let Some(next) = self.peek().filter(|&c| !c.is_whitespace() && !"{}()[];".contains(c)) {
                        self.bump();
                        word.push(next);
                        // Numbers need no space after them: 1.e4
                        if next == '.' && self.peek() != Some('.') && word.starts_with(|c: char| c.is_ascii_digit()) {
                            break;
                        }
                    }
                    // A promotion in brackets: e8(Q)
                    if self.rest.as_str().starts_with('(') && is_promotion(&word, self.rest.as_str()) {
                        word.extend(self.rest.by_ref().take(3));
                    }
                    Token::Word(word)
                }
            };
            return Ok(Some((line, token)));
        }
    }

    fn brace_comment(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.bump()? {
                '}' => return Some(text.split_whitespace().collect::<Vec<_>>().join(" ")),
                c => text.push(c),
            }
        }
    }

    /// A tag after its opening bracket.
    fn tag(&mut self) -> Result<Token, String> {
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|&c| c != '"' && c != ']' && c != '\n') {
            self.bump();
            name.push(c);
        }
        let name = name.trim().to_owned();
        let wrong = || format!("the tag [{} is not of the form [Name \"value\"]", players::excerpt(&name));
        if name.is_empty() || self.peek() != Some('"') {
            return Err(wrong());
        }
        self.bump();
        let mut value = String::new();
        loop {
            match self.bump().ok_or_else(wrong)? {
                '\\' if matches!(self.peek(), Some('"' | '\\')) => value.extend(self.bump()),
                // Some programs do not escape quotation marks.
                '"' if self.ends_tag() => break,
                '\n' => return Err(wrong()),
                c => value.push(c),
            }
        }
        while self.bump().ok_or_else(wrong)? != ']' {}
        Ok(Token::Tag(name, value))
    }

    /// Whether only the closing bracket follows.
    fn ends_tag(&self) -> bool {
        self.rest.clone().find(|&c| c != ' ' && c != '\t') == Some(']')
    }

    /// Skips a game, whatever its moves are; false at the end.
    ///
    /// ```
    /// use chess::pgn::PgnReader;
    /// let mut games = PgnReader::new("1. e4 e9 *\n\n1. d4 *\n\n1. c4 *");
    /// assert!(games.skip_game());
    /// assert_eq!(games.next().unwrap()?.game.moves()[0].to_string(), "d2d4");
    /// assert_eq!([games.skip_game(), games.skip_game()], [true, false]);
    /// # Ok::<(), chess::pgn::PgnError>(())
    /// ```
    pub fn skip_game(&mut self) -> bool {
        self.read(false).is_some()
    }

    /// Skips to the next game: to its first tag, or to behind the result of this one.
    fn recover(&mut self) {
        loop {
            match self.token() {
                Ok(None) => break,
                Ok(Some((_, Token::Word(word)))) if PgnResult::read(&word).is_some() => break,
                Ok(Some((line, token @ Token::Tag(..)))) => {
                    self.pending = Some((line, token));
                    break;
                }
                Ok(Some((line, Token::Open))) => {
                    if self.skip_variation(line).is_err() && self.pending.is_some() {
                        break;
                    }
                }
                Ok(Some(_)) | Err(_) => {}
            }
        }
    }

    /// Reads a game, perhaps without its moves; none at the end.
    fn read(&mut self, with_moves: bool) -> Option<Result<PgnGame, PgnError>> {
        match self.game(with_moves) {
            Ok(None) => None,
            Ok(Some(game)) => {
                self.games += 1;
                Some(Ok(game))
            }
            Err((line, reason)) => {
                self.games += 1;
                if self.pending.is_none() {
                    self.recover();
                }
                Some(Err(PgnError { game: self.games, line, reason }))
            }
        }
    }

    fn game(&mut self, with_moves: bool) -> Result<Option<PgnGame>, (usize, String)> {
        let mut game = PgnGame::default();
        // There may be thousands of tags.
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut has_begun = false;
        let mut has_moves = false;
        while let Some((line, token)) = self.token()? {
            if !has_begun {
                game.line = line;
            }
            // A comment alone is no game: it may follow the last one.
            let begins = !matches!(token, Token::Comment(_));
            match token {
                Token::Tag(..) if has_moves => {
                    // The game before has no result.
                    self.pending = Some((line, token));
                    break;
                }
                Token::Tag(name, value) => {
                    if name == "FEN" {
                        game.game = Game::new(read_fen(&value).map_err(|error| (line, error.to_string()))?);
                    }
                    // The last of several values counts.
                    match places.get(&name) {
                        Some(&place) => game.tags[place].1 = value,
                        None => {
                            places.insert(name.clone(), game.tags.len());
                            game.tags.push((name, value));
                        }
                    }
                }
                Token::Comment(text) => match game.game.moves().len().checked_sub(1) {
                    Some(last) => {
                        game.comments.resize(last + 1, String::new());
                        let comment = &mut game.comments[last];
                        *comment = [comment.as_str(), &text].join(" ").trim().to_owned();
                    }
                    // A comment before the first move belongs to none.
                    None => game.has_skipped = true,
                },
                Token::Open => {
                    game.has_skipped = true;
                    self.skip_variation(line)?;
                }
                Token::Close => return Err((line, "a ) has no ( before it".to_owned())),
                Token::Word(word) => {
                    has_moves = true;
                    if let Some(result) = PgnResult::read(&word) {
                        game.result = result;
                        return Ok(Some(game));
                    }
                    // Marks for check and the like say nothing new.
                    game.has_skipped |= word.starts_with('$') || word.contains(['!', '?']);
                    if with_moves && !is_decoration(&word) {
                        let mv = read_san(game.game.board(), &word).map_err(|error| (line, error.to_string()))?;
                        game.game.play(mv).map_err(|error| (line, error.to_string()))?;
                    }
                }
            }
            has_begun |= begins;
        }
        if !has_begun {
            return Ok(None);
        }
        game.result = game.tag("Result").and_then(PgnResult::read).unwrap_or_default();
        Ok(Some(game))
    }

    fn skip_variation(&mut self, begin: usize) -> Result<(), (usize, String)> {
        let mut depth = 1;
        while depth > 0 {
            match self.token()? {
                Some((_, Token::Open)) => depth += 1,
                Some((_, Token::Close)) => depth -= 1,
                Some((line, token @ Token::Tag(..))) => {
                    self.pending = Some((line, token));
                    return Err((begin, "a variation has no closing )".to_owned()));
                }
                Some(_) => {}
                None => return Err((begin, "a variation has no closing )".to_owned())),
            }
            if depth > MAX_NESTING {
                return Err((begin, "the variations are nested too deeply".to_owned()));
            }
        }
        Ok(())
    }
}

/// Whether a word and what follows are a promotion such as `e8(Q)`.
fn is_promotion(word: &str, rest: &str) -> bool {
    let mut rest = rest.chars().skip(1);
    word.ends_with(['1', '8']) && rest.next().is_some_and(|c| "QRBNqrbn".contains(c)) && rest.next() == Some(')')
}

/// Whether a word is a move number or an annotation.
fn is_decoration(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number(word.trim_end_matches('.'))
        || word.bytes().all(|byte| b".!?+#".contains(&byte))
        || word.strip_prefix('$').is_some_and(is_number)
        || word == "e.p."
}

impl Iterator for PgnReader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read(true)
    }
}
