//! Games in which positions occur again.

#[allow(dead_code, unreachable_pub, reason = "a module of several tests")]
#[path = "games/morris.rs"]
mod morris;

use std::collections::HashSet;

use gametree::{
    AlphaBeta, BestReply, Bound, Game, Hashed, Iterative, LazySmp, Limits, MaxN, Mcts, Minimax, Negamax, OutcomeOnly,
    Paranoid, Passing, ProofNumber, Random, SURE, Score, Search, Solver, Symmetric, Table, WIN, WithRepetition,
    adjust_for_ply,
};
use morris::{Morris, near_the_centre};

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

/// All men are placed, and neither side has won.
fn end_of_placing() -> morris::Board {
    morris::Board { men: [0b010_001_001, 0b100_100_010], to_move: 0 }
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

/// A graph whose nodes are positions.
#[derive(Clone, Debug)]
struct Graph {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Node {
    Inner { to_move: usize, next: Vec<u8> },
    End(Score),
}

impl Graph {
    fn random(seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let size = rng.u8(5..=9);
        let node = |_| {
            if rng.u8(..4) == 0 {
                return Node::End(rng.choice([WIN, -WIN, 5, -5, 0]).unwrap());
            }
            let mut next: Vec<u8> = (0..size).collect();
            rng.shuffle(&mut next);
            next.truncate(rng.usize(1..=3));
            Node::Inner { to_move: rng.usize(..2), next }
        };
        Self { nodes: (0..size).map(node).collect() }
    }

    /// The value for player 0 under the rule that a position on the path is a draw.
    fn value(&self, node: u8, path: &mut Vec<u8>) -> Score {
        match &self.nodes[usize::from(node)] {
            Node::End(score) => *score,
            Node::Inner { to_move, next } => {
                path.push(node);
                let values = next.iter().map(|next| {
                    let value = if path.contains(next) { 0 } else { self.value(*next, &mut path.clone()) };
                    adjust_for_ply(value, 1)
                });
                let value = if *to_move == 0 { values.max() } else { values.min() };
                path.pop();
                value.unwrap()
            }
        }
    }
}

impl Game for Graph {
    type State = u8;
    type Move = u8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 3;

    fn start(&self) -> u8 {
        0
    }

    fn to_move(&self, node: &u8) -> usize {
        if let Node::Inner { to_move, .. } = self.nodes[usize::from(*node)] { to_move } else { 0 }
    }

    fn moves(&self, node: &u8, moves: &mut Vec<u8>) {
        if let Node::Inner { next, .. } = &self.nodes[usize::from(*node)] {
            moves.extend(next);
        }
    }

    fn play(&self, _from: &u8, next: u8, to: &mut u8) {
        *to = next;
    }

    fn outcome(&self, node: &u8) -> Option<[Score; 2]> {
        if let Node::End(score) = self.nodes[usize::from(*node)] { Some([score, -score]) } else { None }
    }
}

impl Hashed for Graph {
    fn hash(&self, node: &u8) -> u64 {
        (u64::from(*node) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn code(&self, next: u8) -> u16 {
        next.into()
    }
}

/// Wins and losses of any length are equal.
fn result(score: Score) -> Score {
    score.clamp(-SURE - 1, SURE + 1)
}

/// What a report calls solved is true on the path that was really taken, whatever the table
/// contains: in one graph after the other, several moves are played and the table is kept.
#[test]
fn solved_is_true_although_the_table_knows_no_path() {
    let (mut searches, mut solved, mut depends_on_path) = (0, 0, 0_usize);
    for seed in 0..10_000 {
        let mut game = WithRepetition::new(Graph::random(seed));
        // A tiny table for one half, in which entries are replaced, and a sufficient one for the
        // other.
        let table = || Table::with_bytes(if seed % 2 == 0 { 64 } else { 1 << 14 });
        let mut iterative = Iterative::new(OutcomeOnly, table());
        let mut solver = Solver::new(table());
        let mut proof_number = ProofNumber::with_bytes(1 << 10);
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut path = Vec::new();
        let mut node = game.start();
        for _ in 0..6 {
            if game.outcome(&node).is_some() || path.contains(&node) {
                break;
            }
            let truth = game.inner().value(node, &mut path.clone());
            depends_on_path += usize::from(truth != game.inner().value(node, &mut Vec::new()));

            let limits = Limits::depth(20);
            let exact = AlphaBeta::new(OutcomeOnly).search(&game, &node, &limits);
            assert!(exact.solved);
            assert_eq!(exact.scores[0], truth, "graph {seed} at {node} after {path:?}");

            let report = iterative.search(&game, &node, &limits);
            searches += 1;
            if report.solved {
                solved += 1;
                assert_eq!(result(report.scores[0]), result(truth), "graph {seed} at {node} after {path:?}");
            }
            for report in [
                solver.search(&game, &node, &Limits::nodes(5_000)),
                proof_number.search(&game, &node, &Limits::nodes(5_000)),
            ] {
                if report.solved {
                    assert_eq!(report.scores[0].signum(), truth.signum(), "graph {seed} at {node} after {path:?}");
                }
            }
            let monte_carlo = Mcts::new(seed).with_capacity(1_000).search(&game, &node, &Limits::nodes(200));
            if monte_carlo.solved {
                assert_eq!(result(monte_carlo.scores[0]), result(truth), "graph {seed} at {node} after {path:?}");
            }

            // Any move: after best play the value never depends on the history.
            let mut moves = Vec::new();
            game.moves(&node, &mut moves);
            let mv = rng.choice(moves).unwrap();
            game.record(&node, mv);
            path.push(node);
            node = mv;
        }
    }
    assert!(depends_on_path > 200, "{depends_on_path} of {searches} values depend on the history");
    assert!(solved * 5 > searches * 4, "{solved} of {searches} searches were solved");
}

/// Below node 3 a cycle back to it is a draw, and so nodes 8 and 5 look like draws on that path. On
/// the path by way of node 2 they are wins, because node 3 is one: a draw from the table would hide
/// that.
#[test]
fn a_draw_by_repetition_is_not_final_on_other_paths() {
    let mut nodes = vec![
        Node::Inner { to_move: 0, next: vec![1, 2] },
        Node::Inner { to_move: 1, next: vec![3, 4] },
        Node::Inner { to_move: 1, next: vec![8] },
        Node::Inner { to_move: 0, next: vec![8, 9] },
        Node::End(0),
        Node::Inner { to_move: 0, next: vec![3, 7] },
        Node::End(WIN),
        Node::End(-5),
        Node::Inner { to_move: 0, next: vec![5] },
    ];
    // The win at node 3 takes long, so that the draws are in the table before it is found.
    nodes.extend((10..=17).map(|next| Node::Inner { to_move: 0, next: vec![next] }));
    nodes.push(Node::Inner { to_move: 0, next: vec![6] });
    let graph = Graph { nodes };
    assert!(graph.value(0, &mut Vec::new()) > SURE);
    for bytes in [64, 1 << 12] {
        let report = Iterative::new(OutcomeOnly, Table::with_bytes(bytes)).search(
            &WithRepetition::new(graph.clone()),
            &0,
            &Limits::depth(30),
        );
        assert!(report.scores[0] > SURE || !report.solved, "{report:?}");
        assert!(report.best == Some(2) || !report.solved, "{report:?}");
    }
}

/// Node 3 is lost, unless node 4 occurred before: then going there is a draw. What an earlier
/// search found out about node 3 is not final.
#[test]
fn the_table_of_an_earlier_search_is_not_final() {
    // A loss is final because of its score, a score of -50 because all lines were searched to the
    // end.
    for lost in [-WIN, -50] {
        let mut nodes = vec![
            Node::Inner { to_move: 0, next: vec![1, 2] },
            Node::End(-5),
            Node::Inner { to_move: 1, next: vec![3] },
            Node::Inner { to_move: 0, next: vec![6, 5] },
            Node::Inner { to_move: 1, next: vec![5] },
            Node::End(lost),
            Node::Inner { to_move: 0, next: vec![4] },
        ];
        if lost == -WIN {
            // A cycle makes the entry of node 3 depend on the path, so that only its score is
            // final. The other move loses as late.
            nodes[4] = Node::Inner { to_move: 1, next: vec![0, 5] };
            nodes[1] = Node::Inner { to_move: 0, next: vec![7] };
            nodes.extend((8..=10).map(|next| Node::Inner { to_move: 0, next: vec![next] }));
            nodes.push(Node::End(-WIN));
        }
        let graph = Graph { nodes };
        // An evaluator that sees nothing good at node 2, so that it is searched with a null window.
        let mut iterative = Iterative::new(|_: &u8| [-20, 20], Table::with_bytes(1 << 12));
        let first = WithRepetition::new(graph.clone());
        let report = iterative.search(&first, &0, &Limits::depth(5));
        assert_eq!((report.best, report.solved), (Some(1), true), "{report:?}");
        let later = WithRepetition::with_history(graph.clone(), vec![graph.hash(&4)]);
        let report = iterative.search(&later, &0, &Limits::depth(8));
        assert_eq!((report.scores[0], report.line, report.solved), (0, vec![2, 3, 6, 4], true));
    }
}

/// Player 0 wins from node 1, and only by way of node 0. If node 0 occurred before, that is a draw.
#[test]
fn the_history_is_part_of_the_root() {
    let nodes = vec![
        Node::Inner { to_move: 0, next: vec![1, 2] },
        Node::Inner { to_move: 0, next: vec![0, 3] },
        Node::End(WIN),
        Node::End(-7),
    ];
    let mut game = WithRepetition::new(Graph { nodes });
    // One table for both searches: what the first one proved is no longer true.
    let mut iterative = Iterative::new(OutcomeOnly, Table::with_bytes(1 << 12));
    let before = iterative.search(&game, &1, &Limits::depth(6));
    assert_eq!((before.scores[0], before.line, before.solved), (WIN - 2, vec![0, 2], true));
    game.record(&0, 1);
    assert_eq!(game.history().len(), 1);
    let after = iterative.search(&game, &1, &Limits::depth(6));
    assert_eq!((after.scores[0], after.line, after.solved), (0, vec![0], true));
    for search in [&mut MaxN::new(OutcomeOnly) as &mut dyn Search<_>, &mut Mcts::new(1)] {
        let report = search.search(&game, &1, &Limits::depth(6).with_nodes(1_000));
        assert_eq!((report.scores[0], report.best, report.solved), (0, Some(0), true));
    }
    let root = &after.root_moves;
    assert_eq!((root[0].mv, root[0].score, root[0].bound), (0, 0, Some(Bound::Exact)));
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

/// Generating moves to find the outcome changes nothing but the number of calls.
#[test]
fn an_outcome_found_by_generating_moves_is_the_same() {
    let threads = std::num::NonZeroUsize::MIN;
    for repeats in [false, true] {
        for depth in [1, 2, 7] {
            for state in [Morris::<false>.start(), end_of_placing()] {
                macro_rules! compare {
                    ($search:expr) => {{
                        let limits = Limits::depth(depth).with_nodes(50_000);
                        let reports = if repeats {
                            let (a, b) = (WithRepetition::new(Morris::<false>), WithRepetition::new(Morris::<true>));
                            [$search.search(&a, &state, &limits), $search.search(&b, &state, &limits)]
                        } else {
                            [
                                $search.search(&Morris::<false>, &state, &limits),
                                $search.search(&Morris::<true>, &state, &limits),
                            ]
                        };
                        assert_eq!(reports[0], reports[1], "{} at depth {depth}", stringify!($search));
                    }};
                }
                let table = || Table::with_bytes(1 << 16);
                compare!(Minimax::new(near_the_centre));
                compare!(Negamax::new(near_the_centre));
                compare!(AlphaBeta::new(near_the_centre));
                compare!(Iterative::new(near_the_centre, table()));
                compare!(LazySmp::new(near_the_centre, table(), threads));
                compare!(MaxN::new(near_the_centre));
                compare!(Paranoid::new(near_the_centre));
                compare!(BestReply::new(near_the_centre));
                compare!(Mcts::new(1));
            }
        }
    }
    for depth in 0..=8 {
        let counts = gametree::perft(&Morris::<false>, &end_of_placing(), depth);
        assert_eq!(counts, gametree::perft(&Morris::<true>, &end_of_placing(), depth));
    }
}

/// A search calls for moves or the outcome once per inner node, and for the outcome once per leaf.
#[test]
fn the_outcome_is_not_asked_for_twice() {
    use std::cell::Cell;

    #[derive(Default)]
    struct Counting {
        both: Cell<u64>,
        outcomes: Cell<u64>,
    }

    impl Game for Counting {
        type State = morris::Board;
        type Move = morris::Step;
        type Scores = [Score; 2];
        const MAX_MOVES: usize = 9;
        const OUTCOME_NEEDS_MOVES: bool = true;

        fn start(&self) -> morris::Board {
            Morris::<true>.start()
        }
        fn to_move(&self, board: &morris::Board) -> usize {
            board.to_move
        }
        fn moves(&self, _board: &morris::Board, _moves: &mut Vec<morris::Step>) {
            unreachable!("moves_or_outcome is called instead");
        }
        fn play(&self, from: &morris::Board, step: morris::Step, to: &mut morris::Board) {
            Morris::<true>.play(from, step, to);
        }
        fn outcome(&self, board: &morris::Board) -> Option<[Score; 2]> {
            self.outcomes.set(self.outcomes.get() + 1);
            Morris::<true>.outcome(board)
        }
        fn moves_or_outcome(&self, board: &morris::Board, moves: &mut Vec<morris::Step>) -> Option<[Score; 2]> {
            self.both.set(self.both.get() + 1);
            Morris::<true>.moves_or_outcome(board, moves)
        }
    }

    let searches: [Box<dyn Search<Counting>>; 4] = [
        Box::new(Minimax::new(near_the_centre)),
        Box::new(Negamax::new(near_the_centre)),
        Box::new(AlphaBeta::new(near_the_centre)),
        Box::new(MaxN::new(near_the_centre)),
    ];
    for mut search in searches {
        let game = Counting::default();
        let report = search.search(&game, &end_of_placing(), &Limits::depth(6));
        assert_eq!(game.both.get() + game.outcomes.get(), report.counts.nodes);
    }
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
