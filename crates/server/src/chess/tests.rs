use std::time::Duration;

use gametree::Stop;

use super::messages::{ChessScore, ChessSide, ChessTime};
use super::opponents::opponents;
use super::*;
use crate::live::Context;

fn setup(white: &str, black: &str) -> ChessSetup {
    let (white, black) = (white.to_owned(), black.to_owned());
    let (mode, start, time) = (ChessMode::Play, ChessStart::Initial, None);
    ChessSetup { white, black, mode, start, time, date: "2026.11.16".to_owned() }
}

fn game(white: &str, black: &str) -> ChessGame {
    ChessGame::new(&setup(white, black)).unwrap()
}

fn analysis(start: ChessStart) -> ChessGame {
    ChessGame::new(&ChessSetup { mode: ChessMode::Analyse, start, ..setup("human", "human") }).unwrap()
}

fn play(game: &mut ChessGame, moves: &str) {
    for text in moves.split_whitespace() {
        let ply = game.session.game().moves().len() as u32;
        make(game, ply, text).unwrap();
    }
}

fn make(game: &mut ChessGame, ply: u32, text: &str) -> Result<ChessNews, Refusal> {
    game.apply(&ChessOrder::Move { ply, text: text.to_owned(), millis: 0 })
}

fn sans(game: &ChessGame) -> String {
    game.view().moves.iter().map(|mv| mv.san.clone()).collect::<Vec<_>>().join(" ")
}

/// Lets the computer to move decide.
fn decide(game: &mut ChessGame) -> ChessNews {
    let task = game.next_task().unwrap();
    let mut context = Context { stop: Stop::new(), cancel: Stop::new(), progress: &mut |_| () };
    let order = task(&mut context).unwrap();
    game.apply(&order).unwrap()
}

fn ask(game: &ChessGame, question: ChessQuestion) -> Result<ChessAnswer, Refusal> {
    match game.answer(question)? {
        Reply::Now(answer) => Ok(answer),
        Reply::Later(task) => task(&mut Context { stop: Stop::new(), cancel: Stop::new(), progress: &mut |_| () }),
    }
}

#[test]
fn a_game_to_mate() {
    let mut game = game("human", "human");
    play(&mut game, "f3 e7e5 g4");
    let news = make(&mut game, 3, "Qh4").unwrap();
    assert_eq!(news.text, "Black plays 2… Qh4#. Black wins by checkmate.");
    let view = game.view();
    let outcome = view.outcome.unwrap();
    assert_eq!((outcome.result.as_str(), outcome.winner), ("0-1", Some(ChessSide::Black)));
    assert_eq!((view.legal.len(), view.moves[3].position.check.as_deref()), (0, Some("e1")));
    assert_eq!(make(&mut game, 4, "a3").unwrap_err().0, "the game is over: Black wins by checkmate");
    assert!(game.summary().is_over);
}

#[test]
fn bad_moves_are_refused_with_the_reason_and_change_nothing() {
    let mut game = game("human", "human");
    assert_eq!(make(&mut game, 0, "e5").unwrap_err().0, "e5 is not legal here");
    assert_eq!(make(&mut game, 0, "hello").unwrap_err().0, "\"hello\" is not a move; expected one such as Nf3 or exd5");
    assert_eq!(make(&mut game, 1, "e4").unwrap_err().0, "the game has moved on: it has 0 moves, not 1");
    play(&mut game, "e4");
    assert_eq!(make(&mut game, 0, "d4").unwrap_err().0, "the game has moved on: it has 1 moves, not 0");
    assert_eq!(sans(&game), "e4");
}

#[test]
fn a_computer_answers_and_can_be_taken_back() {
    let mut game = game("human", "engine:level=beginner,seed=7");
    assert!(game.next_task().is_none());
    play(&mut game, "e4");
    assert!(game.view().legal.is_empty());
    assert_eq!(make(&mut game, 1, "e5").unwrap_err().0, "Black is not yours to move");
    decide(&mut game);
    let view = game.view();
    assert_eq!(view.moves.len(), 2);
    assert!(matches!(view.moves[1].score, Some(ChessScore::Pawns { .. })));
    assert!(view.can_take_back && !view.can_play_again);
    game.apply(&ChessOrder::TakeBack).unwrap();
    assert_eq!((sans(&game).as_str(), game.view().can_play_again), ("", true));
    game.apply(&ChessOrder::PlayAgain).unwrap();
    assert_eq!(game.view().moves.len(), 2);
    assert_eq!(game.view().players[1].name, "Engine, beginner");
}

#[test]
fn all_opponents_find_a_move() {
    for opponent in opponents().into_iter().filter(|opponent| !opponent.player.contains("time=5s")) {
        let mut game = game(&opponent.player, "human");
        decide(&mut game);
        assert_eq!(game.view().moves.len(), 1, "{}", opponent.player);
    }
}

#[test]
fn clocks_run_from_each_sides_second_move() {
    let time = Some(ChessTime { seconds: 10, increment: 1 });
    let mut game = ChessGame::new(&ChessSetup { time, ..setup("human", "human") }).unwrap();
    let order = |ply: u32, text: &str, millis| ChessOrder::Move { ply, text: text.to_owned(), millis };
    let left = |game: &ChessGame| game.view().clocks.unwrap().left.map(|left| left.div_ceil(1_000));
    game.apply(&order(0, "e4", 9_000)).unwrap();
    game.apply(&order(1, "e5", 9_000)).unwrap();
    assert_eq!(left(&game), [11, 11]);
    assert_eq!(game.view().clocks.unwrap().running, Some(ChessSide::White));
    game.apply(&order(2, "Nf3", 4_000)).unwrap();
    assert_eq!(left(&game), [8, 11]);
    assert_eq!(game.apply(&ChessOrder::Flag { millis: 10_500 }).unwrap_err().0, "there is time left");
    // A move that comes too late is not played.
    let news = game.apply(&order(3, "Nc6", 11_000)).unwrap();
    assert_eq!(news.text, "Black ran out of time, White wins.");
    assert_eq!((sans(&game).as_str(), game.view().outcome.unwrap().result.as_str()), ("e4 e5 Nf3", "1-0"));
    assert_eq!(left(&game), [8, 0]);
    game.apply(&ChessOrder::TakeBack).unwrap();
    assert!(game.view().outcome.is_none());
}

#[test]
fn pages_do_not_say_how_long_they_thought() {
    let time = Some(ChessTime { seconds: 10, increment: 0 });
    let mut game = ChessGame::new(&ChessSetup { time, ..setup("human", "human") }).unwrap();
    play(&mut game, "e4 e5");
    game.since -= Duration::from_secs(3);
    let mut order = ChessOrder::Move { ply: 2, text: "Nf3".to_owned(), millis: 0 };
    game.stamp(&mut order);
    let ChessOrder::Move { millis, .. } = order else { unreachable!() };
    assert!((3_000..9_000).contains(&millis), "{millis}");
}

#[test]
fn analysis_moves_from_any_position_and_back() {
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0".to_owned();
    let mut game = analysis(ChessStart::Pgn { pgn });
    assert_eq!(game.view().moves.len(), 6);
    // The game's own move changes nothing.
    make(&mut game, 2, "g1f3").unwrap();
    assert_eq!((game.view().moves.len(), game.view().replaced), (6, None));
    make(&mut game, 3, "Nf6").unwrap();
    assert_eq!(sans(&game), "e4 e5 Nf3 Nf6");
    assert_eq!(game.view().replaced.as_deref(), Some("2… Nc6 and 2 more"));
    make(&mut game, 4, "Nxe5").unwrap();
    game.apply(&ChessOrder::Restore).unwrap();
    assert_eq!((sans(&game).as_str(), game.view().replaced), ("e4 e5 Nf3 Nc6 Bb5 a6", None));
    assert_eq!(game.view().outcome.unwrap().result, "1-0");
    // It goes on after a result that was declared.
    make(&mut game, 6, "Ba4").unwrap();
    assert_eq!(game.view().moves.len(), 7);
    assert!(game.apply(&ChessOrder::Seat { side: ChessSide::White, player: "kong:depth=3".to_owned() }).is_err());
}

#[test]
fn games_are_read_and_written() {
    let pgn = "[White \"uci:touch /tmp/x\"]\n[Black \"B\"]\n\n1. e4 {[%eval 0.31,9] a good start} e5 *\n".to_owned();
    let game = analysis(ChessStart::Pgn { pgn });
    let view = game.view();
    assert_eq!(
        (view.moves[0].score, view.moves[0].comment.as_str()),
        (Some(ChessScore::Pawns { hundredths: 31 }), "a good start")
    );
    assert!(view.players.iter().all(|player| player.is_human));
    let Ok(ChessAnswer::Texts { fen, pgn }) = ask(&game, ChessQuestion::Texts { ply: 1 }) else { panic!() };
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert!(pgn.contains("1. e4 {[%eval 0.31,9] a good start} 1... e5 *"), "{pgn}");
    let refused = |start| ChessGame::new(&ChessSetup { start, ..setup("human", "human") }).err().unwrap().0;
    assert_eq!(
        refused(ChessStart::Pgn { pgn: "1. e4 e6 2. Ke3".to_owned() }),
        "not a PGN: game 1, line 1: Ke3 is not legal here"
    );
    assert_eq!(refused(ChessStart::Pgn { pgn: String::new() }), "there is no game in it");
    assert_eq!(
        refused(ChessStart::Fen { fen: "4k3/8/8/8/8/8/8/8 w - - 0 1".to_owned() }),
        "not a possible position: White has 0 kings instead of 1"
    );
}

#[test]
fn questions_about_positions() {
    let mut game = game("human", "human");
    play(&mut game, "e4 e5 Bc4 Nc6 Qh5 Nf6");
    let Ok(ChessAnswer::Analysis(found)) = ask(&game, ChessQuestion::Analyse { ply: 6, lines: 3, millis: 200 }) else {
        panic!()
    };
    assert_eq!((found.lines[0].first.as_str(), found.lines.len()), ("4. Qxf7#", 3));
    let Ok(ChessAnswer::Scores { scores, is_complete, .. }) = ask(&game, ChessQuestion::Scores { from: 0 }) else {
        panic!()
    };
    assert!(is_complete || scores.len() < 7);
    let Ok(ChessAnswer::Moves { legal }) = ask(&game, ChessQuestion::Moves { ply: 0 }) else { panic!() };
    assert_eq!(legal.len(), 20);
    let reason = ask(&game, ChessQuestion::Moves { ply: 9 }).unwrap_err().0;
    assert_eq!(reason, "the game has only 6 moves");
    let fen = "4k3/8/8/8/8/8/8/4K2 w - - 0 1".to_owned();
    let reason = ask(&game, ChessQuestion::Position { fen }).unwrap_err().0;
    assert_eq!(reason, "not a possible position: rank 1 has 7 squares instead of 8");
}

#[test]
fn draws_are_claimed_and_games_given_up() {
    let mut game = game("human", "human");
    assert!(game.apply(&ChessOrder::ClaimDraw).is_err());
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.view().claim.as_deref(), Some("threefold repetition"));
    assert_eq!(game.apply(&ChessOrder::ClaimDraw).unwrap().text, "A draw by threefold repetition.");
    game.apply(&ChessOrder::TakeBack).unwrap();
    let news = game.apply(&ChessOrder::Resign { side: ChessSide::White }).unwrap();
    assert_eq!(news.text, "White resigned, Black wins.");
    assert!(game.check_access(&ChessOrder::Resign { side: ChessSide::White }, Access::default()).is_err());
}
