//! The published computer player, in positions worked out by hand from section 7.

use starchess_reference::{
    Galaxy, RequestCommand, Sector, full_mask, masks, predict, requests, threat, turn_for_mask, write_commands,
};

fn galaxy(row_2: &str, row_1: &str, reserves: &str) -> Galaxy {
    Galaxy::parse(&format!("t2@1000,b,b,t3@1000/b,b,b,b/{row_2}/{row_1} 1 1 {reserves},0:0,0:0,0:0")).unwrap()
}

fn sector(name: &str) -> Sector {
    Sector::parse(name).unwrap()
}

fn mask(names: &str) -> u16 {
    names.split(' ').map(|name| 1 << sector(name).0).sum()
}

fn turn(galaxy: &Galaxy, mask: u16) -> String {
    write_commands(&turn_for_mask(galaxy, mask).0)
}

#[test]
fn the_first_turns_of_the_game() {
    // Nothing threatens, all is in reach of A1 alone: colonize A2, B1 or B2 with 20 ships each, A2
    // first.
    let start = Galaxy::terran();
    assert_eq!(full_mask(&start), mask("A2 B1 B2"));
    let masks_in_order = ["A2 B1 B2", "B1 B2", "B2", "B1", "A2 B2", "A2", "A2 B1"].map(mask);
    assert_eq!(masks(&start), masks_in_order);
    assert_eq!(turn(&start, mask("A2 B1 B2")), "move A1 A2 20; end");
    assert_eq!(turn(&start, mask("B1 B2")), "move A1 B1 20; end");
    assert_eq!(turn(&start, mask("B2")), "move A1 B2 20; end");

    // Everybody has 20 ships and a colony whatever the mask: all scores are 0 and the first mask is
    // taken.
    let prediction = predict(&start, 0, false).unwrap();
    assert_eq!((prediction.mask, prediction.scores), (mask("A2 B1 B2"), [0; 4]));
    assert_eq!((prediction.generated, prediction.evaluated), (7, 7));

    // The fleet in A2 is nearest to A2 and colonizes it. Then there are 220 materials for eleven
    // ships, which the nearest colonies to B1 build, and A1 comes first.
    let second = galaxy("t+1x20,t,t,t", "t1@1000,t,t,t4@1000", "0:600");
    assert_eq!(turn(&second, full_mask(&second)), "colonize A2; end");
    let (_, third) = turn_for_mask(&second, full_mask(&second));
    assert!(third.to_string().ends_with("/t1@24,t,t,t/t1@1000,t,t,t4@1000 2 1 220:1620,0:0,0:0,0:0"));
    let third = galaxy("t1@24,t,t,t", "t1@1000,t,t,t4@1000", "220:1620");
    assert_eq!(turn(&third, full_mask(&third)), "build A1 11; end");
}

#[test]
fn generated_and_evaluated() {
    // One level of 7 masks, then one turn each of players 2, 3 and 4.
    let prediction = predict(&Galaxy::terran(), 1, false).unwrap();
    assert_eq!((prediction.generated, prediction.evaluated), (28, 7));
    // 7 masks at each of the four levels, since no fleet comes near another player.
    let prediction = predict(&Galaxy::terran(), 1, true).unwrap();
    assert_eq!((prediction.generated, prediction.evaluated), (7 + 49 + 343 + 2401, 2401));
    // A defeated player's level adds nothing.
    let text = "t2@1000,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,t4@1000 1 1 0:0,0:0,-,0:0";
    let prediction = predict(&Galaxy::parse(text).unwrap(), 1, false).unwrap();
    assert_eq!((prediction.generated, prediction.evaluated), (21, 7));
    // The last level is that of player 3, which is defeated.
    let text = "t2@1000,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,b,t4@1000 4 1 0:0,0:0,-,0:0";
    let prediction = predict(&Galaxy::parse(text).unwrap(), 1, false).unwrap();
    assert_eq!((prediction.generated, prediction.evaluated), (21, 7));
    // Of the 22 masks over A2, B1, B2, C2, D1 and D2 the sixteen with D1 end the game; the other
    // six send the ships elsewhere, and player 4 has another turn. To have won alone is best: 20
    // ships and two colonies.
    let text = "b,b,b,b/b,b,b,b/b,b,b,b/t1@1000,b,t1@200,t4@20+1x20 1 9 0:0,-,-,7:7";
    let near_end = Galaxy::parse(text).unwrap();
    let prediction = predict(&near_end, 1, false).unwrap();
    assert_eq!((prediction.generated, prediction.evaluated), (28, 22));
    assert_eq!((prediction.mask, prediction.scores), (full_mask(&near_end), [120, -80, -80, -80]));
    // Then there is nothing to predict.
    let (_, over) = turn_for_mask(&near_end, prediction.mask);
    assert_eq!(predict(&over, 0, false), None);
    assert_eq!(turn_for_mask(&over, 0), (Vec::new(), over.clone()));
}

#[test]
fn masks_are_one_and_n_and_pairs() {
    let mut galaxy = Galaxy::barren();
    for _ in 0..40 {
        let n = full_mask(&galaxy).count_ones() as usize;
        let masks = masks(&galaxy);
        assert_eq!(masks.len(), if n == 0 { 1 } else { 1 + n + n * (n - 1) / 2 });
        let mut different = masks.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), masks.len());
        galaxy = turn_for_mask(&galaxy, masks[masks.len() / 2]).1;
    }
    // All sectors in reach and none safe.
    let text = "t2@1000,b,b,t3@1000/b,b1@20+2x1,b1@20+2x1,b/b,b1@20+2x1,b1@20+2x1,b/t1@1000+2x1,b,b,t4@1000 \
        1 1 0:0,0:0,0:0,0:0";
    let galaxy = Galaxy::parse(text).unwrap();
    assert_eq!(full_mask(&galaxy), 0xffff);
    assert_eq!(masks(&galaxy).len(), 137);
    // All in reach and safe.
    let text = "b,b,b,b/b,b,b,b/b1@20,b1@20,b1@20,b1@20/t1@1000,b1@20,b1@20,t4@1000 1 1 0:0,-,-,0:0";
    let mut galaxy = Galaxy::parse(text).unwrap();
    for sector in Sector::all().filter(|sector| sector.row() > 1) {
        galaxy.places[sector.0].colony = galaxy.places[1].colony.clone();
    }
    galaxy.places[3].colony = galaxy.places[1].colony.clone();
    assert_eq!(full_mask(&galaxy), 0);
    assert_eq!(masks(&galaxy), [0]);
}

#[test]
fn threats_come_from_fleets_that_could_arrive() {
    // Player 4 reaches C1, C2, D1, D2 and, by its colony in B3, all of A2 to C4.
    let text = "t2@1000,b,b,t3@1000/b,b4@20,b,b/b,b+4x10,b+3x5,b/t1@1000,b,b+4x7,t4@1000 1 1 0:0,0:0,0:0,0:0";
    let galaxy = Galaxy::parse(text).unwrap();
    let threats = ["A1", "A2", "B1", "B2", "C1", "C2", "D2", "B3", "D4"].map(|name| threat(&galaxy, sector(name)));
    assert_eq!(threats, [0, 10, 0, 10 + 7, 10 + 7, 10 + 7 + 5, 7, 10, 0]);
}

#[test]
fn requests_by_priority_then_processing_order() {
    let text = "t2@1000+1x1,b1@50,b,t3@1000/b1@30+2x4,b,b,b/b1@25,b,b,b4@40/t1@1000+4x9,b+4x10,b1@20,t4@1000 \
        1 1 0:0,0:0,0:0,0:0";
    let galaxy = Galaxy::parse(text).unwrap();
    let all = requests(&galaxy, mask("A1 A2 A3 A4 B1 B4 D1 D2"));
    let row = |name, priority, command, min, max| (sector(name), priority, command, min, max, min);
    // Threats: 4x9 in A1 and 4x10 in B1 reach no neighbours but C1 and C2 by D1; 2x4 in A3 reaches
    // A4 and B4.
    assert_eq!(
        all.iter().map(|r| (r.sector, r.priority, r.command, r.min, r.max, r.original_min)).collect::<Vec<_>>(),
        [
            row("A1", 1, RequestCommand::Move, 4, 27),
            row("A3", 2, RequestCommand::Move, 2, 12),
            row("A4", 2, RequestCommand::Move, 5, 50),
            row("D1", 2, RequestCommand::Move, 1, 50),
            row("D2", 3, RequestCommand::Move, 1, 50),
            row("A2", 4, RequestCommand::Move, 1, 0),
            row("B1", 4, RequestCommand::Colonize, 30, 50),
            row("B4", 4, RequestCommand::Move, 2, 12),
        ]
    );
}

#[test]
fn a_blockaded_home_world_builds_without_regard_to_support() {
    // Min 11 and max 90; the reserves pay for 25, which leave 5 of the 30 enemies.
    let blockaded = galaxy("b,b,b,b", "t1@1000+2x30,b,b,t4@1000", "1000:1000");
    let (commands, then) = turn_for_mask(&blockaded, full_mask(&blockaded));
    assert_eq!(write_commands(&commands), "build A1 25; end");
    assert!(then.to_string().contains("t1@1000+2x5,b,b,t4@1000 2 1 500:0,"));
    // Ten would be too few to hurt thirty, eleven not.
    assert_eq!(turn(&galaxy("b,b,b,b", "t1@1000+2x30,b,b,t4@1000", "200:1000"), mask("A1")), "end");
    assert_eq!(turn(&galaxy("b,b,b,b", "t1@1000+2x30,b,b,t4@1000", "220:1000"), mask("A1")), "build A1 11; end");
    // Not requested, nothing is built.
    assert_eq!(turn(&blockaded, mask("A2")), "end");
}

#[test]
fn what_is_left_over_and_not_supported_is_scrapped() {
    // 20 of 30 ships go to A2. The other ten are too few for B1 and B2, and A1 supports only
    // twenty.
    let crowded = galaxy("b,b,b,b", "t1@1000+1x30,b,b,t4@1000", "0:0");
    assert_eq!(turn(&crowded, full_mask(&crowded)), "move A1 A2 20; scrap A1 10; end");
    // Ships in A1 that have moved garrison it against the nine in B1, and are spared then.
    let garrison = galaxy("b,b4@20,b,b", "t1@100+1x20i20,b+4x9,b,t4@1000", "0:0");
    assert_eq!(turn(&garrison, mask("A1")), "end");
    assert_eq!(turn(&garrison, mask("A2")), "scrap A1 15; end");
}

#[test]
fn colonists_are_taken_from_assigned_ships_first() {
    // Twenty of B1's 35 are assigned to B1 and become its colony. Of the 15 left over, A1 (100
    // materials and credits) and the new barren B1 (100 materials, −20 credits) support min(200 /
    // 10, 80 / 20) = 4.
    let fleet = galaxy("b,b,b,b", "t1@100,b+1x35,b,t4@1000", "0:0");
    assert_eq!(turn(&fleet, mask("B1")), "colonize B1; scrap B1 11; end");
    // Without the request they stay ships: A1 alone supports 5.
    assert_eq!(turn(&fleet, mask("A2")), "move B1 A2 20; scrap B1 15; end");
}

#[test]
fn colonizing_needs_the_original_min() {
    // Player 4's eleven in C1 threaten B1: min is 31. Thirty ships are too few; one more, arriving,
    // would do.
    let text = "b,b4@20,b,b";
    assert_eq!(turn(&galaxy(text, "t1@1000,b+1x30,b+4x11,t4@1000", "0:0"), mask("B1")), "scrap B1 10; end");
    assert_eq!(
        turn(&galaxy(text, "t1@1000+1x1,b+1x31,b+4x11,t4@1000", "0:0"), mask("B1")),
        "move A1 B1 1; colonize B1; end"
    );
}

#[test]
fn the_way_to_a_far_target() {
    let far = |b1, c1| galaxy("b,b,b,b", &format!("t1@1000+1x20,{b1},{c1},t4@1000"), "0:0");
    assert_eq!(turn(&far("b", "t1@1000"), mask("D2")), "move A1 B1 20; end");
    assert_eq!(turn(&far("b+2x5", "t1@1000"), mask("D2")), "move A1 B2 20; end");
    // The first sector of the way is taken even if there is no room for all, or for any. The
    // colonies support only 40 ships.
    assert_eq!(turn(&far("b+1x990i990", "t1@1000"), mask("D2")), "move A1 B1 9; scrap A1 11; scrap B1 959; end");
    assert_eq!(turn(&far("b+1x999i999", "t1@1000"), mask("D2")), "scrap A1 20; scrap B1 959; end");
}

#[test]
fn a_small_fleet_does_not_run_ahead() {
    // C2 wants 30 to 50. The 35 from A1 are a step away; eight more would die against the ten,
    // twelve would not.
    let both = |ships| galaxy("b,b,b+4x10,b", &format!("t1@1000+1x35,t1@1000+1x{ships},b,t4@1000"), "0:0");
    assert_eq!(turn(&both(8), mask("C2")), "move A1 B1 35; scrap B1 3; end");
    let (commands, then) = turn_for_mask(&both(12), mask("C2"));
    assert_eq!(write_commands(&commands), "move A1 B1 35; move B1 C2 12; end");
    assert!(then.to_string().contains("b,b,b+1x2,b/t1@1000,t1@1000+1x35,"));
}

#[test]
fn terraforming() {
    let row_1 = "t1@1000,b1@150,b,t4@1000";
    assert_eq!(turn(&galaxy("b1@100,b,b,b", row_1, "1000:0"), 0), "terraform B1; end");
    assert_eq!(turn(&galaxy("b1@100,b,b,b", row_1, "999:0"), 0), "end");
    assert_eq!(turn(&galaxy("b1@150,b,b,b", row_1, "1000:0"), 0), "terraform A2; end");
    assert_eq!(turn(&galaxy("b,b,b,b", row_1, "1000:0"), 0), "end");
    // A blockaded one counts but is not terraformed.
    assert_eq!(turn(&galaxy("b1@100,b,b,b", "t1@1000,b1@150+4x1,b,t4@1000", "1000:0"), 0), "terraform A2; end");
    // Four terran to two barren are few enough, five are not.
    assert_eq!(turn(&galaxy("b1@100,t1@20,t1@20,t1@20", row_1, "1000:0"), 0), "terraform B1; end");
    assert_eq!(turn(&galaxy("b1@100,t1@20,t1@20,t1@20", "t1@1000,b1@150,t1@20,t4@1000", "1000:0"), 0), "end");
}

#[test]
fn building_to_support() {
    // B1 and A2 consume 220 credits, more than the 200 of A1: nothing can be supported.
    assert_eq!(turn(&galaxy("b1@20,b,b,b", "t1@200,b1@200,b,t4@1000", "900:900"), 0), "end");
    // With 1,000 inhabitants in A1 (1,200) it comes first: capacity (1,000 − 200 − 20) / 20 = 39 by
    // credits, less five. 900 credits pay for 22, all of which A1 builds; with 1,400 it is 34.
    let rich = |reserves| galaxy("b1@20,b,b,b", "t1@1000+1x5,b1@200,b,t4@1000", reserves);
    assert_eq!(turn(&rich("900:900"), 0), "build A1 22; end");
    assert_eq!(turn(&rich("900:1400"), 0), "build A1 34; end");
    // When A1's people have nearly all worked, B1 (1,000) is next with its 20, then A2 (100) with
    // its 2.
    let tired = galaxy("b1@20,b,b,b", "t1@1000w950+1x5,b1@200,b,t4@1000", "900:1400");
    assert_eq!(turn(&tired, 0), "build A1 5; build B1 20; build A2 2; end");
}
