//! Games whose positions come back.

use std::collections::HashSet;

use gametree::{
    AlphaBeta, Game, Guarded, Hashed, Iterative, Limits, MaxN, Mcts, Minimax, Negamax, Repeating, Score, Search, Table,
    WIN,
};

/// A hunter (player 0) and a hare (player 1) walk along a path of nine fields, one step each way or not at all. The
/// hunter wins by stepping onto the hare; the hare by reaching the last field, its burrow.
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
        if self.outcome(path).is_some() {
            return;
        }
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

impl Repeating for Hunt {}

/// The same walk, but to stand still is said to be irreversible.
#[derive(Clone, Copy)]
struct Tired;

impl Game for Tired {
    type State = Path;
    type Move = i8;
    type Scores = [Score; 2];
    const MAX_MOVES: usize = 3;
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
}
impl Hashed for Tired {
    fn hash(&self, path: &Path) -> u64 {
        Hunt.hash(path)
    }
    fn code(&self, step: i8) -> u16 {
        Hunt.code(step)
    }
}
impl Repeating for Tired {
    fn is_irreversible(&self, _from: &Path, step: i8) -> bool {
        step == 0
    }
}

/// It thinks that standing where it stands is as good as it gets: nothing drives it on.
fn content(_path: &Path) -> [Score; 2] {
    [1, -1]
}

fn play<G: Game<Scores = [Score; 2], Move = i8>>(
    game: &G,
    search: &mut dyn Search<G>,
    depth: u32,
    plies: usize,
    show: impl Fn(&G::State) -> Path,
) -> Vec<Path> {
    let mut state = game.start();
    let mut seen = vec![show(&state)];
    for _ in 0..plies {
        let Some(mv) = search.search(game, &state, &Limits::depth(depth)).best else { break };
        let from = state.clone();
        game.play(&from, mv, &mut state);
        seen.push(show(&state));
    }
    seen
}

#[test]
fn without_a_guard_it_walks_in_circles() {
    let seen = play(&Hunt, &mut AlphaBeta::new(content), 3, 40, |path| *path);
    assert_eq!(seen.len(), 41);
    assert!(seen.iter().collect::<HashSet<_>>().len() < 10);
}

#[test]
fn with_a_guard_the_game_ends_and_nothing_comes_twice() {
    let game = Guarded::<_, 64>(Hunt);
    let searches: [Box<dyn Search<Guarded<Hunt, 64>>>; 2] = [
        Box::new(AlphaBeta::new(|state: &<Guarded<Hunt, 64> as Game>::State| content(&state.state))),
        Box::new(Iterative::new(
            |state: &<Guarded<Hunt, 64> as Game>::State| content(&state.state),
            Table::with_bytes(1 << 16),
        )),
    ];
    for mut search in searches {
        let seen = play(&game, &mut *search, 3, 200, |state| state.state);
        assert!(seen.len() < 150, "the game ends: {} plies", seen.len());
        // All but perhaps the last, with which a draw is claimed.
        let before = &seen[..seen.len() - 1];
        assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len());
    }
}

/// With the path behind a position in its hash the table does no harm.
#[test]
fn all_searches_agree_on_a_guarded_game() {
    check_agreement(Guarded::<_, 8>(Hunt));
    check_agreement(Guarded::<_, 8>(Tired));
}

fn check_agreement<G: Repeating<State = Path, Move = i8, Scores = [Score; 2]>>(game: Guarded<G, 8>) {
    let evaluate = |state: &<Guarded<G, 8> as Game>::State| {
        let distance = Score::from(state.state.hunter - state.state.hare);
        [-distance, distance]
    };
    for depth in 1..=9 {
        let limits = Limits::depth(depth);
        let minimax = Minimax::new(evaluate).search(&game, &game.start(), &limits);
        for (name, report) in [
            ("negamax", Negamax::new(evaluate).search(&game, &game.start(), &limits)),
            ("alpha-beta", AlphaBeta::new(evaluate).search(&game, &game.start(), &limits)),
            ("max^n", MaxN::new(evaluate).search(&game, &game.start(), &limits)),
            ("iterative", Iterative::new(evaluate, Table::with_bytes(1 << 20)).search(&game, &game.start(), &limits)),
        ] {
            assert_eq!(report.scores, minimax.scores, "{name} at depth {depth}");
        }
    }
}

/// Played into slots with different pasts, a position is the same.
#[test]
fn guarded_games_keep_their_promises() {
    gametree::conformance::check(&Guarded::<_, 8>(Hunt)).unwrap();
    gametree::conformance::check(&Guarded::<_, 8>(Tired)).unwrap();
}

#[test]
fn playouts_of_a_guarded_game_end() {
    let game = Guarded::<_, 4>(Hunt);
    let report = Mcts::new(1).search(&game, &game.start(), &Limits::nodes(2_000));
    assert!(report.best.is_some());
}

#[test]
fn an_irreversible_move_empties_the_buffer() {
    let circle = [1, 1, -1, -1];
    let last_of = |guarded: &Guarded<Tired, 8>, steps: &[i8]| {
        let mut state = guarded.start();
        for &step in steps {
            let from = state;
            guarded.play(&from, step, &mut state);
        }
        state
    };
    let guarded = Guarded(Tired);
    assert_eq!(guarded.outcome(&last_of(&guarded, &circle)), Some([0, 0]));
    assert_eq!(guarded.outcome(&last_of(&guarded, &[1, 1, -1])), None);
    // Two moves that stand still bring the start back, and nobody remembers it.
    let forgotten = last_of(&guarded, &[0, 0]);
    assert_eq!(forgotten.state, Hunt.start());
    assert_eq!(guarded.outcome(&forgotten), None);
    assert_eq!(guarded.hash(&forgotten), guarded.hash(&guarded.start()));
}
