//! The numbers of the search that can be tuned by games: when it prunes, reduces and extends.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

/// One of the [`Margins`], for a tuner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Margin {
    /// Its name.
    pub name: &'static str,
    /// The values that make sense.
    pub range: RangeInclusive<i32>,
}

macro_rules! margins {
    ($($(#[$about:meta])* $name:ident: $low:literal to $high:literal,)*) => {
        /// The numbers of the search. Scores are in hundredths of a pawn, depths in plies.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Margins {
            $($(#[$about])* pub(crate) $name: i32,)*
        }

        impl Margins {
            /// All of them, in the order of the numbers.
            pub const ALL: [Margin; [$(stringify!($name)),*].len()] =
                [$(Margin { name: stringify!($name), range: $low..=$high }),*];

            /// Their numbers.
            pub fn numbers(&self) -> [i32; Self::ALL.len()] {
                [$(self.$name),*]
            }
        }

        impl From<[i32; Self::ALL.len()]> for Margins {
            fn from([$($name),*]: [i32; Self::ALL.len()]) -> Self {
                Self { $($name),* }
            }
        }
    };
}

margins! {
    /// Late moves are reduced by this many hundredths of a ply,
    reduction_base: 0 to 250,
    /// and by the product of the logarithms of depth and number over this many hundredths.
    reduction_divisor: 120 to 320,
    /// The history of a quiet move that changes its reduction by a ply.
    reduction_history: 3000 to 16000,
    /// A reduced move that beats alpha by this and by two for every ply is searched a ply deeper
    /// than in full,
    deeper: 10 to 150,
    /// and one that beats it by less than this a ply less deep.
    shallower: 0 to 40,
    /// Reverse futility: how far above beta for every ply.
    reverse_futility: 30 to 150,
    /// The null move is tried if the static evaluation is this far above beta,
    null_move_base: 0 to 300,
    /// less this for every ply.
    null_move_depth: 0 to 40,
    /// The null move is searched a ply less deep for every such distance above beta.
    null_move: 80 to 400,
    /// Probcut: how far above beta a capture must be.
    probcut: 80 to 350,
    /// Captures that lose more than this for every ply are pruned.
    losing_capture: 30 to 180,
    /// Quiet moves that lose more than this for every square of the reduced depth are pruned.
    losing_quiet: 8 to 60,
    /// Late move pruning begins after this many moves, in hundredths, and the square of the depth,
    late_moves: 100 to 600,
    /// times so many hundredths.
    late_moves_depth: 40 to 200,
    /// Futility: how far below alpha a quiet move is pruned,
    futility_base: 20 to 250,
    /// and for every ply of the reduced depth.
    futility: 40 to 200,
    /// Quiet moves with a history below this for every ply are pruned.
    bad_history: 1000 to 8000,
    /// A move is singular if it is better than all others by this for every ply, in hundredths.
    singular: 50 to 500,
    /// It is extended twice if it is better by this on top.
    doubly_singular: 5 to 80,
    /// Quiescence: what a capture may win besides the piece that it captures.
    delta: 60 to 350,
    /// The first half width of the aspiration window.
    aspiration: 6 to 40,
}

/// Why a text is not a list of margins.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: expected \"{name} NUMBER\" with a whole number from {low} to {high}")]
pub struct MarginsError {
    line: usize,
    name: &'static str,
    low: i32,
    high: i32,
}

/// A line for each: its name and its number.
impl fmt::Display for Margins {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let lines = Self::ALL.iter().zip(self.numbers());
        lines.into_iter().try_for_each(|(margin, number)| writeln!(f, "{} {number}", margin.name))
    }
}

impl FromStr for Margins {
    type Err = MarginsError;

    fn from_str(text: &str) -> Result<Self, MarginsError> {
        let mut numbers = [0; Self::ALL.len()];
        let mut lines = text.lines();
        for (at, (number, Margin { name, range })) in numbers.iter_mut().zip(Self::ALL).enumerate() {
            let found = lines.next().and_then(|line| line.strip_prefix(name)?.trim().parse().ok());
            let wrong = MarginsError { line: at + 1, name, low: *range.start(), high: *range.end() };
            *number = found.filter(|found| range.contains(found)).ok_or(wrong)?;
        }
        Ok(numbers.into())
    }
}

/// The margins that the engine plays with, as `starchess chess tune-search` writes them.
static TUNED: LazyLock<Margins> =
    LazyLock::new(|| include_str!("margins.txt").parse().expect("a test reads the built-in margins"));

impl Default for Margins {
    fn default() -> Self {
        TUNED.clone()
    }
}

/// Reductions are summed up in these parts of a ply.
pub(crate) const PLY: i32 = 128;

/// By how much a late move is reduced, by depth and number.
#[derive(Clone)]
pub(crate) struct Reductions(Box<[[i16; 64]; 64]>);

impl Reductions {
    pub(crate) fn new(margins: &Margins) -> Self {
        let [base, divisor] =
            [margins.reduction_base, margins.reduction_divisor].map(|number| f64::from(number) / 100.0);
        let plies = |depth: usize, number: usize| {
            if depth == 0 || number == 0 { 0.0 } else { base + (depth as f64).ln() * (number as f64).ln() / divisor }
        };
        let parts = |depth, number| (plies(depth, number) * f64::from(PLY)) as i16;
        Self(Box::new(std::array::from_fn(|depth| std::array::from_fn(|number| parts(depth, number)))))
    }

    /// The reduction in parts of a [`PLY`].
    #[inline]
    pub(crate) fn parts(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.min(63)].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_round_trip_and_the_built_in_ones_can_be_read() {
        let margins: Margins = include_str!("margins.txt").parse().unwrap();
        assert_eq!(margins.to_string(), include_str!("margins.txt"));
        assert_eq!(Margins::from(margins.numbers()), margins);
        let error = |text: &str| text.parse::<Margins>().unwrap_err().to_string();
        let expected = "line 1: expected \"reduction_base NUMBER\" with a whole number from 0 to 250";
        for wrong in ["", "reduction_base", "reduction_base 251", "reduction 100"] {
            assert_eq!(error(wrong), expected);
        }
    }
}
