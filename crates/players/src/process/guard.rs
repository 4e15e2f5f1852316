//! Kills the programs if this process is killed and cannot do it. A program is told that by the end of
//! its input, but one that computes may not read it for hours.
//!
//! The guard is a shell that reads which process groups run. The pipe to it closes however this
//! process ends; it then kills the groups that are left. (The kernel could do the same with
//! `PR_SET_PDEATHSIG`, but only on Linux, and only with `unsafe` code between `fork` and `exec`.)

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A line is `+` or `-` and the number of a group. Signals for the terminal are not for the guard.
const SCRIPT: &str = "
trap '' HUP INT QUIT TERM
groups=' '
while read -r sign group; do
    case \"$sign$groups\" in
        +*) groups=\"$groups$group \" ;;
        *\" $group \"*) groups=\"${groups%% $group *} ${groups#* $group }\" ;;
    esac
done
for group in $groups; do kill -s KILL -- \"-$group\"; done
";

/// A process that outlives this one; none where there is no shell.
pub(super) struct Guard(Option<Child>);

impl Guard {
    pub(super) fn start() -> Self {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // It keeps no folder from being deleted or unmounted.
        Self(command.current_dir("/").process_group(0).spawn().ok())
    }

    pub(super) fn watch(&mut self, group: u32) {
        self.tell('+', group);
    }

    pub(super) fn forget(&mut self, group: u32) {
        self.tell('-', group);
    }

    fn tell(&mut self, sign: char, group: u32) {
        let pipe = self.0.as_mut().and_then(|child| child.stdin.as_mut());
        if let Some(pipe) = pipe
            && writeln!(pipe, "{sign} {group}").is_err()
        {
            // Somebody has killed it.
            self.0 = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::time::{Duration, Instant};

    use super::*;

    /// The signal that ended a process, which must happen soon.
    fn signal(child: &mut Child) -> Option<i32> {
        let begin = Instant::now();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status.signal();
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "it was not killed");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn only_the_groups_that_still_run_are_killed() {
        let mut guard = Guard::start();
        let sleeper = || Command::new("sleep").arg("1000").process_group(0).spawn().unwrap();
        let mut sleepers: [Child; 4] = std::array::from_fn(|_| sleeper());
        sleepers.iter().for_each(|child| guard.watch(child.id()));
        // One of them twice, and one that was never known.
        for forgotten in [1, 3, 1].map(|i| sleepers[i].id()).into_iter().chain([1]) {
            guard.forget(forgotten);
        }
        // As the end of this process would, dropping it closes the pipe.
        drop(guard.0.take().unwrap().stdin.take());
        assert_eq!([0, 2].map(|killed| signal(&mut sleepers[killed])), [Some(9); 2]);
        for forgotten in [1, 3] {
            assert!(sleepers[forgotten].try_wait().unwrap().is_none(), "{forgotten} was not to be killed");
            sleepers[forgotten].kill().unwrap();
            sleepers[forgotten].wait().unwrap();
        }
    }
}
