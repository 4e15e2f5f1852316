//! The side that plays: it decides for which runs it plays, and tells their coordinators if it does not.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_nats::Client;
use futures_util::StreamExt;
use gametree::Stop;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::interval;

use crate::capacity::Capacity;
use crate::protocol::{Announcement, Build, HELLO, RUNS, Report, check_plan, is_key, reports};
use crate::roster::connection_news;
use crate::server::{QueueError, Server, is_connected, patience};
use crate::service::serve_run;
use crate::task::{self, Task};

/// How often a worker looks at the stop flag.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The most runs that are known at once: anyone who can reach the queue can announce some. A run that is
/// refused is forgotten when it was not announced for so long.
const MAX_RUNS: usize = 100;
const FORGOTTEN: Duration = Duration::from_secs(10);

/// The most runs that are read at once: a program that is allowed may hang.
const MAX_READINGS: usize = 4;

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
        let runtime = crate::runtime(self.concurrency.get() + MAX_READINGS + 1).map_err(QueueError::Runtime)?;
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
        let mut readings = JoinSet::new();
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
                    // What is not read now is announced again soon.
                    let can_read = runs.len() < MAX_RUNS && readings.len() < MAX_READINGS;
                    match runs.get_mut(run) {
                        _ if !is_key(run) => {}
                        Some(Known::Served(over)) if *is_over => over.raise(),
                        Some(_) if *is_over => drop(runs.remove(run)),
                        Some(Known::Reading | Known::Served(_)) => {}
                        Some(Known::Refused { reason, heard }) => {
                            *heard = Instant::now();
                            crew.refuse(run, reason).await;
                        }
                        None if *is_over || !can_read => {}
                        None => {
                            runs.insert(run.clone(), Known::Reading);
                            readings.spawn(begin(announcement, self.allowed.clone()));
                        }
                    }
                }
                Some(reading) = readings.join_next(), if !readings.is_empty() => {
                    let Ok((run, task)) = reading else { continue };
                    // Unless it is over already.
                    if let Some(known @ Known::Reading) = runs.get_mut(&run) {
                        *known = match task {
                            Ok(task) => {
                                let over = Stop::new();
                                crew.runs.fetch_add(1, Ordering::Relaxed);
                                services.spawn(serve_run(crew.clone(), run, task, over.clone()));
                                Known::Served(over)
                            }
                            Err(reason) => {
                                let reason = players::excerpt(&reason);
                                tell(format!("A run is refused: {reason}"));
                                crew.refuse(&run, &reason).await;
                                Known::Refused { reason, heard: Instant::now() }
                            }
                        };
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
            // What was not sent is played again by others.
            let _ = client.flush().await;
        };
        tokio::select! {
            () = leave => {}
            () = patience(&client, FAREWELL) => {}
        }
        Ok(total)
    }
}

/// Makes sure that this worker plays as the coordinator expects. Returns the key of the run, and what is
/// played or why it is not.
async fn begin(announcement: Announcement, allowed: Vec<String>) -> (String, Result<Arc<dyn Task>, String>) {
    let Announcement { run, build, task, .. } = announcement;
    let own = Build::own();
    if build != own {
        return (run, Err(format!("it was begun by {build}, but this worker is {own}")));
    }
    if let Err(reason) = check_plan(&run, &task) {
        return (run, Err(reason));
    }
    // It starts programs, which may take a while.
    let read = tokio::task::spawn_blocking(move || task::read(&task, &allowed));
    (run, read.await.unwrap_or_else(|error| Err(error.to_string())))
}

/// A run that was announced.
enum Known {
    /// It is being read.
    Reading,
    /// It is played, until the flag is raised.
    Served(Stop),
    /// It cannot be played here. It was announced at this time.
    Refused { reason: String, heard: Instant },
}

impl Known {
    fn is_current(&self) -> bool {
        match self {
            Self::Reading | Self::Served(_) => true,
            Self::Refused { heard, .. } => heard.elapsed() < FORGOTTEN,
        }
    }
}

/// What all runs share.
pub(crate) struct Crew {
    pub(crate) client: Client,
    pub(crate) name: String,
    pub(crate) concurrency: usize,
    /// One for each game at once.
    pub(crate) slots: Arc<Semaphore>,
    pub(crate) capacity: Capacity,
    /// The number of runs that are played.
    pub(crate) runs: AtomicUsize,
    /// Takes what the user should know.
    pub(crate) lines: UnboundedSender<String>,
}

impl Crew {
    pub(crate) fn report(&self) -> Report {
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

    pub(crate) async fn send(&self, run: &str, report: &Report) {
        if let Ok(text) = serde_json::to_vec(report) {
            // The next one comes soon.
            let _ = self.client.publish(reports(run), text.into()).await;
        }
    }
}
