//! How a worker serves one run: it takes jobs from the queue, plays them, and puts the results there.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::StatusCode;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{self, AckKind};
use futures_util::StreamExt;
use gametree::Stop;
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{Instant as Moment, MissedTickBehavior, interval, interval_at, sleep, sleep_until};

use crate::protocol::{Job, Outcome, Report};
use crate::queue::{PROGRESS_INTERVAL, Queue};
use crate::results::{Trouble, hand_in, pack};
use crate::roster::FEW;
use crate::server::largest_message;
use crate::task::Task;
use crate::worker::{Crew, POLL_INTERVAL};

/// How often a worker reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(2);

/// How long the server waits for a job before it answers that there is none: shorter if there are other
/// runs that may have some.
const PATIENCE: Duration = Duration::from_secs(5);
const SHORT_PATIENCE: Duration = Duration::from_millis(250);

/// How long after that the answer itself may take.
const LATENESS: Duration = Duration::from_secs(1);

/// The wait before something that failed is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// Plays the games of a run until it is over. Returns its key and the number of games.
pub(crate) async fn serve_run(crew: Arc<Crew>, run: String, task: Arc<dyn Task>, over: Stop) -> (String, u64) {
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
    for (number, payload) in pack(&crew.name, played, largest_message(&crew.client)) {
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
