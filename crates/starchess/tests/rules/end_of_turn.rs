use starchess::{GameResult, Player};

use crate::{after, galaxy};

#[test]
fn home_worlds_support_twenty_ships() {
    let start = "t2@1000+2x20,b,b,t3@1000+3x20/b,b,b,b/b,b,b,b/t1@1000+1x20,b,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0";
    // 200 materials and 1,000 credits come in, 200 and 400 go out.
    assert_eq!(
        after(start, "end; end; end; end"),
        "t2@1000+2x20,b,b,t3@1000+3x20/b,b,b,b/b,b,b,b/t1@1000+1x20,b,b,t4@1000+4x20 1 2 0:600,0:600,0:600,0:600"
    );
}

#[test]
fn fleets_out_of_support_are_scrapped() {
    // C3 is out of player 1's reach, B2 is not; and they do not bombard D4's neighbours any more.
    let line = "t2@1000,b,b,t3@1000/b,b,b3@100+1x30,b/b,b+1x5,b,b/t1@500,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(
        after(line, "end"),
        "t2@1000,b,b,t3@1000/b,b,b3@100,b/b,b+1x5,b,b/t1@600,b,b,t4@1000 2 5 150:400,0:0,0:0,0:0"
    );
}

#[test]
fn bombardment() {
    let bombed = |ships: u16, population: u16| {
        let line = format!(
            "t2@1000,b,b,t3@1000/b,b,b,b/b,b2@{population}+1x{ships},b,b/t1@1000,b,b,t4@1000 1 5 9999:99999,0:0,0:0,0:0"
        );
        after(&line, "end").split([',', '/']).nth(9).unwrap().to_owned()
    };
    assert_eq!(bombed(10, 200), "b2@180+1x10");
    assert_eq!(bombed(10, 199), "b2@180+1x10"); // 19.9 rounds down to 19
    assert_eq!(bombed(50, 200), "b2@100+1x50");
    assert_eq!(bombed(200, 200), "b2@100+1x200");
    assert_eq!(bombed(50, 40), "b2@20+1x50");
    assert_eq!(bombed(50, 38), "b+1x50");
    assert_eq!(bombed(1, 20), "b2@20+1x1"); // 0.2 rounds down to 0
    assert_eq!(bombed(5, 20), "b+1x5");
}

#[test]
fn a_lost_terran_colony_leaves_a_barren_planet() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,t2@20+1x50,b,b/t1@1000,b,b,t4@1000 1 5 9999:9999,0:0,0:0,0:0";
    assert!(after(line, "end").contains("/b,b+1x50,b,b/"));
}

#[test]
fn who_loses_the_home_world_is_defeated() {
    // A4 falls. C2, which comes after it in player 1's order, keeps its class, as does D2, which is
    // not bombarded; the fleets in D2 and B1 are gone, and with the one in B1 the blockade, so that
    // colony yields.
    let line = "t2@20+1x50,b,b,t3@1000/b1@100,b,b,b/b,b1@100,t2@20+1x50,t2@500+2x7/t1@1000,b1@20+2x3,b,t4@1000 \
                1 5 9000:9000,70:80,0:0,0:0";
    // Materials 9000 + 200 + 500 + 500 + 100 − 1000, credits 9000 + 1000 − 100 − 100 − 20 − 2000.
    assert_eq!(
        after(line, "end"),
        "b+1x50,b,b,t3@1000/b1@110,b,b,b/b,b1@110,t+1x50,t/t1@1000,b1@22,b,t4@1000 3 5 9300:7780,-,0:0,0:0"
    );
    // B2 comes before A4 in that order: there the colony is bombarded before its owner is defeated.
    let line = "t2@20+1x50,b,b,t3@1000/b1@100,b,b,b/b,t2@20+1x50,b,b/t1@1000,b,b,t4@1000 1 5 9000:9000,70:80,0:0,0:0";
    assert!(after(line, "end").starts_with("b+1x50,b,b,t3@1000/b1@110,b,b,b/b,b+1x50,b,b/"));
}

#[test]
fn the_last_one_wins() {
    let line = "t2@20+1x50,b,b,b/b1@100,b,b,b/b,b,b,b/t1@1000,b,b,b 1 5 9000:9000,70:80,-,-";
    let mut position = galaxy(line);
    assert_eq!(position.result(), GameResult::Ongoing);
    position.apply("end".parse().unwrap()).unwrap();
    assert_eq!(position.result(), GameResult::Win(Player::ONE));
    // Player to move and turn stay. Materials 9000 + 200 + 500 − 500, credits 9000 + 1000 − 100 −
    // 1000.
    assert_eq!(position.to_string(), "b+1x50,b,b,b/b1@110,b,b,b/b,b,b,b/t1@1000,b,b,b 1 5 9200:8900,-,-,-");
}

#[test]
fn income() {
    // Terran 1000 and 150, barren 200 and 50, and a blockaded colony that grows all the same.
    let line = "t2@1000,b,b,t3@1000/b1@200,b1@150+2x1,b,b/b1@50,t1@150,b,b/t1@1000,b,b,t4@1000 1 5 7:9,0:0,0:0,0:0";
    // 7 + 200 + 150 + 1000 + 250, and 9 + 1000 + 150 − 200 − 50.
    assert_eq!(
        after(line, "end"),
        "t2@1000,b,b,t3@1000/b1@200,b1@165+2x1,b,b/b1@55,t1@180,b,b/t1@1000,b,b,t4@1000 2 5 1607:909,0:0,0:0,0:0"
    );
}

#[test]
fn ships_that_cannot_be_supported_are_scrapped_evenly() {
    // 20 ships but materials for 13 only: 7 go, in the order A1, A2, B1: 10·7/20 = 3, 17·7/20 − 3 =
    // 2, 7 − 5 = 2.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b+1x7,b,b,b/t1@100+1x10,b+1x3,b,t4@1000 1 5 39:500,0:0,0:0,0:0";
    assert_eq!(
        after(line, "end"),
        "t2@1000,b,b,t3@1000/b,b,b,b/b+1x5,b,b,b/t1@120+1x7,b+1x1,b,t4@1000 2 5 9:340,0:0,0:0,0:0"
    );
}

#[test]
fn credits_never_drop_below_zero() {
    // 100 credits come in but 400 are consumed: no ship can be kept, and the reserve is empty.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b1@200,b1@200,b,b/t1@100+1x10,b,b,t4@1000 1 5 39:250,0:0,0:0,0:0";
    assert_eq!(
        after(line, "end"),
        "t2@1000,b,b,t3@1000/b,b,b,b/b1@200,b1@200,b,b/t1@120,b,b,t4@1000 2 5 2139:0,0:0,0:0,0:0"
    );
}

#[test]
fn growth() {
    let line = "t2@1000,b,b,t3@1000/b1@20,b1@29,b1@185,b1@199/b,b,t1@20,t1@24/t1@999,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert!(after(line, "end").contains("/b1@22,b1@31,b1@200,b1@200/b,b,t1@24,t1@28/t1@1000,"));
}

#[test]
fn ships_and_colonists_rest() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b+1x7i7,b,b,b/t1@1000w50+1x10i2,b,b,t4@1000 1 5 9:9,0:0,0:0,0:0";
    assert_eq!(
        after(line, "end"),
        "t2@1000,b,b,t3@1000/b,b,b,b/b+1x7,b,b,b/t1@1000+1x10,b,b,t4@1000 2 5 39:669,0:0,0:0,0:0"
    );
}

#[test]
fn the_defeated_are_passed_over() {
    let line = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,t4@1000 1 5 0:0,-,-,0:0";
    assert!(after(line, "end").ends_with(" 4 5 200:1000,-,-,0:0"));
    assert!(after(line, "end; end").ends_with(" 1 6 200:1000,-,-,200:1000"));
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b,b,b/b,b,b,b 3 5 -,0:0,0:0,-";
    assert!(after(line, "end").ends_with(" 2 6 -,0:0,200:1000,-"));
}
