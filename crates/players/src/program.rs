//! Programs that play through a protocol, as they are written.

use std::fmt;

use crate::decision::Playable;
use crate::kind::{Built, Protocol, Setup};
use crate::spec::SpecError;

/// What separates the command from the options that the program is given.
const OPTIONS: &str = " :: ";

/// A program that plays: `sci:PROGRAM ARGUMENTS`, with ` :: Option=Value, Option=Value` if it is to be
/// given options, and with a shorter name if wanted, `NAME=sci:PROGRAM`.
pub struct ProgramSpec<G: Playable> {
    /// The shorter name.
    label: Option<String>,
    protocol: &'static Protocol<G>,
    /// The command and options as they were written.
    text: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The options that it is given.
    pub options: Vec<(String, String)>,
}

impl<G: Playable> ProgramSpec<G> {
    /// Reads a program; none if the text does not name one.
    pub(crate) fn read(text: &str) -> Option<Result<Self, SpecError>> {
        let (label, program) = match text.split_once('=') {
            _ if Self::protocol_of(text).is_some() => (None, text),
            Some((label, program)) => (Some(label.trim()), program),
            None => return None,
        };
        let (protocol, rest) = Self::protocol_of(program)?;
        if label.is_some_and(str::is_empty) {
            return Some(Err(SpecError::NoName(text.to_owned())));
        }
        Some(Self::new(label, protocol, rest))
    }

    fn protocol_of(text: &str) -> Option<(&'static Protocol<G>, &str)> {
        let (name, rest) = text.split_once(':')?;
        let protocol = G::protocols().iter().find(|protocol| protocol.name == name)?;
        Some((protocol, rest))
    }

    fn new(label: Option<&str>, protocol: &'static Protocol<G>, text: &str) -> Result<Self, SpecError> {
        let (command, options) = text.split_once(OPTIONS).unwrap_or((text, ""));
        let command = shlex::split(command).ok_or_else(|| SpecError::Quotes(command.to_owned()))?;
        if command.is_empty() {
            return Err(SpecError::NoProgram(format!("{}:", protocol.name)));
        }
        let options = options.split(',').map(str::trim).filter(|option| !option.is_empty());
        let option = |text: &str| match text.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(SpecError::ProgramOption(text.to_owned())),
        };
        let options = options.map(option).collect::<Result<_, _>>()?;
        Ok(Self { label: label.map(str::to_owned), protocol, text: text.to_owned(), command, options })
    }

    /// What it is called in results.
    pub(crate) fn name(&self) -> String {
        match &self.label {
            Some(label) => label.clone(),
            None => self.to_string(),
        }
    }

    pub(crate) fn start(&self, setup: &Setup) -> Built<G> {
        (self.protocol.start)(self, setup)
    }
}

impl<G: Playable> fmt::Display for ProgramSpec<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{label}=")?;
        }
        write!(f, "{}:{}", self.protocol.name, self.text)
    }
}

// Not derived: the game itself need not be `Clone`.
impl<G: Playable> Clone for ProgramSpec<G> {
    fn clone(&self) -> Self {
        let Self { label, protocol, text, command, options } = self;
        Self { label: label.clone(), protocol, text: text.clone(), command: command.clone(), options: options.clone() }
    }
}
