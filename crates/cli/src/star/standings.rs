//! How the players stand, in a table below the board.

use starchess::{Galaxy, PLAYERS, Player, PlayerSpec};

use super::palette::Palette;
use crate::figures::{grouped, signed};

/// A row for every player: score, ships, colonies, reserves, what the colonies yield and how many ships that supports.
pub(crate) fn table(
    galaxy: &Galaxy,
    seats: &[PlayerSpec; PLAYERS],
    to_move: Option<Player>,
    palette: Palette,
) -> String {
    let seat = |player: Player| seats[player.index()].to_string();
    let width = Player::ALL.map(|player| seat(player).chars().count()).into_iter().max().unwrap_or(0).max(8);
    let heads = ["score", "ships", "supported", "colonies", "materials", "credits"];
    let mut text = format!("    {:width$}", "player");
    for head in heads {
        text += &format!("  {head:>WIDE$}", WIDE = wide(head));
    }
    text.push('\n');
    let scores = galaxy.scores();
    for player in Player::ALL {
        let mark = if to_move == Some(player) { '>' } else { ' ' };
        let name = palette.paint(player, &format!("{} {:width$}", player.number(), seat(player)));
        text += &format!("{mark} {name}");
        if galaxy.is_defeated(player) {
            text += "  defeated\n";
            continue;
        }
        let (income, reserves) = (galaxy.income(player), galaxy.reserves(player));
        let credits = i64::from(income.credits) - i64::from(income.consumption);
        let cells = [
            signed(scores[player.index()]),
            galaxy.ships(player).to_string(),
            income.supported_ships().to_string(),
            galaxy.colonies(player).len().to_string(),
            format!("{} {}", grouped(reserves.materials.into()), plus(income.materials.into())),
            format!("{} {}", grouped(reserves.credits.into()), plus(credits)),
        ];
        for (cell, head) in cells.iter().zip(heads) {
            text += &format!("  {cell:>WIDE$}", WIDE = wide(head));
        }
        text.push('\n');
    }
    text
}

/// The room for a column: reserves and income take more than their heads.
fn wide(head: &str) -> usize {
    match head {
        "materials" | "credits" => 14,
        head => head.len(),
    }
}

/// A number with its sign.
fn plus(number: i64) -> String {
    let sign = if number < 0 { '−' } else { '+' };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}
