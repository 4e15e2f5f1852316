//! Orders and their answers while the engine does not think.

use starchess::{Galaxy, Start, predict, read_commands, write_commands};

use crate::talk::{Talk, midgame};

#[test]
fn it_introduces_itself() {
    let mut talk = Talk::new();
    talk.tell("sci");
    let lines: Vec<String> = (0..20).map(|_| talk.hear()).collect();
    assert!(lines[0].starts_with("id name Star Chess ") && lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(
        lines[2..],
        [
            "option name Player type combo default published var published var strongest var level var rollout var random",
            "option name Turns type spin default 2 min 0 max 8",
            "option name AllMasks type check default false",
            "option name Plain type check default false",
            "option name SkipDead type check default false",
            "option name Gains type combo default none var none var worse var no-better",
            "option name GarrisonsFirst type check default false",
            "option name CountBuildable type check default false",
            "option name NaiveOrder type check default false",
            "option name NoDoubling type check default false",
            "option name NoMasks type check default false",
            "option name Threads type spin default 2 min 1 max 256",
            "option name Rounds type spin default 4000 min 1 max 1000000000",
            "option name NoBelief type check default false",
            "option name Version type combo default latest var latest var first",
            "option name Seed type spin default 0 min 0 max 18446744073709551615",
            "option name Level type spin default 1 min 1 max 8",
            "sciok",
        ]
    );
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn positions_are_set_and_shown() {
    let mut talk = Talk::new();
    assert_eq!(talk.shown(), Galaxy::start(Start::Random(1)));
    for (order, start) in [
        ("start random 7", Start::Random(7)),
        ("start random", Start::Random(1)),
        ("start symmetric", Start::Symmetric(1)),
        ("start symmetric 18446744073709551615", Start::Symmetric(u64::MAX)),
        ("start barren", Start::Barren),
        ("start terran", Start::Terran),
        ("start barren 3", Start::Barren),
        ("  start   random   0  commands  ", Start::Random(0)),
    ] {
        talk.set(&format!("position {order}"));
        assert_eq!(talk.shown(), Galaxy::start(start), "{order}");
    }
    for line in midgame() {
        talk.set(&format!("position {line}"));
        assert_eq!(talk.ask("show"), format!("position {line}"));
        let galaxy: Galaxy = line.parse().unwrap();
        let [a, b, c, d] = galaxy.scores();
        assert_eq!(talk.ask("score"), format!("score {a} {b} {c} {d}"));
        assert_eq!(talk.ask("result"), "result ongoing");
    }
    talk.set("\t position start terran commands move a1 b2 20 ;  end; end \r");
    let mut galaxy = Galaxy::start(Start::Terran);
    for command in read_commands("move A1 B2 20; end; end").unwrap() {
        galaxy.apply(command).unwrap();
    }
    assert_eq!(talk.shown(), galaxy);
    talk.set(&format!("position {} commands end", midgame()[0]));
    assert_eq!(talk.shown().to_move().number(), 1);
    // Nothing is left when the program that asks is gone.
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn commands_are_applied() {
    let mut talk = Talk::new();
    assert_eq!(talk.ask("apply  move a1 b2 20 "), "ok");
    assert!(talk.ask("show").contains("+1x20i20"));
    assert_eq!(talk.ask("apply end"), "ok");
    assert_eq!(talk.shown().to_move().number(), 2);
}

#[test]
fn a_won_game() {
    let mut talk = Talk::new();
    talk.set("position b,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x40,b,b,b 1 5 1000:1000,-,-,-");
    assert_eq!(talk.ask("result"), "result win 1");
    assert_eq!(talk.ask("go"), "error the game is over");
    assert_eq!(talk.ask("apply end"), "error end: the game is over: player 1 has won");
    assert_eq!(talk.ask("score"), "score 150 -100 -100 -100");
    assert_eq!(talk.ask("isready"), "readyok");
}

#[test]
fn orders_in_vain() {
    let mut talk = Talk::new();
    // Neither has an answer.
    talk.set("stop");
    talk.set("");
    talk.set("  \t\r");
    talk.tell("quit");
    assert_eq!(talk.ended(), [""; 0]);
}

/// In mid-game, with and without other masks, the turn, scores and counts are those of the plain
/// tree.
#[test]
fn plain_predictions() {
    let mut talk = Talk::new();
    talk.set("setoption name Plain value true");
    let check = |talk: &mut Talk, galaxy: &Galaxy, order: &str, turns: u32, all_masks: bool| {
        talk.tell(order);
        let answer = talk.answer();
        let expected = predict(galaxy, turns, all_masks).unwrap();
        assert_eq!(answer.number("turns"), u64::from(turns));
        assert_eq!(answer.turn, write_commands(&expected.commands));
        assert_eq!(answer.scores(), expected.scores);
        let counts = (answer.number("generated"), answer.number("evaluated"));
        assert_eq!(counts, (expected.generated, expected.evaluated), "{galaxy}, {order}");
        assert_eq!(talk.shown(), *galaxy);
    };
    for line in &midgame()[..20] {
        talk.set(&format!("position {line}"));
        let galaxy = line.parse().unwrap();
        check(&mut talk, &galaxy, "go turns 0", 0, false);
        check(&mut talk, &galaxy, "go turns 1", 1, false);
    }
    talk.set(&format!("position {}", midgame()[1]));
    check(&mut talk, &midgame()[1].parse().unwrap(), "go", 2, false);
    talk.set("position start terran");
    talk.set("setoption name allmasks value TRUE");
    talk.set("setoption name Turns value 1");
    talk.set("setoption name PLAYER value Published");
    let start = Galaxy::start(Start::Terran);
    check(&mut talk, &start, "go", 1, true);
    check(&mut talk, &start, "go turns 0", 0, true);
}

/// Every turn of a game is legal and whole.
#[test]
fn a_whole_game() {
    let mut talk = Talk::new();
    talk.set("position start symmetric 5");
    talk.set("setoption name Turns value 1");
    let mut game = Vec::new();
    for _ in 0..80 {
        talk.tell("go");
        let turn = talk.answer().turn;
        assert!(turn == "end" || turn.ends_with("; end"));
        let mover = talk.shown().to_move();
        for command in turn.split("; ") {
            assert_eq!(talk.ask(&format!("apply {command}")), "ok");
        }
        assert_ne!(talk.shown().to_move(), mover);
        game.push(turn);
    }
    let last = talk.shown();
    talk.set("position start barren");
    talk.set(&format!("position start symmetric 5 commands {}", game.join("; ")));
    assert_eq!(talk.shown(), last);
}

/// Every option of every player can be set, and the random player plays too.
#[test]
fn all_players_play() {
    let mut talk = Talk::new();
    let midgame = midgame();
    talk.set(&format!("position {}", midgame[0]));
    let galaxy: Galaxy = midgame[0].parse().unwrap();
    talk.set("setoption name Player value random");
    let mut turns = Vec::new();
    for seed in 0..10 {
        talk.set(&format!("setoption name seed value {seed}"));
        // It does not look ahead, so the number of turns does not matter.
        talk.tell("go turns 3");
        let answer = talk.answer();
        assert_eq!((answer.number("turns"), answer.before.len()), (0, 0));
        let mut after = galaxy;
        for command in read_commands(&answer.turn).unwrap() {
            after.apply(command).unwrap();
        }
        assert_eq!(answer.scores(), after.scores());
        turns.push(answer.turn);
    }
    assert!(turns.iter().any(|turn| *turn != turns[0]));
    talk.set("setoption name Player value published");
    talk.set("setoption name Turns value 1");
    let think = |talk: &mut Talk| {
        talk.tell("go");
        let answer = talk.answer();
        (answer.turn.clone(), answer.scores(), answer.number("generated"))
    };
    let published = think(&mut talk);
    for option in ["SkipDead", "GarrisonsFirst", "CountBuildable", "NaiveOrder", "NoDoubling", "NoMasks"] {
        talk.set(&format!("setoption name {option} value true"));
        think(&mut talk);
        talk.set(&format!("setoption name {option} value false"));
    }
    talk.set("setoption name NoMasks value true");
    assert!(think(&mut talk).2 < published.2);
    talk.set("setoption name NoMasks value false");
    talk.set("setoption name Gains value no-better");
    assert!(think(&mut talk).2 <= published.2);
    talk.set("setoption name Gains value None");
    talk.set("setoption name Threads value 1");
    assert_eq!(think(&mut talk), published);
}
