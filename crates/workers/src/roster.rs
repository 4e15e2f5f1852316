//! The workers of a run, as the coordinator knows them from their reports.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::protocol::Report;

/// A worker that has not reported for this long is gone.
const GONE: Duration = Duration::from_secs(10);

/// A worker that was gone for this long is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(600);

/// The most workers that are kept, and the longest name of one: they come from the network.
const MAX_WORKERS: usize = 100_000;
const MAX_NAME: usize = 300;

/// The most news at a time.
const MAX_NEWS: usize = 30;

/// A worker is slow if its games take this many times as long as usual, once it has played a few.
const SLOW: f64 = 2.0;
pub(crate) const FEW: u64 = 3;

/// How far back games per second look.
const RECENT: Duration = Duration::from_secs(10);

/// The workers of a run.
#[derive(Debug, Default)]
pub struct Roster {
    workers: BTreeMap<String, Entry>,
    /// How many games had counted, at different times.
    counts: Vec<(Instant, u64)>,
    counted: u64,
    /// What there is to tell that was not told yet.
    news: Vec<String>,
    /// The number of news beyond the most that are told.
    more_news: u64,
    has_begun: bool,
    /// Whether there is no connection to the server.
    is_cut_off: bool,
}

#[derive(Debug)]
struct Entry {
    report: Report,
    heard: Instant,
    is_gone: bool,
}

impl Roster {
    /// Takes in a report.
    pub(crate) fn note(&mut self, report: Report, now: Instant) {
        if report.worker.len() > MAX_NAME {
            return;
        }
        self.has_begun = true;
        let name = players::excerpt(&report.worker);
        let refusal = report.refusal.as_deref().map(players::excerpt);
        let trouble = report.trouble.as_deref().map(players::excerpt);
        let known = self.workers.get(&report.worker);
        let has_new_trouble = trouble.is_some() && known.is_none_or(|entry| entry.report.trouble.is_none());
        let (is_known, was_gone) = (known.is_some(), known.is_some_and(|entry| entry.is_gone));
        if let Some(reason) = &refusal
            && known.is_none_or(|entry| entry.report.refusal.as_ref() != Some(reason))
        {
            self.tell(format!("{name} does not play: {reason}"));
        }
        if let Some(reason) = trouble.as_ref().filter(|_| has_new_trouble) {
            self.tell(format!("{name} cannot hand in its games yet: {reason}"));
        }
        if was_gone {
            self.tell(format!("{name} is back"));
        }
        if report.is_leaving {
            if self.workers.remove(&report.worker).is_some() {
                self.tell(format!("{name} has left"));
            }
        } else if is_known || self.workers.len() < MAX_WORKERS {
            let report = Report { refusal, trouble, ..report };
            self.workers.insert(report.worker.clone(), Entry { report, heard: now, is_gone: false });
        }
    }

    /// Takes in that so many more games count.
    pub(crate) fn count(&mut self, games: u64, now: Instant) {
        self.counted += games;
        self.counts.push((now, self.counted));
    }

    /// Takes in whether there is a connection to the server.
    pub(crate) fn note_connection(&mut self, is_connected: bool) {
        if self.is_cut_off == is_connected {
            self.is_cut_off = !is_connected;
            self.tell(connection_news(is_connected).to_owned());
        }
    }

    /// Finds out who is gone.
    pub(crate) fn look(&mut self, now: Instant) {
        if self.is_cut_off {
            // Nobody can be heard, so it is not their fault.
            self.workers.values_mut().for_each(|entry| entry.heard = now);
        }
        let mut gone = Vec::new();
        for (name, entry) in &mut self.workers {
            if !entry.is_gone && now.duration_since(entry.heard) > GONE {
                entry.is_gone = true;
                if entry.report.refusal.is_none() {
                    gone.push(format!("{} is gone; others will play its games", players::excerpt(name)));
                }
            }
        }
        gone.into_iter().for_each(|news| self.tell(news));
        self.workers.retain(|_, entry| now.duration_since(entry.heard) < FORGOTTEN);
        // One older entry stays, to count from.
        let old = self.counts.partition_point(|(time, _)| now.duration_since(*time) > RECENT);
        self.counts.drain(..old.saturating_sub(1));
    }

    /// Whether anyone has ever come.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Takes the news since the last time.
    pub fn take_news(&mut self) -> Vec<String> {
        let mut news = std::mem::take(&mut self.news);
        match std::mem::take(&mut self.more_news) {
            0 => {}
            more => news.push(format!("… and {more} more of this kind")),
        }
        news
    }

    pub(crate) fn tell(&mut self, news: String) {
        if self.news.len() < MAX_NEWS {
            self.news.push(news);
        } else {
            self.more_news += 1;
        }
    }

    fn playing(&self) -> impl Iterator<Item = &Report> {
        self.workers
            .values()
            .filter(|entry| !entry.is_gone && entry.report.refusal.is_none())
            .map(|entry| &entry.report)
    }

    /// Whether nobody plays, as far as can be told.
    pub fn is_idle(&self) -> bool {
        self.is_cut_off || self.workers() == 0
    }

    /// The number of workers that play.
    pub(crate) fn workers(&self) -> usize {
        self.playing().count()
    }

    /// The number of jobs that all workers would take together.
    pub(crate) fn capacity(&self) -> usize {
        self.playing().fold(0, |sum, report| sum.saturating_add(report.capacity))
    }

    /// The number of games that all workers play at once.
    pub(crate) fn games_at_once(&self) -> usize {
        self.playing().fold(0, |sum, report| sum.saturating_add(report.concurrency))
    }

    /// Games per second, recently.
    fn rate(&self) -> f64 {
        match (self.counts.first(), self.counts.last()) {
            (Some((begin, before)), Some((end, after))) if end > begin => {
                (after - before) as f64 / end.duration_since(*begin).as_secs_f64()
            }
            _ => 0.0,
        }
    }

    fn experienced(&self) -> impl Iterator<Item = &Report> {
        self.playing().filter(|report| report.played >= FEW)
    }

    /// How long a game usually takes, in milliseconds: the median of the workers.
    pub(crate) fn usual_ms(&self) -> Option<f64> {
        let mut times: Vec<f64> = self.experienced().map(|report| report.mean_ms).collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied()
    }

    /// The workers whose games take much longer than those of most.
    fn slow(&self) -> Vec<&str> {
        let Some(usual) = self.usual_ms() else { return Vec::new() };
        let slow = self.experienced().filter(|report| report.mean_ms > SLOW * usual);
        slow.map(|report| report.worker.as_str()).collect()
    }

    /// Who works and how fast, in a line.
    pub fn status(&self) -> String {
        let workers = self.workers();
        let games = self.games_at_once();
        if self.is_cut_off {
            return "no connection to the server".to_owned();
        }
        let mut text = match workers {
            0 if self.has_begun => "no workers at the moment".to_owned(),
            0 => "no workers yet".to_owned(),
            1 => format!("1 worker, {games} at once, {:.1} games/s", self.rate()),
            _ => format!("{workers} workers, {games} at once, {:.1} games/s", self.rate()),
        };
        let gone: Vec<&str> = self
            .workers
            .iter()
            .filter(|(_, entry)| entry.is_gone && entry.report.refusal.is_none())
            .map(|(name, _)| name.as_str())
            .collect();
        let refusing = self.workers.values().filter(|entry| !entry.is_gone && entry.report.refusal.is_some()).count();
        for (names, what) in [(self.slow(), "slow"), (gone, "gone")] {
            if let Some(first) = names.first() {
                let others = if names.len() > 1 { format!(" and {} more", names.len() - 1) } else { String::new() };
                text += &format!("; {what}: {}{others}", players::excerpt(first));
            }
        }
        if refusing > 0 {
            text += &format!("; {refusing} do not play");
        }
        text
    }
}

/// What the user should know when the connection to the server is lost, or is back.
pub(crate) const fn connection_news(is_connected: bool) -> &'static str {
    if is_connected { "The server is back." } else { "The connection to the server is lost. It will be tried again." }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(worker: &str, mean_ms: f64) -> Report {
        let worker = worker.to_owned();
        let (refusal, trouble) = (None, None);
        Report { worker, concurrency: 2, capacity: 4, played: 9, mean_ms, refusal, trouble, is_leaving: false }
    }

    #[test]
    fn the_status_names_who_is_slow_and_who_is_gone() {
        let (mut roster, begin) = (Roster::default(), Instant::now());
        assert_eq!(roster.status(), "no workers yet");
        assert!(roster.is_idle());
        for (name, mean) in [("a", 10.0), ("b", 11.0), ("c", 9.0), ("d", 40.0)] {
            roster.note(report(name, mean), begin);
        }
        roster.count(10, begin);
        roster.count(20, begin + Duration::from_secs(2));
        assert_eq!(roster.status(), "4 workers, 8 at once, 10.0 games/s; slow: d");
        assert!(!roster.is_idle());
        assert_eq!(roster.capacity(), 16);
        let later = begin + Duration::from_secs(11);
        for name in ["a", "b", "d"] {
            roster.note(report(name, 10.0), later);
        }
        roster.look(later);
        assert_eq!(roster.take_news(), ["c is gone; others will play its games"]);
        assert!(roster.status().ends_with("; gone: c"), "{}", roster.status());
        roster.note(report("c", 10.0), later);
        roster.note(Report { is_leaving: true, ..report("a", 10.0) }, later);
        assert_eq!(roster.take_news(), ["c is back", "a has left"]);
        let refusing = Report { refusal: Some("it is another build".to_owned()), ..report("e", 0.0) };
        roster.note(refusing.clone(), later);
        roster.note(refusing, later);
        assert_eq!(roster.take_news(), ["e does not play: it is another build"]);
        let troubled = Report { trouble: Some("timed out".to_owned()), ..report("b", 10.0) };
        roster.note(troubled.clone(), later);
        roster.note(troubled, later);
        assert_eq!(roster.take_news(), ["b cannot hand in its games yet: timed out"]);
        assert!(roster.status().starts_with("3 workers, 6 at once"), "{}", roster.status());
    }

    #[test]
    fn nobody_is_gone_while_the_server_is() {
        let (mut roster, begin) = (Roster::default(), Instant::now());
        roster.note_connection(true);
        roster.note(report("a", 10.0), begin);
        assert!(roster.take_news().is_empty());
        roster.note_connection(false);
        roster.note_connection(false);
        roster.look(begin + 3 * GONE);
        assert_eq!(roster.take_news(), [connection_news(false)]);
        assert_eq!(roster.status(), "no connection to the server");
        assert!(roster.is_idle());
        roster.note_connection(true);
        roster.look(begin + 3 * GONE);
        assert_eq!(roster.take_news(), [connection_news(true)]);
        assert!(roster.status().starts_with("1 worker, "), "{}", roster.status());
    }

    #[test]
    fn a_flood_of_reports_does_not_fill_the_screen() {
        let (mut roster, now) = (Roster::default(), Instant::now());
        roster.note(report(&"x".repeat(MAX_NAME + 1), 1.0), now);
        roster.note(Report { is_leaving: true, ..report("nobody", 1.0) }, now);
        assert!(roster.take_news().is_empty());
        for number in 0..1000 {
            let refusal = Some("\u{1b}[2J".repeat(1000));
            roster.note(Report { refusal, ..report(&number.to_string(), 1.0) }, now);
        }
        let news = roster.take_news();
        assert_eq!(news.len(), MAX_NEWS + 1);
        assert_eq!(news[MAX_NEWS], "… and 970 more of this kind");
        assert!(news.iter().all(|line| line.chars().count() < 2_000 && !line.contains('\u{1b}')));
    }
}
