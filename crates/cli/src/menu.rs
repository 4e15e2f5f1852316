//! The menu of a program that was started without a command.

use std::io::Write;

use anyhow::Result;
use noughts::Board;

use crate::compare::{CompareCommand, CompareNoughts};
use crate::console::Console;
use crate::interrupt::Interrupted;
use crate::noughts::{FULL_DEPTH, Opinion, PlayArgs, TreeArgs};
use crate::players::{Kind, PlayerSpec};

const MENU: &str = "
Noughts and crosses
  1  play cross against the computer
  2  play nought against the computer
  3  two humans
  4  watch two computers
  5  see the game tree
  6  compare the searches
  q  quit
";

/// How long a computer waits when it is watched, in milliseconds.
const WATCHED: u64 = 600;

/// The random games of the weaker of two computers: few enough that it sometimes errs.
const WEAK_PLAYOUTS: u64 = 30;

/// Does what is chosen until quitting is, or until the input ends.
pub(crate) fn run(console: &mut Console) -> Result<()> {
    writeln!(console.output, "Star Chess: computer players that think ahead.")?;
    while console.is_open {
        write!(console.output, "{MENU}")?;
        let Some(choice) = console.ask("> ")? else { break };
        let human = || PlayerSpec::new(Kind::Human);
        let perfect = || PlayerSpec::new(Kind::Perfect);
        let weak = || PlayerSpec { nodes: Some(WEAK_PLAYOUTS), ..PlayerSpec::new(Kind::Mcts) };
        let result = match choice.to_ascii_lowercase().as_str() {
            "1" => play(console, human(), perfect(), 0),
            "2" => play(console, perfect(), human(), 0),
            "3" => play(console, human(), human(), 0),
            "4" => play(console, weak(), perfect(), WATCHED),
            "5" => draw_tree(console),
            "6" => compare(console),
            "q" | "quit" | "exit" => return Ok(()),
            _ => {
                writeln!(console.output, "{choice:?} is not in the menu: type 1 to 6, or q.")?;
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

fn play(console: &mut Console, cross: PlayerSpec<Opinion>, nought: PlayerSpec<Opinion>, delay: u64) -> Result<()> {
    PlayArgs { cross, nought, position: Board::EMPTY, delay }.run(console)
}

fn draw_tree(console: &mut Console) -> Result<()> {
    let (position, eval) = (Board::EMPTY, Opinion::Paper);
    TreeArgs { depth: 2, position, eval, dot: false, all: false, force: false }.run(&mut console.output)
}

fn compare(console: &mut Console) -> Result<()> {
    let (depth, position, eval) = (FULL_DEPTH, Board::EMPTY, Opinion::Outcome);
    let command = CompareCommand::Noughts(CompareNoughts { depth, position, eval, json: false });
    command.run(&console.interrupt, &mut console.output)
}
