//! The Universal Chess Interface: one line is one command.
//!
//! The caller's thread reads commands; a second one searches. Whatever takes long (searches, large
//! tables, `bench`, `perft`) happens there, so that `stop` and `quit` are obeyed at once.

mod go;
mod options;
mod text;

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use cozy_chess::Board;
use gametree::{Bound, Stop};
use players::Lines;

use self::go::read_go;
use self::options::{Change, Settings, introduction};
use self::text::{MoveWriter, explanation, picture};
use crate::engine::{BENCH_DEPTH, Engine, Finding, Go, Options, bench};
use crate::game::{Game, read_fen};

/// The deepest `go perft`.
const MAX_PERFT: u32 = 20;

/// From when on all bounds and the move being searched are worth telling.
const LATE: Duration = Duration::from_secs(3);

/// How long the end of the input and `quit` wait for the last answers.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often `quit` looks whether it waits for something that cannot be stopped.
const QUIT_POLL: Duration = Duration::from_millis(10);
/// How long `quit` waits for a GUI that does not read. A busy machine may leave the thread that writes
/// without time for a while.
const READ_PATIENCE: Duration = Duration::from_millis(100);

/// The most lines that wait to be written. If a GUI does not read, no `info` is added to more.
const MAX_WAITING: usize = 10_000;

/// A search that is under way.
#[derive(Clone)]
struct Search {
    stop: Stop,
    pondering: Arc<AtomicBool>,
}

/// What the reader and the searcher share.
struct Shared {
    /// Whole lines, for the thread that writes them: nobody waits for a GUI that does not read.
    output: mpsc::Sender<String>,
    search: Mutex<Option<Search>>,
    state: Arc<State>,
}

/// How the work of the threads stands.
#[derive(Default)]
struct State {
    /// The number of texts that wait to be written.
    waiting: AtomicUsize,
    /// The output cannot be written any more.
    is_broken: AtomicBool,
    writing: Stretch,
    /// The input has ended: nobody waits for a large transposition table any more.
    has_ended: AtomicBool,
}

/// Work that is done again and again: the number of times it has begun or ended.
#[derive(Default)]
struct Stretch(AtomicU64);

impl Stretch {
    fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.fetch_add(1, Ordering::Relaxed);
        let done = work();
        self.0.fetch_add(1, Ordering::Relaxed);
        done
    }

    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Shared {
    fn say(&self, text: &str) {
        let State { waiting, is_broken, .. } = &*self.state;
        if text.starts_with("info ") && waiting.load(Ordering::Relaxed) >= MAX_WAITING {
            return;
        }
        waiting.fetch_add(1, Ordering::Relaxed);
        if self.output.send(text.to_owned()).is_err() || is_broken.load(Ordering::Relaxed) {
            self.stop();
        }
    }

    fn complain(&self, text: &str) {
        self.say(&format!("info string {}\n", players::excerpt(text)));
    }

    fn search(&self) -> MutexGuard<'_, Option<Search>> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        if let Some(search) = &*self.search() {
            search.pondering.store(false, Ordering::Relaxed);
            search.stop.raise();
        }
    }

    /// Whether the next search, or everything, was told to stop.
    fn is_stopped(&self) -> bool {
        self.state.has_ended.load(Ordering::Relaxed)
            || self.search().as_ref().is_some_and(|search| search.stop.is_raised())
    }

    /// The search that is under way. One that was told to stop is waited for: a GUI may send the
    /// next position without waiting for the answer.
    fn running_search(&self) -> Option<Search> {
        let begin = Instant::now();
        loop {
            let search = self.search().clone();
            let is_ending = search.as_ref().is_some_and(|search| search.stop.is_raised());
            if !is_ending || begin.elapsed() > PATIENCE {
                return search;
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    /// The search is over. A GUI that has read its last line finds the engine ready for the next.
    fn end_search(&self, last: &str) {
        *self.search() = None;
        self.say(last);
    }
}

/// Writes lines until the last sender hangs up.
fn write_all(lines: &mpsc::Receiver<String>, mut output: impl Write, state: &State) -> io::Result<()> {
    for line in lines {
        let written = state.writing.during(|| output.write_all(line.as_bytes()).and_then(|()| output.flush()));
        state.waiting.fetch_sub(1, Ordering::Relaxed);
        if let Err(error) = written {
            state.is_broken.store(true, Ordering::Relaxed);
            return Err(error);
        }
    }
    Ok(())
}

/// Waits until all is written, but not long, and after `quit` no longer than it makes sense to.
fn wait_for_answers(is_done: &mpsc::Receiver<io::Result<()>>, state: &State, has_quit: bool) -> io::Result<()> {
    let begin = Instant::now();
    // When the count of writing was seen for the first time.
    let mut writing = (state.writing.count(), begin);
    loop {
        match is_done.recv_timeout(QUIT_POLL) {
            // A GUI that has gone needs no answer.
            Ok(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
            Ok(_) | Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        let count = state.writing.count();
        if count != writing.0 {
            writing = (count, Instant::now());
        }
        let does_not_read = !count.is_multiple_of(2) && writing.1.elapsed() > READ_PATIENCE;
        if has_quit && does_not_read || begin.elapsed() > PATIENCE {
            return Ok(());
        }
    }
}

/// What the searching thread is asked to do.
enum Work {
    Think { game: Box<Game>, go: Box<Go>, is_chess960: bool },
    Bench { depth: u32, stop: Stop },
    Perft { board: Box<Board>, depth: u32, stop: Stop, is_chess960: bool },
    Set(Options),
    Clear,
    Ready,
}

/// Speaks UCI until `quit` or the end of the input. A search that is still under way then is
/// stopped.
///
/// ```
/// use std::io;
/// chess::uci::serve("uci\nposition startpos moves e2e4\ngo depth 3\n".as_bytes(), io::sink())?;
/// # Ok::<(), io::Error>(())
/// ```
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let state = Arc::<State>::default();
    let (lines, written) = mpsc::channel();
    let (sender, work) = mpsc::channel();
    let (done, is_done) = mpsc::channel();
    let shared = Arc::new(Shared { output: lines, search: Mutex::new(None), state: Arc::clone(&state) });
    let (searcher, writer) = (Arc::clone(&shared), Arc::clone(&state));
    // Neither is joined: the writer may wait for a GUI that does not read.
    std::thread::Builder::new().name("search".to_owned()).spawn(move || work_all(&work, &searcher))?;
    std::thread::Builder::new().name("output".to_owned()).spawn(move || {
        let _ = done.send(write_all(&written, output, &writer));
    })?;
    let mut session = Session { shared: &shared, sender, settings: Settings::default(), game: Game::default() };
    let read = session.read_all(Lines::new(input));
    let has_quit = matches!(read, Ok(ControlFlow::Break(())));
    shared.stop();
    state.has_ended.store(true, Ordering::Relaxed);
    // Without a sender the searcher ends, and with it the writer.
    drop(session);
    drop(shared);
    let written = wait_for_answers(&is_done, &state, has_quit);
    read.and(written)
}

/// Does what it is asked to, until the other end hangs up.
fn work_all(work: &mpsc::Receiver<Work>, shared: &Shared) {
    let mut engine = Engine::default();
    // Whether the table has a new size and nobody knows yet whether there was room for it.
    let mut is_new_size = false;
    for work in work {
        match work {
            Work::Set(options) => {
                is_new_size |= options.hash != engine.options().hash;
                engine.set_options(options);
            }
            Work::Clear => engine.clear(),
            Work::Ready => {
                let wanted = engine.options().hash;
                if let Some(hash) = engine.wait_for_table(|| shared.is_stopped())
                    && std::mem::take(&mut is_new_size)
                    && hash < wanted
                {
                    shared.complain(&format!("Hash: only {hash} of {wanted} MiB could be allocated"));
                }
                shared.say("readyok\n");
            }
            Work::Think { game, go, is_chess960 } => {
                let last = think(&mut engine, &game, &go, MoveWriter { is_chess960 }, shared);
                shared.end_search(&last);
            }
            Work::Bench { depth, stop } => {
                // There may be no room for a second large table, and the count depends on the size.
                let options = Options { hash: Options::default().hash, ..engine.options().clone() };
                shared.end_search(&run_bench(depth, options, &stop, shared));
            }
            Work::Perft { board, depth, stop, is_chess960 } => {
                shared.end_search(&run_perft(&board, depth, &stop, MoveWriter { is_chess960 }));
            }
        }
    }
}

/// Searches, and returns the answer.
fn think(engine: &mut Engine, game: &Game, go: &Go, write: MoveWriter, shared: &Shared) -> String {
    let started = Instant::now();
    let board = game.board();
    let mut told = None;
    let thought = engine.think(game, go, &mut |finding| {
        let is_late = started.elapsed() > LATE;
        match finding {
            Finding::Line(info) => {
                // A new best move is told at once: the last line begins with the answer.
                let is_new = info.multi_pv == 1 && info.line.first().is_some_and(|&mv| Some(mv) != told);
                if info.bound == Bound::Exact || is_new || is_late {
                    shared.say(&write.info(board, info));
                }
                if info.multi_pv == 1 {
                    told = info.line.first().copied().or(told);
                }
            }
            Finding::Move { depth, mv, number } if is_late => {
                let mv = write.write(board, *mv);
                shared.say(&format!("info depth {depth} currmove {mv} currmovenumber {number}\n"));
            }
            _ => {}
        }
    });
    // A GUI that ponders or analyses wants no answer before it asks.
    while (go.is_pondering() || go.is_endless()) && !go.limits.stop.as_ref().is_some_and(Stop::is_raised) {
        std::thread::sleep(Duration::from_millis(1));
    }
    write.best(board, &thought)
}

fn run_bench(depth: u32, options: Options, stop: &Stop, shared: &Shared) -> String {
    let result = bench(depth, options, stop, &mut |number, all, nodes| {
        shared.say(&format!("info string position {number}/{all}, {nodes} nodes\n"));
    });
    match result {
        Some(bench) => format!("{bench}\n"),
        None => "info string bench: stopped\n".to_owned(),
    }
}

fn run_perft(board: &Board, depth: u32, stop: &Stop, write: MoveWriter) -> String {
    let mut total = 0;
    let mut text = String::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            let nodes = perft(&next, depth.saturating_sub(1), stop);
            total += nodes;
            let _ = writeln!(text, "{}: {nodes}", write.write(board, mv));
        }
        false
    });
    if stop.is_raised() {
        return "info string go perft: stopped\n".to_owned();
    }
    text + &format!("\nNodes searched: {total}\n")
}

/// The number of legal lines of this many plies; of no use once `stop` is raised.
pub fn perft(board: &Board, depth: u32, stop: &Stop) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
            return false;
        }
        for mv in moves {
            // Otherwise every level would still look at some of its moves.
            if depth > 2 && stop.is_raised() {
                return true;
            }
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += perft(&next, depth - 1, stop);
        }
        false
    });
    nodes
}

/// The reader's side of the conversation.
struct Session<'a> {
    shared: &'a Shared,
    sender: mpsc::Sender<Work>,
    settings: Settings,
    game: Game,
}

impl Session<'_> {
    /// Reads commands until `quit`, which breaks off, or the end of the input.
    fn read_all(&mut self, mut lines: Lines<impl BufRead>) -> io::Result<ControlFlow<()>> {
        while let Some(line) = lines.next_line()? {
            match line {
                Ok(line) => {
                    // Some systems begin a text with a mark of its encoding.
                    if self.handle(line.trim_start_matches('\u{feff}')).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Err(error) => self.shared.complain(&error.to_string()),
            }
            if self.shared.state.is_broken.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Does what a line asks for.
    fn handle(&mut self, line: &str) -> ControlFlow<()> {
        let mut words = line.split_ascii_whitespace();
        let Some(command) = words.next() else { return ControlFlow::Continue(()) };
        let rest: Vec<&str> = words.collect();
        let needs_rest = matches!(command, "ucinewgame" | "setoption" | "position" | "go" | "bench" | "eval" | "d");
        let search = if needs_rest { self.shared.running_search() } else { self.shared.search().clone() };
        let result = match command {
            "quit" => return ControlFlow::Break(()),
            "stop" => {
                self.shared.stop();
                Ok(())
            }
            "ponderhit" => match &search {
                Some(search) => {
                    search.pondering.store(false, Ordering::Relaxed);
                    Ok(())
                }
                None => Err("ponderhit: there is no search".to_owned()),
            },
            "uci" => {
                self.shared.say(&introduction());
                Ok(())
            }
            // During a search at once; otherwise when everything before it is done.
            "isready" if search.is_some() => {
                self.shared.say("readyok\n");
                Ok(())
            }
            "isready" => self.send(Work::Ready),
            _ if needs_rest && search.is_some() => Err(format!("{command}: ignored while searching; send stop first")),
            "ucinewgame" => {
                // Other mistakes in every game.
                self.settings.engine.seed = players::draw_seed();
                self.send(Work::Set(self.settings.engine.clone())).and_then(|()| self.send(Work::Clear))
            }
            "setoption" => self.set_option(&rest),
            "position" => self.set_position(&rest),
            "go" => self.go(&rest),
            "bench" => self.bench(&rest),
            "eval" => {
                let board = self.game.board();
                self.shared.say(&explanation(&self.settings.engine.evaluation.explain(board)));
                Ok(())
            }
            "d" => {
                self.shared.say(&picture(&self.game));
                Ok(())
            }
            "help" => {
                self.shared.say(HELP);
                Ok(())
            }
            // Standard, but there is nothing to do.
            "debug" | "register" => Ok(()),
            _ => Err(players::unknown("command", command, &COMMANDS)),
        };
        if let Err(error) = result {
            self.shared.complain(&error);
        }
        ControlFlow::Continue(())
    }

    fn send(&self, work: Work) -> Result<(), String> {
        self.sender.send(work).map_err(|_| "the search has ended".to_owned())
    }

    /// Notes that a search is under way, so that it can be stopped.
    fn begin_search(&self, stop: &Stop, pondering: Arc<AtomicBool>) {
        *self.shared.search() = Some(Search { stop: stop.clone(), pondering });
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        match self.settings.set(words)? {
            Change::Engine { note } => {
                if let Some(note) = note {
                    self.shared.complain(&note);
                }
                self.send(Work::Set(self.settings.engine.clone()))
            }
            Change::ClearHash => self.send(Work::Clear),
        }
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
        for (number, mv) in (1..).zip(moves.iter().skip(1)) {
            let mv = game.read_move(mv).and_then(|mv| game.play(mv));
            mv.map_err(|error| format!("position: move {number}: {error}"))?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let stop = Stop::new();
        let is_chess960 = self.settings.is_chess960;
        if let ["perft", rest @ ..] = words {
            let depth = rest.first().filter(|_| rest.len() == 1).and_then(|depth| depth.parse().ok());
            let depth = depth.filter(|depth| (1..=MAX_PERFT).contains(depth));
            let depth = depth.ok_or_else(|| format!("go perft: expected a depth from 1 to {MAX_PERFT}"))?;
            self.begin_search(&stop, Arc::default());
            let board = Box::new(self.game.board().clone());
            return self.send(Work::Perft { board, depth, stop, is_chess960 });
        }
        let (mut go, mistakes) = read_go(words, &self.game, self.settings.overhead);
        mistakes.iter().for_each(|mistake| self.shared.complain(mistake));
        go.limits.stop = Some(stop.clone());
        self.begin_search(&stop, go.pondering.clone());
        self.send(Work::Think { game: Box::new(self.game.clone()), go: Box::new(go), is_chess960 })
    }

    fn bench(&mut self, words: &[&str]) -> Result<(), String> {
        let depth = match words {
            [] => BENCH_DEPTH,
            [depth] => depth
                .parse()
                .ok()
                .filter(|depth| (1..=30).contains(depth))
                .ok_or("bench: expected a depth from 1 to 30")?,
            _ => return Err("bench: expected at most a depth".to_owned()),
        };
        let stop = Stop::new();
        self.begin_search(&stop, Arc::default());
        self.send(Work::Bench { depth, stop })
    }
}

const HELP: &str = "\
info string uci | isready | ucinewgame | setoption name NAME value VALUE
info string position startpos|fen FEN [moves MOVE...]
info string go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder]
info string    [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
info string    [searchmoves MOVE...] | go perft N
info string stop | ponderhit | quit
info string d (the board) | eval (the evaluation) | bench [DEPTH]
";

const COMMANDS: [&str; 13] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "bench",
    "eval",
    "d",
    "help",
];
