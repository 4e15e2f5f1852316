//! Limits on how often something may be done.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most clients that are remembered.
const MAX_CLIENTS: usize = 10_000;

/// So much at once, and so much more per second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: f64,
    pub(crate) per_second: f64,
}

/// What one client may still do.
#[derive(Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    tokens: f64,
    since: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, tokens: rate.burst, since: Instant::now() }
    }

    /// Lets something through that costs so much, or not.
    pub(crate) fn take(&mut self, cost: f64) -> bool {
        self.take_at(Instant::now(), cost)
    }

    fn take_at(&mut self, now: Instant, cost: f64) -> bool {
        self.refill(now);
        let is_let_through = self.tokens >= cost;
        if is_let_through {
            self.tokens -= cost;
        }
        is_let_through
    }

    fn refill(&mut self, now: Instant) {
        let earned = now.saturating_duration_since(self.since).as_secs_f64() * self.rate.per_second;
        (self.tokens, self.since) = ((self.tokens + earned).min(self.rate.burst), now);
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.tokens >= self.rate.burst
    }
}

/// What each client may still do, by its address.
#[derive(Debug)]
pub(crate) struct Clients {
    rate: Rate,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Clients {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// Lets something of a client through that costs so much, or not.
    pub(crate) fn take(&self, client: IpAddr, cost: f64) -> bool {
        self.take_at(Instant::now(), client, cost)
    }

    fn take_at(&self, now: Instant, client: IpAddr, cost: f64) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_CLIENTS && !buckets.contains_key(&client) {
            // Whoever has a full bucket is as good as new.
            buckets.retain(|_, bucket| !bucket.is_full(now));
            if buckets.len() >= MAX_CLIENTS {
                return false;
            }
        }
        buckets.entry(client).or_insert_with(|| Bucket::new(self.rate)).take_at(now, cost)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_refills() {
        let mut bucket = Bucket::new(Rate { burst: 3.0, per_second: 2.0 });
        let begun = bucket.since;
        let mut take = |millis: u64, cost: f64| bucket.take_at(begun + Duration::from_millis(millis), cost);
        assert!(take(0, 1.0) && take(0, 2.0) && !take(0, 1.0));
        assert!(take(500, 1.0) && !take(500, 1.0));
        assert!(take(60_000, 3.0) && !take(60_000, 1.0));
    }

    #[test]
    fn clients_do_not_share_a_bucket_and_are_forgotten() {
        let clients = Clients::new(Rate { burst: 1.0, per_second: 1.0 });
        let begun = Instant::now();
        let take = |seconds: u64, client: usize| {
            let address = IpAddr::from(Ipv4Addr::from(client as u32));
            clients.take_at(begun + Duration::from_secs(seconds), address, 1.0)
        };
        for client in 0..MAX_CLIENTS {
            assert!(take(0, client));
        }
        assert!(!take(0, 0));
        assert!(!take(0, MAX_CLIENTS), "there is no room");
        assert!(take(2, MAX_CLIENTS));
    }
}
