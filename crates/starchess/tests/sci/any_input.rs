//! Input of all kinds.

use proptest::prelude::*;
use starchess::{Galaxy, sci};

/// All that is said in a session that ends with `quit`, so that no search goes on.
fn answers(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    sci::serve(&[input, b"\nquit\n"].concat()[..], &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

/// Every answer is one that the protocol has.
fn check(lines: &[String]) {
    const STARTS: [&str; 12] = [
        "id name ",
        "id author ",
        "option name ",
        "sciok",
        "readyok",
        "error ",
        "ok",
        "position ",
        "score ",
        "result ",
        "info turns ",
        "bestturn ",
    ];
    for line in lines {
        assert!(STARTS.iter().any(|start| line.starts_with(start)), "{line:?}");
        assert!(!line.contains(char::is_control), "{line:?}");
        if let Some(position) = line.strip_prefix("position ") {
            position.parse::<Galaxy>().unwrap();
        }
    }
}

/// Lines out of the words of the protocol.
fn any_order() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(vec![
            "sci", "isready", "setoption", "position", "apply", "show", "score", "result", "go", "stop",
        ]),
        8 => prop::sample::select(vec![
            "name", "value", "Turns", "Plain", "AllMasks", "Player", "published", "true", "false", "start", "random",
            "barren", "symmetric", "commands", "move A1 B2 5", "move A1 A2 20", "end", "; end", ";", "colonize B2", "turns",
            "movetime", "nodes", "0", "1", "2", "3", "99999999999999999999", "\u{fc}", "\t",
            "t2@1000+2x20,b,t,b+2x7/b,t,t,b/t,b,b,t/t1@900w50+1x5i5,t,b,b 1 12 80:0,0:7,-,-",
            "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x40,b,b,b 1 5 1000:1000,-,-,-",
        ]),
    ];
    prop::collection::vec(word, 0..7).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes(input in prop::collection::vec(any::<u8>(), 0..400)) {
        let lines = answers(&input);
        check(&lines);
        // Every line is refused: random bytes are never an order, unless the line is empty.
        let asked = input.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        prop_assert_eq!(lines.len(), asked.count());
    }

    #[test]
    fn any_text(input in "(.*\n){0,8}") {
        check(&answers(input.as_bytes()));
    }

    #[test]
    fn any_orders(orders in prop::collection::vec(any_order(), 0..20)) {
        let lines = answers(orders.join("\n").as_bytes());
        check(&lines);
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        // It is ready until the end.
        let asked = orders.iter().filter(|order| order.trim_ascii() == "isready").count();
        prop_assert_eq!(count("readyok"), asked);
        let gos = orders.iter().filter(|order| order.trim_ascii().starts_with("go")).count();
        prop_assert!(count("bestturn") <= gos);
    }
}
