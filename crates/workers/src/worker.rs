//! The side that plays: it takes jobs from the queue, plays them, and puts the results there.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::{self, AckKind};
use async_nats::{Client, StatusCode};
use futures_util::StreamExt;
use gametree::Stop;
use serde_json::Value;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant as Moment, MissedTickBehavior, interval, interval_at, sleep, sleep_until, timeout};

use crate::protocol::{Announcement, Build, Done, HELLO, Job, Outcome, RUNS, Report, is_key, reports};
use crate::queue::{PROGRESS_INTERVAL, Queue, message_id};
use crate::server::{QueueError, Server, chain};
use crate::task::{self, Task};

/// How often a worker reports, and how often it looks at the stop flag.
const REPORT_INTERVAL: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long the server waits for a job before it answers that there is none: shorter if there are other
/// runs that may have some.
const PATIENCE: Duration = Duration::from_secs(5);
const SHORT_PATIENCE: Duration = Duration::from_millis(250);

/// How long after that the answer itself may take.
const LATENESS: Duration = Duration::from_secs(1);

/// The wait before something that failed is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// How long a worker that is told to leave tries to hand in or to return its games.
const FAREWELL: Duration = Duration::from_secs(10);

/// Games for this long are kept ready, so that the next one begins at once; but at most so many. Where
/// a game takes longer than this, none is kept: another worker might have nothing to do.
const READY: Duration = Duration::from_millis(200);
const MAX_READY: f64 = 100.0;

/// How much the last game counts in the mean time of a game.
const RECENCY: f64 = 0.1;

/// The room for headers in a message, and for what surrounds each game in it.
const HEADER_ROOM: usize = 1024;
const GAME_ROOM: usize = 64;

/// A message with several games is not larger than this.
const MAX_MESSAGE: usize = 256 << 10;

/// Who plays, and what.
#[derive(Clone, Debug)]
pub struct Worker {
    /// What it is called. No other worker has this name.
    pub name: String,
    /// The number of games at once.
    pub concurrency: NonZeroUsize,
    /// The programs that it may start, as they are written: `NAME=sci:PROGRAM`.
    pub allowed: Vec<String>,
}

impl Worker {
    /// Plays games for every run that is announced on the queue, until the flag is raised. Games that
    /// are not over by then are returned, so that others can play them. Returns the number of games.
    pub fn work(&self, server: &Server, stop: &Stop, tell: &(dyn Fn(String) + Sync)) -> Result<u64, QueueError> {
        // One more is left for the resolution of host names.
        let runtime = crate::runtime(self.concurrency.get() + 1).map_err(QueueError::Runtime)?;
        let played = runtime.block_on(self.serve(server, stop, tell));
        // Players that do not look at their flag must not delay the end.
        runtime.shutdown_background();
        played
    }

    async fn serve(&self, server: &Server, stop: &Stop, tell: &(dyn Fn(String) + Sync)) -> Result<u64, QueueError> {
        let client = server.connect(&format!("starchess worker {}", self.name)).await?;
        let failed = |reason: String| QueueError::Queue { address: server.address(), reason };
        let mut announcements = client.subscribe(RUNS).await.map_err(|error| failed(error.to_string()))?;
        let hello = client.publish(HELLO, Default::default()).await;
        hello.map_err(|error| failed(error.to_string()))?;
        tell(format!("{} waits for games at {}, {} at once.", self.name, server.address(), self.concurrency));
        let crew = Arc::new(Crew {
            client: client.clone(),
            name: self.name.clone(),
            concurrency: self.concurrency.get(),
            slots: Arc::new(Semaphore::new(self.concurrency.get())),
            capacity: Capacity::new(self.concurrency.get()),
            runs: AtomicUsize::new(0),
        });
        let mut runs: HashMap<String, Known> = HashMap::new();
        let mut services = JoinSet::new();
        let (mut poll, mut total) = (interval(POLL_INTERVAL), 0);
        while !stop.is_raised() {
            tokio::select! {
                Some(message) = announcements.next() => {
                    let Ok(announcement) = serde_json::from_slice::<Announcement>(&message.payload) else { continue };
                    let Announcement { run, is_over, .. } = &announcement;
                    match runs.get(run) {
                        _ if !is_key(run) => {}
                        Some(Known::Served(over)) if *is_over => over.raise(),
                        Some(Known::Served(_)) => {}
                        Some(_) if *is_over => drop(runs.remove(run)),
                        None if *is_over => {}
                        Some(Known::Refused(reason)) => crew.refuse(run, reason).await,
                        None => {
                            let run = run.clone();
                            let known = match self.begin(announcement).await {
                                Ok(task) => {
                                    tell(format!("Playing {}", players::excerpt(&task.about())));
                                    let over = Stop::new();
                                    crew.runs.fetch_add(1, Ordering::Relaxed);
                                    services.spawn(serve_run(crew.clone(), run.clone(), task, over.clone()));
                                    Known::Served(over)
                                }
                                Err(reason) => {
                                    tell(format!("A run is refused: {}", players::excerpt(&reason)));
                                    crew.refuse(&run, &reason).await;
                                    Known::Refused(reason)
                                }
                            };
                            runs.insert(run, known);
                        }
                    }
                }
                Some(ended) = services.join_next(), if !services.is_empty() => {
                    if let Ok((run, played)) = ended {
                        runs.remove(&run);
                        crew.runs.fetch_sub(1, Ordering::Relaxed);
                        total += played;
                        tell(format!("A run is over: {played} of its games were played here."));
                    }
                }
                _ = poll.tick() => {}
            }
        }
        for known in runs.values() {
            if let Known::Served(over) = known {
                over.raise();
            }
        }
        let leave = async {
            while let Some(ended) = services.join_next().await {
                total += ended.map_or(0, |(_, played)| played);
            }
        };
        let _ = timeout(FAREWELL, leave).await;
        let _ = timeout(FAREWELL, client.flush()).await;
        Ok(total)
    }

    /// Makes sure that this worker plays as the coordinator expects.
    async fn begin(&self, announcement: Announcement) -> Result<Arc<dyn Task>, String> {
        let own = Build::own();
        if announcement.build != own {
            return Err(format!("it was begun by {}, but this worker is {own}", announcement.build));
        }
        let allowed = self.allowed.clone();
        // It starts programs, which may take a while.
        let read = tokio::task::spawn_blocking(move || task::read(announcement.task, &allowed));
        read.await.unwrap_or_else(|error| Err(error.to_string()))
    }
}

/// A run that was announced.
enum Known {
    /// It is played, until the flag is raised.
    Served(Stop),
    /// It cannot be played here.
    Refused(String),
}

/// What all runs share.
struct Crew {
    client: Client,
    name: String,
    concurrency: usize,
    /// One for each game at once.
    slots: Arc<Semaphore>,
    capacity: Capacity,
    /// The number of runs that are played.
    runs: AtomicUsize,
}

impl Crew {
    fn report(&self) -> Report {
        let Self { name, concurrency, .. } = self;
        let (capacity, mean) = self.capacity.target_and_mean();
        Report {
            worker: name.clone(),
            concurrency: *concurrency,
            capacity,
            played: 0,
            mean_ms: mean.as_secs_f64() * 1e3,
            refusal: None,
            is_leaving: false,
        }
    }

    async fn refuse(&self, run: &str, reason: &str) {
        self.send(run, &Report { refusal: Some(reason.to_owned()), ..self.report() }).await;
    }

    async fn send(&self, run: &str, report: &Report) {
        if let Ok(text) = serde_json::to_vec(report) {
            // The next one comes soon.
            let _ = self.client.publish(reports(run), text.into()).await;
        }
    }
}

/// How many jobs a worker has, and how many it should have.
struct Capacity {
    concurrency: usize,
    state: Mutex<CapacityState>,
    /// Wakes those who wait for room.
    freed: Notify,
}

struct CapacityState {
    /// Jobs that are here, or were asked for.
    taken: usize,
    /// The mean time of a job, and of a game.
    mean: Option<Duration>,
    mean_game: Option<Duration>,
}

impl Capacity {
    fn new(concurrency: usize) -> Self {
        Self {
            concurrency,
            state: Mutex::new(CapacityState { taken: 0, mean: None, mean_game: None }),
            freed: Notify::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, CapacityState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of jobs to keep ready besides those that are played.
    fn ready(&self, mean: Option<Duration>) -> usize {
        let per_slot = mean.map_or(0.0, |mean| READY.as_secs_f64() / mean.as_secs_f64().max(1e-6));
        (self.concurrency as f64 * per_slot.min(MAX_READY)) as usize
    }

    fn target_and_mean(&self) -> (usize, Duration) {
        let state = self.state();
        (self.concurrency + self.ready(state.mean), state.mean_game.unwrap_or_default())
    }

    /// Takes room for jobs, as much as one of `runs` may; 0 if there is too little to ask for.
    fn take(&self, runs: usize) -> usize {
        let mut state = self.state();
        let ready = self.ready(state.mean);
        let free = (self.concurrency + ready).saturating_sub(state.taken);
        // Asking for many at a time takes fewer messages.
        if free < (ready / 2).max(1) {
            return 0;
        }
        let part = free.div_ceil(runs.max(1));
        state.taken += part;
        part
    }

    fn release(&self, jobs: usize) {
        if jobs > 0 {
            let mut state = self.state();
            state.taken = state.taken.saturating_sub(jobs);
            drop(state);
            self.freed.notify_waiters();
            self.freed.notify_one();
        }
    }

    /// Takes in how long the games of a job took.
    fn learn(&self, time: Duration, games: usize) {
        let mean = |old: Option<Duration>, new: Duration| {
            Some(old.map_or(new, |old| old.mul_f64(1.0 - RECENCY) + new.mul_f64(RECENCY)))
        };
        let mut state = self.state();
        state.mean = mean(state.mean, time);
        state.mean_game = mean(state.mean_game, time / games.max(1) as u32);
    }
}

/// Plays the games of a run until it is over. Returns its key and the number of games.
async fn serve_run(crew: Arc<Crew>, run: String, task: Arc<dyn Task>, over: Stop) -> (String, u64) {
    let service = Service {
        queue: Queue::new(crew.client.clone(), &run),
        crew,
        run,
        task,
        over,
        games: JoinSet::new(),
        played: 0,
    };
    service.run().await
}

/// The service for one run.
struct Service {
    crew: Arc<Crew>,
    queue: Queue,
    run: String,
    task: Arc<dyn Task>,
    over: Stop,
    games: JoinSet<u64>,
    played: u64,
}

/// A request for jobs that the server has not answered completely.
struct Request {
    left: usize,
    deadline: Moment,
}

impl Service {
    async fn run(mut self) -> (String, u64) {
        while !self.over.is_raised() {
            match self.queue.jobs().await {
                Ok(Some(consumer)) => self.pull(&consumer).await,
                Ok(None) => break,
                // The server may be electing a leader.
                Err(_) => sleep(RETRY).await,
            }
        }
        self.over.raise();
        while let Some(game) = self.games.join_next().await {
            self.played += game.unwrap_or(0);
        }
        self.crew.send(&self.run, &Report { is_leaving: true, ..self.report() }).await;
        (self.run, self.played)
    }

    fn report(&self) -> Report {
        Report { played: self.played, ..self.crew.report() }
    }

    /// Takes jobs from the queue, until the run is over or the consumer has to be looked up again.
    async fn pull(&mut self, consumer: &PullConsumer) {
        let inbox = async_nats::Subject::from(self.crew.client.new_inbox());
        let Ok(mut deliveries) = self.crew.client.subscribe(inbox.clone()).await else { return sleep(RETRY).await };
        let mut request: Option<Request> = None;
        let mut is_lost = false;
        let [mut report, mut poll] = [REPORT_INTERVAL, POLL_INTERVAL].map(|period| {
            let mut ticks = interval(period);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        });
        while !self.over.is_raised() && !is_lost {
            let runs = self.crew.runs.load(Ordering::Relaxed);
            if request.is_none() {
                let jobs = self.crew.capacity.take(runs);
                if jobs > 0 {
                    let patience = if runs > 1 { SHORT_PATIENCE } else { PATIENCE };
                    let batch = pull::BatchConfig { batch: jobs, expires: Some(patience), ..Default::default() };
                    // If it cannot be sent, no answer will come in time.
                    let _ = consumer.request_batch(batch, inbox.clone()).await;
                    request = Some(Request { left: jobs, deadline: Moment::now() + patience + LATENESS });
                }
            }
            let deadline = request.as_ref().map_or_else(|| Moment::now() + PATIENCE, |request| request.deadline);
            let has_request = request.is_some();
            tokio::select! {
                delivery = deliveries.next() => match delivery {
                    Some(message) if message.status.is_none_or(|status| status == StatusCode::OK) => {
                        match &mut request {
                            Some(Request { left, .. }) if *left > 0 => *left -= 1,
                            // It comes late, after its request was given up.
                            _ => self.crew.capacity.state().taken += 1,
                        }
                        if request.as_ref().is_some_and(|request| request.left == 0) {
                            request = None;
                        }
                        let context = self.queue.context.clone();
                        self.begin(jetstream::Message { message, context });
                    }
                    Some(message) => {
                        self.crew.capacity.release(request.take().map_or(0, |request| request.left));
                        // Not simply that there was no job in time: the consumer may be gone.
                        is_lost = message.status != Some(StatusCode::TIMEOUT);
                    }
                    None => is_lost = true,
                },
                () = self.crew.capacity.freed.notified(), if !has_request => {}
                () = sleep_until(deadline), if has_request => {
                    self.crew.capacity.release(request.take().map_or(0, |request| request.left));
                    is_lost = true;
                }
                Some(game) = self.games.join_next(), if !self.games.is_empty() => {
                    self.played += game.unwrap_or(0);
                }
                _ = report.tick() => self.crew.send(&self.run, &self.report()).await,
                _ = poll.tick() => {}
            }
        }
        self.crew.capacity.release(request.map_or(0, |request| request.left));
        if is_lost && !self.over.is_raised() {
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Begins with a job.
    fn begin(&mut self, message: jetstream::Message) {
        let (crew, queue, task) = (self.crew.clone(), self.queue.clone(), self.task.clone());
        let over = self.over.clone();
        self.games.spawn(async move {
            let played = handle(&crew, &queue, task, over, &message).await;
            crew.capacity.release(1);
            played
        });
    }
}

/// Plays the games of a job and hands them in, or returns the job. Returns the number of games.
async fn handle(crew: &Crew, queue: &Queue, task: Arc<dyn Task>, over: Stop, message: &jetstream::Message) -> u64 {
    let Ok(Job { attempt, games }) = serde_json::from_slice::<Job>(&message.payload) else {
        // Nobody can play this. The coordinator will miss the games, if there are any.
        let _ = message.ack_with(AckKind::Term).await;
        return 0;
    };
    let (numbers, stop) = (games.iter().map(|(number, _)| *number).collect::<Vec<_>>(), over.clone());
    let play = async {
        let slot = crew.slots.clone().acquire_owned().await;
        let played = tokio::task::spawn_blocking(move || {
            let begin = Instant::now();
            let played = play(&*task, games, &stop);
            drop(slot);
            (played, begin.elapsed())
        });
        played.await
    };
    let mut play = std::pin::pin!(play);
    let mut progress = interval_at(Moment::now() + PROGRESS_INTERVAL, PROGRESS_INTERVAL);
    let played = loop {
        tokio::select! {
            played = &mut play => break played,
            // If it gets lost, there is another one in time.
            _ = progress.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    };
    let played = match played {
        Ok((Some(played), time)) => {
            crew.capacity.learn(time, played.len());
            played
        }
        Ok((None, _)) => {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            return 0;
        }
        Err(error) => numbers.iter().map(|&number| (number, Err(format!("the worker failed: {error}")))).collect(),
    };
    for (number, payload) in pack(&crew.name, played, crew.client.max_payload()) {
        if !hand_in(queue, number, attempt, payload.into(), &over, message).await {
            return 0;
        }
    }
    // If this gets lost, the games are played again, and the coordinator counts one of each two.
    let _ = message.ack().await;
    numbers.len() as u64
}

/// Plays games one after the other. Returns `None` if the flag was raised before the end of the last.
fn play(task: &dyn Task, games: Vec<(u64, Value)>, stop: &Stop) -> Option<Vec<(u64, Outcome)>> {
    let mut played = Vec::with_capacity(games.len());
    for (number, game) in games {
        if stop.is_raised() {
            return None;
        }
        played.push((number, task.play(&game, stop).transpose()?));
    }
    Some(played)
}

/// The messages for some results, each with the number of its first game. None is larger than the server
/// takes; if a single result is, there is an error in its place.
fn pack(worker: &str, games: Vec<(u64, Outcome)>, limit: usize) -> Vec<(u64, Vec<u8>)> {
    let limit = limit.saturating_sub(HEADER_ROOM + worker.len());
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

/// Puts a result into the queue, however long it takes, unless the run is over.
async fn hand_in(
    queue: &Queue,
    number: u64,
    attempt: u32,
    payload: bytes::Bytes,
    over: &Stop,
    message: &jetstream::Message,
) -> bool {
    let mut progress = Instant::now();
    loop {
        let headers = message_id(format!("result.{number}.{attempt}"));
        let sent = queue.context.publish_with_headers(queue.result_subject(number), headers, payload.clone()).await;
        let error = match sent {
            Ok(confirmation) => match confirmation.await {
                Ok(_) => return true,
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
