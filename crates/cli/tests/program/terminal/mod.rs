//! The program at a terminal: boards at any size, line editing, keys and Ctrl-C.

mod chess;
mod star;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const SIGHUP: i64 = 1;
const SIGTERM: i64 = 15;

/// The keys that are typed when a text has appeared.
type Step<'a> = (&'a str, &'a str);

/// The outcome of a run at a terminal.
struct Session {
    output: String,
    code: Option<i64>,
    /// Whether the terminal is in the mode in which it was before.
    is_restored: bool,
}

struct Terminal {
    columns: usize,
    lines: usize,
    variables: Vec<(&'static str, &'static str)>,
}

const STANDARD: Terminal = Terminal { columns: 80, lines: 24, variables: Vec::new() };

impl Terminal {
    fn run(&self, folder: &Path, arguments: &str, steps: &[Step<'_>]) -> Session {
        let steps: Vec<Value> = steps.iter().map(|(expected, typed)| json!([expected, typed])).collect();
        self.run_steps(folder, arguments, &steps)
    }

    fn run_steps(&self, folder: &Path, arguments: &str, steps: &[Value]) -> Session {
        // Where an argument has spaces, it is written with underscores.
        let arguments = arguments.split_whitespace().map(|argument| argument.replace('_', " "));
        let program = [env!("CARGO_BIN_EXE_starchess").to_owned()].into_iter().chain(arguments);
        let command: Vec<String> = program.collect();
        let task = json!({"command": command, "columns": self.columns, "lines": self.lines, "steps": steps});
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/terminal/terminal.py");
        let mut python = Command::new("python3");
        python.arg(script).current_dir(folder).env("STARCHESS_DATA", "data").env("TERM", "xterm-256color");
        python.env("NO_COLOR", "1").env_remove("COLORTERM").envs(self.variables.iter().copied());
        let mut child = python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(task.to_string().as_bytes()).unwrap();
        let report: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
        let output = report["output"].as_str().unwrap().replace("\r\n", "\n");
        assert!(report["error"].is_null(), "{}: {output}", report["error"]);
        Session { output, code: report["code"].as_i64(), is_restored: report["restored"] == true }
    }
}

/// A text without its escape sequences.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {},
            c => plain.push(c),
        }
    }
    plain
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}
