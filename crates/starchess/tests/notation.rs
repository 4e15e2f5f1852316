//! What the readers of positions and commands accept, and how they refuse everything else.

use proptest::prelude::*;
use starchess::{Command, Galaxy, read_commands, write_commands};

const LINE: &str = "t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b2@150,b,t+1x30i30/t1@1000w50+1x20i3,t,b,t4@1000+4x20 1 7 0:0,5:6,70:8,0:0";

#[test]
fn the_example_of_the_specification() {
    let line = "t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0";
    assert_eq!(line.parse::<Galaxy>().unwrap().to_string(), line);
    assert_eq!(LINE.parse::<Galaxy>().unwrap().to_string(), LINE);
}

#[test]
fn extra_spaces_are_forgiven() {
    let spaced = format!("  {}   ", LINE.replace(' ', "    "));
    assert_eq!(spaced.parse::<Galaxy>().unwrap(), LINE.parse().unwrap());
}

#[test]
fn the_limits_are_allowed() {
    for (from, to) in [
        ("b2@150", "b2@20"),
        ("b2@150", "b2@200"),
        ("w50", "w1000"),
        ("+2x20", "+2x999"),
        ("+1x30i30", "+1x30i1"),
        ("5:6", "1000000000:1000000000"),
        (" 7 ", " 1000000 "),
    ] {
        let line = LINE.replace(from, to);
        assert_eq!(line.parse::<Galaxy>().unwrap().to_string(), line);
    }
    let defeated = "t+1x3,t2@20,b,b/b,b,b,b/b,b,b,b/t2@50,t,b,t 2 1 -,0:0,-,-";
    assert!(defeated.parse::<Galaxy>().is_err());
    let alone = "t2@20,b,b,b/b,b,b,b/b,b,b,b/t2@50,t,b,t 2 1 -,0:0,-,-";
    assert_eq!(alone.parse::<Galaxy>().unwrap().to_string(), alone);
}

#[test]
fn positions_are_refused_with_reason_and_place() {
    let cases = [
        ("t2@1000+2x20,", "x2@1000+2x20,", "column 1: expected a planet, t or b, found 'x'"),
        ("t2@1000+2x20,", "T2@1000+2x20,", "column 1: expected a planet, t or b, found 'T'"),
        ("t2@1000+2x20,", "t2@1000+2x20 ,", "column 13: expected ',' after the sector, found ' '"),
        ("t2@1000+2x20,", "t2@1000+2x20/", "column 13: expected ',' after the sector, found '/'"),
        ("t2@1000+2x20,", "t5@1000+2x20,", "column 2: expected a player from 1 to 4, found 5"),
        ("t2@1000+2x20,", "t0@1000+2x20,", "column 2: expected a player from 1 to 4, found 0"),
        ("t2@1000+2x20,", "t02@1000+2x20,", "column 2: a number must not begin with 0"),
        ("t2@1000+2x20,", "t22@1000+2x20,", "column 2: expected a player from 1 to 4, found 22"),
        ("t2@1000+2x20,", "t2@0999+2x20,", "column 4: a number must not begin with 0"),
        ("t2@1000+2x20,", "t2@1001+2x20,", "column 4: the population of a terran colony must be at most 1000"),
        (
            "t2@1000+2x20,",
            "t2@99999999999999999999+2x20,",
            "column 4: the population of a terran colony must be at most 1000",
        ),
        ("t2@1000+2x20,", "t2@19+2x20,", "column 4: the population of a terran colony must be at least 20, found 19"),
        ("t2@1000+2x20,", "t2@+2x20,", "column 4: expected the population of a terran colony, found '+'"),
        ("t2@1000+2x20,", "t2#1000+2x20,", "column 3: expected '@' and the population, found '#'"),
        ("t2@1000+2x20,", "t2@1000+2x0,", "column 11: the number of ships must be at least 1, found 0"),
        ("t2@1000+2x20,", "t2@1000+2x1000,", "column 11: the number of ships must be at most 999"),
        ("t2@1000+2x20,", "t2@1000+2x020,", "column 11: a number must not begin with 0"),
        ("t2@1000+2x20,", "t2@1000+2y20,", "column 10: expected 'x' and the ships of the fleet, found 'y'"),
        ("t2@1000+2x20,", "t2@1000+x20,", "column 9: expected a player's number, found 'x'"),
        ("t2@1000+2x20,", "t2@1000+2x20i5,", "column 13: ships of player 2 are inactive, but player 1 is to move"),
        ("t2@1000+2x20,", "t2@1000w10+2x20,", "column 8: colonists of player 2 have worked, but player 1 is to move"),
        ("t2@1000+2x20,", "t+2x20,", "column 1: player 2 is not defeated but has no colony on its home world A4"),
        ("t2@1000+2x20,", "t3@1000+2x20,", "column 1: player 2 is not defeated but has no colony on its home world A4"),
        ("t2@1000+2x20,", "b2@200+2x20,", "column 1: the home world A4 of player 2 must be terran"),
        ("t2@1000+2x20,", "é2@1000+2x20,", "column 1: expected a planet, t or b, found 'é'"),
        ("b2@150", "b2@201", "column 44: the population of a barren colony must be at most 200"),
        ("w50", "w0", "column 68: the number of colonists who have worked must be at least 1, found 0"),
        ("w50", "w55", "column 68: 55 colonists have worked, which is not a multiple of 10"),
        ("w50", "w1010", "column 68: 1010 colonists have worked, but the population is 1000"),
        ("w50", "w", "column 68: expected the number of colonists who have worked, found '+'"),
        ("w50+1x20i3", "w50+1x20i0", "column 76: the number of inactive ships must be at least 1, found 0"),
        ("w50+1x20i3", "w50+1x20i21", "column 76: 21 ships are inactive, but there are only 20"),
        ("w50+1x20i3", "w50+1x20i", "column 76: expected the number of inactive ships, found ','"),
        ("w50+1x20i3", "w50+1x20i3+2x5", "column 77: expected ',' after the sector, found '+'"),
        (" 1 7 ", " 0 7 ", "column 95: expected a player from 1 to 4, found 0"),
        (" 1 7 ", " 5 7 ", "column 95: expected a player from 1 to 4, found 5"),
        (" 1 7 ", " 1 0 ", "column 97: the turn must be at least 1, found 0"),
        (" 1 7 ", " 1 07 ", "column 97: a number must not begin with 0"),
        (" 1 7 ", " 1 1000001 ", "column 97: the turn must be at most 1000000"),
        (" 1 7 ", " 1 -7 ", "column 97: expected the turn, found '-'"),
        (" 1 7 ", " 17 ", "column 95: expected a player from 1 to 4, found 17"),
        ("0:0,5:6", "0:0,5", "column 104: expected ':' between materials and credits, found ','"),
        (
            "0:0,5:6",
            "0:0,1000000001:6",
            "column 103: a player's materials, or - if defeated must be at most 1000000000",
        ),
        ("0:0,5:6", "0:0,5:1000000001", "column 105: a player's credits must be at most 1000000000"),
        ("0:0,5:6", "0:0,05:6", "column 103: a number must not begin with 0"),
        ("0:0,5:6", "0:0,5:-6", "column 105: expected a player's credits, found '-'"),
        ("0:0,5:6", "0:0,-", "column 2: player 2 is defeated but has a colony here"),
        ("0:0,5:6", "-,5:6", "column 95: player 1 is to move but defeated"),
        ("0:0,5:6,70:8,0:0", "-,-,-,-", "column 99: all players are defeated"),
        ("70:8,0:0", "70:8,0:0,", "column 115: expected the end of the text, found ','"),
        ("70:8,0:0", "70:8", "column 111: expected ',' and the next player's reserves, found the end of the text"),
        (" 1 7 0:0,5:6,70:8,0:0", "", "column 94: expected a space, found the end of the text"),
        (" 1 7", "\t1 7", "column 94: expected a space, found '\\t'"),
    ];
    for (from, to, message) in cases {
        let line = LINE.replacen(from, to, 1);
        assert_ne!(line, LINE, "{from} is not in the line");
        let error = line.parse::<Galaxy>().expect_err(&line);
        assert_eq!(error.to_string(), message, "{line}");
    }
    assert_eq!(
        "".parse::<Galaxy>().unwrap_err().to_string(),
        "column 1: expected a planet, t or b, found the end of the text"
    );
    let fleet = "t+1x3,b,b,b/b,b,b,b/b,b,b,b/t,t,b,t4@20 4 1 -,-,-,0:0".parse::<Galaxy>().unwrap_err();
    assert_eq!(fleet.to_string(), "column 2: player 1 is defeated but has a fleet here");
}

#[test]
fn commands_are_read() {
    let text = "move A1 B2 20; build A1 5; colonize B2; terraform B2; scrap A1 3; end";
    let commands = read_commands(text).unwrap();
    assert_eq!(commands.len(), 6);
    assert_eq!(write_commands(&commands), text);
    assert_eq!(
        read_commands("  move   a1  b2 20; build a1 5 ;   colonize b2  ;  terraform b2; scrap a1 3; end  "),
        Ok(commands)
    );
    // A space that is missing is no extra space.
    assert_eq!(read_commands("end;end").unwrap_err().to_string(), "column 5: expected a space, found 'e'");
    assert_eq!(read_commands("   "), Ok(vec![]));
    // What number of ships there may be is for the rules to say.
    assert!("scrap A1 0".parse::<Command>().is_ok());
}

#[test]
fn commands_are_refused_with_reason_and_place() {
    let cases = [
        ("mov A1 B2 20", "column 1: unknown command \"mov\"; expected move, build, colonize, terraform, scrap or end"),
        (
            "end; Move A1 B2 1",
            "column 6: unknown command \"Move\"; expected move, build, colonize, terraform, scrap or end",
        ),
        ("move", "column 5: expected a space, found the end of the text"),
        ("move A1", "column 8: expected a space, found the end of the text"),
        ("move A1 B2", "column 11: expected a space, found the end of the text"),
        ("move A1 B2 ", "column 12: expected the number of ships, found the end of the text"),
        ("move A1 B2 020", "column 12: a number must not begin with 0"),
        ("move A1 B2 -3", "column 12: expected the number of ships, found '-'"),
        ("move A1 B2 5000000000", "column 12: the number of ships must be at most 4294967295"),
        ("move A1 B2 2 0", "column 14: expected ; or the end of the list, found '0'"),
        ("move A1 E2 2", "column 9: expected a sector from A1 to D4, found 'E'"),
        ("move A1 B0 2", "column 10: expected a sector from A1 to D4, found '0'"),
        ("move A B2 2", "column 7: expected a sector from A1 to D4, found ' '"),
        ("move A12 B2 2", "column 8: expected a space, found '2'"),
        ("end;", "column 5: expected a space, found the end of the text"),
        ("; end", "column 1: expected a command, found ';'"),
        ("end;; end", "column 5: expected a space, found ';'"),
        ("end end", "column 5: expected ; or the end of the list, found 'e'"),
        ("colonize é2", "column 10: expected a sector from A1 to D4, found 'é'"),
        ("colonize Aé", "column 11: expected a sector from A1 to D4, found 'é'"),
    ];
    for (text, message) in cases {
        assert_eq!(read_commands(text).unwrap_err().to_string(), message, "{text}");
    }
    assert_eq!(
        "end; end".parse::<Command>().unwrap_err().to_string(),
        "column 4: expected the end of the command, found ';'"
    );
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".*") {
        let _ = text.parse::<Galaxy>();
        let _ = read_commands(&text);
    }

    /// One character changed, dropped or added: what is still read is written as it was read.
    #[test]
    fn nearly_positions_are_read_or_refused(at in 0..LINE.len(), to in "[tb0-9@wxi+,/:é -]{0,2}", width in 0..2usize) {
        let mut line = LINE.to_owned();
        line.replace_range(at..(at + width).min(LINE.len()), &to);
        if let Ok(galaxy) = line.parse::<Galaxy>() {
            let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
            prop_assert_eq!(galaxy.to_string(), words.join(" "));
        }
    }

    #[test]
    fn nearly_commands_are_read_or_refused(text in "(move|build|end|scrap|colonize)? ?[A-Ea-e]?[0-5]? [A-D][1-4] ?[0-9]{0,3};?") {
        if let Ok(commands) = read_commands(&text) {
            prop_assert_eq!(read_commands(&write_commands(&commands)), Ok(commands));
        }
    }
}
