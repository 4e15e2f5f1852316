//! Noughts and crosses on the page: the game, and the trees of searches.

pub(crate) mod messages;
mod tree;

use gametree::{AlphaBeta, Iterative, Limits, Minimax, OutcomeOnly, ReportOf, Search, Table};
use noughts::{Board, Noughts, PlayerSpec, Side, Square};
use players::Setup;

use self::messages::{
    NoughtsAnswer, NoughtsCounts, NoughtsNews, NoughtsOrder, NoughtsPlayer, NoughtsQuestion, NoughtsSetup, NoughtsView,
};
use self::tree::{capital, marks, place, result, verdict};
use crate::access::Access;
use crate::live::{LiveGame, Refusal, Reply, Task};
use crate::protocol::{GameKind, Summary};

/// Everyone who can play: specification, name and a line about it.
const PLAYERS: [(&str, &str, &str); 7] = [
    ("human", "Human", "at this screen, or by a link"),
    ("perfect", "Perfect", "searches to the end of every game"),
    ("alpha-beta:depth=2,eval=paper", "The paper's program", "two moves ahead, with the paper's features"),
    ("alpha-beta:depth=1,eval=paper", "One move ahead", "the paper's features without a look at the reply"),
    ("mcts:nodes=200", "Monte Carlo, 200 games", "plays random games and trusts the results"),
    ("mcts:nodes=20", "Monte Carlo, 20 games", "the same with little experience"),
    ("random", "Random", "plays anywhere"),
];

/// The moves of the longest game.
const WHOLE_GAME: u32 = 9;

/// The memory of the table of an iterative search. No search of this game fills it.
const TABLE_BYTES: usize = 1 << 20;

/// A game of noughts and crosses.
pub(crate) struct NoughtsGame {
    start: Board,
    moves: Vec<Square>,
    seats: [PlayerSpec; 2],
}

impl LiveGame for NoughtsGame {
    const KIND: GameKind = GameKind::Noughts;
    const SEATS: usize = 2;
    type Setup = NoughtsSetup;
    type Order = NoughtsOrder;
    type News = NoughtsNews;
    type View = NoughtsView;
    type Question = NoughtsQuestion;
    type Answer = NoughtsAnswer;
    type Progress = ();

    fn new(setup: &NoughtsSetup) -> Result<Self, Refusal> {
        let start = match setup.position.as_str() {
            "" => Board::EMPTY,
            position => position.parse().map_err(Refusal::because)?,
        };
        Ok(Self { start, moves: Vec::new(), seats: [read_player(&setup.cross)?, read_player(&setup.nought)?] })
    }

    fn settle(setup: &mut NoughtsSetup) {
        for player in [&mut setup.cross, &mut setup.nought] {
            if let Ok(spec) = read_player(player) {
                *player = spec.with_drawn_seed().to_string();
            }
        }
    }

    fn check_access(&self, order: &NoughtsOrder, access: Access) -> Result<(), Refusal> {
        let is_allowed = match order {
            NoughtsOrder::Play { .. } => access.may_play(self.board().to_move().index()),
            NoughtsOrder::Decide { .. } => return Err(Refusal("computers decide for themselves".to_owned())),
            NoughtsOrder::TakeBack => true,
            NoughtsOrder::Seat { .. } | NoughtsOrder::Again => access.is_host,
        };
        if is_allowed { Ok(()) } else { Err(Refusal("this is for another player to do".to_owned())) }
    }

    fn is_for_position(order: &NoughtsOrder) -> bool {
        !matches!(order, NoughtsOrder::Seat { .. })
    }

    fn consent_of(&self, order: &NoughtsOrder) -> Result<Vec<usize>, Refusal> {
        let is_shared = self.seats.iter().all(PlayerSpec::is_human);
        match order {
            NoughtsOrder::TakeBack => {
                self.before_last()?;
                Ok(if is_shared { vec![0, 1] } else { Vec::new() })
            }
            _ => Ok(Vec::new()),
        }
    }

    fn apply(&mut self, order: &NoughtsOrder) -> Result<NoughtsNews, Refusal> {
        let text = match order {
            NoughtsOrder::Play { square } => self.play(square, true)?,
            NoughtsOrder::Decide { square } => self.play(square, false)?,
            NoughtsOrder::TakeBack => {
                let to = self.before_last()?;
                let count = self.moves.len() - to;
                self.moves.truncate(to);
                if count == 1 {
                    "One move was taken back.".to_owned()
                } else {
                    format!("{count} moves were taken back.")
                }
            }
            NoughtsOrder::Seat { side, player } => {
                let (side, spec) = (Side::from(*side), read_player(player)?);
                let text = format!("{} is {} now.", capital(&side.to_string()), self::player(&spec).name);
                self.seats[side.index()] = spec;
                text
            }
            NoughtsOrder::Again => {
                self.moves.clear();
                "A new game.".to_owned()
            }
        };
        Ok(NoughtsNews { text })
    }

    fn view(&self) -> NoughtsView {
        let board = self.board();
        let is_human = self.seats[board.to_move().index()].is_human();
        let row = board.winner().and_then(|side| board.completed_row(side));
        NoughtsView {
            board: marks(board),
            legal: if is_human { board.moves().to_string() } else { String::new() },
            moves: self.moves.iter().map(|square| square.name()).collect(),
            to_move: board.to_move().into(),
            players: self.seats.each_ref().map(player),
            outcome: outcome(board),
            row: row.map_or_else(String::new, |row| row.to_string()),
            can_take_back: self.take_back_to().is_some(),
        }
    }

    fn summary(&self) -> Summary {
        let board = self.board();
        let [cross, nought] = &self.seats;
        let names = self.seats.each_ref().map(|spec| player(spec).name);
        let players = match (cross.is_human(), nought.is_human()) {
            (true, true) => "two people".to_owned(),
            (true, false) => format!("cross, against {}", names[1]),
            (false, true) => format!("nought, against {}", names[0]),
            (false, false) => format!("{} against {}", names[0], names[1]),
        };
        let state = outcome(board).unwrap_or_else(|| format!("{} to move", capital(&board.to_move().to_string())));
        Summary {
            players,
            state,
            is_over: board.is_over(),
            has_human: cross.is_human() || nought.is_human(),
            details: serde_json::json!({ "board": marks(board) }),
        }
    }

    fn answer(&self, question: NoughtsQuestion) -> Result<Reply<Self>, Refusal> {
        let board = self.board();
        if board.is_over() {
            return Err(Refusal("the game is over: there is no tree any more".to_owned()));
        }
        Ok(Reply::Later(match question {
            NoughtsQuestion::Tree { algorithm, depth, order, fold } => Box::new(move |_| {
                tree::tree(board, algorithm.into(), order.into(), depth, fold).map(NoughtsAnswer::Tree)
            }),
            NoughtsQuestion::WholeGame => Box::new(move |_| Ok(NoughtsAnswer::WholeGame { rows: whole_game(board) })),
        }))
    }

    fn next_task(&self) -> Option<Task<Self, NoughtsOrder>> {
        let board = self.board();
        let side = board.to_move();
        let spec = self.seats[side.index()].clone();
        if board.is_over() || spec.is_human() {
            return None;
        }
        Some(Box::new(move |context| {
            let fault = |fault| Refusal(format!("the player of {side} {fault}"));
            let setup = Setup { seat: side.index(), cancel: context.cancel.clone(), ..Setup::default() };
            let mut player = spec.build(&setup).map_err(fault)?;
            let limits = Limits::default().with_cancel(context.cancel.clone());
            let decision = player.think(&board, &limits, &mut |_| ()).map_err(fault)?;
            Ok(NoughtsOrder::Decide { square: decision.turn.to_string() })
        }))
    }
}

impl NoughtsGame {
    fn board(&self) -> Board {
        self.moves.iter().fold(self.start, |board, &square| board.play(square))
    }

    fn play(&mut self, square: &str, is_human: bool) -> Result<String, Refusal> {
        let board = self.board();
        let square: Square = square.parse().map_err(Refusal::because)?;
        let side = board.to_move();
        if self.seats[side.index()].is_human() != is_human {
            return Err(Refusal(format!("{side} is not yours to move")));
        }
        let next = board.try_play(square).map_err(Refusal::because)?;
        self.moves.push(square);
        let played = format!("{} plays {square}, {}.", capital(&side.to_string()), place(square));
        Ok(match outcome(next) {
            Some(outcome) => format!("{played} {outcome}."),
            None => played,
        })
    }

    fn before_last(&self) -> Result<usize, Refusal> {
        self.take_back_to().ok_or_else(|| Refusal("there is no move to take back".to_owned()))
    }

    /// To how many moves one can go back: to the last move of a person.
    fn take_back_to(&self) -> Option<usize> {
        let is_open = |moves: usize| {
            let board = self.moves[..moves].iter().fold(self.start, |board, &square| board.play(square));
            self.seats[board.to_move().index()].is_human()
        };
        let has_human = self.seats.iter().any(PlayerSpec::is_human);
        (0..self.moves.len()).rev().find(|&moves| !has_human || is_open(moves))
    }
}

/// Everyone who can be chosen.
#[cfg(test)]
pub(crate) fn opponents() -> Vec<crate::opponents::Opponent> {
    let opponent = |&(player, name, about): &(&str, &str, &str)| crate::opponents::Opponent {
        player: player.to_owned(),
        name: name.to_owned(),
        about: about.to_owned(),
    };
    PLAYERS.iter().map(opponent).collect()
}

/// Reads a player. Only those in the list play here.
fn read_player(text: &str) -> Result<PlayerSpec, Refusal> {
    if let Ok(spec) = text.parse::<PlayerSpec>()
        && find(&spec).is_some()
    {
        return Ok(spec);
    }
    let names: Vec<&str> = PLAYERS.iter().map(|(player, ..)| *player).collect();
    Err(Refusal(format!("{} does not play here; choose {}", players::excerpt(text), names.join(", "))))
}

/// The entry in the list that a player is, whatever its seed.
fn find(spec: &PlayerSpec) -> Option<NoughtsPlayer> {
    let mut spec = spec.clone();
    if let PlayerSpec::Computer { settings, .. } = &mut spec {
        settings.unset(&players::SEED);
    }
    PLAYERS.iter().find(|(player, ..)| player.parse().is_ok_and(|known: PlayerSpec| known == spec)).map(listed)
}

fn listed(&(player, name, about): &(&str, &str, &str)) -> NoughtsPlayer {
    NoughtsPlayer { player: player.to_owned(), name: name.to_owned(), about: about.to_owned() }
}

fn player(spec: &PlayerSpec) -> NoughtsPlayer {
    let text = spec.to_string();
    let known = find(spec).unwrap_or(NoughtsPlayer { player: String::new(), name: text.clone(), about: String::new() });
    NoughtsPlayer { player: text, ..known }
}

fn outcome(board: Board) -> Option<String> {
    board.is_over().then(|| capital(&result(board).replace("draw", "a draw")))
}

/// What each search needs to find the value of a position by playing to the end.
fn whole_game(board: Board) -> Vec<NoughtsCounts> {
    let side = board.to_move();
    let limits = Limits::depth(WHOLE_GAME);
    let search = |mut search: Box<dyn Search<Noughts>>| search.search(&Noughts, &board, &limits);
    let searches: [(&str, ReportOf<Noughts>); 3] = [
        ("Minimax", search(Box::new(Minimax::new(OutcomeOnly)))),
        ("Alpha-beta", search(Box::new(AlphaBeta::new(OutcomeOnly)))),
        ("Iterative, with a table", search(Box::new(Iterative::new(OutcomeOnly, Table::with_bytes(TABLE_BYTES))))),
    ];
    let all = searches[0].1.counts.nodes;
    let row = |(name, report): (&str, ReportOf<Noughts>)| NoughtsCounts {
        name: name.to_owned(),
        is_shown: false,
        positions: report.counts.nodes,
        scored: report.counts.evaluations,
        cuts: report.counts.cuts,
        left_out: all.saturating_sub(report.counts.nodes),
        value: report.scores[side.index()],
        best: report.best.map_or_else(String::new, |square| place(square).to_owned()),
        verdict: verdict(report.scores[side.index()], side),
    };
    searches.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(cross: &str, nought: &str) -> NoughtsGame {
        NoughtsGame::new(&NoughtsSetup { cross: cross.into(), nought: nought.into(), position: String::new() }).unwrap()
    }

    fn play(game: &mut NoughtsGame, square: &str) -> Result<NoughtsNews, Refusal> {
        game.apply(&NoughtsOrder::Play { square: square.to_owned() })
    }

    #[test]
    fn a_game_is_played_taken_back_and_won() {
        let mut game = game("human", "human");
        for square in ["a", "e", "b", "f"] {
            play(&mut game, square).unwrap();
        }
        assert_eq!(play(&mut game, "a").unwrap_err().0, "X is already on a");
        assert_eq!(play(&mut game, "z").unwrap_err().0, "\"z\" is not a square: expected a to i, or 1 to 9");
        assert_eq!(play(&mut game, "c").unwrap().text, "Cross plays c, corner. Cross wins.");
        let view = game.view();
        assert_eq!((view.row.as_str(), view.outcome.as_deref(), view.legal.as_str()), ("abc", Some("Cross wins"), ""));
        assert_eq!(play(&mut game, "g").unwrap_err().0, "the game is over");
        game.apply(&NoughtsOrder::TakeBack).unwrap();
        assert_eq!((game.view().board.as_str(), game.view().legal.as_str()), ("XX..OO...", "cdghi"));
    }

    #[test]
    fn only_players_of_the_list_play() {
        for player in ["mcts:nodes=1000000000", "lazy-smp:threads=256", "minimax", ""] {
            assert!(read_player(player).is_err(), "{player}");
        }
        for (player, name, _) in PLAYERS {
            let seeded = read_player(player).unwrap().with_drawn_seed();
            assert_eq!(self::player(&seeded).name, name);
        }
    }

    #[test]
    fn a_page_does_not_move_for_a_computer() {
        let mut game = game("perfect", "human");
        assert_eq!(play(&mut game, "a").unwrap_err().0, "cross is not yours to move");
        let order = NoughtsOrder::Decide { square: "e".to_owned() };
        assert!(game.check_access(&order, Access::HOST).is_err());
        game.apply(&order).unwrap();
        play(&mut game, "a").unwrap();
        game.apply(&NoughtsOrder::Decide { square: "b".to_owned() }).unwrap();
        game.apply(&NoughtsOrder::TakeBack).unwrap();
        assert_eq!(game.view().moves, "e");
        assert!(game.apply(&NoughtsOrder::TakeBack).is_err());
    }

    #[test]
    fn the_whole_game_is_counted() {
        let rows = whole_game(Board::EMPTY);
        assert_eq!(rows.iter().map(|row| row.positions).collect::<Vec<_>>(), [549_946, 20_866, 6_120]);
        assert!(rows.iter().all(|row| row.verdict == "a draw"));
    }
}
