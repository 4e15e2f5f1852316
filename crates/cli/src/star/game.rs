//! A game of Star Chess at the terminal.

use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use starchess::{
    Command, Event, Galaxy, GameFile, GameRecord, Next as StarNext, PLAYERS, Player, Sector, Session, SessionError,
    StarChess, Verdict,
};

use super::args::unseat_programs;
use super::board::{self, Changes, View};
use super::order::{self, Order};
use super::palette::{Palette, Style};
use super::standings;
use super::{capital, describe, name_of, texts};
use crate::console::{Complete, Completions};
use crate::sitting::{Failure, Next, Pause, Sitting, TerminalGame, Wish, absence};
use crate::terminal::{self, Size, shortened};

/// Star Chess at the terminal.
pub(super) type Game<'a> = Sitting<'a, StarGame>;

/// A game, and what its terminal needs to know about it.
pub(super) struct StarGame {
    pub(super) session: Session,
    /// Whether computers give their reasons.
    pub(super) explains: bool,
    /// The round before which the computers pause.
    pub(super) pause_before: Option<u32>,
    /// Whether the game was frozen when the computers played last.
    pub(super) is_frozen: bool,
    /// The position that was shown last, and how the game stood.
    shown: Option<(Galaxy, Verdict)>,
    /// How many lines that took.
    shown_lines: usize,
    /// What the others did since the last prompt.
    pub(super) news: Vec<News>,
    palette: Palette,
}

/// Something that another player did, in words.
#[derive(Clone, Debug)]
pub(super) struct News {
    pub(super) kind: NewsKind,
    pub(super) text: String,
}

/// Kinds of news, from the least to the most important.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NewsKind {
    /// A player lost ships through its own fault.
    Scrapped,
    /// The commands of a turn.
    Turn,
    /// Anything else that came of a turn.
    Event,
}

impl StarGame {
    pub(super) fn new(mut session: Session, explains: bool) -> Self {
        session.setup.threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self {
            session,
            explains,
            pause_before: None,
            is_frozen: false,
            shown: None,
            shown_lines: 0,
            news: Vec::new(),
            palette: Palette::of_stdout(),
        }
    }

    /// A player in its colour.
    pub(super) fn name(&self, player: Player) -> String {
        self.palette.paint(Style::Player(player), &capital(player))
    }

    /// The round of the board that was shown last.
    pub(super) fn shown_round(&self) -> Option<u32> {
        self.shown.map(|(galaxy, _)| galaxy.round())
    }
}

impl TerminalGame for StarGame {
    type File = GameFile;
    type Order = Order;
    type Turn = starchess::PlayedTurn;

    const NAME: &'static str = "Star Chess";
    const INTRODUCTION: &'static str = texts::INTRODUCTION;
    const HELP: &'static str = texts::HELP;
    const TURN: &'static str = "turn";
    const UNDO: &'static str = "undo turn";
    const YOUR_TURN: &'static str = "It is your turn: \"end\" ends it, \"finish\" lets a computer finish it.";
    const COMPUTER: &'static str = "published";
    const WATCHED_DELAY: Duration = Duration::from_millis(500);
    const MENU_KEYS: [char; 2] = ['c', 'l'];

    fn help_on(command: &str) -> Option<String> {
        texts::help_on(command)
    }

    fn to_file(&self) -> GameFile {
        self.session.to_file()
    }

    fn load(&mut self, file: GameFile) -> Vec<String> {
        *self = Self::new(Session::from_file(file), self.explains);
        unseat_programs(&mut self.session)
    }

    fn next(&self) -> Next {
        match self.session.next() {
            StarNext::Human(_) => Next::Human,
            StarNext::Computer(_) | StarNext::Unknown(_) => Next::Computer,
            StarNext::Over(_) => Next::Over,
        }
    }

    fn verdict(&self) -> String {
        self.session.verdict().to_string()
    }

    fn has_human(&self) -> bool {
        self.session.has_living_human()
    }

    fn length(&self) -> usize {
        self.session.record().len()
    }

    fn to_move(&self) -> String {
        self.session.galaxy().to_move().to_string()
    }

    fn seat_to_move(&self) -> String {
        self.session.galaxy().to_move().number().to_string()
    }

    fn name_to_move(&self) -> String {
        name_of(self.session.spec(self.session.galaxy().to_move()))
    }

    fn absence(&self) -> Option<Pause> {
        absence(self.session.spec(self.session.galaxy().to_move()))
    }

    fn time(&self) -> String {
        format!("Round {}", self.session.galaxy().round())
    }

    fn screen(&mut self, at: Option<usize>) -> String {
        let (record, verdict) = (self.session.record(), self.session.verdict());
        let galaxy = *at.map_or_else(|| record.galaxy(), |at| record.at(at));
        let (round, to_move) = (galaxy.round(), galaxy.to_move());
        let title = match (at, verdict) {
            (Some(at), _) => format!("Round {round}, {to_move} to move: {at} of {} commands", record.len()),
            (None, Verdict::Ongoing) => {
                let limit = self.session.round_limit.map_or_else(String::new, |limit| format!(" of {limit}"));
                format!("Round {round}{limit}, {to_move} to move")
            }
            (None, verdict) => format!("The game is over: {verdict}"),
        };
        let is_open = at.is_some() || verdict == Verdict::Ongoing;
        let names = self.session.seats().each_ref().map(name_of);
        let at = at.unwrap_or(record.len());
        let text = screen(record, at, &title, &names, is_open.then_some(to_move), self.palette);
        if at == record.len() {
            (self.shown, self.shown_lines) = (Some((galaxy, verdict)), text.lines().count());
        }
        text
    }

    fn is_shown(&self) -> bool {
        self.shown == Some((*self.session.galaxy(), self.session.verdict()))
    }

    /// Commands, legal sectors and players.
    fn completions(&self) -> Complete {
        let galaxy = *self.session.galaxy();
        Box::new(move |text| completions(&galaxy, text))
    }

    /// Shows the position if it is new. What the others did is printed as it happens; what has left
    /// the screen by now is repeated below the board.
    fn show_to_human(sitting: &mut Game<'_>) -> Result<()> {
        let (news, above) = (std::mem::take(&mut sitting.game.news), sitting.console.printed);
        if sitting.game.is_shown() {
            return Ok(());
        }
        sitting.show()?;
        let Size { columns, lines } = Size::of_stdout();
        // The prompt needs a line.
        let room = lines.saturating_sub(sitting.game.shown_lines + 1);
        // So does the empty line above the board.
        if !sitting.console.is_interactive() || above < room {
            return Ok(());
        }
        fit_news(news, room, columns).iter().try_for_each(|line| Ok(writeln!(sitting.console.output, "{line}")?))
    }

    fn read(line: &str) -> Result<Order> {
        Order::read(line)
    }

    fn carry_out(sitting: &mut Game<'_>, order: Order) -> Result<()> {
        sitting.carry_out(order)
    }

    fn begin_turn(sitting: &mut Game<'_>) -> Result<bool> {
        if sitting.game.has_human() { Ok(true) } else { sitting.is_watching_on() }
    }

    fn decide(sitting: &mut Game<'_>) -> (Result<starchess::PlayedTurn, Failure>, Option<Wish>) {
        sitting.decide()
    }

    fn play(sitting: &mut Game<'_>, turn: starchess::PlayedTurn) -> Result<()> {
        sitting.tell(&turn)
    }

    fn resume(sitting: &mut Game<'_>) {
        sitting.play_on(None);
    }
}

impl Game<'_> {
    /// Plays a command of a human, or returns why not. What is shown is saved: a crash after that
    /// loses nothing.
    pub(super) fn apply(&mut self, command: Command) -> Result<Result<(), SessionError>> {
        let player = self.game.name(self.game.session.galaxy().to_move());
        let events = match self.game.session.apply(command) {
            Ok(events) => events,
            Err(error) => return Ok(Err(error)),
        };
        self.changed()?;
        self.say(format_args!("{player}: {command}"))?;
        self.tell_events(&events)?;
        Ok(Ok(()))
    }

    pub(super) fn tell_events(&mut self, events: &[Event]) -> Result<()> {
        events.iter().filter_map(describe::event).try_for_each(|text| self.say(format_args!("  {text}")))
    }
}

/// The board and the standings after a number of commands.
pub(super) fn screen(
    record: &GameRecord,
    at: usize,
    title: &str,
    names: &[String; PLAYERS],
    to_move: Option<Player>,
    palette: Palette,
) -> String {
    let (galaxy, changes, size) = (record.at(at), changes(record, at), Size::of_stdout());
    let board = board::draw(View { galaxy, changes: changes.as_ref(), palette, size }, title);
    board + &standings::table(galaxy, names, to_move, palette, size.columns)
}

/// What the other players have changed since the last turn of the player to move.
fn changes(record: &GameRecord, at: usize) -> Option<Changes> {
    let player = record.at(at).to_move();
    let ends = |&i: &usize| record.command(i) == Some(Command::EndTurn);
    let begin = (0..at).rev().find(ends)? + 1;
    let own_end = (0..begin).rev().find(|&i| ends(&i) && record.at(i).to_move() == player)?;
    Some(Changes { before: *record.at(own_end + 1), after: *record.at(begin) })
}

/// The news as lines of at most this many columns. If there are more lines than room, the least
/// important are left out, and of these the oldest.
fn fit_news(news: Vec<News>, room: usize, columns: usize) -> Vec<String> {
    let lines = |News { kind, text }| match kind {
        NewsKind::Turn => (kind, vec![shortened(&text, columns)]),
        _ => (kind, terminal::wrap(&text, columns).lines().map(str::to_owned).collect()),
    };
    let mut news: Vec<(NewsKind, Vec<String>)> = news.into_iter().map(lines).collect();
    while news.iter().map(|(_, lines)| lines.len()).sum::<usize>() > room {
        let least = news.iter().map(|(kind, _)| *kind).min();
        news.remove(news.iter().position(|(kind, _)| Some(*kind) == least).unwrap_or(0));
    }
    news.into_iter().flat_map(|(_, lines)| lines).collect()
}

/// What the last word of a line can be.
fn completions(galaxy: &Galaxy, text: &str) -> Completions {
    let command = text.rsplit(';').next().unwrap_or_default();
    let mut words: Vec<&str> = command.split_whitespace().collect();
    if !command.ends_with(char::is_whitespace) {
        words.pop();
    }
    if let ["preview" | "p", rest @ ..] = &words[..] {
        words = rest.to_vec();
        if words.is_empty() {
            return names(order::COMMANDS.map(|(name, _)| name));
        }
    }
    let [first, rest @ ..] = &words[..] else {
        return names(order::words());
    };
    let sectors = |is_legal: &dyn Fn(Sector) -> bool| {
        let legal = Sector::all().filter(|&sector| is_legal(sector));
        Completions::Words(legal.map(|sector| sector.to_string()).collect())
    };
    let choices = |at| galaxy.choices(at);
    match (order::command_name(first), rest) {
        (Some("move"), []) => sectors(&|at| !choices(at).moves.is_empty()),
        (Some("move"), [from]) => {
            let moves = from.parse().map(|from| choices(from).moves).unwrap_or_default();
            Completions::Words(moves.iter().map(|choice| choice.to.to_string()).collect())
        }
        (Some("build"), []) => sectors(&|at| choices(at).build.is_some_and(|build| build.max > 0)),
        (Some("colonize"), []) => sectors(&|at| choices(at).can_colonize),
        (Some("terraform"), []) => sectors(&|at| choices(at).can_terraform),
        (Some("scrap"), []) => sectors(&|at| choices(at).max_scrap > 0),
        (Some(_), _) => names([]),
        (None, rest) => match (*first, rest) {
            ("seat" | "explain" | "why" | "w", []) => names(["1", "2", "3", "4"]),
            ("help" | "?", []) => names(order::words()),
            ("seat", [_]) => {
                let kinds = <StarChess as players::Playable>::kinds().iter().map(|kind| kind.name);
                names(std::iter::once("human").chain(kinds))
            }
            ("undo" | "u" | "z", []) => names(["turn", "turn!"]),
            _ => names([]),
        },
    }
}

fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> Completions {
    Completions::Words(names.into_iter().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_important_news_are_kept() {
        let news = |kind, text: &str| News { kind, text: text.to_owned() };
        let all = vec![
            news(NewsKind::Turn, "a long turn"),
            news(NewsKind::Scrapped, "lost"),
            news(NewsKind::Event, "one long battle"),
            news(NewsKind::Turn, "turn"),
            news(NewsKind::Event, "battle"),
        ];
        let fit = |room| fit_news(all.clone(), room, 8);
        assert_eq!(fit(6), ["a long …", "lost", "one long", "battle", "turn", "battle"]);
        assert_eq!(fit(5), ["a long …", "one long", "battle", "turn", "battle"]);
        assert_eq!(fit(4), ["one long", "battle", "turn", "battle"]);
        assert_eq!(fit(2), ["battle"]);
        assert_eq!(fit(0), [""; 0]);
    }
}
