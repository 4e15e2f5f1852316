//! Solving positions: straight to the end of the game.

use crate::game::{Game, Hashed, SURE, Score, WIN, adjust_for_ply, for_mover};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::ordering::Ordering;
use crate::path::Path;
use crate::report::{Report, ReportOf, RootMove};
use crate::search::{Search, WORST};
use crate::table::{Bound, Entry, Table};

/// The longest line of play, in plies. A position with longer ones is not solved.
const MAX_PLIES: usize = 500;

/// Before the moves of a node are searched, the table is asked about all of them, unless the node is
/// so close to the end of the longest line that searching is faster than asking.
const ETC_PLIES: usize = 6;

/// Solves positions: it searches every line to the end of the game and needs no evaluator.
///
/// Where [`Iterative`](crate::Iterative) searches a little deeper each time, this search asks
/// questions of the form *is the score at least n?* and answers each with one search to the end.
/// The first question is whether the player to move wins, the second whether it draws. Then the
/// exact score is enclosed from both sides, where each answer narrows it down as far as it proves
/// (MTD(f)). The table carries over from question to question.
///
/// * A game that can [bound](Game::bounds) its final score saves the lines that no longer matter.
/// * A good [order of moves](Game::priority) matters most.
/// * If only the winner is asked for, [`winner_only`](Solver::winner_only) saves most of the time.
///
/// The depth of the [`Limits`] is ignored, and a budget does not make it deepen. If a limit ends the
/// search, or a line is longer than 500 plies, the report is not [`solved`](Report::solved). Its score
/// is then the bound proven so far that is closest to a draw, its best move one that is not refuted,
/// and its [root moves](Report::root_moves) have the bounds that are proven. Each answer counts as an
/// iteration.
///
/// In a game [with repetition](crate::WithRepetition), a score that depends on the positions before
/// a node is not kept in the table, which then knows very little: three men's morris is not solved
/// with a hundred times the nodes that [`Iterative`](crate::Iterative) takes. Use that there, or
/// [`ProofNumber`](crate::ProofNumber).
///
/// ```
/// # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
/// use gametree::{Game, Limits, Search, Solver, Table, WIN};
/// // Players take one or two of 31 matches; whoever takes the last one wins.
/// let game = Take { matches: 31 };
/// let mut solver = Solver::new(Table::with_bytes(1 << 20));
/// let report = solver.search(&game, &game.start(), &Limits::default());
/// assert!(report.solved);
/// assert_eq!(report.scores, [WIN - 21, 21 - WIN]); // the loser delays it to the 21st ply
/// assert_eq!(report.line.len(), 21);
/// ```
#[derive(Debug)]
pub struct Solver {
    table: Table,
    winner_only: bool,
}

impl Solver {
    /// A solver with a table of its own. Only a solver knows how to read the entries it makes, so
    /// the table cannot be shared. It is kept for later searches of the same game.
    pub fn new(table: Table) -> Self {
        Self { table, winner_only: false }
    }

    /// Finds out who wins, but not by how much or how soon: the score of the report is only a bound
    /// on the exact one, on the same side of 0.
    pub fn winner_only(self) -> Self {
        Self { winner_only: true, ..self }
    }

    /// Forgets all earlier searches. Do this before another game.
    pub fn clear(&mut self) {
        self.table.clear();
    }
}

impl<G: Hashed<Scores = [Score; 2]>> Search<G> for Solver {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        self.table.next_search();
        // With another history, another score may be right.
        if G::REPEATS {
            self.table.clear();
        }
        let mut slots = vec![state.clone(); MAX_PLIES + 1];
        let mut proof = Proof::new(game, state, &self.table, limits);
        let mut known = Known::new(game, state);
        let mut is_ended = proof.begin(&mut slots, &mut known).is_none();
        while !is_ended && !known.is_enough(self.winner_only) {
            let answer = proof.ask(&mut slots, &mut known);
            is_ended = answer.is_none();
            if !is_ended && !known.is_enough(self.winner_only) {
                each(&proof.report(&known, false, known.best.into_iter().collect()));
            }
        }
        let solved = !is_ended;
        let mut line = if solved { proof.line(&mut slots, &known, self.winner_only) } else { vec![] };
        if line.is_empty() {
            line.extend(known.best);
        }
        let report = proof.report(&known, solved, line);
        each(&report);
        report
    }
}

/// What is known about the root.
struct Known<M> {
    mover: usize,
    /// The score for the player to move is at least this.
    low: Score,
    /// And at most this.
    high: Score,
    /// The last answer, a bound on the score.
    last: Option<Score>,
    best: Option<M>,
    /// Whether `best` is proven to score at least `low`.
    is_best_proven: bool,
    moves: Vec<RootMove<M>>,
}

impl<M: Copy + PartialEq> Known<M> {
    fn new<G: Game<Move = M, Scores = [Score; 2]>>(game: &G, state: &G::State) -> Self {
        let mover = game.to_move(state);
        let moves = Vec::with_capacity(G::MAX_MOVES);
        Self { mover, low: -WIN, high: WIN, last: None, best: None, is_best_proven: false, moves }
    }

    fn is_enough(&self, winner_only: bool) -> bool {
        self.low == self.high || (winner_only && (self.low > 0 || self.high < 0))
    }

    /// The score, or the bound on it that is closest to 0.
    fn value(&self) -> Score {
        0.clamp(self.low, self.high)
    }

    /// Adds what a question showed about the moves at the root.
    fn add(&mut self, tried: &[RootMove<M>]) {
        for &it in tried {
            match self.moves.iter_mut().find(|known| known.mv == it.mv) {
                None => self.moves.push(it),
                Some(known) if it.bound == Some(Bound::Lower) => {
                    let is_exact = known.score == it.score && known.bound != it.bound;
                    *known = RootMove { bound: if is_exact { Some(Bound::Exact) } else { it.bound }, ..it };
                }
                Some(known) if known.bound == Some(Bound::Upper) => known.score = known.score.min(it.score),
                Some(known) if known.score == it.score => known.bound = Some(Bound::Exact),
                Some(_) => {}
            }
        }
    }

    /// The next question: is the score at least this?
    fn question(&self) -> Score {
        if self.low <= 0 && self.high > 0 {
            return 1;
        }
        if self.low < 0 && self.high == 0 {
            return 0;
        }
        match self.last {
            // Long wins and losses are many plies apart: halve the distance.
            Some(last) if last.abs() > SURE => self.low + (self.high - self.low + 1) / 2,
            Some(last) if last == self.high => self.high,
            _ => self.low + 1,
        }
    }
}

/// One search to the end of the game after another.
struct Proof<'a, 'm, G: Game> {
    game: &'a G,
    table: &'a Table,
    meter: Meter<'m>,
    moves: Vec<G::Move>,
    ordering: Ordering<G::Move>,
    path: Path,
    /// The positions after the moves of a node, for a look at the table.
    children: Vec<Child>,
    /// Whether a line was too long since this was last reset.
    is_incomplete: bool,
    /// Whether any line was too long.
    was_incomplete: bool,
    /// The length of the longest line so far.
    longest: usize,
}

/// Where the table has the position after a move.
struct Child {
    hash: u64,
    /// The points that the player to move there is ahead.
    ahead: Score,
    /// Whether the same player moves again.
    is_same: bool,
}

impl<'a, 'm, G: Hashed<Scores = [Score; 2]>> Proof<'a, 'm, G> {
    fn new(game: &'a G, state: &G::State, table: &'a Table, limits: &'m Limits) -> Self {
        let mut meter = Meter::new(limits);
        meter.arm();
        Self {
            game,
            table,
            meter,
            moves: Vec::with_capacity((MAX_PLIES + 1) * G::MAX_MOVES),
            ordering: Ordering::new((MAX_PLIES + 1) * G::MAX_MOVES, MAX_PLIES),
            path: Path::new(game, state, MAX_PLIES + 1),
            children: Vec::with_capacity(G::MAX_MOVES),
            is_incomplete: false,
            was_incomplete: false,
            longest: 0,
        }
    }

    /// Enters the root for the first time. `None` if the limits allow nothing.
    fn begin(&mut self, slots: &mut [G::State], known: &mut Known<G::Move>) -> Option<()> {
        let root = &slots[0];
        if let Some(outcome) = self.game.moves_or_outcome(root, &mut self.moves) {
            (known.low, known.high) = (outcome[known.mover], outcome[known.mover]);
            return Some(());
        }
        self.ordering.rank(self.game, &self.moves, 0, 0, None);
        self.ordering.prioritise(&self.moves, 0, |mv| self.game.priority(root, mv));
        known.best = Some(self.ordering.pick(&mut self.moves, 0));
        self.moves.clear();
        (known.low, known.high) = self.possible(root, known.mover, 0);
        self.meter.enter()
    }

    /// Asks the next question about the root.
    fn ask(&mut self, slots: &mut [G::State], known: &mut Known<G::Move>) -> Option<()> {
        let beta = known.question();
        self.moves.clear();
        self.meter.enter()?;
        let mut tried = Vec::with_capacity(G::MAX_MOVES);
        let Some(answer) = self.at_least::<true>(slots, 0, beta, &mut tried) else {
            // All moves before the one that was interrupted are refuted.
            if !self.was_incomplete {
                known.add(&tried);
                if !known.is_best_proven {
                    known.best = self.moves.get(tried.len()).copied().or(known.best);
                }
            }
            return None;
        };
        // An answer that contradicts an earlier one rests on another path to a repeated position.
        if self.is_incomplete || answer < known.low || answer > known.high {
            return None;
        }
        known.add(&tried);
        known.last = Some(answer);
        if answer >= beta {
            known.low = known.low.max(answer);
            known.best = tried.last().map(|it| it.mv).or(known.best);
            known.is_best_proven = !tried.is_empty();
        } else {
            known.high = known.high.min(answer);
        }
        Some(())
    }

    /// The lowest and the highest score that the player to move can reach from an unfinished
    /// position.
    #[inline]
    fn possible(&self, state: &G::State, mover: usize, ply: usize) -> (Score, Score) {
        let (low, high) = self.game.bounds(state, mover);
        // The game ends with the next move at the earliest. When exactly a sure win comes is open.
        let soonest = WIN - (ply + 1) as Score;
        (low.clamp(-soonest, SURE), high.clamp(-SURE, soonest))
    }

    /// Whether the score of the position in the first slot, which is not finished, is at least
    /// `beta` for the player to move: a bound on it, on the same side of `beta`.
    fn at_least<const ROOT: bool>(
        &mut self,
        slots: &mut [G::State],
        ply: usize,
        beta: Score,
        tried: &mut Vec<RootMove<G::Move>>,
    ) -> Option<Score> {
        let [here, below @ ..] = slots else { return None };
        let game = self.game;
        let mover = game.to_move(here);
        let (low, high) = self.possible(here, mover, ply);
        if low >= beta {
            return Some(low);
        }
        if high < beta {
            return Some(high);
        }
        let (hash, ahead) = game.rest(here);
        let known = self.table.probe(hash, ply);
        if let Some(entry) = known {
            self.meter.count_table_hit();
            if !ROOT && entry.decides(beta - 1 - ahead, beta - ahead) {
                return Some(entry.score + ahead);
            }
        }
        let first = self.moves.len();
        if !G::OUTCOME_NEEDS_MOVES {
            game.moves(here, &mut self.moves);
        } else if let Some(outcome) = game.moves_or_outcome(here, &mut self.moves) {
            self.meter.count_evaluation();
            return Some(adjust_for_ply(outcome[mover], ply));
        }
        if below.is_empty() {
            self.is_incomplete = true;
            self.was_incomplete = true;
            self.moves.truncate(first);
            return Some(0);
        }
        let unranked = self.ordering.rank(game, &self.moves, first, ply, known.map(|entry| entry.code));
        self.longest = self.longest.max(ply);
        if !G::REPEATS
            && ply + ETC_PLIES <= self.longest
            && let Some(answer) = self.known_child(here, below, first, ply, beta)
        {
            self.moves.truncate(first);
            return Some(answer);
        }
        let before = self.meter.counts().nodes;
        let outer_incomplete = std::mem::replace(&mut self.is_incomplete, false);
        let outer_repeated = std::mem::replace(&mut self.path.lowest_repeated, usize::MAX);
        let (mut best, mut best_code) = (WORST, 0);
        for i in first..self.moves.len() {
            if i == unranked {
                self.ordering.prioritise(&self.moves, i, |mv| game.priority(here, mv));
            }
            let mv = self.ordering.pick(&mut self.moves, i);
            let next = &mut below[0];
            game.play(here, mv, next);
            self.meter.enter()?;
            let value = if G::REPEATS && self.path.enter(game, here, mv, next, ply + 1) {
                self.meter.count_evaluation();
                0
            } else if let Some(outcome) = (!G::OUTCOME_NEEDS_MOVES).then(|| game.outcome(next)).flatten() {
                self.meter.count_evaluation();
                adjust_for_ply(outcome[mover], ply + 1)
            } else if game.to_move(next) == mover {
                self.at_least::<false>(below, ply + 1, beta, tried)?
            } else {
                -self.at_least::<false>(below, ply + 1, 1 - beta, tried)?
            };
            if ROOT {
                let bound = if value >= beta { Bound::Lower } else { Bound::Upper };
                tried.push(RootMove { mv, score: value, bound: Some(bound) });
            }
            if value > best {
                best = value;
                best_code = game.code(mv);
                if value >= beta {
                    self.meter.count_cut();
                    let effort = effort(self.meter.counts().nodes - before);
                    self.ordering.reward(mv, best_code, ply, u32::from(effort));
                    break;
                }
            }
        }
        self.moves.truncate(first);
        let depends_on_path = G::REPEATS && self.path.repeats_before(ply);
        if !self.is_incomplete && !depends_on_path {
            let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
            let depth = effort(self.meter.counts().nodes - before);
            self.table.store(hash, ply, Entry { score: best - ahead, bound, depth, code: best_code });
        }
        self.is_incomplete |= outer_incomplete;
        self.path.lowest_repeated = self.path.lowest_repeated.min(outer_repeated);
        Some(best)
    }

    /// An answer that the table knows because it knows that of a child (enhanced transposition
    /// cutoff).
    #[inline]
    fn known_child(
        &mut self,
        here: &G::State,
        below: &mut [G::State],
        first: usize,
        ply: usize,
        beta: Score,
    ) -> Option<Score> {
        let mover = self.game.to_move(here);
        let next = &mut below[0];
        self.children.clear();
        // The table is far away: all entries are on their way before the first one is needed.
        for &mv in &self.moves[first..] {
            self.game.play(here, mv, next);
            let (hash, ahead) = self.game.rest(next);
            self.table.prefetch(hash);
            self.children.push(Child { hash, ahead, is_same: self.game.to_move(next) == mover });
        }
        self.children.iter().find_map(|child| {
            let entry = self.table.probe(child.hash, ply + 1)?;
            let score = entry.score + child.ahead;
            let (score, fits) = if child.is_same { (score, Bound::Lower) } else { (-score, Bound::Upper) };
            (entry.bound == fits && score >= beta).then_some(score)
        })
    }

    /// The principal line of a solved root: at every ply it asks again for a move that keeps the
    /// score, which the table mostly knows. It ends early if a limit is reached.
    fn line(&mut self, slots: &mut [G::State], known: &Known<G::Move>, winner_only: bool) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut value = known.value();
        let mut mover = known.mover;
        while line.len() < MAX_PLIES {
            // A player who loses anyway may play anything.
            let beta = match winner_only {
                true if value < 0 => -WIN,
                true => value.signum(),
                false => value,
            };
            let first_try = known.best.filter(|_| line.is_empty());
            let Some((mv, kept)) = self.keeping(&mut slots[line.len()..], line.len(), beta, first_try) else { break };
            line.push(mv);
            let Some(kept) = kept else { break };
            value = if winner_only { kept } else { value };
            let next = self.game.to_move(&slots[line.len()]);
            value = if next == mover { value } else { -value };
            mover = next;
        }
        line
    }

    /// A move whose score is at least `beta` from the position in the first slot, and that score
    /// unless the move ends the game.
    fn keeping(
        &mut self,
        slots: &mut [G::State],
        ply: usize,
        beta: Score,
        first_try: Option<G::Move>,
    ) -> Option<(G::Move, Option<Score>)> {
        let [here, below @ ..] = slots else { return None };
        let game = self.game;
        let mover = game.to_move(here);
        self.moves.clear();
        if game.moves_or_outcome(here, &mut self.moves).is_some() {
            return None;
        }
        let best =
            first_try.map(|mv| game.code(mv)).or(self.table.probe(game.rest(here).0, ply).map(|entry| entry.code));
        let unranked = self.ordering.rank(game, &self.moves, 0, ply, best);
        for i in 0..self.moves.len() {
            if i == unranked {
                self.ordering.prioritise(&self.moves, i, |mv| game.priority(here, mv));
            }
            let mv = self.ordering.pick(&mut self.moves, i);
            self.meter.enter()?;
            game.play(here, mv, &mut below[0]);
            let end = if G::REPEATS && self.path.enter(game, here, mv, &below[0], ply + 1) {
                Some(0)
            } else {
                game.outcome(&below[0]).map(|outcome| adjust_for_ply(outcome[mover], ply + 1))
            };
            if let Some(value) = end {
                if value >= beta {
                    return Some((mv, None));
                }
                continue;
            }
            let value = if game.to_move(&below[0]) == mover {
                self.at_least::<false>(below, ply + 1, beta, &mut vec![])?
            } else {
                -self.at_least::<false>(below, ply + 1, 1 - beta, &mut vec![])?
            };
            if value >= beta {
                return Some((mv, Some(value)));
            }
        }
        None
    }

    fn report(&self, known: &Known<G::Move>, solved: bool, line: Vec<G::Move>) -> ReportOf<G> {
        Report {
            best: known.best,
            scores: for_mover(known.value(), known.mover),
            depth: if solved { line.len() as u32 } else { 0 },
            line,
            solved,
            root_moves: known.moves.clone(),
            counts: self.meter.counts(),
            elapsed: self.meter.elapsed(),
        }
    }
}

/// The size of a search that took this many nodes, as a depth for the table, which keeps the
/// entries that cost most.
#[inline]
fn effort(nodes: u64) -> u8 {
    (nodes + 1).ilog2() as u8
}
