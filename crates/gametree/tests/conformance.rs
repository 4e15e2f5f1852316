//! Games that keep their promises pass, and every broken promise of their rules is found.

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
use gametree::conformance::{Broken, check, check_evaluator, check_hashes, check_rules};
use gametree::{Game, Hashed, OutcomeOnly, Score, Symmetric, WIN};
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
    MovesRarelyDiffer,
    MovesCleared,
    TurnRarelyDiffers,
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
    OutcomeRarelyDiffers,
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
        self.is_time(crook, 2)
    }

    /// Whether to break the promise: at every seventh call.
    fn rare_whim(&self, crook: Crook) -> bool {
        self.is_time(crook, 7)
    }

    fn is_time(&self, crook: Crook, every: u64) -> bool {
        self.calls.set(self.calls.get() + u64::from(self.crook == crook));
        self.crook == crook && self.calls.get().is_multiple_of(every)
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
        match self.crook {
            Crook::NoSuchPlayer => 2,
            _ if self.rare_whim(Crook::TurnRarelyDiffers) => 1 - state.to_move,
            _ => state.to_move,
        }
    }

    fn moves(&self, state: &Sum, moves: &mut Vec<u64>) {
        match self.crook {
            Crook::NoMoves if state.sum == 3 => {}
            Crook::TooManyMoves => moves.extend([1, 2, 3]),
            Crook::MoveTwice => moves.extend([1, 1]),
            Crook::TwiceTooMany => moves.extend([1, 2, 2]),
            Crook::ImageMoves if state.blue => moves.extend([2]),
            Crook::MovesCleared => {
                moves.clear();
                moves.extend([1, 2]);
            }
            _ if self.whim(Crook::MovesDiffer) => moves.extend([2, 1]),
            _ if self.rare_whim(Crook::MovesRarelyDiffer) => moves.extend([2, 1]),
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
            _ if self.rare_whim(Crook::OutcomeRarelyDiffers) => [0, 0],
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

/// An answer that changes from time to time is not blamed on the slot.
#[test]
fn rare_whims_are_called_by_their_names() {
    assert_eq!(found(Crook::OutcomeRarelyDiffers), Some(Broken::OutcomeDiffers));
    assert_eq!(found(Crook::TurnRarelyDiffers), Some(Broken::TurnDiffers));
    assert_eq!(found(Crook::MovesRarelyDiffer), Some(Broken::MovesDiffer));
}

#[test]
fn a_list_that_is_cleared_is_found() {
    assert_eq!(found(Crook::MovesCleared), Some(Broken::NotAppended("moves")));
}

#[test]
fn a_violation_says_where() {
    let violation = check_rules(&Crooked::new(Crook::NoMoves)).unwrap_err();
    let text = violation.to_string();
    assert!(text.starts_with("the game is not over but there is no move (in Sum { sum: 3,"), "{text}");
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
