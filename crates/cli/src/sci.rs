//! `starchess sci`: the engine protocol on standard input and output.

use std::io;

use anyhow::Result;

/// The protocol in short, for `--help`.
pub(crate) fn help() -> String {
    format!("{ORDERS}\nOptions:\n{}\n{EXAMPLES}", starchess::sci::options_help())
}

const ORDERS: &str = "It reads                          It answers
  sci                             id name …, id author …, option … lines, sciok
  isready                         readyok
  setoption name N value V        nothing
  position start KIND [SEED]      nothing; KIND is random, barren, terran or symmetric
  position POSITION               nothing
    … commands COMMAND; COMMAND   (after either) nothing; all are played or none
  apply COMMAND                   ok
  show                            position POSITION
  score                           score E1 E2 E3 E4
  result                          result ongoing or result win P
  go [turns T] [movetime MS] [nodes N]
                                  info turns T score E1 E2 E3 E4 generated N evaluated N time MS
                                  bestturn COMMAND; …; end
  stop                            the search ends soon, with its bestturn
  quit                            nothing; the program ends
Anything wrong is answered with error … and changes nothing. While it thinks it reads only stop,
isready and quit. At the end of the input a search still runs to its end.
";

const EXAMPLES: &str = "Examples:
  starchess sci
  printf 'position start terran\\ngo turns 1\\n' | starchess sci";

/// Serves the program at the other end.
pub(crate) fn run() -> Result<()> {
    starchess::sci::serve(io::stdin().lock(), io::stdout())?;
    Ok(())
}
