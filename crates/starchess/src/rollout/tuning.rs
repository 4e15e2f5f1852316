//! What training finds: the weights of the evaluation and the numbers of the script, as a text.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

use crate::galaxy::Galaxy;
use crate::player::Player;
use crate::rollout::evaluation::{AIM_NAMES, FEATURE_NAMES, STAGES, Weights, Worth};
use crate::rollout::script_numbers::ScriptNumbers;

/// What training found. Its text has one line for each feature, its weights in the stages of the
/// game, and one for each number of the script.
///
/// ```
/// use starchess::Tuning;
/// let tuning = Tuning::trained();
/// assert_eq!(tuning.to_string().parse(), Ok(tuning));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// The weights of the evaluation.
    pub weights: Weights,
    /// The numbers of the script.
    pub script: ScriptNumbers,
}

impl Tuning {
    /// Before any training: the weights of a prototype, and numbers chosen by hand.
    pub const FIRST: Self = Self { weights: Weights::FIRST, script: ScriptNumbers::FIRST };

    /// The result of the last training.
    pub fn trained() -> Self {
        static TRAINED: LazyLock<Tuning> =
            LazyLock::new(|| include_str!("tuning.txt").parse().expect("the embedded tuning is tested"));
        *TRAINED
    }

    /// What a position is worth to a player.
    #[inline]
    pub fn worth(&self, galaxy: &Galaxy, player: Player) -> Worth {
        self.weights.worth(galaxy, player, self.script.reserve_rounds())
    }
}

/// Why a text is not a tuning.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct TuningError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl FromStr for Tuning {
    type Err = TuningError;

    /// Reads a tuning. What it does not mention is as in [`Tuning::FIRST`]; lines that begin with `#`
    /// are comments.
    fn from_str(text: &str) -> Result<Self, TuningError> {
        let mut tuning = Self::FIRST;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |reason: String| TuningError { line: number, reason };
            let mut words = line.split_whitespace();
            let Some(name) = words.next().filter(|name| !name.starts_with('#')) else { continue };
            let values: Vec<f32> = words
                .map(|word| word.parse().ok().filter(|value: &f32| value.is_finite()).ok_or(word))
                .collect::<Result<_, _>>()
                .map_err(|word| wrong(format!("{word:?} is not a number")))?;
            let expect = |count: usize| {
                if values.len() == count {
                    Ok(())
                } else {
                    Err(wrong(format!("{name} has {} numbers; expected {count}", values.len())))
                }
            };
            if let Some(feature) = FEATURE_NAMES.iter().position(|&known| known == name) {
                expect(STAGES)?;
                for (stage, value) in tuning.weights.features.iter_mut().zip(values) {
                    stage[feature] = value;
                }
            } else if let Some(aim) = AIM_NAMES.iter().position(|&known| known == name) {
                expect(STAGES)?;
                for (stage, value) in tuning.weights.aims.iter_mut().zip(values) {
                    stage[aim] = value;
                }
            } else if let Some(index) = ScriptNumbers::NAMES.iter().position(|&known| known == name) {
                expect(1)?;
                if !(0.0..=255.0).contains(&values[0]) || values[0].fract() != 0.0 {
                    return Err(wrong(format!("{name} {}: expected a whole number from 0 to 255", values[0])));
                }
                tuning.script.0[index] = values[0] as u8;
            } else {
                return Err(wrong(format!("there is no feature, aim or number of the script called {name:?}")));
            }
        }
        Ok(tuning)
    }
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Weights { features, aims } = &self.weights;
        writeln!(f, "# Weights of the evaluation: in the opening, early, in the middle and late in the game.")?;
        write_stages(f, &FEATURE_NAMES, features)?;
        writeln!(f, "# Weights of the aims.")?;
        write_stages(f, &AIM_NAMES, aims)?;
        writeln!(f, "# Numbers of the script.")?;
        for (name, number) in ScriptNumbers::NAMES.iter().zip(self.script.0) {
            writeln!(f, "{name} {number}")?;
        }
        Ok(())
    }
}

/// A line for each name, with the number of every stage.
fn write_stages<const N: usize>(f: &mut fmt::Formatter, names: &[&str; N], stages: &[[f32; N]; STAGES]) -> fmt::Result {
    for (index, name) in names.iter().enumerate() {
        write!(f, "{name}")?;
        for stage in stages {
            write!(f, " {}", stage[index])?;
        }
        writeln!(f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let message = |text: &str| text.parse::<Tuning>().expect_err("not a tuning").to_string();
        assert_eq!(message("# ok\n\nships 1 2"), "line 3: ships has 2 numbers; expected 4");
        assert_eq!(message("ships 1 x 2 3"), "line 1: \"x\" is not a number");
        assert_eq!(message("hips 1"), "line 1: there is no feature, aim or number of the script called \"hips\"");
        assert_eq!(message("min-siege 300"), "line 1: min-siege 300: expected a whole number from 0 to 255");
        assert_eq!(message("ships 1 NaN 2 3"), "line 1: \"NaN\" is not a number");
    }
}
