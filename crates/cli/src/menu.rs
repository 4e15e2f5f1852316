//! The menu of a program that was started without a command.

use std::io::Write;

use anyhow::Result;
use noughts::{Board, EvaluatorKind, PlayerSpec};

use crate::compare::{CompareCommand, CompareNoughts};
use crate::console::Console;
use crate::interrupt::Interrupted;
use crate::noughts::{FULL_DEPTH, PlayArgs, TreeArgs};
use crate::star::PlayArgs as StarArgs;

const MENU: &str = "
Star Chess
  1  play against three computers
  2  watch four computers
Noughts and crosses
  3  play cross against the computer
  4  play nought against the computer
  5  two humans
  6  watch two computers
  7  see the game tree
  8  compare the searches
  q  quit
";

/// How long a computer waits when it is watched, in milliseconds.
const WATCHED: u64 = 600;

/// The weaker of two computers: it plays few enough playouts to make mistakes.
const WEAK: &str = "mcts:nodes=30";

/// Does what is chosen until quitting is, or until the input ends.
pub(crate) fn run(console: &mut Console) -> Result<()> {
    writeln!(console.output, "Star Chess: computer players that think ahead.")?;
    while console.is_open {
        write!(console.output, "{MENU}")?;
        let Some(choice) = console.ask("> ")? else { break };
        let result = match choice.to_ascii_lowercase().as_str() {
            "1" => StarArgs::default().run(console),
            "2" => StarArgs { watch: true, ..StarArgs::default() }.run(console),
            "3" => play(console, "human", "perfect", 0),
            "4" => play(console, "perfect", "human", 0),
            "5" => play(console, "human", "human", 0),
            "6" => play(console, WEAK, "perfect", WATCHED),
            "7" => draw_tree(console),
            "8" => compare(console),
            "q" | "quit" | "exit" => return Ok(()),
            _ => {
                writeln!(console.output, "{choice:?} is not in the menu: type 1 to 8, or q.")?;
                Ok(())
            }
        };
        match result {
            Err(error) if error.is::<Interrupted>() => {}
            result => result?,
        }
    }
    Ok(())
}

fn play(console: &mut Console, cross: &str, nought: &str, delay: u64) -> Result<()> {
    let (cross, nought): (PlayerSpec, PlayerSpec) = (cross.parse()?, nought.parse()?);
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
