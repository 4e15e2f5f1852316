//! Chess for the crate `minimax`, and the same search with ours. Both get their moves from
//! `cozy-chess`, in the same order, evaluate the same material, and end games by mate and stalemate
//! only.
//!
//! Our rules update the material with every move and list moves faster than the iterator of
//! `cozy-chess`. The rival plays twice: on a plain board, and with these rules of ours.

use std::marker::PhantomData;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chess::{Material, Rules, State};
use cozy_chess::{Board, Color, Move, Piece, Square};
use gametree::{AlphaBeta, Game, Limits, Search};
use minimax::{Evaluator, Negamax, Strategy, Winner};

use crate::clock::timed;
use crate::contests::Entrant;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn kiwipete() -> Board {
    KIWIPETE.parse().expect("a position")
}

fn nodes(depth: u32) -> u64 {
    let rules = Rules::from(kiwipete()).without_draws();
    AlphaBeta::new(Material).search(&rules, &rules.start(), &Limits::depth(depth)).counts.nodes
}

/// What the rival searches: a position, with the moves, the next positions and the material of it.
trait Place: Clone + Send {
    fn kiwipete() -> Self;
    fn board(&self) -> &Board;
    fn moves(&self, moves: &mut Vec<Move>);
    fn after(&self, mv: Move) -> Self;
    /// White's material minus Black's.
    fn balance(&self) -> i32;
}

/// As one writes it with `cozy-chess` alone.
impl Place for Board {
    fn kiwipete() -> Self {
        kiwipete()
    }

    fn board(&self) -> &Board {
        self
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        self.generate_moves(|some| {
            moves.extend(some);
            false
        });
    }

    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    fn balance(&self) -> i32 {
        let (white, black) = (self.colors(Color::White), self.colors(Color::Black));
        let difference = |piece| {
            let pieces = self.pieces(piece);
            Material::of(piece) * ((pieces & white).len() as i32 - (pieces & black).len() as i32)
        };
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().map(difference).sum()
    }
}

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::from(kiwipete()).without_draws());

/// With our rules.
impl Place for State {
    fn kiwipete() -> Self {
        kiwipete().into()
    }

    fn board(&self) -> &Board {
        State::board(self)
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        RULES.moves(self, moves);
    }

    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        RULES.play(self, mv, &mut next);
        next
    }

    fn balance(&self) -> i32 {
        State::balance(self)
    }
}

/// Since the rival shuffles the moves at its root, it begins one ply before Kiwipete, where there is
/// only one.
#[derive(Clone)]
enum Step<P> {
    Before,
    At(P),
}

/// If `COUNTED`, calls of `apply` are counted as nodes; this is off when time is measured.
struct Chess<P, const COUNTED: bool>(PhantomData<P>);

static APPLIED: AtomicU64 = AtomicU64::new(0);

/// The move that leads to Kiwipete. What it is does not matter.
const FIRST: Move = Move { from: Square::A1, to: Square::A1, promotion: None };

fn without_moves(board: &Board) -> Winner {
    if board.checkers().is_empty() { Winner::Draw } else { Winner::PlayerJustMoved }
}

impl<P: Place, const COUNTED: bool> minimax::Game for Chess<P, COUNTED> {
    type S = Step<P>;
    type M = Move;

    fn generate_moves(step: &Step<P>, moves: &mut Vec<Move>) -> Option<Winner> {
        match step {
            Step::Before => {
                moves.push(FIRST);
                None
            }
            Step::At(place) => {
                place.moves(moves);
                moves.is_empty().then(|| without_moves(place.board()))
            }
        }
    }

    fn get_winner(step: &Step<P>) -> Option<Winner> {
        match step {
            Step::Before => None,
            Step::At(place) => (!place.board().generate_moves(|_| true)).then(|| without_moves(place.board())),
        }
    }

    fn apply(step: &mut Step<P>, mv: Move) -> Option<Step<P>> {
        if COUNTED {
            APPLIED.fetch_add(1, Ordering::Relaxed);
        }
        Some(Step::At(match step {
            Step::Before => P::kiwipete(),
            Step::At(place) => place.after(mv),
        }))
    }
}

#[derive(Clone)]
struct Balance<P, const COUNTED: bool>(PhantomData<P>);

impl<P: Place, const COUNTED: bool> Evaluator for Balance<P, COUNTED> {
    type G = Chess<P, COUNTED>;

    fn evaluate(&self, step: &Step<P>) -> i16 {
        match step {
            Step::Before => 0,
            Step::At(place) if place.board().side_to_move() == Color::White => place.balance() as i16,
            Step::At(place) => -place.balance() as i16,
        }
    }
}

fn rival<P: Place, const COUNTED: bool>(depth: u32) -> Negamax<Balance<P, COUNTED>> {
    Negamax::new(Balance(PhantomData), depth as u8 + 1)
}

fn time_rival<P: Place>(depth: u32) -> Duration {
    let mut search = rival::<P, false>(depth);
    timed(|| search.choose_move(&Step::Before))
}

fn rival_nodes<P: Place>(depth: u32) -> u64 {
    APPLIED.store(0, Ordering::Relaxed);
    rival::<P, true>(depth).choose_move(&Step::Before);
    APPLIED.load(Ordering::Relaxed)
}

/// Ours, the rival on a plain board, and the rival with our rules.
pub(crate) const ENTRANTS: &[Entrant] = &[
    Entrant { name: "gametree", run: |depth| timed(|| nodes(depth)), work: nodes },
    Entrant { name: "minimax 0.6", run: time_rival::<Board>, work: rival_nodes::<Board> },
    Entrant { name: "on our rules", run: time_rival::<State>, work: rival_nodes::<State> },
];
