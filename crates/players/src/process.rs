//! A program beside ours, line by line, that may do anything: say nothing, say too much, or die.
//!
//! One thread does it all, and waits for whichever pipe has something to say or room to say it. With a thread for each
//! pipe every answer would come through several hands, which takes longer than the arena may take.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gametree::Stop;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::decision::Fault;
use crate::excerpt::excerpt;

/// A longer line makes no sense in any protocol.
const MAX_LINE: usize = 1 << 20;

/// Nobody needs more lines or bytes than this to answer one question.
const MOST_LINES: u64 = 100_000;
const MOST_BYTES: usize = 64 << 20;

/// So much is read at once.
const CHUNK: usize = 1 << 13;

/// So much of what it complained of is kept.
const LAST_WORDS: usize = 2_000;

/// How long it may take to notice that nobody wants the answer any more.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program has to end when it is told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// All programs that run, by the number of their process. None once the arena ends and no more may be started.
static RUNNING: Mutex<Option<BTreeSet<u32>>> = Mutex::new(Some(BTreeSet::new()));

fn running() -> MutexGuard<'static, Option<BTreeSet<u32>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all programs that play, and lets no other begin. For an arena that ends at once: nothing else would end them, as
/// they do not hear Ctrl-C.
pub fn end_programs() {
    for process in running().take().into_iter().flatten() {
        kill(process);
    }
}

/// Kills a program and all that it started.
fn kill(process: u32) {
    // It may be gone already, and then there is nothing to do.
    let _ = killpg(Pid::from_raw(process as i32), Signal::SIGKILL);
}

/// A program that runs. It is killed, with everything that it started, when this is dropped.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What it has not taken yet.
    unsent: VecDeque<u8>,
    /// What it said; up to `at` it was listened to.
    heard: Vec<u8>,
    at: usize,
    complaints: VecDeque<u8>,
}

impl Process {
    /// Starts a program: its name and arguments.
    pub fn start(words: &[String]) -> Result<Self, Fault> {
        let [program, arguments @ ..] = words else { return Err(Fault::Start("there is no program named".to_owned())) };
        let cannot = |error: io::Error| Fault::Start(format!("{program}: {error}"));
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, so that Ctrl-C is for the arena alone, and what it starts can be ended with it.
        command.process_group(0);
        let mut child = {
            let mut running = running();
            let Some(running) = &mut *running else { return Err(Fault::Start("the arena ends".to_owned())) };
            let child = command.spawn().map_err(cannot)?;
            running.insert(child.id());
            child
        };
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (unsent, complaints) = (VecDeque::new(), VecDeque::new());
        let process = Self { child, stdin, stdout, stderr, unsent, heard: Vec::new(), at: 0, complaints };
        process.pipes().try_for_each(never_wait).map_err(cannot)?;
        Ok(process)
    }

    fn pipes(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        let (stdin, stdout, stderr) = (self.stdin.as_ref(), self.stdout.as_ref(), self.stderr.as_ref());
        let pipes = [stdin.map(AsFd::as_fd), stdout.map(AsFd::as_fd), stderr.map(AsFd::as_fd)];
        pipes.into_iter().flatten()
    }

    /// Sends lines. It never waits: a program that does not read is noticed when it does not answer.
    pub fn send(&mut self, lines: &str) {
        self.unsent.extend(lines.bytes().chain([b'\n']));
        self.speak();
    }

    /// Forgets what it has said up to now.
    pub fn ignore(&mut self) {
        self.listen();
        self.heard.clear();
        self.at = 0;
    }

    /// Reads lines until `wanted` makes something of one, at most until the deadline; then it is `late`.
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        stop: &Stop,
        late: &dyn Fn() -> Fault,
        mut wanted: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let (mut lines, mut bytes) = (0, 0);
        let mut last_moment = None;
        loop {
            while let Some(line) = self.next_line()? {
                if let Some(found) = wanted(line.trim())? {
                    return Ok(found);
                }
                lines += 1;
                bytes += line.len();
                if lines > MOST_LINES || bytes > MOST_BYTES {
                    return Err(Fault::Floods(format!("{lines} lines and no answer among them")));
                }
            }
            if self.stdout.is_none() {
                return Err(Fault::Crashed(self.last_words()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.is_raised() {
                return Err(late());
            }
            // Something that it started may keep its output open. What it said itself will have come by then.
            if !self.attend(left.min(LOOK))
                && matches!(self.child.try_wait(), Ok(Some(_)))
                && Instant::now() > *last_moment.get_or_insert_with(|| Instant::now() + FAREWELL)
            {
                return Err(Fault::Crashed(self.last_words()));
            }
        }
    }

    /// The next line that it said, if it has said one. What it said last may have no end.
    fn next_line(&mut self) -> Result<Option<String>, Fault> {
        let rest = &self.heard[self.at..];
        let (length, is_whole) = match rest.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (rest.len(), self.stdout.is_none() && !rest.is_empty()),
        };
        if length > MAX_LINE {
            return Err(Fault::Floods(format!("a line of more than {MAX_LINE} bytes")));
        }
        if !is_whole {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&rest[..length]).into_owned();
        self.at += length;
        Ok(Some(line))
    }

    /// Waits until one of the pipes has something to say or room to say it, but not for longer than this; then lets it. Says
    /// whether there was one.
    fn attend(&mut self, time: Duration) -> bool {
        let mut waiting = Vec::with_capacity(3);
        waiting.extend(self.stdout.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
        waiting.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
        if !self.unsent.is_empty() {
            waiting.extend(self.stdin.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLOUT)));
        }
        // Rounded up, for otherwise it would not wait at all in the end.
        let timeout = PollTimeout::try_from(time.as_millis() + 1).unwrap_or(PollTimeout::MAX);
        // If a signal comes in between, whoever waits looks again.
        let count = poll(&mut waiting, timeout).unwrap_or(0);
        self.speak();
        self.listen();
        self.note();
        count > 0
    }

    /// Writes as much as it takes.
    fn speak(&mut self) {
        while let Some(stdin) = &mut self.stdin {
            let (front, _) = self.unsent.as_slices();
            if front.is_empty() {
                break;
            }
            match stdin.write(front) {
                Ok(written) => {
                    self.unsent.drain(..written);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // It is gone, which is noticed when it is asked for an answer.
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Reads some of what it says, and no more: whoever floods has to wait.
    fn listen(&mut self) {
        let Some(stdout) = &mut self.stdout else { return };
        if self.at > 0 {
            self.heard.drain(..self.at);
            self.at = 0;
        }
        let length = self.heard.len();
        self.heard.resize(length + CHUNK, 0);
        let read = read(stdout, &mut self.heard[length..]);
        self.heard.truncate(length + read.unwrap_or(0));
        if read == Some(0) {
            self.stdout = None;
        }
    }

    /// Keeps the last of what it complains of.
    fn note(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut chunk = [0; CHUNK];
        match read(stderr, &mut chunk) {
            Some(0) => self.stderr = None,
            Some(bytes) => {
                self.complaints.extend(&chunk[..bytes]);
                let too_many = self.complaints.len().saturating_sub(LAST_WORDS);
                self.complaints.drain(..too_many);
            }
            None => {}
        }
    }

    /// How it ended, and what it complained of last.
    fn last_words(&mut self) -> String {
        let status = self.wait(FAREWELL).map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
        self.note();
        let text = String::from_utf8_lossy(self.complaints.make_contiguous());
        match text.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(last) => format!("{status}; its last words: {}", excerpt(last)),
            None => status,
        }
    }

    /// Waits for its end, but not for long.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        const STEP: Duration = Duration::from_micros(200);
        let begin = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if begin.elapsed() >= patience {
                return None;
            }
            // It may not be able to end before it has said what it wants to say.
            self.speak();
            self.ignore();
            self.note();
            thread::sleep(STEP);
        }
    }

    /// Asks it to end, in a last line, and waits a little for that.
    pub fn part(&mut self, last: &str) {
        self.send(last);
        // The end of its input is a hint too.
        self.stdin = None;
        self.wait(FAREWELL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(self.child.id());
        // It may have left its group. If it is gone already, there is nothing to do.
        let _ = self.child.kill();
        // It is dead: this does not wait long.
        let _ = self.child.wait();
        if let Some(running) = &mut *running() {
            running.remove(&self.child.id());
        }
    }
}

/// Makes reading and writing do what can be done at once.
fn never_wait(pipe: BorrowedFd<'_>) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(pipe, FcntlArg::F_GETFL)?);
    fcntl(pipe, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}

/// How many bytes could be read: 0 at the end, none if there is nothing yet.
fn read(pipe: &mut impl Read, buffer: &mut [u8]) -> Option<usize> {
    match pipe.read(buffer) {
        Ok(bytes) => Some(bytes),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => None,
        // Whatever it is, there is no more to come.
        Err(_) => Some(0),
    }
}
