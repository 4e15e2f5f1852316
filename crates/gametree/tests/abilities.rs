//! What games promise beyond their rules: passing, hashes, positions that occur again, noisy moves.

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/coins.rs"]
mod coins;

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/walk.rs"]
mod walk;

use gametree::conformance::{Broken, check_hashes, check_noisy, check_passing, check_rules};
use gametree::{Game, Hashed, Noisy, Passing, Score, WIN, mix};
use noughts::Noughts;
use walk::{Place, Walk};

/// Three players take one or two of nine stones in turn and can pass, but not quite as they should.
struct Passers {
    /// How many of the players are still in the game.
    players: usize,
    pass: fn(&Heap, &mut Heap),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Heap {
    to_move: usize,
    stones: u8,
}

impl Game for Passers {
    type State = Heap;
    type Move = u8;
    type Scores = [Score; 3];
    const MAX_MOVES: usize = 2;

    fn start(&self) -> Heap {
        Heap { to_move: 0, stones: 9 }
    }

    fn to_move(&self, heap: &Heap) -> usize {
        heap.to_move
    }

    fn moves(&self, _: &Heap, moves: &mut Vec<u8>) {
        moves.extend([1, 2]);
    }

    fn play(&self, from: &Heap, taken: u8, to: &mut Heap) {
        *to = Heap { to_move: (from.to_move + 1) % self.players, stones: from.stones.saturating_sub(taken) };
    }

    fn outcome(&self, heap: &Heap) -> Option<[Score; 3]> {
        (heap.stones == 0).then_some([0; 3])
    }
}

impl Passing for Passers {
    fn pass(&self, from: &Heap, to: &mut Heap) -> bool {
        (self.pass)(from, to);
        true
    }
}

#[test]
fn a_bad_pass_is_found() {
    let found = |players, pass| check_passing(&Passers { players, pass }).err().map(|violation| violation.promise);
    let bad = |what| Some(Broken::BadPass(what));
    assert_eq!(found(3, |from, to| *to = Heap { to_move: (from.to_move + 1) % 3, ..*from }), None);
    assert_eq!(found(3, |from, to| *to = *from), bad("does not make it another player's turn"));
    let nobody = Broken::NoSuchPlayer { player: 3, players: 3 };
    assert_eq!(found(3, |from, to| *to = Heap { to_move: 3, ..*from }), Some(nobody));
    let astray = |from: &Heap, to: &mut Heap| *to = Heap { to_move: [1, 2, 1][from.to_move], ..*from };
    assert_eq!(found(3, astray), bad("does not return to the same player"));
    let leaking = |from: &Heap, to: &mut Heap| {
        *to = Heap { to_move: (from.to_move + 1) % 3, stones: from.stones.min(to.stones) };
    };
    assert_eq!(found(3, leaking), bad("depends on what the slot contained before"));
    // The third player is out of the game.
    assert_eq!(found(2, |from, to| *to = Heap { to_move: (from.to_move + 1) % 2, ..*from }), None);
    let not_next = "makes it the turn of a player who is not next after any move";
    assert_eq!(found(2, |from, to| *to = Heap { to_move: (from.to_move + 1) % 3, ..*from }), bad(not_next));
    assert_eq!(found(3, |from, to| *to = Heap { to_move: (from.to_move + 2) % 3, ..*from }), bad(not_next));
    let taking = |from: &Heap, to: &mut Heap| {
        *to = Heap { to_move: (from.to_move + 1) % 3, stones: from.stones.max(2) - 1 };
    };
    assert_eq!(found(3, taking), bad("changes more than the turn"));
    assert_eq!(found(3, |_, to| *to = Heap { to_move: 1, stones: 0 }), bad("ends the game"));
    check_passing(&coins::Coins::<3>::new(12, 1)).unwrap();
    check_passing(&Noughts).unwrap();
}

/// Two players take one or two of ten stones and keep them, and the points are the stones. What it says
/// about the rest, and about positions that occurred before, may be wrong.
struct Stones {
    /// The points that the player to move is ahead, as far as the rest is concerned.
    ahead: fn(&Taken) -> Score,
    /// Whether the player who takes the last stone wins, whatever the points are.
    last_wins: bool,
    repetition_hash: fn(&Taken) -> Option<u64>,
    irreversible: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Taken {
    by: [i8; 2],
    to_move: usize,
}

impl Taken {
    fn left(&self) -> i8 {
        10 - self.by[0] - self.by[1]
    }

    fn ahead(&self) -> Score {
        (self.by[self.to_move] - self.by[1 - self.to_move]).into()
    }

    fn code(&self) -> u64 {
        self.by.iter().fold(self.to_move as u64, |code, &by| code * 16 + by as u64)
    }
}

const STONES: Stones =
    Stones { ahead: Taken::ahead, last_wins: false, repetition_hash: |state| Some(state.code()), irreversible: true };

impl Game for Stones {
    type State = Taken;
    type Move = i8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 2;
    const REPEATS: bool = true;

    fn start(&self) -> Taken {
        Taken { by: [0, 0], to_move: 0 }
    }

    fn to_move(&self, state: &Taken) -> usize {
        state.to_move
    }

    fn moves(&self, state: &Taken, moves: &mut Vec<i8>) {
        moves.extend(1..=state.left().min(2));
    }

    fn play(&self, from: &Taken, taken: i8, to: &mut Taken) {
        *to = Taken { to_move: 1 - from.to_move, ..*from };
        to.by[from.to_move] += taken;
    }

    fn outcome(&self, state: &Taken) -> Option<[Score; 2]> {
        let score = if self.last_wins { -WIN } else { state.ahead() };
        (state.left() == 0).then(|| gametree::for_mover(score, state.to_move))
    }

    fn repetition_hash(&self, state: &Taken) -> Option<u64> {
        (self.repetition_hash)(state)
    }

    fn is_irreversible(&self, _: &Taken, _: i8) -> bool {
        self.irreversible
    }
}

impl Hashed for Stones {
    fn hash(&self, state: &Taken) -> u64 {
        state.code()
    }

    fn code(&self, taken: i8) -> u16 {
        taken as u16
    }

    fn rest(&self, state: &Taken) -> (u64, Score) {
        (state.left() as u64, (self.ahead)(state))
    }
}

#[test]
fn a_wrong_rest_is_found() {
    let differs = |stones: Stones| match check_hashes(&stones) {
        Ok(()) => false,
        Err(violation) => matches!(violation.promise, Broken::RestDiffers(_)),
    };
    assert_eq!(check_hashes(&STONES), Ok(()));
    assert!(differs(Stones { ahead: |state| -state.ahead(), ..STONES }), "seen from the other side");
    assert!(differs(Stones { ahead: |state| Score::from(state.by[0] - state.by[1]), ..STONES }), "of player 0");
    assert!(differs(Stones { ahead: |_| 0, ..STONES }), "forgotten");
    assert!(differs(Stones { last_wins: true, ..STONES }), "a win is not points");
}

#[test]
fn a_wrong_repetition_hash_is_found() {
    assert_eq!(check_rules(&STONES), Ok(()));
    assert_eq!(check_rules(&Stones { irreversible: false, ..STONES }), Ok(()));
    let clashing = Stones { repetition_hash: |state| Some(state.left() as u64 / 4), ..STONES };
    let violation = check_rules(&clashing).unwrap_err();
    assert!(matches!(violation.promise, Broken::RepetitionHash(_)), "{violation}");
}

/// The walk with a repetition hash of our choice, and noisy moves that may replace the list.
struct Stroll {
    repetition_hash: fn(&Place) -> Option<u64>,
    clears: bool,
}

impl Game for Stroll {
    type State = Place;
    type Move = u8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 2;
    const REPEATS: bool = true;

    fn start(&self) -> Place {
        Walk.start()
    }

    fn to_move(&self, place: &Place) -> usize {
        Walk.to_move(place)
    }

    fn moves(&self, place: &Place, moves: &mut Vec<u8>) {
        Walk.moves(place, moves);
    }

    fn play(&self, from: &Place, fields: u8, to: &mut Place) {
        Walk.play(from, fields, to);
    }

    fn outcome(&self, place: &Place) -> Option<[Score; 2]> {
        Walk.outcome(place)
    }

    fn repetition_hash(&self, place: &Place) -> Option<u64> {
        (self.repetition_hash)(place)
    }
}

impl Noisy for Stroll {
    fn noisy_moves(&self, _: &Place, moves: &mut Vec<u8>) {
        if self.clears {
            moves.clear();
        }
        moves.push(3);
    }
}

#[test]
fn a_position_that_occurs_again_needs_a_repetition_hash() {
    let promise = |repetition_hash| check_rules(&Stroll { repetition_hash, clears: false }).err().map(|it| it.promise);
    assert_eq!(promise(|place| Some(Walk.hash(place))), None);
    assert_eq!(promise(|_| None), Some(Broken::NoRepetitionHash));
    assert_eq!(promise(|place| (place.field > 0).then(|| Walk.hash(place))), Some(Broken::NoRepetitionHash));
}

#[test]
fn a_bad_list_of_noisy_moves_is_found() {
    let walk = |clears| Stroll { repetition_hash: |_| None, clears };
    assert_eq!(check_noisy(&walk(false)), Ok(()));
    assert_eq!(check_noisy(&walk(true)).unwrap_err().promise, Broken::NotAppended("noisy_moves"));
}

/// Noughts and crosses with a hash of our choice.
struct Rehashed(fn(u64) -> u64);

impl Game for Rehashed {
    type State = noughts::Board;
    type Move = noughts::Square;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 9;

    fn start(&self) -> noughts::Board {
        Noughts.start()
    }

    fn to_move(&self, board: &noughts::Board) -> usize {
        Noughts.to_move(board)
    }

    fn moves(&self, board: &noughts::Board, moves: &mut Vec<noughts::Square>) {
        Noughts.moves(board, moves);
    }

    fn play(&self, from: &noughts::Board, square: noughts::Square, to: &mut noughts::Board) {
        Noughts.play(from, square, to);
    }

    fn outcome(&self, board: &noughts::Board) -> Option<[Score; 2]> {
        Noughts.outcome(board)
    }
}

impl Hashed for Rehashed {
    fn hash(&self, board: &noughts::Board) -> u64 {
        let [crosses, noughts] = noughts::Side::BOTH.map(|side| u64::from(board.of_side(side).bits()));
        (self.0)(crosses << 9 | noughts)
    }

    fn code(&self, square: noughts::Square) -> u16 {
        square.index() as u16
    }
}

/// A table that is addressed by the lowest bits would use few of its entries.
#[test]
fn an_unmixed_hash_is_found() {
    assert_eq!(check_hashes(&Rehashed(mix)), Ok(()));
    let violation = check_hashes(&Rehashed(|board| board << 40)).unwrap_err();
    assert!(matches!(violation.promise, Broken::UnmixedHash { different: 1, .. }), "{violation}");
}
