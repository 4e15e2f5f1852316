use std::time::Instant;
#[path = "../../examples/connect_four/game.rs"]
#[allow(dead_code, unreachable_pub, missing_docs)]
mod connect_four;
use connect_four::*;
use gametree::*;
use minimax::Strategy;
mod rival;

fn main() {
    if let Some(w) = std::env::args().nth(1) {
        if w == "o" {
            let mut it = Iterative::new(middle_counts, Table::with_bytes(64 << 20));
            let t = Instant::now();
            let r = it.search(&ConnectFour, &Board::after("4"), &Limits::depth(15));
            println!("{} {:?}", r.counts.nodes, t.elapsed());
            return;
        }
        if w == "t" {
            let mut s = minimax::IterativeSearch::new(
                rival::Eval::<false>,
                minimax::IterativeOptions::new().with_table_byte_size(64 << 20),
            );
            s.set_max_depth(16);
            let t = Instant::now();
            s.choose_move(&Board::default());
            println!("{:?}", t.elapsed());
            return;
        }
    }
    let rounds = 5;
    let root = Board::after("4");
    for (name, d) in [("negamax", 12), ("iterative", 14)] {
        let mut ours = f64::MAX;
        let mut theirs = f64::MAX;
        let mut n = 0;
        let mut m = 0;
        let mut vals = (0, 0);
        for _ in 0..rounds {
            let t = Instant::now();
            let r = if name == "negamax" {
                AlphaBeta::new(middle_counts).search(&ConnectFour, &root, &Limits::depth(d - 1))
            } else {
                Iterative::new(middle_counts, Table::with_bytes(64 << 20)).search(
                    &ConnectFour,
                    &root,
                    &Limits::depth(d - 1),
                )
            };
            ours = ours.min(t.elapsed().as_secs_f64());
            n = r.counts.nodes;
            vals.0 = r.scores[0];
            let t = Instant::now();
            if name == "negamax" {
                let mut s = minimax::Negamax::new(rival::Eval::<false>, d as u8);
                s.choose_move(&Board::default());
                vals.1 = s.root_value();
            } else {
                let mut s = minimax::IterativeSearch::new(
                    rival::Eval::<false>,
                    minimax::IterativeOptions::new().with_table_byte_size(64 << 20),
                );
                s.set_max_depth(d as u8);
                s.choose_move(&Board::default());
                vals.1 = s.root_value();
            }
            theirs = theirs.min(t.elapsed().as_secs_f64());
        }
        rival::APPLIED.store(0, std::sync::atomic::Ordering::Relaxed);
        if name == "negamax" {
            let mut s = minimax::Negamax::new(rival::Eval::<true>, d as u8);
            s.choose_move(&Board::default());
        } else {
            let mut s = minimax::IterativeSearch::new(
                rival::Eval::<true>,
                minimax::IterativeOptions::new().with_table_byte_size(64 << 20),
            );
            s.set_max_depth(d as u8);
            s.choose_move(&Board::default());
        }
        m = rival::APPLIED.load(std::sync::atomic::Ordering::Relaxed).max(m);
        println!(
            "{name}: ours {n} nodes {ours:.3}s {:.1} M/s; theirs {m} {theirs:.3}s {:.1} M/s; nps ratio {:.2} time ratio {:.2} values {vals:?}",
            n as f64 / ours / 1e6,
            m as f64 / theirs / 1e6,
            n as f64 / ours / (m as f64 / theirs),
            theirs / ours
        );
    }
}
