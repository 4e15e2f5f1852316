//! What is refused changes nothing.

use crate::talk::Talk;

const POSITION: &str = "t2@1000+2x20,b,t,b+2x7/b,t,t,b/t,b,b,t/t1@900w50+1x5i5,t,b,b 1 12 80:0,0:7,-,-";

#[test]
fn the_reason_and_the_place() {
    let mut talk = Talk::new();
    talk.set(&format!("position {POSITION}"));
    talk.set("setoption name Turns value 0");
    let bad_fleet = format!("position {}", POSITION.replace("2x7", "3x7"));
    let bad_list = format!("position {POSITION} commands scrap A1 1; fly A1");
    let cases = [
        ("position start random x", "column 23: expected a whole number from 0 to 18446744073709551615, found \"x\""),
        ("position start random -1", "column 23: expected a whole number from 0 to 18446744073709551615, found \"-1\""),
        ("position start random 1 2", "column 25: expected commands or the end of the line, found \"2\""),
        (
            "position start terran end",
            "column 23: expected a whole number from 0 to 18446744073709551615, found \"end\"",
        ),
        ("position start", "column 15: expected random, barren, terran or symmetric, found the end of the line"),
        ("position start commands end", "column 16: expected random, barren, terran or symmetric, found \"commands\""),
        ("position", "column 9: expected a planet, t or b, found the end of the text"),
        ("position commands end", "column 10: expected a planet, t or b, found the end of the text"),
        (&bad_fleet, "column 28: player 3 is defeated but has a fleet here"),
        (&bad_list, "column 110: unknown command \"fly\"; expected move, build, colonize, terraform, scrap or end"),
        (
            "position start terran commands end; end; move A1 B1 3; end",
            "command 3 of the list, move A1 B1 3: player 3 has no ships in A1",
        ),
        (
            "apply move A1 B1 5",
            "move A1 B1 5: 5 of the 5 ships in A1 have already moved or were built this turn, so 5 cannot move",
        ),
        ("  apply  move A1 B5 3", "column 19: expected a sector from A1 to D4, found '5'"),
        ("apply end; end", "column 10: expected the end of the command, found ';'"),
        ("apply", "column 6: expected a command, found the end of the text"),
        ("setoption name Turns value 9", "column 28: expected a whole number from 0 to 8, found \"9\""),
        ("setoption name Turns value +1", "column 28: expected a whole number from 0 to 8, found \"+1\""),
        ("setoption name Turns", "column 21: expected value, found the end of the line"),
        ("setoption name Turns value 1 2", "column 30: expected the end of the line, found \"2\""),
        (
            "setoption name Player value alphazero",
            "column 29: unknown player \"alphazero\"; expected published, strongest, level, rollout or random",
        ),
        ("setoption name Threads value 0", "column 30: expected a whole number from 1 to 256, found \"0\""),
        ("setoption name Gains value better", "column 28: unknown value \"better\"; expected none, worse or no-better"),
        ("setoption name Plain value 1", "column 28: unknown value \"1\"; expected false or true"),
        (
            "setoption name Hash value 1",
            "column 16: unknown option \"Hash\"; expected Player, Turns, AllMasks, Plain, SkipDead, Gains, \
             GarrisonsFirst, CountBuildable, NaiveOrder, NoDoubling, NoMasks, Threads, Rounds, NoBelief, Version, Seed or \
             Level",
        ),
        ("setoption Plain", "column 11: expected name, found \"Plain\""),
        ("setoption", "column 10: expected name, found the end of the line"),
        ("go turns 9", "column 10: expected a whole number from 0 to 8, found \"9\""),
        ("go movetime", "column 12: expected a number of milliseconds, found the end of the line"),
        ("go nodes 1 nodes 2", "column 12: nodes is given twice"),
        ("go depth 3", "column 4: expected turns, movetime, nodes or the end of the line, found \"depth\""),
        ("show me", "column 6: expected the end of the line, found \"me\""),
        (
            "uci",
            "column 1: unknown order \"uci\"; did you mean sci? (expected sci, isready, setoption, position, apply, show, score, result, go, stop or quit)",
        ),
        (
            "SHOW",
            "column 1: unknown order \"SHOW\"; expected sci, isready, setoption, position, apply, show, score, result, go, stop or quit",
        ),
        (
            "\u{1f680}",
            "column 1: unknown order \"\u{1f680}\"; expected sci, isready, setoption, position, apply, show, score, result, go, stop or quit",
        ),
    ];
    for (line, reason) in cases {
        assert_eq!(talk.ask(line), format!("error {reason}"), "{line}");
        assert_eq!(talk.ask("show"), format!("position {POSITION}"), "{line}");
        talk.tell("go");
        assert_eq!(talk.answer().number("turns"), 0, "{line}");
    }
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn a_refusal_is_one_short_line() {
    let mut talk = Talk::new();
    for line in
        [format!("position {}", "x".repeat(100_000)), format!("apply {}", "x".repeat(100_000)), "\0\u{b}".into()]
    {
        let answer = talk.ask(&line);
        assert!(answer.starts_with("error column ") && answer.len() < 400, "{answer}");
    }
    assert_eq!(talk.ask("isready"), "readyok");
}
