mod game;
use game::*;
use gametree::*;
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let r = AlphaBeta::new(middle_counts).search(&ConnectFour, &Board::default(), &Limits::depth(d));
    let e = t.elapsed();
    println!("{:?} {:?} {:.1} M/s", r, e, r.counts.nodes as f64 / e.as_secs_f64() / 1e6);
    let t = std::time::Instant::now();
    let r = Iterative::new(middle_counts, Table::with_bytes(64 << 20)).watch(
        &ConnectFour,
        &Board::default(),
        &Limits::depth(d + 2),
        &mut |r| println!("{:?}", r),
    );
    let e = t.elapsed();
    println!("{:?} {:?} {:.1} M/s", r, e, r.counts.nodes as f64 / e.as_secs_f64() / 1e6);
}
