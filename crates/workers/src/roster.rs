//! The workers of a run, as the coordinator knows them from their reports.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::protocol::Report;

/// A worker that has not reported for this long is gone.
const GONE: Duration = Duration::from_secs(10);

/// A worker that was gone for this long is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(600);

/// The most workers that are kept: names come from the network.
const MAX_WORKERS: usize = 100_000;

/// A worker is slow if its games take this many times as long as usual, once it has played a few.
const SLOW: f64 = 2.0;
const FEW: u64 = 3;

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
    has_begun: bool,
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
        self.has_begun = true;
        let name = players::excerpt(&report.worker);
        let known = self.workers.get(&report.worker);
        let refused = known.and_then(|entry| entry.report.refusal.clone());
        if let Some(reason) = &report.refusal
            && refused.as_ref() != Some(reason)
        {
            self.news.push(format!("{name} does not play: {}", players::excerpt(reason)));
        }
        if known.is_some_and(|entry| entry.is_gone) {
            self.news.push(format!("{name} is back"));
        }
        if report.is_leaving {
            self.workers.remove(&report.worker);
            self.news.push(format!("{name} has left"));
        } else if known.is_some() || self.workers.len() < MAX_WORKERS {
            self.workers.insert(report.worker.clone(), Entry { report, heard: now, is_gone: false });
        }
    }

    /// Takes in that so many more games count.
    pub(crate) fn count(&mut self, games: u64, now: Instant) {
        self.counted += games;
        self.counts.push((now, self.counted));
    }

    /// Finds out who is gone.
    pub(crate) fn look(&mut self, now: Instant) {
        for (name, entry) in &mut self.workers {
            if !entry.is_gone && now.duration_since(entry.heard) > GONE {
                entry.is_gone = true;
                self.news.push(format!("{} is gone; others will play its games", players::excerpt(name)));
            }
        }
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
        std::mem::take(&mut self.news)
    }

    pub(crate) fn tell(&mut self, news: String) {
        self.news.push(news);
    }

    fn playing(&self) -> impl Iterator<Item = &Report> {
        self.workers
            .values()
            .filter(|entry| !entry.is_gone && entry.report.refusal.is_none())
            .map(|entry| &entry.report)
    }

    /// The number of jobs that all workers would take together.
    pub(crate) fn capacity(&self) -> usize {
        self.playing().fold(0, |sum, report| sum.saturating_add(report.capacity))
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
    pub fn usual_ms(&self) -> Option<f64> {
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
        let workers = self.playing().count();
        let games: usize = self.playing().fold(0, |sum, report| sum.saturating_add(report.concurrency));
        let mut text = match workers {
            0 => "no workers yet".to_owned(),
            1 => format!("1 worker, {games} at once, {:.1} games/s", self.rate()),
            _ => format!("{workers} workers, {games} at once, {:.1} games/s", self.rate()),
        };
        let gone: Vec<&str> =
            self.workers.iter().filter(|(_, entry)| entry.is_gone).map(|(name, _)| name.as_str()).collect();
        let refusing = self.workers.values().filter(|entry| entry.report.refusal.is_some()).count();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn report(worker: &str, mean_ms: f64) -> Report {
        let worker = worker.to_owned();
        Report { worker, concurrency: 2, capacity: 4, played: 9, mean_ms, refusal: None, is_leaving: false }
    }

    #[test]
    fn the_status_names_who_is_slow_and_who_is_gone() {
        let (mut roster, begin) = (Roster::default(), Instant::now());
        assert_eq!(roster.status(), "no workers yet");
        for (name, mean) in [("a", 10.0), ("b", 11.0), ("c", 9.0), ("d", 40.0)] {
            roster.note(report(name, mean), begin);
        }
        roster.count(10, begin);
        roster.count(20, begin + Duration::from_secs(2));
        assert_eq!(roster.status(), "4 workers, 8 at once, 10.0 games/s; slow: d");
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
        assert!(roster.status().starts_with("3 workers, 6 at once"), "{}", roster.status());
    }
}
