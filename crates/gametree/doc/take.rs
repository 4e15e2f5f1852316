// Two players take one or two matches from a heap, and the one who takes the last match wins.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heap {
    pub matches: u8,
    pub to_move: usize,
}

#[derive(Clone, Copy)]
pub struct Take {
    pub matches: u8,
}

impl gametree::Game for Take {
    type State = Heap;
    type Move = u8;
    type Scores = [gametree::Score; 2];
    const MAX_MOVES: usize = 2;

    fn start(&self) -> Heap {
        Heap { matches: self.matches, to_move: 0 }
    }

    fn to_move(&self, heap: &Heap) -> usize {
        heap.to_move
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u8>) {
        moves.extend(1..=heap.matches.min(2));
    }

    fn play(&self, from: &Heap, taken: u8, to: &mut Heap) {
        *to = Heap { matches: from.matches - taken, to_move: 1 - from.to_move };
    }

    fn outcome(&self, heap: &Heap) -> Option<[gametree::Score; 2]> {
        (heap.matches == 0).then(|| gametree::for_mover(-gametree::WIN, heap.to_move))
    }
}

impl gametree::Hashed for Take {
    fn hash(&self, heap: &Heap) -> u64 {
        gametree::mix(u64::from(heap.matches) << 1 | heap.to_move as u64)
    }

    fn code(&self, taken: u8) -> u16 {
        taken.into()
    }
}
