use crate::refusal;

const LINE: &str =
    "t2@1000,b,b,t3@1000/b,b,b+2x20,b/b+2x8,b1@100+1x30,b,b/t1@500+1x40,b,b,t4@1000 1 5 100:300,0:0,0:0,0:0";

fn check(line: &str, cases: &[(&str, &str)]) {
    for (commands, message) in cases {
        assert_eq!(refusal(line, commands), *message, "{commands}");
    }
}

#[test]
fn moves() {
    check(
        LINE,
        &[
            ("move A1 A1 1", "A1 and A1 are not neighbours: their distance is 0, not 1"),
            ("move A1 C1 1", "A1 and C1 are not neighbours: their distance is 2, not 1"),
            ("move A1 B1 0", "the number of ships must be at least 1"),
            ("move A1 B1 41", "there are only 40 ships in A1, not 41"),
            ("move A1 B1 4294967295", "there are only 40 ships in A1, not 4294967295"),
            ("move B1 A1 1", "player 1 has no ships in B1"),
            ("move C3 B2 1", "player 1 has no ships in C3"),
            (
                "move A1 B2 17; move B2 B1 31",
                "17 of the 47 ships in B2 have already moved or were built this turn, so 31 cannot move",
            ),
            (
                "move B2 C3 30; move C3 C4 1",
                "10 of the 10 ships in C3 have already moved or were built this turn, so 1 cannot move",
            ),
        ],
    );
    let far = "t2@1000,b,b,t3@1000/b,b,b,b/b,b+1x9,b,b/t1@500,b,b,t4@1000 1 5 100:300,0:0,0:0,0:0";
    check(far, &[("move B2 C3 9", "C3 is out of reach: player 1 has no colony there or in a neighbouring sector")]);
}

#[test]
fn full_sectors() {
    let full = "t2@1000,b,b,t3@1000/b,b,b,b/b,b+1x990,b,b/t1@500+1x10,b,b,t4@1000 1 5 900:900,0:0,0:0,0:0";
    check(full, &[("move A1 B2 10", "B2 holds 990 ships and 10 more would be over the limit of 999")]);
    let full = "t2@1000,b,b,t3@1000/b,b,b,b/b,b,b,b/t1@500+1x999,b,b,t4@1000 1 5 900:900,0:0,0:0,0:0";
    check(full, &[("build A1 1", "cannot build 1 ship in A1: 999 ships there leave room for 0 ships up to 999")]);
    // The enemy's ships do not count.
    let enemy = "t2@1000,b,b,t3@1000/b,b,b,b/b,b+2x333,b,b/t1@500+1x999,b,b,t4@1000 1 5 900:900,0:0,0:0,0:0";
    assert!(crate::after(enemy, "move A1 B2 999").contains("b+1x999i999"));
}

#[test]
fn builds() {
    check(
        LINE,
        &[
            ("build B1 1", "player 1 has no colony in B1"),
            ("build D4 1", "player 1 has no colony in D4"),
            ("build A1 0", "the number of ships must be at least 1"),
            (
                "build B2 3; build B2 8",
                "cannot build 8 ships in B2: 70 of 100 colonists can still work, enough for 7 ships; \
                 40 materials are enough for 2 ships; 180 credits are enough for 4 ships",
            ),
            ("build A1 6", "cannot build 6 ships in A1: 100 materials are enough for 5 ships"),
        ],
    );
    let poor = LINE.replace("100:300", "300:70");
    check(&poor, &[("build A1 3", "cannot build 3 ships in A1: 70 credits are enough for 1 ship")]);
}

/// Every limit that is exceeded is named, not only the first.
#[test]
fn a_build_that_exceeds_every_limit() {
    check(
        LINE,
        &[(
            "build A1 1000",
            "cannot build 1000 ships in A1: 500 of 500 colonists can still work, enough for 50 ships; \
             100 materials are enough for 5 ships; 300 credits are enough for 7 ships; \
             40 ships there leave room for 959 ships up to 999",
        )],
    );
}

#[test]
fn colonies() {
    check(
        LINE,
        &[
            ("colonize A1", "there is already a colony of player 1 in A1"),
            ("colonize D4", "there is already a colony of player 3 in D4"),
            ("colonize B1", "player 1 has no ships in B1"),
            ("colonize C3", "player 1 has no ships in C3"),
            (
                "move A1 B1 40; colonize B1",
                "a colony takes 20 ships that have not moved this turn: 0 of the 40 ships in B1 have not",
            ),
            ("terraform B1", "player 1 has no colony in B1"),
            ("terraform A1", "the planet in A1 is already terran"),
            ("terraform B2", "terraforming costs 1000 materials, but only 100 are in reserve"),
        ],
    );
}

#[test]
fn scrapping() {
    check(
        LINE,
        &[
            ("scrap B2 31", "there are only 30 ships in B2, not 31"),
            ("scrap B2 0", "the number of ships must be at least 1"),
            ("scrap C3 1", "player 1 has no ships in C3"),
        ],
    );
}

#[test]
fn nothing_goes_once_the_game_is_over() {
    let over = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x40,b,b,b 1 5 1000:1000,-,-,-";
    for command in ["move A1 B1 1", "build A1 1", "scrap A1 1", "colonize B1", "terraform B1", "end"] {
        assert_eq!(refusal(over, command), "the game is over: player 1 has won");
    }
}
