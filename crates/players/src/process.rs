//! A program that plays, run as a child process and spoken to line by line. It may do anything:
//! stay silent, flood its output, leave children behind, or die.
//!
//! A single thread polls all pipes of a program. With a thread per pipe every answer would pass
//! through several threads, which takes longer than a tournament may add to a turn.
//!
//! # How programs end
//!
//! Every program leads a process group, and the group is killed when its [`Process`] is dropped. A
//! program's children can leave that group (`setsid`). On Linux they are found by an environment
//! variable that they inherit, and are killed too; a child that also clears its environment
//! survives. (A child subreaper would adopt such orphans, but could not tell which program they
//! belong to while others still run.) On other systems a child that leaves the group survives.
//!
//! If this program itself is killed, a guard (`process/guard.rs`) kills the groups.

mod descendants;
mod guard;

use std::collections::{BTreeMap, VecDeque};
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

use self::descendants::{Mark, kill_marked};
use self::guard::Guard;
use crate::decision::Fault;
use crate::excerpt::excerpt;

/// Longer lines make no sense in any protocol.
const MAX_LINE: usize = 1 << 20;

/// The most lines and bytes of output before an answer.
const MAX_LINES: u64 = 100_000;
const MAX_BYTES: usize = 64 << 20;

/// The most bytes of old output that [`Process::discard_output`] reads.
const MAX_DISCARDED: usize = 4 << 20;

/// The number of bytes read at once.
const CHUNK: usize = 1 << 13;

/// The number of bytes of error output that are kept, counted from the end.
const MAX_ERRORS: usize = 2_000;

/// The longest wait before the stop flag is checked again.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long a program has to exit when it is told to.
const GRACE: Duration = Duration::from_millis(500);

/// All running programs; `None` once [`end_programs`] was called. An id is removed before its process
/// is reaped, so that no signal goes to another process of the same id.
static RUNNING: Mutex<Option<Running>> = Mutex::new(Some(Running { marks: BTreeMap::new(), guard: None }));

/// The programs by process id, and who kills them if we are killed; nobody before the first.
struct Running {
    marks: BTreeMap<u32, Mark>,
    guard: Option<Guard>,
}

impl Running {
    /// Starts a program. The guard is there before, so that it hears of the program at once.
    fn spawn(&mut self, command: &mut Command, mark: &Mark) -> io::Result<Child> {
        let guard = self.guard.get_or_insert_with(Guard::start);
        let child = command.spawn()?;
        guard.watch(child.id());
        self.marks.insert(child.id(), mark.clone());
        Ok(child)
    }

    fn remove(&mut self, process: u32) {
        self.marks.remove(&process);
        if let Some(guard) = &mut self.guard {
            guard.forget(process);
        }
    }
}

fn running() -> MutexGuard<'static, Option<Running>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all programs and prevents new ones from starting. Call it before the calling process exits
/// at once: programs do not receive Ctrl-C, since they run in process groups of their own.
pub fn end_programs() {
    let mut running = running();
    let Some(Running { marks, mut guard }) = running.take() else { return };
    for &process in marks.keys() {
        kill_group(process);
        if let Some(guard) = &mut guard {
            guard.forget(process);
        }
    }
    kill_marked(&marks.values().collect::<Vec<_>>());
}

/// Kills a program and all processes in its group.
fn kill_group(process: u32) {
    // It fails if the group is empty, and then there is nothing to kill.
    let _ = killpg(Pid::from_raw(process as i32), Signal::SIGKILL);
}

/// A running program. Dropping it kills the program and everything that the program started.
pub struct Process {
    child: Child,
    mark: Mark,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Input that the program has not read yet.
    unsent: VecDeque<u8>,
    /// Output, consumed up to `consumed`.
    output: Vec<u8>,
    consumed: usize,
    /// The end of the error output.
    errors: VecDeque<u8>,
    /// The exit status, where the process had to be reaped to learn it.
    reaped: Option<ExitStatus>,
}

impl Process {
    /// Starts a program, given its name and arguments.
    pub fn start(words: &[String]) -> Result<Self, Fault> {
        let [program, arguments @ ..] = words else { return Err(Fault::Start("no program is named".to_owned())) };
        let cannot = |error: io::Error| Fault::Start(format!("{program}: {error}"));
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, so that Ctrl-C reaches only the arena, and so that the program can
        // be killed together with its children.
        command.process_group(0);
        let (mut child, mark) = {
            let mut running = running();
            let Some(running) = &mut *running else { return Err(Fault::Start("the program is ending".to_owned())) };
            let mark = Mark::new(&mut command);
            (running.spawn(&mut command, &mark).map_err(cannot)?, mark)
        };
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            child,
            mark,
            stdin,
            stdout,
            stderr,
            unsent: VecDeque::new(),
            output: Vec::new(),
            consumed: 0,
            errors: VecDeque::new(),
            reaped: None,
        };
        process.pipes().try_for_each(set_nonblocking).map_err(cannot)?;
        Ok(process)
    }

    fn pipes(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        let (stdin, stdout, stderr) = (self.stdin.as_ref(), self.stdout.as_ref(), self.stderr.as_ref());
        let pipes = [stdin.map(AsFd::as_fd), stdout.map(AsFd::as_fd), stderr.map(AsFd::as_fd)];
        pipes.into_iter().flatten()
    }

    /// Sends lines without waiting. If the program does not read them, [`wait_for`](Self::wait_for)
    /// will time out.
    pub fn send(&mut self, lines: &str) {
        self.unsent.extend(lines.bytes().chain([b'\n']));
        self.write_input();
    }

    /// Discards all output that has arrived, up to a limit that no honest program reaches.
    ///
    /// Output that the program is still writing can arrive later. Where that matters, ask the
    /// program for a line that it only prints when it has read the question, such as `readyok`, and
    /// ignore everything before it.
    pub fn discard_output(&mut self) {
        let mut discarded = 0;
        while discarded < MAX_DISCARDED {
            self.consumed = self.output.len();
            match self.read_output() {
                0 => break,
                bytes => discarded += bytes,
            }
        }
        self.output.clear();
        self.consumed = 0;
    }

    /// Reads lines until `wanted` accepts one. Fails with `late` at the deadline, or when one of the
    /// `flags` is raised.
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        flags: &[&Stop],
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
                if lines > MAX_LINES || bytes > MAX_BYTES {
                    return Err(Fault::Floods(format!("{lines} lines without an answer")));
                }
            }
            if self.stdout.is_none() {
                return Err(Fault::Crashed(self.last_words()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || flags.iter().any(|flag| flag.is_raised()) {
                return Err(late());
            }
            // A child of a dead program may keep its output open. Whatever the program itself wrote
            // has arrived by the last moment.
            if !self.poll(left.min(POLL_INTERVAL))
                && self.exit_status().is_some()
                && Instant::now() > *last_moment.get_or_insert_with(|| Instant::now() + GRACE)
            {
                return Err(Fault::Crashed(self.last_words()));
            }
        }
    }

    /// The next line of output, if there is one. The last line may lack its end.
    fn next_line(&mut self) -> Result<Option<String>, Fault> {
        let rest = &self.output[self.consumed..];
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
        self.consumed += length;
        Ok(Some(line))
    }

    /// Waits until a pipe is ready, at most for `time`, then reads and writes what is possible.
    /// Returns whether a pipe was ready.
    fn poll(&mut self, time: Duration) -> bool {
        let mut waiting = Vec::with_capacity(3);
        waiting.extend(self.stdout.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
        waiting.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
        if !self.unsent.is_empty() {
            waiting.extend(self.stdin.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLOUT)));
        }
        // Rounded up: with 0 ms it would not wait at all shortly before the deadline.
        let timeout = PollTimeout::try_from(time.as_millis() + 1).unwrap_or(PollTimeout::MAX);
        // If a signal interrupts it, the caller polls again.
        let count = poll(&mut waiting, timeout).unwrap_or(0);
        self.write_input();
        self.read_output();
        self.read_errors();
        count > 0
    }

    /// Writes as much input as the pipe takes.
    fn write_input(&mut self) {
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
                // The program has closed its input or is dead: `wait_for` will notice.
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Reads one chunk of output, so that a flood cannot occupy us. Returns the number of bytes
    /// read.
    fn read_output(&mut self) -> usize {
        let Some(stdout) = &mut self.stdout else { return 0 };
        if self.consumed > 0 {
            self.output.drain(..self.consumed);
            self.consumed = 0;
        }
        let length = self.output.len();
        self.output.resize(length + CHUNK, 0);
        let read = read(stdout, &mut self.output[length..]);
        let bytes = read.unwrap_or(0);
        self.output.truncate(length + bytes);
        if read == Some(0) {
            self.stdout = None;
        }
        bytes
    }

    /// Reads one chunk of error output and keeps its end.
    fn read_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut chunk = [0; CHUNK];
        match read(stderr, &mut chunk) {
            Some(0) => self.stderr = None,
            Some(bytes) => {
                self.errors.extend(&chunk[..bytes]);
                let excess = self.errors.len().saturating_sub(MAX_ERRORS);
                self.errors.drain(..excess);
            }
            None => {}
        }
    }

    /// The exit status and the last line of the error output.
    fn last_words(&mut self) -> String {
        let status = self.wait(GRACE).map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
        self.read_errors();
        let text = String::from_utf8_lossy(self.errors.make_contiguous());
        match text.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(last) => format!("{status}; its last words: {}", excerpt(last)),
            None => status,
        }
    }

    /// Waits for the program's exit, at most for `patience`.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        const STEP: Duration = Duration::from_micros(200);
        let begin = Instant::now();
        loop {
            if let Some(status) = self.exit_status() {
                return Some(status);
            }
            if begin.elapsed() >= patience {
                return None;
            }
            // It may be unable to exit until its output is read.
            self.write_input();
            self.discard_output();
            self.read_errors();
            thread::sleep(STEP);
        }
    }

    /// The exit status, once the program has exited. It is not reaped: as long as it is a zombie,
    /// its id, which is also that of its group, cannot be given to another process.
    #[cfg(target_os = "linux")]
    fn exit_status(&mut self) -> Option<ExitStatus> {
        use std::os::unix::process::ExitStatusExt;

        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        // As `wait` encodes it.
        let raw = match waitid(Id::Pid(Pid::from_raw(self.child.id() as i32)), flags) {
            Ok(WaitStatus::Exited(_, code)) => (code & 0xff) << 8,
            Ok(WaitStatus::Signaled(_, signal, has_core)) => signal as i32 | if has_core { 0x80 } else { 0 },
            _ => return None,
        };
        Some(ExitStatus::from_raw(raw))
    }

    /// The exit status, once the program has exited. That reaps it, after which its id may belong
    /// to another process: from then on nothing is signalled.
    #[cfg(not(target_os = "linux"))]
    fn exit_status(&mut self) -> Option<ExitStatus> {
        if self.reaped.is_none() {
            let mut running = running();
            self.reaped = self.child.try_wait().ok().flatten();
            if let (Some(_), Some(running)) = (self.reaped, &mut *running) {
                running.remove(self.child.id());
            }
        }
        self.reaped
    }

    /// Sends a last line, closes the input, and gives the program a moment to exit.
    pub fn quit(&mut self, last: &str) {
        self.send(last);
        // The end of the input tells it to exit too.
        self.stdin = None;
        self.wait(GRACE);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let id = self.child.id();
        {
            // Under the lock, so that `end_programs` cannot signal the id after it was reaped.
            let mut running = running();
            if self.reaped.is_none() {
                kill_group(id);
                // It may have left its group.
                let _ = self.child.kill();
            }
            if let Some(running) = &mut *running {
                running.remove(id);
            }
        }
        kill_marked(&[&self.mark]);
        // It is dead, so this does not wait long.
        let _ = self.child.wait();
    }
}

/// Makes reads and writes return at once.
fn set_nonblocking(pipe: BorrowedFd<'_>) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(pipe, FcntlArg::F_GETFL)?);
    fcntl(pipe, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}

/// The number of bytes read: 0 at the end, `None` if there is nothing yet.
fn read(pipe: &mut impl Read, buffer: &mut [u8]) -> Option<usize> {
    match pipe.read(buffer) {
        Ok(bytes) => Some(bytes),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => None,
        // Whatever the reason, nothing more will come.
        Err(_) => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(&["sh", "-c", script].map(str::to_owned)).unwrap()
    }

    fn deadline() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    /// The next line that is not information.
    fn answer(process: &mut Process) -> Result<String, Fault> {
        let late = || Fault::Hangs(Duration::ZERO);
        let wanted = |line: &str| Ok((!line.starts_with("info")).then(|| line.to_owned()));
        process.wait_for(deadline(), &[], &late, wanted)
    }

    #[test]
    fn old_output_is_discarded_however_long_it_is() {
        let written = tempfile::tempdir().unwrap();
        let mark = written.path().join("written");
        let info = format!("info {}", "x".repeat(90));
        let script = format!(
            "read go; echo first; for i in $(seq 400); do echo '{info}'; done; echo stale; : > '{}'; read go; echo second",
            mark.display()
        );
        let mut process = shell(&script);
        process.send("go");
        assert_eq!(answer(&mut process).unwrap(), "first");
        while !mark.exists() {
            thread::sleep(Duration::from_millis(1));
        }
        process.discard_output();
        process.send("go");
        assert_eq!(answer(&mut process).unwrap(), "second");
    }

    #[test]
    fn a_flood_is_not_read_for_ever() {
        let mut process = shell("yes info");
        process.discard_output();
        assert!(matches!(answer(&mut process), Err(Fault::Floods(_))));
    }

    #[test]
    fn a_crash_is_reported_with_the_last_line_of_the_error_output() {
        let mut process = shell("echo one >&2; echo two >&2; exit 3");
        let fault = Fault::Crashed("exit status: 3; its last words: two".to_owned());
        assert_eq!(answer(&mut process).unwrap_err(), fault);
        let mut process = shell("kill -9 $$");
        assert_eq!(answer(&mut process).unwrap_err(), Fault::Crashed("signal: 9 (SIGKILL)".to_owned()));
    }

    /// A zombie keeps its id, so that the signal at the end cannot hit another process group.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_dead_program_keeps_its_id_until_it_is_dropped() {
        let mut process = shell("exit 0");
        assert!(answer(&mut process).is_err());
        let stat = format!("/proc/{}/stat", process.child.id());
        assert!(fs::read_to_string(&stat).unwrap().contains(") Z "));
        assert!(running().as_ref().unwrap().marks.contains_key(&process.child.id()));
        drop(process);
        assert!(fs::read_to_string(&stat).is_err());
    }

    /// The sleeper has a session of its own, and its parent is dead.
    #[cfg(target_os = "linux")]
    #[test]
    fn children_are_killed_even_if_they_leave_the_group() {
        let mut process = shell("setsid sh -c 'echo $$; exec sleep 1000' & wait");
        let id = answer(&mut process).unwrap();
        let environment = format!("/proc/{id}/environ");
        // While it executes `sleep`, it has no environment for a moment.
        while fs::read(&environment).unwrap().is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        drop(process);
        assert!(fs::read(&environment).unwrap_or_default().is_empty());
    }
}
