//! The engine as a UCI program of its own, without the rest of `starchess`.

fn main() -> std::io::Result<()> {
    chess::uci::serve(std::io::stdin().lock(), std::io::stdout())
}
