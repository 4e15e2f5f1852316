//! What waits to be sent to one page.
//!
//! It is bounded in messages and in bytes, so that pages that read nothing cannot fill the memory.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// The most messages that wait for a page.
const MAX_MESSAGES: usize = 256;

/// The most KiB that wait for a page. A larger message waits alone.
const MAX_KIB: u32 = 1 << 10;

/// The way to a page.
#[derive(Clone)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Outgoing>,
    room: Arc<Semaphore>,
}

/// A message that waits. It takes its room until it is dropped.
pub(crate) struct Outgoing {
    pub(crate) text: Utf8Bytes,
    _room: OwnedSemaphorePermit,
}

/// The page does not keep up, or is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// An empty outbox, and where its messages come out.
pub(crate) fn outbox() -> (Outbox, mpsc::Receiver<Outgoing>) {
    let (messages, outgoing) = mpsc::channel(MAX_MESSAGES);
    (Outbox { messages, room: Arc::new(Semaphore::new(MAX_KIB as usize)) }, outgoing)
}

impl Outbox {
    /// Sends a message if there is room for it.
    pub(crate) fn try_send(&self, text: Utf8Bytes) -> Result<(), Full> {
        let room = Arc::clone(&self.room).try_acquire_many_owned(kib(&text)).map_err(|_| Full)?;
        self.messages.try_send(Outgoing { text, _room: room }).map_err(|_| Full)
    }

    /// Sends a message as soon as there is room for it.
    pub(crate) async fn send(&self, text: Utf8Bytes) -> Result<(), Full> {
        let room = Arc::clone(&self.room).acquire_many_owned(kib(&text)).await.map_err(|_| Full)?;
        self.messages.send(Outgoing { text, _room: room }).await.map_err(|_| Full)
    }
}

fn kib(text: &str) -> u32 {
    u32::try_from(text.len() >> 10).unwrap_or(MAX_KIB).clamp(1, MAX_KIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn bytes_and_messages_are_bounded() {
        let (outbox, mut outgoing) = outbox();
        // A message larger than the whole outbox waits alone.
        outbox.try_send("x".repeat(5 << 20).into()).unwrap();
        assert_eq!(outbox.try_send("x".into()), Err(Full));
        assert_eq!(outgoing.recv().await.unwrap().text.len(), 5 << 20);
        let large = Utf8Bytes::from("x".repeat(300 << 10));
        for _ in 0..3 {
            outbox.try_send(large.clone()).unwrap();
        }
        assert_eq!(outbox.try_send(large.clone()), Err(Full));
        let waits = tokio::spawn({
            let (outbox, large) = (outbox.clone(), large.clone());
            async move { outbox.send(large).await }
        });
        // What is taken makes room.
        drop(outgoing.recv().await);
        waits.await.unwrap().unwrap();
        for _ in 0..3 {
            drop(outgoing.recv().await);
        }
        for _ in 0..MAX_MESSAGES {
            outbox.try_send("x".into()).unwrap();
        }
        assert_eq!(outbox.try_send("x".into()), Err(Full));
    }
}
