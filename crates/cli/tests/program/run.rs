//! Runs the program as a user does.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The outcome of one run of the program.
pub(crate) struct Run {
    command: String,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl Run {
    /// Runs the program with these arguments, separated by spaces, and this input, in a new folder.
    pub(crate) fn new(arguments: &str, input: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::inside(folder.path(), arguments, input)
    }

    /// Runs the program in this folder.
    pub(crate) fn inside(folder: &Path, arguments: &str, input: impl AsRef<[u8]>) -> Self {
        let mut command = command(arguments);
        command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // It may end before it has read all of its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        let output = child.wait_with_output().unwrap();
        Self {
            command: format!("$ starchess {arguments}").trim_end().to_owned(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        }
    }

    /// The output without line breaks, which depend on the width of the terminal.
    pub(crate) fn words(&self) -> String {
        self.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Everything that a terminal would show, and the exit code unless it is 0.
    pub(crate) fn transcript(&self) -> String {
        let code = match self.code {
            Some(0) => String::new(),
            Some(code) => format!("[exit code {code}]\n"),
            None => "[killed]\n".to_owned(),
        };
        format!("{}\n{}{}{code}", self.command, self.stdout, self.stderr)
    }
}

/// The program with these arguments, separated by spaces. It saves games in `data` in its folder,
/// and never in the user's own.
pub(crate) fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starchess"));
    command.args(arguments.split_whitespace()).env("STARCHESS_DATA", "data");
    command
}
