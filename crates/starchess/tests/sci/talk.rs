//! A conversation with a session in another thread.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::thread::{self, JoinHandle};

use starchess::{Galaxy, sci};

/// A session and the two pipes to it.
pub(crate) struct Talk {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    session: JoinHandle<io::Result<()>>,
}

/// What a search said.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The words of the last `info` line before the answer.
    pub(crate) info: Vec<String>,
    pub(crate) turn: String,
    /// All that came before the last `info` line.
    pub(crate) before: Vec<String>,
}

impl Answer {
    /// The number after a word of the `info` line.
    pub(crate) fn number(&self, name: &str) -> u64 {
        let at = self.info.iter().position(|word| word == name).unwrap();
        self.info[at + 1].parse().unwrap()
    }

    pub(crate) fn scores(&self) -> [i32; 4] {
        let at = self.info.iter().position(|word| word == "score").unwrap();
        [1, 2, 3, 4].map(|i| self.info[at + i].parse().unwrap())
    }
}

impl Talk {
    pub(crate) fn new() -> Self {
        let (input, to) = io::pipe().unwrap();
        let (from, output) = io::pipe().unwrap();
        let session = thread::spawn(move || sci::serve(BufReader::new(input), output));
        Self { to, from: BufReader::new(from), session }
    }

    pub(crate) fn tell(&mut self, line: &str) {
        // In one write: the session may be gone before a second one.
        self.to.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    pub(crate) fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        line.strip_suffix('\n').unwrap().to_owned()
    }

    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.tell(line);
        self.hear()
    }

    /// Asks for what has no answer.
    pub(crate) fn set(&mut self, line: &str) {
        self.tell(line);
        assert_eq!(self.ask("isready"), "readyok", "{line}");
    }

    pub(crate) fn shown(&mut self) -> Galaxy {
        self.ask("show").strip_prefix("position ").unwrap().parse().unwrap()
    }

    /// Listens until a search has answered.
    pub(crate) fn answer(&mut self) -> Answer {
        let mut before = Vec::new();
        loop {
            let line = self.hear();
            if let Some(turn) = line.strip_prefix("bestturn ") {
                let info: String = before.pop().unwrap();
                let info: Vec<String> = info.split(' ').map(str::to_owned).collect();
                let names = [0, 1, 3, 8, 10, 12].map(|i| info[i].as_str());
                assert_eq!(names, ["info", "turns", "score", "generated", "evaluated", "time"]);
                assert_eq!(info.len(), 14);
                return Answer { info, turn: turn.to_owned(), before };
            }
            before.push(line);
        }
    }

    /// Waits for the session to end by itself, and returns what is still said.
    pub(crate) fn ended(self) -> Vec<String> {
        self.session.join().unwrap().unwrap();
        let rest = self.from.lines().map(Result::unwrap).collect();
        // Only now, so that it was not the end of the input.
        drop(self.to);
        rest
    }

    /// Ends the input, and returns what is still said.
    pub(crate) fn end(self) -> Vec<String> {
        drop(self.to);
        let rest = self.from.lines().map(Result::unwrap).collect();
        self.session.join().unwrap().unwrap();
        rest
    }
}

/// Positions from the middle of real games.
pub(crate) fn midgame() -> Vec<String> {
    include_str!("../data/midgame.txt").lines().map(str::to_owned).collect()
}
