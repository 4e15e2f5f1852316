//! The page as a whole, with plausible games and with odd ones.

use std::collections::HashSet;
use std::time::{SystemTime, UNIX_EPOCH};

use proptest::prelude::*;
use roxmltree::{Document, Node, ParsingOptions};

use super::*;
use crate::{Ending, SeatResult};

const NASTY: &str = "<script>alert(1)</script>&\"']]>";

/// What a test may change about a report.
struct Case {
    names: Vec<String>,
    seats: usize,
    results: Vec<GameResult>,
    estimate: Estimate,
    turns: u32,
}

impl Case {
    /// So many games of so many turns, in which the players sit in turn and the first of them wins most often.
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
        let table = Table { headings: vec!["Player".to_owned(), "Games".to_owned()], rows };
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
            seat_names: &seats,
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

/// What holds for every page.
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
        table: &Table::default(),
        results: &[],
        scores: &|_| None,
        seat_names: &[],
        progress: &[],
    };
    let html = report.to_html();
    let page = parse(&html);
    let plot = elements(&page, "svg").find(|svg| svg.attribute("class") == Some("plot")).expect("the ratings");
    let texts: Vec<_> = plot.descendants().filter(|node| node.has_tag_name("text")).filter_map(|t| t.text()).collect();
    assert_eq!(texts, ["−50", "0", "+50", "+100", "+150", "strong", "weak", "rating in Elo points"]);
    // From −50 to +150 there are 324 pixels, which begin at 18: the strong one stands at 261, in the first row.
    let marks: Vec<_> = plot.descendants().filter(|node| node.children().any(|c| c.has_tag_name("title"))).collect();
    let square = look::outline(1, 261.0, 31.0, 6.0);
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
    let lengths = rows_of("Turns");
    let games: f64 = lengths.iter().map(|row| row[row.len() - 4]).sum();
    assert_eq!(games, 400.0);
    for row in lengths.iter().chain(&rows_of("by fault")) {
        let parts = if row.len() > 5 { 5 } else { 3 };
        assert_eq!(row[row.len() - parts - 1], row[row.len() - parts..].iter().sum::<f64>());
    }
    let faults: f64 = rows_of("by fault").iter().filter_map(|row| row.last()).sum();
    assert_eq!(faults, case.results.iter().flat_map(|game| &game.seats).filter(|s| s.fault.is_some()).count() as f64);
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
    for seat in case.results.iter_mut().flat_map(|game| &mut game.seats) {
        seat.fault = Some("does not answer".to_owned());
    }
    let html = check(&case);
    let headings = headings(&parse(&html));
    assert!(headings.contains(&"Nobody has won; 160 losses by fault".to_owned()), "{headings:?}");
    assert!(headings.contains(&"160 losses by fault".to_owned()), "{headings:?}");
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
        table: &Table::default(),
        results: &case.results,
        scores: &|_| None,
        seat_names: &[],
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
        table: const { &Table { headings: Vec::new(), rows: Vec::new() } },
        results: &[],
        scores: &|_| None,
        seat_names: &[],
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
