//! Two searches play Connect Four against each other: `cargo run --release -p gametree --example
//! connect_four`.

#[allow(dead_code, unreachable_pub, reason = "the tests and benches use more of it")]
mod game;

use std::time::Duration;

use game::{ConnectFour, middle_counts};
use gametree::{Game, Iterative, Limits, Mcts, Search, Table};

fn main() {
    let mut players: [(&str, Box<dyn Search<ConnectFour>>); 2] = [
        ("iterative deepening", Box::new(Iterative::new(middle_counts, Table::with_bytes(64 << 20)))),
        ("Monte Carlo tree search", Box::new(Mcts::new(1))),
    ];
    let limits = Limits::time(Duration::from_millis(200));
    let mut board = ConnectFour.start();
    while ConnectFour.outcome(&board).is_none() {
        let to_move = ConnectFour.to_move(&board);
        let (name, player) = &mut players[to_move];
        let report = player.search(&ConnectFour, &board, &limits);
        let Some(column) = report.best else { break };
        board = board.drop_stone(column);
        println!("{name} plays {}, {} nodes, depth {}\n{board}", column + 1, report.counts.nodes, report.depth);
    }
    match ConnectFour.outcome(&board) {
        Some([score, _]) if score > 0 => println!("{} wins", players[0].0),
        Some([score, _]) if score < 0 => println!("{} wins", players[1].0),
        _ => println!("a draw"),
    }
}
