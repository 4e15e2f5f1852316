//! The seam between the server and its games: what a live game of any kind has to offer.

use gametree::Stop;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::access::Access;
use crate::protocol::{GameKind, Summary};

/// Why something was not done, as a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// A refusal with the words of an error.
    pub fn because(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// A game of one kind, from its beginning to the present.
///
/// A game is its setup and its orders. All of them are kept on disk as JSON; after a restart the game
/// is built from its setup, and its orders are [applied](LiveGame::apply) again. So `apply` must lead
/// to the same game whenever it is given the same orders: whatever a computer decides or chance
/// brings is part of the order, and nothing else may change what `apply` does.
pub trait LiveGame: Sized + Send + 'static {
    /// The kind.
    const KIND: GameKind;
    /// The number of seats; each has a key.
    const SEATS: usize;
    /// How a game begins.
    type Setup: DeserializeOwned + Serialize + Send;
    /// A change to the game: by a page, or by a computer player.
    type Order: DeserializeOwned + Serialize + Send;
    /// What an order led to, for pages to animate and to tell.
    type News: Serialize + Send;
    /// Everything a page has to know to show the game and to offer what can be done in it.
    type View: Serialize;
    /// A question that changes nothing.
    type Question: DeserializeOwned + Send;
    /// Its answer.
    type Answer: Serialize + Send + 'static;
    /// What a computer that thinks about its move has found so far.
    type Progress: Serialize + Send;

    /// Begins a game, or says why the setup is not possible. Replace what is left to chance in the
    /// setup before (see [`LiveGame::settle`]).
    fn new(setup: &Self::Setup) -> Result<Self, Refusal>;

    /// Draws what a setup leaves to chance, before it is stored.
    fn settle(_setup: &mut Self::Setup) {}

    /// Whether a page may give an order. Whether the rules allow it is for [`LiveGame::apply`] to say.
    fn check_access(&self, order: &Self::Order, access: Access) -> Result<(), Refusal>;

    /// Whether an order means the position that its page shows, as a move does: then it is refused if the
    /// position is another by now. (The answer to who sits where is the same in every position.)
    fn is_for_position(_order: &Self::Order) -> bool {
        true
    }

    /// The seats whose people must agree to an order, numbered from 0; nobody's for most orders. A page
    /// agrees for the seats that it plays itself. It refuses what could not be done even if all agreed.
    fn consent_of(&self, _order: &Self::Order) -> Result<Vec<usize>, Refusal> {
        Ok(Vec::new())
    }

    /// Adds to a page's order what only the server knows, such as the time, before it is applied and
    /// stored.
    fn stamp(&self, _order: &mut Self::Order) {}

    /// Plays an order, or says why it is refused and changes nothing.
    fn apply(&mut self, order: &Self::Order) -> Result<Self::News, Refusal>;

    /// A new game that goes on from a moment of this one: how it begins, and the orders that lead there.
    fn branch(&self, _moment: u32) -> Result<(Self::Setup, Vec<Self::Order>), Refusal> {
        Err(Refusal("games of this kind have no branches".to_owned()))
    }

    /// How the game stands.
    fn view(&self) -> Self::View;

    /// How the game stands, for lists.
    fn summary(&self) -> Summary;

    /// Answers a question at once, or with a task for a thinking thread.
    fn answer(&self, question: Self::Question) -> Result<Reply<Self>, Refusal>;

    /// If a computer is to move: its task, which returns the order that it decides on. It is called
    /// after every change, and again if the server is busy. The task is cancelled if the game changes
    /// meanwhile.
    fn next_task(&self) -> Option<Task<Self, Self::Order>>;
}

/// The answer to a question.
pub enum Reply<G: LiveGame> {
    /// The answer.
    Now(G::Answer),
    /// It takes a while to find.
    Later(Task<G, G::Answer>),
}

/// Work for a thinking thread.
pub type Task<G, T> = Box<dyn FnOnce(&mut Context<'_, G>) -> Result<T, Refusal> + Send>;

/// What a task is given to work with.
pub struct Context<'a, G: LiveGame> {
    /// Raised when the best result so far is wanted.
    pub stop: Stop,
    /// Raised when the result is not wanted any more.
    pub cancel: Stop,
    /// To be called with what was found so far. (Answers to questions have no progress: nothing
    /// happens with it.)
    pub progress: &'a mut dyn FnMut(G::Progress),
}
