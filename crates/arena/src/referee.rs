//! One game from its start to its end.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use gametree::Limits;
use players::{ComputerPlayer, Decision, Fault, Playable, PlayerSpec, excerpt};
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, SeatClock};
use crate::game::{Rules, SavedGame};
use crate::plan::{PlannedGame, mix};
use crate::result::{GameResult, SeatResult};

/// A finished game and its file, if it has one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its result.
    pub result: GameResult,
    /// The text of its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Plays a game. Returns `None` if the stop flag was raised before its end: then it counts as never
/// begun.
///
/// A player that crashes, hangs, takes too long or plays against the rules forfeits the game, and
/// the reason is kept. This fails only if the game cannot begin.
pub(crate) fn play<R: Rules>(
    rules: &R,
    players: &[PlayerSpec<R::Game>],
    entrants: &[String],
    planned: &PlannedGame,
    clock: &Clock,
) -> Result<Option<Played>, String> {
    let mut game = rules.begin(planned.start)?;
    let limits = clock.limits();
    let mut seats: Vec<Seat<R::Game>> = Vec::with_capacity(planned.seating.len());
    // Empty if the games have no clocks.
    let mut clocks: Vec<SeatClock> =
        planned.seating.iter().filter_map(|&player| clock.controls.get(player)).copied().map(SeatClock::new).collect();
    for (number, &player) in planned.seating.iter().enumerate() {
        let (spec, name) =
            players.get(player).zip(entrants.get(player)).ok_or_else(|| format!("there is no player {player}"))?;
        if clock.stop.is_raised() {
            return Ok(None);
        }
        let player = catch(|| spec.build(&clock.setup(number, mix(planned.seed, number as u64))));
        let mut seat = Seat { name, player: None, fault: None, nodes: 0, evaluations: 0, micros: vec![] };
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
        rules.show_clocks(&mut game, &clocks);
        let own = clocks.get_mut(number);
        let (decision, time) = seat.think(rules.position(&game), &limits);
        // A turn that was cancelled does not count.
        if clock.stop.is_raised() {
            return Ok(None);
        }
        let (deadline, late) = clock.deadline(own.as_ref().map(|own| own.left));
        let decision = if time > deadline { decision.and(Err(late)) } else { decision };
        let played = decision.and_then(|decision| {
            rules.play(&mut game, &decision.turn).map_err(Fault::Illegal)?;
            if let Some(own) = own {
                own.press(time);
            }
            rules.note(&mut game, &decision);
            Ok(())
        });
        if let Err(fault) = played {
            seat.fault = Some(fault);
            seat.player = None;
            rules.forfeit(&mut game, number);
        }
    };
    let names: Vec<&str> = seats.iter().map(|seat| seat.name).collect();
    let (moves, file) = match rules.record(&game, &names) {
        SavedGame::Moves(moves) => (Some(moves), None),
        SavedGame::File(file) => (None, Some(file)),
    };
    let seats = seats.into_iter().zip(outcome.places).map(|(seat, place)| seat.result(place)).collect();
    let PlannedGame { id, encounter, block, start, .. } = *planned;
    let (start, turns) = (start.to_owned(), rules.turns(&game));
    let result =
        GameResult { id, encounter, block, start, ending: outcome.ending, how: outcome.how, turns, seats, moves };
    Ok(Some(Played { result, file }))
}

/// A seat with its player, and what was measured of it.
struct Seat<'a, G: Playable> {
    name: &'a str,
    /// `None` once the player has forfeited.
    player: Option<Box<dyn ComputerPlayer<G>>>,
    fault: Option<Fault>,
    nodes: u64,
    evaluations: u64,
    micros: Vec<u64>,
}

impl<G: Playable> Seat<'_, G> {
    /// Asks the player for a turn, and measures the time.
    fn think(&mut self, position: &G::Position, limits: &Limits) -> (Result<Decision<G>, Fault>, Duration) {
        let Some(player) = &mut self.player else {
            return (Err(Fault::Crashed("it has forfeited already".to_owned())), Duration::ZERO);
        };
        let begin = Instant::now();
        let decision = catch(|| player.think(position, limits, &mut |_| ()));
        let time = begin.elapsed();
        self.micros.push(time.as_micros() as u64);
        if let Ok(Decision { nodes, evaluations, .. }) = decision {
            self.nodes = self.nodes.saturating_add(nodes);
            self.evaluations = self.evaluations.saturating_add(evaluations);
        }
        (decision, time)
    }

    fn result(self, place: f64) -> SeatResult {
        let Self { name, fault, nodes, evaluations, micros, .. } = self;
        let fault = fault.map(|fault| fault.to_string());
        SeatResult { player: name.to_owned(), place, fault, nodes, evaluations, micros }
    }
}

/// Turns a panic of one of our own players into a fault.
fn catch<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Fault::Crashed(format!("panicked: {}", excerpt(message(&*panic))))))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}
