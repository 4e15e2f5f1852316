//! The stream of a run in JetStream: its jobs, and their results.
//!
//! A job and its results have the number of their first game in their subjects, and the stream keeps one
//! message per subject. So the server itself refuses a second job or result of the same number, and it
//! can be asked which numbers are in the queue. A job stays until a worker acknowledges it, which it does after
//! the result is in the stream; a result stays until the coordinator acknowledges it, which it does
//! after the game is on its disk.

use std::collections::HashSet;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::CreateStreamErrorKind;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, HeaderMap};
use futures_util::TryStreamExt;

use crate::server::chain;

/// A worker that has not been heard of for this long loses its jobs to others.
const JOB_PATIENCE: Duration = Duration::from_secs(30);

/// How often a worker says that it is still at a job.
pub(crate) const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

/// A result that the coordinator has not written to the disk for this long is delivered again.
const RESULT_PATIENCE: Duration = Duration::from_secs(60);

/// The most messages with results on their way to the disk.
const MAX_RESULTS: i64 = 256;

/// The most workers that can wait for jobs.
const MAX_WAITING: i64 = 1 << 17;

/// How long a server may take to confirm a message.
const ACK_TIMEOUT: Duration = Duration::from_secs(5);

/// The number of copies of a queue in a cluster.
const REPLICAS: usize = 3;

/// The names of a run's stream and consumers.
const WORKERS: &str = "workers";
const COORDINATOR: &str = "coordinator";

/// The queue of a run.
#[derive(Clone)]
pub(crate) struct Queue {
    pub(crate) client: Client,
    pub(crate) context: Context,
    run: String,
}

/// What the server says of the queue.
pub(crate) struct Holdings {
    /// The number of jobs and results.
    pub(crate) messages: u64,
    /// Whether there are jobs that no worker will ever be given.
    pub(crate) is_stuck: bool,
}

impl Queue {
    pub(crate) fn new(client: Client, run: &str) -> Self {
        let context =
            jetstream::ContextBuilder::new().timeout(ACK_TIMEOUT).ack_timeout(ACK_TIMEOUT).build(client.clone());
        Self { client, context, run: run.to_owned() }
    }

    fn stream_name(&self) -> String {
        format!("starchess-{}", self.run)
    }

    pub(crate) fn job_subject(&self, number: u64) -> String {
        format!("starchess.run.{}.job.{number}", self.run)
    }

    pub(crate) fn result_subject(&self, number: u64) -> String {
        format!("starchess.run.{}.result.{number}", self.run)
    }

    fn all(&self, kind: &str) -> String {
        format!("starchess.run.{}.{kind}.*", self.run)
    }

    /// Creates whatever is missing of the queue.
    pub(crate) async fn ensure(&self) -> Result<(Stream, PullConsumer), String> {
        let in_cluster = self.client.server_info().cluster.is_some();
        let config = Config {
            name: self.stream_name(),
            subjects: vec![self.all("job"), self.all("result")],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            num_replicas: if in_cluster { REPLICAS } else { 1 },
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            description: Some("Games of a run of starchess, and their results".to_owned()),
            ..Config::default()
        };
        let stream = match self.context.create_stream(&config).await {
            Ok(stream) => stream,
            // It was made by a server that had other ideas of the rest of the configuration.
            Err(error) if matches!(error.kind(), CreateStreamErrorKind::JetStream(e) if e.error_code() == ErrorCode::STREAM_NAME_EXIST) => {
                self.context.get_stream(&config.name).await.map_err(|error| chain(&error))?
            }
            Err(error) => return Err(chain(&error)),
        };
        let jobs = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: JOB_PATIENCE,
            filter_subject: self.all("job"),
            max_ack_pending: -1,
            max_waiting: MAX_WAITING,
            ..pull::Config::default()
        };
        stream.create_consumer(jobs).await.map_err(|error| chain(&error))?;
        let results = pull::Config {
            durable_name: Some(COORDINATOR.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: RESULT_PATIENCE,
            filter_subject: self.all("result"),
            max_ack_pending: MAX_RESULTS,
            ..pull::Config::default()
        };
        let results = stream.create_consumer(results).await.map_err(|error| chain(&error))?;
        Ok((stream, results))
    }

    /// Lets all results that are not acknowledged be delivered again at once. A coordinator that was
    /// killed cannot acknowledge them any more.
    pub(crate) async fn forget_coordinator(&self) {
        // If there is none, there is nothing to forget.
        let _ = self.context.delete_consumer_from_stream(COORDINATOR, self.stream_name()).await;
    }

    /// What is in the queue.
    pub(crate) async fn holdings(&self, stream: &Stream) -> Result<Holdings, String> {
        let info = stream.get_info().await.map_err(|error| chain(&error))?;
        let jobs = stream.consumer_info(WORKERS).await.map_err(|error| chain(&error))?;
        let results = stream.consumer_info(COORDINATOR).await.map_err(|error| chain(&error))?;
        let known =
            jobs.num_pending + jobs.num_ack_pending as u64 + results.num_pending + results.num_ack_pending as u64;
        Ok(Holdings { messages: info.state.messages, is_stuck: info.state.messages > 0 && known == 0 })
    }

    /// The numbers of the jobs, and then of the results that are in the queue. A worker puts the result
    /// there before it removes the job, so what is in neither list and was not taken out by the
    /// coordinator is lost.
    pub(crate) async fn numbers(&self, stream: &Stream) -> Result<(HashSet<u64>, HashSet<u64>), String> {
        Ok((self.list(stream, "job").await?, self.list(stream, "result").await?))
    }

    async fn list(&self, stream: &Stream, kind: &str) -> Result<HashSet<u64>, String> {
        let mut numbers = HashSet::new();
        let mut subjects = stream.info_with_subjects(self.all(kind)).await.map_err(|error| chain(&error))?;
        while let Some((subject, _)) = subjects.try_next().await.map_err(|error| chain(&error))? {
            numbers.extend(number_of(&subject));
        }
        Ok(numbers)
    }

    /// Removes the consumer that gives out jobs; [`ensure`](Self::ensure) makes a new one, which knows
    /// all jobs.
    pub(crate) async fn unstick(&self) {
        let _ = self.context.delete_consumer_from_stream(WORKERS, self.stream_name()).await;
    }

    /// Removes the queue.
    pub(crate) async fn delete(&self) -> Result<(), String> {
        match self.context.delete_stream(self.stream_name()).await {
            Ok(_) => Ok(()),
            Err(error) => Err(chain(&error)),
        }
    }

    /// The consumer that gives out jobs; `None` if the run is over.
    pub(crate) async fn jobs(&self) -> Result<Option<PullConsumer>, String> {
        match self.context.get_consumer_from_stream(WORKERS, self.stream_name()).await {
            Ok(consumer) => Ok(Some(consumer)),
            Err(error) => match self.context.get_stream(self.stream_name()).await {
                Err(gone) if is_not_found(&gone) => Ok(None),
                _ => Err(chain(&error)),
            },
        }
    }
}

fn is_not_found(error: &jetstream::context::GetStreamError) -> bool {
    use jetstream::context::GetStreamErrorKind::JetStream;
    matches!(error.kind(), JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND)
}

/// The number at the end of a subject.
pub(crate) fn number_of(subject: &str) -> Option<u64> {
    subject.rsplit('.').next()?.parse().ok()
}

/// The header by which the server recognises a message that it has already.
pub(crate) fn message_id(id: String) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("Nats-Msg-Id", id);
    headers
}
