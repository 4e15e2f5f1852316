//! Max^n, paranoid and best reply against the simplest recursion that finds the same.

#[allow(unreachable_pub, reason = "a module of several tests")]
#[path = "games/coins.rs"]
mod coins;

use coins::{Coins, Table, Taken, first_max, leaf, next, of};
use gametree::{
    AlphaBeta, BestReply, BestReplyPlus, Game, Iterative, LazySmp, Limits, MaxN, Mcts, Minimax, Paranoid, Passing,
    Score, Search,
};

const THREADS: std::num::NonZeroUsize = std::num::NonZeroUsize::new(2).unwrap();

/// Every player maximises its own score.
fn plain_max_n<const N: usize>(game: &Coins<N>, table: &Table<N>, depth: u32) -> [Score; N] {
    leaf(game, &Taken, table, depth).unwrap_or_else(|| {
        let scores = next(game, table).into_iter().map(|next| plain_max_n(game, &next, depth - 1));
        first_max(scores, |scores| of(scores, table.to_move))
    })
}

/// The root player maximises its score, the others minimise it.
fn plain_paranoid<const N: usize>(game: &Coins<N>, table: &Table<N>, root: usize, depth: u32) -> Score {
    if let Some(scores) = leaf(game, &Taken, table, depth) {
        return of(&scores, root);
    }
    let values = next(game, table).into_iter().map(|next| plain_paranoid(game, &next, root, depth - 1));
    if table.to_move == root { values.max().unwrap() } else { values.min().unwrap() }
}

/// The root player alternates with the worst reply of any of the others.
fn plain_best_reply<const N: usize>(game: &Coins<N>, table: &Table<N>, root: usize, depth: u32) -> Score {
    if let Some(scores) = leaf(game, &Taken, table, depth) {
        return of(&scores, root);
    }
    let value = |table: &Table<N>| plain_best_reply(game, table, root, depth - 1);
    if table.to_move == root {
        return next(game, table).iter().map(value).max().unwrap();
    }
    let mut answers = Vec::new();
    let mut here = *table;
    while here.to_move != root {
        answers.extend(next(game, &here));
        here = passed(game, &here);
    }
    let back_to_root = |mut table: Table<N>| {
        // A player who moves again may reply again, but then passes like the others.
        for _ in 2..N {
            if table.to_move != root && game.outcome(&table).is_none() {
                table = passed(game, &table);
            }
        }
        table
    };
    answers.into_iter().map(|table| value(&back_to_root(table))).min().unwrap()
}

/// The same, but the others make the first of their moves instead of passing.
fn plain_best_reply_plus<const N: usize>(game: &Coins<N>, table: &Table<N>, root: usize, depth: u32) -> Score {
    if let Some(scores) = leaf(game, &Taken, table, depth) {
        return of(&scores, root);
    }
    let value = |table: &Table<N>| plain_best_reply_plus(game, table, root, depth - 1);
    if table.to_move == root {
        return next(game, table).iter().map(value).max().unwrap();
    }
    let steps_aside = |table: &Table<N>| table.to_move != root && game.outcome(table).is_none();
    let mut answers = Vec::new();
    let mut here = *table;
    for opponent in 1..N {
        answers.extend(next(game, &here));
        if opponent + 1 < N {
            here = next(game, &here)[0];
            if !steps_aside(&here) {
                break;
            }
        }
    }
    let back_to_root = |mut table: Table<N>| {
        for _ in 2..N {
            if steps_aside(&table) {
                table = next(game, &table)[0];
            }
        }
        table
    };
    answers.into_iter().map(|table| value(&back_to_root(table))).min().unwrap()
}

fn passed<const N: usize>(game: &Coins<N>, table: &Table<N>) -> Table<N> {
    let mut to = *table;
    assert!(game.pass(table, &mut to));
    to
}

fn check<const N: usize>() {
    for seed in 0..30 {
        let game = Coins::<N>::new(9, seed);
        let mut table = game.start();
        // Also when a player other than 0 is to move.
        for _ in 0..=seed % 3 {
            table = next(&game, &table)[seed as usize % 2];
        }
        for depth in 1..=7 {
            let limits = Limits::depth(depth);
            let max_n = MaxN::new(Taken).search(&game, &table, &limits);
            assert_eq!(max_n.scores, plain_max_n(&game, &table, depth), "row {:?}", game.row);
            let paranoid = Paranoid::new(Taken).search(&game, &table, &limits);
            let root = table.to_move;
            assert_eq!(paranoid.scores[root], plain_paranoid(&game, &table, root, depth), "row {:?}", game.row);
            let best_reply = BestReply::new(Taken).search(&game, &table, &limits);
            assert_eq!(best_reply.scores[root], plain_best_reply(&game, &table, root, depth), "row {:?}", game.row);
            assert!(paranoid.counts.nodes <= max_n.counts.nodes);
            // The scores add up to 0, and nobody can be further behind than by all coins.
            let behind = -game.row.iter().sum::<Score>();
            let pruned = MaxN::new(Taken).with_pruning(behind, 0).search(&game, &table, &limits);
            assert_eq!((pruned.scores, &pruned.line), (max_n.scores, &max_n.line), "row {:?}", game.row);
            assert!(pruned.counts.nodes <= max_n.counts.nodes);
            let plus = BestReplyPlus::new(Taken).search(&game, &table, &limits);
            assert_eq!(plus.scores[root], plain_best_reply_plus(&game, &table, root, depth), "row {:?}", game.row);
        }
    }
}

#[test]
fn one_player() {
    check::<1>();
}

#[test]
fn two_players() {
    check::<2>();
}

#[test]
fn three_players() {
    check::<3>();
}

#[test]
fn five_players() {
    check::<5>();
}

/// The searches for two players do not need turns that alternate.
#[test]
fn two_players_who_may_move_twice() {
    for seed in 0..50 {
        let game = Coins::<2>::new(10, seed);
        for depth in 1..=10 {
            let limits = Limits::depth(depth);
            let minimax = Minimax::new(Taken).search(&game, &game.start(), &limits);
            for (name, report) in [
                ("negamax", gametree::Negamax::new(Taken).search(&game, &game.start(), &limits)),
                ("alpha-beta", AlphaBeta::new(Taken).search(&game, &game.start(), &limits)),
                ("max^n", MaxN::new(Taken).search(&game, &game.start(), &limits)),
            ] {
                assert_eq!((report.scores, report.best), (minimax.scores, minimax.best), "{name}, row {:?}", game.row);
            }
            let table = || gametree::Table::with_bytes(1 << 12);
            let iterative = Iterative::new(Taken, table()).search(&game, &game.start(), &limits);
            let lazy_smp = LazySmp::new(Taken, table(), THREADS).search(&game, &game.start(), &limits);
            assert_eq!(iterative.scores, minimax.scores, "row {:?}", game.row);
            assert_eq!(lazy_smp.scores, minimax.scores, "row {:?}", game.row);
        }
    }
}

/// Shallow pruning saves work where one player takes most of what there is.
#[test]
fn shallow_pruning_prunes() {
    let work = |search: &mut MaxN<Taken>| {
        let nodes = |seed| {
            let game = Coins::<3>::new(12, seed);
            search.search(&game, &game.start(), &Limits::default()).counts.nodes
        };
        (0..20).map(nodes).sum::<u64>()
    };
    let (plain, pruned) = (work(&mut MaxN::new(Taken)), work(&mut MaxN::new(Taken).with_pruning(-72, 0)));
    assert!(pruned < plain, "{pruned} of {plain}");
}

/// Scores other than wins and losses are proven too, and then the search ends.
#[test]
fn monte_carlo_solves_a_small_game_of_three() {
    for seed in 0..20 {
        let game = Coins::<3>::new(7, seed);
        let solved = Mcts::new(seed).search(&game, &game.start(), &Limits::nodes(1_000_000));
        let truth = MaxN::new(Taken).search(&game, &game.start(), &Limits::default());
        assert!(solved.counts.nodes < 1_000_000);
        assert_eq!((solved.scores, solved.best), (truth.scores, truth.best), "row {:?}", game.row);
    }
}

/// Which of several wins a player takes decides what the others get.
#[test]
fn monte_carlo_takes_the_same_win_as_max_n() {
    struct LastCoin(Coins<3>);

    impl Game for LastCoin {
        type State = Table<3>;
        type Move = coins::End;
        type Scores = [Score; 3];
        const MAX_MOVES: usize = 2;

        fn start(&self) -> Table<3> {
            self.0.start()
        }

        fn to_move(&self, table: &Table<3>) -> usize {
            table.to_move
        }

        fn moves(&self, table: &Table<3>, moves: &mut Vec<coins::End>) {
            if self.outcome(table).is_none() {
                self.0.moves(table, moves);
            }
        }

        fn play(&self, from: &Table<3>, end: coins::End, to: &mut Table<3>) {
            self.0.play(from, end, to);
        }

        /// The first player with ten or more wins, and the next player wins half if it has an even
        /// sum.
        fn outcome(&self, table: &Table<3>) -> Option<[Score; 3]> {
            let winner = table.taken.iter().position(|&own| own >= 10);
            let is_over = winner.is_some() || table.left == table.right;
            is_over.then(|| {
                let mut scores = [-gametree::WIN; 3];
                if let Some(winner) = winner {
                    scores[winner] = gametree::WIN;
                    let next = (winner + 1) % 3;
                    if table.taken[next] % 2 == 0 {
                        scores[next] = gametree::WIN / 2;
                    }
                }
                scores
            })
        }
    }

    for seed in 0..200 {
        let game = LastCoin(Coins::new(11, seed));
        let truth = MaxN::new(gametree::OutcomeOnly).search(&game, &game.start(), &Limits::default());
        let solved = Mcts::new(seed).search(&game, &game.start(), &Limits::nodes(1_000_000));
        assert!(solved.solved);
        assert_eq!((solved.scores, solved.best), (truth.scores, truth.best), "row {:?}", game.0.row);
    }
}
