//! Kalah, an example of a game for `gametree`. The tests use it too.

use gametree::{Game, Hashed, Score, mix};

/// The maximum number of houses of a player.
pub const MAX_HOUSES: usize = 6;

/// The pits of one player.
const SIDE: usize = MAX_HOUSES + 1;

/// A position. The pits of the first player come first: the houses from left to right, then the
/// store. Seeds are sown to the right and on to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pits: [u8; 2 * SIDE],
    to_move: u8,
}

impl Board {
    /// The houses of `player`.
    #[inline]
    pub fn houses(&self, player: usize) -> &[u8; MAX_HOUSES] {
        self.pits[player * SIDE..].first_chunk().expect("a side has as many")
    }

    /// The seeds in the store of `player`.
    #[inline]
    pub fn store(&self, player: usize) -> u8 {
        self.pits[player * SIDE + MAX_HOUSES]
    }
}

/// Kalah with a number of houses for each player and of seeds in each of them: the game is known as
/// Kalah(houses, seeds). The final score is the margin in seeds.
#[derive(Clone, Copy, Debug)]
pub struct Kalah {
    houses: usize,
    seeds: u8,
    empty_capture: bool,
}

impl Kalah {
    /// Kalah with `houses` houses, at most [`MAX_HOUSES`], of `seeds` seeds.
    pub fn new(houses: usize, seeds: u8) -> Self {
        assert!((1..=MAX_HOUSES).contains(&houses), "{houses} houses, of 1 to {MAX_HOUSES}");
        Self { houses, seeds, empty_capture: false }
    }

    /// The variation in which a last seed in an empty house of one's own is captured even if the
    /// opposite house is empty.
    pub fn with_empty_capture(self) -> Self {
        Self { empty_capture: true, ..self }
    }

    /// The number of seeds on the board.
    fn total(&self) -> Score {
        2 * self.houses as Score * Score::from(self.seeds)
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let row = |houses: &mut dyn Iterator<Item = &u8>| houses.map(|seeds| format!("{seeds:>3}")).collect::<String>();
        writeln!(f, "   {}", row(&mut self.houses(1).iter().rev()))?;
        writeln!(f, "{:>3}{:21}{:>3}", self.store(1), "", self.store(0))?;
        writeln!(f, "   {}", row(&mut self.houses(0).iter()))
    }
}

impl Game for Kalah {
    type State = Board;
    /// A house, from the left.
    type Move = u8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = MAX_HOUSES;

    fn start(&self) -> Board {
        let mut pits = [0; 2 * SIDE];
        for side in [0, SIDE] {
            // The last houses are used, which are next to the store.
            pits[side + MAX_HOUSES - self.houses..side + MAX_HOUSES].fill(self.seeds);
        }
        Board { pits, to_move: 0 }
    }

    #[inline]
    fn to_move(&self, board: &Board) -> usize {
        usize::from(board.to_move)
    }

    /// From right to left: the right ones can reach the store with few seeds.
    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        let houses = board.houses(usize::from(board.to_move));
        moves.extend((0..MAX_HOUSES as u8).rev().filter(|&house| houses[usize::from(house)] > 0));
    }

    fn play(&self, from: &Board, house: u8, to: &mut Board) {
        *to = *from;
        let mover = usize::from(from.to_move);
        let (own, other) = (mover * SIDE, (1 - mover) * SIDE);
        let unused = MAX_HOUSES - self.houses;
        let mut at = own + usize::from(house);
        for _ in 0..std::mem::take(&mut to.pits[at]) {
            at = if at == other + MAX_HOUSES - 1 {
                own + unused // not into the opponent's store
            } else if at == own + MAX_HOUSES {
                other + unused
            } else {
                at + 1
            };
            to.pits[at] += 1;
        }
        let store = own + MAX_HOUSES;
        if (own..store).contains(&at) && to.pits[at] == 1 {
            let opposite = other + unused + (store - 1 - at);
            if to.pits[opposite] > 0 || self.empty_capture {
                to.pits[store] += 1 + std::mem::take(&mut to.pits[opposite]);
                to.pits[at] = 0;
            }
        }
        if at != store {
            to.to_move = 1 - from.to_move;
        }
        // The game ends when a side is empty, and the other side keeps its seeds.
        for (empty, full) in [(0, 1), (1, 0)] {
            if *to.houses(empty) == [0; MAX_HOUSES] {
                let houses = full * SIDE..full * SIDE + MAX_HOUSES;
                to.pits[houses.end] += to.pits[houses.clone()].iter().sum::<u8>();
                to.pits[houses].fill(0);
            }
        }
    }

    #[inline]
    fn outcome(&self, board: &Board) -> Option<[Score; 2]> {
        let [first, second] = [0, 1].map(|player| Score::from(board.store(player)));
        (first + second == self.total()).then_some([first - second, second - first])
    }

    /// What is in a store stays there.
    #[inline]
    fn bounds(&self, board: &Board, player: usize) -> (Score, Score) {
        let [own, other] = [player, 1 - player].map(|player| 2 * Score::from(board.store(player)));
        (own - self.total(), self.total() - other)
    }

    /// First the moves that earn another turn, then those that capture most, and from right to left.
    #[inline]
    fn priority(&self, board: &Board, house: u8) -> i32 {
        let mut next = *board;
        self.play(board, house, &mut next);
        let mover = usize::from(board.to_move);
        let earned = i32::from(next.store(mover) - board.store(mover));
        let first = if next.to_move == board.to_move { 100 } else { earned };
        8 * first + i32::from(house)
    }
}

impl Hashed for Kalah {
    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        let stores = u64::from(board.store(0)) << 8 | u64::from(board.store(1));
        mix(stores << 1 ^ u64::from(board.to_move) ^ self.rest(board).0)
    }

    /// The same houses bring the same seeds, whatever is in the stores.
    #[inline]
    fn rest(&self, board: &Board) -> (u64, Score) {
        let mover = usize::from(board.to_move);
        let seeds = |player| board.houses(player).iter().fold(0, |all, &seeds| all << 8 | u64::from(seeds));
        let ahead = Score::from(board.store(mover)) - Score::from(board.store(1 - mover));
        // The seeds in the houses of both players tell how many are in the stores.
        (mix(mix(seeds(mover)) ^ seeds(1 - mover)), ahead)
    }

    #[inline]
    fn code(&self, house: u8) -> u16 {
        house.into()
    }
}
