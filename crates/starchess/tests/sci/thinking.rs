//! Orders while the engine thinks.

use std::thread;
use std::time::Duration;

use gametree::Limits;
use starchess::{Galaxy, Published, predict, write_commands};

use crate::talk::{Answer, Talk, midgame};

/// A search that would take much longer than the test.
fn begin_to_think() -> (Talk, Galaxy) {
    let mut talk = Talk::new();
    let line = &midgame()[0];
    talk.set(&format!("position {line}"));
    talk.set("setoption name AllMasks value true");
    talk.tell("go turns 8");
    (talk, line.parse().unwrap())
}

/// The answer is that of a prediction that was finished.
fn check(galaxy: &Galaxy, answer: &Answer) {
    let turns = answer.number("turns");
    assert!(turns < 8);
    // Not plain: that could take much longer than the search did.
    let player = Published { turns: turns as u32, all_masks: true, ..Published::default() };
    let expected = player.think(galaxy, &Limits::default(), &mut |_| ()).unwrap();
    assert_eq!((&answer.turn, answer.scores()), (&write_commands(&expected.commands), expected.scores));
}

fn is_no_info(line: &str) -> bool {
    !line.starts_with("info ")
}

#[test]
fn it_hears_what_it_may_hear() {
    let (mut talk, galaxy) = begin_to_think();
    let orders =
        ["isready", "show", "go", "sci", "position start terran", "apply end", "nonsense", "", "isready", "stop"];
    for order in orders {
        talk.tell(order);
    }
    let answer = talk.answer();
    let refused = "error thinking: only stop, isready and quit are allowed until bestturn".to_owned();
    let mut expected = vec![refused; 5];
    expected.insert(0, "readyok".into());
    expected.push(format!(
        "error column 1: unknown order \"nonsense\"; expected {}",
        "sci, isready, setoption, position, apply, show, score, result, go, stop or quit"
    ));
    expected.push("readyok".into());
    let others: Vec<String> = answer.before.iter().filter(|line| is_no_info(line)).cloned().collect();
    assert_eq!(others, expected);
    check(&galaxy, &answer);
    // Nothing of all that was done, and it is ready for the next.
    assert_eq!(talk.shown(), galaxy);
    talk.tell("go turns 0");
    assert_eq!(talk.answer().number("turns"), 0);
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn quit_ends_it_at_once() {
    let (mut talk, _) = begin_to_think();
    talk.tell("quit\nisready");
    let rest = talk.ended();
    let others: Vec<&String> = rest.iter().filter(|line| is_no_info(line)).collect();
    assert!(others.len() == 1 && others[0].starts_with("bestturn "), "{rest:?}");
}

/// A script need not wait for its answer.
#[test]
fn the_end_of_the_input_does_not_end_it() {
    let mut talk = Talk::new();
    talk.tell("go turns 2");
    let rest = talk.end();
    assert!(rest[rest.len() - 2].starts_with("info turns 2 "), "{rest:?}");
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestturn ")).count(), 1);
}

#[test]
fn limits_end_it() {
    let line = &midgame()[0];
    let galaxy: Galaxy = line.parse().unwrap();
    let costs = [0, 1].map(|turns| predict(&galaxy, turns, false).unwrap().generated);
    let mut talk = Talk::new();
    talk.set(&format!("position {line}"));
    talk.set("setoption name Plain value true");
    for (order, turns) in [
        ("go turns 8 nodes 0".to_owned(), 0),
        (format!("go nodes {} turns 8", costs[0] + costs[1] - 1), 0),
        (format!("go turns 8 movetime 18446744073709551615 nodes {}", costs[0] + costs[1]), 1),
        ("go movetime 0 turns 8".to_owned(), 0),
        ("go nodes 18446744073709551615 turns 1".to_owned(), 1),
        ("go nodes 18446744073709551615 turns 0".to_owned(), 0),
    ] {
        talk.tell(&order);
        let answer = talk.answer();
        assert_eq!(answer.number("turns"), turns, "{order}");
        let expected = predict(&galaxy, turns as u32, false).unwrap();
        assert_eq!(answer.turn, write_commands(&expected.commands));
        assert_eq!((answer.scores(), answer.number("generated")), (expected.scores, expected.generated));
    }
    // However little that is, there is an answer.
    talk.tell("go turns 8 movetime 20");
    assert!(talk.answer().number("turns") < 8);
}

/// Whatever is said when: every `go` and every `show` has exactly one answer.
#[test]
fn every_go_has_one_answer() {
    let mut random = fastrand::Rng::with_seed(8);
    let midgame = midgame();
    for _ in 0..300 {
        let mut talk = Talk::new();
        let position = &midgame[random.usize(..midgame.len())];
        talk.set(&format!("position {position}"));
        let (mut questions, mut ready, mut nonsense) = (0, 0, 0);
        for _ in 0..random.usize(1..25) {
            let order = ["go turns 8", "go turns 0", "go turns 1", "go turns 8 nodes 900", "go turns 8 movetime 1"];
            let order = match random.u32(..10) {
                0..4 => order[random.usize(..order.len())],
                4..6 => "stop",
                6 => "isready",
                7 => "nonsense",
                8 => "",
                _ => "show",
            };
            talk.tell(order);
            questions += usize::from(order.starts_with("go") || order == "show");
            ready += usize::from(order == "isready");
            nonsense += usize::from(order == "nonsense");
            if random.bool() {
                thread::sleep(Duration::from_micros(random.u64(..1_500)));
            }
        }
        let is_quit = random.bool();
        talk.tell(if is_quit { "quit" } else { "stop" });
        let lines = if is_quit { talk.ended() } else { talk.end() };
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        let shown = format!("position {position}");
        assert_eq!(count("position "), count(&shown));
        assert_eq!(count("bestturn ") + count("error thinking") + count("position "), questions, "{lines:#?}");
        assert_eq!((count("readyok"), count("error column")), (ready, nonsense), "{lines:#?}");
        let others = lines.len() - questions - ready - nonsense;
        assert_eq!(count("info "), others, "{lines:#?}");
        for pair in lines.windows(2).filter(|pair| pair[1].starts_with("bestturn ")) {
            assert!(pair[0].starts_with("info ") && pair[1].ends_with("end"), "{pair:?}");
        }
    }
}

/// A search whose answer cannot be written ends.
#[test]
fn it_ends_if_the_output_is_closed() {
    let (reader, output) = std::io::pipe().unwrap();
    drop(reader);
    let script = format!("position {}\ngo turns 8\n", midgame()[0]);
    assert!(starchess::sci::serve(script.as_bytes(), output).is_err());
}
