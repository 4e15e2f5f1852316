//! A temporary folder for tournaments.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arena::GameResult;

/// A new folder, removed when the value is dropped.
pub(super) struct Trial {
    pub(super) folder: PathBuf,
}

/// The output of the arena and its exit code.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) code: Option<i32>,
}

impl Trial {
    pub(super) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("starchess-arena-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self { folder }
    }

    /// `starchess arena` with these words, in the folder.
    pub(super) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_starchess"));
        command.arg("arena").args(words).current_dir(&self.folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(super) fn run(&self, words: &[&str]) -> Said {
        let output = self.command(words).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() }
    }

    /// The output of a run that must succeed.
    pub(super) fn finish(&self, words: &[&str]) -> String {
        let said = self.run(words);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""), "{words:?}: {}", said.stdout);
        said.stdout
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The complete lines of a run, in their order.
    pub(super) fn lines(&self, out: &str) -> Vec<String> {
        let text = fs::read_to_string(self.path(out).join("games.jsonl")).unwrap_or_default();
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        whole.lines().map(str::to_owned).collect()
    }

    /// The results of a run by number. No number may come twice.
    pub(super) fn results(&self, out: &str) -> BTreeMap<u64, GameResult> {
        let mut results = BTreeMap::new();
        for line in self.lines(out) {
            let result: GameResult = serde_json::from_str(&line).unwrap();
            assert!(results.insert(result.id, result).is_none(), "twice: {line}");
        }
        results
    }

    /// The results without the times, which are all that differs from run to run.
    pub(super) fn timeless(&self, out: &str) -> Vec<GameResult> {
        let mut results: Vec<_> = self.results(out).into_values().collect();
        for seat in results.iter_mut().flat_map(|result| &mut result.seats) {
            seat.micros.clear();
        }
        results
    }

    /// A misbehaving bot as a player. All its processes have the folder in their command line.
    pub(super) fn bad_bot(&self, name: &str, mode: &str) -> String {
        let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/bots/bad_bot.py");
        format!("{name}=sci:'{}' -I -S '{bot}' {mode} '{}'", python(), self.path(name).display())
    }

    /// No process that was started here is left.
    pub(super) fn assert_no_process_is_left(&self) {
        // A process that was killed may take a moment to end.
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(20) {
            if processes(&self.folder).is_empty() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("left behind: {:?}", processes(&self.folder));
    }

    /// Waits for a condition.
    pub(super) fn wait_until(&self, what: &str, is_so: impl Fn() -> bool) {
        let begin = Instant::now();
        while !is_so() {
            assert!(begin.elapsed() < Duration::from_secs(60), "never: {what}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The number of processes of misbehaving bots.
    pub(super) fn bots(&self) -> usize {
        processes(&self.folder).iter().filter(|words| words.contains("bad_bot.py")).count()
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The command lines of all processes that name the folder. Zombies have none.
fn processes(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let words = entries.flatten().filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let words = words.map(|words| String::from_utf8_lossy(&words).replace('\0', " "));
    let folder = folder.display().to_string();
    words.filter(|words| words.contains(&folder) && !words.starts_with(env!("CARGO_BIN_EXE_starchess"))).collect()
}

/// The path of Python itself: the first one found may be a slow wrapper script.
pub(super) fn python() -> String {
    let output = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let output = output.expect("the tests of the arena need python3");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
