//! Star Chess on the page.

mod history;
mod mind;
pub(crate) mod strength;
mod view;
mod why;

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use starchess::{
    Command, EndOfTurn, Event, Galaxy, GameFile, Next, PLAYERS, Player, PlayerSpec, Sector, Session, Start, Verdict,
};

pub(crate) use self::history::StarTurn;
use self::history::{Decider, History};
use self::mind::{Minds, decide_again};
pub(crate) use self::strength::Strength;
use self::view::{PlayedStep, StarBoard, SummaryPlayer, SummarySector};
pub(crate) use self::view::{StarNews, StarSummary, StarView};
pub(crate) use self::why::StarWhy;
use crate::access::Access;
use crate::live::{LiveGame, Refusal, Reply, Task};
use crate::protocol::{GameKind, Summary};

/// A game of Star Chess.
pub(crate) struct StarGame {
    session: Session,
    history: History,
    /// The number of commands that can be redone.
    undone: usize,
    minds: Minds,
}

/// How a game begins.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with from, seats and round_limit", deny_unknown_fields)]
pub(crate) struct StarSetup {
    /// Where it begins.
    pub(crate) from: StarStart,
    /// Who plays; with [`StarStart::File`] the players of the file if there is nobody here.
    pub(crate) seats: Option<[StarSeat; PLAYERS]>,
    /// The number of rounds after which the highest score wins.
    pub(crate) round_limit: Option<NonZeroU32>,
}

/// Where a game begins.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum StarStart {
    /// In a new galaxy.
    Galaxy {
        /// Its kind.
        kind: GalaxyKind,
        /// The seed, for the kinds that depend on one.
        seed: u32,
    },
    /// In a position, in the game's notation.
    Position {
        /// The position.
        position: String,
    },
    /// At the end of a saved game.
    File {
        /// The text of the file.
        text: String,
    },
}

/// The kinds of new galaxies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum GalaxyKind {
    /// The same from every seat.
    Symmetric,
    /// Every planet by chance.
    Random,
    /// All barren.
    Barren,
    /// All terran.
    Terran,
}

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum StarSeat {
    /// A person.
    Human,
    /// A computer.
    Computer {
        /// How strong it is.
        strength: Strength,
    },
}

impl StarSeat {
    fn spec(self) -> PlayerSpec {
        match self {
            Self::Human => PlayerSpec::Human,
            Self::Computer { strength } => strength.spec(),
        }
    }
}

/// A change to the game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum StarOrder {
    /// Commands of the player to move. All are played, or none.
    Play {
        /// The commands.
        commands: Vec<Command>,
    },
    /// A computer's whole turn. Pages cannot give it.
    Turn {
        /// The commands, the end of the turn included.
        commands: Vec<Command>,
        /// How many rounds the computer looked ahead.
        rounds: u32,
        /// How many turns it generated to find this one.
        #[serde(default)]
        #[cfg_attr(test, ts(type = "number"))]
        nodes: u64,
        /// The computer if it does not sit there any more: in a branch, which has the seats of the present.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        computer: Option<String>,
    },
    /// A command of the player to move in place of the last one of this turn: another number of ships.
    Revise {
        /// The command.
        command: Command,
    },
    /// Undoes the last command of this turn.
    Undo,
    /// Redoes the command that was undone last.
    Redo,
    /// Takes the last turn of a human back, with the replies of the computers. If several people play,
    /// all have to agree.
    UndoTurn,
    /// Lets someone else decide for a player.
    Seat {
        /// The player.
        player: Player,
        /// Who decides from now on.
        seat: StarSeat,
    },
}

/// A question about the game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(expecting = "an object with a type", tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum StarQuestion {
    /// What a command would lead to.
    Preview {
        /// The command.
        command: Command,
        /// Whether it would be played in place of the last one of this turn.
        #[serde(default)]
        instead: bool,
    },
    /// The position after so many commands.
    At {
        /// The number of commands; all if there are fewer.
        commands: u32,
    },
    /// The finished turns from one on. If there are many, ask again for those after the last.
    History {
        /// The number of turns before it.
        from: u32,
    },
    /// What a computer would do in place of the player to move.
    Advise {
        /// How strong the computer is.
        strength: Strength,
    },
    /// Why a computer played a turn.
    Why {
        /// The number of the turn, from 0.
        turn: u32,
    },
    /// The game as the text of a file.
    File,
}

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum StarAnswer {
    /// What a command would lead to.
    Preview {
        /// What happens at once.
        events: Vec<Event>,
        /// What the end of the turn would bring if it followed.
        forecast: Option<EndOfTurn>,
        /// The position after the command.
        board: StarBoard,
    },
    /// A position.
    At {
        /// The position.
        board: StarBoard,
        /// In the game's notation.
        position: Galaxy,
    },
    /// Finished turns.
    History {
        /// The turns.
        turns: Vec<StarTurn>,
    },
    /// What a computer would do.
    Advice {
        /// The commands, the end of the turn included.
        commands: Vec<Command>,
        /// Its reasons, if it gives any.
        why: Option<Box<StarWhy>>,
    },
    /// Why a computer played a turn.
    Why {
        /// The reasons.
        why: Box<StarWhy>,
    },
    /// The text of a file.
    File {
        /// The text.
        text: String,
    },
}

/// What a computer has found so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StarProgress {
    /// The player it thinks for.
    pub(crate) player: Player,
    /// How many rounds it has looked ahead.
    pub(crate) rounds: u32,
    /// The score that it expects.
    pub(crate) score: Option<i32>,
}

impl LiveGame for StarGame {
    const KIND: GameKind = GameKind::Star;
    const SEATS: usize = PLAYERS;
    type Setup = StarSetup;
    type Order = StarOrder;
    type News = StarNews;
    type View = StarView;
    type Question = StarQuestion;
    type Answer = StarAnswer;
    type Progress = StarProgress;

    fn new(setup: &StarSetup) -> Result<Self, Refusal> {
        let mut session = setup.session()?;
        session.round_limit = setup.round_limit.or(session.round_limit);
        let mut history = History::default();
        history.follow(&session);
        Ok(Self { session, history, undone: 0, minds: Minds::default() })
    }

    fn check_access(&self, order: &StarOrder, access: Access) -> Result<(), Refusal> {
        let to_move = self.session.galaxy().to_move();
        let check_seat = |player: Player, what: &str| {
            if access.may_play(player.index()) { Ok(()) } else { Err(Refusal(what.to_owned())) }
        };
        match order {
            StarOrder::Turn { .. } => Err(Refusal("only computers play whole turns".to_owned())),
            StarOrder::Play { .. } | StarOrder::Revise { .. } | StarOrder::Undo | StarOrder::Redo => {
                if !self.session.spec(to_move).is_human() {
                    return Err(Refusal("it is a computer's turn".to_owned()));
                }
                check_seat(to_move, "it is another player's turn")
            }
            // Who else has to agree is for `consent_of` to say.
            StarOrder::UndoTurn => Ok(()),
            StarOrder::Seat { player, .. } => check_seat(*player, "that is another player's seat"),
        }
    }

    fn is_for_position(order: &StarOrder) -> bool {
        !matches!(order, StarOrder::Seat { .. })
    }

    fn consent_of(&self, order: &StarOrder) -> Result<Vec<usize>, Refusal> {
        match order {
            StarOrder::UndoTurn if self.session.record().is_empty() => {
                Err(Refusal("there is no turn to take back yet".to_owned()))
            }
            StarOrder::UndoTurn => Ok(self.session.humans().map(Player::index).collect()),
            _ => Ok(Vec::new()),
        }
    }

    fn apply(&mut self, order: &StarOrder) -> Result<StarNews, Refusal> {
        match order {
            StarOrder::Play { commands } => self.play(commands, None),
            StarOrder::Turn { commands, rounds, nodes, computer } => {
                let spec = match computer {
                    Some(computer) => PlayerSpec::from_saved(computer),
                    None => self.session.spec(self.session.galaxy().to_move()).clone(),
                };
                self.play(commands, Some(Decider { spec, rounds: *rounds, nodes: *nodes }))
            }
            StarOrder::Revise { command } => self.revise(*command),
            StarOrder::Undo => {
                self.session.undo().map_err(Refusal::because)?;
                self.undone += 1;
                Ok(StarNews::Moved { finished: self.history.follow(&self.session) })
            }
            StarOrder::Redo => {
                let redone = self.session.redo().map_err(Refusal::because)?;
                self.undone = self.undone.saturating_sub(redone);
                Ok(StarNews::Moved { finished: self.history.follow(&self.session) })
            }
            StarOrder::UndoTurn => {
                let before = self.session.record().len();
                self.undo_turn()?;
                self.undone += before - self.session.record().len();
                Ok(StarNews::Moved { finished: self.history.follow(&self.session) })
            }
            StarOrder::Seat { player, seat } => {
                self.session.seat(*player, seat.spec());
                Ok(StarNews::Seated { player: *player })
            }
        }
    }

    fn branch(&self, moment: u32) -> Result<(StarSetup, Vec<StarOrder>), Refusal> {
        let (mut file, record) = (self.session.to_file(), self.session.record());
        file.record = record.branch(0);
        let from = StarStart::File { text: file.to_string() };
        let orders = self.history.orders(record, record.len().min(moment as usize));
        Ok((StarSetup { from, seats: None, round_limit: None }, orders))
    }

    fn view(&self) -> StarView {
        StarView::of(&self.session, self.history.turns().len(), self.undone > 0)
    }

    fn summary(&self) -> Summary {
        let (galaxy, seats) = (self.session.galaxy(), self.session.seats());
        let humans = self.session.humans().count();
        let players = match humans {
            0 => "four computers".to_owned(),
            1 => "against three computers".to_owned(),
            4 => "four people".to_owned(),
            _ => format!("{humans} people and {} computers", PLAYERS - humans),
        };
        let round = galaxy.round();
        let name = |player: Player| NAMES[player.index()];
        let state = match self.session.next() {
            Next::Over(verdict) => match verdict.winner() {
                Some(winner) => format!("{} has won, round {round}", name(winner)),
                None => format!("A tie, round {round}"),
            },
            Next::Human(_) if humans == 1 => format!("Round {round}, your turn"),
            Next::Human(player) | Next::Computer(player) | Next::Unknown(player) => {
                format!("Round {round}, {} to move", name(player))
            }
        };
        let sector = |at: Sector| {
            let (class, colony) = (galaxy.class(at), galaxy.colony(at));
            SummarySector {
                class,
                colony: colony.map(|colony| colony.owner),
                filled: colony.map_or(0.0, |colony| f32::from(colony.population) / f32::from(class.max_population())),
                fleet: galaxy.fleet(at).map(|fleet| fleet.owner),
            }
        };
        let scores = galaxy.scores();
        let player = |player: Player| SummaryPlayer {
            is_human: seats[player.index()].is_human(),
            is_defeated: galaxy.is_defeated(player),
            score: scores[player.index()],
            ships: galaxy.ships(player),
            colonies: galaxy.colonies(player).len() as u32,
        };
        let details = StarSummary {
            round,
            to_move: galaxy.to_move(),
            winner: self.session.verdict().winner(),
            sectors: Sector::all().map(sector).collect(),
            players: Player::ALL.map(player).to_vec(),
        };
        Summary {
            players,
            state,
            is_over: self.session.verdict() != Verdict::Ongoing,
            has_human: humans > 0,
            details: serde_json::to_value(details).unwrap_or_default(),
        }
    }

    fn answer(&self, question: StarQuestion) -> Result<Reply<Self>, Refusal> {
        let record = self.session.record();
        Ok(Reply::Now(match question {
            StarQuestion::Preview { command, instead } => {
                let preview = if instead {
                    self.before_last()?.preview(command).map_err(Refusal::because)?
                } else {
                    self.session.preview(command).map_err(Refusal::because)?
                };
                let board = StarBoard::of(&preview.after);
                StarAnswer::Preview { events: preview.events, forecast: preview.end_of_turn, board }
            }
            StarQuestion::At { commands } => {
                let galaxy = record.at(commands as usize);
                StarAnswer::At { board: StarBoard::of(galaxy), position: *galaxy }
            }
            StarQuestion::History { from } => {
                let turns = self.history.turns().iter().skip(from as usize).take(MAX_TURNS);
                StarAnswer::History { turns: turns.cloned().collect() }
            }
            StarQuestion::File => StarAnswer::File { text: self.session.to_file().to_string() },
            StarQuestion::Advise { strength } => return self.advise(strength),
            StarQuestion::Why { turn } => return self.why(turn as usize),
        }))
    }

    fn next_task(&self) -> Option<Task<Self, StarOrder>> {
        let Next::Computer(player) = self.session.next() else { return None };
        let (minds, spec, galaxy) = (self.minds.clone(), self.session.spec(player).clone(), *self.session.galaxy());
        let past = self.history.past(player, &spec, self.history.turns().len(), self.session.record());
        Some(Box::new(move |context| {
            let decision = minds.decide(&spec, &past, &galaxy, context)?;
            let rounds = decision.reasons.info().map_or(0, |info| info.turns);
            Ok(StarOrder::Turn { commands: decision.turn, rounds, nodes: decision.nodes, computer: None })
        }))
    }
}

/// The players' names on the page.
const NAMES: [&str; PLAYERS] = ["Indigo", "Teal", "Yellow", "Rose"];

impl StarSetup {
    fn session(&self) -> Result<Session, Refusal> {
        let seats = self.seats.unwrap_or([StarSeat::Human; PLAYERS]).map(StarSeat::spec);
        Ok(match &self.from {
            StarStart::Galaxy { kind, seed } => {
                let seed = (*seed).into();
                let start = match kind {
                    GalaxyKind::Symmetric => Start::Symmetric(seed),
                    GalaxyKind::Random => Start::Random(seed),
                    GalaxyKind::Barren => Start::Barren,
                    GalaxyKind::Terran => Start::Terran,
                };
                Session::new(Galaxy::start(start), seats)
            }
            StarStart::Position { position } => {
                let galaxy = position.trim().parse();
                Session::new(galaxy.map_err(|error| Refusal(format!("this is not a position: {error}")))?, seats)
            }
            StarStart::File { text } => {
                let file: GameFile =
                    text.parse().map_err(|error| Refusal(format!("this is not a saved game: {error}")))?;
                let commands = file.record.len();
                if commands > MAX_RECORD {
                    return Err(Refusal(format!("the game has {commands} commands; up to {MAX_RECORD} can be read")));
                }
                let mut session = Session::from_file(file);
                for player in Player::ALL {
                    if let Some(seats) = self.seats {
                        session.seat(player, seats[player.index()].spec());
                    } else if matches!(
                        session.spec(player),
                        PlayerSpec::Program(_) | PlayerSpec::Unstarted(_) | PlayerSpec::Unknown(_)
                    ) {
                        // A file could name any program on this machine, and call a player anything.
                        let name = players::excerpt(&session.spec(player).name());
                        session.seat(player, PlayerSpec::Unknown(name));
                    }
                }
                session
            }
        })
    }
}

impl StarGame {
    /// Plays all commands or none.
    fn play(&mut self, commands: &[Command], decider: Option<Decider>) -> Result<StarNews, Refusal> {
        if commands.is_empty() || commands.len() > MAX_COMMANDS {
            return Err(Refusal(format!("a turn has 1 to {MAX_COMMANDS} commands at once")));
        }
        if let Some(end) = commands.iter().position(|&command| command == Command::EndTurn)
            && end + 1 < commands.len()
        {
            return Err(Refusal("commands follow the end of the turn".to_owned()));
        }
        let mut here = *self.session.galaxy();
        let (player, round) = (here.to_move(), here.round());
        self.session.preview(commands[0]).map_err(Refusal::because)?;
        let mut steps = Vec::new();
        for (i, &command) in commands.iter().enumerate() {
            let mut events = Vec::new();
            here.apply_with_events(command, &mut events).map_err(|error| Refusal(format!("{command}: {error}")))?;
            let is_last = i + 1 == commands.len();
            steps.push(PlayedStep { command, events, board: (!is_last).then(|| StarBoard::of(&here)) });
        }
        let begins = self.session.record().len() - self.session.record().this_turn().count();
        for &command in commands {
            self.session.apply(command).map_err(Refusal::because)?;
        }
        self.undone = 0;
        self.history.note(begins, decider);
        let finished = self.history.follow(&self.session);
        Ok(StarNews::Played { player, round, steps, finished })
    }

    /// The position before the last command of this turn.
    fn before_last(&self) -> Result<&Galaxy, Refusal> {
        let record = self.session.record();
        match record.this_turn().count() {
            0 => Err(Refusal("this turn has no command yet".to_owned())),
            _ => Ok(record.at(record.len() - 1)),
        }
    }

    /// Plays a command in place of the last one of this turn.
    fn revise(&mut self, command: Command) -> Result<StarNews, Refusal> {
        self.before_last()?.preview(command).map_err(Refusal::because)?;
        if command == Command::EndTurn {
            return Err(Refusal("the end of the turn is no other command".to_owned()));
        }
        self.session.undo().map_err(Refusal::because)?;
        // It is legal: it was tried just now.
        self.session.apply(command).map_err(Refusal::because)?;
        self.undone = 0;
        Ok(StarNews::Moved { finished: self.history.follow(&self.session) })
    }

    /// Undoes the last turn of a human and the replies of the computers, whoever the human is.
    fn undo_turn(&mut self) -> Result<(), Refusal> {
        if self.session.humans().count() < 2 {
            return self.session.undo_turn().map_err(Refusal::because);
        }
        loop {
            self.session.undo_turn_by_agreement().map_err(Refusal::because)?;
            if matches!(self.session.next(), Next::Human(_)) || self.session.record().is_empty() {
                return Ok(());
            }
        }
    }

    /// Asks a computer what the player to move should do.
    fn advise(&self, strength: Strength) -> Result<Reply<Self>, Refusal> {
        if let Next::Over(verdict) = self.session.next() {
            return Err(Refusal(format!("the game is over: {verdict}")));
        }
        let (galaxy, turn) = (*self.session.galaxy(), self.history.turns().len());
        Ok(Reply::Later(Box::new(move |context| {
            let spec = strength.spec();
            let decision = Minds::default().decide(&spec, &[], &galaxy, context)?;
            let why = StarWhy::of(turn, &galaxy, &spec, &decision, &[]).map(Box::new);
            Ok(StarAnswer::Advice { commands: decision.turn, why })
        })))
    }

    /// Lets the computer that decided on a turn think again, as far as it did then: it finds the same.
    fn why(&self, number: usize) -> Result<Reply<Self>, Refusal> {
        let (turns, record) = (self.history.turns(), self.session.record());
        let turn = turns.get(number).ok_or_else(|| Refusal(format!("there is no turn {} yet", number + 1)))?;
        let name = NAMES[turn.player.index()];
        let (spec, past, then) = self
            .history
            .decision(number, record)
            .ok_or_else(|| Refusal(format!("{name} decided on this turn as a person")))?;
        let (spec, played) = (spec.clone(), turn.commands.clone());
        let seen = MAX_EXPECTED.min(turns.len() - number);
        let real: Vec<(StarTurn, Galaxy)> =
            turns[number..number + seen].iter().map(|turn| (turn.clone(), *record.at(turn.ends as usize))).collect();
        Ok(Reply::Later(Box::new(move |context| {
            let decision = decide_again(&spec, &past, &then, context)?;
            if decision.turn != played {
                return Err(Refusal(format!(
                    "{name} would play another turn now: the game was played with another version of this program"
                )));
            }
            match StarWhy::of(number, &then.galaxy, &spec, &decision, &real) {
                Some(why) => Ok(StarAnswer::Why { why: Box::new(why) }),
                None => Err(Refusal("this computer gives no reasons".to_owned())),
            }
        })))
    }
}

/// The most commands in one order.
const MAX_COMMANDS: usize = 200;

/// The most commands of a saved game.
const MAX_RECORD: usize = 40_000;

/// The most turns in one answer.
const MAX_TURNS: usize = 500;

/// The most turns that are compared with what was expected: those of four players in the rounds that a
/// player looks ahead.
const MAX_EXPECTED: usize = 4 * 13;
