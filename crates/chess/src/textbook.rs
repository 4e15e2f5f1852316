//! The search of both papers: depth-limited minimax, to which pruning, deepening, a table and move
//! reordering can be added one by one.
//!
//! `gametree` has these algorithms too, and faster. This one keeps to the papers where they differ:
//! at the root every move gets a value of its own, so that one of several equals can be drawn by
//! chance; the table can be the first paper's, which is not sound; and moves can be barred at the
//! root.

use gametree::{
    Bound, Deepening, Entry, Evaluate, Hashed, Limits, MAX_DEPTH, Meter, Report, ReportOf, RootMove, Score, Search,
    TO_THE_END, Table, adjust_for_ply, for_mover,
};

/// The size of a transposition table.
const TABLE_BYTES: usize = 16 << 20;

/// Worse than any score; its negative is better than any.
const WORST: Score = -Score::MAX;

/// What a search does with positions that it has seen before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableUse {
    /// It has no table.
    #[default]
    None,
    /// The table stores how deep a position was searched and whether its score is a bound. It never
    /// changes the result.
    Sound,
    /// The first paper's table stores only a score. It returns the score whatever the depth, and
    /// takes the bounds that alpha-beta leaves at nodes without a good move for values.
    Paper,
}

/// Which of several moves with the best value is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    #[default]
    First,
    /// For each further move with the best value a coin is tossed: heads, and it replaces the one
    /// before. So the last of them is played in half of all cases. The seed and the position
    /// determine the tosses.
    Coin {
        /// Where the tosses begin.
        seed: u64,
    },
}

/// The parts of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Alpha-beta pruning.
    pub prunes: bool,
    /// Iterative deepening, even where no limit needs it.
    pub deepens: bool,
    /// The transposition table.
    pub table: TableUse,
    /// Tries the move first that was the best at the same ply of the line before.
    pub reorders: bool,
    /// Which of several best moves is played.
    pub ties: Ties,
    /// Searches every move at the root with an open window, so that its value is exact, as the first
    /// paper does. Needed for [`Ties::Coin`].
    pub opens_root: bool,
}

/// The search of both papers, for games of two players who move by turns.
///
/// ```
/// use chess::{Material, Parts, Rules, Textbook};
/// use gametree::{Game, Limits, Search};
///
/// let rules = Rules::default();
/// let mut minimax = Textbook::new(Material, Parts::default());
/// let report = minimax.search(&rules, &rules.start(), &Limits::depth(3));
/// assert_eq!(report.counts.nodes, 9_323); // as in the first paper
/// ```
#[derive(Debug)]
pub struct Textbook<E> {
    evaluator: E,
    parts: Parts,
    table: Option<Table>,
}

impl<E> Textbook<E> {
    /// A search with a static evaluator and these parts.
    pub fn new(evaluator: E, parts: Parts) -> Self {
        let table = (parts.table != TableUse::None).then(|| Table::with_bytes(TABLE_BYTES));
        Self { evaluator, parts, table }
    }

    /// Searches for the best move that is not `barred`, or for the best of all moves if every move
    /// is barred. Calls `each` with the report of every completed iteration.
    pub fn search_except<G: Hashed<Scores = [Score; 2]>>(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        barred: &[G::Move],
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G>
    where
        E: Evaluate<G>,
    {
        let plies = limits.depth.clamp(1, MAX_DEPTH);
        if let Some(table) = &self.table {
            table.next_search();
        }
        let seed = match self.parts.ties {
            Ties::First => 0,
            Ties::Coin { seed } => seed,
        };
        let slots = plies as usize + 1;
        let mut tree = Tree {
            game,
            evaluator: &self.evaluator,
            parts: self.parts,
            table: self.table.as_ref(),
            meter: Meter::new(limits),
            barred,
            coin: fastrand::Rng::with_seed(seed ^ game.hash(state)),
            moves: Vec::with_capacity(slots * G::MAX_MOVES),
            best_moves: vec![None; slots],
            lines: (0..slots).map(|ply| Vec::with_capacity(slots - ply)).collect(),
            root_moves: Vec::with_capacity(G::MAX_MOVES),
            horizon: false,
        };
        let mut states = vec![state.clone(); slots];
        let mut deepening = match self.parts.deepens {
            true => Deepening::always(1..=plies),
            false => Deepening::new(limits, 1..=plies),
        };
        let mut last = None;
        while let Some(depth) = deepening.next(&mut tree.meter) {
            let Some(report) = tree.iteration(&mut states, depth) else { break };
            each(&report);
            let is_solved = report.solved;
            last = Some(report);
            if is_solved {
                break;
            }
        }
        let mut report = last.unwrap_or_else(|| {
            tree.meter.disarm();
            tree.iteration(&mut states, 1).expect("nothing interrupts it")
        });
        report.counts = tree.meter.counts();
        report.elapsed = tree.meter.elapsed();
        report
    }
}

impl<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>> Search<G> for Textbook<E> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        self.search_except(game, state, limits, &[], each)
    }
}

/// Everything a search writes to.
struct Tree<'a, G: Hashed, E> {
    game: &'a G,
    evaluator: &'a E,
    parts: Parts,
    table: Option<&'a Table>,
    meter: Meter<'a>,
    barred: &'a [G::Move],
    coin: fastrand::Rng,
    /// The moves of all nodes of a line, one after the other.
    moves: Vec<G::Move>,
    /// By ply, the best move of the node that was searched last.
    best_moves: Vec<Option<G::Move>>,
    /// By ply, the line that is expected from there on.
    lines: Vec<Vec<G::Move>>,
    root_moves: Vec<RootMove<G::Move>>,
    /// Whether an unfinished position was evaluated in this iteration.
    horizon: bool,
}

impl<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>> Tree<'_, G, E> {
    /// Searches to a fixed depth; `None` if a limit ended it.
    fn iteration(&mut self, states: &mut [G::State], depth: u32) -> Option<ReportOf<G>> {
        self.moves.clear();
        self.root_moves.clear();
        self.horizon = false;
        let mover = self.game.to_move(&states[0]);
        let value = self.value::<true>(states, 0, depth, WORST, -WORST)?;
        let line = self.lines[0].clone();
        let mut report = Report::new(line.first().copied(), for_mover(value, mover));
        report.line = line;
        report.depth = depth;
        report.solved = !self.horizon;
        report.root_moves = self.root_moves.clone();
        report.counts = self.meter.counts();
        report.elapsed = self.meter.elapsed();
        Some(report)
    }

    /// The value of the position in the first slot for the side to move, if it lies between `alpha`
    /// and `beta`; otherwise a bound on it, on the same side of them.
    fn value<const ROOT: bool>(
        &mut self,
        states: &mut [G::State],
        ply: usize,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let [here, below @ ..] = states else { return None };
        self.meter.enter()?;
        self.lines[ply].clear();
        let hash = self.table.map_or(0, |_| self.game.hash(here));
        // The paper never looks up the root, for which a value without a move would be useless.
        if !ROOT && let Some(score) = self.look_up(hash, ply, depth, alpha, beta) {
            return Some(score);
        }
        let first = self.moves.len();
        let outcome = match depth {
            0 => self.game.outcome(here),
            _ => self.game.moves_or_outcome(here, &mut self.moves),
        };
        let mover = self.game.to_move(here);
        if let Some(outcome) = outcome {
            self.meter.count_evaluation();
            let scores = self.evaluator.evaluate_outcome(self.game, here, outcome);
            let score = adjust_for_ply(scores[mover], ply);
            self.store(hash, ply, TO_THE_END, score, Bound::Exact);
            return Some(score);
        }
        if depth == 0 {
            self.meter.count_evaluation();
            self.horizon = true;
            let score = self.evaluator.evaluate(self.game, here)[mover];
            self.store(hash, ply, 0, score, Bound::Exact);
            return Some(score);
        }
        if ROOT {
            self.bar_moves();
        }
        if self.parts.reorders {
            self.put_best_first(first, ply);
        }
        let old_alpha = alpha;
        let (mut best, mut best_move) = (WORST, None);
        for i in first..self.moves.len() {
            let mv = self.moves[i];
            self.game.play(here, mv, &mut below[0]);
            let is_open = !self.parts.prunes || (ROOT && self.parts.opens_root);
            let (low, high) = if is_open { (WORST, -WORST) } else { (alpha, beta) };
            let value = -self.value::<false>(below, ply + 1, depth - 1, -high, -low)?;
            if ROOT {
                let bound = if value > low { Bound::Exact } else { Bound::Upper };
                self.root_moves.push(RootMove::new(mv, value, Some(bound)));
            }
            if value > best || (ROOT && value == best && self.replaces_equal()) {
                (best, best_move) = (value, Some(mv));
                self.set_line(ply, mv);
            }
            alpha = alpha.max(best);
            if self.parts.prunes && best >= beta {
                self.meter.count_cut();
                break;
            }
        }
        self.moves.truncate(first);
        self.best_moves[ply] = best_move;
        let bound = if best >= beta {
            Bound::Lower
        } else if best <= old_alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.store(hash, ply, depth as u8, best, bound);
        Some(best)
    }

    /// Takes the barred moves off the root's list, unless none would be left.
    fn bar_moves(&mut self) {
        if self.moves.iter().any(|mv| !self.barred.contains(mv)) {
            self.moves.retain(|mv| !self.barred.contains(mv));
        }
    }

    /// Moves the best move of the last node at this ply to the front, if it is legal here.
    fn put_best_first(&mut self, first: usize, ply: usize) {
        let moves = &mut self.moves[first..];
        if let Some(best) = self.best_moves[ply]
            && let Some(place) = moves.iter().position(|&mv| mv == best)
        {
            moves[..=place].rotate_right(1);
        }
    }

    /// Whether a move takes the place of one with the same value.
    fn replaces_equal(&mut self) -> bool {
        match self.parts.ties {
            Ties::First => false,
            Ties::Coin { .. } => self.coin.bool(),
        }
    }

    fn set_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    /// The score that the table has for a position, if it may be used here.
    fn look_up(&mut self, hash: u64, ply: usize, depth: u32, alpha: Score, beta: Score) -> Option<Score> {
        let entry = self.table?.probe(hash, ply)?;
        let is_usable = match self.parts.table {
            TableUse::None => false,
            TableUse::Paper => true,
            // A deeper search would do for play, but it would find another value than minimax does.
            TableUse::Sound => {
                (u32::from(entry.depth) == depth || entry.depth == TO_THE_END)
                    && match entry.bound {
                        Bound::Exact => true,
                        Bound::Lower => entry.score >= beta,
                        Bound::Upper => entry.score <= alpha,
                    }
            }
        };
        if !is_usable {
            return None;
        }
        self.meter.count_table_hit();
        self.horizon |= entry.depth != TO_THE_END;
        Some(entry.score)
    }

    fn store(&self, hash: u64, ply: usize, depth: u8, score: Score, bound: Bound) {
        let Some(table) = self.table else { return };
        let bound = match (self.parts.table, bound) {
            // The paper returns from a cut before it gets to the table.
            (TableUse::Paper, Bound::Lower) => return,
            (TableUse::Paper, _) => Bound::Exact,
            (_, bound) => bound,
        };
        table.store(hash, ply, Entry { score, bound, depth, code: 0 });
    }
}
