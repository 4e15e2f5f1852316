//! Tasks that wait, in turns: whoever asks for much delays mostly itself.

use std::collections::VecDeque;
use std::net::IpAddr;

use crate::table::PageId;

/// Who asks for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asker {
    /// Its machine.
    pub(crate) address: IpAddr,
    /// Its page there.
    pub(crate) page: PageId,
}

type Line<T> = VecDeque<(PageId, VecDeque<T>)>;

/// What waits: each machine has its turn after the others, and each of its pages after its others.
pub(super) struct Turns<T>(VecDeque<(IpAddr, Line<T>)>);

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Turns<T> {
    /// How many tasks wait for a machine.
    pub(super) fn of(&self, address: IpAddr) -> usize {
        self.0.iter().filter(|(other, _)| *other == address).flat_map(|(_, line)| line).map(|(_, own)| own.len()).sum()
    }

    pub(super) fn push(&mut self, Asker { address, page }: Asker, task: T) {
        place(place(&mut self.0, address), page).push_back(task);
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let (address, mut line) = self.0.pop_front()?;
        let (page, mut own) = line.pop_front()?;
        let task = own.pop_front();
        if !own.is_empty() {
            line.push_back((page, own));
        }
        if !line.is_empty() {
            self.0.push_back((address, line));
        }
        task
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The place in a line, which is the last for whoever had none.
fn place<K: Copy + PartialEq, T: Default>(line: &mut VecDeque<(K, T)>, key: K) -> &mut T {
    let at = line.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
        line.push_back((key, T::default()));
        line.len() - 1
    });
    &mut line[at].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_and_their_pages_take_turns() {
        let mut turns = Turns::default();
        let asker = |machine: u8, page| Asker { address: [10, 0, 0, machine].into(), page };
        for task in ["a1", "a2", "a3"] {
            turns.push(asker(1, 1), task);
        }
        turns.push(asker(1, 2), "b1");
        turns.push(asker(2, 3), "c1");
        turns.push(asker(2, 3), "c2");
        assert_eq!(turns.of([10, 0, 0, 1].into()), 4);
        assert_eq!((turns.pop(), turns.pop()), (Some("a1"), Some("c1")));
        // Whoever comes later waits for one task of each machine, however many they have.
        turns.push(asker(3, 4), "d1");
        let rest: Vec<&str> = std::iter::from_fn(|| turns.pop()).collect();
        assert_eq!(rest, ["b1", "c2", "d1", "a2", "a3"]);
        assert_eq!(turns.of([10, 0, 0, 1].into()), 0);
    }
}
