//! The board as text.

use starchess::{Class, Galaxy, Player, Sector};

use super::palette::Palette;

/// The room in a sector's box, without a space on either side: four of them are 97 columns.
const WIDTH: usize = 21;

/// Draws the galaxy, row 4 on top: for every sector its planet, colony and fleet, and the threat to the player to move.
pub(crate) fn draw(galaxy: &Galaxy, palette: Palette) -> String {
    let threats = galaxy.threats(galaxy.to_move());
    let border = format!("+{}\n", format!("{}+", "-".repeat(WIDTH + 2)).repeat(4));
    let mut text = border.clone();
    for row in (0..4).rev() {
        let boxes: [[Line; 3]; 4] = std::array::from_fn(|column| {
            let sector = Sector::new(column, row);
            [planet(galaxy, sector, threats[sector.index()]), colony(galaxy, sector), fleet(galaxy, sector)]
        });
        for line in 0..3 {
            for sector in &boxes {
                text += &format!("| {} ", sector[line].paint(palette));
            }
            text += "|\n";
        }
        text += &border;
    }
    text
}

/// What the signs on the board mean.
pub(crate) const LEGEND: &str = "*2 is the home world of player 2; !20: so many enemy ships are or can be there next";

/// A line of a box: some text, in the colour of a player if there is one, and some at the right end.
struct Line {
    text: String,
    player: Option<Player>,
    right: String,
}

impl Line {
    fn paint(&self, palette: Palette) -> String {
        let width = WIDTH.saturating_sub(self.right.chars().count());
        let padded = format!("{:width$}", self.text);
        let painted = self.player.map_or_else(|| padded.clone(), |player| palette.paint(player, &padded));
        painted + &self.right
    }
}

fn planet(galaxy: &Galaxy, sector: Sector, threat: u16) -> Line {
    let class = class_name(galaxy.class(sector));
    let home = Player::ALL.into_iter().find(|player| player.home() == sector && !galaxy.is_defeated(*player));
    let star = home.map_or_else(String::new, |player| format!(" *{}", player.number()));
    let right = if threat == 0 { String::new() } else { format!("!{threat}") };
    Line { text: format!("{sector} {class}{star}"), player: home, right }
}

/// What a planet is like, in a word.
pub(crate) fn class_name(class: Class) -> &'static str {
    match class {
        Class::Barren => "barren",
        Class::Terran => "terran",
    }
}

fn colony(galaxy: &Galaxy, sector: Sector) -> Line {
    let Some(colony) = galaxy.colony(sector) else {
        return Line { text: String::new(), player: None, right: String::new() };
    };
    let most = galaxy.class(sector).max_population();
    let text = format!("colony {} {}/{most}", colony.owner.number(), colony.population);
    Line { text, player: Some(colony.owner), right: String::new() }
}

fn fleet(galaxy: &Galaxy, sector: Sector) -> Line {
    let Some(fleet) = galaxy.fleet(sector) else {
        return Line { text: String::new(), player: None, right: String::new() };
    };
    // The others' ships can all move when it is their turn: to say so would only distract.
    let can_move = if fleet.owner == galaxy.to_move() { format!(", {} move", fleet.active()) } else { String::new() };
    let text = format!("fleet {} {}{can_move}", fleet.owner.number(), fleet.ships);
    Line { text, player: Some(fleet.owner), right: String::new() }
}

#[cfg(test)]
mod tests {
    use starchess::Start;

    use super::*;

    #[test]
    fn the_board_is_a_rectangle_whatever_is_on_it() {
        let full = "b1@200w200+1x999i999";
        let row = [full; 4].join(",");
        let line =
            format!("t2@1000+2x999,b1@200,b,t3@1000/{row}/{row}/t1@1000+1x999,b,b,t4@1000+4x999 1 99 0:0,0:0,0:0,0:0");
        for galaxy in [line.parse().unwrap(), Galaxy::start(Start::Terran)] {
            let text = draw(&galaxy, Palette::Plain);
            assert_eq!(text.lines().count(), 17);
            assert!(text.lines().all(|line| line.len() == 97), "{text}");
        }
    }

    #[test]
    fn a_sector_has_all_that_is_in_it() {
        let line = "t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b,b,t/t1@1000+1x20i5,t,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0";
        let text = draw(&line.parse().unwrap(), Palette::Plain);
        for part in [
            "| A1 terran *1          |",
            "| colony 1 1000/1000    |",
            "| fleet 1 20, 15 move   |",
            "| B4 barren         !20 |",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let galaxy = Galaxy::start(Start::Random(1));
        let mut text = draw(&galaxy, Palette::Indexed);
        while let Some(start) = text.find('\x1b') {
            let end = start + text[start..].find('m').unwrap();
            text.replace_range(start..=end, "");
        }
        assert_eq!(text, draw(&galaxy, Palette::Plain));
    }
}
