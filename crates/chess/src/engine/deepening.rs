//! Iterative deepening with aspiration windows, on one thread or several.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use cozy_chess::{Board, Move};
use gametree::{Bound, SURE, Score, Stop, WIN};

use super::evaluation::{Breakdown, Classical};
use super::evaluator::Evaluation;
use super::handicap::Handicap;
use super::margins::{Margins, Reductions};
use super::search::Task;
use super::store::{Store, mib_of};
use super::time::Go;
use super::worker::{MAX_PLY, Memory, Shared, Worker};
use crate::game::Game;

/// The number of iterations over which a falling score is seen.
const SCORES: usize = 3;

/// From this depth on the window is narrow.
const ASPIRATION_DEPTH: i32 = 4;

/// What can be set for an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
    /// The number of best lines to report.
    pub multi_pv: usize,
    /// The rating to play at, within [`ELO_RANGE`](super::ELO_RANGE); full strength if there is none.
    pub elo: Option<u32>,
    /// From which the mistakes follow that it makes at a rating.
    pub seed: u64,
    /// How it evaluates positions at full strength.
    pub evaluation: Evaluation,
    /// When it prunes, reduces and extends.
    pub margins: Margins,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            elo: None,
            seed: 0,
            evaluation: Evaluation::default(),
            margins: Margins::default(),
        }
    }
}

impl Options {
    /// How positions are evaluated in play. Below full strength it is by hand-written terms, with
    /// which the ratings were measured.
    fn evaluation_in_play(&self) -> &Evaluation {
        if self.elo.is_some() { &Evaluation::Classical } else { &self.evaluation }
    }
}

/// What a search has found so far about one line.
#[derive(Clone, Debug)]
pub struct Info {
    /// The depth in plies.
    pub depth: u32,
    /// The greatest depth of any line.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// The value for the side to move, in hundredths of a pawn; beyond ±[`SURE`] a mate.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The best line.
    pub line: Vec<Move>,
}

/// News from a search.
#[derive(Clone, Debug)]
pub enum Finding {
    /// A line and its score.
    Line(Info),
    /// It turns to this move at the root.
    Move {
        /// The depth in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of search, from 1.
        number: usize,
    },
}

/// What a search decided.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The best line found, of an iteration that was cut short too if it had one; empty if there is
    /// no legal move.
    pub line: Vec<Move>,
    /// Its score for the side to move.
    pub score: Score,
    /// How deep the last complete iteration was.
    pub depth: u32,
    /// The nodes of all threads.
    pub nodes: u64,
}

/// A chess engine. It keeps its transposition table and what it learned about moves from one search
/// to the next.
pub struct Engine {
    store: Store,
    /// One for every thread.
    memories: Vec<Memory>,
    reductions: Reductions,
    options: Options,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl Engine {
    /// A fresh engine.
    pub fn new(options: Options) -> Self {
        let memories = (0..options.threads.max(1)).map(|_| Memory::new(options.evaluation_in_play())).collect();
        Self { store: Store::new(options.hash), memories, reductions: Reductions::new(&options.margins), options }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options. A new size empties the table.
    pub fn set_options(&mut self, options: Options) {
        if options.hash != self.options.hash {
            self.store.resize(options.hash);
        }
        if options.evaluation_in_play() != self.options.evaluation_in_play() {
            // What was learned with another evaluation does not fit.
            self.memories.clear();
            self.store.clear();
        }
        self.memories.resize_with(options.threads.max(1), || Memory::new(options.evaluation_in_play()));
        self.reductions = Reductions::new(&options.margins);
        self.options = options;
    }

    /// Waits until a new transposition table can be used, which takes seconds for gigabytes, and
    /// returns its size in MiB: less than the options say if there was not enough memory. None if
    /// `gives_up` said so before.
    pub fn wait_for_table(&mut self, gives_up: impl Fn() -> bool) -> Option<usize> {
        let mib = self.store.wait(gives_up).map(mib_of)?;
        // A table is a power of two in size, at most the one asked for.
        Some(if mib << 1 > self.options.hash { self.options.hash } else { mib })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.store.clear();
        self.memories.iter_mut().for_each(|memory| memory.history.clear());
    }

    /// The terms of the hand-written evaluation.
    pub fn explain(board: &Board) -> Breakdown {
        Classical::default().explain(board)
    }

    /// Looks for the best move in the position of `game`. Calls `each` with every finding. If a new
    /// transposition table is not ready yet, it waits, except if it is stopped or has a clock.
    pub fn think(&mut self, game: &Game, go: &Go, each: &mut dyn FnMut(&Finding)) -> Thought {
        let (board, before) = (game.board(), &*game.hashes_before());
        let handicap = self.options.elo.map(|elo| Handicap::for_elo(elo, self.options.seed));
        let mut go = go.clone();
        if let Some(handicap) = handicap {
            go.limits.nodes = Some(go.limits.nodes.map_or(handicap.nodes, |nodes| nodes.min(handicap.nodes)));
        }
        if let Some(mate) = go.mate {
            // There is none if it is not found at this depth.
            go.limits.depth = go.limits.depth.min(mate.saturating_mul(2).saturating_sub(1));
        }
        let go = &go;
        let Self { store, memories, reductions, options } = self;
        let table = store.wait_within(&go.limits);
        table.next_search();
        let (margins, reductions) = (&options.margins, &*reductions);
        let (over, nodes, started) = (&Stop::new(), &AtomicU64::new(0), Instant::now());
        let iteration = &AtomicI32::new(0);
        let shared = || Shared { table, go, margins, reductions, handicap, started, over, nodes, iteration };
        let (main, helpers) = memories.split_first_mut().expect("there is at least one");
        let is_single_line = options.multi_pv == 1;
        let mut thought = std::thread::scope(|scope| {
            // A machine without room for more threads searches with fewer.
            let helpers: Vec<_> = helpers
                .iter_mut()
                .enumerate()
                .filter_map(|(number, memory)| {
                    let shared = shared();
                    let help = move || {
                        let mut worker = Worker::new(shared, memory, board, before, None);
                        // Helpers look one or two plies further than the first thread, so that they do not
                        // all do the same.
                        let ahead = 1 + number as i32 % 2;
                        let thought = Deepening { worker: &mut worker, multi_pv: 1, ahead, told: None }.run();
                        // Whoever reaches the depth that was asked for first ends the search.
                        if is_single_line && thought.depth == go.limits.depth {
                            over.raise();
                        }
                        worker.report_nodes();
                        thought
                    };
                    std::thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let mut worker = Worker::new(shared(), main, board, before, Some(each));
            let mut deepening = Deepening { worker: &mut worker, multi_pv: options.multi_pv, ahead: 0, told: None };
            let mut thought = deepening.run();
            over.raise();
            // A helper may have looked deeper.
            let thoughts = helpers.into_iter().filter_map(|helper| helper.join().ok());
            let deepest = thoughts.max_by_key(|thought| thought.depth);
            let deepest = deepest.filter(|deepest| is_single_line && deepest.depth > thought.depth);
            let is_helpers = deepest.is_some();
            thought = deepest.unwrap_or(thought);
            // The last move that was told may have been best for a while only.
            let is_untold = thought.depth > 0 && deepening.told != thought.line.first().copied();
            if is_helpers || is_untold {
                deepening.worker.lines[0].clone_from(&thought.line);
                deepening.report(thought.depth as i32, 0, thought.score, Bound::Exact);
            }
            worker.report_nodes();
            thought
        });
        thought.nodes = nodes.load(Ordering::Relaxed);
        thought
    }
}

/// One of the best lines of an iteration.
struct Found {
    score: Score,
    line: Vec<Move>,
    selective_depth: usize,
}

/// One thread's iterations.
struct Deepening<'a, 'b> {
    worker: &'a mut Worker<'b>,
    multi_pv: usize,
    /// How many plies further than the first thread it looks.
    ahead: i32,
    /// The first move of the best line that was last reported.
    told: Option<Move>,
}

impl Deepening<'_, '_> {
    fn run(&mut self) -> Thought {
        let board = self.worker.frames[0].board.clone();
        let legal = legal_moves(&board, &self.worker.shared.go.moves);
        // Whatever happens there is a move to play.
        let mut thought = Thought { line: legal.first().copied().into_iter().collect(), score: 0, depth: 0, nodes: 0 };
        if legal.is_empty() {
            return thought;
        }
        let lines = self.multi_pv.clamp(1, legal.len());
        let mut found: Vec<Found> = Vec::with_capacity(lines);
        let mut stable = 0;
        let mut scores = ArrayVec::<Score, SCORES>::new();
        let last = self.worker.shared.go.limits.depth.min(MAX_PLY as u32 - 1) as i32;
        for depth in 1 + self.ahead..=last {
            let first_thread = self.worker.shared.iteration;
            if self.worker.is_main() {
                first_thread.store(depth, Ordering::Relaxed);
            } else if depth < last.min(first_thread.load(Ordering::Relaxed) + self.ahead) {
                continue;
            }
            self.worker.excluded_roots.clear();
            self.worker.iteration = depth as u32;
            let before = std::mem::take(&mut found);
            let best_before = thought.line.first().copied();
            for number in 0..lines {
                self.worker.selective_depth = 0;
                let previous = before.get(number).filter(|_| depth >= ASPIRATION_DEPTH).map(|found| found.score);
                let Some(score) = self.aspire(depth, previous, number) else {
                    // Several lines are told together or not at all: otherwise a move could be told twice.
                    if lines == 1 {
                        self.adopt_unfinished(depth, &mut thought);
                    }
                    return thought;
                };
                let (line, selective_depth) = (self.worker.lines[0].clone(), self.worker.selective_depth);
                let Some(&best) = line.first() else { return thought };
                self.worker.excluded_roots.push(best);
                // A move that was left for a later line may turn out to be better.
                let place = found.partition_point(|other| other.score >= score);
                found.insert(place, Found { score, line, selective_depth });
            }
            if let Some(Found { score, line, .. }) = found.first() {
                thought = Thought { line: line.clone(), score: *score, depth: depth as u32, nodes: 0 };
            }
            for (number, Found { score, line, selective_depth }) in found.iter().enumerate() {
                self.worker.lines[0].clone_from(line);
                self.worker.selective_depth = *selective_depth;
                self.report(depth, number, *score, Bound::Exact);
            }
            stable = if thought.line.first().copied() == best_before { stable + 1 } else { 0 };
            let before = scores.first().copied().unwrap_or(thought.score);
            if scores.is_full() {
                scores.remove(0);
            }
            scores.push(thought.score);
            if self.is_enough(&thought, before, stable, legal.len()) {
                break;
            }
        }
        thought
    }

    /// Takes over the best line of an iteration that was cut short. The iteration before's best move
    /// was searched first, so a move that has replaced it since is better at the greater depth.
    fn adopt_unfinished(&mut self, depth: i32, thought: &mut Thought) {
        let (line, score) = (&self.worker.lines[0], self.worker.root_score);
        if line.is_empty() {
            return;
        }
        let is_new = line.first() != thought.line.first();
        (thought.line, thought.score) = (line.clone(), score);
        if is_new {
            // The moves not searched yet can only be better.
            self.report(depth, 0, score, Bound::Lower);
        }
    }

    /// Whether there is no need for another iteration. `before` is the score of some iterations ago.
    fn is_enough(&self, thought: &Thought, before: Score, stable: u32, moves: usize) -> bool {
        let worker = &*self.worker;
        if !worker.is_main() {
            return false;
        }
        let go = worker.shared.go;
        if let Some(mate) = go.mate
            && thought.score > SURE
            && WIN - thought.score <= 2 * mate as Score
        {
            return true;
        }
        let Some(soft) = go.limits.soft_time.filter(|_| !go.is_pondering()) else { return false };
        let elapsed = worker.shared.started.elapsed();
        if moves == 1 {
            return elapsed >= soft / 10;
        }
        // Less time if the best move has been the same for long or took most of the work.
        let effort: u64 = worker.root_effort.iter().map(|(_, nodes)| nodes).sum();
        let best = thought.line.first();
        let spent = worker.root_effort.iter().find(|(mv, _)| Some(mv) == best).map_or(0, |(_, nodes)| *nodes);
        let share = spent as f64 / effort.max(1) as f64;
        let stability = [1.4, 1.2, 1.0, 0.9, 0.8][stable.min(4) as usize];
        // More if the score has fallen.
        let fallen = f64::from(before.saturating_sub(thought.score).clamp(-20, 60)) / 100.0;
        elapsed.as_secs_f64() >= soft.as_secs_f64() * stability * (1.5 - share) * (1.0 + fallen)
    }

    /// The value of the root: first with a narrow window around the last iteration's, then with wider
    /// ones while the value falls outside.
    fn aspire(&mut self, depth: i32, previous: Option<Score>, number: usize) -> Option<Score> {
        let mut width = self.worker.shared.margins.aspiration;
        let (mut alpha, mut beta) = match previous {
            Some(value) => ((value - width).max(-WIN), (value + width).min(WIN)),
            None => (-WIN, WIN),
        };
        let mut reduction = 0;
        self.worker.lines[0].clear();
        loop {
            let task = Task { depth: (depth - reduction).max(1), alpha, beta, is_cut: false };
            let value = self.worker.search(0, task)?;
            width += width / 2 + 4;
            if value <= alpha && alpha > -WIN {
                self.worker.lines[0].clear();
                self.report(depth, number, value, Bound::Upper);
                beta = (alpha + beta) / 2;
                alpha = if width > 600 { -WIN } else { (value - width).max(-WIN) };
                reduction = 0;
            } else if value >= beta && beta < WIN {
                self.report(depth, number, value, Bound::Lower);
                beta = if width > 600 { WIN } else { (value + width).min(WIN) };
                reduction = (reduction + 1).min(2);
            } else {
                return Some(value);
            }
        }
    }

    /// Tells the best line.
    fn report(&mut self, depth: i32, number: usize, score: Score, bound: Bound) {
        self.worker.report_nodes();
        let worker = &mut *self.worker;
        let Some(each) = &mut worker.each else { return };
        if number == 0 {
            self.told = worker.lines[0].first().copied().or(self.told);
        }
        each(&Finding::Line(Info {
            depth: depth as u32,
            selective_depth: worker.selective_depth as u32,
            multi_pv: number + 1,
            score,
            bound,
            nodes: worker.shared.nodes.load(Ordering::Relaxed),
            time: worker.shared.started.elapsed(),
            hashfull: worker.shared.table.permille_full(),
            line: worker.lines[0].clone(),
        }));
    }
}

/// The legal moves that may be played.
fn legal_moves(board: &Board, allowed: &[Move]) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|piece_moves| {
        moves.extend(piece_moves.into_iter().filter(|mv| allowed.is_empty() || allowed.contains(mv)));
        false
    });
    moves
}

#[cfg(test)]
mod tests {
    use gametree::Limits;

    use super::*;

    fn think(fen: &str, depth: u32) -> Thought {
        let game = Game::new(fen.parse().unwrap());
        Engine::default().think(&game, &Limits::depth(depth).into(), &mut |_| ())
    }

    #[test]
    fn lines_are_of_different_moves_wherever_a_search_is_cut_short() {
        let game = Game::default();
        for nodes in (600..12_000).step_by(300) {
            let mut engine = Engine::new(Options { multi_pv: 3, hash: 1, ..Options::default() });
            let mut told = [None; 3];
            let thought = engine.think(&game, &Limits::nodes(nodes).into(), &mut |finding| {
                if let Finding::Line(info) = finding
                    && info.bound == Bound::Exact
                {
                    told[info.multi_pv - 1] = info.line.first().copied();
                }
            });
            assert!(told[0] != told[1] && told[1] != told[2] && told[2] != told[0], "{nodes}: {told:?}");
            assert_eq!(thought.line.first().copied(), told[0], "{nodes}");
        }
    }

    #[test]
    fn mates_are_found() {
        let cases = [
            ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1),
            ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", "h5f7", 1),
            ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5),
        ];
        for (fen, best, plies) in cases {
            // The quiet first move of the last one is much reduced at first: it takes some 20,000 nodes.
            let thought = think(fen, 20);
            assert_eq!(thought.line[0].to_string(), best, "{fen}");
            assert_eq!(thought.score, WIN - plies, "{fen}");
        }
    }

    /// The quiet sacrifice of a queen, and the quiet move of a rook, which other searches reduce much.
    #[test]
    fn a_search_for_a_mate_looks_at_every_move() {
        let cases = [
            ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2, Some("g3g6")),
            ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, Some("f6a6")),
            ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 2, None),
        ];
        let mut engine = Engine::default();
        for (fen, mate, best) in cases {
            let game = Game::new(fen.parse().unwrap());
            // What an earlier search left in the table does not mislead it.
            engine.think(&game, &Limits::depth(8).into(), &mut |_| ());
            let thought = engine.think(&game, &Go { mate: Some(mate), ..Go::default() }, &mut |_| ());
            let found = (thought.score == WIN - 2 * mate as Score + 1).then(|| thought.line[0].to_string());
            assert_eq!(found.as_deref(), best, "{fen} {thought:?}");
        }
    }

    #[test]
    fn finished_games_have_no_line() {
        assert!(think("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 3).line.is_empty());
        assert!(think("k7/2Q5/8/8/8/8/8/6K1 b - - 0 1", 3).line.is_empty());
    }

    #[test]
    fn a_repetition_saves_the_weaker_side() {
        // White has lost everything but perpetual check.
        let thought = think("6k1/6pp/8/8/8/1q6/r7/3Q3K w - - 0 1", 8);
        assert!(thought.score > -300, "{thought:?}");
    }

    #[test]
    fn the_same_search_takes_the_same_nodes() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let (one, other) = (think(fen, 7), think(fen, 7));
        assert_eq!((one.nodes, one.score, one.line), (other.nodes, other.score, other.line));
    }

    #[test]
    fn several_lines_are_told_best_first() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ];
        for (fen, lines) in fens.into_iter().flat_map(|fen| [2, 3, 5].map(|lines| (fen, lines))) {
            let mut told: Vec<Info> = Vec::new();
            let mut engine = Engine::new(Options { multi_pv: lines, ..Options::default() });
            let thought = engine.think(&Game::new(fen.parse().unwrap()), &Limits::depth(7).into(), &mut |finding| {
                told.extend(match finding {
                    Finding::Line(info) if info.bound == Bound::Exact => Some(info.clone()),
                    _ => None,
                });
            });
            for iteration in told.chunk_by(|one, next| one.depth == next.depth) {
                let numbers: Vec<usize> = iteration.iter().map(|info| info.multi_pv).collect();
                assert_eq!(numbers, (1..=lines).collect::<Vec<_>>(), "{fen}");
                assert!(iteration.is_sorted_by(|one, next| one.score >= next.score), "{fen}: {iteration:?}");
            }
            assert_eq!(told[told.len() - lines].line, thought.line, "{fen}");
        }
    }

    #[test]
    fn node_limits_hold_and_there_is_always_a_move() {
        for nodes in [1, 2, 10, 1_000] {
            let thought = Engine::default().think(&Game::default(), &Limits::nodes(nodes).into(), &mut |_| ());
            assert!(!thought.line.is_empty());
            assert!(thought.nodes <= nodes, "{} of {nodes}", thought.nodes);
        }
    }
}
