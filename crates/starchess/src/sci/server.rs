//! The side of the protocol that answers orders.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::thread::{self, Scope};
use std::time::Instant;

use gametree::{Limits, Score, Stop};
use players::{Decision, Fault, Lines, Setup};

use super::options::{Options, announcement};
use super::order::{Go, Order, SciError, first_position};
use super::output::SharedOutput;
use crate::command::write_commands;
use crate::galaxy::{Galaxy, GameResult};
use crate::player::PLAYERS;
use crate::players::{PlayerSpec, StarChess};
use crate::published::{Published, TURNS};
use crate::reasons::Info;

/// Speaks the engine protocol until `quit` or the end of the input.
///
/// It thinks on another thread and reads on meanwhile. `quit` stops a search; at the end of the
/// input a search goes on to its own end, so that a script gets its answer. Every answer is flushed
/// at once.
///
/// Errors of the input and output are returned; what is wrong with a line is answered in the
/// protocol.
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
    let output = SharedOutput::new(output);
    let end = thread::scope(|scope| {
        let mut server = Server { output: &output, scope, galaxy: first_position(), options: Options::new() };
        let end = server.read_all(Lines::new(input));
        if !matches!(end, Ok(End::Input)) {
            output.lock().stop();
        }
        end
    });
    output.lock().check()?;
    end.map(|_| ())
}

/// Why the server stops reading.
enum End {
    Quit,
    Input,
}

/// The state of a conversation.
struct Server<'scope, 'env, W> {
    output: &'env SharedOutput<W>,
    scope: &'scope Scope<'scope, 'env>,
    galaxy: Galaxy,
    options: Options,
}

impl<W: Write + Send> Server<'_, '_, W> {
    fn read_all(&mut self, mut lines: Lines<impl BufRead>) -> io::Result<End> {
        while let Some(line) = lines.next_line()? {
            match line.map_err(SciError::from).and_then(Order::read) {
                Ok(None) => (),
                Ok(Some(order)) => {
                    if self.handle(order).is_break() {
                        return Ok(End::Quit);
                    }
                }
                Err(error) => self.output.lock().refuse(&error),
            }
            self.output.lock().check()?;
        }
        Ok(End::Input)
    }

    /// Carries out an order. The output stays locked, so that no search begins or ends meanwhile.
    fn handle(&mut self, order: Order) -> ControlFlow<()> {
        let mut output = self.output.lock();
        match order {
            Order::Quit => return ControlFlow::Break(()),
            Order::IsReady => output.write("readyok\n"),
            // Without a search it does nothing: it may have crossed the bestturn.
            Order::Stop => output.stop(),
            _ if output.search.is_some() => output.refuse(&SciError::Thinking),
            Order::Introduce => output.write(&introduction()),
            Order::Set(setting) => self.options.set(setting),
            Order::Position(galaxy) => self.galaxy = *galaxy,
            Order::Apply(command) => match self.galaxy.apply(command) {
                Ok(()) => output.write("ok\n"),
                Err(reason) => output.refuse(&SciError::Illegal { command, reason }),
            },
            Order::Show => output.write(&format!("position {}\n", self.galaxy)),
            Order::Score => output.write(&format!("score {}\n", spaced(self.galaxy.scores()))),
            Order::Result => output.write(&match self.galaxy.result() {
                GameResult::Ongoing => "result ongoing\n".to_owned(),
                GameResult::Win(winner) => format!("result win {}\n", winner.number()),
            }),
            Order::Go(_) if self.galaxy.is_over() => output.refuse(&SciError::GameOver),
            Order::Go(Go { turns, limits }) => {
                let stop = Stop::new();
                output.search = Some(stop.clone());
                let player = self.options.player(turns);
                let (shared, galaxy) = (self.output, self.galaxy);
                let search = move || think(shared, &galaxy, &player, &limits.with_stop(stop));
                if let Err(error) = thread::Builder::new().spawn_scoped(self.scope, search) {
                    output.search = None;
                    output.refuse(&SciError::CannotThink(error.to_string()));
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Thinks, reports progress, and answers. The search is over with the answer: both happen under one
/// lock.
fn think<W: Write>(output: &SharedOutput<W>, galaxy: &Galaxy, player: &PlayerSpec, limits: &Limits) {
    let started = Instant::now();
    let last_turns = match player {
        PlayerSpec::Computer { settings, .. } => settings.number(TURNS.name),
        _ => None,
    };
    let decide = || -> Result<Decision<StarChess>, Fault> {
        let seat = galaxy.to_move().index();
        let setup = Setup { seat, seed: Options::SEED, threads: Published::THREADS, ..Setup::default() };
        player.build(&setup)?.think(galaxy, limits, &mut |decision| {
            let info = figures(galaxy, decision);
            // The last line is written together with the answer.
            if Some(info.turns.into()) != last_turns {
                output.lock().write(&info_line(&info, started));
            }
        })
    };
    let found = decide();
    let mut output = output.lock();
    match found {
        Ok(decision) => {
            let info = info_line(&figures(galaxy, &decision), started);
            output.write(&format!("{info}bestturn {}\n", write_commands(&decision.turn)));
        }
        Err(fault) => output.refuse(&SciError::CannotThink(fault.to_string())),
    }
    output.search = None;
}

fn introduction() -> String {
    let (version, authors) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_AUTHORS"));
    format!("id name Star Chess {version}\nid author {authors}\n{}sciok\n", announcement())
}

/// The figures of a decision. A player that does not search looks 0 turns ahead: it expects the
/// scores after its own turn.
fn figures(galaxy: &Galaxy, decision: &Decision<StarChess>) -> Info {
    decision.reasons.info().unwrap_or_else(|| {
        let mut after = *galaxy;
        // Our players give legal commands only. If one did not, the turn would be refused later.
        let _ = decision.turn.iter().try_for_each(|&command| after.apply(command));
        Info { turns: 0, scores: after.scores(), generated: decision.nodes, evaluated: decision.evaluations }
    })
}

fn info_line(info: &Info, started: Instant) -> String {
    let Info { turns, scores, generated, evaluated } = info;
    let (scores, time) = (spaced(*scores), started.elapsed().as_millis());
    format!("info turns {turns} score {scores} generated {generated} evaluated {evaluated} time {time}\n")
}

fn spaced(scores: [Score; PLAYERS]) -> String {
    scores.map(|score| score.to_string()).join(" ")
}
