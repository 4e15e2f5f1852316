//! The published player's prediction tree, as a game whose moves are masks.

use gametree::{Evaluate, Game, Score, WIN};

use crate::experiments::Experiments;
use crate::galaxy::Galaxy;
use crate::mask::MAX_MASKS;
use crate::player::{PLAYERS, Player};
use crate::sector::Sectors;
use crate::survey::Survey;

/// A round has one level for each player.
const LEVELS_PER_TURN: u32 = 4;

/// The largest number of turns to predict: searches of `gametree` go no deeper than 127 plies.
pub const MAX_PREDICTION_TURNS: u32 = 31;

/// A game that has as many levels as the published player looks ahead, and whose moves are masks: a
/// move makes a whole turn.
///
/// Only the player at the root chooses among masks, unless *all masks* is on; the others play their
/// full masks. The level of a defeated player is skipped. Positions therefore know their level, and
/// the game ends at the last level, however deep the search could go: every node but the root is a
/// turn generated, and every leaf is evaluated.
///
/// ```
/// use gametree::{Game, Limits, MaxN, Search};
/// use starchess::{Galaxy, MaskGame, ShipsAndColonies, Start};
/// let game = MaskGame::new(&Galaxy::start(Start::Terran), 1, false);
/// let limits = Limits::depth(game.levels());
/// let report = MaxN::new(ShipsAndColonies).search(&game, &game.start(), &limits);
/// assert_eq!(report.counts.evaluations, 7);
/// assert_eq!(report.counts.nodes, 1 + 4 * 7);
/// ```
#[derive(Clone)]
pub struct MaskGame {
    start: MaskState,
    root: Player,
    levels: u32,
    all_masks: bool,
    experiments: Experiments,
}

/// A position in the prediction tree.
#[derive(Clone, Copy)]
pub struct MaskState {
    galaxy: Galaxy,
    /// The number of levels above this position.
    level: u32,
    is_over: bool,
    /// Up to date unless this is a leaf.
    survey: Survey,
}

impl MaskState {
    /// The position itself.
    pub fn galaxy(&self) -> &Galaxy {
        &self.galaxy
    }
}

impl PartialEq for MaskState {
    /// The survey follows from the position.
    fn eq(&self, other: &Self) -> bool {
        (&self.galaxy, self.level) == (&other.galaxy, other.level)
    }
}

impl std::fmt::Debug for MaskState {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} (level {})", self.galaxy, self.level)
    }
}

impl MaskGame {
    /// The prediction tree of the player to move in `galaxy`: four levels for each turn of the
    /// prediction (at most [`MAX_PREDICTION_TURNS`]), or one level for 0 turns.
    pub fn new(galaxy: &Galaxy, turns: u32, all_masks: bool) -> Self {
        Self::with(galaxy, turns, all_masks, Experiments::default())
    }

    /// The prediction tree of a player that deviates from the published one.
    pub fn with(galaxy: &Galaxy, turns: u32, all_masks: bool, experiments: Experiments) -> Self {
        let survey = Survey::with(galaxy, experiments);
        let start = MaskState { galaxy: *galaxy, level: 0, is_over: galaxy.is_over(), survey };
        let levels = (LEVELS_PER_TURN * turns.min(MAX_PREDICTION_TURNS)).max(1);
        Self { start, root: galaxy.to_move(), levels, all_masks, experiments }
    }

    /// How the player deviates from the published one.
    pub(crate) fn experiments(&self) -> Experiments {
        self.experiments
    }

    /// The scores of a position by the rules of the experiments.
    #[inline]
    pub(crate) fn scores(&self, galaxy: &Galaxy) -> [Score; PLAYERS] {
        if self.experiments.no_doubling { galaxy.scores_without_doubling() } else { galaxy.scores() }
    }

    /// The level of a position after a turn, and whether the game is over there.
    ///
    /// A turn takes one level, and another for every defeated player that follows, unless these
    /// take none. Only when the game is over does the player to move stay the same.
    #[inline]
    pub(crate) fn level_after(&self, level: u32, from: &Galaxy, to: &Galaxy) -> (u32, bool) {
        let passed = to.to_move().index().wrapping_sub(from.to_move().index()) & 3;
        let levels = if self.experiments.skip_dead { 1 } else { passed as u32 };
        (level + levels, passed == 0)
    }

    /// The number of levels.
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// The number of levels on which there is a choice among masks.
    pub(crate) fn choices(&self) -> u32 {
        if self.all_masks { self.levels } else { self.levels.div_ceil(LEVELS_PER_TURN) }
    }

    /// Whether the player to move in this position chooses among masks.
    #[inline]
    pub(crate) fn is_choice(&self, galaxy: &Galaxy) -> bool {
        self.all_masks || galaxy.to_move() == self.root
    }
}

impl Game for MaskGame {
    type State = MaskState;
    type Move = Sectors;
    type Scores = [Score; PLAYERS];
    const MAX_MOVES: usize = MAX_MASKS;

    fn start(&self) -> MaskState {
        self.start
    }

    #[inline]
    fn to_move(&self, state: &MaskState) -> usize {
        state.galaxy.to_move().index()
    }

    #[inline]
    fn moves(&self, state: &MaskState, moves: &mut Vec<Sectors>) {
        if self.is_choice(&state.galaxy) {
            moves.extend(state.survey.masks());
        } else {
            moves.push(state.survey.full_mask());
        }
    }

    #[inline(always)]
    fn play(&self, from: &MaskState, mask: Sectors, to: &mut MaskState) {
        from.survey.play_turn(&from.galaxy, mask, &mut to.galaxy, |_| ());
        (to.level, to.is_over) = self.level_after(from.level, &from.galaxy, &to.galaxy);
        if !to.is_over && to.level < self.levels {
            to.survey.update(&to.galaxy);
        }
    }

    /// ±[`WIN`] if the galaxy has a winner; the scores of the position if it is at the last level.
    #[inline]
    fn outcome(&self, state: &MaskState) -> Option<[Score; PLAYERS]> {
        if state.is_over {
            let winner = state.galaxy.to_move().index();
            return Some(std::array::from_fn(|player| if player == winner { WIN } else { -WIN }));
        }
        (state.level >= self.levels).then(|| self.scores(&state.galaxy))
    }
}

/// The published player's evaluator: the scores of the position, whether or not the game is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShipsAndColonies;

impl Evaluate<MaskGame> for ShipsAndColonies {
    #[inline]
    fn evaluate(&self, game: &MaskGame, state: &MaskState) -> [Score; PLAYERS] {
        game.scores(&state.galaxy)
    }

    #[inline]
    fn evaluate_outcome(&self, game: &MaskGame, state: &MaskState, outcome: [Score; PLAYERS]) -> [Score; PLAYERS] {
        // At the last level the outcome is the scores already.
        if state.is_over { game.scores(&state.galaxy) } else { outcome }
    }
}

#[cfg(test)]
mod tests {
    use gametree::conformance::check_rules;

    use super::*;
    use crate::start::Start;

    #[test]
    fn it_keeps_the_promises_of_a_game() {
        for all_masks in [false, true] {
            check_rules(&MaskGame::new(&Galaxy::start(Start::Random(6)), 5, all_masks)).unwrap();
        }
        // A short game to the end: player 1 takes the last other home world.
        let line = "t2@30+1x60,b,b,b/b1@100,b,b,b/b,b,b,b/t1@1000+1x20,b,b,b 1 5 9000:9000,70:80,-,-";
        check_rules(&MaskGame::new(&line.parse().unwrap(), MAX_PREDICTION_TURNS, true)).unwrap();
    }
}
