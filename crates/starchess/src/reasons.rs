//! Why a player chose its turn, as data.

use gametree::Score;

use crate::player::PLAYERS;
use crate::published::Prediction;
use crate::rollout::Plan;

/// The reasons for a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum Reasons {
    /// The player gives no reasons.
    #[default]
    None,
    /// The figures in the last `info` line of a program.
    Info(Info),
    /// What the published player found.
    Prediction(Prediction),
    /// What a player that follows goals found.
    Plan(Plan),
}

/// The figures of a search, as the engine protocol has them in an `info` line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info {
    /// Full rounds looked ahead.
    pub turns: u32,
    /// The scores that the player expects.
    pub scores: [Score; PLAYERS],
    /// Turns generated.
    pub generated: u64,
    /// Positions evaluated.
    pub evaluated: u64,
}

impl Reasons {
    /// The figures of the search, if there was one.
    pub fn info(&self) -> Option<Info> {
        match self {
            Self::None => None,
            Self::Info(info) => Some(*info),
            Self::Prediction(Prediction { turns, scores, generated, evaluated, .. }) => {
                Some(Info { turns: *turns, scores: *scores, generated: *generated, evaluated: *evaluated })
            }
            Self::Plan(Plan { expected, odds, generated, judged, .. }) => Some(Info {
                turns: expected.len() as u32,
                scores: *odds,
                generated: *generated,
                evaluated: *judged as u64,
            }),
        }
    }

    /// The prediction, if the published player made one.
    pub fn prediction(&self) -> Option<&Prediction> {
        match self {
            Self::Prediction(prediction) => Some(prediction),
            _ => None,
        }
    }

    /// The plan, if a player that follows goals made one.
    pub fn plan(&self) -> Option<&Plan> {
        match self {
            Self::Plan(plan) => Some(plan),
            _ => None,
        }
    }
}
