//! Chess for the crate `minimax`, and the same search with ours. Both get their moves from
//! `cozy-chess`, in the same order, count the same material, and end games by mate and stalemate
//! only.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chess::{Material, Rules};
use cozy_chess::{Board, Color, Move, Piece, Square};
use gametree::{AlphaBeta, Game, Limits, Search};
use minimax::{Evaluator, Negamax, Strategy, Winner};

use crate::contests::timed;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn kiwipete() -> Board {
    KIWIPETE.parse().expect("a position")
}

pub(crate) fn nodes(depth: u32) -> u64 {
    let rules = Rules::from(kiwipete()).without_draws();
    AlphaBeta::new(Material).search(&rules, &rules.start(), &Limits::depth(depth)).counts.nodes
}

/// A position of the rival's. Since it shuffles the moves at its root, it begins one ply before
/// Kiwipete, where there is only one.
#[derive(Clone)]
struct Place {
    board: Board,
    is_before: bool,
}

/// If `COUNTED`, calls of `apply` are counted as nodes; this is off when time is measured.
struct Chess<const COUNTED: bool>;

static APPLIED: AtomicU64 = AtomicU64::new(0);

/// The move that leads to Kiwipete. What it is does not matter.
const FIRST: Move = Move { from: Square::A1, to: Square::A1, promotion: None };

fn without_moves(board: &Board) -> Winner {
    if board.checkers().is_empty() { Winner::Draw } else { Winner::PlayerJustMoved }
}

impl<const COUNTED: bool> minimax::Game for Chess<COUNTED> {
    type S = Place;
    type M = Move;

    fn generate_moves(place: &Place, moves: &mut Vec<Move>) -> Option<Winner> {
        if place.is_before {
            moves.push(FIRST);
            return None;
        }
        place.board.generate_moves(|some| {
            moves.extend(some);
            false
        });
        moves.is_empty().then(|| without_moves(&place.board))
    }

    fn get_winner(place: &Place) -> Option<Winner> {
        (!place.board.generate_moves(|_| true)).then(|| without_moves(&place.board))
    }

    fn apply(place: &mut Place, mv: Move) -> Option<Place> {
        if COUNTED {
            APPLIED.fetch_add(1, Ordering::Relaxed);
        }
        let mut next = Place { board: place.board.clone(), is_before: false };
        if !place.is_before {
            next.board.play_unchecked(mv);
        }
        Some(next)
    }
}

#[derive(Clone)]
struct Count<const COUNTED: bool>;

impl<const COUNTED: bool> Evaluator for Count<COUNTED> {
    type G = Chess<COUNTED>;

    fn evaluate(&self, place: &Place) -> i16 {
        let board = &place.board;
        let (white, black) = (board.colors(Color::White), board.colors(Color::Black));
        let mut balance = 0;
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let pieces = board.pieces(piece);
            balance += Material::of(piece) * ((pieces & white).len() as i32 - (pieces & black).len() as i32);
        }
        let own = if board.side_to_move() == Color::White { balance } else { -balance };
        own as i16
    }
}

fn before() -> Place {
    Place { board: kiwipete(), is_before: true }
}

pub(crate) fn time_rival(depth: u32) -> Duration {
    let mut search = Negamax::new(Count::<false>, depth as u8 + 1);
    timed(|| search.choose_move(&before()))
}

pub(crate) fn rival_nodes(depth: u32) -> u64 {
    APPLIED.store(0, Ordering::Relaxed);
    Negamax::new(Count::<true>, depth as u8 + 1).choose_move(&before());
    APPLIED.load(Ordering::Relaxed)
}
