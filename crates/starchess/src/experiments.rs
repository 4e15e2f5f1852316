//! Variants that the author of the paper tried, or had in older versions. All are off by default.

use players::{OptionInfo, OptionKind, Settings, Value};

/// Deviations from the published player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Experiments {
    /// Defeated players take no levels of the prediction tree (SKIP_DEAD in the C version, section
    /// 3.5.1).
    pub skip_dead: bool,
    /// Turns without a short-term gain are not searched further (section 2.3.3).
    pub short_term_gains: Option<ShortTermGains>,
    /// Garrisons come before colonies, with priority 3 (appendix B.2).
    pub garrisons_first: bool,
    /// The ships that an enemy colony could build count as a threat in its sector (note 3 of
    /// section 3.3).
    pub count_buildable: bool,
    /// All players consider the sectors in the order A1 to A4, B1 to B4, … (section 3.2).
    pub naive_order: bool,
    /// Stronger players do not count twice in the score (section 3.4, step 3).
    pub no_doubling: bool,
    /// No request is ever masked out: the turn is that of the full mask (section 2.3.1).
    pub no_masks: bool,
}

/// Which turns are not searched further: those whose immediate score for the player to move is …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ShortTermGains {
    /// … worse than the best result of a search so far.
    Worse,
    /// … no better than that result.
    NoBetter,
}

// The experiments as options of a player.
pub(crate) const SKIP_DEAD: OptionInfo = flag("skip-dead", "defeated players take no levels of the tree");
pub(crate) const GAINS: OptionInfo = OptionInfo {
    name: "gains",
    kind: OptionKind::Choice(&["", "worse", "no-better"]),
    about: "skip turns whose immediate score is worse (or no better) than the best",
    is_bare: false,
};
pub(crate) const GARRISONS_FIRST: OptionInfo =
    flag("garrisons-first", "garrisons come before new colonies, with priority 3");
pub(crate) const COUNT_BUILDABLE: OptionInfo =
    flag("count-buildable", "ships that enemy colonies could build count as threats");
pub(crate) const NAIVE_ORDER: OptionInfo = flag("naive-order", "consider the sectors in the order A1, A2, …, D4");
pub(crate) const NO_DOUBLING: OptionInfo = flag("no-doubling", "stronger players do not count twice in the score");
pub(crate) const NO_MASKS: OptionInfo = flag("no-masks", "never mask out a request");

/// An option that is given or not.
pub(crate) const fn flag(name: &'static str, about: &'static str) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Flag, about, is_bare: false }
}

impl ShortTermGains {
    const fn name(self) -> &'static str {
        match self {
            Self::Worse => "worse",
            Self::NoBetter => "no-better",
        }
    }
}

impl Experiments {
    /// The experiments that these settings switch on.
    pub(crate) fn of(settings: &Settings) -> Self {
        let is_on = |option: OptionInfo| settings.has(option.name);
        let gains = settings.choice(GAINS.name);
        Self {
            skip_dead: is_on(SKIP_DEAD),
            short_term_gains: [ShortTermGains::Worse, ShortTermGains::NoBetter]
                .into_iter()
                .find(|kind| gains == Some(kind.name())),
            garrisons_first: is_on(GARRISONS_FIRST),
            count_buildable: is_on(COUNT_BUILDABLE),
            naive_order: is_on(NAIVE_ORDER),
            no_doubling: is_on(NO_DOUBLING),
            no_masks: is_on(NO_MASKS),
        }
    }

    /// Writes the experiments that are on into settings.
    pub(crate) fn write(self, settings: &mut Settings) {
        let flags = [
            (SKIP_DEAD, self.skip_dead),
            (GARRISONS_FIRST, self.garrisons_first),
            (COUNT_BUILDABLE, self.count_buildable),
            (NAIVE_ORDER, self.naive_order),
            (NO_DOUBLING, self.no_doubling),
            (NO_MASKS, self.no_masks),
        ];
        for (option, _) in flags.iter().filter(|(_, is_on)| *is_on) {
            settings.set(option, Value::Given);
        }
        if let Some(kind) = self.short_term_gains {
            settings.set(&GAINS, Value::Choice(kind.name()));
        }
    }
}
