//! The whole page, with plausible games and with odd ones.

use std::collections::HashSet;
use std::time::{SystemTime, UNIX_EPOCH};

use proptest::prelude::*;
use roxmltree::{Document, Node, ParsingOptions};

use super::*;
use crate::{Ending, SeatResult};

const NASTY: &str = "<script>alert(1)</script>&\"']]>";

/// The parts of a report that tests vary.
struct Case {
    names: Vec<String>,
    seats: usize,
    results: Vec<GameResult>,
    estimate: Estimate,
    turns: u32,
}

impl Case {
    /// Games in which the players are seated in turn and the first of them wins most often.
    fn new(players: usize, seats: usize, games: u64, turns: u32) -> Self {
        let names: Vec<_> = (0..players).map(|player| format!("player-{player}")).collect();
        let game = |id: u64| {
            let sitting: Vec<_> = (0..seats).map(|seat| (seat + id as usize) % players).collect();
            let mut order = sitting.clone();
            order.sort_by_key(|player| player * 3 + (id as usize * 7 + player * 5) % 11);
            let seat = |player: &usize| SeatResult {
                player: names[*player].clone(),
                place: 1.0 + order.iter().position(|other| other == player).unwrap_or(0) as f64,
                fault: (id % 50 == 49 && *player == 1).then(|| "too slow".to_owned()),
                nodes: 1,
                evaluations: 1,
                micros: (0..turns).map(|turn| 10u64.pow(*player as u32 % 5) + u64::from(turn) * id % 97).collect(),
            };
            let ending = [Ending::Won, Ending::Won, Ending::Drawn, Ending::Stalemate][id as usize % 4];
            GameResult {
                id,
                encounter: 0,
                block: id / seats as u64,
                start: "start".to_owned(),
                ending,
                how: "somehow".to_owned(),
                turns: turns.saturating_sub((id % 13) as u32).max(1),
                seats: sitting.iter().map(seat).collect(),
                moves: None,
            }
        };
        let results = (0..games).map(game).collect();
        Self { names, seats, results, estimate: Estimate { value: 0.4, low: 0.3, high: 0.6 }, turns }
    }

    fn html(&self) -> String {
        let players: Vec<_> = (self.names.iter())
            .map(|name| PlayerFigures {
                name,
                rating: Some(self.estimate),
                win_share: Some(self.estimate),
                live: Some((self.estimate.value, self.estimate.high)),
            })
            .collect();
        let rows = self.names.iter().map(|name| vec![name.clone(), "1".to_owned()]).collect();
        let table = TextTable { headings: vec!["Player".to_owned(), "Games".to_owned()], rows };
        let seats: Vec<_> = (0..self.seats).map(|seat| format!("seat {NASTY} {seat}")).collect();
        let seats: Vec<_> = seats.iter().map(String::as_str).collect();
        let scores = |game: &GameResult| {
            let score = |turn: u32, seat: usize| f64::from(turn) + seat as f64;
            Some((0..self.turns).map(|turn| (0..game.seats.len()).map(|seat| score(turn, seat)).collect()).collect())
        };
        let report = Report {
            title: NASTY,
            command: NASTY,
            facts: &[(NASTY.to_owned(), NASTY.to_owned())],
            verdict: NASTY,
            players: &players,
            table: &table,
            results: &self.results,
            scores: &scores,
            replay: &|game| Some(format!("starchess replay {}", game.id)),
            seat_names: &seats,
            length_unit: "round",
            progress: &[(1, self.estimate), (200, self.estimate)],
        };
        report.to_html()
    }
}

fn parse(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).expect("the page is well-formed")
}

fn elements<'a>(page: &'a Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    page.descendants().filter(move |node| node.has_tag_name(name))
}

fn headings(page: &Document<'_>) -> Vec<String> {
    elements(page, "h2").filter_map(|heading| heading.text()).map(str::to_owned).collect()
}

/// Checks what is true for every page.
fn check(case: &Case) -> String {
    let html = case.html();
    let page = parse(&html);
    assert_eq!(elements(&page, "h1").next().and_then(|title| title.text()), Some(NASTY));
    assert!(!html.contains("NaN") && !html.contains("inf\"") && !html.contains("infL"));
    for node in page.descendants() {
        let name = node.tag_name().name();
        assert!(!matches!(name, "script" | "link" | "img" | "iframe" | "object" | "embed" | "base" | "a"), "{name}");
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(
                !name.starts_with("on") && !matches!(name, "src" | "href" | "srcset" | "action" | "data"),
                "{name}"
            );
        }
    }
    for plot in elements(&page, "svg").filter(|svg| svg.attribute("class") == Some("plot")) {
        let has = |name| plot.children().any(|child| child.has_tag_name(name) && child.text().is_some());
        assert!(plot.attribute("role") == Some("img") && has("title") && has("desc"));
    }
    html
}

#[test]
fn all_plots_are_there() {
    let html = check(&Case::new(4, 4, 400, 60));
    let page = parse(&html);
    let plots = elements(&page, "svg").filter(|svg| svg.attribute("class") == Some("plot")).count();
    let tables = elements(&page, "table").filter(|table| table.attribute("class") == Some("heat")).count();
    assert_eq!((plots, tables), (9, 2), "{:?}", headings(&page));
    assert_eq!(elements(&page, "figure").count(), 11);
}

#[test]
fn every_game_has_its_replay_command() {
    let html = check(&Case::new(4, 4, 3, 20));
    assert!((0..3).all(|id| html.contains(&format!("<td>starchess replay {id}</td>"))));
}

#[test]
fn nothing_is_fetched() {
    let html = check(&Case::new(4, 4, 40, 20));
    assert!(!html.contains("://") && !html.contains("@import") && !html.contains("javascript:"));
    assert_eq!(html.matches("url(").count(), html.matches("url(#hatch)").count());
}

#[test]
fn names_are_only_names() {
    let mut case = Case::new(3, 3, 30, 20);
    for seat in case.results.iter_mut().flat_map(|game| &mut game.seats).filter(|seat| seat.player == "player-0") {
        seat.player = NASTY.to_owned();
        seat.fault = Some(NASTY.to_owned());
    }
    case.names[0] = NASTY.to_owned();
    let html = check(&case);
    assert!(!html.contains("<script"));
    let page = parse(&html);
    assert!(
        elements(&page, "td").any(|cell| cell.text() == Some(NASTY)),
        "the reason is no player, though it is called so"
    );
}

#[test]
fn a_dot_stands_where_the_scale_says() {
    let estimate = |value: f64| Some(Estimate { value, low: value - 50.0, high: value + 50.0 });
    let player = |name, value| PlayerFigures { name, rating: estimate(value), win_share: None, live: None };
    let report = Report {
        title: "",
        command: "",
        facts: &[],
        verdict: "",
        players: &[player("weak", 0.0), player("strong", 100.0)],
        table: &TextTable::default(),
        results: &[],
        scores: &|_| None,
        replay: &|_| None,
        seat_names: &[],
        length_unit: "round",
        progress: &[],
    };
    let html = report.to_html();
    let page = parse(&html);
    let plot = elements(&page, "svg").find(|svg| svg.attribute("class") == Some("plot")).expect("the ratings");
    let texts: Vec<_> = plot.descendants().filter(|node| node.has_tag_name("text")).filter_map(|t| t.text()).collect();
    assert_eq!(texts, ["−50", "0", "+50", "+100", "+150", "strong", "weak", "rating in Elo points"]);
    // From −50 to +150 there are 324 pixels, which begin at 18: the strong one stands at 261, in
    // the first row.
    let marks: Vec<_> = plot.descendants().filter(|node| node.children().any(|c| c.has_tag_name("title"))).collect();
    let square = svg::outline(1, 261.0, 31.0, 6.0);
    assert!(marks.iter().any(|mark| mark.attribute("d") == Some(&square)));
    let whiskers: Vec<_> = plot
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("whisker p1")))
        .filter_map(|node| Some((node.attribute("x1")?, node.attribute("x2")?)))
        .collect();
    assert_eq!(whiskers, [("180", "342"), ("180", "180"), ("342", "342")]);
}

#[test]
fn the_figures_add_up() {
    let case = Case::new(4, 4, 400, 60);
    let html = check(&case);
    let page = parse(&html);
    let rows_of = |heading: &str| -> Vec<Vec<f64>> {
        let table = elements(&page, "table")
            .find(|table| table.descendants().any(|cell| cell.has_tag_name("th") && cell.text() == Some(heading)))
            .expect("a table with that heading");
        let rows = table.descendants().filter(|row| row.has_tag_name("tr")).skip(1);
        let cell = |cell: Node<'_, '_>| cell.text().and_then(|text| text.replace(',', "").parse().ok());
        rows.map(|row| row.children().filter_map(cell).collect()).collect()
    };
    // The first column that is a number is "games", unless the bars are one turn wide.
    let lengths = rows_of("Length");
    let games: f64 = lengths.iter().map(|row| row[row.len() - 4]).sum();
    assert_eq!(games, 400.0);
    for row in lengths.iter().chain(&rows_of("by fault")) {
        let parts = if row.len() > 5 { 5 } else { 3 };
        assert_eq!(row[row.len() - parts - 1], row[row.len() - parts..].iter().sum::<f64>());
    }
    let faults: f64 = rows_of("by fault").iter().filter_map(|row| row.last()).sum();
    let is_lost_by_fault = |game: &&GameResult| {
        game.ending == Ending::Won && game.seats.iter().any(|seat| seat.fault.is_some() && seat.place > 1.0)
    };
    assert_eq!(faults, case.results.iter().filter(is_lost_by_fault).count() as f64);
}

#[test]
fn odd_runs() {
    for (players, seats, games, turns) in [
        (4, 4, 0, 10),
        (4, 4, 1, 10),
        (2, 2, 7, 1),
        (1, 1, 3, 5),
        (1, 4, 8, 5),
        (4, 4, 5, 0),
        (5, 2, 40, 9),
        (30, 4, 300, 9),
        (2, 2, 3, 5000),
    ] {
        check(&Case::new(players, seats, games, turns));
    }
}

#[test]
fn odd_estimates() {
    let numbers = [0.0, -1e300, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
    for value in numbers {
        for (low, high) in [(value, value), (f64::NEG_INFINITY, f64::INFINITY), (f64::NAN, 1.0), (1.0, -1.0)] {
            let estimate = Estimate { value, low, high };
            let html = Case { estimate, ..Case::new(2, 2, 4, 5) }.html();
            parse(&html);
        }
    }
}

#[test]
fn odd_games() {
    let mut case = Case::new(4, 4, 12, 6);
    case.results[0].seats.clear();
    case.results[1].turns = u32::MAX;
    case.results[2].seats[0].place = f64::NAN;
    case.results[3].seats[0].player = "nobody knows".to_owned();
    case.results[4].seats[0].micros = vec![u64::MAX, 0];
    case.results[5].seats.truncate(1);
    let html = check(&case);
    assert!(html.contains("nobody knows"));
}

#[test]
fn all_faults() {
    let mut case = Case::new(4, 4, 40, 6);
    for game in &mut case.results {
        game.ending = Ending::Won;
        for seat in &mut game.seats {
            (seat.place, seat.fault) = (2.5, Some("does not answer".to_owned()));
        }
    }
    let html = check(&case);
    let page = parse(&html);
    let headings = headings(&page);
    assert!(headings.contains(&"No game was won".to_owned()), "{headings:?}");
    assert!(headings.contains(&"160 faults".to_owned()), "{headings:?}");
    assert_eq!(figures(&page, "by fault")[0], ["player-0", "40", "0", "0", "0", "0", "40"]);
}

/// Games with these players in the seats and these places, in blocks of two.
fn games(games: impl Iterator<Item = (&'static str, Ending, Vec<f64>)>) -> Case {
    let game = |(id, (players, ending, places)): (usize, (&str, Ending, Vec<f64>))| GameResult {
        id: id as u64,
        encounter: 0,
        block: id as u64 / 2,
        start: "start".to_owned(),
        ending,
        how: "somehow".to_owned(),
        turns: 5,
        seats: players
            .split(' ')
            .zip(places)
            .map(|(player, place)| SeatResult {
                player: player.to_owned(),
                place,
                fault: None,
                nodes: 1,
                evaluations: 1,
                micros: vec![1],
            })
            .collect(),
        moves: None,
    };
    let results: Vec<_> = games.enumerate().map(game).collect();
    let mut names: Vec<_> = results.iter().flat_map(|game| &game.seats).map(|seat| seat.player.clone()).collect();
    names.sort();
    names.dedup();
    let seats = results.iter().map(|game| game.seats.len()).max().unwrap_or(0);
    Case { names, seats, results, estimate: Estimate { value: 0.4, low: 0.3, high: 0.6 }, turns: 5 }
}

/// The rows of the table that has this column.
fn figures(page: &Document<'_>, heading: &str) -> Vec<Vec<String>> {
    let table = elements(page, "table")
        .find(|table| table.descendants().any(|cell| cell.has_tag_name("th") && cell.text() == Some(heading)))
        .expect("a table with that heading");
    let text = |cell: Node<'_, '_>| cell.descendants().filter_map(|part| part.text()).next_back().map(str::to_owned);
    let cells = |row: Node<'_, '_>| row.children().filter_map(text).filter(|text| !text.trim().is_empty()).collect();
    table.descendants().filter(|row| row.has_tag_name("tr")).skip(1).map(cells).collect()
}

/// Sixty games, two seats against two: "a" wins 38, "b" 16, and 6 are stalemates.
fn two_against_two() -> Case {
    let seating = |game: usize| if game.is_multiple_of(2) { "a b b a" } else { "b a a b" };
    let places = |game: usize| match (game * 7 % 60, game % 2) {
        (0..38, 0) | (38..54, 1) => vec![1.0, 2.0, 3.0, 4.0],
        _ => vec![2.0, 1.0, 3.0, 4.0],
    };
    let ending = |game: usize| if game * 7 % 60 < 54 { Ending::Won } else { Ending::Stalemate };
    games((0..60).map(move |game| (seating(game), ending(game), places(game))))
}

#[test]
fn a_game_counts_once_however_many_seats_a_player_has() {
    let mut case = two_against_two();
    // The first game is won by "a" from the other seat, and lost by "b" by fault.
    case.results[0].seats[3].fault = Some("too slow".to_owned());
    case.results[0].seats[2].fault = Some("too slow".to_owned());
    let html = check(&case);
    let page = parse(&html);
    let headings = headings(&page);
    assert!(headings.contains(&"a wins most often: 38 of 60 games".to_owned()), "{headings:?}");
    let rows = figures(&page, "by fault");
    assert_eq!(rows[0], ["a", "60", "38", "0", "6", "16", "0"]);
    assert_eq!(rows[1], ["b", "60", "16", "0", "6", "37", "1"]);
}

#[test]
fn an_even_share_is_the_part_of_the_seats_in_decided_games() {
    let html = check(&two_against_two());
    let page = parse(&html);
    // Half of the seats in 54 of 60 games.
    assert_eq!(figures(&page, "even").iter().filter_map(|row| row.last()).collect::<Vec<_>>(), ["45.0\u{a0}%"; 2]);
    let headings = headings(&page);
    assert!(headings.iter().any(|heading| heading.ends_with("its even share is 45\u{a0}%")), "{headings:?}");

    let seatings = ["a b b b", "b a b b", "b b a b", "b b b a"];
    let html = check(&games((0..8).map(|game| (seatings[game % 4], Ending::Won, vec![1.0, 2.0, 3.0, 4.0]))));
    let page = parse(&html);
    let even: Vec<_> = figures(&page, "even").into_iter().map(|row| [row[0].clone(), row[4].clone()]).collect();
    assert_eq!(even, [["a", "25.0\u{a0}%"], ["b", "75.0\u{a0}%"]]);
    let dashed = elements(&page, "line").filter(|line| line.attribute("class") == Some("reference"));
    let places: HashSet<_> = dashed.filter_map(|line| line.attribute("x1")).collect();
    assert!(places.len() >= 2, "each has its own line: {places:?}");
}

#[test]
fn games_for_two_show_the_score() {
    let result = |game: usize| match game % 4 {
        0 => ("a b", Ending::Won, vec![1.0, 2.0]),
        1 => ("b a", Ending::Drawn, vec![1.5, 1.5]),
        2 => ("a b", Ending::Drawn, vec![1.5, 1.5]),
        _ => ("b a", Ending::Drawn, vec![1.5, 1.5]),
    };
    let html = check(&games((0..40).map(result)));
    let page = parse(&html);
    let all = headings(&page);
    assert!(all.contains(&"a has a score of 62.5\u{a0}%".to_owned()), "{all:?}");
    assert!(!html.contains("win share"), "25 % of wins would look bad beside one half");
    assert_eq!(figures(&page, "Score")[1][..2], ["b", "37.5\u{a0}%"]);
    assert!(all.contains(&"After 200 games the score of a is between 30\u{a0}% and 60\u{a0}%".to_owned()), "{all:?}");
    assert!(html.contains("between the two ratings is the Elo difference"));

    let html = check(&two_against_two());
    let all = headings(&parse(&html));
    assert!(all.iter().any(|heading| heading.starts_with("After 200 games the win share of a is")), "{all:?}");
    assert!(!html.contains("between the two ratings is the Elo difference"));
}

#[test]
fn a_player_depends_on_its_seat_only_beyond_chance() {
    // Four equal players and few games.
    let few = Case::new(4, 4, 24, 5);
    let all = headings(&parse(&check(&few)));
    assert!(all.contains(&"No player clearly depends on its seat".to_owned()), "{all:?}");
    // The first seat always wins.
    let seating = |game: usize| if game.is_multiple_of(2) { "a b b a" } else { "b a a b" };
    let always = games((0..60).map(|game| (seating(game), Ending::Won, vec![1.0, 2.0, 3.0, 4.0])));
    let all = headings(&parse(&check(&always)));
    assert!(all.iter().any(|heading| heading.starts_with("a depends most on its seat: 100")), "{all:?}");
    assert!(all.iter().any(|heading| heading.starts_with("The seats are not equal")), "{all:?}");
}

#[test]
fn blocks_are_the_unit_of_the_seats() {
    // In each of eight starts the same seat wins all eight games: that counts as eight games, not
    // 64.
    let mut case = games((0..64).map(|game| {
        let places = if (game / 8) % 8 < 6 { vec![1.0, 2.0] } else { vec![2.0, 1.0] };
        (if game % 2 == 0 { "a b" } else { "b a" }, Ending::Won, places)
    }));
    for game in &mut case.results {
        game.block = game.id / 8;
    }
    let html = check(&case);
    let page = parse(&html);
    let Estimate { low, high, .. } = crate::stats::wilson(6, 8);
    let seats = figures(&page, "Seat");
    assert_eq!(seats[0][3..], [0.75, low, high].map(text::percent));
    let all = headings(&page);
    assert!(all.iter().any(|heading| heading.starts_with("No seat is clearly better")), "{all:?}");
    assert!(!html.contains("did not depend on each other"));
}

#[test]
fn twelve_players_with_long_names() {
    let mut case = Case::new(12, 4, 240, 30);
    let long = |name: &str| format!("{name}:{}", "x".repeat(119 - name.len()));
    for seat in case.results.iter_mut().flat_map(|game| &mut game.seats) {
        seat.player = long(&seat.player);
    }
    case.names = case.names.iter().map(|name| long(name)).collect();
    let html = check(&case);
    let page = parse(&html);
    let whole: HashSet<_> = elements(&page, "span").filter_map(|span| span.text()).collect();
    assert!(case.names.iter().all(|name| whole.contains(name.as_str())), "the top has the whole names");
}

#[test]
fn many_games_make_no_huge_page() {
    let html = check(&Case::new(4, 4, 20_000, 30));
    assert!(html.len() < 1_000_000, "{} bytes", html.len());
    assert!(html.contains("The first 2,000 of 20,000."));
}

#[test]
fn a_sample_holds_all_seatings_alike() {
    let case = Case::new(4, 4, 20_000, 1);
    let report = Report {
        title: "",
        command: "",
        facts: &[],
        verdict: "",
        players: &[],
        table: &TextTable::default(),
        results: &case.results,
        scores: &|_| None,
        replay: &|_| None,
        seat_names: &[],
        length_unit: "round",
        progress: &[],
    };
    let digest = digest::Digest::new(&report);
    for seating in 0..4 {
        let games = digest.sample().filter(|game| game.id % 4 == seating).count();
        assert!((230..=270).contains(&games), "{games} of about 1000 have seating {seating}");
    }
}

#[test]
fn saving_replaces_the_page_and_leaves_nothing_else() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let folder = std::env::temp_dir().join(format!("arena-report-{}-{now}", std::process::id())).join("deep");
    let report = |title| Report {
        title,
        command: "",
        facts: &[],
        verdict: "",
        players: &[],
        table: const { &TextTable { headings: Vec::new(), rows: Vec::new() } },
        results: &[],
        scores: &|_| None,
        replay: &|_| None,
        seat_names: &[],
        length_unit: "round",
        progress: &[],
    };
    for title in ["first", "second"] {
        let path = report(title).save(&folder).expect("the folder can be written");
        let page = fs::read_to_string(&path).expect("the page is there");
        assert!(page.contains(&format!("<h1>{title}</h1>")));
    }
    let files: Vec<_> = fs::read_dir(&folder).expect("the folder is there").collect();
    assert_eq!(files.len(), 1);
    // A file where the folder should be.
    assert!(report("third").save(&folder.join("index.html")).is_err());
    fs::remove_dir_all(folder.parent().expect("it is deep")).expect("the folder can be removed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_name_gives_a_sound_page(name: String, fault: String) {
        let mut case = Case::new(3, 3, 4, 3);
        case.results[0].seats[0].player.clone_from(&name);
        case.results[0].seats[0].fault = Some(fault);
        case.names[0] = name;
        check(&case);
    }
}
