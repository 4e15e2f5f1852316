//! Proof-number search for win/loss questions.

use crate::game::{Game, Hashed, Score, for_mover};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::path::Path;
use crate::report::{Report, ReportOf, RootMove};
use crate::search::Search;
use crate::table::Bound;

/// The longest line of play, in plies. A longer one is taken for no win.
const MAX_PLIES: usize = 500;

/// A number that stands for "impossible".
const INFINITE: u32 = u32::MAX;

/// Depth-first proof-number search (df-pn) by Nagai: it finds out who wins, with no evaluator and
/// no depth, by always looking where a proof or a disproof needs the fewest further positions.
///
/// It is strong where wins are forced by threats, so that the loser has few moves, and the depth of
/// the win is unknown. The first question is whether the player to move wins, the second whether
/// the opponent does. If neither, the game is a draw.
///
/// The score of an unfinished game is 1, 0 or −1: a bound on the exact one. Use
/// [`Solver`](crate::Solver) to find by how much a game is won, or how soon. The depth of the
/// [`Limits`] is ignored, and a budget does not make it deepen. If a limit ends the search, the report
/// is not [`solved`](Report::solved), and its best move is the one whose win, or during the second
/// question whose draw, needs the fewest further positions. The [root moves](Report::root_moves) are
/// those about which something is proven.
///
/// The table is cleared before each question: nothing is kept from one search to the next. The
/// [line](Report::line) is read from it and ends where it no longer knows how the proof goes on. The
/// [depth](Report::depth) of the report is the length of that line.
///
/// In a game [with repetition](crate::WithRepetition), a win is never proven by a repetition, but
/// its absence may be: such a report is not solved. The same is true for lines of more than 500 plies.
///
/// ```
/// # mod take { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); } use take::Take;
/// use gametree::{Game, Limits, ProofNumber, Search};
/// // Players take one or two of 31 matches; whoever takes the last one wins.
/// let game = Take { matches: 31 };
/// let report = ProofNumber::with_bytes(1 << 20).search(&game, &game.start(), &Limits::default());
/// assert!(report.solved);
/// assert_eq!((report.scores, report.best), ([1, -1], Some(1))); // leave 30, a multiple of three
/// ```
#[derive(Debug)]
pub struct ProofNumber {
    entries: Vec<Entry>,
}

impl ProofNumber {
    /// A search with a table of at most `bytes` bytes, but at least one entry of 24.
    pub fn with_bytes(bytes: usize) -> Self {
        let entries = 1 << (bytes / size_of::<Entry>()).max(1).ilog2();
        Self { entries: vec![Entry::default(); entries] }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    hash: u64,
    numbers: Numbers,
    is_used: bool,
}

/// How many positions at least must still turn out well to prove, or to disprove, that the attacker
/// wins.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Default for Numbers {
    /// Those of a position about which nothing is known.
    fn default() -> Self {
        Self { proof: 1, disproof: 1 }
    }
}

impl Numbers {
    const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same for the other side: proofs and disproofs exchanged.
    fn exchanged(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }
}

impl<G: Hashed<Scores = [Score; 2]>> Search<G> for ProofNumber {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        let mover = game.to_move(state);
        let mut meter = Meter::new(limits);
        meter.arm();
        let mut proof = Proof {
            game,
            entries: &mut self.entries,
            meter,
            attacker: mover,
            children: Vec::with_capacity((MAX_PLIES + 1) * G::MAX_MOVES),
            moves: Vec::with_capacity(G::MAX_MOVES),
            root: Vec::with_capacity(G::MAX_MOVES),
            path: Path::new(game, state, MAX_PLIES + 1),
            is_incomplete: false,
        };
        let mut slots = vec![state.clone(); MAX_PLIES + 1];
        let outcome = game.outcome(state);
        let mut root_moves = Vec::new();
        let value = match outcome {
            Some(outcome) => Some(outcome[mover].signum()),
            None => {
                let wins = proof.ask(&mut slots, mover);
                proof.add_bounds(&mut root_moves, mover);
                let loses = if wins == Some(false) {
                    let loses = proof.ask(&mut slots, 1 - mover);
                    proof.add_bounds(&mut root_moves, mover);
                    loses
                } else {
                    None
                };
                match (wins, loses) {
                    (Some(true), _) => Some(1),
                    (_, Some(true)) => Some(-1),
                    (_, Some(false)) => Some(0),
                    _ => None,
                }
            }
        };
        // Reading the line from the table is not part of the work.
        let counts = proof.meter.counts();
        let line = proof.line(&mut slots);
        let is_over = outcome.is_some();
        let report = Report {
            best: line.first().copied(),
            scores: outcome.unwrap_or(for_mover(value.unwrap_or(0), mover)),
            depth: line.len() as u32,
            line,
            // That there is no win may rest on a repetition, which depends on the path.
            solved: value.is_some_and(|value| value != 0 || is_over || !(G::REPEATS || proof.is_incomplete)),
            root_moves,
            counts,
            elapsed: proof.meter.elapsed(),
        };
        each(&report);
        report
    }
}

struct Proof<'a, 'm, G: Game> {
    game: &'a G,
    entries: &'a mut [Entry],
    meter: Meter<'m>,
    /// The player whose win is to be proven.
    attacker: usize,
    /// The moves of all nodes on the path with their numbers.
    children: Vec<(G::Move, Numbers)>,
    moves: Vec<G::Move>,
    /// The moves at the root with their numbers when the last question ended.
    root: Vec<(G::Move, Numbers)>,
    path: Path,
    /// Whether a line was too long.
    is_incomplete: bool,
}

impl<G: Hashed<Scores = [Score; 2]>> Proof<'_, '_, G> {
    /// Whether `attacker` wins from the root, in the first slot. `None` if a limit is reached.
    fn ask(&mut self, slots: &mut [G::State], attacker: usize) -> Option<bool> {
        self.attacker = attacker;
        self.entries.fill(Entry::default());
        self.children.clear();
        self.root.clear();
        self.meter.enter()?;
        let numbers = self.search(slots, 0, Numbers { proof: INFINITE, disproof: INFINITE });
        // The children of the root come first, and those of an interrupted line after them.
        self.moves.clear();
        self.game.moves_or_outcome(&slots[0], &mut self.moves);
        let count = self.moves.len().min(self.children.len());
        self.root.extend_from_slice(&self.children[..count]);
        let numbers = numbers?;
        let is_own = self.game.to_move(&slots[0]) == attacker;
        Some(if is_own { numbers.proof == 0 } else { numbers.disproof == 0 })
    }

    /// Searches the position in the first slot until one of its numbers reaches its threshold, from
    /// the side of the player to move: `proof` is about what that player wants.
    fn search(&mut self, slots: &mut [G::State], ply: usize, thresholds: Numbers) -> Option<Numbers> {
        let [here, below @ ..] = slots else { return None };
        let game = self.game;
        let mover = game.to_move(here);
        let first = self.children.len();
        self.moves.clear();
        game.moves_or_outcome(here, &mut self.moves);
        self.children.extend(self.moves.iter().map(|&mv| (mv, Numbers::default())));
        for i in first..self.children.len() {
            let mv = self.children[i].0;
            self.children[i].1 = self.look(here, mv, &mut below[0], ply, mover)?;
        }
        let numbers = loop {
            let (numbers, best, second) = combine(&self.children[first..]);
            if numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof || numbers.is_settled() {
                break numbers;
            }
            let (mv, child) = self.children[first + best];
            // A little beyond the second best child, so that the search does not change its mind at
            // every step.
            let proof = thresholds.proof.min(second.saturating_add(second / 4).saturating_add(1));
            let disproof = match thresholds.disproof {
                INFINITE => INFINITE,
                limit => limit - (numbers.disproof - child.disproof),
            };
            let wanted = Numbers { proof, disproof };
            game.play(here, mv, &mut below[0]);
            if G::REPEATS {
                self.path.enter(game, here, mv, &below[0], ply + 1);
            }
            let is_same = game.to_move(&below[0]) == mover;
            let wanted = if is_same { wanted } else { wanted.exchanged() };
            self.meter.enter()?;
            let found = self.search(below, ply + 1, wanted)?;
            self.children[first + best].1 = if is_same { found } else { found.exchanged() };
        };
        // Those of the root are left for the report.
        if ply > 0 {
            self.children.truncate(first);
        }
        let hash = game.hash(here);
        let index = hash as usize & (self.entries.len() - 1);
        let own = if mover == self.attacker { numbers } else { numbers.exchanged() };
        self.entries[index] = Entry { hash, numbers: own, is_used: true };
        Some(numbers)
    }

    /// What is known about the position after `mv`, from the side of `mover`, without searching it.
    fn look(&mut self, here: &G::State, mv: G::Move, next: &mut G::State, ply: usize, mover: usize) -> Option<Numbers> {
        let game = self.game;
        game.play(here, mv, next);
        self.meter.enter()?;
        let is_repeated = G::REPEATS && self.path.enter(game, here, mv, next, ply + 1);
        let end = if is_repeated { Some([0, 0]) } else { game.outcome(next) };
        let is_too_long = end.is_none() && ply + 2 > MAX_PLIES;
        self.is_incomplete |= is_too_long;
        let end = if is_too_long { Some([0, 0]) } else { end };
        let numbers = match end {
            Some(outcome) => {
                self.meter.count_evaluation();
                if outcome[self.attacker] > 0 { Numbers::PROVEN } else { Numbers::DISPROVEN }
            }
            None => {
                let hash = game.hash(next);
                let entry = self.entries[hash as usize & (self.entries.len() - 1)];
                let is_known = entry.is_used && entry.hash == hash;
                if is_known {
                    self.meter.count_table_hit();
                    entry.numbers
                } else {
                    Numbers::default()
                }
            }
        };
        Some(if mover == self.attacker { numbers } else { numbers.exchanged() })
    }

    /// Adds what the last question proved about the moves of the root, where `mover` is to move.
    fn add_bounds(&self, moves: &mut Vec<RootMove<G::Move>>, mover: usize) {
        // Who does not win may only be kept from it by a repetition or the length of a line.
        let is_sound = !G::REPEATS && !self.is_incomplete;
        let attacks = self.attacker == mover;
        for &(mv, numbers) in &self.root {
            let (score, bound) = match numbers {
                Numbers { proof: 0, .. } if attacks => (1, Bound::Lower),
                Numbers { proof: 0, .. } if is_sound => (0, Bound::Lower),
                Numbers { disproof: 0, .. } if !attacks => (-1, Bound::Upper),
                Numbers { disproof: 0, .. } if is_sound => (0, Bound::Upper),
                _ => continue,
            };
            match moves.iter_mut().find(|it| it.mv == mv) {
                None => moves.push(RootMove { mv, score, bound: Some(bound) }),
                Some(it) if it.score == score && it.bound != Some(bound) => it.bound = Some(Bound::Exact),
                Some(it) => (it.score, it.bound) = (score, Some(bound)),
            }
        }
    }

    /// The line that the table knows: every player chooses what is easiest to prove for it. There is
    /// at least one move.
    fn line(&mut self, slots: &mut [G::State]) -> Vec<G::Move> {
        self.meter.disarm();
        let mut line = Vec::new();
        while let [here, next, ..] = &mut slots[line.len()..] {
            let mover = self.game.to_move(here);
            self.moves.clear();
            if self.game.moves_or_outcome(here, &mut self.moves).is_some() {
                break;
            }
            self.children.clear();
            if line.is_empty() && !self.root.is_empty() {
                // The table may have forgotten it.
                self.children.extend_from_slice(&self.root);
            } else {
                for i in 0..self.moves.len() {
                    let mv = self.moves[i];
                    let Some(numbers) = self.look(here, mv, next, line.len(), mover) else { break };
                    self.children.push((mv, numbers));
                }
            }
            let (numbers, best, _) = combine(&self.children);
            let Some(&(mv, _)) = self.children.get(best) else { break };
            if !numbers.is_settled() && !line.is_empty() {
                break;
            }
            self.game.play(here, mv, next);
            line.push(mv);
            if G::REPEATS && self.path.enter(self.game, here, mv, next, line.len()) {
                break;
            }
        }
        line
    }
}

/// The numbers of a node from those of its children, from the side of the player who chooses among
/// them; the index of the child with the lowest proof number, and the second lowest.
fn combine<M>(children: &[(M, Numbers)]) -> (Numbers, usize, u32) {
    let (mut best, mut lowest, mut second) = (0, INFINITE, INFINITE);
    let mut disproof: u32 = 0;
    for (i, (_, child)) in children.iter().enumerate() {
        if child.proof < lowest {
            (best, second, lowest) = (i, lowest, child.proof);
        } else {
            second = second.min(child.proof);
        }
        disproof = disproof.saturating_add(child.disproof);
    }
    // A sum only means "impossible" if one of its parts does.
    if disproof == INFINITE && children.iter().all(|(_, child)| child.disproof < INFINITE) {
        disproof = INFINITE - 1;
    }
    (Numbers { proof: lowest, disproof }, best, second)
}
