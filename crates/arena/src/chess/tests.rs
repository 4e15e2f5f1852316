use super::*;
use crate::result::SeatResult;

/// A book of two games.
const BOOK: &str = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"?\"]\n\n1. d4 1/2-1/2\n";

fn seat(player: &str, place: f64, fault: Option<&str>) -> SeatResult {
    SeatResult {
        player: player.to_owned(),
        place,
        fault: fault.map(str::to_owned),
        nodes: 0,
        evaluations: 0,
        micros: vec![],
    }
}

fn result(start: &str, moves: &str, ending: Ending, how: &str, seats: [SeatResult; 2]) -> GameResult {
    GameResult {
        id: 7,
        encounter: 0,
        block: 3,
        start: start.to_owned(),
        ending,
        how: how.to_owned(),
        turns: 0,
        seats: seats.into(),
        moves: Some(moves.to_owned()),
    }
}

#[test]
fn books_are_read() {
    let game: &dyn ArenaGame = &ChessRules::default();
    assert_eq!(game.read_starts(BOOK).unwrap(), ["startpos moves e2e4 e7e5 g1f3", "startpos moves d2d4"]);
    assert_eq!(game.read_starts("1. e4 *\n1. d4 *").unwrap().len(), 2);
    let epd = "# a book\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"start\";\n\n\
               4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nstartpos moves e2e4\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "startpos moves e2e4",
    ];
    assert_eq!(game.read_starts(epd).unwrap(), starts);
}

#[test]
fn what_is_wrong_with_a_book_is_told() {
    let game: &dyn ArenaGame = &ChessRules::default();
    let error = |text: &str| game.read_starts(text).unwrap_err().to_string();
    assert_eq!(error(&format!("{BOOK}\n[Event \"?\"]\n\n1. e5 *")), "line 11: game 3: e5 is not legal here");
    assert_eq!(error("\n4k3/8/8/8/8/8/8/8 w - -"), "line 2: not a possible position: White has 0 kings instead of 1");
    assert_eq!(error("startpos moves e2e5"), "line 1: e2e5 is not legal here");
    assert!(error("4k3/8/8/8/8/8/8/4K3 w - -").contains("the game is over"));
    assert!(error("[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n*").contains("line 1: the game is over"));
}

/// Otherwise every game would be a draw before its first move.
#[test]
fn a_limit_of_moves_is_longer_than_the_openings() {
    let game: &dyn ArenaGame = &ChessRules { max_moves: Some(2), ..ChessRules::default() };
    assert_eq!(game.read_starts(BOOK).unwrap().len(), 2);
    let error = game.read_starts("1. e4 e5 2. d4 d5 *").unwrap_err().to_string();
    assert_eq!(error, "line 1: --max-moves 2 ends the game in its opening, which is 4 plies long; expected at least 3");
}

#[test]
fn games_are_told_in_pgn() {
    let mut seats = [seat("engine", 2.0, Some("lost on time")), seat("sf", 1.0, None)];
    seats[0].micros = vec![100_000, 2_000_000];
    seats[1].micros = vec![1_530_000];
    let how = "Black wins because White forfeits";
    let game = result("startpos moves d2d3", "1. d3 e5 {[%eval 0.30,9]} 2. e4", Ending::Won, how, seats);
    let control: TimeControl = "3+0.03".parse().unwrap();
    let text = r#"[Event "Star Chess arena"]
[Site "?"]
[Date "????.??.??"]
[Round "8"]
[White "engine"]
[Black "sf"]
[Result "0-1"]
[TimeControl "3+0.03"]
[Termination "time forfeit"]

1. d3 e5 {[%eval 0.30,9] [%clk 0:00:01.500]} 2. e4
{[%clk 0:00:02.930] Black wins because White forfeits: lost on time} 0-1

"#;
    assert_eq!(transcript(&game, &[control; 2]).unwrap(), text);
    let slower = "5".parse().unwrap();
    let text = transcript(&game, &[control, slower]).unwrap();
    assert!(text.contains("[WhiteTimeControl \"3+0.03\"]\n[BlackTimeControl \"5\"]\n"), "{text}");
    let text = transcript(&game, &[]).unwrap();
    assert!(text.contains("1. d3 e5 {[%eval 0.30,9] [%emt 0:00:01.530]} 2. e4\n{[%emt 0:00:00.100] Black"), "{text}");
    let begun =
        result("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", Ending::Drawn, "", [seat("a", 1.5, None), seat("b", 1.5, None)]);
    let text = transcript(&begun, &[]).unwrap();
    assert!(text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"), "{text}");
    assert!(text.ends_with("\n\n1/2-1/2\n\n"), "{text}");
}

#[test]
fn the_kind_of_ending_is_told() {
    let ended = |how: &str, fault: Option<players::Fault>| {
        let fault = fault.map(|fault| fault.to_string());
        let seats = [seat("a", 1.0, None), seat("b", 2.0, fault.as_deref())];
        termination(&result("startpos", "", Ending::Won, how, seats))
    };
    use players::Fault;
    let ms = Duration::from_millis;
    assert_eq!(ended("White wins by checkmate", None), "normal");
    assert_eq!(ended("White wins by adjudication", None), "adjudication");
    assert_eq!(ended("", Some(Fault::Flag)), "time forfeit");
    assert_eq!(ended("", Some(Fault::Overtime { time: ms(1), margin: ms(1) })), "time forfeit");
    assert_eq!(ended("", Some(Fault::Illegal("e2e5".to_owned()))), "rules infraction");
    assert_eq!(ended("", Some(Fault::Crashed("exit status: 1".to_owned()))), "abandoned");
    assert_eq!(ended("", Some(Fault::Resigned)), "normal");
}

#[test]
fn games_end_by_the_rules_by_forfeit_and_by_length() {
    let rules = ChessRules::default();
    let how = |rules: &ChessRules, game: &ChessGame| rules.outcome(game).map(|outcome| (outcome.how, outcome.places));
    let mated = rules.begin("startpos moves f2f3 e7e5 g2g4 d8h4").unwrap();
    assert_eq!(how(&rules, &mated), Some(("Black wins by checkmate".to_owned(), vec![2.0, 1.0])));
    let drawn = rules.begin("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    assert_eq!(how(&rules, &drawn), Some(("a draw by stalemate".to_owned(), vec![1.5, 1.5])));
    let long = rules.begin("7k/8/8/8/8/8/8/RK6 w - - 99 90 moves a1a2").unwrap();
    assert_eq!(how(&rules, &long).unwrap().0, "a draw by the fifty-move rule");
    let mut game = rules.begin("startpos moves e2e4 e7e5").unwrap();
    assert_eq!(how(&rules, &game), None);
    let short = ChessRules { max_moves: Some(1), ..rules };
    assert_eq!(how(&short, &game).unwrap().0, "a draw by adjudication after 1 move");
    rules.forfeit(&mut game, 0);
    rules.forfeit(&mut game, 1);
    assert_eq!(how(&rules, &game), Some(("Black wins because White forfeits".to_owned(), vec![2.0, 1.0])));
}

#[test]
fn the_description_of_a_run_stays_readable() {
    let texts = [
        r#""chess""#,
        r#"{"chess":{"draw":{"after":40,"moves":8,"score":10},"resign":{"moves":4,"score":400},"max_moves":200}}"#,
    ];
    for text in texts {
        let game: Box<dyn ArenaGame> = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&game).unwrap(), text);
    }
}

#[test]
fn times_and_scores_are_written_as_others_read_them() {
    assert_eq!(hours(Duration::from_millis(3_723_045)), "1:02:03.045");
    assert_eq!(evaluation(-7), "-0.07");
    assert_eq!(evaluation(gametree::WIN - 5), "#3");
    assert_eq!(evaluation(-gametree::WIN + 4), "#-2");
}

#[test]
fn the_seed_decides_on_random_openings() {
    let (one, other) = (random_openings(6, 1, 50), random_openings(6, 2, 50));
    assert_ne!(one, other);
    assert_eq!(one.iter().collect::<HashSet<_>>().len(), 50);
    assert!(one.iter().all(|start| read_start(start).is_ok_and(|game| game.moves().len() == 6)));
}
