//! The engine protocol.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail")]

mod any_input;
mod conversation;
mod refusals;
mod talk;
mod thinking;
