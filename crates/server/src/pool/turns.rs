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
    /// Whether it plays: those who only watch wait for those who play.
    pub(crate) is_player: bool,
}

type Line<T> = VecDeque<(PageId, VecDeque<T>)>;

type Lines<T> = VecDeque<(IpAddr, Line<T>)>;

/// What waits, of those who play and of those who watch: each machine has its turn after the others, and
/// each of its pages after its others.
pub(super) struct Turns<T>([Lines<T>; 2]);

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Self([VecDeque::new(), VecDeque::new()])
    }
}

impl<T> Turns<T> {
    /// How many tasks wait for a machine.
    pub(super) fn of(&self, address: IpAddr) -> usize {
        let lines = self.0.iter().flatten().filter(|(other, _)| *other == address);
        lines.flat_map(|(_, line)| line).map(|(_, own)| own.len()).sum()
    }

    pub(super) fn push(&mut self, Asker { address, page, is_player }: Asker, task: T) {
        place(place(&mut self.0[usize::from(!is_player)], address), page).push_back(task);
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        self.0.iter_mut().find_map(next)
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(VecDeque::clear);
    }
}

/// The task whose turn it is.
fn next<T>(lines: &mut Lines<T>) -> Option<T> {
    let (address, mut line) = lines.pop_front()?;
    let (page, mut own) = line.pop_front()?;
    let task = own.pop_front();
    if !own.is_empty() {
        line.push_back((page, own));
    }
    if !line.is_empty() {
        lines.push_back((address, line));
    }
    task
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
        let asker = |machine: u8, page| Asker { address: [10, 0, 0, machine].into(), page, is_player: true };
        turns.push(Asker { is_player: false, ..asker(4, 5) }, "e1");
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
        assert_eq!(rest, ["b1", "c2", "d1", "a2", "a3", "e1"]);
        assert_eq!(turns.of([10, 0, 0, 1].into()), 0);
    }
}
