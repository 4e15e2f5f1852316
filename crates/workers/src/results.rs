//! What a worker hands in.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::{self, AckKind};
use gametree::Stop;
use tokio::time::sleep;

use crate::protocol::{Done, Outcome};
use crate::queue::{PROGRESS_INTERVAL, Queue, message_id};
use crate::server::chain;

/// The wait before a result is sent again.
const RETRY: Duration = Duration::from_millis(500);

/// The room for what surrounds each game in a message.
const GAME_ROOM: usize = 64;

/// A message with several games is not larger than this.
const MAX_MESSAGE: usize = 256 << 10;

/// The messages for some results, each with the number of its first game. None is larger than the server
/// takes; if a single result is, there is an error in its place.
pub(crate) fn pack(worker: &str, games: Vec<(u64, Outcome)>, limit: usize) -> Vec<(u64, Vec<u8>)> {
    let limit = limit.saturating_sub(GAME_ROOM + worker.len());
    let mut packs: Vec<(usize, Done)> = Vec::new();
    for (number, outcome) in games {
        let mut outcome = outcome;
        let mut size = GAME_ROOM + outcome.as_ref().map_or_else(String::len, |game| game.get().len());
        if size > limit {
            outcome = Err(format!(
                "its result has {size} bytes, and the NATS server takes {limit}: raise max_payload in its configuration"
            ));
            size = GAME_ROOM;
        }
        match packs.last_mut() {
            Some((total, done)) if *total + size <= limit.min(MAX_MESSAGE) => {
                *total += size;
                done.games.push((number, outcome));
            }
            _ => packs.push((size, Done { worker: worker.to_owned(), games: vec![(number, outcome)] })),
        }
    }
    let pack = |(_, done): (usize, Done)| {
        let first = done.games.first().map_or(0, |(number, _)| *number);
        (first, serde_json::to_vec(&done).unwrap_or_default())
    };
    packs.into_iter().map(pack).collect()
}

/// Why games cannot be handed in at the moment.
#[derive(Clone, Default)]
pub(crate) struct Trouble(Arc<Mutex<(Option<String>, bool)>>);

impl Trouble {
    fn state(&self) -> MutexGuard<'_, (Option<String>, bool)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, reason: Option<String>) {
        let state = &mut *self.state();
        state.1 &= reason.is_some();
        state.0 = reason;
    }

    pub(crate) fn get(&self) -> Option<String> {
        self.state().0.clone()
    }

    /// The reason, if nobody has asked for it since the trouble began.
    pub(crate) fn get_new(&self) -> Option<String> {
        let state = &mut *self.state();
        let reason = state.0.clone().filter(|_| !state.1);
        state.1 |= reason.is_some();
        reason
    }
}

/// Puts a result into the queue, however long it takes, unless the run is over.
pub(crate) async fn hand_in(
    queue: &Queue,
    number: u64,
    attempt: u32,
    payload: bytes::Bytes,
    over: &Stop,
    trouble: &Trouble,
    message: &jetstream::Message,
) -> bool {
    let mut progress = Instant::now();
    loop {
        let headers = message_id(format!("result.{number}.{attempt}"));
        let sent = queue.context.publish_with_headers(queue.result_subject(number), headers, payload.clone()).await;
        let error = match sent {
            Ok(confirmation) => match confirmation.await {
                Ok(_) => {
                    trouble.set(None);
                    return true;
                }
                Err(error) => error,
            },
            Err(error) => error,
        };
        // Another worker was faster.
        if chain(&error).contains("maximum messages per subject") {
            return true;
        }
        let is_gone = error.kind() == PublishErrorKind::StreamNotFound && matches!(queue.jobs().await, Ok(None));
        if is_gone || over.is_raised() {
            return false;
        }
        trouble.set(Some(chain(&error)));
        if progress.elapsed() > PROGRESS_INTERVAL {
            let _ = message.ack_with(AckKind::Progress).await;
            progress = Instant::now();
        }
        sleep(RETRY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_packed_into_messages_that_the_server_takes() {
        let text =
            |length: usize| Ok(crate::task::write(&"x".repeat(length)).unwrap_or_else(|error| panic!("{error}")));
        let games =
            vec![(7, text(100)), (8, text(100)), (9, text(3_000)), (10, text(9_000)), (11, Err("no".to_owned()))];
        let packs = pack("me", games, 5_000);
        assert!(packs.iter().all(|(_, payload)| payload.len() < 5_000));
        let read = packs.iter().flat_map(|(number, payload)| {
            let done: Done = serde_json::from_slice(payload).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(done.games[0].0, *number);
            done.games
        });
        let read: Vec<(u64, Outcome)> = read.collect();
        assert_eq!(read.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [7, 8, 9, 10, 11]);
        assert_eq!(read.iter().map(|(_, game)| game.is_ok()).collect::<Vec<_>>(), [true, true, true, false, false]);
        assert!(matches!(&read[3].1, Err(reason) if reason.contains("raise max_payload")));
    }
}
