//! The sums of the network's first layer along the line of play.
//!
//! A move changes few pieces, so the sums of a position follow from those of a position nearby. Every
//! ply keeps the sums of the position that was last evaluated there, together with that position.
//! Nothing happens when a move is played or taken back: when a value is asked for, the nearest of the
//! positions kept at this ply and the two before is taken, and the pieces in which the two differ are
//! added and subtracted. That is exact, whatever was searched in between. Only where all of them have
//! too little in common, or see the board with the king in another bucket, is a side's sum made anew
//! from all pieces.

use std::ops::Range;
use std::sync::Arc;

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color};
use gametree::Score;

use super::features::{MAX_PIECES, Pieces, Placed, View};
use super::{Block, Network};

/// How many plies before its own a position looks for one to start from: the one before may be in
/// check, and then it is not evaluated.
const PLIES_BACK: usize = 2;

/// What is known about the position last evaluated at a ply.
#[derive(Clone, Copy, Default)]
struct Kept {
    pieces: Pieces,
    /// How each side sees it; none before the first.
    views: [Option<View>; Color::NUM],
}

/// A network with its sums for every ply of a search.
pub(crate) struct Accumulators {
    network: Arc<Network>,
    kept: Vec<Kept>,
    /// For every ply a row for each side.
    sums: Vec<Block<i16>>,
}

impl Accumulators {
    /// For a search of at most this many plies, the root included.
    pub(crate) fn new(network: Arc<Network>, plies: usize) -> Self {
        let sums = vec![Block::default(); plies * Color::NUM * network.shape.width()];
        Self { network, kept: vec![Kept::default(); plies], sums }
    }

    /// The value of the position at a ply for the side to move.
    pub(crate) fn evaluate(&mut self, ply: usize, board: &Board) -> Score {
        let pieces = Pieces::from(board);
        let views = Color::ALL.map(|side| self.network.shape.kings.view(side, board.king(side)));
        let nearest = self.nearest(ply, &pieces, views);
        // As a rule both sides go on from the same position, and what changed is looked up once.
        let mut looked_up = None;
        let (mut added, mut removed) = (Several::new(), Several::new());
        for (side, view) in views.into_iter().enumerate() {
            let Some(Near { from, changes, .. }) = nearest[side] else {
                self.begin(ply, side, &view.inputs(&pieces.all()));
                continue;
            };
            if looked_up != Some(from) {
                added = pieces.on(changes);
                removed = self.kept[from].pieces.on(changes);
                looked_up = Some(from);
            }
            self.go_on(ply, side, from, &view.inputs(&added), &view.inputs(&removed));
        }
        self.kept[ply] = Kept { pieces, views: views.map(Some) };
        let width = self.network.shape.width();
        let (white, black) = self.sums[2 * width * ply..][..2 * width].split_at(width);
        let sums = if board.side_to_move() == Color::White { [white, black] } else { [black, white] };
        self.network.output(sums, pieces.count())
    }

    /// For each side the kept position from which it is nearest to this one; none if it is nearer from
    /// an empty board.
    fn nearest(&self, ply: usize, pieces: &Pieces, views: [View; Color::NUM]) -> [Option<Near>; Color::NUM] {
        let mut nearest: [Option<Near>; Color::NUM] = [None; Color::NUM];
        let all = pieces.count();
        // This ply comes first: it needs no copy.
        for from in (ply.saturating_sub(PLIES_BACK)..=ply).rev() {
            let kept = &self.kept[from];
            let changes = pieces.changes(&kept.pieces);
            let count = changes.len() as usize;
            for ((side, view), nearest) in views.into_iter().enumerate().zip(&mut nearest) {
                if kept.views[side] == Some(view) && count < nearest.map_or(all, |near| near.count) {
                    *nearest = Some(Near { from, changes, count });
                }
            }
            // No other is nearer: a move changes two squares at least.
            if count <= 2 && nearest.iter().all(Option::is_some) {
                break;
            }
        }
        nearest
    }

    /// Where the sums of a side at a ply are.
    fn row(&self, ply: usize, side: usize) -> Range<usize> {
        let width = self.network.shape.width();
        (2 * ply + side) * width..(2 * ply + side + 1) * width
    }

    /// Makes the sums of a side at a ply from those at this one or one before.
    fn go_on(&mut self, ply: usize, side: usize, from: usize, added: &[u16], removed: &[u16]) {
        let (from, to) = (self.row(from, side), self.row(ply, side));
        if from == to {
            return self.network.add(&mut self.sums[to], added, removed);
        }
        let (before, here) = self.sums.split_at_mut(to.start);
        self.network.add_to(&before[from], &mut here[..to.len()], added, removed);
    }

    /// Makes the sums of a side at a ply from all inputs.
    fn begin(&mut self, ply: usize, side: usize, inputs: &[u16]) {
        let to = self.row(ply, side);
        self.sums[to.clone()].copy_from_slice(&self.network.biases);
        self.network.add(&mut self.sums[to], inputs, &[]);
    }
}

/// Pieces that were added or removed.
type Several = ArrayVec<Placed, MAX_PIECES>;

/// A position that is kept, seen from another.
#[derive(Clone, Copy)]
struct Near {
    /// Its ply.
    from: usize,
    /// The squares on which the two differ, and their number.
    changes: BitBoard,
    count: usize,
}

#[cfg(test)]
mod tests {
    use super::super::tests::{POSITIONS, random_network};
    use super::*;

    /// Walks the tree as a search does, without evaluating every position.
    fn walk(accumulators: &mut Accumulators, board: &Board, ply: usize, random: &mut fastrand::Rng, count: &mut u32) {
        if random.u32(..4) > 0 {
            assert_eq!(accumulators.evaluate(ply, board), accumulators.network.evaluate(board), "{board}");
            *count += 1;
        }
        if ply == 5 {
            return;
        }
        let mut moves = Vec::new();
        board.generate_moves(|all| {
            moves.extend(all);
            false
        });
        random.shuffle(&mut moves);
        for mv in moves.into_iter().take(3) {
            let mut next = board.clone();
            next.play_unchecked(mv);
            walk(accumulators, &next, ply + 1, random, count);
        }
        if let Some(passed) = board.null_move() {
            walk(accumulators, &passed, ply + 1, random, count);
        }
    }

    #[test]
    fn kept_sums_give_the_same_values_as_new_ones() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut count = 0;
        for hidden in [32, 64] {
            let mut accumulators = Accumulators::new(Arc::new(random_network(hidden, 8, 11)), 6);
            for fen in POSITIONS {
                walk(&mut accumulators, &fen.parse().unwrap(), 0, &mut random, &mut count);
            }
        }
        assert!(count > 5_000, "{count}");
    }
}
