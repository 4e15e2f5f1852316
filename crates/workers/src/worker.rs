//! The side that plays: it takes jobs from the queue, plays them, and puts the results there.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{self, AckKind};
use async_nats::{Client, StatusCode};
use futures_util::StreamExt;
use gametree::Stop;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{Instant as Moment, MissedTickBehavior, interval, interval_at, sleep, sleep_until, timeout};

use crate::capacity::Capacity;
use crate::protocol::{Announcement, Build, HELLO, Job, Outcome, RUNS, Report, check_plan, is_key, reports};
use crate::queue::{PROGRESS_INTERVAL, Queue};
use crate::results::{Trouble, hand_in, pack};
use crate::roster::{FEW, connection_news};
use crate::server::{QueueError, Server, is_connected};
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

/// The most runs that are known at once: anyone who can reach the queue can announce some. A run that is
/// refused is forgotten when it was not announced for so long.
const MAX_RUNS: usize = 100;
const FORGOTTEN: Duration = Duration::from_secs(10);

/// How long a worker that is told to leave tries to hand in or to return its games.
const FAREWELL: Duration = Duration::from_secs(10);

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
        let (lines, mut news) = unbounded_channel();
        let crew = Arc::new(Crew {
            client: client.clone(),
            name: self.name.clone(),
            concurrency: self.concurrency.get(),
            slots: Arc::new(Semaphore::new(self.concurrency.get())),
            capacity: Capacity::new(self.concurrency.get()),
            runs: AtomicUsize::new(0),
            lines,
        });
        let mut runs: HashMap<String, Known> = HashMap::new();
        let mut services = JoinSet::new();
        let (mut poll, mut total, mut was_connected) = (interval(POLL_INTERVAL), 0, true);
        while !stop.is_raised() {
            tokio::select! {
                Some(message) = announcements.next() => {
                    let Ok(announcement) = serde_json::from_slice::<Announcement>(&message.payload) else { continue };
                    let Announcement { run, is_over, .. } = &announcement;
                    if runs.len() >= MAX_RUNS {
                        runs.retain(|_, known| known.is_current());
                    }
                    let is_full = runs.len() >= MAX_RUNS;
                    match runs.get_mut(run) {
                        _ if !is_key(run) => {}
                        Some(Known::Served(over)) if *is_over => over.raise(),
                        Some(Known::Served(_)) => {}
                        Some(_) if *is_over => drop(runs.remove(run)),
                        None if *is_over || is_full => {}
                        Some(Known::Refused { reason, heard }) => {
                            *heard = Instant::now();
                            crew.refuse(run, reason).await;
                        }
                        None => {
                            let run = run.clone();
                            let known = match self.begin(announcement).await {
                                Ok(task) => {
                                    let over = Stop::new();
                                    crew.runs.fetch_add(1, Ordering::Relaxed);
                                    services.spawn(serve_run(crew.clone(), run.clone(), task, over.clone()));
                                    Known::Served(over)
                                }
                                Err(reason) => {
                                    tell(format!("A run is refused: {}", players::excerpt(&reason)));
                                    crew.refuse(&run, &reason).await;
                                    Known::Refused { reason, heard: Instant::now() }
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
                    }
                }
                Some(line) = news.recv() => tell(line),
                _ = poll.tick() => {
                    if is_connected(&client) != was_connected {
                        was_connected = !was_connected;
                        tell(connection_news(was_connected).to_owned());
                    }
                }
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
        check_plan(&announcement.run, &announcement.task)?;
        let allowed = self.allowed.clone();
        // It starts programs, which may take a while.
        let read = tokio::task::spawn_blocking(move || task::read(&announcement.task, &allowed));
        read.await.unwrap_or_else(|error| Err(error.to_string()))
    }
}

/// A run that was announced.
enum Known {
    /// It is played, until the flag is raised.
    Served(Stop),
    /// It cannot be played here. It was announced at this time.
    Refused { reason: String, heard: Instant },
}

impl Known {
    fn is_current(&self) -> bool {
        match self {
            Self::Served(_) => true,
            Self::Refused { heard, .. } => heard.elapsed() < FORGOTTEN,
        }
    }
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
    /// Takes what the user should know.
    lines: UnboundedSender<String>,
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
            trouble: None,
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

/// Plays the games of a run until it is over. Returns its key and the number of games.
async fn serve_run(crew: Arc<Crew>, run: String, task: Arc<dyn Task>, over: Stop) -> (String, u64) {
    let service = Service {
        queue: Queue::new(crew.client.clone(), &run),
        crew,
        run,
        task,
        over,
        games: JoinSet::new(),
        trouble: Trouble::default(),
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
    trouble: Trouble,
    played: u64,
}

/// A request for jobs that the server has not answered completely.
struct Request {
    left: usize,
    deadline: Moment,
}

impl Service {
    async fn run(mut self) -> (String, u64) {
        let mut has_begun = false;
        while !self.over.is_raised() {
            match self.queue.jobs().await {
                Ok(Some(consumer)) => {
                    if !has_begun {
                        self.tell(format!("Playing {}", players::excerpt(&self.task.about())));
                        has_begun = true;
                    }
                    self.pull(&consumer).await;
                }
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
        if has_begun {
            self.tell(format!("A run is over: {} of its games were played here.", self.played));
        }
        (self.run, self.played)
    }

    fn tell(&self, line: String) {
        // Nobody listens any more when the worker leaves.
        let _ = self.crew.lines.send(line);
    }

    fn report(&self) -> Report {
        Report { played: self.played, trouble: self.trouble.get(), ..self.crew.report() }
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
                            _ => self.crew.capacity.add_one(),
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
                    let was_new = self.played < FEW;
                    self.played += game.unwrap_or(0);
                    if was_new && self.played >= FEW {
                        // From now on it is known how long games take.
                        report.reset_immediately();
                    }
                }
                _ = report.tick() => {
                    self.crew.send(&self.run, &self.report()).await;
                    if let Some(reason) = self.trouble.get_new() {
                        self.tell(format!("Games cannot be handed in yet: {}", players::excerpt(&reason)));
                    }
                }
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
        let (over, trouble) = (self.over.clone(), self.trouble.clone());
        self.games.spawn(async move {
            let played = handle(&crew, &queue, task, &over, &trouble, &message).await;
            crew.capacity.release(1);
            played
        });
    }
}

/// Plays the games of a job and hands them in, or returns the job. Returns the number of games.
async fn handle(
    crew: &Crew,
    queue: &Queue,
    task: Arc<dyn Task>,
    over: &Stop,
    trouble: &Trouble,
    message: &jetstream::Message,
) -> u64 {
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
        if !hand_in(queue, number, attempt, payload.into(), over, trouble, message).await {
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
