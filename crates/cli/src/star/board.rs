//! The board as text, in the form that fits the terminal.

use starchess::{Class, Fleet, Galaxy, Player, Sector};
use unicode_width::UnicodeWidthStr;

use super::describe;
use super::palette::{Palette, Style, sign};
use crate::terminal::Size;

/// With fewer lines the board is dense, so that the standings, what the others did and the prompt
/// have room below and above it.
const TALL: usize = 30;

const FULL: Form = Form { inner: 18, cell: full_cell, is_dense: false };
const DENSE: Form = Form { inner: 18, cell: dense_cell, is_dense: true };
const COMPACT: Form = Form { inner: 12, cell: compact_cell, is_dense: false };
const COMPACT_DENSE: Form = Form { is_dense: true, ..COMPACT };

/// What a board is drawn from.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) galaxy: &'a Galaxy,
    /// What has changed, if that is of interest.
    pub(crate) changes: Option<&'a Changes>,
    pub(crate) palette: Palette,
    pub(crate) size: Size,
}

/// Two positions whose difference is marked on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes {
    pub(crate) before: Galaxy,
    pub(crate) after: Galaxy,
}

/// Draws the galaxy with row 4 on top: the planet, colony and fleet of every sector, and the threat
/// to the player to move. The title stands above it or in the upper border.
pub(crate) fn draw(view: View<'_>, title: &str) -> String {
    let Size { columns, lines } = view.size;
    let forms = if lines < TALL { [DENSE, COMPACT_DENSE] } else { [FULL, COMPACT] };
    match forms.into_iter().find(|form| form.width() <= columns) {
        Some(form) if form.is_dense => format!("{title}\n{}", grid(view, &form)),
        Some(form) => with_title(&grid(view, &form), title),
        None => list(view, title),
    }
}

/// How a sector is drawn.
struct Form {
    /// The width of a cell without its borders.
    inner: usize,
    /// The lines of a cell, all cells having equally many.
    cell: fn(View<'_>, Sector, &Galaxy) -> Vec<Line>,
    /// Whether the first line of a cell stands in its upper border.
    is_dense: bool,
}

impl Form {
    /// The width of the whole board.
    const fn width(&self) -> usize {
        4 * (self.inner + 1) + 1
    }
}

fn grid(view: View<'_>, form: &Form) -> String {
    let edge = "─".repeat(form.inner);
    let edges = [edge.as_str(); 4];
    let mut text = String::new();
    for row in (0..4).rev() {
        let cells: [Vec<Line>; 4] =
            std::array::from_fn(|column| (form.cell)(view, Sector::new(column, row), view.galaxy));
        let [left, middle, right] = if row == 3 { ["┌", "┬", "┐"] } else { ["├", "┼", "┤"] };
        let first = if form.is_dense {
            let headings = cells.each_ref().map(|cell| cell[0].paint_border(form.inner, view.palette));
            format!("{left}{}{right}\n", headings.join(middle))
        } else {
            format!("{left}{}{right}\n", edges.join(middle))
        };
        text += &first;
        for line in usize::from(form.is_dense)..cells[0].len() {
            for cell in &cells {
                text.push('│');
                text += &cell[line].paint(form.inner, view.palette);
            }
            text += "│\n";
        }
    }
    text + &format!("└{}┘\n", edges.join("┴"))
}

/// A board with a title in its upper border.
fn with_title(board: &str, title: &str) -> String {
    let (border, rest) = board.split_once('\n').unwrap_or((board, ""));
    let room = border.width().saturating_sub(6);
    let title: String = title.chars().take(room).collect();
    let border: String = border.chars().skip(4 + title.width()).collect();
    format!("┌─ {title} {border}\n{rest}")
}

/// The sectors in which there is something, one below the other.
fn list(view: View<'_>, title: &str) -> String {
    let mut text = format!("{title}\n");
    for row in (0..4).rev() {
        for column in 0..4 {
            let cell = full_cell(view, Sector::new(column, row), view.galaxy);
            let parts: Vec<String> =
                cell.iter().filter(|line| line.width() > 0).map(|line| line.paint(0, view.palette)).collect();
            text += &format!("{}\n", parts.join(" "));
        }
    }
    text
}

/// A line of a cell: some text at the left end and some at the right.
#[derive(Default)]
struct Line {
    left: Vec<(Style, String)>,
    right: Vec<(Style, String)>,
}

impl Line {
    fn width(&self) -> usize {
        self.left.iter().chain(&self.right).map(|(_, text)| text.width()).sum()
    }

    /// The line in its colours, with spaces in the middle to make it this wide.
    fn paint(&self, width: usize, palette: Palette) -> String {
        // In a list, where there is no width to fill, one space is enough.
        let least = usize::from(width == 0 && !self.left.is_empty() && !self.right.is_empty());
        let gap = width.saturating_sub(self.width()).max(least);
        self.paint_around(&" ".repeat(gap), palette)
    }

    /// The line as a part of a border of this width.
    fn paint_border(&self, width: usize, palette: Palette) -> String {
        let gap = width.saturating_sub(self.width());
        // A space keeps each text off the line.
        let after = if self.right.is_empty() { "" } else { " " };
        let line = "─".repeat(gap.saturating_sub(1 + after.len()));
        let middle: String = format!(" {line}{after}").chars().take(gap).collect();
        self.paint_around(&middle, palette)
    }

    fn paint_around(&self, middle: &str, palette: Palette) -> String {
        let paint = |parts: &[(Style, String)]| -> String {
            parts.iter().map(|(style, text)| palette.paint(*style, text)).collect()
        };
        format!("{}{middle}{}", paint(&self.left), paint(&self.right))
    }
}

/// A number of something that belongs to a player, and how it has changed.
struct Holding {
    owner: Player,
    now: u16,
    change: Option<Change>,
}

#[derive(Clone, Copy)]
enum Change {
    New,
    Gone(u16),
    By(i32),
}

impl Change {
    fn write(self) -> String {
        match self {
            Self::New => "new".to_owned(),
            Self::Gone(before) => format!("−{before}"),
            Self::By(by) => super::standings::plus(by.into()),
        }
    }
}

/// What is in a sector now, or was before and is gone.
fn holding(now: Option<(Player, u16)>, seen: Option<[Option<(Player, u16)>; 2]>) -> Option<Holding> {
    // Only what the others did is marked: whatever is different from the beginning of the turn is
    // the player's own doing.
    let before = seen.filter(|[_, after]| *after == now).map(|[before, _]| before);
    match (now, before) {
        (Some((owner, now)), Some(Some((former, before)))) if former == owner => {
            let by = i32::from(now) - i32::from(before);
            Some(Holding { owner, now, change: (by != 0).then_some(Change::By(by)) })
        }
        (Some((owner, now)), Some(_)) => Some(Holding { owner, now, change: Some(Change::New) }),
        (Some((owner, now)), None) => Some(Holding { owner, now, change: None }),
        (None, Some(Some((owner, before)))) => Some(Holding { owner, now: 0, change: Some(Change::Gone(before)) }),
        (None, _) => None,
    }
}

fn colony(view: View<'_>, sector: Sector, galaxy: &Galaxy) -> Option<Holding> {
    let people = |galaxy: &Galaxy| galaxy.colony(sector).map(|colony| (colony.owner, colony.population));
    let seen = view.changes.map(|changes| [people(&changes.before), people(&changes.after)]);
    let mut colony = holding(people(galaxy), seen)?;
    // Colonies grow every turn: that is not news.
    colony.change = colony.change.filter(|change| !matches!(change, Change::By(1..)));
    Some(colony)
}

fn fleet(view: View<'_>, sector: Sector, galaxy: &Galaxy) -> Option<Holding> {
    let ships = |galaxy: &Galaxy| galaxy.fleet(sector).map(|fleet| (fleet.owner, fleet.ships));
    let seen = view.changes.map(|changes| [ships(&changes.before), ships(&changes.after)]);
    holding(ships(galaxy), seen)
}

fn has_new_class(view: View<'_>, sector: Sector) -> bool {
    view.changes.is_some_and(|changes| changes.before.class(sector) != changes.after.class(sector))
}

fn home(galaxy: &Galaxy, sector: Sector) -> Option<Player> {
    Player::ALL.into_iter().find(|player| player.home() == sector && !galaxy.is_defeated(*player))
}

/// The threat to the player to move, with emphasis where it has something to lose.
fn threat(galaxy: &Galaxy, sector: Sector) -> Vec<(Style, String)> {
    let player = galaxy.to_move();
    let threat = galaxy.threats(player)[sector.index()];
    let own = galaxy.colonies(player) | galaxy.fleets(player);
    let style = if own.has(sector) { Style::Warning } else { Style::Faint };
    if threat == 0 { Vec::new() } else { vec![(style, format!("!{threat}"))] }
}

/// The planet with its threat.
fn planet(view: View<'_>, sector: Sector, galaxy: &Galaxy) -> Line {
    let class = galaxy.class(sector);
    let changed = if has_new_class(view, sector) { "*" } else { "" };
    let mut left =
        vec![(Style::Plain, format!(" {sector} ")), (Style::Class(class), format!("{}{changed}", class_name(class)))];
    left.extend(home(galaxy, sector).map(|player| (Style::Player(player), format!(" ★{}", player.number()))));
    Line { left, right: threat(galaxy, sector) }
}

/// Three lines: the planet with its threat, the colony, and the fleet.
fn full_cell(view: View<'_>, sector: Sector, galaxy: &Galaxy) -> Vec<Line> {
    let class = galaxy.class(sector);
    let line = |holding: Option<Holding>, text: &dyn Fn(&Holding) -> String| {
        let Some(holding) = holding else { return Line::default() };
        let owner = format!(" {}{}", sign(holding.owner), holding.owner.number());
        let (style, text) = match holding.change {
            Some(Change::Gone(_)) => (Style::Faint, "gone".to_owned()),
            _ => (Style::Player(holding.owner), text(&holding)),
        };
        let text = format!("{owner} {text}");
        let room = FULL.inner - text.width();
        let change = holding.change.map(|change| Some(change.write()).filter(|change| change.width() < room));
        let change = change.map(|change| (Style::Warning, change.unwrap_or_else(|| "*".to_owned())));
        Line { left: vec![(style, text)], right: change.into_iter().collect() }
    };
    let people = |colony: &Holding| match colony.change {
        None => format!("pop {}/{}", colony.now, class.max_population()),
        Some(_) => format!("pop {}", colony.now),
    };
    let ships = |fleet: &Holding| match moving(galaxy, sector) {
        Some(active) => format!("{active}/{}", describe::ships(fleet.now)),
        None => describe::ships(fleet.now),
    };
    let planet = planet(view, sector, galaxy);
    vec![planet, line(colony(view, sector, galaxy), &people), line(fleet(view, sector, galaxy), &ships)]
}

/// Two lines: the planet with its threat, and the colony and the fleet with as many words as there
/// is room for.
fn dense_cell(view: View<'_>, sector: Sector, galaxy: &Galaxy) -> Vec<Line> {
    /// What is said besides the numbers.
    struct Words {
        people: bool,
        ships: bool,
        changes: bool,
    }
    let (colony, fleet) = (colony(view, sector, galaxy), fleet(view, sector, galaxy));
    let part = |holding: &Holding, text: String, words: &Words| {
        let sign = sign(holding.owner);
        let (style, text) = match holding.change {
            Some(Change::Gone(_)) => (Style::Faint, format!("{sign}gone")),
            _ => (Style::Player(holding.owner), format!("{sign}{text}")),
        };
        let change = holding.change.map(|change| match words.changes {
            true => (Style::Warning, format!(" {}", change.write())),
            false => (Style::Warning, "*".to_owned()),
        });
        std::iter::once((style, text)).chain(change).collect::<Vec<_>>()
    };
    let line = |words: Words| {
        let mut left = vec![(Style::Plain, " ".to_owned())];
        if let Some(colony) = &colony {
            let text = if words.people { format!("pop {}", colony.now) } else { colony.now.to_string() };
            left.extend(part(colony, text, &words));
        }
        let right = fleet.as_ref().map(|fleet| {
            let ships = if words.ships { describe::ships(fleet.now) } else { fleet.now.to_string() };
            let text = moving(galaxy, sector).map_or(ships.clone(), |active| format!("{active}/{ships}"));
            part(fleet, text, &words)
        });
        Line { left, right: right.unwrap_or_default() }
    };
    let forms = [(true, true, true), (false, true, true), (false, false, true), (false, true, false)];
    let fits = |line: &Line| line.width() < DENSE.inner;
    let words = |(people, ships, changes)| line(Words { people, ships, changes });
    let numbers = forms.into_iter().map(words).find(fits);
    vec![planet(view, sector, galaxy), numbers.unwrap_or_else(|| words((false, false, false)))]
}

/// How many ships of the player to move can still move, unless all can. The others' ships can all
/// move when it is their turn: to say so would only distract.
fn moving(galaxy: &Galaxy, sector: Sector) -> Option<u16> {
    let fleet = galaxy.fleet(sector).filter(|fleet| fleet.owner == galaxy.to_move() && fleet.inactive > 0);
    fleet.map(Fleet::active)
}

/// Two lines: the planet with its threat, and the numbers of people and ships.
fn compact_cell(view: View<'_>, sector: Sector, galaxy: &Galaxy) -> Vec<Line> {
    let class = galaxy.class(sector);
    let changed = if has_new_class(view, sector) { "*" } else { "" };
    let letter = format!("{}{changed}", &class_name(class)[..1]);
    let mut left = vec![(Style::Plain, format!("{sector}")), (Style::Class(class), letter)];
    left.extend(home(galaxy, sector).map(|player| (Style::Player(player), format!("★{}", player.number()))));
    let number = |holding: Option<Holding>| {
        let part = |holding: Holding| {
            let mark = if holding.change.is_some() { "*" } else { "" };
            (Style::Player(holding.owner), format!("{}{}{mark}", sign(holding.owner), holding.now))
        };
        holding.map(part).into_iter().collect()
    };
    let numbers = Line { left: number(colony(view, sector, galaxy)), right: number(fleet(view, sector, galaxy)) };
    vec![Line { left, right: threat(galaxy, sector) }, numbers]
}

/// The name of a class of planets.
pub(crate) fn class_name(class: Class) -> &'static str {
    match class {
        Class::Barren => "barren",
        Class::Terran => "terran",
    }
}

#[cfg(test)]
mod tests {
    use starchess::{Command, Start};

    use super::*;

    const LARGE: Size = Size { columns: 80, lines: 30 };
    const STANDARD: Size = Size { columns: 80, lines: 24 };
    const NARROW: Size = Size { columns: 60, lines: 30 };
    const SMALL: Size = Size { columns: 60, lines: 24 };
    const TINY: Size = Size { columns: 40, lines: 24 };

    fn drawn(galaxy: &Galaxy, changes: Option<&Changes>, size: Size) -> String {
        draw(View { galaxy, changes, palette: Palette::Plain, size }, "Round 1, player 1 to move")
    }

    fn crowded() -> Galaxy {
        let full = "b1@200w200+1x999i1";
        let row = [full; 4].join(",");
        let line =
            format!("t2@1000+2x999,b1@200,b,t3@1000/{row}/{row}/t1@1000+1x999,b,b,t4@1000+4x999 1 99 0:0,0:0,0:0,0:0");
        line.parse().unwrap()
    }

    #[test]
    fn the_board_is_a_rectangle_whatever_is_on_it() {
        let (start, crowded) = (Galaxy::start(Start::Terran), crowded());
        let changes = [Changes { before: start, after: crowded }, Changes { before: crowded, after: start }];
        for (galaxy, changes) in [(&crowded, &changes[0]), (&start, &changes[1])] {
            for changes in [None, Some(changes)] {
                for (size, width, height) in [(LARGE, 77, 17), (STANDARD, 77, 9), (NARROW, 53, 13), (SMALL, 53, 9)] {
                    let text = drawn(galaxy, changes, size);
                    let board = &text[text.find('┌').unwrap()..];
                    assert_eq!(board.lines().count(), height, "{text}");
                    assert!(board.lines().all(|line| line.width() == width), "{text}");
                }
                let text = drawn(galaxy, changes, TINY);
                assert_eq!(text.lines().count(), 17, "{text}");
            }
        }
    }

    #[test]
    fn a_sector_has_all_that_is_in_it() {
        let line = "t2@1000+2x20,b,t,t3@1000+3x20/b,t,t,b/t,b,b,t/t1@1000+1x20i5,t,b,t4@1000+4x20 1 1 0:0,0:0,0:0,0:0";
        let text = drawn(&line.parse().unwrap(), None, LARGE);
        for part in [
            "┌─ Round 1, player 1 to move ─",
            "│ A1 terran ★1     │",
            "│ ●1 pop 1000/1000 │",
            "│ ●1 15/20 ships   │",
            "│ ■2 20 ships      │",
            "│ B4 barren     !20│",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        let text = drawn(&line.parse().unwrap(), None, STANDARD);
        for part in [
            "Round 1, player 1 to move\n┌ A4 terran ★2  !20┬ B4 barren ─── !20┬",
            "├ A2 terran ───────┼",
            "│ ●1000      ●15/20│",
            "│ ■1000   ■20 ships│",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        let text = drawn(&line.parse().unwrap(), None, NARROW);
        for part in ["│A1t★1       │", "│●1000    ●20│", "│B4b      !20│"] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        let text = drawn(&line.parse().unwrap(), None, SMALL);
        for part in ["├A1t★1 ──────┼", "│●1000    ●20│", "┬B4b ──── !20┬"] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }

    #[test]
    fn what_the_others_did_is_marked() {
        let before: Galaxy = "t2@1000+2x20,b,b,t3@1000+3x30/b2@100,b,b,b/b+1x20,b,b,b1@50+3x8/t1@1000+1x20,b,b,t4@1000+4x20 2 1 0:0,0:0,0:0,0:0".parse().unwrap();
        let mut after: Galaxy = "t2@1000,b+2x20,b,t3@1000+3x25/b,b,b,b/b+1x20,b,b,b1@46+3x8/t1@1000+1x20,b,b,t4@1000+4x20 1 2 0:0,0:0,0:0,0:0".parse().unwrap();
        let changes = Changes { before, after };
        let text = drawn(&after, Some(&changes), LARGE);
        for part in [
            "│ ■2 gone       −20│",
            "│ ■2 20 ships   new│",
            "│ ▲3 25 ships    −5│",
            "│ ■2 gone      −100│",
            "│ ●1 pop 46      −4│",
            "│ ●1 20 ships      │",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        let text = drawn(&after, Some(&changes), STANDARD);
        for part in [
            "│ ■1000   ■gone −20│",
            "│     ■20 ships new│",
            "│ ▲1000      ▲25 −5│",
            "│ ■gone −100       │",
            "│ ●46 −4   ▲8 ships│",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        // What the player does in this turn is not marked.
        after.apply(Command::Scrap { at: Sector::A1, ships: 5 }).unwrap();
        assert!(drawn(&after, Some(&changes), LARGE).contains("│ ●1 15 ships      │"));
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let galaxy = Galaxy::start(Start::Random(1));
        for size in [LARGE, STANDARD, NARROW, SMALL, TINY] {
            let view = View { galaxy: &galaxy, changes: None, palette: Palette::Indexed, size };
            let mut text = draw(view, "Round 1, player 1 to move");
            while let Some(start) = text.find('\x1b') {
                let end = start + text[start..].find('m').unwrap();
                text.replace_range(start..=end, "");
            }
            assert_eq!(text, drawn(&galaxy, None, size));
        }
    }
}
