//! The side that wants games played: it fills the queue, takes the results out, and notices what got
//! lost.

use std::collections::{HashMap, HashSet};
use std::pin::Pin;
use std::time::{Duration, Instant};

use async_nats::jetstream;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::stream::Stream;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use gametree::Stop;
use serde_json::value::RawValue;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::assignment::{Assignment, NotTaken};
use crate::demand::Demand;
use crate::protocol::{Announcement, Build, Done, HELLO, Job, RUNS, Report, reports};
use crate::queue::{Queue, message_id, number_of};
use crate::roster::Roster;
use crate::server::{QueueError, Server, is_connected, largest_message, patience};

/// The most jobs that the server has not confirmed.
const MAX_UNCONFIRMED: usize = 256;

/// The most results that the server sends in one go.
const RESULTS_PER_REQUEST: usize = 256;

/// How often a run is announced, the queue is compared with what should be in it, and the stop flag is
/// looked at.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(1);
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long a queue may take to come into being, for example while a cluster elects a leader.
const OPEN_PATIENCE: Duration = Duration::from_secs(60);

/// When a run is stopped, games that end within the first time still count, and the disk has the second
/// time to write them.
const LINGER: Duration = Duration::from_millis(300);
const DISK_PATIENCE: Duration = Duration::from_secs(5);

/// A game that so many workers cannot play ends the run. So does one that was tried so often if nobody else
/// is there who could play it.
const MAX_FAILURES: usize = 3;

/// The most results that are complained about.
const MAX_COMPLAINTS: u32 = 20;

type Confirmation = Pin<Box<dyn Future<Output = (u64, bool)> + Send>>;

/// What a coordinator is told, and whom it tells.
pub(crate) struct Office<'a> {
    /// Numbers of games that are on the disk.
    pub(crate) counted: &'a mut UnboundedReceiver<Vec<u64>>,
    /// Raised when no more games are wanted.
    pub(crate) over: &'a Stop,
    /// Shows who works, every second.
    pub(crate) show: &'a (dyn Fn(&mut Roster) + Sync),
}

/// Lets workers play the games of an assignment. Returns whether the queue was removed: it stays if it
/// has results that could not be written to the disk.
pub(crate) async fn coordinate(
    server: &Server,
    run: &str,
    task: Box<RawValue>,
    assignment: &mut dyn Assignment,
    office: Office<'_>,
) -> Result<bool, QueueError> {
    let client = server.connect(&format!("starchess coordinator of {run}")).await?;
    let queue = Queue::new(client.clone(), run);
    let announcement = Announcement { run: run.to_owned(), build: Build::own(), task, is_over: false };
    let (confirmations, roster) = (FuturesUnordered::new(), Roster::default());
    let coordinator = Coordinator {
        queue,
        announcement,
        assignment,
        jobs: HashMap::new(),
        games: HashMap::new(),
        lost: Vec::new(),
        held: HashMap::new(),
        messages: HashMap::new(),
        confirmations,
        unconfirmed: HashSet::new(),
        is_suspect: false,
        failures: HashMap::new(),
        complaints: 0,
        roster,
        demand: None,
    };
    let over = office.over;
    tokio::select! {
        result = coordinator.run(server, office) => result,
        // Nothing is lost: what counts is on the disk, and the queue keeps the rest.
        () = without_answer(&client, over) => Ok(false),
    }
}

/// Waits until a run was stopped and the server does not let it end.
async fn without_answer(client: &async_nats::Client, over: &Stop) {
    while !over.is_raised() {
        sleep(POLL_INTERVAL).await;
    }
    patience(client, 2 * DISK_PATIENCE).await;
}

struct Coordinator<'a> {
    queue: Queue,
    announcement: Announcement,
    assignment: &'a mut dyn Assignment,
    /// The jobs that are given out, by number.
    jobs: HashMap<u64, Outstanding>,
    /// The games that are given out and do not count yet, with their jobs.
    games: HashMap<u64, u64>,
    /// Jobs that have to be put into the queue again.
    lost: Vec<u64>,
    /// The games that are on their way to the disk, with the messages in which they came, by their place
    /// in the stream.
    held: HashMap<u64, u64>,
    messages: HashMap<u64, Held>,
    /// The jobs that the server has not confirmed.
    confirmations: FuturesUnordered<Confirmation>,
    unconfirmed: HashSet<u64>,
    /// Whether the queue looked stuck the last time.
    is_suspect: bool,
    /// The games that could not be played, and by whom.
    failures: HashMap<u64, Failures>,
    complaints: u32,
    roster: Roster,
    /// What follows from the roster, if that has not changed.
    demand: Option<Demand>,
}

/// A job that is given out.
struct Outstanding {
    attempt: u32,
    /// Its games that do not count yet.
    games: Vec<u64>,
}

/// How often a game could not be played, and by which workers.
#[derive(Default)]
struct Failures {
    times: usize,
    workers: HashSet<String>,
}

impl Failures {
    fn add(&mut self, worker: &str) {
        self.times += 1;
        self.workers.insert(worker.to_owned());
    }

    /// Whether nobody can play the game, if so many workers are there: some may only be out of order.
    fn are_enough(&self, workers: usize) -> bool {
        self.workers.len() >= MAX_FAILURES || self.times >= MAX_FAILURES && self.workers.len() >= workers
    }
}

/// A message with results.
struct Held {
    message: jetstream::Message,
    /// The number of its games that do not count yet.
    left: usize,
}

impl Coordinator<'_> {
    async fn run(mut self, server: &Server, office: Office<'_>) -> Result<bool, QueueError> {
        let Office { counted, over, show } = office;
        let failed = |reason: String| QueueError::Queue { address: server.address(), reason };
        // An error is found before there is a queue.
        self.announcement()?;
        self.queue.forget_coordinator().await;
        let (mut stream, consumer) = match self.open(over, show).await {
            Ok(Some(open)) => open,
            Ok(None) => return Ok(false),
            Err(reason) => return Err(failed(reason)),
        };
        // What a coordinator before this one has put into the queue. Of each job the first game is known.
        let (there, _) = self.queue.numbers(&stream).await.map_err(failed)?;
        for number in there {
            if self.assignment.wants(number) {
                self.give_out(number, vec![number]);
            }
        }
        let client = self.queue.client.clone();
        let refused = |error: async_nats::SubscribeError| failed(error.to_string());
        let mut reports = client.subscribe(reports(&self.announcement.run)).await.map_err(refused)?;
        let mut hellos = client.subscribe(HELLO).await.map_err(refused)?;
        let mut results = self.results(&consumer).await;
        let [mut announce, mut check, mut poll] = [ANNOUNCE_INTERVAL, CHECK_INTERVAL, POLL_INTERVAL].map(|period| {
            let mut ticks = interval(period);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        });
        // The first tick comes at once.
        check.tick().await;
        let mut ending: Option<Instant> = None;
        let mut is_closed = false;
        loop {
            if over.is_raised() && ending.is_none() {
                ending = Some(Instant::now());
                self.announcement.is_over = true;
                self.announce().await?;
            }
            if let Some(since) = ending {
                let is_done = self.held.is_empty() && (self.jobs.is_empty() || since.elapsed() > LINGER);
                if is_done || is_closed || since.elapsed() > DISK_PATIENCE {
                    break;
                }
            } else {
                self.refill().await?;
            }
            tokio::select! {
                Some(numbers) = counted.recv() => self.acknowledge(&numbers).await,
                message = next(&mut results) => match message {
                    Some(message) => is_closed |= !self.receive(message).await,
                    // The connection was lost, or the server moved the consumer. It is asked again below.
                    None => results = None,
                },
                Some((number, is_confirmed)) = self.confirmations.next(), if !self.confirmations.is_empty() => {
                    self.unconfirmed.remove(&number);
                    if !is_confirmed {
                        // Whether it is in the queue will be seen.
                        check.reset_after(ANNOUNCE_INTERVAL);
                    }
                }
                Some(report) = reports.next() => {
                    if let Ok(report) = serde_json::from_slice::<Report>(&report.payload) {
                        self.roster.note(report, Instant::now());
                        self.demand = None;
                    }
                }
                Some(_) = hellos.next() => self.announce().await?,
                _ = announce.tick() => {
                    self.announce().await?;
                    self.roster.note_connection(is_connected(&client));
                    self.roster.look(Instant::now());
                    self.demand = None;
                    if ending.is_none() {
                        show(&mut self.roster);
                    }
                    if results.is_none() {
                        // What was on its way comes again.
                        self.queue.forget_coordinator().await;
                        if let Ok((found, consumer)) = self.queue.ensure().await {
                            stream = found;
                            results = self.results(&consumer).await;
                        }
                    }
                }
                _ = check.tick() => {
                    if self.check(&stream).await.is_err() && let Ok((found, _)) = self.queue.ensure().await {
                        stream = found;
                    }
                }
                _ = poll.tick() => {}
            }
        }
        self.announce().await?;
        let is_removed = self.held.is_empty() && self.queue.delete().await.is_ok();
        let _ = client.flush().await;
        Ok(is_removed)
    }

    /// Opens the queue, as soon as the server can. Returns `None` if the run is over before that.
    async fn open(
        &mut self,
        over: &Stop,
        show: &(dyn Fn(&mut Roster) + Sync),
    ) -> Result<Option<(Stream, PullConsumer)>, String> {
        let begin = Instant::now();
        loop {
            match self.queue.ensure().await {
                Ok(open) => return Ok(Some(open)),
                Err(reason) if begin.elapsed() > OPEN_PATIENCE => return Err(reason),
                Err(_) if over.is_raised() => return Ok(None),
                Err(reason) => {
                    self.roster.tell(format!("The queue cannot be opened yet: {reason}"));
                    show(&mut self.roster);
                    sleep(ANNOUNCE_INTERVAL).await;
                }
            }
        }
    }

    async fn results(&self, consumer: &PullConsumer) -> Option<pull::Stream> {
        let stream = consumer.stream().max_messages_per_batch(RESULTS_PER_REQUEST);
        stream.expires(Duration::from_secs(10)).heartbeat(Duration::from_secs(2)).messages().await.ok()
    }

    async fn announce(&self) -> Result<(), QueueError> {
        // It will be said again soon.
        let _ = self.queue.client.publish(RUNS, self.announcement()?.into()).await;
        Ok(())
    }

    fn announcement(&self) -> Result<Vec<u8>, QueueError> {
        let text = serde_json::to_vec(&self.announcement).map_err(|error| QueueError::Task(error.to_string()))?;
        self.check_size("the announcement of the run", text.len())?;
        Ok(text)
    }

    /// Makes sure that the server takes a message of this size: it would vanish without a word.
    fn check_size(&self, what: &str, size: usize) -> Result<(), QueueError> {
        let limit = largest_message(&self.queue.client);
        if size > limit { Err(QueueError::TooLarge { what: what.to_owned(), size, limit }) } else { Ok(()) }
    }

    /// Puts games into the queue, until it holds enough for all workers.
    async fn refill(&mut self) -> Result<(), QueueError> {
        let demand = *self.demand.get_or_insert_with(|| Demand::of(&self.roster));
        while self.unconfirmed.len() < MAX_UNCONFIRMED {
            let games_per_job = demand.next_job(self.assignment.left());
            let job = match self.lost.pop() {
                Some(job) => job,
                None if self.jobs.len() >= demand.window => break,
                None => {
                    let mut games = Vec::new();
                    while (games.len() as u64) < games_per_job
                        && let Some(number) = self.assignment.next()
                    {
                        if !self.games.contains_key(&number) {
                            games.push(number);
                        }
                    }
                    let Some(&first) = games.first() else { break };
                    self.give_out(first, games);
                    first
                }
            };
            self.publish(job).await?;
        }
        Ok(())
    }

    fn give_out(&mut self, job: u64, games: Vec<u64>) {
        self.games.extend(games.iter().map(|&number| (number, job)));
        self.jobs.insert(job, Outstanding { attempt: 0, games });
    }

    async fn publish(&mut self, number: u64) -> Result<(), QueueError> {
        let Some(Outstanding { attempt, games }) = self.jobs.get(&number) else { return Ok(()) };
        let (attempt, count) = (*attempt, games.len());
        let games = games.iter().map(|&number| (number, self.assignment.job(number))).collect();
        let payload =
            serde_json::to_vec(&Job { attempt, games }).map_err(|error| QueueError::Task(error.to_string()))?;
        if let Err(error) = self.check_size(&format!("game {number}"), payload.len()) {
            if count < 2 {
                return Err(error);
            }
            self.split(number);
            return Ok(());
        }
        let headers = message_id(format!("job.{number}.{attempt}"));
        let subject = self.queue.job_subject(number);
        let sent = self.queue.context.publish_with_headers(subject, headers, payload.into()).await;
        // If it was not sent, it will be missed at the next check.
        if let Ok(confirmation) = sent {
            self.unconfirmed.insert(number);
            let confirmation = confirmation.into_future().map(move |result| (number, result.is_ok()));
            self.confirmations.push(Box::pin(confirmation));
        }
        Ok(())
    }

    /// Makes two jobs of one that is too large for a message.
    fn split(&mut self, number: u64) {
        let Some(Outstanding { games, .. }) = self.jobs.get_mut(&number) else { return };
        let second = games.split_off(games.len() / 2);
        self.lost.push(number);
        if let Some(&first) = second.first() {
            self.give_out(first, second);
            self.lost.push(first);
        }
    }

    /// Takes results out of the queue. Returns whether more are wanted.
    async fn receive(&mut self, message: jetstream::Message) -> bool {
        let place = message.info().map(|info| info.stream_sequence).unwrap_or_default();
        if let Some(held) = self.messages.get_mut(&place) {
            // It was delivered again. Only the last delivery can be acknowledged.
            held.message = message;
            return true;
        }
        let first = number_of(&message.subject);
        let done: Done = match serde_json::from_slice(&message.payload) {
            Ok(done) => done,
            Err(error) => {
                if let Some(first) = first {
                    self.complain(first, &format!("it cannot be read ({error})"));
                }
                let _ = message.ack().await;
                return true;
            }
        };
        let worker = players::excerpt(&done.worker);
        let mut left = 0;
        for (number, outcome) in done.games {
            // It may have come already.
            if !self.assignment.wants(number) {
                continue;
            }
            if let Err(reason) = &outcome {
                // One worker may be out of order: others try it too.
                let failures = self.failures.entry(number).or_default();
                failures.add(&worker);
                if !failures.are_enough(self.roster.workers()) {
                    self.complain(number, &format!("{worker}: {reason}"));
                    continue;
                }
            }
            match self.assignment.take(number, outcome, &worker) {
                Ok(()) => {
                    self.held.insert(number, place);
                    left += 1;
                }
                Err(NotTaken::Closed) => return false,
                Err(NotTaken::Wrong(reason)) => self.complain(number, &reason),
            }
        }
        if left == 0 {
            let _ = message.ack().await;
        } else {
            self.messages.insert(place, Held { message, left });
        }
        true
    }

    /// Tells that a result is of no use. The game will be missed, and played again.
    fn complain(&mut self, number: u64, reason: &str) {
        self.complaints += 1;
        if self.complaints <= MAX_COMPLAINTS {
            let reason = players::excerpt(reason);
            self.roster.tell(format!("A result of game {number} is not taken, and it will be played again: {reason}"));
        }
    }

    /// Takes in that games are on the disk.
    async fn acknowledge(&mut self, numbers: &[u64]) {
        for number in numbers {
            if let Some(job) = self.games.remove(number)
                && let Some(outstanding) = self.jobs.get_mut(&job)
            {
                outstanding.games.retain(|game| game != number);
                if outstanding.games.is_empty() {
                    self.jobs.remove(&job);
                }
            }
            if let Some(place) = self.held.remove(number)
                && let Some(held) = self.messages.get_mut(&place)
            {
                held.left -= 1;
                if held.left == 0
                    && let Some(Held { message, .. }) = self.messages.remove(&place)
                {
                    // If this gets lost, the results come again.
                    let _ = message.ack().await;
                }
            }
        }
        self.roster.count(numbers.len() as u64, Instant::now());
    }

    /// Compares the queue with what should be in it. That it is empty means nothing: the run is complete
    /// when all games are on the disk.
    async fn check(&mut self, stream: &Stream) -> Result<(), String> {
        let holdings = self.queue.holdings(stream).await?;
        if holdings.is_stuck && self.is_suspect {
            self.roster.tell("The server gave out no jobs, though it has some; it is told to begin again.".to_owned());
            self.queue.unstick().await;
            return Err("stuck".to_owned());
        }
        self.is_suspect = holdings.is_stuck;
        let expected = self.jobs.len().saturating_sub(self.unconfirmed.len());
        if (holdings.messages as usize) >= expected {
            return Ok(());
        }
        let (jobs, results) = self.queue.numbers(stream).await?;
        let is_lost = |(job, outstanding): (&u64, &mut Outstanding)| {
            let is_there = |game: &u64| results.contains(game) || self.held.contains_key(game);
            let is_lost =
                !jobs.contains(job) && !self.unconfirmed.contains(job) && !outstanding.games.iter().any(is_there);
            is_lost.then(|| {
                outstanding.attempt = outstanding.attempt.saturating_add(1);
                *job
            })
        };
        let lost: Vec<u64> = self.jobs.iter_mut().filter_map(is_lost).collect();
        let games: usize = lost.iter().filter_map(|job| self.jobs.get(job)).map(|job| job.games.len()).sum();
        if games > 0 {
            self.roster.tell(format!("{games} games got lost, and are put into the queue again"));
        }
        self.lost.extend(lost);
        Ok(())
    }
}

/// The next result; `None` if they have to be asked for again. Waits forever if that was not done yet.
async fn next(results: &mut Option<pull::Stream>) -> Option<jetstream::Message> {
    match results {
        Some(results) => results.next().await?.ok(),
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_worker_alone_does_not_end_a_run_that_others_can_play() {
        let are_enough = |names: &[&str], workers| {
            let mut failures = Failures::default();
            names.iter().for_each(|name| failures.add(name));
            failures.are_enough(workers)
        };
        assert!(!are_enough(&["a"; 10], 2));
        assert!(are_enough(&["a"; 3], 1) && are_enough(&["a"; 3], 0) && !are_enough(&["a"; 2], 1));
        assert!(!are_enough(&["a", "b", "a", "b"], 3));
        assert!(are_enough(&["a", "b", "a"], 2) && are_enough(&["a", "b", "c"], 100));
    }
}
