//! The program `starchess`.

fn main() {}
