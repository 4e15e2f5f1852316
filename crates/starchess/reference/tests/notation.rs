//! Positions and command lists, read and written.

use starchess_reference::{Galaxy, parse_commands, write_commands};

const EXAMPLE: &str = "t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b,b,t/t1@1000+1x20,t,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0";

#[test]
fn the_example_round_trips() {
    assert_eq!(Galaxy::parse(EXAMPLE).unwrap().to_string(), EXAMPLE);
    let full = "t2@1000+2x20,b,t,b/b,t,t,b/t,b1@20w20+1x999i999,b,t+2x1/t1@1000w990+2x20,t,b,t4@20+1x20i3 \
        1 1000000 1000000000:0,0:17,-,0:1000000000";
    assert_eq!(Galaxy::parse(full).unwrap().to_string(), full);
}

#[test]
fn extra_spaces_are_forgiven() {
    let spaced = format!("  {}  ", EXAMPLE.replace(' ', "   "));
    assert_eq!(Galaxy::parse(&spaced).unwrap().to_string(), EXAMPLE);
}

#[test]
fn impossible_positions_are_refused() {
    for (part, instead) in [
        // Not such a line.
        (" 1 1 ", " 1 "),
        (" 1 1 ", " 1 1 1 "),
        (" 1 1 ", "\t1 1 "),
        (" 1 1 ", " 01 1 "),
        (" 1 1 ", " 0 1 "),
        (" 1 1 ", " 5 1 "),
        (" 1 1 ", " 11 1 "),
        (" 1 1 ", " 1 01 "),
        (" 1 1 ", " 1 +1 "),
        (" 1 1 ", " 1 x "),
        ("b,t,t,b/", ""),
        ("b,t,t,b/", "b,t,t,b/b,t,t,b/"),
        ("b,t,t,b/", "b,t,t/"),
        ("b,t,t,b/", "b,t,t,b,b/"),
        ("b,t,t,b/", "b,t,t,/"),
        ("b,t,t,b/", "b,t, t,b/"),
        ("b,t,t,b/", "b,T,t,b/"),
        ("b,t,t,b/", "b,x,t,b/"),
        ("b,t,t,b/", "b,tt,t,b/"),
        ("b,t,t,b/", "b,t1,t,b/"),
        ("b,t,t,b/", "b,t@20,t,b/"),
        ("b,t,t,b/", "b,t0@20,t,b/"),
        ("b,t,t,b/", "b,t5@20,t,b/"),
        ("b,t,t,b/", "b,t01@20,t,b/"),
        ("b,t,t,b/", "b,t1@,t,b/"),
        ("b,t,t,b/", "b,t1@20w,t,b/"),
        ("b,t,t,b/", "b,t+1x,t,b/"),
        ("b,t,t,b/", "b,t+1x5i,t,b/"),
        ("b,t,t,b/", "b,t+x5,t,b/"),
        ("b,t,t,b/", "b,t+1x5+1x5,t,b/"),
        ("b,t,t,b/", "b,t+1x5?,t,b/"),
        ("b,t,t,b/", "b,té,t,b/"),
        ("1@1000", "1@01000"),
        ("1x20", "1x020"),
        ("0:0,", "00:0,"),
        ("0:0,", "0:-1,"),
        ("0:0,", ":0,"),
        ("0:0,", "0,"),
        ("0:0,", "0:0:0,"),
        ("0:0,", ""),
        ("0:0,", "0:0,0:0,"),
        // Not a possible position.
        (" 1 1 ", " 1 0 "),
        (" 1 1 ", " 1 1000001 "),
        (" 1 1 ", " 1 99999999999999999999999 "),
        ("b,t,t,b/", "b,t1@19,t,b/"),
        ("b,t,t,b/", "b,t1@1001,t,b/"),
        ("b,t,t,b/", "b,t,t,b1@201/"),
        ("b,t,t,b/", "b,t1@20w0,t,b/"),
        ("b,t,t,b/", "b,t1@20w15,t,b/"),
        ("b,t,t,b/", "b,t1@20w30,t,b/"),
        ("b,t,t,b/", "b,t2@20w10,t,b/"),
        ("b,t,t,b/", "b,t+1x0,t,b/"),
        ("b,t,t,b/", "b,t+1x1000,t,b/"),
        ("b,t,t,b/", "b,t+1x5i0,t,b/"),
        ("b,t,t,b/", "b,t+1x5i6,t,b/"),
        ("b,t,t,b/", "b,t+2x5i1,t,b/"),
        ("0:0,", "1000000001:0,"),
        ("0:0,", "0:1000000001,"),
        ("t1@1000+1x20", "t+1x20"),
        ("t1@1000+1x20", "b1@200+1x20"),
        ("t1@1000+1x20", "t2@1000+1x20"),
        ("0:0,0:0,0:0,0:0", "0:0,0:0,0:0,-"),
        ("0:0,0:0,0:0,0:0", "-,-,-,-"),
    ] {
        let text = EXAMPLE.replacen(part, instead, 1);
        assert_ne!(text, EXAMPLE);
        assert!(Galaxy::parse(&text).is_err(), "{text}");
    }
    for text in [
        "t2@1000,b,t,t3@1000/b,t,t,b/t,b,b,t/t1@1000,t,b,t4@1000 1 1 0:0,0:0,0:0,-",
        "t2@1000,b,t,t3@1000/b,t,t,b/t,b,b,t/t1@1000,t,b,t+4x1 1 1 0:0,0:0,0:0,-",
        "t2@1000,b,t,t3@1000/b,t,t,b/t,b,b,t/t1@1000,t,b,b 4 1 0:0,0:0,0:0,-",
        "b,b,t,b/b,t,t,b/t,b,b,t/b,t,b,b 1 1 -,-,-,-",
        "",
    ] {
        assert!(Galaxy::parse(text).is_err(), "{text}");
    }
}

#[test]
fn commands() {
    let text = "move A1 B2 20; build A1 5; colonize B2; terraform B2; scrap A1 3; end";
    assert_eq!(write_commands(&parse_commands(text).unwrap()), text);
    let spaced = "  move   a1 b2 20  ;  build A1  5; colonize b2 ; terraform B2; scrap a1 3; end ";
    assert_eq!(write_commands(&parse_commands(spaced).unwrap()), text);
    assert_eq!(parse_commands(""), Ok(Vec::new()));
    for text in [
        "move A1 B2",
        "move A1 B2 20 20",
        "move A1 B5 20",
        "move A1 B2 020",
        "move A1 B2 -1",
        "move A1 B2 x",
        "move A1 B2 99999999999999999999",
        "MOVE A1 B2 20",
        "build A1",
        "colonize",
        "colonize A1 20",
        "terraform",
        "scrap A1",
        "end 1",
        "go",
        "end;",
        "; end",
        "end;; end",
        "end;end",
        "end, end",
        "end\tend",
    ] {
        assert!(parse_commands(text).is_err(), "{text}");
    }
}
