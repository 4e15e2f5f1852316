//! What a command led to beyond what it says: battles, bombardment, ships lost, players defeated.

use starchess::{Command, Galaxy, Player, Sector};

/// What happened between two positions of a game, one line each.
pub(crate) fn events(before: &Galaxy, command: Command, after: &Galaxy) -> Vec<String> {
    match command {
        Command::Move { to: at, ships, .. } | Command::Build { at, ships } => battle(before, at, ships, after),
        Command::EndTurn => end_of_turn(before, after),
        Command::Colonize { .. } | Command::Terraform { .. } | Command::Scrap { .. } => Vec::new(),
    }
}

fn battle(before: &Galaxy, at: Sector, ships: u32, after: &Galaxy) -> Vec<String> {
    let player = before.to_move();
    let Some(enemy) = before.fleet(at).filter(|fleet| fleet.owner != player) else { return Vec::new() };
    let left = match after.fleet(at) {
        None => "nothing is left".to_owned(),
        Some(fleet) => format!("{} of {} are left", fleet.ships, fleet.owner),
    };
    vec![format!("battle in {at}: {ships} ships against {} of {}: {left}", enemy.ships, enemy.owner)]
}

fn end_of_turn(before: &Galaxy, after: &Galaxy) -> Vec<String> {
    let player = before.to_move();
    let mut lines = Vec::new();
    for &sector in player.processing_order() {
        let Some(colony) = before.colony(sector).filter(|colony| colony.owner != player) else { continue };
        if before.fleet(sector).is_none_or(|fleet| fleet.owner != player) {
            continue;
        }
        match after.colony(sector) {
            Some(left) if left.population == colony.population => {}
            Some(left) => {
                let (from, to) = (colony.population, left.population);
                lines.push(format!("bombards the colony of {} in {sector}: {from} to {to} inhabitants", colony.owner));
            }
            None => lines.push(format!("destroys the colony of {} in {sector}", colony.owner)),
        }
    }
    let lost = before.ships(player).saturating_sub(after.ships(player));
    if lost > 0 {
        lines.push(format!("loses {lost} ships that cannot be supported"));
    }
    let defeated = Player::ALL.into_iter().filter(|&other| !before.is_defeated(other) && after.is_defeated(other));
    lines.extend(defeated.map(|other| format!("defeats {other}")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str, command: &str) -> Vec<String> {
        let before: Galaxy = line.parse().unwrap();
        let mut after = before;
        let command = command.parse().unwrap();
        after.apply(command).unwrap();
        events(&before, command, &after)
    }

    #[test]
    fn battles() {
        let line = "t2@1000,b,b,t3@1000/b,b,b,b/b+2x12,b+3x20,b,b/t1@1000+1x20,b,b,t4@1000 1 9 0:0,0:0,0:0,0:0";
        let told = |command| told(line, command).join("; ");
        assert_eq!(told("move A1 A2 20"), "battle in A2: 20 ships against 12 of player 2: 8 of player 1 are left");
        assert_eq!(told("move A1 A2 5"), "battle in A2: 5 ships against 12 of player 2: 10 of player 2 are left");
        assert_eq!(told("move A1 B2 20"), "battle in B2: 20 ships against 20 of player 3: nothing is left");
        assert_eq!(told("move A1 B1 20"), "");
    }

    #[test]
    fn what_the_end_of_a_turn_brings() {
        let line =
            "t2@25+1x50,b1@30,b,t3@1000/b+1x9,b2@150+1x10,b,b/b,b,b,b/t1@40+1x20,b,b,t4@1000 1 9 0:0,0:0,0:0,0:0";
        assert_eq!(
            told(line, "end"),
            [
                "destroys the colony of player 2 in A4",
                "destroys the colony of player 2 in B3",
                "loses 89 ships that cannot be supported",
                "defeats player 2"
            ]
        );
    }
}
