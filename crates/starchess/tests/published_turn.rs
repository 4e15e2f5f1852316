//! The turn that the published player makes of a mask, step by step and computed by hand.

use starchess::{Errand, Galaxy, Sector, Sectors, Survey, write_commands};

fn galaxy(line: &str) -> Galaxy {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn mask(names: &str) -> Sectors {
    names.split(' ').map(|name| name.parse::<Sector>().unwrap()).collect()
}

/// The turn that the full mask makes.
fn turn(line: &str) -> String {
    let galaxy = galaxy(line);
    let survey = Survey::new(&galaxy);
    write_commands(&survey.commands(&galaxy, survey.full_mask()))
}

/// The turn with requests from these sectors only.
fn masked_turn(line: &str, names: &str) -> String {
    let galaxy = galaxy(line);
    write_commands(&Survey::new(&galaxy).commands(&galaxy, mask(names)))
}

#[test]
fn requests() {
    // 2's ships in B2 threaten what 2's colony in B3 brings in reach; those in A1 only A1 and A2,
    // which B3 reaches.
    let line = "t2@1000,b,b,t3@20/b,b2@50,b,b/b1@50,b+2x9,b,b/t1@1000+2x4,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    let survey = Survey::new(&galaxy(line));
    let found: Vec<String> = survey
        .requests(survey.full_mask())
        .map(|request| {
            let errand = if request.errand == Errand::Move { "move" } else { "colonize" };
            format!("{} {} {errand} {}-{}", request.sector, request.priority, request.min, request.max)
        })
        .collect();
    assert_eq!(
        found,
        [
            "A1 1 move 2-12",      // threat 4: 4/3 + 1, 3·4
            "B3 3 move 10-50",     // threat 9
            "A2 4 move 5-39",      // threat 13
            "B1 4 colonize 20-20", // out of 2's reach
            "B2 4 colonize 33-59", // 9 there and 4 next to it
            "A3 4 colonize 29-47",
        ]
    );
}

#[test]
fn home_worlds_come_first() {
    // 3's home world in D4 is 2, its colony in C4 is 3; 4's colony on the home world of 2 is 3 as
    // well.
    let line = "t4@1000,b1@20,b3@20,t3@1000/b,b1@20+2x1,b1@20,b/b,b,b,b/t1@1000,b,b,t4@1000 1 5 0:0,-,0:0,0:0";
    let line = line.replace("+2x1", "+4x1");
    let survey = Survey::new(&galaxy(&line));
    let urgent: Vec<(String, u8)> = survey
        .requests(survey.full_mask())
        .filter(|request| request.priority < 4)
        .map(|request| (request.sector.to_string(), request.priority))
        .collect();
    let urgent: Vec<(&str, u8)> = urgent.iter().map(|(name, priority)| (name.as_str(), *priority)).collect();
    assert_eq!(urgent, [("B3", 2), ("D4", 2), ("A4", 3), ("C4", 3)]);
}

#[test]
fn the_home_world_is_defended_and_idle_ships_are_scrapped() {
    // A1 asks for 4 to 27, the others to colonize for 20. The 3 that are left are too few, and the
    // income supports 20.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b+1x30,b,b,b/t1@1000+2x9,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(turn(line), "move A2 A1 27; scrap A2 3; end");
}

#[test]
fn smaller_fleets_follow() {
    // C3 asks for 11 to 50. B2 sends 40, which win without losses; A1 sends its 5 after them,
    // though 11 was the minimum.
    let line = "t2@1000,b,b,t3@1000/b,b,b2@100+2x10,b/b,b1@100+1x40,b,b/t1@1000+1x5,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(turn(line), "move B2 C3 40; move A1 B2 5; end");
}

#[test]
fn smaller_fleets_do_not_go_before_the_larger() {
    // Now A1 sends 40 on the way to C3. The 5 in B2 would meet 10 there alone, so they stay as a
    // garrison.
    let line = "t2@1000,b,b,t3@1000/b,b,b2@100+2x10,b/b,b1@100+1x5,b,b/t1@1000+1x40,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(turn(line), "move A1 B2 40; end");
}

#[test]
fn fleets_go_around_the_enemy() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b1@20,b,b/t1@1000+1x20,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(masked_turn(line, "C1"), "move A1 B1 20; end");
    let blocked = line.replace("/t1@1000+1x20,b,", "/t1@1000+1x20,b+2x1,");
    assert_eq!(masked_turn(&blocked, "C1"), "move A1 B2 20; end");
    let blocked = blocked.replace("b1@20,", "b1@20+2x1,");
    assert_eq!(masked_turn(&blocked, "C1"), "end");
}

#[test]
fn a_sector_holds_999_ships() {
    // B2 asks for 167 to 1500. It has 990, so of the 40 in A1 only 9 can come; the income supports
    // 40 ships.
    let line = "t2@1000,b,b,t3@1000/b,b,b2@20+2x500,b/b,b1@200+1x990,b,b/t1@1000+1x40,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(masked_turn(line, "B2"), "move A1 B2 9; scrap A1 31; end");
}

#[test]
fn builds_are_not_merged() {
    // Capacity is 40: (200 + 1000)/10 by materials, (1000 − 200)/20 by credits. B1 and B2 ask for
    // 20 each.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b1@200,b,b,b/t1@1000,b,b,t4@1000 1 5 10000:10000,0:0,0:0,0:0";
    let built = "build A1 20; build A1 20; terraform";
    // Only one barren colony: no terraforming.
    assert_eq!(turn(line), built.replace("terraform", "end"));
}

#[test]
fn the_nearest_colonies_build() {
    // C3 asks for 20. B2 is next to it and has people for 5 ships; A1 and A2 are two away. Capacity
    // is (200 + 5·50 + 5·50)/10 = 70 by materials and (1000 − 100)/20 = 45 by credits, so 25 are
    // spare after that.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b1@50,b1@50,b,b/t1@1000,b,b,t4@1000 1 5 900:9000,0:0,0:0,0:0";
    assert_eq!(masked_turn(line, "C3"), "build B2 5; build A1 15; build A1 25; end");
}

#[test]
fn blockaded_colonies_build_whatever_the_income() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b,b,b/t1@1000+2x9,b,b,t4@1000 1 5 2000:4000,0:0,0:0,0:0";
    assert_eq!(turn(line), "build A1 27; end");
    // Fewer than 9/3 + 1 would not cost the enemy a ship.
    assert_eq!(turn(&line.replace("2000:4000", "79:4000")), "end");
    assert_eq!(turn(&line.replace("2000:4000", "80:160")), "build A1 4; end");
}

#[test]
fn colonies_are_founded() {
    // 20 stay for A2 and 20 go to B1.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b+1x45,b,b,b/t1@1000,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(turn(line), "move A2 B1 20; colonize A2; end");
    // Without a request for A2 no colony is founded there: 20 go to B1 and 20 to B2. The income supports
    // 20, so 5 are scrapped where they stayed.
    assert_eq!(masked_turn(line, "B1 B2"), "move A2 B1 20; move A2 B2 20; scrap A2 5; end");
}

#[test]
fn colonies_are_founded_only_with_enough_ships_to_keep_them() {
    // 2's 10 ships in B3 threaten A2: it asks for 30 to 50. 29 are too few, and stay unassigned.
    let line = "t2@1000,b,b,t3@1000/b,b+2x10,b,b/b+1x29,b1@100,b,b/t1@1000,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    let line = line.replace("/b,b+2x10,", "/b2@20,b+2x10,");
    assert_eq!(masked_turn(&line, "A2"), "end");
    assert_eq!(masked_turn(&line.replace("1x29", "1x30"), "A2"), "colonize A2; end");
    // With the 40 that come from A1 there are enough. Of the 29 that were there 10 are assigned,
    // which makes 50; these and 10 others become the colony. 49 are left and the income supports
    // (1000 − 100 − 20)/20 = 44.
    let helped = line.replace("/t1@1000,", "/t1@1000+1x40,");
    assert_eq!(masked_turn(&helped, "A2"), "move A1 A2 40; colonize A2; scrap A2 5; end");
    // If it supports 39 they would be 10 too many, but only 9 are unassigned.
    assert_eq!(masked_turn(&helped.replace("t1@1000", "t1@900"), "A2"), "move A1 A2 40; colonize A2; scrap A2 9; end");
}

#[test]
fn one_planet_is_terraformed() {
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b1@150,b,b,b/t1@1000,b1@150,b1@149,t4@1000 1 5 1000:0,0:0,0:0,0:0";
    assert_eq!(turn(line), "terraform A2; end");
    assert_eq!(turn(&line.replace("1 5 1000:0", "1 5 999:0")), "end");
    // Not under an enemy fleet.
    assert_eq!(turn(&line.replace("b1@150,b,", "b1@150+2x1,b,")), "terraform B1; end");
    assert_eq!(turn(&line.replace("b1@149", "b1@151")), "terraform C1; end");
    // One barren colony is too few.
    assert_eq!(turn(&line.replace(",b1@150,b1@149", ",t1@150,t1@149")), "end");
    // Four terran colonies for two barren ones are allowed, five are not.
    let four = line.replace("/b,b,b,b/", "/b,t1@20,t1@20,b/").replace("b1@149", "t1@149");
    assert_eq!(turn(&four), "terraform A2; end");
    assert_eq!(turn(&four.replace("/b,t1@20,t1@20,b/", "/b,t1@20,t1@20,t1@20/")), "end");
}

#[test]
fn the_most_productive_colonies_build_first() {
    // Nothing is asked for. A1 produces 100 + 100, A2 5·200, B1 200 + 300. Capacity is (100 + 1000
    // + 200)/10 = 130 by materials and (100 + 300 − 200)/20 = 10 by credits. A2 could build 20: all
    // come from there.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b1@200,b,b,b/t1@100,t1@300,b,t4@1000 1 5 200:9000,0:0,0:0,0:0";
    let empty = |line: &str| {
        let galaxy = galaxy(line);
        write_commands(&Survey::new(&galaxy).commands(&galaxy, Sectors::NONE))
    };
    assert_eq!(empty(line), "build A2 10; end");
    // With 50 inhabitants A2 produces 250: B1 is first. Capacity is 550/10 by materials and 350/20
    // = 17 by credits.
    assert_eq!(empty(&line.replace("b1@200", "b1@50").replace("200:9000", "900:9000")), "build B1 17; end");
    // After B1's 20 would come A2's 5, and then A1: there is money for 12 only.
    assert_eq!(empty(&line.replace("b1@200", "b1@50").replace("200:9000", "259:9000")), "build B1 12; end");
    let poor = "t2@1000,b,b,t3@1000/b,b,b,b/b1@50,b,b,b/t1@1000,t1@100w80,b,t4@1000 1 5 900:9000,0:0,0:0,0:0";
    // A1 1200, A2 250, B1 200; capacity 550/10 and 1050/20 = 52, affordable 45.
    assert_eq!(empty(poor), "build A1 45; end");
    assert_eq!(empty(&poor.replace("t1@1000,", "t1@1000w900,")), "build A1 10; build A2 5; build B1 2; end");
}

#[test]
fn inactive_ships_stay_as_a_garrison() {
    // A human has moved 10 ships to A1 and leaves the rest to the computer. The income supports 2,
    // but all 10 are assigned to A1, which is threatened by 6; without that request 8 of them are
    // scrapped.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b2@50+2x6,b,b/t1@50+1x10i10,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(turn(line), "end");
    assert_eq!(masked_turn(line, "B2"), "scrap A1 8; end");
}

#[test]
fn inactive_ships_are_assigned_first() {
    // A1 asks for 3 to 18: of the 10 inactive and 30 active ships it gets the 10 and 8. 22 go on to
    // B2, which asks for 7 to 50 and comes first: so all 30 active ones do.
    let line = "t2@1000,b,b,t3@1000/b,b,b,b/b,b2@50+2x6,b,b/t1@50+1x40i10,b,b,t4@1000 1 5 0:0,0:0,0:0,0:0";
    assert_eq!(turn(line), "move A1 B2 30; end");
    // With A1 alone 22 active ones stay unassigned, and capacity is 2.
    assert_eq!(masked_turn(line, "A1"), "scrap A1 22; end");
    // And with A1 and B1, which asks for 26 to 38, they are too few; with 4 more they are not.
    assert_eq!(masked_turn(line, "A1 B1"), "scrap A1 22; end");
    assert_eq!(masked_turn(&line.replace("1x40i10", "1x44i10"), "A1 B1"), "move A1 B1 26; end");
}
