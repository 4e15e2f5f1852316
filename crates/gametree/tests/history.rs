//! The transposition table in games in which positions occur again: scores that depend on the path.

use gametree::{
    AlphaBeta, Bound, Game, Hashed, Iterative, Limits, MaxN, Mcts, OutcomeOnly, ProofNumber, SURE, Score, Search,
    Solver, Table, WIN, WithRepetition, adjust_for_ply,
};

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
