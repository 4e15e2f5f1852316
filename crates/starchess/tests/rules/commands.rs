use crate::after;

/// Player 1 has A1 and B2, player 2 a fleet in C3 and one in A2; there is nothing else of note.
const LINE: &str =
    "t2@1000,b,b,t3@1000/b,b,b+2x20,b/b+2x8,b1@100+1x30,b,b/t1@500+1x40,b,b,t4@1000 1 5 100:300,0:0,0:0,0:0";

#[test]
fn moved_ships_are_inactive() {
    assert_eq!(
        after(LINE, "move A1 B1 15; move B2 B1 5"),
        "t2@1000,b,b,t3@1000/b,b,b+2x20,b/b+2x8,b1@100+1x25,b,b/t1@500+1x25,b+1x20i20,b,t4@1000 1 5 100:300,0:0,0:0,0:0"
    );
}

#[test]
fn ships_that_arrive_join_active_ones() {
    assert_eq!(
        after(LINE, "move A1 B2 40"),
        "t2@1000,b,b,t3@1000/b,b,b+2x20,b/b+2x8,b1@100+1x70i40,b,b/t1@500,b,b,t4@1000 1 5 100:300,0:0,0:0,0:0"
    );
}

#[test]
fn ships_that_arrive_fight() {
    // 30 against 20: less than twice as many, so 20 are lost.
    assert!(after(LINE, "move B2 C3 30").contains("/b,b,b+1x10i10,b/b+2x8,b1@100,b,b/"));
    // 20 against 20.
    assert!(after(LINE, "move B2 C3 20").contains("/b,b,b,b/b+2x8,b1@100+1x10,b,b/"));
    // 10 against 20: exactly twice as many, so the enemy loses 5.
    assert!(after(LINE, "move B2 C3 10").contains("/b,b,b+2x15,b/b+2x8,b1@100+1x20,b,b/"));
    // 6 against 20: more than three times as many.
    assert!(after(LINE, "move B2 C3 6").contains("/b,b,b+2x20,b/b+2x8,b1@100+1x24,b,b/"));
    // 16 against 8 lose 4, and 24 nothing.
    assert!(after(LINE, "move B2 A2 16").contains("/b+1x12i12,b1@100+1x14,b,b/"));
    assert!(after(LINE, "move B2 A2 24").contains("/b+1x24i24,b1@100+1x6,b,b/"));
    // Wave after wave.
    assert!(after(LINE, "move B2 A2 7; move A1 A2 5").contains("/b+1x5i5,b1@100+1x23,b,b/t1@500+1x35,"));
}

#[test]
fn ships_are_built() {
    assert_eq!(
        after(LINE, "build B2 3; build A1 2"),
        "t2@1000,b,b,t3@1000/b,b,b+2x20,b/b+2x8,b1@100w30+1x33i3,b,b/t1@500w20+1x42i2,b,b,t4@1000 1 5 0:100,0:0,0:0,0:0"
    );
}

#[test]
fn ships_built_under_blockade_fight() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b1@100+2x5,b,b/t1@500,b,b,t4@1000 1 5 1000:1000,0:0,0:0,0:0";
    assert!(after(line, "build B2 7").contains("b1@100w70+1x2i2,"));
    assert!(after(line, "build B2 5").contains("b1@100w50,"));
    assert!(after(line, "build B2 2").contains("b1@100w20+2x4,")); // 5 is at least twice 2: it loses 1
    assert!(after(line, "build B2 1").contains("b1@100w10+2x5,"));
    assert!(after(line, "build B2 2; build B2 8").ends_with(" 1 5 800:600,0:0,0:0,0:0"));
}

#[test]
fn planets_are_colonized() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b+1x45,b+1x20,b/t1@500,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    // C2 is out of reach, but the ships are there.
    assert!(after(line, "colonize C2").contains("/b,b+1x45,b1@20,b/"));
    // From C2, B1 is in reach. The 25 that stay are active, and 20 of those colonize.
    assert!(after(line, "colonize C2; move B2 B1 20; colonize B2").contains("/b,b1@20+1x5,b1@20,b/t1@500,b+1x20i20,"));
}

#[test]
fn planets_are_terraformed() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b1@150,b,b/t1@500,b,b,t4@1000 1 5 1001:0,0:0,0:0,0:0";
    assert_eq!(
        after(line, "terraform B2"),
        "t2@1000,b,b,t3@1000/b,b,b,b/b,t1@150,b,b/t1@500,b,b,t4@1000 1 5 1:0,0:0,0:0,0:0"
    );
}

#[test]
fn inactive_ships_are_scrapped_first() {
    assert!(after(LINE, "move A1 B2 10; scrap B2 4").contains("b1@100+1x36i6,"));
    assert!(after(LINE, "move A1 B2 10; scrap B2 12").contains("b1@100+1x28,"));
    assert!(after(LINE, "move A1 B2 10; scrap B2 40").contains("b1@100,"));
}
