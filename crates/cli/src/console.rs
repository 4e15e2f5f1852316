//! The person at the terminal, or the script that plays one.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;

use crate::interrupt::Interrupt;

/// Where questions are asked and answers are read.
pub(crate) struct Console {
    input: Box<dyn BufRead>,
    pub(crate) output: Box<dyn Write>,
    pub(crate) interrupt: Interrupt,
    /// Whether answers must be written to be seen, because nobody types them.
    echo: bool,
    /// Whether there may be more input.
    pub(crate) is_open: bool,
}

impl Console {
    /// The console on standard input and output.
    pub(crate) fn new() -> Result<Self> {
        let stdin = io::stdin();
        Ok(Self {
            echo: !stdin.is_terminal(),
            input: Box::new(stdin.lock()),
            output: Box::new(io::stdout()),
            interrupt: Interrupt::install()?,
            is_open: true,
        })
    }

    /// Asks for a line; none at the end of input.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        // As bytes: input that is no text is a wrong answer, not an error.
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            self.is_open = false;
            writeln!(self.output)?;
            return Ok(None);
        }
        let answer = String::from_utf8_lossy(&line).trim().to_owned();
        if self.echo {
            writeln!(self.output, "{answer}")?;
        }
        Ok(Some(answer))
    }
}
