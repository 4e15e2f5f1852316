//! A game at the terminal.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Result, ensure};
use starchess::{
    Command, Event, FROZEN_ROUNDS, Galaxy, GameFile, GameRecord, Next, PLAYERS, Player, Sector, Session, SessionError,
    StarChess, Verdict,
};
use storage::printable;

use super::board::{self, Changes, LEGEND, View};
use super::order;
use super::palette::{Palette, Style};
use super::standings;
use super::{capital, describe, name_of};
use crate::arena::shell_word;
use crate::autosave::{Autosave, Folder, Saved};
use crate::console::{Completions, Console};
use crate::interrupt::Interrupted;
use crate::terminal::{self, Keys, Size, sentence, shortened};
use crate::watch::Pace;

/// How a game is played.
pub(crate) struct Options {
    /// Where the game is saved as it is played.
    pub(crate) autosave: Option<Autosave>,
    /// The file that the game was loaded from.
    pub(crate) file: Option<PathBuf>,
    /// How long a watched computer waits before its turn.
    pub(crate) delay: Duration,
    /// How long a computer waits before its turn in a game with a human.
    pub(crate) human_delay: Duration,
    /// Whether computers give their reasons.
    pub(crate) explains: bool,
    /// Whether computers play at once where no human takes part.
    pub(crate) is_watched: bool,
}

/// A game, and what the terminal needs to know about it.
pub(crate) struct Game<'a> {
    pub(super) session: Session,
    pub(super) autosave: Option<Autosave>,
    /// The file that the game was loaded from or saved to last.
    pub(super) file: Option<PathBuf>,
    /// Whether all changes are saved somewhere.
    pub(super) is_saved: bool,
    pub(super) pace: Pace,
    /// How long a computer waits before its turn in a game with a human.
    pub(super) human_delay: Duration,
    pub(super) explains: bool,
    /// Whether computers play at once where no human takes part.
    is_watched: bool,
    /// Whether there is anybody to ask. Otherwise the game ends where it would pause.
    pub(super) asks: bool,
    /// Whether the computers wait for `go`.
    pub(super) is_paused: bool,
    /// The round before which the computers pause.
    pub(super) pause_before: Option<u32>,
    /// Whether the game was frozen when the computers played last.
    pub(super) is_frozen: bool,
    /// The position that was shown last.
    pub(super) shown: Option<Galaxy>,
    /// How many lines that took.
    shown_lines: usize,
    /// What the others did since the last prompt.
    pub(super) news: Vec<News>,
    /// How many lines were printed since the last board or prompt.
    printed: usize,
    /// The earlier position that is looked at, as a number of commands.
    pub(super) looking_at: Option<usize>,
    /// The verdict that was announced last.
    pub(super) announced: Verdict,
    pub(super) palette: Palette,
    /// The keyboard, while computers are watched, also while they pause.
    pub(super) keys: Option<Keys>,
    /// The beginning of a command that was typed as a key.
    pub(super) typed: String,
    /// Whether Ctrl-C was pressed just now, and would lose the game the next time.
    is_warned: bool,
    pub(super) console: &'a mut Console,
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

/// What continues a game of the data folder.
#[derive(Clone, Copy, Debug)]
enum Resumes {
    /// The menu, to which the user returns.
    Menu,
    /// The option `--continue`.
    Continue,
    /// The option `--load`, where `--continue` may open another game.
    Load,
}

/// Why the computers wait.
pub(super) enum Pause {
    /// A game without humans was loaded.
    Loaded,
    /// The last human was defeated or left its seat.
    NoHumans,
    /// The user stopped a computer.
    Stopped(Player),
    /// The user stopped watching.
    Key,
    /// A single turn was asked for.
    Step,
    /// The rounds that were asked for are over.
    Rounds,
    /// The position does not change any more.
    Frozen,
    /// A computer cannot play.
    Fault(String),
}

impl<'a> Game<'a> {
    pub(crate) fn new(mut session: Session, options: Options, console: &'a mut Console) -> Self {
        let has_human = session.humans().next().is_some();
        session.setup.threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self {
            autosave: options.autosave,
            file: options.file,
            is_saved: true,
            pace: Pace::new(options.delay),
            human_delay: options.human_delay,
            explains: options.explains,
            is_watched: options.is_watched,
            asks: has_human || !options.is_watched || console.is_interactive(),
            is_paused: false,
            pause_before: None,
            is_frozen: false,
            shown: None,
            shown_lines: 0,
            news: Vec::new(),
            printed: 0,
            looking_at: None,
            announced: Verdict::Ongoing,
            palette: Palette::of_stdout(),
            keys: None,
            typed: String::new(),
            is_warned: false,
            session,
            console,
        }
    }

    /// Plays until the game is over or the user leaves.
    pub(crate) fn run(mut self, title: &str) -> Result<()> {
        self.say(format_args!("Star Chess. {title}"))?;
        if self.asks && !self.is_watched {
            self.say(format_args!("{LEGEND}\nType a command, help or rules."))?;
        }
        let result = self.play();
        self.console.set_completions(None);
        self.console.interrupt.defer(false);
        self.console.interrupt.set_farewell(String::new());
        result?;
        let is_unsaved =
            self.autosave.as_ref().is_some_and(|autosave| autosave.is_chosen() && autosave.file().is_none());
        ensure!(!is_unsaved || self.session.record().is_empty(), "the game could not be saved to the file of --save");
        Ok(())
    }

    fn play(&mut self) -> Result<()> {
        // From the beginning, so that a file that cannot be written is noticed before it matters.
        self.autosave()?;
        if !self.session.has_living_human() && !self.is_watched && !self.is_over() {
            self.pause(Pause::Loaded)?;
        }
        self.console.interrupt.defer(true);
        loop {
            self.announce()?;
            let goes_on = match self.session.next() {
                Next::Computer(_) | Next::Unknown(_) if !self.is_paused => self.computer_turn()?,
                Next::Over(_) if !self.asks => return Ok(()),
                Next::Computer(_) | Next::Unknown(_) if self.keys.is_some() => self.paused_turn()?,
                _ => self.human_turn()?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Reads and follows one order, and says whether the game goes on.
    fn human_turn(&mut self) -> Result<bool> {
        self.keys = None;
        self.show_with_news()?;
        self.console.interrupt.defer(false);
        let prompt = match self.session.next() {
            Next::Over(_) => "over> ".to_owned(),
            Next::Human(player) => format!("{player}> "),
            Next::Computer(_) | Next::Unknown(_) => "paused> ".to_owned(),
        };
        self.offer_completions();
        let answer = self.console.ask_from(&prompt, &std::mem::take(&mut self.typed));
        self.console.interrupt.defer(true);
        self.printed = 0;
        let was_warned = std::mem::take(&mut self.is_warned);
        match answer {
            Ok(Some(line)) => self.follow(&line),
            Ok(None) => self.end_of_input(),
            Err(error) if error.is::<Interrupted>() && self.would_be_lost() && !was_warned => {
                self.is_warned = true;
                self.say("The game is not saved: save FILE saves it, Ctrl-C again leaves without it.")?;
                Ok(true)
            }
            Err(error) if error.is::<Interrupted>() => {
                self.leave("Interrupted")?;
                Err(error)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the user would lose what was played by leaving now.
    pub(super) fn would_be_lost(&self) -> bool {
        !self.is_saved && !self.session.record().is_empty()
    }

    /// Leaves the game because nothing more can be asked.
    pub(super) fn end_of_input(&mut self) -> Result<bool> {
        self.console.is_open = false;
        self.leave("End of input")?;
        Ok(false)
    }

    /// Lets Tab complete commands, legal sectors and players.
    fn offer_completions(&mut self) {
        let galaxy = *self.session.galaxy();
        self.console.set_completions(Some(Box::new(move |text| completions(&galaxy, text))));
    }

    pub(super) fn say(&mut self, text: impl fmt::Display) -> Result<()> {
        let text = terminal::fit(&text.to_string());
        self.printed += text.split('\n').count();
        self.console.say(text)
    }

    /// Prints a text that may be longer than the screen.
    pub(super) fn page(&mut self, text: &str) -> Result<()> {
        self.printed += self.console.page(text)?;
        Ok(())
    }

    /// A player in its colour.
    pub(super) fn name(&self, player: Player) -> String {
        self.palette.paint(Style::Player(player), &capital(player))
    }

    /// Shows the board and how the players stand.
    pub(super) fn show(&mut self) -> Result<()> {
        let record = self.session.record();
        let galaxy = *self.session.galaxy();
        let limit = self.session.round_limit.map_or_else(String::new, |limit| format!(" of {limit}"));
        let title = match self.session.verdict() {
            Verdict::Ongoing => format!("Round {}{limit}, {} to move", galaxy.round(), galaxy.to_move()),
            verdict => format!("The game is over: {verdict}"),
        };
        let to_move = (!self.is_over()).then_some(galaxy.to_move());
        let names = self.session.seats().each_ref().map(name_of);
        let text = screen(record, record.len(), &title, &names, to_move, self.palette);
        (self.shown, self.looking_at, self.printed) = (Some(galaxy), None, 0);
        self.shown_lines = text.lines().count();
        Ok(write!(self.console.output, "\n{text}")?)
    }

    /// Shows the position if it is new. What the others did is printed as it happens; what has left
    /// the screen by now is repeated below the board.
    fn show_with_news(&mut self) -> Result<()> {
        let (news, above) = (std::mem::take(&mut self.news), self.printed);
        if self.shown == Some(*self.session.galaxy()) {
            return Ok(());
        }
        self.show()?;
        let Size { columns, lines } = Size::of_stdout();
        // The prompt needs a line.
        let room = lines.saturating_sub(self.shown_lines + 1);
        // So does the empty line above the board.
        if !self.console.is_interactive() || above < room {
            return Ok(());
        }
        fit_news(news, room, columns).iter().try_for_each(|line| Ok(writeln!(self.console.output, "{line}")?))
    }

    pub(super) fn show_if_new(&mut self) -> Result<()> {
        if self.shown == Some(*self.session.galaxy()) { Ok(()) } else { self.show() }
    }

    /// Shows an earlier position.
    pub(super) fn look_at(&mut self, commands: usize) -> Result<()> {
        let record = self.session.record();
        let (length, galaxy) = (record.len(), *record.at(commands));
        let title = format!("Round {}, {} to move: {commands} of {length} commands", galaxy.round(), galaxy.to_move());
        let names = self.session.seats().each_ref().map(name_of);
        let text = screen(record, commands, &title, &names, Some(galaxy.to_move()), self.palette);
        self.looking_at = Some(commands);
        write!(self.console.output, "\n{text}")?;
        self.say("This is an earlier position: [ and ] look further, Enter returns to the game.")
    }

    /// Says how the game ended, once.
    fn announce(&mut self) -> Result<()> {
        let verdict = self.session.verdict();
        if verdict == self.announced {
            return Ok(());
        }
        self.announced = verdict;
        if verdict == Verdict::Ongoing { Ok(()) } else { self.show() }
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.session.next(), Next::Over(_))
    }

    /// Makes the computers wait, and says why and what can be done. Those who watch go on with keys
    /// if nothing else needs to be typed.
    pub(super) fn pause(&mut self, reason: Pause) -> Result<()> {
        (self.is_paused, self.pace.is_fast) = (true, false);
        if !matches!(reason, Pause::Key | Pause::Step) {
            self.pause_before = None;
        }
        if matches!(reason, Pause::Loaded | Pause::NoHumans | Pause::Fault(_)) {
            self.keys = None;
        }
        // The reason stands below the board, where it is seen.
        self.show_if_new()?;
        let number = self.session.galaxy().to_move().number();
        let join = self.how_to_join();
        let (why, commands) = match reason {
            Pause::Loaded => (
                "Paused: only computers play this game.".to_owned(),
                format!("go lets them play, step plays one turn, {join}."),
            ),
            Pause::NoHumans => (
                "Paused: only computers are left.".to_owned(),
                format!("go lets them play, undo turn takes back, {join}."),
            ),
            Pause::Stopped(player) => (
                format!("Stopped: {player} has not played its turn."),
                format!("go lets it think again, undo turn takes back, {join}."),
            ),
            Pause::Key => (String::new(), format!("Paused. go plays on, step plays one turn, {join}, quit leaves.")),
            Pause::Step => (String::new(), format!("Paused after one turn. step plays the next, go plays on, {join}.")),
            Pause::Rounds => {
                ("Paused after the rounds that you asked for.".to_owned(), format!("go plays on, {join}."))
            }
            Pause::Frozen => (
                format!("Paused: nothing has changed for {FROZEN_ROUNDS} rounds, and probably nothing will."),
                format!("quit stops here, go plays on, fast skips ahead to the end, {join}."),
            ),
            Pause::Fault(fault) => (
                format!("Paused: {fault}."),
                format!("go lets it try again, seat {number} published seats another computer, {join}."),
            ),
        };
        match (self.keys.is_some(), why.is_empty()) {
            // The keys stand on the line of the cursor.
            (true, true) => Ok(()),
            (true, false) => self.say(why),
            (false, _) => self.say(format!("{why} {commands}").trim_start()),
        }
    }

    /// How a human can take part in a game of computers.
    pub(super) fn how_to_join(&self) -> String {
        format!("seat {} human lets you play", self.session.galaxy().to_move().number())
    }

    /// Plays a command of a human, or returns why not. What is shown is saved: a crash after that
    /// loses nothing.
    pub(super) fn apply(&mut self, command: Command) -> Result<Result<(), SessionError>> {
        let player = self.name(self.session.galaxy().to_move());
        let events = match self.session.apply(command) {
            Ok(events) => events,
            Err(error) => return Ok(Err(error)),
        };
        self.is_saved = false;
        self.autosave()?;
        self.say(format_args!("{player}: {command}"))?;
        self.tell_events(&events)?;
        Ok(Ok(()))
    }

    pub(super) fn tell_events(&mut self, events: &[Event]) -> Result<()> {
        events.iter().filter_map(describe::event).try_for_each(|text| self.say(format_args!("  {text}")))
    }

    /// Saves the game, if it is to be saved as it is played. A failure must not end the game.
    pub(super) fn autosave(&mut self) -> Result<()> {
        let Some(autosave) = &mut self.autosave else { return Ok(()) };
        // A game that has not begun, or only been loaded, needs no file.
        let is_new = self.is_saved || self.session.record().is_empty();
        if is_new && !autosave.is_chosen() && autosave.file().is_none() {
            return Ok(());
        }
        let outcome = autosave.save(&self.session.to_file());
        self.is_saved = autosave.file().is_some();
        match outcome {
            Saved::Quietly => {}
            Saved::To(path) => self.say(format_args!("Each turn is saved to {}.", printable(&path)))?,
            Saved::Failed(error) => self.say(format_args!("{} The game goes on.", sentence(&error)))?,
        }
        // A signal ends the program. Whether other games are waiting is not looked up after every turn.
        let resumes = if self.has_human() { Resumes::Continue } else { Resumes::Load };
        let farewell = self.where_saved(resumes).unwrap_or_default();
        self.console.interrupt.set_farewell(farewell);
        Ok(())
    }

    fn has_human(&self) -> bool {
        self.session.humans().next().is_some()
    }

    /// What continues this game, if it is saved in the data folder and the user leaves it now.
    fn resumes(&self) -> Resumes {
        if self.console.has_menu && self.console.is_open {
            return Resumes::Menu;
        }
        // The newest game with a human comes first: this one, which was saved just now.
        let is_first = self.has_human() || Folder::of_user().is_ok_and(|folder| !folder.has_own_game::<GameFile>());
        if is_first { Resumes::Continue } else { Resumes::Load }
    }

    /// Where the game is saved and how to continue it.
    fn where_saved(&self, resumes: Resumes) -> Option<String> {
        let automatic = self.autosave.as_ref().and_then(|autosave| Some((autosave.file()?, autosave.is_chosen())));
        let (file, is_chosen) = match automatic {
            Some(automatic) => automatic,
            None => (self.file.as_deref().filter(|_| self.is_saved)?, true),
        };
        let file = printable(file);
        let word = shell_word(&file);
        Some(match self.session.verdict() {
            Verdict::Ongoing => {
                let how = match resumes {
                    Resumes::Menu if is_chosen => format!("l in the menu and {file}"),
                    Resumes::Menu => "c in the menu".to_owned(),
                    Resumes::Continue if !is_chosen => "starchess play --continue".to_owned(),
                    Resumes::Continue | Resumes::Load => format!("starchess play --load {word}"),
                };
                format!("The game is saved in {file}: {how} continues it.")
            }
            _ => format!("The game is saved in {file}: starchess replay {word} shows it again."),
        })
    }

    /// Says where the game is when the user leaves it.
    pub(super) fn leave(&mut self, why: &str) -> Result<()> {
        let place = match self.where_saved(self.resumes()) {
            _ if self.session.record().is_empty() => String::new(),
            Some(place) => place,
            None => "The game is not saved.".to_owned(),
        };
        self.say(format!("{why}. {place}").trim_end())
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
        return names(order::COMMANDS.map(|(name, _)| name).into_iter().chain(order::WORDS));
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
            ("save" | "save!" | "load" | "load!", _) => Completions::Files,
            ("seat" | "explain" | "why" | "w", []) => names(["1", "2", "3", "4"]),
            ("help" | "?", []) => names(order::COMMANDS.map(|(name, _)| name).into_iter().chain(order::WORDS)),
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
