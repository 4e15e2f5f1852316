//! The static evaluation that the search asks for: hand-written or a network.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use cozy_chess::Board;
use gametree::Score;

use super::evaluation::{Breakdown, Classical};
use super::worker::MAX_PLY;
use crate::network::{Accumulators, Network, NetworkError, PieceValues};

/// The positions that are remembered.
const VALUE_ENTRIES: usize = 1 << 15;

/// How positions are evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// By hand-written terms with tuned weights.
    Classical,
    /// By a network.
    Network(Arc<Network>),
}

/// The network that is built in.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(include_bytes!("../network/chess.net"));
    Arc::new(network.expect("a test reads the built-in network"))
});

/// By the network that is built in.
impl Default for Evaluation {
    fn default() -> Self {
        Self::Network(Arc::clone(&BUILT_IN))
    }
}

/// The reasons for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// What each hand-written term adds.
    Terms(Breakdown),
    /// What each piece is worth to the network.
    Pieces(PieceValues),
}

impl Evaluation {
    /// Reads what a user names: the file of a network, `classical`, or nothing for the built-in
    /// evaluation.
    pub fn read(name: &str) -> Result<Self, NetworkError> {
        match name {
            // UCI writes an empty text so.
            "" | "<empty>" => Ok(Self::default()),
            "classical" => Ok(Self::Classical),
            path => Ok(Self::Network(Arc::new(Network::read(Path::new(path))?))),
        }
    }

    /// Evaluates a position, for a person.
    pub fn explain(&self, board: &Board) -> Explanation {
        match self {
            Self::Classical => Explanation::Terms(Classical::default().explain(board)),
            Self::Network(network) => Explanation::Pieces(network.explain(board)),
        }
    }
}

/// The static evaluator of one thread. It remembers positions, since every iteration of a search
/// comes back to most of them.
pub(crate) struct Evaluator {
    kind: Kind,
    /// The high 48 bits of the position's hash, and its value.
    values: Vec<u64>,
}

enum Kind {
    Classical(Box<Classical>),
    Network(Accumulators),
}

impl Evaluator {
    pub(crate) fn new(evaluation: &Evaluation) -> Self {
        let kind = match evaluation {
            Evaluation::Classical => Kind::Classical(Box::default()),
            Evaluation::Network(network) => Kind::Network(Accumulators::new(Arc::clone(network), MAX_PLY + 1)),
        };
        Self { kind, values: vec![0; VALUE_ENTRIES] }
    }

    /// The value of the position at a ply for the side to move, in hundredths of a pawn. The ply is
    /// only a hint where to look for a position that is much alike.
    pub(crate) fn evaluate(&mut self, ply: usize, board: &Board) -> Score {
        let hash = board.hash();
        let at = hash as usize % VALUE_ENTRIES;
        let entry = self.values[at];
        if entry ^ hash <= u64::from(u16::MAX) {
            return Score::from(entry as i16);
        }
        let value = match &mut self.kind {
            Kind::Classical(classical) => classical.evaluate(board),
            Kind::Network(accumulators) => accumulators.evaluate(ply, board),
        };
        self.values[at] = hash & !u64::from(u16::MAX) | u64::from(value as i16 as u16);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tests::{POSITIONS, random_network};

    #[test]
    fn remembered_values_are_those_of_the_evaluation() {
        let network = Arc::new(random_network(32, 1, 1));
        let mut evaluator = Evaluator::new(&Evaluation::Network(Arc::clone(&network)));
        for _ in 0..2 {
            for fen in POSITIONS {
                let board = fen.parse().unwrap();
                assert_eq!(evaluator.evaluate(3, &board), network.evaluate(&board));
            }
        }
    }
}
