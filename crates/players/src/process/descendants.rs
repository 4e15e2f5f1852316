//! Finds the processes that a program has started, wherever they went, by an environment variable
//! that they inherit. It needs `/proc`; on systems without it nothing is found.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{env, fs, process, thread};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The environment variable. A program that starts programs itself adds their marks to its own, with
/// slashes between.
const VARIABLE: &str = "STARCHESS_PROGRAM";

/// A program that keeps forking can outrun us, but not for ever.
const MAX_ROUNDS: u32 = 100;

/// Some processes never have an environment.
const MAX_DOUBTFUL_ROUNDS: u32 = 3;

/// The time between two rounds.
const PAUSE: Duration = Duration::from_millis(1);

/// The clock of `/proc/PID/stat`, in ticks a second, on all systems that Rust supports.
const TICKS: f64 = 100.0;

/// What the processes of one program have in common.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    name: String,
    /// No process of the program began before this tick.
    first_tick: u64,
}

impl Mark {
    /// Marks a program that is about to be started.
    pub(super) fn new(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let marks = env::var(VARIABLE).map_or_else(|_| mark.clone(), |outer| format!("{outer}/{mark}"));
        command.env(VARIABLE, marks);
        Self { name: mark, first_tick: now().saturating_sub(1) }
    }

    fn is_in(&self, environment: &[u8]) -> bool {
        let values = environment.split(|&byte| byte == 0).filter_map(|variable| {
            let value = variable.strip_prefix(VARIABLE.as_bytes())?;
            value.strip_prefix(b"=")
        });
        values.flat_map(|marks| marks.split(|&byte| byte == b'/')).any(|mark| mark == self.name.as_bytes())
    }
}

/// Kills all processes that have one of these marks, until there are none.
pub(super) fn kill_marked(marks: &[&Mark]) {
    let mut doubtful_rounds = 0;
    let first_tick = marks.iter().map(|mark| mark.first_tick).min().unwrap_or(0);
    for _ in 0..MAX_ROUNDS {
        let Ok(entries) = fs::read_dir("/proc") else { return };
        let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let (mut found, mut is_doubtful) = (false, false);
        for id in ids {
            // The processes of other users cannot be read.
            let Ok(environment) = fs::read(format!("/proc/{id}/environ")) else { continue };
            if marks.iter().any(|mark| mark.is_in(&environment)) {
                found = true;
                // It may have died since.
                let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
            }
            is_doubtful |= environment.is_empty() && has_begun_since(id, first_tick) && has_memory(id);
        }
        doubtful_rounds += u32::from(is_doubtful && !found);
        if !found && (!is_doubtful || doubtful_rounds >= MAX_DOUBTFUL_ROUNDS) {
            return;
        }
        thread::sleep(PAUSE);
    }
}

/// The ticks since the system was started.
fn now() -> u64 {
    let uptime = fs::read_to_string("/proc/uptime").ok();
    let seconds: Option<f64> = uptime.as_ref().and_then(|text| text.split(' ').next()?.parse().ok());
    seconds.map_or(0, |seconds| (seconds * TICKS) as u64)
}

/// Whether a process began at or after a tick; also if that cannot be read.
fn has_begun_since(id: i32, tick: u64) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // The second field is a name in brackets, which may contain anything; the begin is the 22nd.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    fields.split_ascii_whitespace().nth(19).and_then(|begin| begin.parse().ok()).is_none_or(|begin: u64| begin >= tick)
}

/// Whether a process has memory, which zombies and threads of the kernel have not. If it has no
/// environment, it may just be executing a program, and have its environment in a moment.
fn has_memory(id: i32) -> bool {
    fs::read(format!("/proc/{id}/statm")).is_ok_and(|statm| !statm.starts_with(b"0 "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_recognised_among_others() {
        let mark = Mark { name: "7-1".to_owned(), first_tick: 0 };
        assert!(mark.is_in(b"HOME=/root\0STARCHESS_PROGRAM=7-1\0"));
        assert!(mark.is_in(b"STARCHESS_PROGRAM=3-9/7-1/8-2"));
        assert!(!mark.is_in(b"STARCHESS_PROGRAM=7-10\0OTHER=7-1\0STARCHESS_PROGRAM_2=7-1"));
        assert!(!mark.is_in(b""));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn older_processes_are_told_from_newer_ones() {
        let id = process::id() as i32;
        assert!(has_begun_since(id, 0));
        assert!(!has_begun_since(id, now() + 1_000));
        assert!(!has_begun_since(1, now() + 1_000));
    }
}
