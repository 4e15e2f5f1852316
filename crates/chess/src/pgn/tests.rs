use proptest::prelude::*;

use super::*;
use crate::game::read_fen;

fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    PgnReader::new(text).collect()
}

/// The moves of the only game, as they are written.
fn moves(text: &str) -> String {
    let games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    movetext(&games[0].as_ref().unwrap().game, &[])
}

#[test]
fn an_exported_game() {
    let mut game = PgnGame::new(Game::new(read_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").unwrap()));
    for mv in ["e8e7", "e2e4", "e7e6"] {
        let mv = game.game.read_move(mv).unwrap();
        game.game.play(mv).unwrap();
    }
    game.comments = vec![String::new(), "[%eval 1.20,12] [%clk 0:00:02.9]".to_owned()];
    game.set_tag("Annotator", "say \"hi\" \\ bye");
    game.set_tag("White", "engine:nodes=1");
    let text = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "engine:nodes=1"]
[Black "?"]
[Result "*"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]
[SetUp "1"]
[Annotator "say \"hi\" \\ bye"]

7... Ke7 8. e4 {[%eval 1.20,12] [%clk 0:00:02.9]} 8... Ke6 *

"#;
    assert_eq!(game.to_string(), text);
    let again = read(text).remove(0).unwrap();
    assert_eq!(again.to_string(), text);
    assert_eq!(again.tag("Annotator"), Some("say \"hi\" \\ bye"));
}

#[test]
fn loose_texts_are_read() {
    let spanish = "1. e4 e5 2. Nf3 Nc6 3. Bb5";
    let texts = [
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 1-0",
        "e4 e5 Nf3 Nc6 Bb5",
        "\u{feff}1. e4! e5?! 2. Nf3 $1 $14 Nc6 !? 3. Bb5 *",
        "1. e4 {a (b [c} e5 ; d (e\n2. Nf3 (2. f4 exf4 (2... d5 {)}) 3. Nf3) 2... Nc6 3. Bb5",
        "% not this: 1. d4\r\n1. e4 e5\r\n2. Nf3 Nc6\r\n3. Bb5 1/2\r\n",
        "[Event \"a \"quoted\" name\"]\n[Result \"1-0\"]\n1. e2-e4 e7e5 2. Ng1f3 Nb8-c6 3. Bf1b5",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5",
        "1. e4 1... e5 2. Nf3 2... Nc6 3. Bb5 {the end}",
    ];
    for text in texts {
        assert_eq!(moves(text), spanish, "{text}");
    }
    let promotion = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8(Q)+ Kd7 1-0";
    assert_eq!(moves(promotion), "1. a8=Q+ Kd7");
}

#[test]
fn games_end_with_their_result_or_where_the_next_tags_begin() {
    let text = "[White \"a\"]\n\n1. e4\n\n[White \"b\"]\n[Result \"0-1\"]\n\n1. d4 d5\n\n[White \"c\"]\n\n1-0 1. c4 *";
    let games: Vec<PgnGame> = read(text).into_iter().map(Result::unwrap).collect();
    let all: Vec<_> = games.iter().map(|game| (game.tag("White"), game.game.moves().len(), game.result)).collect();
    use PgnResult::{BlackWins, Unknown, WhiteWins};
    assert_eq!(
        all,
        [(Some("a"), 1, Unknown), (Some("b"), 2, BlackWins), (Some("c"), 0, WhiteWins), (None, 1, Unknown)]
    );
    assert!(read("").is_empty() && read(" \n\n").is_empty());
}

#[test]
fn errors_have_the_game_and_the_line_and_the_next_game_is_read() {
    let good = "[White \"x\"]\n\n1. e4 *\n\n";
    let cases = [
        ("[White \"x\"]\n\n1. e4 e5\n2. Nf4 Nc6 0-1\n", "game 2, line 8: Nf4 is not legal here"),
        ("[White \"x\"]\n\n1. e4 {open *\n", "game 2, line 7: a comment has no closing }"),
        ("[White \"x\"]\n\n1. e4 (1. d4 *\n", "game 2, line 7: a variation has no closing )"),
        ("[White \"x\"]\n\n1. e4 ) *\n", "game 2, line 7: a ) has no ( before it"),
        ("[White x]\n\n1. e4 *\n", "game 2, line 5: the tag [White x is not of the form [Name \"value\"]"),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n",
            "game 2, line 5: not a possible position: White has 0 kings instead of 1",
        ),
        ("1. Na3 -- *\n", "game 2, line 5: \"--\" is not a move; expected one such as Nf3 or exd5"),
    ];
    for (text, expected) in cases {
        let games = read(&format!("{good}{text}"));
        assert!(games[0].is_ok());
        assert_eq!(games[1].as_ref().unwrap_err().to_string(), expected);
        assert_eq!(games.len(), 2, "{text}");
    }
    let games = read(&format!("{good}[White \"x\"]\n\n1. e4 e4\n\n{good}"));
    assert_eq!(games.len(), 3);
    assert!(games[1].is_err() && games[2].is_ok());
}

#[test]
fn what_is_not_kept_is_noticed() {
    let has_skipped = |text: &str| read(text).remove(0).unwrap().has_skipped;
    for text in ["{First} 1. e4 *", "1. e4! *", "1. e4 $1 *", "1. e4 ?? *", "1. e4 (1. d4) *"] {
        assert!(has_skipped(text), "{text}");
    }
    assert!(!has_skipped("[White \"x\"]\n\n1.e4 {best (by test)} e5 2. Bc4 Nc6 3. Qf3 Nd4 4. Qxf7# 1-0"));
}

#[test]
fn games_are_skipped_as_they_are_read() {
    let text = "[White \"a\"]\n\n1. e4\n\n[White \"b\"]\n\n1. e9 (1. d4 *) 2. c4 0-1 {late} 1. d4 {open) *} 1/2 *\n\n";
    for text in [text, "", "1. e4 (1. d4 *", "1. e4 (1. d4\n[White \"x\"]\n\n1. c4 *", "[White x]\n\n1. e4 * 1. d4"] {
        for skipped in 0..5 {
            let mut games = PgnReader::new(text);
            let begun = (0..skipped).take_while(|_| games.skip_game()).count();
            assert_eq!(begun + games.count(), read(text).len(), "{skipped} of {text:?}");
        }
    }
}

#[test]
fn tag_names_are_written_so_that_others_can_read_them() {
    let game = read("[White Elo\u{7} \"1500\"]\n\n1. e4 *").remove(0).unwrap();
    assert!(game.to_string().contains("\n[White_Elo_ \"1500\"]\n"), "{game}");
}

/// With a search through all tags for each of them, this would take minutes.
#[test]
fn many_tags_are_read() {
    let tags: String = (0..200_000).map(|i| format!("[T{} \"{i}\"]\n", i % 100_000)).collect();
    let game = read(&format!("{tags}\n1. e4 *")).remove(0).unwrap();
    assert_eq!((game.tags.len(), game.tag("T7")), (100_000, Some("100007")));
}

/// A game of random legal moves.
fn random_game() -> impl Strategy<Value = Game> {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 11",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];
    (prop::sample::select(starts.to_vec()), prop::collection::vec(any::<prop::sample::Index>(), 0..120)).prop_map(
        |(fen, choices)| {
            let mut game = Game::new(read_fen(fen).unwrap());
            for choice in choices {
                let mut moves = Vec::new();
                game.board().generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                if moves.is_empty() {
                    break;
                }
                game.play(moves[choice.index(moves.len())]).unwrap();
            }
            game
        },
    )
}

proptest! {
    #[test]
    fn every_game_is_read_back(
        game in random_game(),
        comments in prop::collection::vec("[ -|~äß√]{0,30}", 0..40),
        names in prop::collection::vec(("[A-Z][A-Za-z0-9_]{0,8}", "[ -~ä\\\\\"]{0,20}"), 0..5),
        result in prop::sample::select(
            vec![PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw, PgnResult::Unknown]
        ),
    ) {
        let mut pgn = PgnGame::new(game);
        pgn.result = result;
        pgn.comments = comments.iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        pgn.comments.truncate(pgn.game.moves().len());
        while pgn.comments.last().is_some_and(String::is_empty) {
            pgn.comments.pop();
        }
        for (name, value) in names.iter().filter(|(name, _)| !["FEN", "SetUp", "Result"].contains(&name.as_str())) {
            pgn.set_tag(name, value.clone());
        }
        let text = format!("{pgn}{pgn}");
        let read = read(&text);
        prop_assert_eq!(read.len(), 2);
        for again in read {
            let again = again.unwrap();
            prop_assert_eq!(again.game.start(), pgn.game.start());
            prop_assert_eq!(again.game.moves(), pgn.game.moves());
            prop_assert_eq!(&again.comments, &pgn.comments);
            prop_assert_eq!(again.result, pgn.result);
            for (name, value) in &pgn.tags {
                prop_assert_eq!(again.tag(name), Some(value.as_str()));
            }
            prop_assert_eq!(again.to_string(), pgn.to_string());
        }
        // A long word, such as a comment without spaces, cannot be broken.
        prop_assert!(pgn.to_string().lines().all(|line| line.starts_with('[') || line.chars().count() <= 80));
    }

    #[test]
    fn no_text_is_too_strange(text in "[ -~\\n\\u{e4}]{0,200}") {
        read(&text);
    }

    #[test]
    fn no_movetext_is_too_strange(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "1.", "e4", "e5", "Nf3", "{", "}", "(", ")", "[White \"x\"]", "[", "]", "\"", "*", "1-0", ";", "\n", "$1",
                "%", "O-O", "--", "e8=Q", "(Q)",
            ]),
            0..40,
        ),
    ) {
        read(&words.join(" "));
        read(&words.concat());
    }
}
