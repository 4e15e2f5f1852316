//! Events and forecasts in words.

use starchess::{BuildLimits, EndOfTurn, Event, Galaxy, LossCause, Reserves, SHIP_COST, ScrapCause};

use super::standings::plus;

/// What an event means to the players, if it says more than the command that caused it.
pub(crate) fn event(event: &Event) -> Option<String> {
    Some(match *event {
        Event::Battle { at, attacker, defender } => {
            let left = match (attacker.left(), defender.left()) {
                (0, 0) => "both fleets are destroyed".to_owned(),
                (0, left) => format!("{} keeps {}", defender.player, ships(left)),
                (left, _) => format!("{} keeps {}", attacker.player, ships(left)),
            };
            format!(
                "battle in {at}: {} of {} against {} of {}: {left}",
                ships(attacker.ships),
                attacker.player,
                defender.ships,
                defender.player
            )
        }
        Event::BlockadeBegan { at, owner, .. } => format!("blockades the colony of {owner} in {at}"),
        Event::BlockadeLifted { at, owner, .. } => format!("the colony of {owner} in {at} is no longer blockaded"),
        Event::Bombarded { at, owner, before, after, .. } if after > 0 => {
            format!("bombards the colony of {owner} in {at}: {before} to {after} inhabitants")
        }
        Event::ColonyLost { at, owner, cause: LossCause::Bombardment, .. } => {
            format!("destroys the colony of {owner} in {at}")
        }
        Event::ShipsScrapped { at, ships: lost, cause: ScrapCause::OutOfSupport, .. } => {
            format!("loses {} in {at}, out of reach of its colonies", ships(lost))
        }
        Event::ShipsScrapped { at, ships: lost, cause: ScrapCause::Unpaid, .. } => {
            format!("loses {} in {at}, whose upkeep it cannot pay", ships(lost))
        }
        Event::PlayerDefeated { player, .. } => format!("defeats {player}"),
        // The command says it, the board shows it, or it happens every turn.
        _ => return None,
    })
}

/// What the end of the turn will bring.
pub(crate) fn end_of_turn(end: &EndOfTurn) -> String {
    let mut lines = vec![format!(
        "At the end of the turn: {} materials and {} credits, after upkeep.",
        plus(end.net.materials),
        plus(end.net.credits)
    )];
    for lost in &end.out_of_support {
        lines.push(format!("  {} in {} will be scrapped: out of reach of your colonies", ships(lost.ships), lost.at));
    }
    for lost in &end.unpaid {
        lines.push(format!("  {} in {} will be scrapped: their upkeep cannot be paid", ships(lost.ships), lost.at));
    }
    for bombardment in &end.bombardments {
        let (at, owner, before) = (bombardment.at, bombardment.owner, bombardment.before);
        lines.push(match bombardment.after {
            0 => format!("  the colony of {owner} in {at} will be destroyed"),
            after => format!("  the colony of {owner} in {at} will shrink from {before} to {after} inhabitants"),
        });
    }
    lines.extend(end.defeats.iter().map(|defeat| format!("  {} will be defeated", defeat.player)));
    lines.join("\n")
}

/// A number of ships.
pub(crate) fn ships(count: impl Into<u32>) -> String {
    match count.into() {
        1 => "1 ship".to_owned(),
        count => format!("{count} ships"),
    }
}

/// Why no colony of the player to move can build a ship; none if one can.
pub(super) fn why_nothing_is_built(galaxy: &Galaxy) -> Option<String> {
    let player = galaxy.to_move();
    let limits: Vec<BuildLimits> = galaxy.colonies(player).into_iter().map(|at| galaxy.build_limits(at)).collect();
    // The colony that comes nearest to it says the most.
    let nearest = limits.into_iter().max_by_key(|limits| (limits.max(), limits.workforce.min(limits.room)))?;
    (nearest.max() == 0).then(|| shortage(nearest, galaxy.reserves(player)))
}

/// What is missing for a single ship.
pub(super) fn shortage(limits: BuildLimits, reserves: Reserves) -> String {
    let Reserves { materials, credits } = SHIP_COST;
    let missing = [
        (limits.materials, format!("a ship takes {materials} materials, and you have {}", reserves.materials)),
        (limits.credits, format!("a ship takes {credits} credits, and you have {}", reserves.credits)),
        (limits.workforce, "fewer than 10 colonists can still work this turn".to_owned()),
        (limits.room, "the sector is full".to_owned()),
    ];
    let missing: Vec<String> = missing.into_iter().filter(|(limit, _)| *limit == 0).map(|(_, reason)| reason).collect();
    missing.join("; ")
}
