//! What the author of the paper tried and left out, or had in older versions. Everything is off by default.

use std::fmt;

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

impl Experiments {
    /// The switches and how they are written.
    const NAMES: [(&'static str, Self); 8] = {
        const OFF: Experiments = Experiments {
            skip_dead: false,
            short_term_gains: None,
            garrisons_first: false,
            count_buildable: false,
            naive_order: false,
            no_doubling: false,
            no_masks: false,
        };
        [
            ("skip-dead", Self { skip_dead: true, ..OFF }),
            ("gains=worse", Self { short_term_gains: Some(ShortTermGains::Worse), ..OFF }),
            ("gains=no-better", Self { short_term_gains: Some(ShortTermGains::NoBetter), ..OFF }),
            ("garrisons-first", Self { garrisons_first: true, ..OFF }),
            ("count-buildable", Self { count_buildable: true, ..OFF }),
            ("naive-order", Self { naive_order: true, ..OFF }),
            ("no-doubling", Self { no_doubling: true, ..OFF }),
            ("no-masks", Self { no_masks: true, ..OFF }),
        ]
    };

    /// How the switches are written.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().map(|(name, _)| *name)
    }

    /// The same with one more switch on, by its name.
    pub fn with(self, name: &str) -> Option<Self> {
        let (_, one) = Self::NAMES.iter().find(|(known, _)| *known == name)?;
        Some(Self {
            skip_dead: self.skip_dead || one.skip_dead,
            short_term_gains: one.short_term_gains.or(self.short_term_gains),
            garrisons_first: self.garrisons_first || one.garrisons_first,
            count_buildable: self.count_buildable || one.count_buildable,
            naive_order: self.naive_order || one.naive_order,
            no_doubling: self.no_doubling || one.no_doubling,
            no_masks: self.no_masks || one.no_masks,
        })
    }
}

impl fmt::Display for Experiments {
    /// The switches that are on, with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let is_on = |name: &str| self.with(name) == Some(*self);
        let on: Vec<_> = Self::names().filter(|name| is_on(name)).collect();
        f.write_str(&on.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_can_be_named() {
        for name in Experiments::names() {
            let one = Experiments::default().with(name).unwrap();
            assert_ne!(one, Experiments::default());
            assert_eq!(one.to_string(), name);
        }
        assert_eq!(Experiments::default().to_string(), "");
        assert_eq!(Experiments::default().with("cheat"), None);
    }
}
