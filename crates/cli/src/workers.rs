//! Games on many machines: `starchess worker`, and the options of the commands that let workers play.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Result, ensure};
use clap::Args;
use indicatif::ProgressBar;
use workers::{Access, Roster, Server, Worker, is_program};

use crate::arena::{default_concurrency, read_concurrency};
use crate::figures::plural;
use crate::interrupt::Interrupt;
use crate::progress::ExtraLine;
use crate::terminal;

/// What the server of the queue asks for.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct AccessArgs {
    /// File with the token that the NATS server asks for
    #[arg(long, value_name = "FILE", help_heading = QUEUE_HEADING)]
    token: Option<PathBuf>,
    /// NATS credentials file
    #[arg(long, value_name = "FILE", conflicts_with = "token", help_heading = QUEUE_HEADING)]
    creds: Option<PathBuf>,
    /// File with the certificate of the authority that vouches for the NATS server (TLS)
    #[arg(long, value_name = "FILE", help_heading = QUEUE_HEADING)]
    ca: Option<PathBuf>,
    /// File with our own certificate, if the NATS server asks for one (TLS)
    #[arg(long, value_name = "FILE", requires = "key", help_heading = QUEUE_HEADING)]
    cert: Option<PathBuf>,
    /// File with the key of our own certificate
    #[arg(long, value_name = "FILE", requires = "cert", help_heading = QUEUE_HEADING)]
    key: Option<PathBuf>,
}

const QUEUE_HEADING: &str = "Options for many machines";

/// The options above and `--workers`, which all take a value.
const OPTIONS: [&str; 6] = ["--workers", "--token", "--creds", "--ca", "--cert", "--key"];

impl AccessArgs {
    fn server(&self, addresses: &str) -> Result<Server> {
        let Self { token, creds, ca, cert, key } = self.clone();
        let access = Access { token, credentials: creds, authority: ca, certificate: cert.zip(key) };
        let server = Server::new(addresses, access)?;
        if let Some(warning) = server.warning() {
            // Nobody would see the error.
            let _ = writeln!(std::io::stderr(), "{}", terminal::fit_stderr(&warning));
        }
        // A mistake is found before a folder is made.
        server.check()?;
        Ok(server)
    }
}

/// Who plays the games of a command: threads of this process, or workers on other machines.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct WorkforceArgs {
    /// Number of games at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = read_concurrency, conflicts_with = "workers")]
    concurrency: Option<NonZeroUsize>,
    /// Let the workers at this NATS server play the games: nats://HOST:PORT, or tls://HOST:PORT;
    /// several servers are separated by commas. Workers are started with starchess worker
    #[arg(long, value_name = "ADDRESS", help_heading = QUEUE_HEADING)]
    workers: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
}

/// Who plays the games.
#[derive(Clone, Debug)]
pub(crate) enum Workforce {
    /// So many threads of this process.
    Threads(NonZeroUsize),
    /// Workers that serve this queue.
    Workers(Server),
}

impl WorkforceArgs {
    pub(crate) fn workforce(&self) -> Result<Workforce> {
        match &self.workers {
            Some(addresses) => Ok(Workforce::Workers(self.access.server(addresses)?)),
            None => {
                let AccessArgs { token, creds, ca, cert, .. } = &self.access;
                let given = [("token", token), ("creds", creds), ("ca", ca), ("cert", cert)];
                let first = given.into_iter().find(|(_, path)| path.is_some());
                ensure!(first.is_none(), "--{} is for --workers", first.map_or("", |(name, _)| name));
                Ok(Workforce::Threads(self.concurrency.unwrap_or_else(default_concurrency)))
            }
        }
    }
}

impl Workforce {
    /// What to add to a command so that the same workers play, without secrets.
    pub(crate) fn option(&self) -> String {
        match self {
            Self::Threads(_) => String::new(),
            Self::Workers(server) => format!(" --workers {}", server.address()),
        }
    }
}

/// The words of a command line without those about workers: they make no difference to the games, and
/// may be secrets.
pub(crate) fn without_workers(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words;
    while let Some(word) = words.next() {
        let (name, has_value) = match word.split_once('=') {
            Some((name, _)) => (name, true),
            None => (word.as_str(), false),
        };
        if !OPTIONS.contains(&name) {
            kept.push(word);
        } else if !has_value {
            words.next();
        }
    }
    kept
}

/// Shows below a bar who works, and prints what is new.
pub(crate) struct WorkersBoard {
    bar: ProgressBar,
    line: ExtraLine,
    address: String,
    /// For how many seconds there has been nobody.
    alone: AtomicU32,
}

/// After so many seconds without a worker, it is said how to start one.
const PATIENCE: u32 = 3;

impl WorkersBoard {
    pub(crate) fn new(bar: &ProgressBar, line: &ExtraLine, address: String) -> Self {
        Self { bar: bar.clone(), line: line.clone(), address, alone: AtomicU32::new(0) }
    }

    pub(crate) fn show(&self, roster: &mut Roster) {
        for news in roster.take_news() {
            self.print(&news);
        }
        if roster.has_begun() {
            self.alone.store(0, Ordering::Relaxed);
        } else if self.alone.fetch_add(1, Ordering::Relaxed) == PATIENCE {
            self.print(&format!("No worker has come yet. To start one: starchess worker {}", self.address));
        }
        if roster.is_idle() {
            // How much time is left cannot be told while nobody plays.
            self.bar.reset_elapsed();
        }
        self.line.set(roster.status());
    }

    fn print(&self, line: &str) {
        // Nobody would see the error.
        self.bar.suspend(|| drop(writeln!(std::io::stderr(), "{}", terminal::fit_stderr(line))));
    }
}

/// How a worker works.
#[derive(Args, Debug)]
#[command(after_help = "A worker plays games for every run that is announced at the server, for coordinators
of the same build. Ctrl-C returns the games in progress to the queue. docs/many-machines.md leads
from one machine to three.

Examples:
  starchess worker nats://127.0.0.1:4222
  starchess worker tls://queue.example.org:4222 --creds worker.creds --concurrency 8
  starchess worker nats://127.0.0.1:4222 --allow mine='sci:python3 bot.py'

On another terminal:
  starchess arena published:3 published:2 --workers nats://127.0.0.1:4222")]
pub(crate) struct WorkerArgs {
    /// The NATS server: nats://HOST:PORT, or tls://HOST:PORT; several are separated by commas
    #[arg(value_name = "ADDRESS")]
    server: String,
    /// Number of games at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = read_concurrency)]
    concurrency: Option<NonZeroUsize>,
    /// A program that this worker may start for a player of this name. Without it, only our own players
    /// play here
    #[arg(long, value_name = "NAME=sci:PROGRAM")]
    allow: Vec<String>,
    #[command(flatten)]
    access: AccessArgs,
}

impl WorkerArgs {
    pub(crate) fn run(&self, interrupt: &Interrupt, output: &mut dyn Write) -> Result<()> {
        for text in &self.allow {
            ensure!(is_program(text), "--allow {text}: expected NAME=sci:PROGRAM, or uci or xboard for chess");
        }
        let server = self.access.server(&self.server)?;
        let concurrency = self.concurrency.unwrap_or_else(default_concurrency);
        let worker = Worker { name: own_name(), concurrency, allowed: self.allow.clone() };
        let played = interrupt.during(|stop| {
            worker.work(&server, stop, &|line| {
                // If nobody reads along, the games matter all the same.
                let _ = writeln!(std::io::stderr(), "{}", terminal::fit_stderr(&line));
            })
        })?;
        players::end_programs();
        writeln!(output, "{} played here.", plural(played as usize, "game"))?;
        Ok(())
    }
}

/// The name of this machine and process, and something by chance: names of machines may repeat.
fn own_name() -> String {
    #[cfg(unix)]
    let host = nix::unistd::gethostname().ok().and_then(|name| name.into_string().ok());
    #[cfg(not(unix))]
    let host = std::env::var("COMPUTERNAME").ok();
    let host = host.filter(|name| !name.is_empty()).unwrap_or_else(|| "worker".to_owned());
    format!("{host}-{}-{:04x}", std::process::id(), players::draw_seed() & 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_kept_without_addresses_and_secrets() {
        let words = "arena a b --workers nats://me:secret@h --seed 3 --token=t --creds c --games 5";
        let kept = without_workers(words.split(' ').map(str::to_owned));
        assert_eq!(kept.join(" "), "arena a b --seed 3 --games 5");
    }
}
