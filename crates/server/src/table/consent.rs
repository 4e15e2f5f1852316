//! Orders that others have to agree to, such as taking back a turn.

use serde_json::Value;

use super::{Answered, PageId, Table};
use crate::live::{LiveGame, Refusal};

/// An order that others have to agree to.
pub(super) struct Proposed<G: LiveGame> {
    pub(super) order: G::Order,
    pub(super) by: Vec<usize>,
    pub(super) is_by_host: bool,
    pub(super) waits_for: Vec<usize>,
}

impl<G: LiveGame> Table<G> {
    /// The seats that a page decides for. The host may play all of them, but does not decide for those that
    /// others play who are here with the seat's own key.
    pub(super) fn voice(&self, page: PageId) -> Vec<usize> {
        let access = self.access(page);
        (0..G::SEATS).filter(|&seat| access.may_play(seat) && !(access.is_host && self.has_guest(seat))).collect()
    }

    /// Whether someone is here with the seat's own key.
    pub(super) fn has_guest(&self, seat: usize) -> bool {
        self.pages.values().any(|page| !page.access.is_host && page.access.may_play(seat))
    }

    /// Whether someone is here who may play one of these seats.
    pub(super) fn is_here(&self, seats: &[usize]) -> bool {
        self.pages.values().any(|page| seats.iter().any(|&seat| page.access.may_play(seat)))
    }

    /// Agrees to the order that is proposed, or not. If all have agreed, it is played.
    pub(super) async fn consent(&mut self, page: PageId, is_agreed: bool, answered: Answered) -> Result<(), ()> {
        let voice = self.voice(page);
        let Some(proposed) = &mut self.proposed else {
            let _ = answered.send(Err(Refusal("nothing is proposed".to_owned())));
            return Ok(());
        };
        let has_voice = |seats: &[usize]| seats.iter().any(|seat| voice.contains(seat));
        if !has_voice(&proposed.waits_for) && (is_agreed || !has_voice(&proposed.by)) {
            let _ = answered.send(Err(Refusal("this is for another player to decide".to_owned())));
            return Ok(());
        }
        if is_agreed {
            proposed.waits_for.retain(|seat| !voice.contains(seat));
        }
        let is_open = is_agreed && !proposed.waits_for.is_empty();
        match if is_open { None } else { self.proposed.take() } {
            Some(proposed) if is_agreed => self.finish(proposed.order, answered).await,
            _ => {
                let _ = answered.send(Ok(Value::Null));
                Ok(())
            }
        }
    }
}
