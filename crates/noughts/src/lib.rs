//! Noughts and crosses.
