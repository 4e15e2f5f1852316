//! The Universal Chess Interface: one line is one command.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use cozy_chess::{Board, Move};
use gametree::{Bound, SURE, Score, Stop, WIN};

use crate::engine::{Breakdown, Clock, Engine, Go, Info, MAX_HASH, Options, Thought};
use crate::game::{Game, read_fen};

/// The most threads.
const MAX_THREADS: usize = 256;
/// The most best lines.
const MAX_LINES: usize = 218;

/// What can be set with `setoption`.
#[derive(Clone, Copy, Debug)]
struct Settings {
    engine: Options,
    overhead: Duration,
    is_chess960: bool,
}

/// A search that is under way.
struct Search {
    stop: Stop,
    pondering: Arc<AtomicBool>,
}

/// What the reader and the searcher share. One lock guards all of it, so that whoever has read a
/// `bestmove` finds no search under way.
struct Shared<W> {
    output: W,
    search: Option<Search>,
    is_broken: bool,
}

struct SharedOutput<W>(Mutex<Shared<W>>);

impl<W: Write> SharedOutput<W> {
    fn lock(&self) -> MutexGuard<'_, Shared<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> Shared<W> {
    fn say(&mut self, text: &str) {
        if self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()).is_err() {
            self.is_broken = true;
            self.stop();
        }
    }

    fn complain(&mut self, text: &str) {
        self.say(&format!("info string {}\n", players::excerpt(text)));
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.pondering.store(false, Ordering::Relaxed);
            search.stop.raise();
        }
    }
}

/// What the searching thread is asked to do.
enum Work {
    Think { game: Box<Game>, go: Box<Go>, is_chess960: bool },
    Set(Options),
    Clear,
}

/// Speaks UCI until `quit` or the end of the input.
///
/// ```
/// let mut answers = Vec::new();
/// chess::uci::serve("position startpos moves e2e4\ngo depth 3\nisready\n".as_bytes(), &mut answers)?;
/// assert!(String::from_utf8_lossy(&answers).contains("readyok"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let shared = SharedOutput(Mutex::new(Shared { output, search: None, is_broken: false }));
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let searcher = &shared;
        scope.spawn(move || search_all(&receiver, searcher));
        let engine = Options::default();
        let settings = Settings { engine, overhead: Duration::from_millis(10), is_chess960: false };
        let mut session = Session { shared: &shared, sender, settings, game: Game::default() };
        let mut line = Vec::new();
        let result = loop {
            line.clear();
            match input.read_until(b'\n', &mut line) {
                Ok(0) => break Ok(()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => break Err(error),
            }
            if session.handle(String::from_utf8_lossy(&line).trim()).is_break() || shared.lock().is_broken {
                break Ok(());
            }
        };
        shared.lock().stop();
        result
    })
}

/// Thinks whenever there is something to think about, until the other end hangs up.
fn search_all<W: Write>(work: &mpsc::Receiver<Work>, shared: &SharedOutput<W>) {
    let mut engine = Engine::default();
    for work in work {
        match work {
            Work::Set(options) => engine.set_options(options),
            Work::Clear => engine.clear(),
            Work::Think { game, go, is_chess960 } => {
                let started = Instant::now();
                let board = game.board();
                let write = MoveWriter { is_chess960 };
                let thought = engine.think(&game, &go, &mut |info| {
                    // Bounds are news only when they are late.
                    if info.bound == Bound::Exact || started.elapsed() > Duration::from_secs(3) {
                        shared.lock().say(&write.info(board, info));
                    }
                });
                // A GUI that ponders or analyses wants no answer before it asks.
                while (go.is_pondering() || go.is_endless()) && !go.limits.stop.as_ref().is_some_and(Stop::is_raised) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                let mut shared = shared.lock();
                shared.say(&write.best(board, &thought));
                shared.search = None;
            }
        }
    }
}

/// Writes moves as the GUI expects them.
#[derive(Clone, Copy)]
struct MoveWriter {
    is_chess960: bool,
}

impl MoveWriter {
    fn write(self, board: &Board, mv: Move) -> String {
        if self.is_chess960 { mv.to_string() } else { cozy_chess::util::display_uci_move(board, mv).to_string() }
    }

    fn line(self, board: &Board, line: &[Move]) -> String {
        let mut board = board.clone();
        let mut text = String::new();
        for &mv in line {
            let _ = write!(text, " {}", self.write(&board, mv));
            board.play_unchecked(mv);
        }
        text
    }

    fn info(self, board: &Board, info: &Info) -> String {
        let Info { depth, selective_depth, multi_pv, nodes, hashfull, .. } = info;
        let micros = info.time.as_micros().max(1);
        let nps = u128::from(*nodes) * 1_000_000 / micros;
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let (score, time, line) = (score(info.score), micros / 1_000, self.line(board, &info.line));
        format!(
            "info depth {depth} seldepth {selective_depth} multipv {multi_pv} score {score}{bound} nodes {nodes} \
             nps {nps} hashfull {hashfull} time {time} pv{line}\n"
        )
    }

    fn best(self, board: &Board, thought: &Thought) -> String {
        let Some(&best) = thought.line.first() else { return "bestmove (none)\n".to_owned() };
        let mut text = format!("bestmove {}", self.write(board, best));
        if let Some(&ponder) = thought.line.get(1) {
            let mut after = board.clone();
            after.play_unchecked(best);
            let _ = write!(text, " ponder {}", self.write(&after, ponder));
        }
        text + "\n"
    }
}

fn score(score: Score) -> String {
    match score {
        score if score > SURE => format!("mate {}", (WIN - score + 1) / 2),
        score if score < -SURE => format!("mate -{}", (WIN + score + 1) / 2),
        score => format!("cp {score}"),
    }
}

/// The reader's side of the conversation.
struct Session<'a, W> {
    shared: &'a SharedOutput<W>,
    sender: mpsc::Sender<Work>,
    settings: Settings,
    game: Game,
}

impl<W: Write + Send> Session<'_, W> {
    /// Does what a line asks for.
    fn handle(&mut self, line: &str) -> ControlFlow<()> {
        let mut words = line.split_ascii_whitespace();
        let Some(command) = words.next() else { return ControlFlow::Continue(()) };
        let rest: Vec<&str> = words.collect();
        let mut shared = self.shared.lock();
        let is_searching = shared.search.is_some();
        match command {
            "quit" => return ControlFlow::Break(()),
            "isready" => shared.say("readyok\n"),
            "stop" => shared.stop(),
            "ponderhit" => match &shared.search {
                Some(search) => search.pondering.store(false, Ordering::Relaxed),
                None => shared.complain("ponderhit: not pondering"),
            },
            "uci" => shared.say(&introduction()),
            "ucinewgame" | "setoption" | "position" | "go" | "bench" | "eval" | "d" if is_searching => {
                shared.complain(&format!("{command}: ignored while searching"));
            }
            _ => {
                drop(shared);
                let result = match command {
                    "ucinewgame" => self.send(Work::Clear),
                    "setoption" => self.set_option(&rest),
                    "position" => self.set_position(&rest),
                    "go" => self.go(&rest),
                    "eval" => self.evaluate(),
                    "d" => self.display(),
                    _ => Err(format!("unknown command {command:?}")),
                };
                if let Err(error) = result {
                    self.shared.lock().complain(&error);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn send(&self, work: Work) -> Result<(), String> {
        self.sender.send(work).map_err(|_| "the search has ended".to_owned())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let value_at = words.iter().position(|&word| word == "value");
        let (name, value) = words.split_at(value_at.unwrap_or(words.len()));
        let ["name", name @ ..] = name else { return Err("setoption: expected name NAME value VALUE".to_owned()) };
        let (name, value) = (name.join(" "), value.get(1..).unwrap_or_default().join(" "));
        let number = |min: usize, max: usize| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| format!("setoption {name}: {value:?} is not a whole number from {min} to {max}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.settings.engine.hash = number(1, MAX_HASH)?,
            "threads" => self.settings.engine.threads = number(1, MAX_THREADS)?,
            "multipv" => self.settings.engine.multi_pv = number(1, MAX_LINES)?,
            "move overhead" => self.settings.overhead = Duration::from_millis(number(0, 10_000)? as u64),
            "uci_chess960" => {
                self.settings.is_chess960 = match value.as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(format!("setoption {name}: {value:?} is not true or false")),
                }
            }
            // The GUI says so with go ponder.
            "ponder" => {}
            "clear hash" => return self.send(Work::Clear),
            _ => return Err(format!("setoption: unknown option {name:?}")),
        }
        self.send(Work::Set(self.settings.engine))
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (position, moves) = words.split_at(moves_at);
        let board = match position {
            ["startpos"] => Board::default(),
            ["fen", fen @ ..] => read_fen(&fen.join(" ")).map_err(|error| format!("position: {error}"))?,
            _ => return Err("position: expected startpos or fen FEN".to_owned()),
        };
        let mut game = Game::new(board);
        for mv in moves.iter().skip(1) {
            let mv = game.read_move(mv).map_err(|error| format!("position: {error}"))?;
            game.play(mv).map_err(|error| format!("position: {error}"))?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        if let ["perft", depth] = words {
            let depth = depth.parse().map_err(|_| format!("go perft: {depth:?} is not a depth"))?;
            return self.perft(depth);
        }
        let mut go = read_go(words, &self.game, self.settings.overhead)?;
        let stop = Stop::new();
        go.limits.stop = Some(stop.clone());
        self.shared.lock().search = Some(Search { stop, pondering: go.pondering.clone() });
        let is_chess960 = self.settings.is_chess960;
        self.send(Work::Think { game: Box::new(self.game.clone()), go: Box::new(go), is_chess960 })
    }

    fn perft(&self, depth: u32) -> Result<(), String> {
        let write = MoveWriter { is_chess960: self.settings.is_chess960 };
        let board = self.game.board();
        let mut total = 0;
        let mut text = String::new();
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                let nodes = perft(&next, depth.saturating_sub(1));
                total += nodes;
                let _ = writeln!(text, "{}: {nodes}", write.write(board, mv));
            }
            false
        });
        let _ = writeln!(text, "\nNodes searched: {total}");
        self.shared.lock().say(&text);
        Ok(())
    }

    fn evaluate(&self) -> Result<(), String> {
        let Breakdown { terms, phase, scale, value } = Engine::explain(self.game.board());
        let mut text = format!("info string {:<36}{:>8}{:>8}{:>8}\n", "term", "White", "Black", "sum");
        for (name, [white, black]) in terms {
            let _ = writeln!(text, "info string {name:<36}{white:>8}{black:>8}{:>8}", white - black);
        }
        let _ = writeln!(text, "info string phase {phase} of 24, scaled by {scale}/64");
        let _ = writeln!(text, "info string evaluation {value} for the side to move, in hundredths of a pawn");
        self.shared.lock().say(&text);
        Ok(())
    }

    fn display(&self) -> Result<(), String> {
        let board = self.game.board();
        let ending = self.game.ending().map_or_else(String::new, |ending| format!("\ninfo string {ending}"));
        self.shared.lock().say(&format!("info string fen {board}{ending}\n"));
        Ok(())
    }
}

/// The legal positions after this many plies.
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

/// Reads what follows `go`.
fn read_go(words: &[&str], game: &Game, overhead: Duration) -> Result<Go, String> {
    let mut go = Go::default();
    let limits = &mut go.limits;
    let mut clocks = [None; 2];
    let mut increments = [Duration::ZERO; 2];
    let mut moves_to_go = None;
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().unwrap_or_default();
            // A GUI may send a negative time when the flag has fallen.
            let number: Option<i64> = value.parse().ok();
            number.map(|number| number.max(0) as u64).ok_or_else(|| format!("go {word}: {value:?} is not a number"))
        };
        match word {
            "infinite" => {}
            "ponder" => go.pondering.store(true, Ordering::Relaxed),
            "depth" => limits.depth = number()?.clamp(1, 127) as u32,
            "nodes" => limits.nodes = Some(number()?),
            "mate" => go.mate = Some(number()?.min(500) as u32),
            "movetime" => {
                let time = Duration::from_millis(number()?).saturating_sub(overhead.min(Duration::from_millis(5)));
                limits.time = Some(time.max(Duration::from_millis(1)));
            }
            "wtime" => clocks[0] = Some(Duration::from_millis(number()?)),
            "btime" => clocks[1] = Some(Duration::from_millis(number()?)),
            "winc" => increments[0] = Duration::from_millis(number()?),
            "binc" => increments[1] = Duration::from_millis(number()?),
            "movestogo" => moves_to_go = Some(number()?.clamp(1, 1_000) as u32),
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|mv| game.read_move(mv).ok()) {
                    go.moves.push(mv);
                    words.next();
                }
            }
            _ => return Err(format!("go: unknown limit {word:?}")),
        }
    }
    let side = game.board().side_to_move() as usize;
    if let Some(left) = clocks[side] {
        let clock = Clock { left, increment: increments[side], moves_to_go };
        let (soft, hard) = clock.allot(overhead);
        limits.soft_time = Some(soft);
        limits.time = Some(limits.time.map_or(hard, |time| time.min(hard)));
    }
    Ok(go)
}

fn introduction() -> String {
    let (version, authors) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_AUTHORS"));
    let Options { hash, threads, multi_pv } = Options::default();
    format!(
        "id name Star Chess {version}\nid author {authors}\n\
         option name Hash type spin default {hash} min 1 max {MAX_HASH}\n\
         option name Threads type spin default {threads} min 1 max {MAX_THREADS}\n\
         option name MultiPV type spin default {multi_pv} min 1 max {MAX_LINES}\n\
         option name Ponder type check default false\n\
         option name Move Overhead type spin default 10 min 0 max 10000\n\
         option name UCI_Chess960 type check default false\n\
         option name Clear Hash type button\nuciok\n"
    )
}
