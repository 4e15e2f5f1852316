//! The computer players of noughts and crosses: every search of `gametree`, and a perfect player.

use std::num::NonZeroUsize;

use gametree::{
    AlphaBeta, BestReply, Iterative, LazySmp, Limits, MaxN, Mcts, Minimax, MtdF, Negamax, OutcomeOnly, Paranoid, Pvs,
    Random, ReportOf, Search, Table,
};
use players::{
    Built, DEPTH, Kind, NODES, OptionInfo, OptionKind, Playable, Protocol, SEED, SearchPlayer, Settings, Setup,
    THREADS, TIME,
};

use crate::board::{Board, Side};
use crate::evaluator::{Evaluator, EvaluatorKind};
use crate::game::Noughts;
use crate::square::Square;

/// A specification of a player of noughts and crosses, such as `alpha-beta:depth=2,eval=paper`.
///
/// ```
/// use noughts::{Board, PlayerSpec};
/// use players::Setup;
///
/// let spec: PlayerSpec = "alpha-beta:eval=paper".parse()?;
/// let mut player = spec.build(&Setup::default())?;
/// let decision = player.think(&Board::EMPTY, &Default::default(), &mut |_| ())?;
/// assert_eq!(decision.turn.to_string(), "e");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type PlayerSpec = players::PlayerSpec<Noughts>;

impl Playable for Noughts {
    type Position = Board;
    type Turn = Square;
    type Reasons = ReportOf<Noughts>;

    fn kinds() -> &'static [&'static Kind<Self>] {
        &KINDS
    }

    fn protocols() -> &'static [&'static Protocol<Self>] {
        &[]
    }
}

/// The computer players, one line each.
static KINDS: [&Kind<Noughts>; 13] = [
    &PERFECT,
    &RANDOM,
    &MINIMAX,
    &NEGAMAX,
    &ALPHA_BETA,
    &PVS,
    &ITERATIVE,
    &MTD_F,
    &LAZY_SMP,
    &MAX_N,
    &PARANOID,
    &BEST_REPLY,
    &MCTS,
];

/// The size of a player's transposition table.
const TABLE_BYTES: usize = 16 << 20;

const EVAL: OptionInfo = OptionInfo {
    name: "eval",
    kind: OptionKind::Choice(&EvaluatorKind::NAMES),
    about: "how positions at the horizon are scored (default: outcome)",
    is_bare: false,
};

/// The options of a depth-first search.
const SEARCH: &[OptionInfo] = &[DEPTH, NODES, TIME, EVAL];

/// A deterministic player with these options.
const fn kind(
    name: &'static str,
    about: &'static str,
    options: &'static [OptionInfo],
    build: players::Build<Noughts>,
) -> Kind<Noughts> {
    Kind { name, about, options, complete: |_| (), is_deterministic: true, build }
}

static PERFECT: Kind<Noughts> = kind("perfect", "searches to the end of every game", &[], |_, _| {
    player(AlphaBeta::new(OutcomeOnly), Limits::default())
});
static RANDOM: Kind<Noughts> = kind("random", "plays a random legal move", &[SEED], |settings, setup| {
    player(Random::new(seed(settings, setup)), Limits::default())
});
static MINIMAX: Kind<Noughts> = kind("minimax", "textbook search of every line of play", SEARCH, |settings, setup| {
    player(Minimax::new(evaluator(settings, setup)), limits(settings))
});
static NEGAMAX: Kind<Noughts> = kind("negamax", "minimax with negated scores", SEARCH, |settings, setup| {
    player(Negamax::new(evaluator(settings, setup)), limits(settings))
});
static ALPHA_BETA: Kind<Noughts> =
    kind("alpha-beta", "minimax without the lines that cannot matter", SEARCH, |settings, setup| {
        player(AlphaBeta::new(evaluator(settings, setup)), limits(settings))
    });
static PVS: Kind<Noughts> =
    kind("pvs", "principal variation search: alpha-beta with null windows", SEARCH, |settings, setup| {
        player(Pvs::new(evaluator(settings, setup)), limits(settings))
    });
static ITERATIVE: Kind<Noughts> =
    kind("iterative", "iterative deepening with a transposition table", SEARCH, |settings, setup| {
        player(Iterative::new(evaluator(settings, setup), table()), limits(settings))
    });
static MTD_F: Kind<Noughts> = kind("mtd-f", "iterative with null windows only", SEARCH, |settings, setup| {
    player(MtdF::new(evaluator(settings, setup), table()), limits(settings))
});
static LAZY_SMP: Kind<Noughts> = Kind {
    is_deterministic: false,
    ..kind("lazy-smp", "iterative on several threads", &[DEPTH, NODES, TIME, THREADS, EVAL], |settings, setup| {
        let threads = settings.number(THREADS.name).and_then(|threads| NonZeroUsize::new(threads as usize));
        let search = LazySmp::new(evaluator(settings, setup), table(), threads.unwrap_or(setup.threads));
        player(search, limits(settings))
    })
};
static MAX_N: Kind<Noughts> = kind("max-n", "every player maximizes its own score", SEARCH, |settings, setup| {
    player(MaxN::new(evaluator(settings, setup)), limits(settings))
});
static PARANOID: Kind<Noughts> =
    kind("paranoid", "assumes that all others play against it", SEARCH, |settings, setup| {
        player(Paranoid::new(evaluator(settings, setup)), limits(settings))
    });
static BEST_REPLY: Kind<Noughts> =
    kind("best-reply", "only the opponent with the strongest reply moves", SEARCH, |settings, setup| {
        player(BestReply::new(evaluator(settings, setup)), limits(settings))
    });
static MCTS: Kind<Noughts> =
    kind("mcts", "Monte Carlo tree search; nodes are playouts", &[NODES, TIME, SEED], |settings, setup| {
        player(Mcts::new(seed(settings, setup)), settings.limits())
    });

fn player(search: impl Search<Noughts> + Send + 'static, limits: Limits) -> Built<Noughts> {
    Ok(Box::new(SearchPlayer::new(Noughts, search, limits)))
}

fn table() -> Table {
    Table::with_bytes(TABLE_BYTES)
}

fn seed(settings: &Settings, setup: &Setup) -> u64 {
    settings.number(SEED.name).unwrap_or(setup.seed)
}

fn evaluator_kind(settings: &Settings) -> EvaluatorKind {
    settings.choice(EVAL.name).and_then(|name| name.parse().ok()).unwrap_or_default()
}

fn evaluator(settings: &Settings, setup: &Setup) -> Evaluator {
    evaluator_kind(settings).for_side(Side::BOTH[setup.seat % 2])
}

fn limits(settings: &Settings) -> Limits {
    let depth = settings.number(DEPTH.name).map(|depth| depth as u32);
    settings.limits().with_depth(depth.unwrap_or(evaluator_kind(settings).default_depth()))
}

#[cfg(test)]
mod tests {
    use gametree::{Game, WIN};
    use players::ComputerPlayer;
    use proptest::prelude::*;

    use super::*;
    use crate::perfect::perfect_move;
    use crate::positions::positions;

    fn build(text: &str) -> Box<dyn ComputerPlayer<Noughts>> {
        text.parse::<PlayerSpec>().unwrap().build(&Setup::default()).unwrap()
    }

    #[test]
    fn all_but_random_find_the_winning_move() {
        let board: Board = "XX./OO./...".parse().unwrap();
        for kind in Noughts::kinds() {
            let decision = build(kind.name).think(&board, &Limits::default(), &mut |_| ()).unwrap();
            if kind.name != "random" {
                assert_eq!(decision.turn, "c".parse().unwrap(), "{}", kind.name);
                assert_eq!(decision.reasons.scores, [WIN - 1, 1 - WIN], "{}", kind.name);
            }
        }
    }

    #[test]
    fn perfect_plays_the_verified_moves() {
        let mut player = build("perfect");
        for board in positions().into_iter().filter(|board| Noughts.outcome(board).is_none()) {
            let decision = player.think(&board, &Limits::default(), &mut |_| ()).unwrap();
            assert_eq!(Some(decision.turn), perfect_move(board));
        }
    }

    #[test]
    fn the_tighter_limit_applies() {
        let think = |text: &str, depth| {
            build(text).think(&Board::EMPTY, &Limits::depth(depth), &mut |_| ()).unwrap().reasons.depth
        };
        assert_eq!(think("minimax:depth=2", 4), 2);
        assert_eq!(think("minimax:depth=4", 2), 2);
        assert_eq!(think("minimax:eval=paper", 9), 2);
    }

    #[test]
    fn errors_say_what_is_wrong_and_what_is_expected() {
        let message = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        let cases = [
            ("alfa-beta", "unknown player \"alfa-beta\"; did you mean alpha-beta? (expected human, perfect, random, "),
            ("stockfish", "unknown player \"stockfish\"; expected human, perfect, "),
            ("human:3", "human takes no options, but \"3\" is given"),
            ("perfect:depth=3", "perfect takes no options, but \"depth\" is given"),
            ("minimax:depth", "depth needs a value: depth=N"),
            ("minimax:seed=1", "unknown option of minimax \"seed\"; expected depth, nodes, time or eval"),
            ("minimax:depth=0", "depth=0: expected a whole number from 1 to 127"),
            ("minimax:depth=128", "depth=128: expected a whole number from 1 to 127"),
            ("minimax:nodes=-1", "nodes=-1: expected a whole number from 1"),
            ("minimax:depth=1,depth=2", "depth is given twice"),
            ("iterative:time=5", "time=5: expected a time such as 500ms or 2s"),
            ("lazy-smp:threads=0", "threads=0: expected a whole number from 1 to 256"),
            ("minimax:eval=papr", "unknown value of eval \"papr\"; did you mean paper? (expected outcome or paper)"),
        ];
        for (text, expected) in cases {
            let found = message(text);
            assert!(found.starts_with(expected), "{text}: {found}");
        }
    }

    #[test]
    fn a_drawn_seed_is_part_of_the_specification() {
        let spec = |text: &str| text.parse::<PlayerSpec>().unwrap();
        assert!(spec("random").with_drawn_seed().to_string().starts_with("random:seed="));
        assert_eq!(spec("random:seed=3").with_drawn_seed(), spec("random:seed=3"));
        assert_eq!(spec("minimax").with_drawn_seed(), spec("minimax"));
        assert!(!spec("random").is_deterministic() && spec("random:seed=3").is_deterministic());
        assert!(!spec("minimax:time=1s").is_deterministic() && !spec("lazy-smp").is_deterministic());
    }

    proptest! {
        #[test]
        fn specifications_round_trip(
            text in "(mcts|lazy-smp|random|human|minimax)(:((depth|nodes|time|threads|seed|eval)=?[0-9a-zé]{0,21},?){0,4})?",
            other in ".*",
        ) {
            for text in [text, other] {
                if let Ok(spec) = text.parse::<PlayerSpec>() {
                    prop_assert_eq!(spec.to_string().parse::<PlayerSpec>().unwrap(), spec);
                }
            }
        }

        #[test]
        fn all_options_round_trip(
            depth in 1..=127u32, nodes in 1..u64::MAX, ms in 1..u64::MAX, threads in 1..=256u32, paper: bool,
        ) {
            let eval = if paper { "paper" } else { "outcome" };
            let text = format!("lazy-smp:depth={depth},nodes={nodes},time={ms}ms,threads={threads},eval={eval}");
            let spec: PlayerSpec = text.parse().unwrap();
            prop_assert_eq!(spec.to_string().parse::<PlayerSpec>().unwrap(), spec);
        }
    }
}
