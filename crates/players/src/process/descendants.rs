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

/// What the processes of one program have in common.
#[derive(Clone, Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// Marks a program that is about to be started.
    pub(super) fn new(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let marks = env::var(VARIABLE).map_or_else(|_| mark.clone(), |outer| format!("{outer}/{mark}"));
        command.env(VARIABLE, marks);
        Self(mark)
    }

    fn is_in(&self, environment: &[u8]) -> bool {
        let values = environment.split(|&byte| byte == 0).filter_map(|variable| {
            let value = variable.strip_prefix(VARIABLE.as_bytes())?;
            value.strip_prefix(b"=")
        });
        values.flat_map(|marks| marks.split(|&byte| byte == b'/')).any(|mark| mark == self.0.as_bytes())
    }
}

/// Kills all processes that have one of these marks, until there are none.
pub(super) fn kill_marked(marks: &[&Mark]) {
    let mut doubtful_rounds = 0;
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
            is_doubtful |= environment.is_empty() && has_memory(id);
        }
        doubtful_rounds += u32::from(is_doubtful && !found);
        if !found && (!is_doubtful || doubtful_rounds >= MAX_DOUBTFUL_ROUNDS) {
            return;
        }
        thread::sleep(PAUSE);
    }
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
        let mark = Mark("7-1".to_owned());
        assert!(mark.is_in(b"HOME=/root\0STARCHESS_PROGRAM=7-1\0"));
        assert!(mark.is_in(b"STARCHESS_PROGRAM=3-9/7-1/8-2"));
        assert!(!mark.is_in(b"STARCHESS_PROGRAM=7-10\0OTHER=7-1\0STARCHESS_PROGRAM_2=7-1"));
        assert!(!mark.is_in(b""));
    }
}
