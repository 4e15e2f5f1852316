//! The person at the terminal, or the script that stands in for one.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use anyhow::Result;
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::config::{BellStyle, Builder};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Editor, Helper};

use crate::interrupt::{Interrupt, Interrupted};
use crate::terminal::{self, Key, Keys, Size};

/// How long to wait for a key before looking for Ctrl-C.
const POLL: Duration = Duration::from_millis(20);

/// Longer lines are not read: no command needs them.
const MAX_LINE: usize = 4_096;

/// Asks questions and reads answers.
pub(crate) struct Console {
    input: Input,
    pub(crate) output: Box<dyn Write>,
    /// How many lines were said since the last answer, or since it was reset.
    pub(crate) printed: usize,
    pub(crate) interrupt: Interrupt,
    /// The beginning of a line that was typed where a key was expected.
    begun: String,
    /// Whether there may be more input.
    pub(crate) is_open: bool,
    /// Whether a game that ends leads back to the menu.
    pub(crate) has_menu: bool,
}

enum Input {
    /// From a pipe or a file. Answers are echoed, so that the output reads like a session.
    Lines(Box<dyn BufRead>),
    /// From a person, with history and completion.
    Editor(Box<Editor<Assistant, MemHistory>>),
}

/// What Tab can complete the last word of a line to.
pub(crate) enum Completions {
    /// To one of these words.
    Words(Vec<String>),
    /// To the name of a file.
    Files,
}

/// Finds the completions of the last word of a text.
pub(crate) type Complete = Box<dyn Fn(&str) -> Completions>;

impl Console {
    /// The console on standard input and output.
    pub(crate) fn new() -> Result<Self> {
        terminal::remember();
        let input = if terminal::is_interactive() {
            let config = Builder::new().completion_type(CompletionType::List).bell_style(BellStyle::None);
            let config = config.auto_add_history(true).completion_show_all_if_ambiguous(true).build();
            let mut editor = Editor::with_history(config, MemHistory::new())?;
            editor.set_helper(Some(Assistant::default()));
            Input::Editor(Box::new(editor))
        } else {
            Input::Lines(Box::new(io::stdin().lock()))
        };
        let (output, interrupt) = (terminal::output(), Interrupt::install_for_prompt()?);
        Ok(Self { input, output, printed: 0, interrupt, begun: String::new(), is_open: true, has_menu: false })
    }

    /// Whether a person types, and not a script.
    pub(crate) fn is_interactive(&self) -> bool {
        matches!(self.input, Input::Editor(_))
    }

    /// Prints a paragraph, wrapped at the width of the terminal.
    pub(crate) fn say(&mut self, text: impl fmt::Display) -> Result<()> {
        let text = terminal::fit(&text.to_string());
        self.printed += text.split('\n').count();
        Ok(writeln!(self.output, "{text}")?)
    }

    /// Prints a text that may be longer than the screen, one screen after the other.
    pub(crate) fn page(&mut self, text: &str) -> Result<()> {
        let text = terminal::fit(text);
        let lines: Vec<&str> = text.lines().collect();
        // The last line is for the question, or for the prompt.
        let room = Size::of_stdout().lines.saturating_sub(1).max(1);
        let keys = if self.is_interactive() && lines.len() > room { Keys::open() } else { None };
        let mut printed = 0;
        while printed < lines.len() {
            let end = if keys.is_some() { lines.len().min(printed + room) } else { lines.len() };
            for line in &lines[printed..end] {
                writeln!(self.output, "{line}")?;
            }
            printed = end;
            if let Some(keys) = &keys
                && printed < lines.len()
                && !self.wants_more(keys)?
            {
                break;
            }
        }
        self.printed += printed;
        Ok(())
    }

    /// Waits until the user wants the next screen, or to stop.
    fn wants_more(&mut self, keys: &Keys) -> Result<bool> {
        write!(self.output, "-- more: Enter, q to stop --")?;
        self.output.flush()?;
        let mut begun = None;
        let wants_more = self.interrupt.during(|stop| {
            while !stop.is_raised() {
                match keys.next(POLL) {
                    Some(Key::Char('\n' | '\r' | ' ')) => return true,
                    // Ctrl-D is a key here.
                    Some(Key::Char('q' | 'Q' | '\u{4}') | Key::Closed) => return false,
                    // The beginning of the next command.
                    Some(Key::Char(c)) if !c.is_control() => {
                        begun = Some(c);
                        return false;
                    }
                    _ => {}
                }
            }
            false
        });
        self.begun.extend(begun);
        write!(self.output, "\r\x1b[K")?;
        Ok(wants_more)
    }

    /// Sets what Tab completes.
    pub(crate) fn set_completions(&mut self, complete: Option<Complete>) {
        if let Input::Editor(editor) = &mut self.input
            && let Some(assistant) = editor.helper_mut()
        {
            assistant.complete = complete;
        }
    }

    /// Asks for a line; none at the end of input. Ctrl-C is the error [`Interrupted`] if nothing has
    /// been typed; otherwise it begins a new line, as in a shell.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>> {
        self.ask_from(prompt, "")
    }

    /// Asks for a line that has been begun already.
    pub(crate) fn ask_from(&mut self, prompt: &str, begun: &str) -> Result<Option<String>> {
        let mut begun = std::mem::take(&mut self.begun) + begun;
        loop {
            self.output.flush()?;
            self.interrupt.check_in();
            let line = match &mut self.input {
                Input::Editor(editor) => {
                    match editor.readline_with_initial(prompt, (&std::mem::take(&mut begun), "")) {
                        Ok(line) => Some(line),
                        Err(ReadlineError::Eof) => None,
                        Err(ReadlineError::Interrupted) => {
                            if editor.helper().is_some_and(|assistant| assistant.is_typing.get()) {
                                continue;
                            }
                            return Err(Interrupted.into());
                        }
                        // The bytes are consumed, and the line with them.
                        Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                            writeln!(self.output, "The line is not UTF-8 text and was not read.")?;
                            continue;
                        }
                        Err(error) => return Err(error.into()),
                    }
                }
                Input::Lines(input) => {
                    write!(self.output, "{prompt}")?;
                    self.output.flush()?;
                    let line = read_line(input)?;
                    let echo = line.as_ref().map_or_else(String::new, |line| players::excerpt(line));
                    writeln!(self.output, "{echo}")?;
                    line
                }
            };
            let Some(line) = line else {
                self.is_open = false;
                return Ok(None);
            };
            self.printed = 0;
            if line.len() <= MAX_LINE {
                return Ok(Some(line.trim().to_owned()));
            }
            self.say(format_args!("The line is longer than {MAX_LINE} characters, so it is ignored."))?;
        }
    }
}

/// Reads a line up to a little more than [`MAX_LINE`], and skips the rest of it. Bytes that are not
/// text make a wrong answer, not an error.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut is_empty = true;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        is_empty = false;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(chunk.len());
        let room = (MAX_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&chunk[..length.min(room)]);
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() {
            break;
        }
    }
    Ok((!is_empty).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// Completes words for the line editor.
#[derive(Default)]
struct Assistant {
    complete: Option<Complete>,
    /// Whether the line has text in it.
    is_typing: Cell<bool>,
    files: FilenameCompleter,
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let text = &line[..at];
        let start = text.rfind([' ', ';']).map_or(0, |space| space + 1);
        let Some(complete) = &self.complete else { return Ok((at, Vec::new())) };
        match complete(text) {
            Completions::Words(words) => {
                let begun = text[start..].to_ascii_lowercase();
                let fits = |word: &String| word.to_ascii_lowercase().starts_with(&begun);
                Ok((start, words.into_iter().filter(fits).collect()))
            }
            Completions::Files => {
                let (start, files) = self.files.complete_path(line, at)?;
                Ok((start, files.into_iter().map(|file| file.replacement).collect()))
            }
        }
    }
}

impl Hinter for Assistant {
    type Hint = String;

    /// Gives no hints: the editor calls this after every change, and so tells what has been typed.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.is_typing.set(!line.is_empty());
        None
    }
}

impl Highlighter for Assistant {}

impl Validator for Assistant {}

impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut input = input;
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_are_read_whatever_is_in_them() {
        assert_eq!(lines(b"one\n\ntwo\r\nthree"), ["one", "", "two\r", "three"]);
        assert_eq!(lines(b"\xff\n"), ["\u{fffd}"]);
        assert_eq!(lines(b""), [] as [&str; 0]);
    }

    #[test]
    fn the_rest_of_a_long_line_is_skipped() {
        let mut input = vec![b'x'; 3 << 20];
        input.extend(b"\nend\n");
        let lines = lines(&input);
        assert_eq!((lines[0].len(), lines[1].as_str()), (MAX_LINE + 1, "end"));
    }
}
