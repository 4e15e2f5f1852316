//! Games in which positions occur again.

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/morris.rs"]
mod morris;

use std::collections::HashSet;

use gametree::{
    AlphaBeta, BestReply, Game, Hashed, Iterative, Limits, MaxN, Mcts, Minimax, Negamax, OutcomeOnly, Paranoid,
    Passing, Random, Score, Search, Symmetric, Table, WIN, WithRepetition,
};
use morris::{Morris, end_of_placing, near_the_centre};

/// A hunter (player 0) and a hare (player 1) walk along a path of nine fields, one step either way
/// or not at all. The hunter wins by stepping onto the hare; the hare by reaching the last field,
/// its burrow.
#[derive(Clone, Copy)]
struct Hunt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Path {
    hunter: i8,
    hare: i8,
    to_move: usize,
}

impl Game for Hunt {
    type State = Path;
    type Move = i8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 3;

    fn start(&self) -> Path {
        Path { hunter: 7, hare: 2, to_move: 0 }
    }

    fn to_move(&self, path: &Path) -> usize {
        path.to_move
    }

    fn moves(&self, path: &Path, moves: &mut Vec<i8>) {
        let walker = if path.to_move == 0 { path.hunter } else { path.hare };
        moves.extend([0, -1, 1].into_iter().filter(|step| (0..=8).contains(&(walker + step))));
    }

    fn play(&self, from: &Path, step: i8, to: &mut Path) {
        *to = Path { to_move: 1 - from.to_move, ..*from };
        if from.to_move == 0 { to.hunter += step } else { to.hare += step }
    }

    fn outcome(&self, path: &Path) -> Option<[Score; 2]> {
        if path.hare == path.hunter { Some([WIN, -WIN]) } else { (path.hare == 8).then_some([-WIN, WIN]) }
    }
}

impl Hashed for Hunt {
    fn hash(&self, path: &Path) -> u64 {
        let key = path.hunter as u64 * 32 + path.hare as u64 * 2 + path.to_move as u64;
        key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
    }

    fn code(&self, step: i8) -> u16 {
        (step + 1) as u16
    }
}

impl Symmetric for Hunt {}

impl Passing for Hunt {
    fn pass(&self, _from: &Path, _to: &mut Path) -> bool {
        false
    }
}

/// An evaluator that sees no reason to move on.
fn content(_path: &Path) -> [Score; 2] {
    [1, -1]
}

fn distance(path: &Path) -> [Score; 2] {
    let distance = Score::from(path.hunter - path.hare);
    [-distance, distance]
}

#[test]
fn without_repetition_a_search_walks_in_circles() {
    let mut state = Hunt.start();
    let mut seen = vec![state];
    for _ in 0..40 {
        let mv = AlphaBeta::new(content).search(&Hunt, &state, &Limits::depth(3)).best.unwrap();
        let from = state;
        Hunt.play(&from, mv, &mut state);
        seen.push(state);
    }
    assert!(seen.iter().collect::<HashSet<_>>().len() < 10);
}

#[test]
fn with_repetition_the_game_ends_and_no_position_occurs_again() {
    let searches: [Box<dyn Search<WithRepetition<Hunt>>>; 2] =
        [Box::new(AlphaBeta::new(content)), Box::new(Iterative::new(content, Table::with_bytes(1 << 16)))];
    for mut search in searches {
        let mut game = WithRepetition::new(Hunt);
        let mut state = game.start();
        let mut plies = 0;
        while game.outcome(&state).is_none() && !game.is_repeated(&state) {
            let mv = search.search(&game, &state, &Limits::depth(3)).best.unwrap();
            game.record(&state, mv);
            let from = state;
            game.play(&from, mv, &mut state);
            plies += 1;
        }
        // There are 160 positions, so the game would have to end sometime. It does so much earlier.
        assert!(plies < 150, "{plies} plies");
    }
}

/// Without a table all searches see the same draws.
#[test]
fn all_searches_without_a_table_agree() {
    let hunt = WithRepetition::new(Hunt);
    for depth in 1..=9 {
        check_agreement(&hunt, &hunt.start(), distance, depth);
    }
    let morris = WithRepetition::new(Morris::<true>);
    for depth in 1..=8 {
        check_agreement(&morris, &end_of_placing(), near_the_centre, depth);
    }
}

fn check_agreement<G, E>(game: &G, state: &G::State, evaluate: E, depth: u32)
where
    G: Passing<Scores = [Score; 2]>,
    E: Fn(&G::State) -> [Score; 2] + Copy,
{
    let limits = Limits::depth(depth);
    let minimax = Minimax::new(evaluate).search(game, state, &limits);
    for (name, report) in [
        ("negamax", Negamax::new(evaluate).search(game, state, &limits)),
        ("alpha-beta", AlphaBeta::new(evaluate).search(game, state, &limits)),
        ("max^n", MaxN::new(evaluate).search(game, state, &limits)),
        ("paranoid", Paranoid::new(evaluate).search(game, state, &limits)),
        ("best reply", BestReply::new(evaluate).search(game, state, &limits)),
    ] {
        assert_eq!((report.scores, report.best), (minimax.scores, minimax.best), "{name} at depth {depth}");
        assert_eq!(report.solved, minimax.solved, "{name} at depth {depth}");
    }
}

#[test]
fn games_with_repetition_keep_their_promises() {
    gametree::conformance::check(&WithRepetition::new(Hunt)).unwrap();
    gametree::conformance::check(&WithRepetition::new(Morris::<false>)).unwrap();
    gametree::conformance::check(&WithRepetition::new(Morris::<true>)).unwrap();
}

#[test]
fn a_wrong_irreversible_move_is_found() {
    /// To stand still is said to be irreversible.
    struct Tired;
    impl Game for Tired {
        type State = Path;
        type Move = i8;
        type Scores = [Score; 2];
        const MAX_MOVES: usize = 3;
        const REPEATS: bool = true;
        fn start(&self) -> Path {
            Hunt.start()
        }
        fn to_move(&self, path: &Path) -> usize {
            Hunt.to_move(path)
        }
        fn moves(&self, path: &Path, moves: &mut Vec<i8>) {
            Hunt.moves(path, moves);
        }
        fn play(&self, from: &Path, step: i8, to: &mut Path) {
            Hunt.play(from, step, to);
        }
        fn outcome(&self, path: &Path) -> Option<[Score; 2]> {
            Hunt.outcome(path)
        }
        fn repetition_hash(&self, path: &Path) -> Option<u64> {
            Some(Hunt.hash(path))
        }
        fn is_irreversible(&self, _from: &Path, step: i8) -> bool {
            step == 0
        }
    }
    let violation = gametree::conformance::check_rules(&Tired).unwrap_err();
    assert_eq!(violation.promise, gametree::conformance::Broken::Reversible);
}

#[test]
fn an_irreversible_move_clears_the_history() {
    let mut game = WithRepetition::new(Morris::<false>);
    let place = |to| morris::Step { from: 9, to };
    game.record(&game.start(), place(0));
    assert_eq!(game.history(), []);
    let state = end_of_placing();
    game.record(&state, morris::Step { from: 0, to: 4 });
    assert_eq!(game.history(), [game.hash(&state)]);
    assert!(game.is_repeated(&state));
    game.record(&game.start(), place(0));
    assert!(!game.is_repeated(&state));
}

#[test]
fn playouts_end() {
    let game = WithRepetition::new(Hunt);
    let report = Mcts::new(1).search(&game, &game.start(), &Limits::nodes(2_000));
    assert!(report.best.is_some());
}

/// The table is not split by history, and lines end sooner: a search with repetition takes fewer
/// nodes than one without.
#[test]
fn repetition_costs_few_nodes() {
    let plain = Morris::<true>;
    let game = WithRepetition::new(plain);
    let limits = Limits::depth(16);
    let table = || Table::with_bytes(1 << 20);
    let (mut with, mut without) = (0, 0);
    for (crosses, noughts) in placings() {
        let state = morris::Board { men: [crosses, noughts], to_move: 0 };
        let one = Iterative::new(near_the_centre, table()).search(&plain, &state, &limits).counts.nodes;
        let other = Iterative::new(near_the_centre, table()).search(&game, &state, &limits).counts.nodes;
        without += one;
        with += other;
    }
    assert!(with < without, "{with} and {without}");
}

/// All ways to place three men each.
fn placings() -> impl Iterator<Item = (u16, u16)> {
    let men = || (0..1 << 9).filter(|men: &u16| men.count_ones() == 3);
    men().flat_map(move |own| men().filter(move |other| own & other == 0).map(move |other| (own, other)))
}

/// Lines end sooner, so the guard against repetition takes no more nodes than the search without it.
#[test]
fn repetition_takes_no_more_nodes() {
    let (mut random, limits) = (Random::new(1), Limits::depth(24));
    let mut nodes = [0, 0];
    for _ in 0..30 {
        let mut board = Morris::<false>.start();
        for _ in 0..8 {
            let mv = random.search(&Morris::<false>, &board, &limits).best.expect("the game is not over");
            let next = Morris::<false>.after(&board, mv);
            if Morris::<false>.outcome(&next).is_some() {
                break;
            }
            board = next;
        }
        let search = || Iterative::new(OutcomeOnly, Table::with_bytes(1 << 20));
        nodes[0] += search().search(&WithRepetition::new(Morris::<false>), &board, &limits).counts.nodes;
        nodes[1] += search().search(&Morris::<false>, &board, &limits).counts.nodes;
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}
