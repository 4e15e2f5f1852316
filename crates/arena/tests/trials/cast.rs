//! Players that do as they are told, and a place to play.

use std::collections::HashSet;
use std::fs;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use arena::noughts::NoughtsRules;
use arena::star::StarRules;
use arena::{Clock, Encounter, Finish, Folder, GameResult, Plan, Rules, RunOptions, Threads};
use gametree::{Limits, Random, ReportOf, Search, Stop};
use noughts::{Board, Noughts, Square};
use players::{
    ComputerPlayer, Decision, Fault, Kind, OptionInfo, OptionKind, Playable, PlayerSpec, Settings, Setup, Value,
};
use starchess::{Command, Galaxy, Reasons, StarChess};

/// What an actor does at its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Play,
    Panic,
    /// A turn that the rules refuse.
    Cheat,
    Fail,
    Sleep,
    /// Reports more nodes than can be counted.
    Boast,
    PanicWhenBuilt,
    FailWhenBuilt,
    /// Crashes while [`RUN_STOP`] is raised, as by a signal that ends both.
    FailWithTheRun,
}

/// The stop flag of the run in which an actor fails with the run.
pub(crate) static RUN_STOP: LazyLock<Stop> = LazyLock::new(Stop::new);

const fn number(name: &'static str) -> OptionInfo {
    let kind = OptionKind::Number { min: 0, max: u64::MAX, default: None };
    OptionInfo { name, kind, about: "", is_bare: false }
}

const ACT: OptionInfo = number("act");
const AT: OptionInfo = number("at");
const NUMBER: OptionInfo = number("number");

const ACTS: [Act; 9] = [
    Act::Play,
    Act::Panic,
    Act::Cheat,
    Act::Fail,
    Act::Sleep,
    Act::Boast,
    Act::PanicWhenBuilt,
    Act::FailWhenBuilt,
    Act::FailWithTheRun,
];

/// A player that plays in the simplest way, and from its n-th turn on, counted from 1, does
/// something else.
pub(crate) trait Actor: Playable {
    const KIND: &'static Kind<Self>;

    /// A turn that is legal, and one that is not.
    fn turns(position: &Self::Position) -> (Self::Turn, Self::Turn);

    fn reasons() -> Self::Reasons;
}

const fn kind<G: Actor>() -> Kind<G> {
    Kind {
        name: "actor",
        about: "does as it is told",
        options: &[NUMBER, ACT, AT],
        complete: |_| (),
        is_deterministic: true,
        build: |settings, _: &Setup| {
            let number = |option: &OptionInfo| settings.number(option.name).unwrap_or(0);
            match ACTS[number(&ACT) as usize] {
                Act::PanicWhenBuilt => panic!("no chair"),
                Act::FailWhenBuilt => Err(Fault::Start("no chair".to_owned())),
                act => Ok(Box::new(Acting { act, left: number(&AT) })),
            }
        },
    }
}

/// The actor with this number.
pub(crate) fn actor<G: Actor>(number: usize, act: Act, at: u64) -> PlayerSpec<G> {
    let mut settings = Settings::new(G::KIND.options);
    settings.set(&NUMBER, Value::Number(number as u64));
    settings.set(&ACT, Value::Number(act as u64));
    settings.set(&AT, Value::Number(at));
    PlayerSpec::Computer { kind: G::KIND, settings }
}

struct Acting {
    act: Act,
    left: u64,
}

impl<G: Actor> ComputerPlayer<G> for Acting {
    fn think(
        &mut self,
        position: &G::Position,
        _limits: &Limits,
        _progress: &mut dyn FnMut(&Decision<G>),
    ) -> Result<Decision<G>, Fault> {
        self.left = self.left.saturating_sub(1);
        let act = if self.left == 0 { self.act } else { Act::Play };
        let nodes = if act == Act::Boast { u64::MAX } else { 1 };
        let (legal, illegal) = G::turns(position);
        match act {
            Act::Panic => panic!("{}", "lost my head\n".repeat(1_000)),
            Act::Fail => return Err(Fault::Protocol("hm".to_owned())),
            Act::FailWithTheRun => {
                RUN_STOP.raise();
                return Err(Fault::Crashed("ended".to_owned()));
            }
            Act::Sleep => thread::sleep(Duration::from_secs(2)),
            _ => {}
        }
        let turn = if act == Act::Cheat { illegal } else { legal };
        Ok(Decision { turn, nodes, evaluations: nodes, reasons: G::reasons() })
    }
}

static STAR_ACTOR: Kind<StarChess> = kind();
static NOUGHTS_ACTOR: Kind<Noughts> = kind();

impl Actor for StarChess {
    const KIND: &'static Kind<Self> = &STAR_ACTOR;

    fn turns(_: &Galaxy) -> (Vec<Command>, Vec<Command>) {
        (vec![Command::EndTurn], vec![Command::EndTurn; 2])
    }

    fn reasons() -> Reasons {
        Reasons::None
    }
}

/// Takes the first square that is free, or one that is not.
impl Actor for Noughts {
    const KIND: &'static Kind<Self> = &NOUGHTS_ACTOR;

    fn turns(board: &Board) -> (Square, Square) {
        let (free, taken): (Vec<_>, Vec<_>) = Square::all().partition(|&square| board.try_play(square).is_ok());
        (free[0], taken.first().copied().unwrap_or(free[0]))
    }

    fn reasons() -> ReportOf<Self> {
        Random::new(0).search(&Noughts, &Board::EMPTY, &Limits::default())
    }
}

/// A folder that is removed when the value is dropped.
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

pub(crate) const STAR: StarRules = StarRules { turn_limit: NonZeroU32::new(5).unwrap(), galaxy: None };
pub(crate) const NOUGHTS: NoughtsRules = NoughtsRules { plies: 0 };

pub(crate) fn clock() -> Clock {
    Clock {
        time: None,
        controls: vec![],
        margin: Duration::ZERO,
        patience: Duration::from_secs(3600),
        stop: Stop::new(),
    }
}

/// A plan in which every actor has its own seat.
pub(crate) fn plan<G: Playable>(actors: &[PlayerSpec<G>], starts: &[&str]) -> Plan {
    Plan {
        entrants: actors.iter().map(PlayerSpec::name).collect(),
        encounters: vec![Encounter { seatings: vec![(0..actors.len()).collect()] }],
        starts: starts.iter().map(|&start| start.to_owned()).collect(),
        blocks: starts.len() as u64,
        always_the_same: Vec::new(),
        seed: 1,
    }
}

/// Plays what is not done yet.
pub(crate) fn resume<R: Rules>(
    rules: &R,
    actors: &[PlayerSpec<R::Game>],
    plan: &Plan,
    clock: Clock,
    (folder, done): (&mut Folder, &[GameResult]),
    mut each: impl FnMut(&GameResult) -> ControlFlow<()>,
) -> (Finish, Vec<GameResult>) {
    let stop = clock.stop.clone();
    let options = RunOptions { concurrency: NonZeroUsize::new(2).unwrap(), clock };
    let threads = Threads { rules, players: actors, options };
    let done: HashSet<u64> = done.iter().map(|result| result.id).collect();
    let mut results = Vec::new();
    let finish = arena::play(&threads, plan, &stop, folder, &done, &mut |result| {
        let flow = each(&result);
        results.push(result);
        flow
    });
    (finish.unwrap(), results)
}

/// One game from this start, with every actor in its own seat.
pub(crate) fn game<R: Rules>(
    rules: &R,
    name: &str,
    actors: &[PlayerSpec<R::Game>],
    start: &str,
    clock: Clock,
) -> GameResult {
    let place = Place::new(name);
    let plan = plan(actors, &[start]);
    let mut folder = Folder::create(&place.0, &plan).unwrap();
    let all = |_: &GameResult| ControlFlow::Continue(());
    let (finish, mut results) = resume(rules, actors, &plan, clock, (&mut folder, &[]), all);
    assert_eq!((finish, results.len()), (Finish::Complete, 1));
    results.remove(0)
}
