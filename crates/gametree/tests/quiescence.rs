//! Quiescence search, on a game of exchanges.

use std::num::NonZeroUsize;

use gametree::{
    AlphaBeta, Counts, Game, Hashed, Iterative, LazySmp, Limits, Noisy, Score, Search, Stop, Table, WithRepetition,
};

/// On each of two squares stands a man of the player who captured there last. The other player may
/// capture it with the next of its men that attack the square, or make a quiet move. After six
/// quiet moves the game is over, and the material decides.
#[derive(Clone, Copy, Debug)]
struct Exchange;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    squares: [Square; 2],
    /// What player 0 has captured, less what player 1 has captured.
    material: Score,
    quiet_moves: u8,
    /// Whether a man of 5 or more was captured just now: a quiet move then needs a look, too.
    is_hot: bool,
    to_move: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Square {
    man: Score,
    owner: usize,
    /// The men of each player that attack the square, in the order in which they capture.
    attackers: [[Score; 3]; 2],
    /// The number of men of each player that have captured.
    used: [usize; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Quiet,
    Capture(usize),
}

impl Position {
    fn random(seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut man = || rng.choice([1, 3, 3, 5, 9]).unwrap();
        let mut square = |owner| {
            let mut attackers = [[man(), man(), man()], [man(), man(), man()]];
            attackers.iter_mut().for_each(|own| own.sort_unstable());
            Square { man: man(), owner, attackers, used: [0; 2] }
        };
        let squares = [square(0), square(1)];
        Self { squares, material: 0, quiet_moves: 0, is_hot: false, to_move: 0 }
    }

    fn can_capture(&self, square: usize) -> bool {
        let square = &self.squares[square];
        square.owner != self.to_move && square.used[self.to_move] < 3
    }
}

impl Game for Exchange {
    type State = Position;
    type Move = Move;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 3;

    fn start(&self) -> Position {
        Position::random(1)
    }

    fn to_move(&self, position: &Position) -> usize {
        position.to_move
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.push(Move::Quiet);
        self.noisy_moves(position, moves);
    }

    fn play(&self, from: &Position, mv: Move, to: &mut Position) {
        *to = Position { to_move: 1 - from.to_move, is_hot: false, ..*from };
        match mv {
            Move::Quiet => to.quiet_moves += 1,
            Move::Capture(square) => {
                let square = &mut to.squares[square];
                to.material += if from.to_move == 0 { square.man } else { -square.man };
                to.is_hot = square.man >= 5;
                square.man = square.attackers[from.to_move][square.used[from.to_move]];
                square.used[from.to_move] += 1;
                square.owner = from.to_move;
            }
        }
    }

    fn outcome(&self, position: &Position) -> Option<[Score; 2]> {
        (position.quiet_moves == 6).then(|| material(position))
    }
}

impl Noisy for Exchange {
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend((0..2).filter(|&square| position.can_capture(square)).map(Move::Capture));
    }

    fn must_move(&self, position: &Position) -> bool {
        position.is_hot
    }
}

impl Hashed for Exchange {
    fn hash(&self, position: &Position) -> u64 {
        let squares = position
            .squares
            .iter()
            .flat_map(|square| [square.man as usize, square.owner, square.used[0], square.used[1]]);
        let rest = [position.quiet_moves.into(), position.is_hot.into(), position.to_move, position.material as usize];
        squares
            .chain(rest)
            .fold(0, |hash: u64, number| (hash ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }

    fn code(&self, mv: Move) -> u16 {
        match mv {
            Move::Quiet => 0,
            Move::Capture(square) => 1 + square as u16,
        }
    }
}

fn material(position: &Position) -> [Score; 2] {
    [position.material, -position.material]
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    Exchange.play(position, mv, &mut next);
    next
}

/// The value for the player to move, by the simplest recursion.
fn plain(position: &Position, depth: u32, max_plies: u32) -> Score {
    let of_mover = |scores: [Score; 2]| scores[position.to_move];
    if let Some(outcome) = Exchange.outcome(position) {
        return of_mover(outcome);
    }
    let mut moves = Vec::new();
    let mut best = Score::MIN;
    let left = if depth > 0 { max_plies } else { max_plies.saturating_sub(1) };
    if depth > 0 || (max_plies > 0 && Exchange.must_move(position)) {
        Exchange.moves(position, &mut moves);
    } else {
        best = of_mover(material(position));
        if max_plies > 0 {
            Exchange.noisy_moves(position, &mut moves);
        }
    }
    let values = moves.into_iter().map(|mv| -plain(&after(position, mv), depth.saturating_sub(1), left));
    best.max(values.max().unwrap_or(Score::MIN))
}

fn searches(max_plies: u32) -> Vec<(&'static str, Box<dyn Search<Exchange>>)> {
    let table = || Table::with_bytes(1 << 14);
    let smp = |threads| LazySmp::new(material, table(), NonZeroUsize::new(threads).unwrap());
    vec![
        ("alpha-beta", Box::new(AlphaBeta::new(material).with_quiescence(max_plies))),
        ("iterative", Box::new(Iterative::new(material, table()).with_quiescence(max_plies))),
        ("lazy SMP", Box::new(smp(1).with_quiescence(max_plies))),
        ("lazy SMP on two threads", Box::new(smp(2).with_quiescence(max_plies))),
    ]
}

#[test]
fn its_moves_are_legal() {
    gametree::conformance::check_rules(&Exchange).unwrap();
    gametree::conformance::check_noisy(&Exchange).unwrap();
}

#[test]
fn a_noisy_move_that_is_not_legal_is_found() {
    struct Crooked;
    impl Game for Crooked {
        type State = Position;
        type Move = Move;
        type Scores = [Score; 2];
        const MAX_MOVES: usize = 3;
        fn start(&self) -> Position {
            Exchange.start()
        }
        fn to_move(&self, position: &Position) -> usize {
            position.to_move
        }
        fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
            Exchange.moves(position, moves);
        }
        fn play(&self, from: &Position, mv: Move, to: &mut Position) {
            Exchange.play(from, mv, to);
        }
        fn outcome(&self, position: &Position) -> Option<[Score; 2]> {
            Exchange.outcome(position)
        }
    }
    impl Noisy for Crooked {
        fn noisy_moves(&self, _position: &Position, moves: &mut Vec<Move>) {
            moves.push(Move::Capture(0));
        }
    }
    let violation = gametree::conformance::check_noisy(&Crooked).unwrap_err();
    assert_eq!(violation.promise, gametree::conformance::Broken::BadNoisyMove("Capture(0)".into()));
}

/// A queen takes a pawn that is protected. One ply deep that looks like a pawn won.
#[test]
fn it_sees_the_recapture() {
    let attacked = Square { man: 1, owner: 1, attackers: [[9, 9, 9], [1, 1, 1]], used: [0; 2] };
    let idle = Square { owner: 0, used: [3; 2], ..attacked };
    let position = Position { squares: [attacked, idle], ..Position::random(0) };
    let limits = Limits::depth(1);
    let blind = AlphaBeta::new(material).search(&Exchange, &position, &limits);
    assert_eq!((blind.best, blind.scores), (Some(Move::Capture(0)), [1, -1]));
    for (name, mut search) in searches(10) {
        let report = search.search(&Exchange, &position, &limits);
        assert_eq!((report.best, report.scores), (Some(Move::Quiet), [0, 0]), "{name}");
        assert!(!report.solved, "{name}");
    }
}

#[test]
fn all_searches_find_the_value_of_the_plain_recursion() {
    let mut changed = 0;
    for seed in 0..150 {
        let position = Position::random(seed);
        for depth in 1..=4 {
            let limits = Limits::depth(depth);
            let blind = AlphaBeta::new(material).search(&Exchange, &position, &limits);
            assert_eq!(blind.scores[0], plain(&position, depth, 0));
            for max_plies in [0, 1, 3, 20] {
                let value = plain(&position, depth, max_plies);
                changed += usize::from(value != blind.scores[0]);
                for (name, mut search) in searches(max_plies) {
                    let report = search.search(&Exchange, &position, &limits);
                    assert_eq!(report.scores[0], value, "{name} of {position:?}, depth {depth} and {max_plies}");
                    // The line leads through the noisy moves to the position that was evaluated.
                    let end = report.line.iter().fold(position, |position, &mv| after(&position, mv));
                    assert_eq!(material(&end), report.scores, "{name} of {position:?}");
                    assert_eq!(report.best, report.line.first().copied());
                }
            }
        }
    }
    assert!(changed > 300, "quiescence changed {changed} values");
}

/// With depth enough nothing is left for quiescence search.
#[test]
fn a_solved_game_is_solved_with_it_too() {
    for seed in 0..20 {
        let position = Position::random(seed);
        let truth = AlphaBeta::new(material).search(&Exchange, &position, &Limits::default());
        for (name, mut search) in searches(20) {
            let report = search.search(&Exchange, &position, &Limits::default());
            assert!(report.solved, "{name}");
            assert_eq!(report.scores, truth.scores, "{name}");
        }
    }
}

#[test]
fn it_counts_and_obeys_the_limits() {
    let position = Position::random(3);
    let blind = AlphaBeta::new(material).search(&Exchange, &position, &Limits::depth(3));
    let full = AlphaBeta::new(material).with_quiescence(20).search(&Exchange, &position, &Limits::depth(3));
    assert!(full.counts.nodes > blind.counts.nodes && full.counts.evaluations > blind.counts.evaluations);
    for (name, mut search) in searches(20) {
        if name == "lazy SMP on two threads" {
            continue;
        }
        let first = search.search(&Exchange, &position, &Limits::depth(1)).counts.nodes;
        for nodes in first..first + 200 {
            let mut search = searches(20).into_iter().find(|(other, _)| *other == name).unwrap().1;
            let report = search.search(&Exchange, &position, &Limits::nodes(nodes));
            assert_eq!(report.counts.nodes, nodes, "{name}");
            assert!(report.best.is_some());
        }
    }
    let stop = Stop::new();
    stop.raise();
    for (name, mut search) in searches(20) {
        let report = search.search(&Exchange, &position, &Limits::default().with_stop(stop.clone()));
        assert_eq!(report.depth, 1, "{name}");
    }
}

/// The exact work: a cut that comes one move too late changes it.
#[test]
fn its_work_is_known() {
    let mut counts = Counts::default();
    for seed in 0..30 {
        let position = Position::random(seed);
        counts += AlphaBeta::new(material).with_quiescence(20).search(&Exchange, &position, &Limits::depth(3)).counts;
    }
    let counts = (counts.nodes, counts.evaluations, counts.cuts, counts.table_hits);
    assert_eq!(counts, (2_755, 2_061, 767, 0));
}

/// More plies than there is room for are cut to what there is room for.
#[test]
fn an_enormous_quiescence_search_does_no_harm() {
    for (name, mut search) in searches(u32::MAX) {
        assert!(search.search(&Exchange, &Position::random(5), &Limits::depth(2)).best.is_some(), "{name}");
    }
}

/// Captures cannot be undone, so repetition changes nothing here.
#[test]
fn it_works_with_repetition() {
    for seed in 0..20 {
        let position = Position::random(seed);
        let limits = Limits::depth(3);
        let plain = AlphaBeta::new(material).with_quiescence(20).search(&Exchange, &position, &limits);
        let game = WithRepetition::new(Exchange);
        let with = AlphaBeta::new(material).with_quiescence(20).search(&game, &position, &limits);
        assert_eq!(plain, with);
    }
}
