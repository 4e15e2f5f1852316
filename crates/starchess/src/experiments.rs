//! What the author of the paper tried and left out, or had in older versions. Everything is off by default.

use players::{OptionInfo, OptionKind, Settings, Value};

/// Deviations from the published player, each a switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Experiments {
    /// Defeated players take no levels of the prediction tree (the C version's SKIP_DEAD, section 3.5.1).
    pub skip_dead: bool,
    /// Turns that lose at once are not looked into (section 2.3.3).
    pub short_term_gains: Option<ShortTermGains>,
    /// Garrisons come before colonies, with priority 3 (appendix B.2).
    pub garrisons_first: bool,
    /// The ships that an enemy's colony could build are a threat to its sector too (note 3 of section 3.3).
    pub count_buildable: bool,
    /// All players go through the sectors from A1 to A4, B1 to B4, … (section 3.2).
    pub naive_order: bool,
    /// Stronger players do not count twice in the score (section 3.4, step 3).
    pub no_doubling: bool,
    /// No request is ever masked out: the turn is that of the full mask (section 2.3.1).
    pub no_masks: bool,
}

/// After which turns nothing more is looked into: those whose score for the player on the move is …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortTermGains {
    /// … worse than the best that was found by looking further.
    Worse,
    /// … no better than that.
    NoBetter,
}

// How each experiment is written in the specification of a player.
pub(crate) const SKIP_DEAD: OptionInfo = flag("skip-dead", "defeated players take no levels of the tree");
pub(crate) const GAINS: OptionInfo = OptionInfo {
    name: "gains",
    kind: OptionKind::Choice(&["", "worse", "no-better"]),
    about: "do not look past turns whose immediate score is worse (or no better) than the best so far",
    is_bare: false,
};
pub(crate) const GARRISONS_FIRST: OptionInfo =
    flag("garrisons-first", "garrisons come before new colonies, with priority 3");
pub(crate) const COUNT_BUILDABLE: OptionInfo =
    flag("count-buildable", "ships that enemy colonies could build count as threats");
pub(crate) const NAIVE_ORDER: OptionInfo = flag("naive-order", "go through the sectors from A1 to D4");
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
