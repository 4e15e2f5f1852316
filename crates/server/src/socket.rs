//! One page's connection.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use crate::access::Key;
use crate::hub::Shared;
use crate::live::Refusal;
use crate::outbox::{Outbox, outbox};
use crate::protocol::{Message, NumberedRequest, Request};
use crate::rate::{Bucket, Rate};
use crate::table::{PageId, ToTable};

/// The largest message of a page, in bytes.
pub(crate) const MAX_MESSAGE: usize = 16 << 10;

/// How many messages a page may send at once, and how many more per second.
const RATE: Rate = Rate { burst: 120.0, per_second: 40.0 };

/// The most requests of one page that are answered at the same time.
const MAX_OPEN: usize = 16;

/// A page that takes nothing for this long is gone.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a game is opened for a page that wants to join it. It may be closed before the page is in;
/// if that happens again, it is broken.
const OPENINGS: u32 = 3;

/// How often a silent page is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);

static NEXT_PAGE: AtomicU64 = AtomicU64::new(0);

/// Serves a page until it leaves, breaks the limits or does not keep up.
pub(crate) async fn serve(mut socket: WebSocket, address: IpAddr, shared: Arc<Shared>) {
    let page = NEXT_PAGE.fetch_add(1, Ordering::Relaxed);
    let (outbox, mut outgoing) = outbox();
    let (ticket, open) = (Weak::new(), Arc::default());
    let mut connection = Connection { page, address, shared, outbox, table: None, ticket, open };
    let mut rate = Bucket::new(RATE);
    let mut heard = Instant::now();
    let close = loop {
        tokio::select! {
            frame = socket.recv() => {
                heard = Instant::now();
                match frame {
                    Some(Ok(Frame::Text(text))) => {
                        if !rate.take(1.0) {
                            break Some((close_code::POLICY, "too many messages"));
                        }
                        let Ok(request) = serde_json::from_str(&text) else {
                            break Some((close_code::UNSUPPORTED, "not a request"));
                        };
                        connection.handle(request).await;
                    }
                    Some(Ok(Frame::Binary(_))) => break Some((close_code::UNSUPPORTED, "not a request")),
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {
                        if !rate.take(1.0) {
                            break Some((close_code::POLICY, "too many messages"));
                        }
                    }
                    // It is answered when the socket is asked for more.
                    Some(Ok(Frame::Close(_))) => {}
                    Some(Err(_)) => break Some((close_code::PROTOCOL, "a message is damaged or has more than 16 KiB")),
                    None => break None,
                }
            }
            Some(outgoing) = outgoing.recv() => {
                let sent = timeout(PATIENCE, socket.send(Frame::Text(outgoing.text.clone()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    break None;
                }
            }
            () = tokio::time::sleep(PING) => {
                if heard.elapsed() > 3 * PING || socket.send(Frame::Ping(Default::default())).await.is_err() {
                    break None;
                }
            }
        }
        if connection.is_cut_off() {
            break Some((close_code::AGAIN, "join again"));
        }
    };
    connection.leave().await;
    if let Some((code, reason)) = close {
        let frame = Frame::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(PATIENCE, socket.send(frame)).await;
    }
}

struct Connection {
    page: PageId,
    /// The page's machine.
    address: IpAddr,
    shared: Arc<Shared>,
    outbox: Outbox,
    /// The game that the page shows.
    table: Option<mpsc::Sender<ToTable>>,
    /// Whether the game still knows the page.
    ticket: Weak<()>,
    /// Counts the requests that are not answered yet.
    open: Arc<()>,
}

impl Connection {
    /// Passes a request on. The answer follows as soon as there is one, in any order.
    async fn handle(&mut self, NumberedRequest { id, request }: NumberedRequest) {
        if Arc::strong_count(&self.open) > MAX_OPEN {
            return self.refuse(id, "too many requests at once").await;
        }
        let (answered, answer) = oneshot::channel();
        let page = self.page;
        let message = match request {
            Request::Join { game, keys } => {
                self.leave().await;
                if let Err(refusal) = self.join(id, &game, &keys).await {
                    self.refuse(id, &refusal.0).await;
                }
                return;
            }
            Request::Order { after, order } => ToTable::Order { page, after, order, answered },
            Request::Ask { question } => ToTable::Ask { page, question, answered },
            Request::Hurry => ToTable::Hurry { page, answered },
            Request::Cancel => ToTable::Cancel { page, answered },
            Request::Pace { pace } => ToTable::Pace { page, pace, answered },
            Request::Step => ToTable::Step { page, answered },
            Request::Consent { is_agreed } => ToTable::Consent { page, is_agreed, answered },
        };
        let Some(table) = &self.table else { return self.refuse(id, "no game is open: join one first").await };
        if table.send(message).await.is_err() {
            return self.refuse(id, "this was not done: the game was closed, and is opened again").await;
        }
        let (outbox, open) = (self.outbox.clone(), Arc::clone(&self.open));
        tokio::spawn(async move {
            let closed = || Err(Refusal("this was not done: the game was closed, and is opened again".to_owned()));
            post(&outbox, &Message::answer(id, answer.await.unwrap_or_else(|_| closed()))).await;
            drop(open);
        });
    }

    /// Opens a game, which answers by itself.
    async fn join(&mut self, id: u32, game: &str, keys: &[String]) -> Result<(), Refusal> {
        let keys = Key::read_all(keys);
        for _ in 0..OPENINGS {
            let table = self.shared.table(game).await?;
            let (joined, has_joined) = oneshot::channel();
            let (page, address, outbox) = (self.page, self.address, self.outbox.clone());
            let join = ToTable::Join { page, address, id, keys: keys.clone(), outbox, joined };
            if table.send(join).await.is_ok()
                && let Ok(ticket) = has_joined.await
            {
                (self.table, self.ticket) = (Some(table), ticket);
                return Ok(());
            }
            // It was just closed because nobody was there.
            tokio::task::yield_now().await;
        }
        Err(Refusal("this program fails on the game: it cannot be opened".to_owned()))
    }

    async fn refuse(&self, id: u32, reason: &str) {
        post(&self.outbox, &Message::Refused { id, reason: reason.to_owned() }).await;
    }

    /// Whether the game was closed, or has cut this page off because it did not keep up.
    fn is_cut_off(&self) -> bool {
        self.table.is_some() && self.ticket.strong_count() == 0
    }

    async fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            let _ = table.send(ToTable::Leave { page: self.page }).await;
        }
    }
}

async fn post(outbox: &Outbox, message: &Message) {
    // A message is made of values that are JSON already.
    let text = serde_json::to_string(message).unwrap_or_else(|_| Value::Null.to_string());
    let _ = timeout(PATIENCE, outbox.send(text.into())).await;
}
