//! Games on many machines, with a real NATS server. `./check` installs one and runs these tests; by
//! hand: `NATS_SERVER=$(scripts/cluster install) cargo test --test many_machines -- --ignored`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail")]

mod access;
mod hostile;
mod promises;
mod stage;
