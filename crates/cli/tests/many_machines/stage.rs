//! A NATS server, and our program in its roles.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Long enough for a busy machine. No test waits for it to pass.
const PATIENCE: Duration = Duration::from_secs(120);

/// Something that is killed at the end, however the test ends.
pub(crate) struct Process {
    pub(crate) child: Child,
    log: PathBuf,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// What it has printed so far, on both streams, without line breaks.
    pub(crate) fn printed(&self) -> String {
        words(&fs::read_to_string(&self.log).unwrap_or_default())
    }

    pub(crate) fn wait_until_printed(&self, text: &str) {
        wait(|| self.printed().contains(text), || format!("{text:?} is not in {:?}", self.printed()));
    }

    /// Waits for its end. Returns what it printed, and its exit code.
    pub(crate) fn end(mut self) -> (String, Option<i32>) {
        let log = self.log.clone();
        wait(|| self.child.try_wait().unwrap().is_some(), || format!("no end: {:?}", fs::read_to_string(log)));
        (self.printed(), self.child.wait().unwrap().code())
    }

    pub(crate) fn interrupt(&self) {
        let killed = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn wait(mut is_so: impl FnMut() -> bool, failure: impl FnOnce() -> String) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{}", failure());
        sleep(Duration::from_millis(20));
    }
}

/// A NATS server with a folder of its own, in which also the program is started.
pub(crate) struct Stage {
    pub(crate) folder: TempDir,
    server: Option<Process>,
    options: Vec<String>,
    port: u16,
}

impl Stage {
    /// Starts a server with these options.
    pub(crate) fn new(options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let mut stage = Self { folder, server: None, options, port: 0 };
        stage.start_server();
        stage
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the server, on the same port as before if it was started before.
    pub(crate) fn start_server(&mut self) {
        let server = std::env::var("NATS_SERVER").expect("NATS_SERVER names nats-server: see scripts/cluster install");
        let ports = self.path().join("ports");
        let _ = fs::remove_dir_all(&ports);
        fs::create_dir(&ports).unwrap();
        let port = if self.port == 0 { "-1".to_owned() } else { self.port.to_string() };
        let mut command = Command::new(server);
        command.args(["-js", "-a", "127.0.0.1", "-p", &port, "-sd"]).arg(self.path().join("nats"));
        command.arg("--ports_file_dir").arg(&ports).args(&self.options);
        let process = spawn(command, self.path().join("nats.log"));
        let mut found = None;
        let read = || -> Option<u16> {
            let file = fs::read_dir(&ports).ok()?.next()?.ok()?.path();
            let value: Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
            value["nats"][0].as_str()?.rsplit(':').next()?.parse().ok()
        };
        wait(
            || {
                found = read();
                found.is_some()
            },
            || format!("no server: {}", process.printed()),
        );
        self.port = found.unwrap();
        self.server = Some(process);
    }

    pub(crate) fn kill_server(&mut self) {
        self.server.take().unwrap().kill();
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts the program. `ADDRESS` stands for that of the server.
    pub(crate) fn start(&self, arguments: &[&str]) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_starchess"));
        let address = self.address();
        command.args(arguments.iter().map(|word| word.replace("ADDRESS", &address))).current_dir(self.path());
        let log = (0..).map(|number| self.path().join(format!("log-{number}"))).find(|path| !path.exists()).unwrap();
        spawn(command, log)
    }

    pub(crate) fn worker(&self) -> Process {
        let worker = self.start(&["worker", "ADDRESS", "--concurrency", "2"]);
        worker.wait_until_printed("waits for games");
        worker
    }

    /// Runs the program to its end, which must be a good one.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        let (printed, code) = self.start(arguments).end();
        assert_eq!(code, Some(0), "{printed}");
        printed
    }

    pub(crate) fn lines(&self, run: &str) -> usize {
        fs::read_to_string(self.path().join(run).join("games.jsonl")).map_or(0, |text| text.lines().count())
    }

    pub(crate) fn wait_for_lines(&self, run: &str, count: usize) {
        wait(|| self.lines(run) >= count, || format!("{} lines in {run}", self.lines(run)));
    }

    /// Everything that a run has found, without times and in the order of the games' numbers.
    pub(crate) fn games(&self, run: &str) -> (Vec<Value>, Vec<(String, String)>) {
        let folder = self.path().join(run);
        let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
        let mut results: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for seat in results.iter_mut().flat_map(|result| result["seats"].as_array_mut().unwrap()) {
            let turns = seat["micros"].as_array().unwrap().len();
            seat["micros"] = turns.into();
        }
        results.sort_by_key(|result| result["id"].as_u64());
        let files = fs::read_dir(folder.join("games")).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files
            .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
            .collect();
        files.sort();
        (results, files)
    }

    /// Makes sure that two runs have found the same.
    pub(crate) fn assert_equal(&self, one: &str, other: &str) {
        let (left, right) = (self.games(one), self.games(other));
        assert_eq!(left.0.len(), right.0.len());
        for (left, right) in left.0.iter().zip(&right.0) {
            assert_eq!(left, right);
        }
        assert_eq!(left.1, right.1);
    }

    /// A connection of someone who speaks NATS, but is none of our programs.
    pub(crate) fn stranger(&self) -> Stranger {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(b"CONNECT {\"verbose\":false,\"headers\":true}\r\nPING\r\n").unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // Otherwise each of many small messages waits for the one before it.
        stream.set_nodelay(true).unwrap();
        let mut stranger = Stranger { stream, read: String::new() };
        stranger.read_until("PONG");
        stranger
    }
}

/// Someone who speaks NATS.
pub(crate) struct Stranger {
    stream: TcpStream,
    read: String,
}

impl Stranger {
    pub(crate) fn publish(&mut self, subject: &str, text: &[u8]) {
        write!(self.stream, "PUB {subject} {}\r\n", text.len()).unwrap();
        self.stream.write_all(text).unwrap();
        self.stream.write_all(b"\r\nPING\r\n").unwrap();
        self.read_until("PONG");
    }

    pub(crate) fn subscribe(&mut self, subject: &str) {
        write!(self.stream, "SUB {subject} 1\r\n").unwrap();
    }

    /// Reads until it has heard this. Returns everything since the last time; what came after it is kept.
    pub(crate) fn read_until(&mut self, text: &str) -> String {
        let mut bytes = [0; 4096];
        while !self.read.contains(text) {
            let count = self.stream.read(&mut bytes).unwrap();
            assert!(count > 0, "the server has hung up: {}", self.read);
            self.read += &String::from_utf8_lossy(&bytes[..count]);
        }
        let end = self.read.find(text).unwrap() + text.len();
        let rest = self.read.split_off(end);
        std::mem::replace(&mut self.read, rest)
    }

    /// The key of the run that is announced.
    pub(crate) fn hear_of_run(&mut self) -> String {
        self.subscribe("starchess.runs");
        let text = self.read_until("\"is_over\"");
        let begin = text.find("\"run\":\"").unwrap() + "\"run\":\"".len();
        text[begin..].split('"').next().unwrap().to_owned()
    }
}

fn spawn(mut command: Command, log: PathBuf) -> Process {
    let file = fs::File::create(&log).unwrap();
    command.stdin(Stdio::null()).stdout(file.try_clone().unwrap()).stderr(file);
    Process { child: command.spawn().unwrap(), log }
}
