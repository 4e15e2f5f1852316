//! Players who do as they are told, and a place to play.

use std::collections::HashSet;
use std::fs;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use arena::noughts::NoughtsRules;
use arena::star::{StarGame, StarRules};
use arena::{Clock, Encounter, Entrant, Fault, Finish, Folder, GameResult, Plan, Player, Rules, Run, Thought};
use gametree::Stop;
use noughts::Square;
use starchess::Command;

/// What somebody does at its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Play,
    Panic,
    /// A turn that the rules refuse.
    Cheat,
    Fail,
    Sleep,
    /// Says that it has looked at more than can be counted.
    Boast,
    PanicWhenSeated,
    FailWhenSeated,
    /// Crashes as the run is stopped, as by a signal that ends both.
    FailWithTheRun,
}

/// Plays in the simplest way, and at its n-th turn, from 1, and after it does something else.
pub(crate) struct Actor {
    pub(crate) name: String,
    pub(crate) act: Act,
    pub(crate) at: u32,
    /// The stop flag of the run.
    pub(crate) stop: Stop,
}

pub(crate) fn actor(number: usize, act: Act, at: u32) -> Actor {
    Actor { name: format!("actor {number}"), act, at, stop: Stop::new() }
}

struct Seated {
    act: Act,
    left: u32,
    stop: Stop,
}

impl Actor {
    fn seated(&self) -> Result<Seated, Fault> {
        match self.act {
            Act::PanicWhenSeated => panic!("no chair"),
            Act::FailWhenSeated => Err(Fault::Start("no chair".to_owned())),
            act => Ok(Seated { act, left: self.at, stop: self.stop.clone() }),
        }
    }
}

impl Seated {
    fn think<T>(&mut self, good: T, bad: T) -> Result<Thought<T>, Fault> {
        self.left = self.left.saturating_sub(1);
        let act = if self.left == 0 { self.act } else { Act::Play };
        let nodes = if act == Act::Boast { u64::MAX } else { 1 };
        match act {
            Act::Panic => panic!("{}", "lost my head\n".repeat(1_000)),
            Act::FailWithTheRun => {
                self.stop.raise();
                return Err(Fault::Crashed("ended".to_owned()));
            }
            Act::Fail => return Err(Fault::Protocol("hm".to_owned())),
            Act::Sleep => thread::sleep(Duration::from_secs(2)),
            _ => {}
        }
        Ok(Thought { turn: if act == Act::Cheat { bad } else { good }, nodes, evaluations: nodes })
    }
}

impl Entrant<StarRules> for Actor {
    fn name(&self) -> &str {
        &self.name
    }
    fn is_deterministic(&self) -> bool {
        true
    }
    fn sit(&self, _: usize, _: u64, _: &Clock) -> Result<Box<dyn Player<StarRules> + '_>, Fault> {
        Ok(Box::new(self.seated()?))
    }
}

impl Player<StarRules> for Seated {
    fn turn(&mut self, _: &StarGame, _: &Clock) -> Result<Thought<Vec<Command>>, Fault> {
        self.think(vec![Command::EndTurn], vec![Command::EndTurn; 2])
    }
}

impl Entrant<NoughtsRules> for Actor {
    fn name(&self) -> &str {
        &self.name
    }
    fn is_deterministic(&self) -> bool {
        true
    }
    fn sit(&self, _: usize, _: u64, _: &Clock) -> Result<Box<dyn Player<NoughtsRules> + '_>, Fault> {
        Ok(Box::new(self.seated()?))
    }
}

/// Takes the first square that is free, or one that is not.
impl Player<NoughtsRules> for Seated {
    fn turn(&mut self, game: &<NoughtsRules as Rules>::Game, _: &Clock) -> Result<Thought<Square>, Fault> {
        let may = |square: &Square| NoughtsRules.play(&mut game.clone(), square).is_ok();
        let (good, bad): (Vec<_>, Vec<_>) = Square::all().partition(may);
        self.think(good[0], bad.first().copied().unwrap_or(good[0]))
    }
}

/// A folder that goes with the value.
pub(crate) struct Place(pub(crate) PathBuf);

impl Place {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("arena-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) const STAR: StarRules = StarRules { turn_limit: NonZeroU32::new(5).unwrap() };

pub(crate) fn clock() -> Clock {
    Clock { time: None, margin: Duration::ZERO, patience: Duration::from_secs(3600), stop: Stop::new() }
}

/// A plan in which everybody has its own seat.
pub(crate) fn plan(actors: &[Actor], starts: &[&str]) -> Plan {
    Plan {
        entrants: actors.iter().map(|actor| actor.name.clone()).collect(),
        encounters: vec![Encounter { seatings: vec![(0..actors.len()).collect()] }],
        starts: starts.iter().map(|&start| start.to_owned()).collect(),
        blocks: starts.len() as u64,
        always_the_same: Vec::new(),
        seed: 1,
    }
}

/// Plays what is not done yet.
pub(crate) fn go_on<R: Rules>(
    rules: &R,
    actors: &[Actor],
    plan: &Plan,
    clock: Clock,
    (folder, done): (&mut Folder, &[GameResult]),
    mut each: impl FnMut(&GameResult) -> ControlFlow<()>,
) -> (Finish, Vec<GameResult>)
where
    Actor: Entrant<R>,
{
    let entrants: Vec<&dyn Entrant<R>> = actors.iter().map(|actor| actor as &dyn Entrant<R>).collect();
    let run = Run { rules, entrants: &entrants, plan, concurrency: NonZeroUsize::new(2).unwrap(), clock };
    let done: HashSet<u64> = done.iter().map(|result| result.id).collect();
    let mut results = Vec::new();
    let finish = run.play(folder, &done, |result| {
        let flow = each(&result);
        results.push(result);
        flow
    });
    (finish.unwrap(), results)
}

/// One game from this start, with everybody in its own seat.
pub(crate) fn game<R: Rules>(rules: &R, name: &str, actors: &[Actor], start: &str, clock: Clock) -> GameResult
where
    Actor: Entrant<R>,
{
    let place = Place::new(name);
    let plan = plan(actors, &[start]);
    let mut folder = Folder::create(&place.0, &plan).unwrap();
    let all = |_: &GameResult| ControlFlow::Continue(());
    let (finish, mut results) = go_on(rules, actors, &plan, clock, (&mut folder, &[]), all);
    assert_eq!((finish, results.len()), (Finish::Complete, 1));
    results.remove(0)
}
