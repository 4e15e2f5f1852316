//! One game from its start to its end.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use crate::plan::{Planned, mix};
use crate::player::{Clock, Entrant, Player, Thought};
use crate::result::{GameResult, SeatResult};
use crate::rules::{Record, Rules};
use players::Fault;
use players::excerpt;

/// A finished game and its file, if it has one.
pub(crate) struct Played {
    pub(crate) result: GameResult,
    pub(crate) file: Option<String>,
}

/// Plays a game. None if the stop flag was raised before it was over: then it counts as never begun.
///
/// Whoever crashes, hangs, takes too long or plays against the rules is out, and the reason is kept. It fails only if the
/// game cannot begin.
pub(crate) fn play<R: Rules>(
    rules: &R,
    entrants: &[&dyn Entrant<R>],
    planned: &Planned,
    clock: &Clock,
) -> Result<Option<Played>, String> {
    let mut game = rules.begin(planned.start)?;
    let mut seats: Vec<Seat<R>> = Vec::with_capacity(planned.seating.len());
    for (number, &entrant) in planned.seating.iter().enumerate() {
        let entrant = *entrants.get(entrant).ok_or_else(|| format!("there is no entrant {entrant}"))?;
        if clock.stop.is_raised() {
            return Ok(None);
        }
        let player = guarded(|| entrant.sit(number, mix(planned.seed, number as u64), clock));
        let mut seat =
            Seat { name: entrant.name(), player: None, fault: None, nodes: 0, evaluations: 0, micros: vec![] };
        match player {
            Ok(player) => seat.player = Some(player),
            Err(fault) => {
                seat.fault = Some(fault);
                rules.forfeit(&mut game, number);
            }
        }
        seats.push(seat);
    }
    let outcome = loop {
        if clock.stop.is_raised() {
            return Ok(None);
        }
        if let Some(outcome) = rules.outcome(&game) {
            break outcome;
        }
        let number = rules.to_move(&game);
        let seat = seats.get_mut(number).ok_or_else(|| format!("there is no seat {number}"))?;
        let thought = seat.think(&game, clock);
        // What was said after that does not count.
        if clock.stop.is_raised() {
            return Ok(None);
        }
        let played = thought.and_then(|turn| rules.play(&mut game, &turn).map_err(Fault::Illegal));
        if let Err(fault) = played {
            seat.fault = Some(fault);
            seat.player = None;
            rules.forfeit(&mut game, number);
        }
    };
    let names: Vec<&str> = seats.iter().map(|seat| seat.name).collect();
    let (moves, file) = match rules.record(&game, &names) {
        Record::Moves(moves) => (Some(moves), None),
        Record::File(file) => (None, Some(file)),
    };
    let seats = seats.into_iter().zip(outcome.places).map(|(seat, place)| seat.result(place)).collect();
    let Planned { id, encounter, block, start, .. } = *planned;
    let (start, turns) = (start.to_owned(), rules.turns(&game));
    let result =
        GameResult { id, encounter, block, start, ending: outcome.ending, how: outcome.how, turns, seats, moves };
    Ok(Some(Played { result, file }))
}

/// A seat, who sits there, and what was seen of it.
struct Seat<'a, R: Rules> {
    name: &'a str,
    /// None once it is out.
    player: Option<Box<dyn Player<R> + 'a>>,
    fault: Option<Fault>,
    nodes: u64,
    evaluations: u64,
    micros: Vec<u64>,
}

impl<R: Rules> Seat<'_, R> {
    /// Asks for a turn, and looks at the clock.
    fn think(&mut self, game: &R::Game, clock: &Clock) -> Result<R::Turn, Fault> {
        let Some(player) = &mut self.player else {
            return Err(Fault::Crashed("nobody sits there".to_owned()));
        };
        let begin = Instant::now();
        let thought = guarded(|| player.turn(game, clock));
        let time = begin.elapsed();
        self.micros.push(time.as_micros() as u64);
        let Thought { turn, nodes, evaluations } = thought?;
        self.nodes = self.nodes.saturating_add(nodes);
        self.evaluations = self.evaluations.saturating_add(evaluations);
        if time > clock.limit() { Err(clock.fault()) } else { Ok(turn) }
    }

    fn result(self, place: f64) -> SeatResult {
        let Self { name, fault, nodes, evaluations, micros, .. } = self;
        let fault = fault.map(|fault| fault.to_string());
        SeatResult { player: name.to_owned(), place, fault, nodes, evaluations, micros }
    }
}

/// A player of our own that panics loses like any other that crashes.
fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Fault::Crashed(format!("panicked: {}", excerpt(message(&*panic))))))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}
