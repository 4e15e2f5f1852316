//! `starchess complexity` with positions, which contain spaces.

use std::process::Output;

use crate::run::command;

fn count(position: &str) -> (String, Output) {
    let output = command("complexity --games 0 --position").arg(position).output().unwrap();
    (String::from_utf8(output.stdout.clone()).unwrap(), output)
}

#[test]
fn several_fleets_and_enemies() {
    let (text, output) = count(
        "t2@1000,b,b,t3@1000/b,b,b,b/b+2x5,b1@20+1x3,b,b1@20+3x1/t1@1000w980+1x2i1,b,b,t4@1000 1 1 200:200,0:0,0:0,0:0",
    );
    assert_eq!(output.status.code(), Some(0));
    let expected = "
 A1: 1 ship can move to 2 other sectors           3
 B2: 3 ships can move to 7 other sectors        120
 A1, B2: 4 ships can be built                     9
 product of these choices                     3,240
 distinct positions at the end of the turn *  1,860
* only turns without battles; there are enemy fleets in A2, D2
";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn crowded_sectors_and_large_numbers() {
    let (text, output) =
        count("t2@1000,b,b,t3@1000/b,b,b,b/b,b1@20+1x999,b,b/t1@1000+1x999,b,b,t4@1000 1 1 0:0,0:0,0:0,0:0");
    assert_eq!(output.status.code(), Some(0));
    let product = text.lines().find(|line| line.contains("product of these choices"));
    assert!(product.is_some_and(|line| line.ends_with("  4.3·10²⁷")), "{text}");
    assert!(text.ends_with("\n* ignores the limit of 999 ships in a sector\n"), "{text}");
}

#[test]
fn positions_without_turns_are_refused() {
    let (_, output) = count("b,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,b 1 1 0:0,-,-,-");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), error.as_str()),
        (Some(1), "error: the game is over in this position, so there are no turns to count\n")
    );
    let (_, output) = count("x");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: invalid value 'x' for '--position <POS>': "));
}
