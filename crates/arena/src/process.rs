//! A program beside ours, line by line, that may do anything: say nothing, say too much, or die.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gametree::Stop;

use crate::player::Fault;

/// A longer line makes no sense in any protocol.
const MAX_LINE: u64 = 1 << 20;

/// So many lines wait to be read. Whoever writes more has to wait.
const WAITING_LINES: usize = 256;

/// Nobody needs more lines or bytes than this to answer one question.
const MOST_LINES: u64 = 100_000;
const MOST_BYTES: u64 = 64 << 20;

/// So much of what it complained of is kept.
const LAST_WORDS: usize = 2_000;

/// How long it may take to notice that nobody wants the answer any more.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program has to end when it is told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A program that runs. It is killed, with everything that it started, when this is dropped.
pub(crate) struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    complaints: Arc<Mutex<VecDeque<u8>>>,
    /// Closed when it has no more to complain of.
    silence: Receiver<()>,
}

enum Line {
    Text(String),
    TooLong,
}

impl Process {
    /// Starts a program: its name and arguments.
    pub(crate) fn start(words: &[String]) -> Result<Self, Fault> {
        let [program, arguments @ ..] = words else { return Err(Fault::Start("there is no program named".to_owned())) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, so that Ctrl-C is for the arena alone, and what it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot = |error: io::Error| Fault::Start(format!("{program}: {error}"));
        let mut child = command.spawn().map_err(cannot)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, orders) = channel();
        let (lines, output) = sync_channel(WAITING_LINES);
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let (hush, silence) = channel();
        let process = Self { child, input: Some(input), output, complaints, silence };
        let heard = Arc::clone(&process.complaints);
        let thread = |work: Box<dyn FnOnce() + Send>| thread::Builder::new().spawn(work).map_err(cannot);
        if let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) {
            thread(Box::new(move || speak(stdin, &orders)))?;
            thread(Box::new(move || listen(stdout, &lines)))?;
            thread(Box::new(move || note(stderr, &heard, hush)))?;
        }
        Ok(process)
    }

    /// Sends a line. It never waits: a program that does not read is noticed when it does not answer.
    pub(crate) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // If nobody takes it the program is gone, which is noticed when it is asked for an answer.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Reads lines until `wanted` makes something of one, at most until the deadline; then it is `late`.
    pub(crate) fn wait_for<T>(
        &mut self,
        deadline: Instant,
        stop: &Stop,
        late: &dyn Fn() -> Fault,
        mut wanted: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let (mut lines, mut bytes) = (0, 0);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.output.recv_timeout(left.min(LOOK)) {
                Ok(Line::Text(line)) => line,
                Ok(Line::TooLong) => return Err(Fault::Floods(format!("a line of more than {MAX_LINE} bytes"))),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crashed(self.last_words())),
                Err(RecvTimeoutError::Timeout) if left.is_zero() || stop.is_raised() => return Err(late()),
                Err(RecvTimeoutError::Timeout) => continue,
            };
            if let Some(found) = wanted(line.trim())? {
                return Ok(found);
            }
            lines += 1;
            bytes += line.len() as u64;
            if lines > MOST_LINES || bytes > MOST_BYTES {
                return Err(Fault::Floods(format!("{lines} lines and no answer among them")));
            }
            // It may talk so fast that there is never nothing to read.
            if left.is_zero() {
                return Err(late());
            }
        }
    }

    /// How it ended, and what it complained of last.
    fn last_words(&mut self) -> String {
        let status = self.wait(FAREWELL).map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
        // Whatever it says, what it said before it died must have been read.
        let _ = self.silence.recv_timeout(FAREWELL);
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let (front, back) = complaints.as_slices();
        let text = String::from_utf8_lossy(&[front, back].concat()).trim().to_owned();
        match text.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(last) => format!("{status}; its last words: {}", last.trim()),
            None => status,
        }
    }

    /// Waits for its end, but not for long.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begin.elapsed() < patience => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }

    /// Asks it to end, in a last line, and waits a little for that.
    pub(crate) fn part(&mut self, last: &str) {
        self.send(last);
        // The end of its input is a hint too.
        self.input = None;
        self.wait(FAREWELL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&mut self.child);
        // It is dead: this does not wait long.
        let _ = self.child.wait();
    }
}

/// Kills a program and all that it started.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // It may be gone already, and then there is nothing to do.
    let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    // It may be gone already, and then there is nothing to do.
    let _ = child.kill();
}

/// Writes what is to be said, for as long as somebody listens.
fn speak(mut stdin: ChildStdin, orders: &Receiver<String>) {
    while let Ok(order) = orders.recv() {
        if stdin.write_all(order.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Reads what it says line by line, for as long as somebody wants it.
fn listen(stdout: ChildStdout, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let line = match (&mut stdout).take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") => Line::TooLong,
            Ok(_) => Line::Text(String::from_utf8_lossy(&bytes).into_owned()),
        };
        if lines.send(line).is_err() {
            break;
        }
    }
}

/// Keeps the last of what it complains of. The sender says by its end that there is no more.
fn note(stderr: ChildStderr, complaints: &Mutex<VecDeque<u8>>, _hush: Sender<()>) {
    let mut stderr = BufReader::new(stderr);
    while let Ok(chunk) = stderr.fill_buf() {
        if chunk.is_empty() {
            break;
        }
        let mut kept = complaints.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(chunk);
        let too_many = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..too_many);
        drop(kept);
        let read = chunk.len();
        stderr.consume(read);
    }
}
