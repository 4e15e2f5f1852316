//! Positions per second of the plain prediction tree, two turns deep from mid-game positions:
//! `cargo run --release --example speed -p starchess [ROUNDS]`.
//!
//! The positions in `tests/data/midgame.txt` are from games of the published player against itself in random galaxies.

use std::time::Instant;

use starchess::{Galaxy, NotationError, predict};

fn main() -> Result<(), NotationError> {
    let rounds: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10);
    let lines = include_str!("../tests/data/midgame.txt").lines();
    let positions = lines.map(str::parse).collect::<Result<Vec<Galaxy>, _>>()?;
    let (mut generated, mut evaluated) = (0, 0);
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        (generated, evaluated) = (0, 0);
        for galaxy in &positions {
            if let Some(prediction) = predict(galaxy, 2, false) {
                generated += prediction.generated;
                evaluated += prediction.evaluated;
            }
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{} positions, {generated} generated, {evaluated} evaluated", positions.len());
    println!("{:.2} million generated per second in the best of {rounds} rounds", generated as f64 / best / 1e6);
    Ok(())
}
