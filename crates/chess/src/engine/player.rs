//! The engine as a computer player.

use std::time::{Duration, Instant};

use gametree::{Limits, Score};
use players::{
    ComputerPlayer, DEPTH, Decision, Fault, Kind, NODES, OptionInfo, OptionKind, SEED, Settings, THREADS, TIME,
};

use super::deepening::{Engine, Finding, Options};
use super::handicap::{ELO_RANGE, LEVELS};
use super::machine::{check_hash, most_threads};
use crate::players::{Chess, Position, Reasons};

/// The largest transposition table, in MiB.
pub(crate) const MAX_HASH: usize = 65_536;

const HASH: OptionInfo = OptionInfo {
    name: "hash",
    kind: OptionKind::Number { min: 1, max: MAX_HASH as u64, default: Some(16) },
    about: "size of the transposition table in MiB (default: 16)",
    is_bare: false,
};

const ELO: OptionInfo = OptionInfo {
    name: "elo",
    kind: OptionKind::Number { min: ELO_RANGE[0] as u64, max: ELO_RANGE[1] as u64, default: None },
    about: "the rating to play at, 800 to 2500 (default: full strength)",
    is_bare: false,
};

const LEVEL: OptionInfo = OptionInfo {
    name: "level",
    kind: OptionKind::Choice(&["", "beginner", "casual", "club", "strong", "expert", "master"]),
    about: "a rating by name: 800, 1100, 1500, 1800, 2100 or 2400; not together with elo",
    is_bare: true,
};

/// The time for a move when neither a limit nor a clock is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The time that passes between the engine's answer and the referee's clock.
const OVERHEAD: Duration = Duration::from_millis(5);

/// The engine, as the list of players has it.
pub(crate) static ENGINE: Kind<Chess> = Kind {
    name: "engine",
    about: "the strongest player; thinks 1 s a move if no limit is given",
    options: &[LEVEL, ELO, DEPTH, NODES, TIME, THREADS, HASH, SEED],
    complete: |_| (),
    is_deterministic: false,
    build: |settings, setup| {
        let default = Options::default();
        if let (Some(level), Some(elo)) = (settings.choice(LEVEL.name), settings.number(ELO.name)) {
            return Err(Fault::Start(format!("level={level} and elo={elo} are both ratings; expected one of them")));
        }
        let level = settings.choice(LEVEL.name).and_then(|name| LEVELS.iter().find(|(level, _)| *level == name));
        let elo = settings.number(ELO.name).map(|elo| elo as u32).or(level.map(|(_, elo)| *elo));
        let options = Options {
            hash: settings.number(HASH.name).map_or(default.hash, |hash| hash as usize),
            threads: settings
                .number(THREADS.name)
                .map_or(setup.threads.get(), |threads| most_threads().min(threads as usize)),
            elo,
            seed: settings.number(SEED.name).unwrap_or(setup.seed),
            ..default
        };
        check_hash(options.hash, 0).map_err(|reason| Fault::Start(format!("hash: {reason}")))?;
        Ok(Box::new(EnginePlayer { engine: Engine::new(options), limits: settings.limits() }))
    },
};

/// Whether the engine plays below its full strength with these settings.
pub(crate) fn has_handicap(settings: &Settings) -> bool {
    settings.has(LEVEL.name) || settings.has(ELO.name)
}

struct EnginePlayer {
    engine: Engine,
    /// Its own limits.
    limits: Limits,
}

impl ComputerPlayer<Chess> for EnginePlayer {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(&Decision<Chess>),
    ) -> Result<Decision<Chess>, Fault> {
        let mut limits = self.limits.tighter(limits);
        let game = &position.game;
        if let Some(clocks) = position.clocks {
            let (soft, hard) = clocks[game.board().side_to_move() as usize].allot(OVERHEAD);
            limits = limits.tighter(&Limits::time(hard).with_soft_time(soft));
        } else if !limits.deepens() && limits.depth == Limits::default().depth {
            limits.time = Some(DEFAULT_TIME);
        }
        let begin = Instant::now();
        let decision = |line: &[_], score: Score, depth, nodes| {
            let turn = *line.first()?;
            let (line, time) = (line.to_vec(), begin.elapsed());
            let reasons = Reasons { depth, score: Some(score), line, root_moves: Vec::new(), time };
            Some(Decision { turn, nodes, evaluations: 0, reasons })
        };
        let thought = self.engine.think(game, &limits.into(), &mut |finding| {
            let Finding::Line(info) = finding else { return };
            decision(&info.line, info.score, info.depth, info.nodes).iter().for_each(&mut *progress);
        });
        decision(&thought.line, thought.score, thought.depth, thought.nodes)
            .ok_or_else(|| Fault::Crashed("it found no move: the game is over".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use players::Setup;

    use crate::players::PlayerSpec;

    #[test]
    fn only_one_rating_can_be_asked_for() {
        let build = |spec: &str| spec.parse::<PlayerSpec>().unwrap().build(&Setup::default());
        assert!(build("engine:level=club").is_ok() && build("engine:elo=900").is_ok());
        let error = build("engine:level=club,elo=900").err().unwrap().to_string();
        assert_eq!(error, "cannot be started: level=club and elo=900 are both ratings; expected one of them");
        // More threads than the machine has use for are not started.
        assert!(build("engine:threads=256").is_ok());
    }
}
