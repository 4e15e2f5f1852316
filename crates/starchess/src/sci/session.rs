//! A conversation from its first line to its last.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::thread::{self, Scope};
use std::time::Instant;

use gametree::{Limits, Stop};

use super::desk::Desk;
use super::error::SciError;
use super::go::Go;
use super::lines::Lines;
use super::options;
use super::order::Order;
use super::position;
use crate::command::write_commands;
use crate::galaxy::{Galaxy, GameResult};
use crate::published::{Prediction, Published};

/// Speaks the engine protocol until `quit` or the end of the input.
///
/// It thinks in a thread of its own and reads on meanwhile. After `quit` the search, if there is one, is stopped; after the
/// end of the input it goes on to its own end, so that a script gets its answer. Every answer is flushed at once.
///
/// An error is one of reading or writing; what is wrong with a line is said in the conversation.
///
/// ```
/// let script = "position start terran\nsetoption name Plain value true\ngo turns 1\n";
/// let mut answers = Vec::new();
/// starchess::sci::serve(script.as_bytes(), &mut answers)?;
/// let answers = String::from_utf8(answers)?;
/// assert!(answers.contains("info turns 1 score 0 0 0 0 generated 28 evaluated 7 time "));
/// assert!(answers.ends_with("bestturn move A1 A2 20; end\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let desk = Desk::new(output);
    let end = thread::scope(|scope| {
        let mut session = Session { desk: &desk, scope, galaxy: position::first(), player: Published::default() };
        let end = session.read_all(Lines::new(input));
        if !matches!(end, Ok(End::Input)) {
            desk.lock().stop();
        }
        end
    });
    desk.lock().check()?;
    end.map(|_| ())
}

/// Why there is nothing more to read.
enum End {
    Quit,
    Input,
}

/// The state of the conversation.
struct Session<'scope, 'env, W> {
    desk: &'env Desk<W>,
    scope: &'scope Scope<'scope, 'env>,
    galaxy: Galaxy,
    player: Published,
}

impl<W: Write + Send> Session<'_, '_, W> {
    fn read_all(&mut self, mut lines: Lines<impl BufRead>) -> io::Result<End> {
        while let Some(line) = lines.next_line()? {
            match line.and_then(Order::read) {
                Ok(None) => (),
                Ok(Some(order)) => {
                    if self.obey(order).is_break() {
                        return Ok(End::Quit);
                    }
                }
                Err(error) => self.desk.lock().refuse(&error),
            }
            self.desk.lock().check()?;
        }
        Ok(End::Input)
    }

    /// Does what a line asks for. The desk stays locked: no search can begin or end in between.
    fn obey(&mut self, order: Order) -> ControlFlow<()> {
        let mut desk = self.desk.lock();
        match order {
            Order::Quit => return ControlFlow::Break(()),
            Order::IsReady => desk.say("readyok\n"),
            // Without a search it does nothing: perhaps its bestturn has just crossed our way.
            Order::Stop => desk.stop(),
            _ if desk.search.is_some() => desk.refuse(&SciError::Thinking),
            Order::Introduce => desk.say(&introduction()),
            Order::Set(setting) => setting.set(&mut self.player),
            Order::Position(galaxy) => self.galaxy = *galaxy,
            Order::Apply(command) => match self.galaxy.apply(command) {
                Ok(()) => desk.say("ok\n"),
                Err(reason) => desk.refuse(&SciError::Forbidden { command, reason }),
            },
            Order::Show => desk.say(&format!("position {}\n", self.galaxy)),
            Order::Score => desk.say(&format!("score {}\n", spaced(self.galaxy.scores()))),
            Order::Result => desk.say(&match self.galaxy.result() {
                GameResult::Ongoing => "result ongoing\n".to_owned(),
                GameResult::Win(winner) => format!("result win {}\n", winner.number()),
            }),
            Order::Go(_) if self.galaxy.is_over() => desk.refuse(&SciError::GameOver),
            Order::Go(Go { turns, limits }) => {
                let stop = Stop::new();
                desk.search = Some(stop.clone());
                let player = Published { turns: turns.unwrap_or(self.player.turns), ..self.player };
                let (desk_of_search, galaxy) = (self.desk, self.galaxy);
                let search = move || think(desk_of_search, &galaxy, player, &limits.with_stop(stop));
                if let Err(error) = thread::Builder::new().spawn_scoped(self.scope, search) {
                    desk.search = None;
                    desk.refuse(&SciError::NoThread(error));
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Thinks, says so, and answers. With the answer the search is over, for all who look at the desk.
fn think<W: Write>(desk: &Desk<W>, galaxy: &Galaxy, player: Published, limits: &Limits) {
    let started = Instant::now();
    let found = player.think(galaxy, limits, &mut |prediction| {
        // The last is said with the answer.
        if prediction.turns < player.turns {
            desk.lock().say(&info(prediction, started));
        }
    });
    let mut desk = desk.lock();
    match found {
        Some(prediction) => {
            let turn = write_commands(&prediction.commands);
            desk.say(&format!("{}bestturn {turn}\n", info(&prediction, started)));
        }
        None => desk.refuse(&SciError::GameOver),
    }
    desk.search = None;
}

fn introduction() -> String {
    let (version, authors) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_AUTHORS"));
    format!("id name Star Chess {version}\nid author {authors}\n{}sciok\n", options::announced())
}

fn info(prediction: &Prediction, started: Instant) -> String {
    let Prediction { turns, scores, generated, evaluated, .. } = prediction;
    let (scores, time) = (spaced(*scores), started.elapsed().as_millis());
    format!("info turns {turns} score {scores} generated {generated} evaluated {evaluated} time {time}\n")
}

fn spaced(scores: [gametree::Score; 4]) -> String {
    scores.map(|score| score.to_string()).join(" ")
}
