//! Commands and the end of a turn, computed by hand.

use starchess_reference::{Galaxy, parse_commands};

/// The position after commands that must all be legal.
fn after(position: &str, commands: &str) -> String {
    let mut galaxy = Galaxy::parse(position).unwrap();
    for command in parse_commands(commands).unwrap() {
        galaxy.apply(&command).unwrap_or_else(|reason| panic!("{command} in {galaxy}: {reason}"));
    }
    galaxy.to_string()
}

/// A position with this row 1, row 2 and the rest; the other rows hold no fleets.
fn position(row_2: &str, row_1: &str, rest: &str) -> String {
    format!("t2@1000,b,b,t3@1000/b,b,b,b/{row_2}/{row_1} {rest}")
}

#[test]
fn combat() {
    let before = |ships| position("b,b,b,b", &format!("t1@1000+1x40,b+2x{ships},b,t4@1000"), "1 1 0:0,0:0,0:0,0:0");
    for (enemies, moved, left) in [
        (10, 40, "t1@1000,b+1x40i40"),
        (10, 30, "t1@1000+1x10,b+1x30i30"),
        (10, 29, "t1@1000+1x11,b+1x24i24"),
        (10, 20, "t1@1000+1x20,b+1x15i15"),
        (10, 19, "t1@1000+1x21,b+1x9i9"),
        (10, 11, "t1@1000+1x29,b+1x1i1"),
        (10, 10, "t1@1000+1x30,b"),
        (10, 9, "t1@1000+1x31,b+2x1"),
        (10, 6, "t1@1000+1x34,b+2x4"),
        (10, 5, "t1@1000+1x35,b+2x8"),
        (10, 4, "t1@1000+1x36,b+2x8"),
        (10, 3, "t1@1000+1x37,b+2x10"),
        (1, 2, "t1@1000+1x38,b+1x2i2"),
        (7, 15, "t1@1000+1x25,b+1x12i12"),
    ] {
        let after = after(&before(enemies), &format!("move A1 B1 {moved}"));
        assert_eq!(after, position("b,b,b,b", &format!("{left},b,t4@1000"), "1 1 0:0,0:0,0:0,0:0"));
    }
}

#[test]
fn ships_that_arrive_are_inactive() {
    let before = position("b,b,b,b", "t1@1000+1x40,b+1x5,b,t4@1000", "1 1 400:900,0:0,0:0,0:0");
    assert_eq!(
        after(&before, "move A1 B1 10; build A1 20; scrap A1 22; scrap B1 4"),
        position("b,b,b,b", "t1@1000w200+1x28,b+1x11i6,b,t4@1000", "1 1 0:100,0:0,0:0,0:0")
    );
}

#[test]
fn building_on_a_blockaded_colony_is_a_fight() {
    let before = |ships| position("b,b,b,b", &format!("t1@1000+2x{ships},b,b,t4@1000"), "1 1 400:900,0:0,0:0,0:0");
    let after_20 = |row| position("b,b,b,b", row, "1 1 0:100,0:0,0:0,0:0");
    assert_eq!(after(&before(10), "build A1 20"), after_20("t1@1000w200+1x15i15,b,b,t4@1000"));
    assert_eq!(after(&before(20), "build A1 20"), after_20("t1@1000w200,b,b,t4@1000"));
    assert_eq!(after(&before(70), "build A1 20"), after_20("t1@1000w200+2x70,b,b,t4@1000"));
}

#[test]
fn colonize_and_terraform() {
    let before = position("b,b,b,b", "t1@1000,b+1x25,b+1x20,t4@1000", "1 1 1000:0,0:0,0:0,0:0");
    assert_eq!(
        after(&before, "colonize B1; colonize C1; terraform C1"),
        position("b,b,b,b", "t1@1000,b1@20+1x5,t1@20,t4@1000", "1 1 0:0,0:0,0:0,0:0")
    );
}

#[test]
fn illegal_commands_are_refused_and_change_nothing() {
    let before =
        position("b1@25w20,b2@20,b,b", "t1@1000w990+1x999i5,b+1x6,t+1x19,t4@1000+4x3", "1 1 999:79,0:0,0:0,0:0");
    let refused = "move A1 A1 1; move A1 C1 1; move A1 A2 0; move A1 A2 995; move B1 A1 1; move C1 D1 1; move D1 C1 1; \
        move B1 D4 1; build A1 1; build A2 1; build B2 1; build B1 1; build A2 0; colonize C1; colonize B1; colonize D1; \
        colonize A1; terraform A2; terraform A1; terraform B2; terraform B1; scrap A1 0; scrap A1 1000; scrap D1 1; \
        scrap C2 1; scrap B1 9223372036854775807; build A1 9223372036854775807; move A1 B1 9223372036854775807";
    let mut galaxy = Galaxy::parse(&before).unwrap();
    for command in parse_commands(refused).unwrap() {
        assert!(galaxy.apply(&command).is_err(), "{command}");
        assert_eq!(galaxy.to_string(), before, "{command}");
    }
    assert_eq!(
        after(&before, "move A1 A2 994; scrap A1 5"),
        position("b1@25w20+1x994i994,b2@20,b,b", "t1@1000w990,b+1x6,t+1x19,t4@1000+4x3", "1 1 999:79,0:0,0:0,0:0")
    );
}

#[test]
fn building_is_limited_by_colonists_materials_and_credits() {
    let before = |worked, reserves| {
        position("b,b,b,b", &format!("t1@1000w{worked}+1x990,b,b,t4@1000"), &format!("1 1 {reserves},0:0,0:0,0:0"))
    };
    for (worked, reserves, most) in [(960, "999:999", 4), (10, "79:999", 3), (10, "999:119", 2), (10, "999:999", 9)] {
        let mut galaxy = Galaxy::parse(&before(worked, reserves)).unwrap();
        let build = |ships| parse_commands(&format!("build A1 {ships}")).unwrap().remove(0);
        assert!(galaxy.apply(&build(most + 1)).is_err());
        assert_eq!(galaxy.apply(&build(most)), Ok(()));
    }
}

#[test]
fn bombardment() {
    // A1 gives 200 materials and 1,000 credits, B1 200 and 200. B1 grows by 40.
    let before =
        |pop, ships| position("b,b,b,b", &format!("t1@1000,t1@200,t4@{pop}+1x{ships},t4@1000"), "1 7 0:0,0:0,0:0,0:0");
    let row = |place, reserves| {
        position("b,b,b,b", &format!("t1@1000,t1@240,{place},t4@1000"), &format!("2 7 {reserves},0:0,0:0,0:0"))
    };
    assert_eq!(after(&before(100, 30), "end"), row("t4@70+1x30", "100:600"));
    assert_eq!(after(&before(99, 30), "end"), row("t4@70+1x30", "100:600"));
    assert_eq!(after(&before(39, 40), "end"), row("t4@24+1x40", "0:400"));
    assert_eq!(after(&before(20, 4), "end"), row("t4@20+1x4", "360:1120"));
    assert_eq!(after(&before(20, 5), "end"), row("b+1x5", "350:1100"));
    // 60 ships bombard like 50. Only 40 can be kept.
    assert_eq!(after(&before(100, 60), "end"), row("t4@50+1x40", "0:400"));
}

#[test]
fn out_of_support() {
    let before = "t2@1000,b,b,t3@1000/b,b,t4@20+1x50,b/b,b+1x3,b,b/t1@1000,b,b,t4@1000 1 1 0:0,0:0,0:0,0:0";
    let then = "t2@1000,b,b,t3@1000/b,b,t4@20,b/b,b+1x3,b,b/t1@1000,b,b,t4@1000 2 1 170:940,0:0,0:0,0:0";
    assert_eq!(after(before, "end"), then);
}

#[test]
fn defeat() {
    // Player 4 loses D1 (38 − 19 colonists), and with it B4, the fleet that blockades A1, and the
    // one in C4.
    let before = "t2@1000,t4@300,b+4x7,t3@1000/b,b,b,b/b,b,b,b/t1@1000+4x5,b,t1@200,t4@38+1x50 1 3 1000:0,1:2,3:4,5:6";
    // With A1 free again: 1000 + 200 + 200 materials less 500, and 1,000 + 200 credits less 1,000.
    let then = "t2@1000,t,b,t3@1000/b,b,b,b/b,b,b,b/t1@1000,b,t1@240,b+1x50 2 3 900:200,1:2,3:4,-";
    assert_eq!(after(before, "end"), then);
    // Then player 4 is passed over.
    assert!(after(then, "end; end").ends_with(" 1 4 900:200,201:1002,203:1004,-"));
}

#[test]
fn another_home_sector_is_not_a_home_world() {
    // Player 3's colony in D1, where player 4 once lived.
    let before = "t2@1000,b,b,t3@1000/b,b,b,b/b,b,b,b/t1@1000,b,t1@200,t3@20+1x20 1 3 0:0,0:0,0:0,-";
    let then = "t2@1000,b,b,t3@1000/b,b,b,b/b,b,b,b/t1@1000,b,t1@240,b+1x20 2 3 200:800,0:0,0:0,-";
    assert_eq!(after(before, "end"), then);
}

#[test]
fn victory() {
    let before = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,t1@200,t4@20+1x20 1 9 0:0,-,-,7:7";
    let then = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,t1@240,b+1x20 1 9 200:800,-,-,-";
    assert_eq!(after(before, "end"), then);
    let mut galaxy = Galaxy::parse(then).unwrap();
    assert_eq!(galaxy.winner(), Some(0));
    for command in parse_commands("end; scrap D1 1; move D1 C1 1").unwrap() {
        assert!(galaxy.apply(&command).is_err());
    }
    assert_eq!(Galaxy::parse(before).unwrap().winner(), None);
}

#[test]
fn income_and_growth() {
    // Terran 24: 24 and 24. Terran 500: 200 and 500. Barren 30: 150 and −30. Barren 195: 975 and
    // −195. The blockaded B1 gives nothing but grows.
    let before = position("b1@30,b1@195,b,b", "t1@500,t1@900+4x1,t1@24,t4@1000", "1 1 7:9,0:0,0:0,0:0");
    let then = position(
        "b1@33,b1@200,b,b",
        "t1@600,t1@1000+4x1,t1@28,t4@1000",
        &format!("2 1 {}:{},0:0,0:0,0:0", 7 + 24 + 200 + 150 + 975, 9 + 24 + 500 - 30 - 195),
    );
    assert_eq!(after(&before, "end"), then);
}

#[test]
fn negative_credits_scrap_all_ships_and_end_at_zero() {
    // 20 materials and credits from A1; 1,000 materials and −200 credits from B1.
    let before = position("b,b,b,b", "t1@20+1x9,b1@200+1x8,b,t4@1000", "1 1 5:100,0:0,0:0,0:0");
    let then = position("b,b,b,b", "t1@24,b1@200,b,t4@1000", "2 1 1025:0,0:0,0:0,0:0");
    assert_eq!(after(&before, "end"), then);
}

#[test]
fn support_is_scrapped_evenly() {
    // M = 95 and C = 200 keep 9 of 15. K = 6: 7 ships lose ⌊42/15⌋ = 2, 5 lose ⌊72/15⌋ − 2 = 2, 3
    // lose 6 − 4 = 2.
    let before = position("b+1x5,b,b,b", "t1@20+1x7,b+1x3,b,t4@1000", "1 1 75:180,0:0,0:0,0:0");
    let then = position("b+1x3,b,b,b", "t1@24+1x5,b+1x1,b,t4@1000", "2 1 5:20,0:0,0:0,0:0");
    assert_eq!(after(&before, "end"), then);
    // The order is A2 before B1: of 1, 1 and 1 with one to scrap the last loses.
    let before = position("b+1x1,b,b,b", "t1@20+1x1,b+1x1,b,t4@1000", "1 1 0:20,0:0,0:0,0:0");
    let then = position("b+1x1,b,b,b", "t1@24+1x1,b,b,t4@1000", "2 1 0:0,0:0,0:0,0:0");
    assert_eq!(after(&before, "end"), then);
}

#[test]
fn the_turn_begins_anew_for_who_ends_it() {
    let before = position("b,b,b,b", "t1@1000w30+1x9i4,b+1x3i3,b,t4@1000", "1 1 0:0,0:0,0:0,0:0");
    let then = position("b,b,b,b", "t1@1000+1x9,b+1x3,b,t4@1000", "2 1 80:760,0:0,0:0,0:0");
    assert_eq!(after(&before, "end"), then);
    assert!(after(&then, "end; end; end").contains(" 1 2 "));
}
