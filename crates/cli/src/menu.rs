//! The menu of the games in the terminal.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ::chess::engine::LEVELS;
use anyhow::{Context, Result, anyhow, bail};
use noughts::{Board, EvaluatorKind};
use starchess::{GameFile, PlayerSpec as StarSpec};
use storage::printable;
use unicode_width::UnicodeWidthStr;

use crate::arena::{MAX_GAMES, check_players};
use crate::autosave::{Folder, Found, SavedGame};
use crate::chess::{ChessFile, PlayArgs as ChessArgs};
use crate::cli::Cli;
use crate::compare::{CompareCommand, CompareNoughts};
use crate::console::{Completions, Console};
use crate::figures::whole;
use crate::interrupt::Interrupted;
use crate::noughts::{FULL_DEPTH, PlayArgs, TreeArgs};
use crate::sitting::FileArgs;
use crate::star::{PlayArgs as StarArgs, ReplayArgs, Seats};
use crate::terminal::{Size, capitalized, sentence, shortened};

/// How long a watched computer waits before its move, in milliseconds.
const WATCHED_DELAY: u64 = 600;

/// A weak player of noughts and crosses: it tries so few games that it makes mistakes.
const WEAK: &str = "mcts:nodes=30";

/// The opponents in Star Chess, from weak to strong.
const STRENGTHS: [(&str, &str, &str); 4] = [
    ("beginner", "random", "plays at random"),
    ("easy", "published:0", "does not look ahead"),
    ("normal", "published:2", "looks 2 rounds ahead"),
    ("hard", "published:3", "looks 3 rounds ahead"),
];

const NORMAL: usize = 2;

/// The level of the chess engine that is proposed, by its place among the named ones.
const CLUB: usize = 2;

/// The players that the arena proposes.
const ARENA: &str = "published:2 published:1";

/// The number of games that it proposes.
const ARENA_GAMES: &str = "24";

/// What follows a choice.
enum Then {
    /// The menu.
    Menu,
    /// The menu, once what was printed has been read.
    MenuAfterEnter,
    /// Only the prompt: the menu is still in sight.
    Prompt,
}

/// Offers the menu until the user quits or the input ends.
pub(crate) fn run(console: &mut Console) -> Result<()> {
    console.has_menu = true;
    writeln!(console.output, "Star Chess: computer players that think ahead.")?;
    let (mut strength, mut level) = (NORMAL, CLUB);
    let mut then = Then::Menu;
    while console.is_open {
        if matches!(then, Then::MenuAfterEnter) && console.is_interactive() {
            match console.ask("Press Enter for the menu. ") {
                Err(error) if !error.is::<Interrupted>() => return Err(error),
                _ if !console.is_open => break,
                _ => {}
            }
        }
        if !matches!(then, Then::Prompt) {
            show(console, strength, level)?;
        }
        let Some(choice) = console.ask("> ")? else { break };
        let choice = choice.to_ascii_lowercase();
        let result = match choice.as_str() {
            "1" => opponents(strength, false).and_then(|args| args.run(console)),
            "2" => opponents(strength, true).and_then(|args| args.run(console)),
            "c" | "continue" => go_on(console, "1", |found, console| StarArgs::default().run_saved(found, console)),
            "l" | "load" => {
                load::<GameFile>(console, |files, console| StarArgs { files, ..StarArgs::default() }.run(console))
            }
            "r" | "replay" => replay(console),
            "s" | "strength" => choose_strength(console, &mut strength),
            "a" | "arena" => arena(console),
            "w" | "white" => play_chess(console, level, [true, false]),
            "b" | "black" => play_chess(console, level, [false, true]),
            "e" | "level" => choose_level(console, &mut level),
            "o" => go_on(console, "w or b", |found, console| ChessArgs::default().run_saved(found, console)),
            "p" => {
                load::<ChessFile>(console, |files, console| ChessArgs { files, ..ChessArgs::default() }.run(console))
            }
            "v" => play_chess(console, level, [false, false]),
            "3" => play(console, "human", "perfect", 0),
            "4" => play(console, "perfect", "human", 0),
            "5" => play(console, "human", "human", 0),
            "6" => play(console, WEAK, "perfect", WATCHED_DELAY),
            "7" => draw_tree(console),
            "8" => compare(console),
            "q" | "quit" | "exit" => return Ok(()),
            "" => Ok(()),
            _ => Err(anyhow!("there is no {:?} in the menu; press Enter to see it again", players::excerpt(&choice))),
        };
        then = match result {
            Ok(()) if matches!(choice.as_str(), "a" | "arena" | "3" | "4" | "5" | "6" | "7" | "8") => {
                Then::MenuAfterEnter
            }
            Ok(()) => Then::Menu,
            Err(error) if error.is::<Interrupted>() => Then::Menu,
            // A file that cannot be read, for example, is no reason to leave.
            Err(error) if !is_broken(&error) => {
                console.say(sentence(&format!("{error:#}")))?;
                Then::Prompt
            }
            Err(error) => return Err(error),
        };
    }
    Ok(())
}

/// Whether the output or the input is gone.
fn is_broken(error: &anyhow::Error) -> bool {
    error.is::<std::io::Error>() || error.is::<rustyline::error::ReadlineError>()
}

fn show(console: &mut Console, strength: usize, level: usize) -> Result<()> {
    let (star, chess) = (offer(&unfinished::<GameFile>(), 'c'), offer(&unfinished::<ChessFile>(), 'o'));
    let (name, _, what) = STRENGTHS[strength];
    let (level, rating) = &chess_levels()[level];
    Ok(write!(
        console.output,
        "
Star Chess
  1  play against three computers
  2  watch four computers play{star}
  l  load a saved game
  r  replay a saved game
  s  strength of the computers (now {name}: {what})
  a  arena: find out which player is stronger
Chess
  w  play White against the computer, b plays Black
  e  level of the computer (now {level}: {rating})
  v  watch two computers play{chess}
  p  load a game from a PGN file
Noughts and crosses
  3  play cross against the computer
  4  play nought against the computer
  5  play against another person
  6  watch two computers play
  7  show the game tree
  8  compare the search algorithms
  q  quit
"
    )?)
}

fn unfinished<G: SavedGame>() -> Vec<Found<G>> {
    Folder::of_user().map(|folder| folder.unfinished()).unwrap_or_default()
}

/// The line of the menu that offers to continue a game, if there is one.
fn offer<G: SavedGame>(saved: &[Found<G>], key: char) -> String {
    match saved {
        [] => String::new(),
        [only] => format!("\n  {key}  continue your game ({})", only.game.summary()),
        [last, ..] => format!("\n  {key}  continue a game (the last: {})", last.game.summary()),
    }
}

/// The levels of the chess engine, from weak to strong, with what is known about them.
fn chess_levels() -> Vec<(&'static str, String)> {
    let named = LEVELS.iter().map(|&(name, rating)| (name, format!("a rating of about {rating}")));
    named.chain([("full", "full strength, 1 s a move".to_owned())]).collect()
}

/// Plays chess, with humans at these sides.
fn play_chess(console: &mut Console, level: usize, humans: [bool; 2]) -> Result<()> {
    let computer = match LEVELS.get(level) {
        Some((name, _)) => format!("engine:level={name}"),
        None => "engine:time=1s".to_owned(),
    };
    let [white, black] = humans.map(|is_human| if is_human { "human" } else { computer.as_str() });
    let args = ChessArgs { white: Some(white.parse()?), black: Some(black.parse()?), ..ChessArgs::default() };
    args.run(console)
}

fn opponents(strength: usize, watch: bool) -> Result<StarArgs> {
    let (_, spec, _) = STRENGTHS[strength];
    let computer: StarSpec = spec.parse()?;
    let first = if watch { computer.clone() } else { StarSpec::Human };
    let seats = Some(Seats([first, computer.clone(), computer.clone(), computer]));
    Ok(StarArgs { seats, watch, ..StarArgs::default() })
}

/// Plays on with an unfinished game, or says what begins a new one.
fn go_on<G: SavedGame>(
    console: &mut Console,
    begins: &str,
    play: impl FnOnce(Found<G>, &mut Console) -> Result<()>,
) -> Result<()> {
    let mut saved = unfinished();
    if saved.is_empty() {
        let none = || format!("there is no unfinished game; {begins} begins a new one");
        bail!(Folder::of_user().ok().and_then(|folder| folder.damaged::<G>(None)).unwrap_or_else(none));
    }
    let mut chosen = 0;
    if saved.len() > 1 {
        list(console, &saved)?;
        loop {
            let Some(answer) = console.ask("Which game? [1] ")? else { return Ok(()) };
            if answer.is_empty() {
                break;
            }
            if let Some(found) = find(&saved, &answer) {
                chosen = found;
                break;
            }
            console.say(out_of_range(saved.len(), "its file"))?;
        }
    }
    play(saved.swap_remove(chosen), console)
}

/// Plays on with the game of a file.
fn load<G: SavedGame>(console: &mut Console, play: impl FnOnce(FileArgs, &mut Console) -> Result<()>) -> Result<()> {
    let Some(file) = ask_file::<G>(console)? else { return Ok(()) };
    play(FileArgs { load: Some(file), ..FileArgs::default() }, console)
}

fn replay(console: &mut Console) -> Result<()> {
    let Some(file) = ask_file::<GameFile>(console)? else { return Ok(()) };
    ReplayArgs { file, turn: None, step: true }.run(console)
}

/// Lists the saved games, and asks for one of them or for any file.
fn ask_file<G: SavedGame>(console: &mut Console) -> Result<Option<PathBuf>> {
    let saved = Folder::of_user().map(|folder| folder.all::<G>()).unwrap_or_default();
    list(console, &saved)?;
    loop {
        console.set_completions(Some(Box::new(|_| Completions::Files)));
        let answer = console.ask(if saved.is_empty() { "File: " } else { "Number or file: " });
        console.set_completions(None);
        let Some(answer) = answer?.filter(|answer| !answer.is_empty()) else { return Ok(None) };
        if let Some(chosen) = find(&saved, &answer) {
            return Ok(Some(saved[chosen].path.clone()));
        }
        let path = storage::expand_home(&answer);
        if path.exists() {
            return Ok(Some(path));
        }
        let is_number = answer.bytes().all(|byte| byte.is_ascii_digit());
        console.say(match is_number && !saved.is_empty() {
            true => out_of_range(saved.len(), "a path"),
            false => format!("There is no file {}; Enter alone leaves.", printable(&path)),
        })?;
    }
}

/// The saved game with this number in the list, or with this file.
fn find<G>(saved: &[Found<G>], answer: &str) -> Option<usize> {
    let by_number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let path = storage::expand_home(answer);
    let by_path = || saved.iter().position(|found| found.path == path);
    let by_name = || saved.iter().position(|found| found.path.file_name().is_some_and(|name| name == path.as_os_str()));
    by_number.filter(|&number| number < saved.len()).or_else(by_path).or_else(by_name)
}

fn out_of_range(games: usize, else_expected: &str) -> String {
    match games {
        1 => format!("There is 1 game; enter 1 or {else_expected}."),
        games => format!("There are {games} games; enter 1 to {games} or {else_expected}."),
    }
}

/// Lists saved games by number, a line for each, as many as fit the screen.
fn list<G: SavedGame>(console: &mut Console, saved: &[Found<G>]) -> Result<()> {
    let Size { columns, lines } = Size::of_stdout();
    // Other lines are for what was typed, the games that are left out, and the question.
    let room = lines.saturating_sub(3).max(1);
    let rows: Vec<[String; 4]> = saved.iter().take(room).map(|found| row(found, columns)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: [usize; 4] = std::array::from_fn(width);
    for (i, [file, state, age, players]) in rows.iter().enumerate() {
        let pad = |text: &str, column: usize| " ".repeat(widths[column].saturating_sub(text.width()));
        let line =
            format!("{:>3}  {file}{}  {state}{}  {age}{}  {players}", i + 1, pad(file, 0), pad(state, 1), pad(age, 2));
        writeln!(console.output, "{}", shortened(&line, columns))?;
    }
    match saved.len() - rows.len() {
        0 => Ok(()),
        more => Ok(writeln!(console.output, "     and {more} more")?),
    }
}

/// A saved game in the list: its file, its state, its age and its players.
fn row<G: SavedGame>(found: &Found<G>, columns: usize) -> [String; 4] {
    let name = found.path.file_name().map_or_else(|| printable(&found.path), |name| printable(Path::new(name)));
    // Files in the current folder have no other folder before them.
    let is_here = found.path.parent().is_some_and(|folder| folder.as_os_str().is_empty());
    let file = if is_here { format!("./{name}") } else { name };
    [shortened(&file, columns / 3), found.game.state(), age(found.saved), short_names(&found.game.players())]
}

/// The players, with their number instead of a repetition.
fn short_names(players: &[String]) -> String {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for name in players.iter().map(|name| players::excerpt(name)) {
        match groups.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => groups.push((name, 1)),
        }
    }
    let write = |(name, count): &(String, usize)| if *count == 1 { name.clone() } else { format!("{count} × {name}") };
    groups.iter().map(write).collect::<Vec<_>>().join(", ")
}

/// How long ago something was, roughly.
fn age(time: SystemTime) -> String {
    // A clock that was set back makes no difference.
    let minutes = time.elapsed().unwrap_or_default().as_secs() / 60;
    match minutes {
        0..10 => "just now".to_owned(),
        10..60 => format!("{minutes} min ago"),
        60..2_880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1_440),
    }
}

fn choose_strength(console: &mut Console, strength: &mut usize) -> Result<()> {
    let choices = STRENGTHS.map(|(name, _, what)| (name, what.to_owned()));
    choose(console, "strength", &choices, strength)
}

fn choose_level(console: &mut Console, level: &mut usize) -> Result<()> {
    choose(console, "level", &chess_levels(), level)
}

/// Asks for one of several choices, by its number or its name.
fn choose(console: &mut Console, what: &str, choices: &[(&str, String)], chosen: &mut usize) -> Result<()> {
    for (i, (name, about)) in choices.iter().enumerate() {
        console.say(format_args!("  {}  {name:8}  {about}", i + 1))?;
    }
    let question = format!("{}? [{}] ", capitalized(what), *chosen + 1);
    while let Some(answer) = console.ask(&question)?.filter(|answer| !answer.is_empty()) {
        let by_name = choices.iter().position(|(name, _)| answer.eq_ignore_ascii_case(name));
        let by_number = answer.parse::<usize>().ok().filter(|number| (1..=choices.len()).contains(number));
        if let Some(choice) = by_name.or(by_number.map(|number| number - 1)) {
            *chosen = choice;
            break;
        }
        let (answer, last) = (players::excerpt(&answer), choices.len());
        console.say(format_args!("{answer:?} is not a {what}; expected 1 to {last}, or Enter for no change."))?;
    }
    Ok(())
}

fn arena(console: &mut Console) -> Result<()> {
    let Some(names) = console.ask(&format!("Players? [{ARENA}] "))? else { return Ok(()) };
    let names = if names.is_empty() { ARENA.to_owned() } else { names };
    let names = shlex::split(&names).context("a quotation mark is missing")?;
    check_players(&names)?;
    let Some(games) = console.ask(&format!("Games? [{ARENA_GAMES}] "))? else { return Ok(()) };
    let games = if games.is_empty() { ARENA_GAMES.to_owned() } else { games };
    whole(1..=MAX_GAMES)(&games).map_err(anyhow::Error::msg)?;
    let arguments = ["starchess", "arena", "--games", &games].map(str::to_owned).into_iter().chain(names);
    match Cli::read(arguments) {
        Ok(cli) => cli.run_arena(console),
        Err(error) => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            bail!("{}", line.trim_start_matches("error: "))
        }
    }
}

fn play(console: &mut Console, cross: &str, nought: &str, delay: u64) -> Result<()> {
    let (cross, nought) = (cross.parse()?, nought.parse()?);
    PlayArgs { cross, nought, position: Board::EMPTY, delay }.run(console)
}

fn draw_tree(console: &mut Console) -> Result<()> {
    let (position, eval) = (Board::EMPTY, EvaluatorKind::Paper);
    TreeArgs { depth: 2, position, eval, dot: false, all: false, force: false }.run(&mut console.output)
}

fn compare(console: &mut Console) -> Result<()> {
    let (depth, position, eval) = (FULL_DEPTH, Board::EMPTY, EvaluatorKind::Outcome);
    let command = CompareCommand::Noughts(CompareNoughts { depth, position, eval, json: false });
    command.run(&console.interrupt, &mut console.output)
}
