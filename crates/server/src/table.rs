//! A game that is open: one task of the runtime, which handles one message after the other.
//!
//! So orders of several pages cannot get in each other's way, and everyone hears of them in the order
//! in which they were stored.

mod consent;
mod thinking;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use gametree::Stop;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use self::consent::Proposed;
use self::thinking::{FromThread, Thinking};
use crate::access::{Access, GameKeys, Key};
use crate::hub::Shared;
use crate::live::{LiveGame, Refusal, Reply};
use crate::outbox::Outbox;
use crate::pool::{Asker, Lane};
use crate::protocol::{Joined, Message, NewGame, Pace, Proposal, Status, Update};
use crate::store::NewOrder;

/// How long a game without pages stays open.
const IDLE: Duration = Duration::from_secs(30);

/// How long a computer thinks before pages are told that it does, and the least time between two reports
/// of its progress: nobody could read what changes faster.
const QUIET: Duration = Duration::from_millis(100);

/// How long a game waits before it asks for a thinking thread again.
const RETRY: Duration = Duration::from_millis(500);

/// The most questions of one page that computers think about at once.
const MAX_QUESTIONS: usize = 4;

/// The longest gap between the moves of two computers, in milliseconds.
const MAX_GAP: u32 = 60_000;

/// A page, by its connection.
pub(crate) type PageId = u64;

type Answered = oneshot::Sender<Result<Value, Refusal>>;

/// A message to an open game.
pub(crate) enum ToTable {
    Join {
        page: PageId,
        address: IpAddr,
        id: u32,
        keys: Vec<Key>,
        outbox: Outbox,
        joined: oneshot::Sender<Weak<()>>,
    },
    Leave {
        page: PageId,
    },
    Order {
        page: PageId,
        after: Option<u32>,
        order: Value,
        answered: Answered,
    },
    Ask {
        page: PageId,
        question: Value,
        answered: Answered,
    },
    Hurry {
        page: PageId,
        answered: Answered,
    },
    Cancel {
        page: PageId,
        answered: Answered,
    },
    Pace {
        page: PageId,
        pace: Pace,
        answered: Answered,
    },
    Step {
        page: PageId,
        answered: Answered,
    },
    Consent {
        page: PageId,
        is_agreed: bool,
        answered: Answered,
    },
    Branch {
        moment: u32,
        answered: oneshot::Sender<Result<Branch, Refusal>>,
    },
    /// The game was deleted.
    Close,
}

/// A new game that goes on from a moment of another: how it begins, and its orders up to there.
pub(crate) struct Branch {
    pub(crate) begins: NewGame,
    pub(crate) orders: Vec<Value>,
}

/// A page that shows the game.
struct Page {
    /// Its machine.
    address: IpAddr,
    access: Access,
    /// What it is sent. If it does not keep up, it is disconnected, and joins again.
    outbox: Outbox,
    /// The page's connection sees by it whether it still takes part.
    _ticket: Arc<()>,
}

/// A question that a computer thinks about.
struct Asked {
    page: PageId,
    cancel: Stop,
    answered: Answered,
}

pub(crate) struct Table<G: LiveGame> {
    id: String,
    keys: GameKeys,
    game: G,
    /// The number of orders that are stored.
    orders: usize,
    pages: HashMap<PageId, Page>,
    thinking: Option<Thinking>,
    asked: HashMap<u64, Asked>,
    proposed: Option<Proposed<G>>,
    /// The number of the next task.
    next_task: u64,
    pace: Pace,
    /// Whether a person has a seat.
    has_human: bool,
    /// How many computers may move although the game is paused.
    steps: u32,
    /// When the next computer may move.
    may_move: Instant,
    /// Why the computer to move failed. It is not asked again until the game changes.
    fault: Option<String>,
    /// The last status that pages were told, and when they are to be told the next.
    told: Option<Status>,
    tells: Option<Instant>,
    /// When the next progress may be told.
    may_progress: Instant,
    threads: mpsc::UnboundedSender<FromThread<G>>,
    shared: Arc<Shared>,
}

impl<G: LiveGame> Table<G> {
    /// Opens a game: it lives until it has had no pages for a while.
    pub(crate) fn open(
        id: String,
        keys: GameKeys,
        game: G,
        orders: usize,
        shared: Arc<Shared>,
    ) -> mpsc::Sender<ToTable> {
        let (sender, inbox) = mpsc::channel(64);
        let (threads, reports) = mpsc::unbounded_channel();
        let now = Instant::now();
        // Computers among themselves wait for someone to say how fast they should play.
        let has_human = game.summary().has_human;
        let pace = Pace { is_paused: !has_human, gap_ms: 0 };
        let table = Self {
            id,
            keys,
            game,
            orders,
            pages: HashMap::new(),
            thinking: None,
            asked: HashMap::new(),
            proposed: None,
            next_task: 0,
            pace,
            has_human,
            steps: 0,
            may_move: now,
            fault: None,
            told: None,
            tells: None,
            may_progress: now,
            threads,
            shared,
        };
        tokio::spawn(table.run(inbox, reports));
        sender
    }

    async fn run(mut self, mut inbox: mpsc::Receiver<ToTable>, mut reports: mpsc::UnboundedReceiver<FromThread<G>>) {
        let mut closes = Instant::now() + IDLE;
        loop {
            let retry = self.think();
            self.tell_status();
            let is_empty = self.pages.is_empty();
            let wake = [Some(closes).filter(|_| is_empty), retry, self.tells].into_iter().flatten().min();
            let wake = wake.unwrap_or_else(|| Instant::now() + IDLE);
            let result = tokio::select! {
                message = inbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => break,
                },
                Some(report) = reports.recv() => self.hear(report).await,
                () = sleep_until(wake) => {
                    if is_empty && Instant::now() >= closes {
                        break;
                    }
                    Ok(())
                }
            };
            if result.is_err() {
                // What is in memory is not what is on disk. Pages join again and find what is there.
                break;
            }
            if !is_empty && self.pages.is_empty() {
                closes = Instant::now() + IDLE;
                self.stop_thinking();
            }
        }
        // Whoever asks from now on opens the game anew; whoever still waits in line is told so.
        self.shared.forget(&self.id);
        drop(inbox);
        // A connection looks after every message whether its page still takes part.
        let closed = serde_json::to_string(&Message::Closed).map(Utf8Bytes::from).unwrap_or_default();
        for (_, Page { outbox, _ticket: ticket, .. }) in self.pages.drain() {
            drop(ticket);
            let _ = outbox.try_send(closed.clone());
        }
        self.stop_thinking();
        self.asked.values().for_each(|asked| asked.cancel.raise());
    }

    /// Handles a message. An error means that the game could not be stored, or is no more.
    async fn handle(&mut self, message: ToTable) -> Result<(), ()> {
        match message {
            ToTable::Join { page, address, id, keys, outbox, joined } => {
                let access = self.keys.access(&self.shared.store.owner, &keys);
                let ticket = Arc::new(());
                let weak = Arc::downgrade(&ticket);
                self.pages.insert(page, Page { address, access, outbox, _ticket: ticket });
                // It goes the way of all news, so that nothing comes before it or gets lost after it.
                self.send(page, &Message::answer(id, self.joined(access)));
                let _ = joined.send(weak);
            }
            ToTable::Leave { page } => {
                self.pages.remove(&page);
                self.cancel_questions(page);
                // Nobody waits for the answer to a proposal of someone who is gone.
                if self.proposed.as_ref().is_some_and(|proposed| !self.is_here(&proposed.by)) {
                    self.proposed = None;
                }
            }
            ToTable::Order { page, after, order, answered } => return self.order(page, after, order, answered).await,
            ToTable::Ask { page, question, answered } => self.ask(page, question, answered),
            ToTable::Hurry { page, answered } => {
                let _ = answered.send(self.check_player(page).map(|()| {
                    if let Some(thinking) = &self.thinking {
                        thinking.stop.raise();
                    }
                    Value::Null
                }));
            }
            ToTable::Cancel { page, answered } => {
                self.cancel_questions(page);
                let _ = answered.send(Ok(Value::Null));
            }
            ToTable::Pace { page, pace, answered } => {
                let _ = answered.send(self.check_player(page).map(|()| {
                    self.pace = Pace { gap_ms: pace.gap_ms.min(MAX_GAP), ..pace };
                    self.steps = 0;
                    self.may_move = self.may_move.min(Instant::now() + self.gap());
                    if pace.is_paused {
                        self.stop_thinking();
                    }
                    Value::Null
                }));
            }
            ToTable::Step { page, answered } => {
                let _ = answered.send(self.check_player(page).map(|()| {
                    self.steps = (self.steps + 1).min(1);
                    self.may_move = Instant::now();
                    Value::Null
                }));
            }
            ToTable::Consent { page, is_agreed, answered } => return self.consent(page, is_agreed, answered).await,
            ToTable::Branch { moment, answered } => {
                let _ = answered.send(self.branch(moment));
            }
            ToTable::Close => return Err(()),
        }
        Ok(())
    }

    fn branch(&self, moment: u32) -> Result<Branch, Refusal> {
        let (setup, orders) = self.game.branch(moment)?;
        let begins = NewGame { kind: G::KIND, setup: to_value(&setup)? };
        Ok(Branch { begins, orders: orders.iter().map(to_value).collect::<Result<_, _>>()? })
    }

    fn joined(&self, access: Access) -> Result<Value, Refusal> {
        let seat_keys = if access.is_host { self.keys.seats.iter().map(Key::to_string).collect() } else { Vec::new() };
        to_value(&Joined {
            kind: G::KIND,
            is_host: access.is_host,
            seats: access.seats(G::SEATS),
            seat_keys,
            view: to_value(&self.game.view())?,
            orders: self.orders as u32,
            status: self.status(),
        })
    }

    /// Refuses pages that only watch.
    fn check_player(&self, page: PageId) -> Result<(), Refusal> {
        if self.access(page).seats(G::SEATS).is_empty() {
            return Err(Refusal("you only watch this game: playing takes the link of a seat".to_owned()));
        }
        Ok(())
    }

    fn access(&self, page: PageId) -> Access {
        self.pages.get(&page).map_or(Access::default(), |page| page.access)
    }

    async fn order(&mut self, page: PageId, after: Option<u32>, order: Value, answered: Answered) -> Result<(), ()> {
        let read = serde_json::from_value::<G::Order>(order)
            .map_err(|error| Refusal(format!("this is not an order of the game: {error}")));
        let allowed = read.and_then(|mut order| {
            self.check_player(page)?;
            // Before anything else is said about it: the user did not mean the position of now.
            if G::is_for_position(&order) && after.is_some_and(|after| after as usize != self.orders) {
                return Err(Refusal(
                    "the game changed before this arrived, so it was not done: look at the game as it is now"
                        .to_owned(),
                ));
            }
            self.game.check_access(&order, self.access(page))?;
            self.game.stamp(&mut order);
            Ok(order)
        });
        let order = match allowed {
            Ok(order) => order,
            Err(refusal) => {
                let _ = answered.send(Err(refusal));
                return Ok(());
            }
        };
        let seats = match self.game.consent_of(&order) {
            Ok(seats) => seats,
            Err(refusal) => {
                let _ = answered.send(Err(refusal));
                return Ok(());
            }
        };
        let voice = self.voice(page);
        let (by, waits_for): (Vec<usize>, Vec<usize>) = seats.into_iter().partition(|seat| voice.contains(seat));
        if waits_for.is_empty() {
            return self.finish(order, answered).await;
        }
        let is_by_host = self.access(page).is_host;
        self.proposed = Some(Proposed { order, by, is_by_host, waits_for });
        let _ = answered.send(Ok(Value::Null));
        Ok(())
    }

    /// Plays an order of a page and answers it.
    async fn finish(&mut self, order: G::Order, answered: Answered) -> Result<(), ()> {
        match self.play(order, true).await {
            Ok(result) => {
                let _ = answered.send(result.map(|()| Value::Null));
                Ok(())
            }
            Err(refusal) => {
                let _ = answered.send(Err(refusal));
                Err(())
            }
        }
    }

    /// Plays an order: first in memory, then on disk (sooner if it is urgent), then for everyone to see. The
    /// outer error means that it could not be stored.
    async fn play(&mut self, order: G::Order, is_urgent: bool) -> Result<Result<(), Refusal>, Refusal> {
        let news = match self.game.apply(&order) {
            Ok(news) => news,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.stop_thinking();
        self.fault = None;
        self.proposed = None;
        let body = serde_json::to_string(&order).map_err(Refusal::because)?;
        let (game, number, summary) = (self.id.clone(), self.orders, self.game.summary());
        self.has_human = summary.has_human;
        let stored = self.shared.store.append(NewOrder { game, number, body, summary, is_urgent }).await;
        stored.map_err(|error| Refusal(format!("the order is not played: {error}")))?;
        self.orders += 1;
        let view = self.game.view();
        self.broadcast(&Update { view: &view, news: &news, orders: self.orders as u32 });
        Ok(Ok(()))
    }

    fn ask(&mut self, page: PageId, question: Value, answered: Answered) {
        let read = serde_json::from_value::<G::Question>(question)
            .map_err(|error| Refusal(format!("this is not a question about the game: {error}")));
        let task = match read.and_then(|question| self.game.answer(question)) {
            Ok(Reply::Now(answer)) => {
                let _ = answered.send(to_value(&answer));
                return;
            }
            Ok(Reply::Later(_)) if self.asked.values().filter(|asked| asked.page == page).count() >= MAX_QUESTIONS => {
                let _ = answered.send(Err(Refusal("the computer still thinks about earlier questions".to_owned())));
                return;
            }
            Ok(Reply::Later(task)) => task,
            Err(refusal) => {
                let _ = answered.send(Err(refusal));
                return;
            }
        };
        let number = self.number();
        let (stop, cancel) = (Stop::new(), Stop::new());
        let report = |number, answer| FromThread::Answered { number, answer };
        // A page that is gone waits for no answer.
        let address = self.pages.get(&page).map_or(Ipv4Addr::UNSPECIFIED.into(), |page| page.address);
        let asker = Asker { address, page, is_player: self.check_player(page).is_ok() };
        match self.submit(Lane::Questions(asker), number, stop, cancel.clone(), task, report) {
            Ok(()) => {
                self.asked.insert(number, Asked { page, cancel, answered });
            }
            Err(refusal) => {
                let _ = answered.send(Err(refusal));
            }
        }
    }

    fn cancel_questions(&mut self, page: PageId) {
        let numbers: Vec<u64> = self.asked.iter().filter(|(_, asked)| asked.page == page).map(|(n, _)| *n).collect();
        for asked in numbers.into_iter().filter_map(|number| self.asked.remove(&number)) {
            asked.cancel.raise();
            let _ = asked.answered.send(Err(Refusal("withdrawn".to_owned())));
        }
    }

    fn number(&mut self) -> u64 {
        self.next_task += 1;
        self.next_task
    }

    fn gap(&self) -> Duration {
        Duration::from_millis(self.pace.gap_ms.into())
    }

    fn status(&self) -> Status {
        Status {
            is_thinking: self.thinking.is_some(),
            is_queued: self.thinking.as_ref().is_some_and(|thinking| !thinking.has_begun),
            pace: self.pace,
            pages: self.pages.len() as u32,
            guests: (0..G::SEATS).filter(|&seat| self.has_guest(seat)).map(|seat| seat as u32).collect(),
            fault: self.fault.clone(),
            proposal: self.proposed.as_ref().map(|proposed| Proposal {
                by: proposed.by.iter().map(|&seat| seat as u32).collect(),
                is_by_host: proposed.is_by_host,
                waits_for: proposed.waits_for.iter().map(|&seat| seat as u32).collect(),
            }),
        }
    }

    /// Tells pages what has changed around the game. That a computer thinks is told only if it thinks
    /// for a while.
    fn tell_status(&mut self) {
        let status = self.status();
        if self.told.as_ref() == Some(&status) {
            self.tells = None;
            return;
        }
        let Status { is_thinking, is_queued, .. } = status;
        let is_brief = self.told.clone().is_some_and(|told| Status { is_thinking, is_queued, ..told } == status);
        let now = Instant::now();
        if is_brief && now < *self.tells.get_or_insert(now + QUIET) {
            return;
        }
        self.tells = None;
        self.broadcast(&Message::Status(status.clone()));
        self.told = Some(status);
    }

    /// Sends a message to one page. If it does not keep up, it is disconnected.
    fn send(&mut self, page: PageId, message: &Message) {
        let Ok(text) = serde_json::to_string(message) else { return };
        if self.pages.get(&page).is_some_and(|page| page.outbox.try_send(text.into()).is_err()) {
            self.pages.remove(&page);
        }
    }

    /// Sends a message to all pages. Those that do not keep up are disconnected.
    fn broadcast(&mut self, message: &impl Serialize) {
        let Ok(text) = serde_json::to_string(message) else { return };
        let text = Utf8Bytes::from(text);
        self.pages.retain(|_, page| page.outbox.try_send(text.clone()).is_ok());
    }
}

fn to_value(value: &impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(value).map_err(Refusal::because)
}
