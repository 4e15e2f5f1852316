//! `starchess noughts play`: a game between any two players.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use gametree::{AlphaBeta, Game, Limits, OutcomeOnly, ReportOf, Search};
use noughts::{Board, Noughts, PlayerSpec, Side, Square};
use players::{ComputerPlayer, Setup};

use super::FULL_DEPTH;
use crate::console::Console;
use crate::figures::{grouped, value, whole};
use crate::interrupt::{Interrupted, wait};
use crate::searched::{Searched, write_score};

/// The players and the start position.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub(crate) struct PlayArgs {
    /// Player of cross, who moves first; --help lists the players
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) cross: PlayerSpec,
    /// Player of nought
    #[arg(long, value_name = "PLAYER", default_value = "perfect")]
    pub(crate) nought: PlayerSpec,
    /// Start position: three lines of X, O and . separated by /
    #[arg(long, value_name = "POS", default_value = ".../.../...")]
    pub(crate) position: Board,
    /// Delay before each computer move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = whole(0..=3_600_000_u64))]
    pub(crate) delay: u64,
}

const EXAMPLES: &str = "Examples:
  starchess noughts play
  starchess noughts play --cross perfect --nought human
  starchess noughts play --nought alpha-beta:depth=2,eval=paper
  starchess noughts play --cross mcts:nodes=500,seed=7 --nought random:seed=1
  starchess noughts play --position X../.O./..X --cross human --nought human";

fn long_help() -> String {
    let defaults = "The default depth is 9 plies, or 2 with eval=paper.";
    format!("{}\n\n{defaults}\n\n{EXAMPLES}", players::overview::<Noughts>())
}

const HELP: &str = "  a to i   play on that square; 1 to 9 work too
  undo     take back your last move (u)
  hint     show the best move
  help     show this list (?)
  quit     leave the game (q)";

impl PlayArgs {
    /// Plays a game until it is over or the user leaves.
    pub(crate) fn run(self, console: &mut Console) -> Result<()> {
        let specs = [self.cross, self.nought].map(PlayerSpec::with_drawn_seed);
        let [cross, nought] = &specs;
        console.say(format_args!("Noughts and crosses. Cross (X) is {cross}, nought (O) is {nought}."))?;
        if specs.iter().any(PlayerSpec::is_human) {
            console.say("Type the letter of a square, or help.")?;
        }
        let players = [Player::new(cross, Side::Cross)?, Player::new(nought, Side::Nought)?];
        let delay = Duration::from_millis(self.delay);
        Match { players, history: vec![], board: self.position, delay, console }.play()
    }
}

enum Player {
    Human,
    Computer { kind: &'static str, player: Box<dyn ComputerPlayer<Noughts>> },
}

impl Player {
    fn new(spec: &PlayerSpec, side: Side) -> Result<Self> {
        let PlayerSpec::Computer { kind, .. } = spec else { return Ok(Self::Human) };
        let setup = Setup { seat: side.index(), ..Setup::default() };
        Ok(Self::Computer { kind: kind.name, player: spec.build(&setup)? })
    }

    fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}

/// A command typed by a human player.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Command {
    Move(Square),
    Undo,
    Hint,
    Help,
    Quit,
}

impl Command {
    fn parse(text: &str) -> Result<Self> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "undo" | "u" => Self::Undo,
            "hint" => Self::Hint,
            "help" | "?" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            square => Self::Move(square.parse().with_context(|| "Type help to list the commands")?),
        })
    }
}

struct Match<'a> {
    players: [Player; 2],
    /// The positions before `board`, for undo.
    history: Vec<Board>,
    board: Board,
    delay: Duration,
    console: &'a mut Console,
}

impl Match<'_> {
    fn play(&mut self) -> Result<()> {
        self.show()?;
        while !self.board.is_over() {
            let side = self.board.to_move();
            if self.players[side.index()].is_human() {
                if !self.handle(side)? {
                    return Ok(());
                }
            } else {
                self.think(side)?;
            }
        }
        match self.board.winner() {
            Some(side) => self.say(format_args!("{} has won.", capital(side))),
            None => self.say("A draw."),
        }
    }

    fn say(&mut self, text: impl fmt::Display) -> Result<()> {
        self.console.say(text)
    }

    fn show(&mut self) -> Result<()> {
        let board = self.board;
        self.say(format_args!("\n{board}\n"))
    }

    /// Makes a legal move. Shows the board unless a computer replies to it.
    fn make(&mut self, square: Square) -> Result<()> {
        let is_human = |board: Board| self.players[board.to_move().index()].is_human();
        let next = self.board.play(square);
        let computer_replies = is_human(self.board) && !is_human(next) && !next.is_over();
        self.history.push(self.board);
        self.board = next;
        if computer_replies { Ok(()) } else { self.show() }
    }

    /// Handles one command of the human playing `side`. Returns whether the game continues.
    fn handle(&mut self, side: Side) -> Result<bool> {
        let Some(answer) = self.console.ask(&format!("{side} ({})> ", side.mark()))? else {
            self.say("End of input: the game ends unfinished.")?;
            return Ok(false);
        };
        match Command::parse(&answer) {
            Ok(Command::Move(square)) => match self.board.try_play(square) {
                Ok(_) => self.make(square)?,
                Err(illegal) => self.say(format_args!("You cannot play {square}: {illegal}."))?,
            },
            Ok(Command::Undo) => self.undo()?,
            Ok(Command::Hint) => self.hint(side)?,
            Ok(Command::Help) => self.say(HELP)?,
            Ok(Command::Quit) => {
                self.say("You left the game.")?;
                return Ok(false);
            }
            Err(_) if answer.is_empty() => {}
            Err(error) => self.say(format_args!("{}. {error}.", error.root_cause()))?,
        }
        Ok(true)
    }

    /// Goes back to the last position in which a human was to move.
    fn undo(&mut self) -> Result<()> {
        let is_human = |board: &Board| self.players[board.to_move().index()].is_human();
        let Some(turn) = self.history.iter().rposition(is_human) else {
            return self.say("You have no move to undo.");
        };
        self.board = self.history[turn];
        self.history.truncate(turn);
        self.show()
    }

    fn hint(&mut self, side: Side) -> Result<()> {
        let report = AlphaBeta::new(OutcomeOnly).search(&Noughts, &self.board, &Limits::depth(FULL_DEPTH));
        let Some(square) = report.best else { return Ok(()) };
        let verdict = match report.scores[side.index()] {
            0 => "a draw with best play".to_owned(),
            score => value(score),
        };
        self.say(format_args!("Try {square}: {verdict}."))
    }

    fn think(&mut self, side: Side) -> Result<()> {
        let Player::Computer { kind, player } = &mut self.players[side.index()] else { return Ok(()) };
        let (decision, was_interrupted) = self.console.interrupt.during(|stop| {
            wait(self.delay, stop);
            let limits = Limits::default().with_cancel(stop.clone());
            (player.think(&self.board, &limits, &mut |_| ()), stop.is_raised())
        });
        if was_interrupted {
            // Start a new line after the ^C that the terminal echoes.
            self.say("\nInterrupted: the game ends unfinished.")?;
            return Err(Interrupted.into());
        }
        let decision = decision.with_context(|| format!("the player of {side} failed in {:?}", self.board))?;
        let (square, why) = (decision.turn, explain(kind, &self.board, &decision.reasons));
        self.say(format_args!("{} plays {square}{why}", capital(side)))?;
        self.make(square)
    }
}

/// The score, node count and principal line of a computer's move.
fn explain(kind: &str, board: &Board, report: &ReportOf<Noughts>) -> String {
    if kind == "random" {
        return String::new();
    }
    let value = write_score(kind, report.scores[Noughts.to_move(board)], report.solved);
    let line = Noughts.write_line(board, &report.line).join(" ");
    format!(": value {value}, nodes {}, line {line}", grouped(report.counts.nodes))
}

fn capital(side: Side) -> &'static str {
    match side {
        Side::Cross => "Cross",
        Side::Nought => "Nought",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        assert_eq!(Command::parse("E").unwrap(), Command::Move(Square::CENTRE));
        assert_eq!(Command::parse("5").unwrap(), Command::Move(Square::CENTRE));
        assert_eq!(Command::parse("h").unwrap(), Command::Move("h".parse().unwrap()));
        assert_eq!(Command::parse("Undo").unwrap(), Command::Undo);
        assert!(Command::parse("j").is_err() && Command::parse("").is_err() && Command::parse("ab").is_err());
    }
}
