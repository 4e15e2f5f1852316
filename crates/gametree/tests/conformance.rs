//! Games that keep their promises pass, and every broken promise is found.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/connect_four/game.rs"]
mod connect_four;

#[allow(dead_code, unreachable_pub, reason = "shared with the example")]
#[path = "../examples/kalah/game.rs"]
mod kalah;

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/othello/game.rs"]
mod othello;

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/coins.rs"]
mod coins;

use std::cell::Cell;

use connect_four::{ConnectFour, middle_counts};
use gametree::conformance::{Broken, check, check_evaluator, check_hashes, check_passing, check_rules};
use gametree::{Game, Hashed, OutcomeOnly, Passing, Score, Symmetric, WIN};
use kalah::Kalah;
use noughts::{Evaluation, Noughts, Side, Weights};
use othello::Othello;

#[test]
fn our_games_pass() {
    check(&Noughts).unwrap();
    check(&ConnectFour).unwrap();
    check(&coins::Coins::<3>::new(12, 1)).unwrap();
    check_rules(&Othello).unwrap();
    check_rules(&Kalah::new(6, 4)).unwrap();
    check_rules(&Kalah::new(3, 5).with_empty_capture()).unwrap();
    check_hashes(&Othello).unwrap();
    check_hashes(&Kalah::new(6, 4)).unwrap();
    check_hashes(&Kalah::new(3, 5).with_empty_capture()).unwrap();
}

#[test]
fn our_evaluators_pass() {
    check_evaluator(&ConnectFour, &middle_counts).unwrap();
    check_evaluator(&ConnectFour, &OutcomeOnly).unwrap();
    for side in Side::BOTH {
        check_evaluator(&Noughts, &Evaluation { side, weights: Weights::PAPER }).unwrap();
    }
}

/// The promise that [`Crooked`] breaks.
#[derive(Clone, Copy, PartialEq)]
enum Crook {
    Honest,
    NoMoves,
    TooManyMoves,
    MovesDiffer,
    MoveTwice,
    PlayDiffers,
    TwiceTooMany,
    SlotLeaks,
    LateSlotLeaks,
    ParentLeaks,
    ReplyLeaks,
    BadBounds,
    NoSuchPlayer,
    BadOutcome,
    NearlyWon,
    OutcomeDiffers,
    MovesWithOutcome,
    OutcomeWithMoves,
    HashDiffers,
    HashClash,
    CodeClash,
    FirstImage,
    ImageOutcome,
    ImageMoves,
    ImagePlay,
}

/// Two players add 1 or 2 to a sum; the one who makes it 6 wins. The sum is red or blue, which does not
/// matter, and the image of a position is the one with the other colour.
struct Crooked {
    crook: Crook,
    calls: Cell<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sum {
    sum: u64,
    blue: bool,
    to_move: usize,
}

impl Crooked {
    fn new(crook: Crook) -> Self {
        Self { crook, calls: Cell::new(0) }
    }

    /// Whether to break the promise: at every second call.
    fn whim(&self, crook: Crook) -> bool {
        self.calls.set(self.calls.get() + 1);
        self.crook == crook && self.calls.get().is_multiple_of(2)
    }
}

impl Game for Crooked {
    type State = Sum;
    type Move = u64;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 2;

    fn start(&self) -> Sum {
        Sum { sum: 0, blue: false, to_move: 0 }
    }

    fn to_move(&self, state: &Sum) -> usize {
        if self.crook == Crook::NoSuchPlayer { 2 } else { state.to_move }
    }

    fn moves(&self, state: &Sum, moves: &mut Vec<u64>) {
        match self.crook {
            Crook::NoMoves if state.sum == 3 => {}
            Crook::TooManyMoves => moves.extend([1, 2, 3]),
            Crook::MoveTwice => moves.extend([1, 1]),
            Crook::TwiceTooMany => moves.extend([1, 2, 2]),
            Crook::ImageMoves if state.blue => moves.extend([2]),
            _ if self.whim(Crook::MovesDiffer) => moves.extend([2, 1]),
            _ => moves.extend([1, 2]),
        }
    }

    fn play(&self, from: &Sum, add: u64, to: &mut Sum) {
        let extra = u64::from(self.whim(Crook::PlayDiffers)) + u64::from(self.crook == Crook::ImagePlay && from.blue);
        // What was in the slot is left there, in every position or only in late ones.
        let is_left = match self.crook {
            Crook::SlotLeaks => to.sum > from.sum + 1,
            Crook::LateSlotLeaks => to.sum == 6 && from.sum == 0,
            Crook::ParentLeaks => to.sum > 0 && to.sum + 2 == from.sum && to.to_move != from.to_move,
            Crook::ReplyLeaks => to.sum == from.sum + 4 && to.to_move == from.to_move,
            _ => false,
        };
        let extra = extra + u64::from(is_left);
        *to = Sum { sum: (from.sum + add + extra).min(6), to_move: 1 - from.to_move, ..*from };
    }

    fn bounds(&self, _state: &Sum, _player: usize) -> (Score, Score) {
        if self.crook == Crook::BadBounds { (-5, 5) } else { (-WIN, WIN) }
    }

    fn outcome(&self, state: &Sum) -> Option<[Score; 2]> {
        let is_over = state.sum == 6 && !(self.crook == Crook::ImageOutcome && state.blue);
        is_over.then(|| match self.crook {
            Crook::BadOutcome => [WIN, WIN],
            Crook::NearlyWon => [WIN - 1, 1 - WIN],
            _ if self.whim(Crook::OutcomeDiffers) => [0, 0],
            _ if state.to_move == 1 => [WIN, -WIN],
            _ => [-WIN, WIN],
        })
    }

    fn moves_or_outcome(&self, state: &Sum, moves: &mut Vec<u64>) -> Option<[Score; 2]> {
        match (self.outcome(state), self.crook) {
            (Some(_), Crook::OutcomeWithMoves) => Some([0, 0]),
            (Some(outcome), _) => Some(outcome),
            (None, Crook::MovesWithOutcome) => {
                moves.push(1);
                None
            }
            (None, _) => {
                self.moves(state, moves);
                None
            }
        }
    }
}

impl Hashed for Crooked {
    fn hash(&self, state: &Sum) -> u64 {
        match self.crook {
            Crook::HashClash => state.sum,
            _ => state.sum * 4 + state.to_move as u64 * 2 + u64::from(self.whim(Crook::HashDiffers)),
        }
    }

    fn code(&self, add: u64) -> u16 {
        if self.crook == Crook::CodeClash { 1 } else { add as u16 }
    }
}

impl Symmetric for Crooked {
    const IMAGES: usize = 2;

    fn image(&self, state: &Sum, image: usize) -> Sum {
        Sum { blue: state.blue ^ (image == 1 || self.crook == Crook::FirstImage), ..*state }
    }
}

fn found(crook: Crook) -> Option<Broken> {
    check(&Crooked::new(crook)).err().map(|violation| violation.promise)
}

#[test]
fn an_honest_game_passes() {
    assert_eq!(found(Crook::Honest), None);
}

#[test]
fn every_broken_promise_is_found() {
    assert_eq!(found(Crook::NoMoves), Some(Broken::NoMoves));
    assert!(matches!(found(Crook::NearlyWon), Some(Broken::BadOutcome(_))));
    assert_eq!(found(Crook::TooManyMoves), Some(Broken::TooManyMoves { found: 3, max: 2 }));
    assert_eq!(found(Crook::MovesDiffer), Some(Broken::MovesDiffer));
    assert_eq!(found(Crook::MoveTwice), Some(Broken::MoveTwice("1".into())));
    assert!(matches!(found(Crook::PlayDiffers), Some(Broken::PlayDiffers(_))));
    assert_eq!(found(Crook::TwiceTooMany), Some(Broken::MoveTwice("2".into())));
    assert!(matches!(found(Crook::SlotLeaks), Some(Broken::SlotLeaks { .. })));
    assert!(matches!(found(Crook::LateSlotLeaks), Some(Broken::SlotLeaks { .. })));
    assert!(matches!(found(Crook::ParentLeaks), Some(Broken::SlotLeaks { .. })));
    assert!(matches!(found(Crook::ReplyLeaks), Some(Broken::SlotLeaks { .. })));
    assert!(matches!(found(Crook::BadBounds), Some(Broken::BadBounds { low: -5, high: 5, plies: 0, .. })));
    assert_eq!(found(Crook::NoSuchPlayer), Some(Broken::NoSuchPlayer { player: 2, players: 2 }));
    assert!(matches!(found(Crook::BadOutcome), Some(Broken::BadOutcome(_))));
    assert_eq!(found(Crook::OutcomeDiffers), Some(Broken::OutcomeDiffers));
    assert_eq!(found(Crook::MovesWithOutcome), Some(Broken::MovesOrOutcomeDiffers));
    assert_eq!(found(Crook::OutcomeWithMoves), Some(Broken::MovesOrOutcomeDiffers));
    assert_eq!(found(Crook::HashDiffers), Some(Broken::HashDiffers));
    assert!(matches!(found(Crook::HashClash), Some(Broken::HashClash(_))));
    assert_eq!(found(Crook::CodeClash), Some(Broken::CodeClash("1".into(), "2".into())));
    assert_eq!(found(Crook::FirstImage), Some(Broken::FirstImage));
    let differs = |what| Some(Broken::ImageDiffers { image: 1, what });
    assert_eq!(found(Crook::ImageOutcome), differs("its outcome"));
    assert_eq!(found(Crook::ImageMoves), differs("its moves"));
    assert_eq!(found(Crook::ImagePlay), differs("what its moves lead to"));
}

#[test]
fn a_violation_says_where() {
    let violation = check_rules(&Crooked::new(Crook::NoMoves)).unwrap_err();
    let text = violation.to_string();
    assert!(text.starts_with("the game is not over but there is no move (in Sum { sum: 3,"), "{text}");
}

/// Three players who can pass, but not quite as they should.
struct Passers(fn(usize) -> usize, bool);

impl Game for Passers {
    type State = (usize, u8);
    type Move = u8;
    type Scores = [Score; 3];
    const MAX_MOVES: usize = 2;

    fn start(&self) -> (usize, u8) {
        (0, 9)
    }

    fn to_move(&self, state: &(usize, u8)) -> usize {
        state.0
    }

    fn moves(&self, _: &(usize, u8), moves: &mut Vec<u8>) {
        moves.extend([1, 2]);
    }

    fn play(&self, from: &(usize, u8), taken: u8, to: &mut (usize, u8)) {
        *to = ((from.0 + 1) % 3, from.1.saturating_sub(taken));
    }

    fn outcome(&self, state: &(usize, u8)) -> Option<[Score; 3]> {
        (state.1 == 0).then_some([0; 3])
    }
}

impl Passing for Passers {
    fn pass(&self, from: &(usize, u8), to: &mut (usize, u8)) -> bool {
        *to = (self.0(from.0), if self.1 { from.1.min(to.1) } else { from.1 });
        true
    }
}

#[test]
fn a_bad_pass_is_found() {
    let found = |passers| check_passing(&passers).err().map(|violation| violation.promise);
    assert_eq!(found(Passers(|player| (player + 1) % 3, false)), None);
    let not_another = Broken::BadPass("does not make it another player's turn");
    assert_eq!(found(Passers(|player| player, false)), Some(not_another));
    assert_eq!(found(Passers(|_| 3, false)), Some(Broken::NoSuchPlayer { player: 3, players: 3 }));
    let leaks = Broken::BadPass("depends on what the slot contained before");
    assert_eq!(found(Passers(|player| (player + 1) % 3, true)), Some(leaks));
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
    repetition_hash: fn(&Taken) -> u64,
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
    Stones { ahead: Taken::ahead, last_wins: false, repetition_hash: Taken::code, irreversible: true };

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
        Some((self.repetition_hash)(state))
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
    let clashing = Stones { repetition_hash: |state| state.left() as u64 / 4, ..STONES };
    let violation = check_rules(&clashing).unwrap_err();
    assert!(matches!(violation.promise, Broken::RepetitionHash(_)), "{violation}");
}

#[test]
fn a_bad_evaluator_is_found() {
    let lopsided = |_: &Sum| [1, 1];
    let wild = |state: &Sum| [WIN * (state.sum as Score % 2), -WIN * (state.sum as Score % 2)];
    let partial = |state: &Sum| if state.blue { [1, -1] } else { [0, 0] };
    let honest = Crooked::new(Crook::Honest);
    let promise = |result: Result<(), gametree::conformance::Violation>| result.unwrap_err().promise;
    assert!(matches!(promise(check_evaluator(&honest, &lopsided)), Broken::BadEvaluation(_)));
    assert!(matches!(promise(check_evaluator(&honest, &wild)), Broken::BadEvaluation(_)));
    assert_eq!(promise(check_evaluator(&honest, &partial)), Broken::ImageDiffers { image: 1, what: "its evaluation" });
}
