//! The games of an arena run: what goes into the queue for them, and how a worker plays them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use arena::{ArenaGame, Choices, HandedIn, Plan, PlannedGame, Played, RunError, Terms, Workplace};
use gametree::Stop;
use players::Settings;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::assignment::{Assignment, NotTaken, NumberSet};
use crate::coordinator::{Office, coordinate};
use crate::protocol::Outcome;
use crate::queue_file::QueueFile;
use crate::roster::Roster;
use crate::server::{QueueError, Server};
use crate::task::{self, Task, TaskKind};

/// The longest pause before a game. It comes from the network, and nobody could end it.
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// The longest text about a game, in bytes. A fault tells 300 characters of what a program has said.
const MAX_TEXT: usize = 10_000;

/// Workers on other machines, as the place where the games of a run are played.
pub struct Workers<'a> {
    server: &'a Server,
    terms: &'a Terms,
    pause: Duration,
    /// The folder of the run.
    folder: PathBuf,
    show: Box<dyn Fn(&mut Roster) + Sync + 'a>,
    counted: UnboundedSender<Vec<u64>>,
    counted_receiver: Mutex<UnboundedReceiver<Vec<u64>>>,
}

impl<'a> Workers<'a> {
    /// The workers that serve this queue. `show` is called every second.
    pub fn new(server: &'a Server, terms: &'a Terms, folder: &Path, show: impl Fn(&mut Roster) + Sync + 'a) -> Self {
        let (counted, receiver) = unbounded_channel();
        let counted_receiver = Mutex::new(receiver);
        let (pause, folder) = (Duration::ZERO, folder.to_owned());
        Self { server, terms, pause, folder, show: Box::new(show), counted, counted_receiver }
    }

    /// Lets workers wait before each game. With games that take no time, this shows what the queue costs,
    /// even with more workers than there are cores.
    pub fn with_pause(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    fn coordinate(
        &self,
        plan: &Plan,
        done: &HashSet<u64>,
        over: &Stop,
        hand_in: &SyncSender<HandedIn>,
    ) -> Result<(), QueueError> {
        let common = json!({ "terms": self.terms, "entrants": plan.entrants, "pause": self.pause });
        let task = task::announce(TaskKind::Run, &common, plan).map_err(QueueError::Task)?;
        let queue = QueueFile::open(&self.folder, &task)?;
        let left = plan.games().saturating_sub(done.len() as u64);
        let handed_in = NumberSet::default();
        let mut assignment = PlanAssignment { plan, done, handed_in, next: 0, left, hand_in };
        let mut counted = self.counted_receiver.lock().unwrap_or_else(PoisonError::into_inner);
        let office = Office { counted: &mut counted, over, show: &*self.show };
        let runtime = crate::runtime(1).map_err(QueueError::Runtime)?;
        if runtime.block_on(coordinate(self.server, &queue.key, task, &mut assignment, office))? {
            queue.remove();
        }
        Ok(())
    }
}

impl Workplace for Workers<'_> {
    fn work(&self, plan: &Plan, done: &HashSet<u64>, over: &Stop, hand_in: &SyncSender<HandedIn>) {
        if let Err(error) = self.coordinate(plan, done, over, hand_in) {
            // If nobody takes the error, the run is over anyway.
            let _ = hand_in.send(Err(RunError::Workplace(error.to_string())));
        }
    }

    fn counted(&self, games: &[u64]) {
        // Nobody listens if the queue is out of order, and that is reported elsewhere.
        let _ = self.counted.send(games.to_vec());
    }
}

/// What the games of a run have in common.
#[derive(Deserialize, Serialize)]
struct RunTask {
    terms: Terms,
    entrants: Vec<String>,
    pause: Duration,
}

/// A game of a plan, as it is in the queue.
#[derive(Deserialize, Serialize)]
struct Game {
    id: u64,
    encounter: usize,
    block: u64,
    start: String,
    seating: Vec<usize>,
    seed: u64,
}

struct PlanAssignment<'a> {
    plan: &'a Plan,
    done: &'a HashSet<u64>,
    handed_in: NumberSet,
    next: u64,
    left: u64,
    hand_in: &'a SyncSender<HandedIn>,
}

impl Assignment for PlanAssignment<'_> {
    fn wants(&self, number: u64) -> bool {
        !self.handed_in.contains(number) && !self.done.contains(&number) && self.plan.game(number).is_some()
    }

    fn next(&mut self) -> Option<u64> {
        while self.next < self.plan.end() {
            self.next += 1;
            if self.wants(self.next - 1) {
                self.left = self.left.saturating_sub(1);
                return Some(self.next - 1);
            }
        }
        self.left = 0;
        None
    }

    fn left(&self) -> u64 {
        self.left
    }

    fn job(&self, number: u64) -> Value {
        self.plan.game(number).map_or(Value::Null, |game| {
            let PlannedGame { id, encounter, block, start, seating, seed } = game;
            json!(Game { id, encounter, block, start: start.to_owned(), seating: seating.to_owned(), seed })
        })
    }

    fn take(&mut self, number: u64, outcome: Outcome, worker: &str) -> Result<(), NotTaken> {
        let game = match outcome {
            Ok(text) => {
                let played: Played = serde_json::from_str(text.get())
                    .map_err(|error| NotTaken::Wrong(format!("it cannot be read ({error})")))?;
                let result = &played.result;
                let places = 1.0..=result.seats.len() as f64;
                let are_places = result.seats.iter().all(|seat| places.contains(&seat.place));
                if result.id != number || !self.plan.has(result) || !are_places {
                    return Err(NotTaken::Wrong(format!("{worker} has sent a game that is not in the plan")));
                }
                // They are shown on the terminal.
                let is_long = |text: &String| text.len() > MAX_TEXT;
                if is_long(&result.how) || result.seats.iter().filter_map(|seat| seat.fault.as_ref()).any(is_long) {
                    return Err(NotTaken::Wrong(format!("{worker} has sent a game with a text that is too long")));
                }
                Ok(played)
            }
            Err(reason) => {
                Err(RunError::Begin { id: number, reason: format!("{worker}: {}", players::excerpt(&reason)) })
            }
        };
        self.handed_in.insert(number);
        self.hand_in.send(game).map_err(|_| NotTaken::Closed)
    }
}

/// The games of a run, for a worker.
pub(crate) struct RunGames(RunTask);

impl RunGames {
    /// Reads what is played. Programs are started only if they are among the `allowed` ones, and with
    /// the command that is written there: what comes from the queue decides about their names only.
    pub(crate) fn read(task: Value, allowed: &[String]) -> Result<Self, String> {
        let mut task: RunTask =
            serde_json::from_value(task).map_err(|error| format!("the run cannot be read: {error}"))?;
        // Before anything is done that takes longer the more players there are.
        task.terms.field(&task.entrants).map_err(|error| error.to_string())?;
        allow(&*task.terms.game, &mut task.terms.players, allowed)?;
        let field = task.terms.field(&task.entrants).map_err(|error| error.to_string())?;
        field.check(&task.terms.clock(Stop::new())).map_err(|error| error.to_string())?;
        drop(field);
        Ok(Self(task))
    }
}

/// Whether this is a program that plays one of our games: `NAME=sci:PROGRAM`.
pub fn is_program(text: &str) -> bool {
    arena::GAMES.iter().any(|game| {
        let choices = Choices { rules: Settings::new(game.rule_options), starts: None };
        (game.configure)(&choices).is_ok_and(|game| {
            let field = game.field(&[text.to_owned()]);
            field.is_ok_and(|field| field.program_options(0).is_some())
        })
    })
}

/// Replaces the programs among the players by those that are allowed under the same names.
fn allow(game: &dyn ArenaGame, players: &mut [String], allowed: &[String]) -> Result<(), String> {
    for player in players {
        let read = |text: &str| game.field(&[text.to_owned()]).map_err(|error| error.to_string());
        let field = read(player)?;
        let Some(options) = field.program_options(0) else { continue };
        let names = field.names();
        let own = allowed.iter().find(|text| read(text).is_ok_and(|own| own.names() == names));
        let name = players::excerpt(&names.concat());
        let own = own.ok_or_else(|| {
            format!("{name} is a program, and this worker was not started with --allow '{name}=PROTOCOL:PROGRAM'")
        })?;
        let own_field = read(own)?;
        let Some(own_options) = own_field.program_options(0) else {
            return Err(format!("--allow {own} is not a program"));
        };
        if own_options != options {
            return Err(format!(
                "the run plays {name} with the options {}, but --allow has {}",
                show(options),
                show(own_options)
            ));
        }
        let own = own.clone();
        drop((field, own_field));
        *player = own;
    }
    Ok(())
}

fn show(options: &[(String, String)]) -> String {
    let options: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if options.is_empty() { "(none)".to_owned() } else { players::excerpt(&options.join(", ")) }
}

impl Task for RunGames {
    fn about(&self) -> String {
        format!("{}: {}", self.0.terms.game.info().title(), self.0.entrants.join(", "))
    }

    fn play(&self, game: &Value, stop: &Stop) -> Result<Option<Box<RawValue>>, String> {
        let RunTask { terms, entrants, pause } = &self.0;
        std::thread::sleep((*pause).min(MAX_PAUSE));
        let game = Game::deserialize(game).map_err(|error| format!("it cannot be read: {error}"))?;
        let Game { id, encounter, block, ref start, ref seating, seed } = game;
        let seats = terms.game.info().seats();
        if seating.len() != seats {
            return Err(format!("it has {} seats instead of {seats}", seating.len()));
        }
        let planned = PlannedGame { id, encounter, block, start, seating, seed };
        let field = terms.field(entrants).map_err(|error| error.to_string())?;
        let played = field.play(entrants, &planned, &terms.clock(stop.clone()))?;
        played.map(|played| task::write(&played)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_with_too_many_players_is_refused() {
        let task = |count: usize| {
            let players: Vec<String> = (0..count).map(|number| format!("random:seed={number}")).collect();
            let terms = json!({ "players": players, "game": "noughts", "margin_ms": 0, "patience_ms": 1 });
            let entrants: Vec<String> = players.iter().map(|player| format!("noughts:{player}")).collect();
            json!({ "terms": terms, "entrants": entrants, "pause": Duration::ZERO })
        };
        assert!(RunGames::read(task(arena::MAX_PLAYERS), &[]).is_ok());
        let error = RunGames::read(task(8_000), &[]).err().unwrap();
        assert_eq!(error, "a run has at most 100 players, and this one has 8000");
    }

    #[test]
    fn programs_are_told_from_players_and_typing_mistakes() {
        for program in ["bot=sci:python3 bot.py", "sci:bot", "fish=uci:stockfish :: Hash=16", "xboard:gnuchess"] {
            assert!(is_program(program), "{program}");
        }
        for other in ["", "bot", "bot=", "random", "bot=random", "bot=bar:baz", "sci:", "bot=sci:", "published:3"] {
            assert!(!is_program(other), "{other}");
        }
    }

    #[test]
    fn programs_play_only_under_names_that_are_allowed_and_with_the_workers_own_command() {
        let game = &arena::star::StarRules { turn_limit: arena::star::DEFAULT_TURN_LIMIT, galaxy: None };
        let players = || vec!["random".to_owned(), "bot=sci:rm -rf / :: Depth=2".to_owned()];
        let own = "bot=sci:python3 bot.py :: Depth=2".to_owned();
        let mut read = players();
        allow(game, &mut read, std::slice::from_ref(&own)).unwrap();
        assert_eq!(read, ["random".to_owned(), own]);
        for (allowed, part) in [
            (vec![], "was not started with --allow 'bot="),
            (vec!["other=sci:python3 bot.py :: Depth=2".to_owned()], "was not started with"),
            (vec!["bot=sci:python3 bot.py".to_owned()], "with the options Depth=2, but --allow has (none)"),
            (vec!["random".to_owned()], "was not started with"),
        ] {
            let error = allow(game, &mut players(), &allowed).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
