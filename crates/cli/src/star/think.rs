//! Computers at their turn.

use std::thread;
use std::time::{Duration, Instant};

use gametree::{Limits, Stop};
use starchess::{Galaxy, Published};

use super::explain::Thought;
use crate::interrupt::Interrupt;

/// How long to wait between two looks at whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(20);

/// Lets the published player think after a delay, and says whether Ctrl-C stopped it: it then has the last prediction
/// that it finished. Nothing if the game is over.
pub(crate) fn think(
    player: Published,
    galaxy: &Galaxy,
    delay: Duration,
    interrupt: &Interrupt,
) -> Option<(Thought, bool)> {
    interrupt.during(|stop| {
        wait(delay, stop);
        let prediction = player.think(galaxy, &Limits::default().with_stop(stop.clone()), &mut |_| ())?;
        Some((Thought { player, galaxy: *galaxy, prediction }, stop.is_raised()))
    })
}

/// Waits so long, or until Ctrl-C is pressed.
fn wait(delay: Duration, stop: &Stop) {
    let begin = Instant::now();
    while begin.elapsed() < delay && !stop.is_raised() {
        thread::sleep(PATIENCE.min(delay));
    }
}
