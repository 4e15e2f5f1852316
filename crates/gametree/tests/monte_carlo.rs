//! Monte Carlo tree search: what it finds and what it proves.

#[allow(dead_code, unreachable_pub, reason = "shared with the example and the benches")]
#[path = "../examples/connect_four/game.rs"]
mod connect_four;

use connect_four::{Board, ConnectFour};
use gametree::{Bound, Game, Limits, Mcts, Minimax, OutcomeOnly, Random, SURE, Search, WIN};
use noughts::Noughts;

/// With enough playouts it proves what minimax finds.
#[test]
fn it_solves_noughts_and_crosses() {
    for board in noughts::positions().into_iter().filter(|board| board.empty().len() <= 7).step_by(37) {
        let truth = Minimax::new(OutcomeOnly).search(&Noughts, &board, &Limits::default());
        let solved = Mcts::new(1).search(&Noughts, &board, &Limits::nodes(100_000));
        assert!(solved.solved, "{board:?}");
        // A proven win need not be the shortest, so only the winner is compared.
        assert_eq!(
            solved.scores.map(|score| score.clamp(-SURE, SURE)),
            truth.scores.map(|score| score.clamp(-SURE, SURE))
        );
        if let Some(best) = solved.best {
            let mut next = board;
            Noughts.play(&board, best, &mut next);
            let after = Minimax::new(OutcomeOnly).search(&Noughts, &next, &Limits::default());
            assert_eq!(after.scores[0].signum(), truth.scores[0].signum(), "{best:?} keeps the value of {board:?}");
        }
    }
}

/// Most moves are draws here. They must not keep it from trying the others.
#[test]
fn it_solves_noughts_and_crosses_from_the_start() {
    let solved = Mcts::new(1).search(&Noughts, &Noughts.start(), &Limits::nodes(200_000));
    assert!(solved.solved);
    assert_eq!(solved.scores, [0, 0]);
}

#[test]
fn it_takes_a_win_and_prevents_a_loss() {
    // Complete the column; make an open three; close the only end of a three.
    for (moves, wanted) in [("121213", 0), ("2233", 3), ("43536", 6)] {
        let report = Mcts::new(2).search(&ConnectFour, &Board::after(moves), &Limits::nodes(20_000));
        assert_eq!(report.best, Some(wanted), "{moves}: {report:?}");
    }
    let report = Mcts::new(2).search(&ConnectFour, &Board::after("121213"), &Limits::nodes(20_000));
    assert_eq!(report.scores, [WIN - 1, -WIN + 1]);
    assert_eq!(report.line, [0]);
}

/// The root moves have estimates, and exact scores where they are proven.
#[test]
fn the_scores_of_root_moves() {
    let report = Mcts::new(2).search(&ConnectFour, &Board::after("2233"), &Limits::nodes(20_000));
    assert_eq!(report.root_moves.len(), 7);
    let best = report.root_moves.iter().find(|it| Some(it.mv) == report.best).unwrap();
    assert!(report.root_moves.iter().all(|it| it.score <= best.score), "{report:?}");
    let won = Mcts::new(2).search(&ConnectFour, &Board::after("121213"), &Limits::nodes(20_000));
    let best = won.root_moves.iter().find(|it| Some(it.mv) == won.best).unwrap();
    assert_eq!((best.score, best.bound), (WIN - 1, Some(Bound::Exact)));
    let one = Mcts::new(2).search(&ConnectFour, &Board::after("2233"), &Limits::nodes(1));
    assert_eq!(one.root_moves.len(), 1);
    assert_eq!(one.root_moves[0].bound, None);
}

#[test]
fn the_same_seed_plays_the_same_and_another_differs() {
    let search = |seed| Mcts::new(seed).search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(500));
    assert_eq!(search(1), search(1));
    assert_ne!(search(1), search(2));
}

#[test]
fn a_full_tree_does_not_stop_it() {
    let limits = Limits::nodes(5_000);
    let small = Mcts::new(1).with_capacity(0).search(&ConnectFour, &ConnectFour.start(), &limits);
    assert_eq!(small.counts.nodes, 5_000);
    assert_eq!(small.depth, 1);
}

/// An estimate never claims a proven win.
#[test]
fn estimates_stay_within_bounds() {
    for playouts in [1, 2, 10] {
        let report = Mcts::new(9).search(&ConnectFour, &ConnectFour.start(), &Limits::nodes(playouts));
        assert!(report.scores.iter().all(|score| score.abs() <= SURE));
        assert!(report.best.is_some());
    }
}

#[test]
fn it_beats_the_baseline() {
    let mut wins = 0;
    for seed in 0..20 {
        let mut players: [Box<dyn Search<ConnectFour>>; 2] = [Box::new(Mcts::new(seed)), Box::new(Random::new(seed))];
        let own = seed as usize % 2;
        players.rotate_left(own);
        let mut board = ConnectFour.start();
        while ConnectFour.outcome(&board).is_none() {
            let player = &mut players[ConnectFour.to_move(&board)];
            board = board.drop_stone(player.search(&ConnectFour, &board, &Limits::nodes(300)).best.unwrap());
        }
        wins += usize::from(ConnectFour.outcome(&board).unwrap()[own] > 0);
    }
    assert!(wins >= 19, "{wins} of 20");
}
