//! Programs that speak UCI.

use std::fmt::Write;

use cozy_chess::Move;
use cozy_chess::util::display_uci_move;
use gametree::Limits;
use players::{Fault, Setup, excerpt};

use super::{Language, Options, Program, after, centipawns, find_option, mate_in, mated_in, read_line};
use crate::fen::{fen, is_chess960};
use crate::game::{Game, MoveError};
use crate::players::{Position, Reasons};

const CHESS960: &str = "UCI_Chess960";
const THREADS: &str = "Threads";
const PONDER: &str = "Ponder";

/// What is known about a program.
pub(super) struct Uci {
    /// Whether it offers the option for Chess960.
    knows_chess960: bool,
    /// Whether that option is set.
    is_chess960: bool,
}

/// The name in what follows `option`: `name Skill Level type spin default 20`.
fn option_name(text: &str) -> Option<String> {
    let words: Vec<&str> = after(text, "name")?.split_ascii_whitespace().collect();
    let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
    Some(words[..end].join(" "))
}

impl Language for Uci {
    fn greet(program: &mut Program, options: &Options<'_>, setup: &Setup) -> Result<Self, Fault> {
        program.process.send("uci");
        let mut offered: Vec<String> = Vec::new();
        program.wait_greeting("UCI", "uciok", |line| {
            offered.extend(after(line, "option").and_then(option_name));
            Ok((line == "uciok").then_some(()))
        })?;
        let is_given = |name: &str| options.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        let mut orders = String::new();
        // Some programs use several threads by themselves, or plan for time that they never get.
        for (usual, value) in [(THREADS, setup.threads.to_string()), (PONDER, "false".to_owned())] {
            if let Ok(name) = find_option(&offered, usual, &[])
                && !is_given(usual)
            {
                // Writing to a string does not fail.
                let _ = writeln!(orders, "setoption name {name} value {value}");
            }
        }
        for &(given, value) in options {
            let name = find_option(&offered, given, &[])?;
            // A button has no value.
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            let _ = writeln!(orders, "setoption name {name}{value}");
        }
        program.process.send(&format!("{orders}ucinewgame\nisready"));
        program.wait_ready(|line| Ok((line == "readyok").then_some(())))?;
        let is_chess960 = options.iter().any(|(name, value)| name.eq_ignore_ascii_case(CHESS960) && *value == "true");
        Ok(Self { knows_chess960: find_option(&offered, CHESS960, &[]).is_ok(), is_chess960 })
    }

    fn ask(
        &mut self,
        program: &mut Program,
        position: &Position,
        limits: &Limits,
    ) -> Result<(Move, u64, Reasons), Fault> {
        let game = &position.game;
        let is_chess960 = self.is_chess960 || is_chess960(game.start());
        // Whatever it says before `readyok` belongs to an earlier turn.
        let mut orders = String::from("isready\n");
        if is_chess960 && !self.is_chess960 {
            if !self.knows_chess960 {
                return Err(Fault::Protocol(format!("it has no option {CHESS960}")));
            }
            self.is_chess960 = true;
            orders += &format!("setoption name {CHESS960} value true\n");
        }
        orders += &write_position(game, is_chess960);
        orders += &write_go(position, limits);
        program.process.send(&orders);
        let mut heard = Heard::default();
        let best = program.answer(position, limits, "stop", |line| {
            if !heard.is_ready {
                heard.is_ready = line == "readyok";
            } else if let Some(info) = after(line, "info") {
                heard.info(info);
            } else {
                return Ok(after(line, "bestmove").map(str::to_owned));
            }
            Ok(None)
        })?;
        let word = best.split_ascii_whitespace().next().unwrap_or_default();
        let turn = game.read_move(word).map_err(|error| match error {
            MoveError::Illegal(_) => Fault::Illegal(excerpt(&error.to_string())),
            MoveError::Notation(_) if ["(none)", "0000", "NULL"].contains(&word) => {
                Fault::Illegal(format!("bestmove {word} although the game is not over"))
            }
            MoveError::Notation(_) => Fault::Protocol(format!("bestmove {}", excerpt(&best))),
        })?;
        let (reasons, nodes) = heard.read(game);
        Ok((turn, nodes, reasons))
    }
}

/// The order that tells the position.
fn write_position(game: &Game, is_chess960: bool) -> String {
    let mut board = game.start().clone();
    let mut text = if board == Default::default() {
        "position startpos".to_owned()
    } else if is_chess960 {
        format!("position fen {board:#}")
    } else {
        format!("position fen {}", fen(&board))
    };
    for (i, &mv) in game.moves().iter().enumerate() {
        text += if i == 0 { " moves " } else { " " };
        // Writing to a string does not fail.
        let _ = if is_chess960 { write!(text, "{mv}") } else { write!(text, "{}", display_uci_move(&board, mv)) };
        board.play_unchecked(mv);
    }
    text.push('\n');
    text
}

/// The order to think.
fn write_go(position: &Position, limits: &Limits) -> String {
    let mut go = "go".to_owned();
    match (limits.time, position.clocks) {
        (Some(time), _) => go += &format!(" movetime {}", time.as_millis().max(1)),
        (None, Some([white, black])) => {
            for (name, clock) in [('w', white), ('b', black)] {
                go += &format!(" {name}time {}", clock.left.as_millis().max(1));
            }
            for (name, clock) in [('w', white), ('b', black)] {
                go += &format!(" {name}inc {}", clock.increment.as_millis());
            }
            let own = if position.game.board().side_to_move() == cozy_chess::Color::White { white } else { black };
            if let Some(moves) = own.moves_to_go {
                go += &format!(" movestogo {moves}");
            }
        }
        (None, None) => {}
    }
    if let Some(nodes) = limits.nodes {
        go += &format!(" nodes {nodes}");
    }
    if limits.depth < Limits::default().depth {
        go += &format!(" depth {}", limits.depth);
    }
    go
}

/// What a program has said about a position. Only the last words count, so lines are read when the
/// move has come.
#[derive(Default)]
struct Heard {
    is_ready: bool,
    /// The last line with an exact score, and the last with a bound.
    exact: String,
    bound: String,
    /// The last line with a count of nodes.
    nodes: String,
}

impl Heard {
    fn info(&mut self, line: &str) {
        if after(line, "string").is_some() {
            return;
        }
        if line.contains("nodes ") {
            line.clone_into(&mut self.nodes);
        }
        let is_other_line = value(line, "multipv").is_some_and(|number| number != "1");
        if !line.contains("score ") || is_other_line {
            return;
        }
        if line.contains("lowerbound") || line.contains("upperbound") {
            line.clone_into(&mut self.bound);
        } else {
            line.clone_into(&mut self.exact);
        }
    }

    /// The reasons and the number of nodes.
    fn read(&self, game: &Game) -> (Reasons, u64) {
        let line = if self.exact.is_empty() { &self.bound } else { &self.exact };
        let number = |line: &str, name: &str| -> Option<i64> { value(line, name)?.parse().ok() };
        let score = match (number(line, "cp"), number(line, "mate")) {
            (Some(score), _) => Some(centipawns(score)),
            (None, Some(moves)) if moves > 0 => Some(mate_in(moves)),
            (None, Some(moves)) => Some(mated_in(moves.saturating_neg())),
            (None, None) => None,
        };
        let depth = number(line, "depth").and_then(|depth| u32::try_from(depth).ok()).unwrap_or(0);
        let moves = line.split_ascii_whitespace().skip_while(|&word| word != "pv").skip(1);
        let nodes = number(&self.nodes, "nodes").and_then(|nodes| u64::try_from(nodes).ok()).unwrap_or(0);
        let line = read_line(game.board(), moves);
        (Reasons { depth, score, line, ..Reasons::default() }, nodes)
    }
}

/// The word after a name.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_ascii_whitespace().skip_while(|&word| word != name).nth(1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::Clock;
    use crate::game::read_fen;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(read_fen(fen).unwrap());
        for mv in moves.split_whitespace() {
            game.play(game.read_move(mv).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_program_that_is_no_engine_is_named_as_that() {
        let setup = Setup { patience: Duration::from_millis(200), ..Setup::default() };
        let error = "uci:cat".parse::<crate::PlayerSpec>().unwrap().build(&setup).err().unwrap();
        let expected = "cannot be started: it has not answered uciok in 0.2 s, so it does not seem to speak UCI";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn positions_are_told_with_their_history() {
        assert_eq!(write_position(&Game::default(), false), "position startpos\n");
        let castled = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(
            write_position(&game(castled, "e1g1 e8c8"), false),
            format!("position fen {castled} moves e1g1 e8c8\n")
        );
        let shuffled = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
        assert_eq!(write_position(&game(shuffled, "e1g1"), true), format!("position fen {shuffled} moves e1g1\n"));
    }

    #[test]
    fn limits_are_told() {
        let ms = Duration::from_millis;
        let clock = Clock { left: ms(2_950), increment: ms(30), moves_to_go: None };
        let mut position = Position { game: Game::default(), clocks: Some([clock, Clock { left: ms(0), ..clock }]) };
        assert_eq!(write_go(&position, &Limits::default()), "go wtime 2950 btime 1 winc 30 binc 30");
        position.clocks = Some([Clock { moves_to_go: Some(7), ..clock }, clock]);
        assert_eq!(
            write_go(&position, &Limits::depth(9)),
            "go wtime 2950 btime 2950 winc 30 binc 30 movestogo 7 depth 9"
        );
        position.clocks = None;
        assert_eq!(write_go(&position, &Limits::nodes(500)), "go nodes 500");
        assert_eq!(write_go(&position, &Limits::time(ms(100))), "go movetime 100");
    }

    #[test]
    fn the_last_exact_score_counts() {
        let mut heard = Heard::default();
        let read = |heard: &Heard| {
            let (reasons, nodes) = heard.read(&Game::default());
            (reasons.depth, reasons.score, reasons.line.len(), nodes)
        };
        assert_eq!(read(&heard), (0, None, 0, 0));
        heard.info("depth 3 score cp -12 upperbound nodes 5 pv e2e4");
        assert_eq!(read(&heard), (3, Some(-12), 1, 5));
        heard.info("depth 4 seldepth 6 multipv 1 score cp 34 nodes 100 nps 7 time 1 pv e2e4 e7e5 e1e5");
        heard.info("depth 4 multipv 2 score cp 20 nodes 101 pv d2d4");
        heard.info("string score cp 999");
        heard.info("depth 5 score cp 50 lowerbound nodes 150 pv d2d4");
        heard.info("currmove d2d4 currmovenumber 2 nodes 200");
        assert_eq!(read(&heard), (4, Some(34), 2, 200));
        heard.info("depth 9 score mate 3 pv");
        assert_eq!(read(&heard), (9, Some(mate_in(3)), 0, 200));
        heard.info("depth 9 score mate -2 nodes 99999999999999999999");
        assert_eq!(read(&heard), (9, Some(mated_in(2)), 0, 0));
    }

    #[test]
    fn option_names_may_have_spaces() {
        assert_eq!(option_name("name Skill Level type spin default 20").as_deref(), Some("Skill Level"));
        assert_eq!(option_name("name Clear Hash type button").as_deref(), Some("Clear Hash"));
        assert_eq!(option_name("nothing"), None);
    }
}
