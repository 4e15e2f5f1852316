//! The player of Mengjia Kong's *Chess AI* (2014): minimax by the textbook, step by step.

use cozy_chess::Piece;
use gametree::{Evaluate, Hashed, Score};
use players::{DEPTH, Kind, NODES, OptionInfo, OptionKind, SEED, Settings, TIME};

use crate::players::Chess;
use crate::rules::{Rules, State};
use crate::textbook::{Parts, TableUse, Textbook, Ties};
use crate::textbook_player::TextbookPlayer;

const fn choice(name: &'static str, values: &'static [&'static str], about: &'static str) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Choice(values), about, is_bare: false }
}

const fn flag(name: &'static str, about: &'static str) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Flag, about, is_bare: false }
}

const SEARCH: OptionInfo =
    choice("search", &["alpha-beta", "minimax"], "minimax with or without pruning (default: alpha-beta)");
const DEEPEN: OptionInfo = flag("deepen", "iterative deepening; a limit of nodes or time has it anyway");
const TABLE: OptionInfo = choice(
    "table",
    &["none", "sound", "paper"],
    "transposition table; the paper's ignores depth and bounds (default: none)",
);
const REORDER: OptionInfo = flag("reorder", "try the move first that was best at the same ply before");
const LEAF: OptionInfo =
    choice("leaf", &["material", "random"], "score of an unfinished position at the horizon (default: material)");
const TIES: OptionInfo =
    choice("ties", &["random", "first"], "which of several best moves is played (default: random)");

/// The player, as the list of players has it.
pub(crate) static KONG: Kind<Chess> = Kind {
    name: "kong",
    about: "minimax step by step, as in Kong's paper; 3 plies if no limit is given",
    options: &[DEPTH, NODES, TIME, SEARCH, DEEPEN, TABLE, REORDER, LEAF, TIES, SEED],
    complete: |_| (),
    is_deterministic: true,
    build: |settings, setup| {
        let seed = settings.number(SEED.name).unwrap_or(setup.seed);
        let search = Textbook::new(leaf(settings, seed), parts(settings, seed));
        Ok(Box::new(TextbookPlayer { search, limits: settings.limits(), buffer: 0, pawn: Material::of(Piece::Pawn) }))
    },
};

fn parts(settings: &Settings, seed: u64) -> Parts {
    let table = match settings.choice(TABLE.name) {
        Some("sound") => TableUse::Sound,
        Some("paper") => TableUse::Paper,
        _ => TableUse::None,
    };
    Parts {
        prunes: settings.choice(SEARCH.name) != Some("minimax"),
        deepens: settings.has(DEEPEN.name),
        table,
        reorders: settings.has(REORDER.name),
        ties: if settings.choice(TIES.name) == Some("first") { Ties::First } else { Ties::Coin { seed } },
        opens_root: true,
    }
}

fn leaf(settings: &Settings, seed: u64) -> Leaf {
    if settings.choice(LEAF.name) == Some("random") { Leaf::Random(RandomLeaf { seed }) } else { Leaf::Material }
}

/// The evaluators that the player can choose from.
#[derive(Clone, Copy, Debug)]
enum Leaf {
    Material,
    Random(RandomLeaf),
}

impl Evaluate<Rules> for Leaf {
    #[inline]
    fn evaluate(&self, rules: &Rules, state: &State) -> [Score; 2] {
        match self {
            Self::Material => Material.evaluate(rules, state),
            Self::Random(random) => random.evaluate(rules, state),
        }
    }
}

/// The paper's evaluation: the difference in material, in hundredths of a pawn.
///
/// | pawn | knight | bishop | rook | queen |
/// |---|---|---|---|---|
/// | 100 | 300 | 325 | 500 | 900 |
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Material {
    /// The value of a piece. The kings are always both on the board and have none.
    pub const fn of(piece: Piece) -> Score {
        match piece {
            Piece::Pawn => 100,
            Piece::Knight => 300,
            Piece::Bishop => 325,
            Piece::Rook => 500,
            Piece::Queen => 900,
            Piece::King => 0,
        }
    }
}

impl Evaluate<Rules> for Material {
    #[inline]
    fn evaluate(&self, _rules: &Rules, state: &State) -> [Score; 2] {
        [state.balance(), -state.balance()]
    }
}

/// The paper's first evaluation (section 4.1.2): a random score for every unfinished position.
///
/// The paper draws one anew at every visit. Here the seed and the position determine it, so that a
/// search can be repeated and all algorithms agree.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomLeaf {
    /// Where the random scores begin.
    pub seed: u64,
}

/// Random scores lie below this, clear of won games.
const MAX_RANDOM: u64 = 900_000;

impl Evaluate<Rules> for RandomLeaf {
    fn evaluate(&self, rules: &Rules, state: &State) -> [Score; 2] {
        // One round of the mixing function of splitmix64.
        let mut bits = rules.hash(state) ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let score = ((bits ^ bits >> 31) % (2 * MAX_RANDOM + 1)) as Score - MAX_RANDOM as Score;
        [score, -score]
    }
}
