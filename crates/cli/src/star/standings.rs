//! How the players stand, in a table below the board.

use starchess::{Balance, Galaxy, PLAYERS, Player};
use unicode_width::UnicodeWidthStr;

use super::palette::{Palette, Style, sign};
use crate::figures::{grouped, signed};
use crate::terminal::shortened;

/// The width of the full table, with the longest names that it has room for.
const FULL_WIDTH: usize = 79;

/// The columns of the full table after the name, with their widths.
const FULL: [(&str, usize); 5] =
    [("score", 6), ("ships", 7), ("col", 3), ("materials (net)", 15), ("credits (net)", 16)];

/// The columns of the compact table.
const COMPACT: [(&str, usize); 5] = [("score", 6), ("ships", 7), ("col", 3), ("mat", 6), ("cred", 6)];

/// A row for every player: score, ships and how many the income supports, colonies, reserves and net
/// income.
pub(crate) fn table(
    galaxy: &Galaxy,
    names: &[String; PLAYERS],
    to_move: Option<Player>,
    palette: Palette,
    columns: usize,
) -> String {
    let is_full = columns >= FULL_WIDTH;
    let heads = if is_full { FULL } else { COMPACT };
    let cells_width: usize = heads.iter().map(|(_, width)| width + 2).sum();
    let longest = names.iter().map(|name| name.width()).max().unwrap_or(0).max("player".len());
    let room = columns.min(FULL_WIDTH).saturating_sub(cells_width + 4).min(longest);
    let mut text = format!("    {:room$}", if room < "player".len() { "" } else { "player" });
    for (head, width) in heads {
        text += &format!("  {head:>width$}");
    }
    text.push('\n');
    for player in Player::ALL {
        let mark = if to_move == Some(player) { '>' } else { ' ' };
        let name = shortened(&names[player.index()], room);
        let padding = " ".repeat(room.saturating_sub(name.width()));
        let owner = format!("{}{} {name}", sign(player), player.number());
        text += &format!("{mark}{}{padding}", palette.paint(Style::Player(player), &owner));
        let overview = galaxy.player_overview(player);
        if overview.is_defeated {
            text += "  defeated\n";
            continue;
        }
        let Balance { materials, credits } = overview.net;
        let reserves = overview.reserves;
        let with_net = |reserve: u32, net: i64| match is_full {
            true => format!("{} ({})", grouped(reserve.into()), plus(net)),
            false => plus(net),
        };
        let cells = [
            (signed(overview.score), false),
            (format!("{}/{}", overview.ships, overview.supported_ships), overview.scrapped_ships > 0),
            (overview.colonies.len().to_string(), false),
            (with_net(reserves.materials, materials), materials < 0),
            (with_net(reserves.credits, credits), credits < 0),
        ];
        for ((cell, is_warning), (_, width)) in cells.iter().zip(heads) {
            let style = if *is_warning { Style::Warning } else { Style::Plain };
            text += &format!("  {}", palette.paint(style, &format!("{cell:>width$}")));
        }
        text.push('\n');
    }
    if let Some(player) = to_move.filter(|_| !is_full) {
        let reserves = galaxy.reserves(player);
        let (materials, credits) = (grouped(reserves.materials.into()), grouped(reserves.credits.into()));
        text += &format!("{} has {materials} materials, {credits} credits\n", super::capital(player));
    }
    text
}

/// A number with its sign.
pub(crate) fn plus(number: i64) -> String {
    let sign = if number < 0 { '−' } else { '+' };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}
