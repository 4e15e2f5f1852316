//! MTD(f): null windows only.

use std::sync::Arc;

use crate::game::{Evaluate, Hashed, Score};
use crate::iterative::{Memory, deepen, search};
use crate::limits::Limits;
use crate::meter::Deepening;
use crate::quiescence::{HorizonOf, NoQuiescence, Quiescence};
use crate::report::ReportOf;
use crate::search::{Search, Tree, WORST};
use crate::table::Table;

/// MTD(f) by Plaat and others: iterative deepening in which every search has a null window and only
/// shows on which side of it the value lies. Beginning with the value of the iteration before, the
/// window moves until the value is enclosed. All searches share a transposition table, without which
/// they would repeat each other's work.
///
/// It finds the value of [`Iterative`](crate::Iterative). The line after the best move is read from
/// the table and may end early.
#[derive(Debug)]
pub struct MtdF<E, H = NoQuiescence> {
    evaluator: E,
    table: Arc<Table>,
    horizon: H,
}

impl<E> MtdF<E> {
    /// MTD(f) with a static evaluator and a table.
    pub fn new(evaluator: E, table: impl Into<Arc<Table>>) -> Self {
        Self { evaluator, table: table.into(), horizon: NoQuiescence }
    }

    /// Adds a quiescence search of at most `max_plies` plies at the horizon.
    pub fn with_quiescence(self, max_plies: u32) -> MtdF<E, Quiescence> {
        MtdF { evaluator: self.evaluator, table: self.table, horizon: Quiescence::new(max_plies) }
    }
}

impl<E, H> MtdF<E, H> {
    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The transposition table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }
}

impl<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>> Search<G> for MtdF<E, H> {
    fn watch(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        each: &mut dyn FnMut(&ReportOf<G>),
    ) -> ReportOf<G> {
        self.table.next_search();
        let deepening = Deepening::always(1..=limits.plies());
        deepen(game, &self.evaluator, self.horizon, &self.table, state, limits, deepening, each, enclose)
    }
}

/// The value of the root, enclosed from both sides, beginning at `previous`.
fn enclose<G: Hashed<Scores = [Score; 2]>, E: Evaluate<G>, H: HorizonOf<G>>(
    tree: &mut Tree<G, E, H>,
    memory: &mut Memory<G::Move>,
    slots: &mut [G::State],
    depth: u32,
    previous: Option<Score>,
) -> Option<Score> {
    let (mut low, mut high) = (WORST, -WORST);
    let mut value = previous.unwrap_or(0);
    let mut best = None;
    let mut all = Vec::with_capacity(G::MAX_MOVES);
    loop {
        let beta = if value == low { value + 1 } else { value };
        tree.begin_root();
        value = search::<true, _, _, _>(tree, memory, slots, 0, depth, beta - 1, beta)?;
        if value >= beta {
            low = value;
            best = tree.root_moves().last().copied();
        } else {
            high = value;
            all.clear();
            all.extend_from_slice(tree.root_moves());
        }
        if low >= high {
            break;
        }
        tree.meter.enter()?;
    }
    // A window above the value showed that all moves are no better, one below it which move is best.
    if let Some(best) = best {
        tree.set_root_moves(&all, best.mv, value);
        tree.set_line_from_table(memory.table, slots, best.mv, depth);
    }
    Some(value)
}
