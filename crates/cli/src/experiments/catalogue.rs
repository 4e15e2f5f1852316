//! The experiments: the paper's claims, and the games that test them.

use arena::star::GalaxyKind;
use arena::stats::Estimate;

use super::section::{share, signed};
use super::series::{Figures, Seats, Series};

/// The number of galaxies in which two players meet, and in which a player meets itself. There are
/// fewer at depth 3, which takes ten times as long, and fewer still with limits on time or nodes.
const MATCHES: usize = 200;
const SELF_PLAY: usize = 2_000;
const DEEP_MATCHES: usize = 100;
const DEEP_SELF_PLAY: usize = 600;
const LIMITED_MATCHES: usize = 40;

/// Smaller differences in rating points, or in shares of games, are negligible.
const NEGLIGIBLE_POINTS: f64 = 10.0;
const NEGLIGIBLE_WINS: f64 = 0.02;

/// Claims of the paper, and the games that test them.
pub(super) struct Experiment {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) series: Vec<Series>,
    pub(super) claims: Vec<Claim>,
}

/// A claim of the paper.
pub(super) struct Claim {
    /// The claim, and where it stands in the paper.
    pub(super) text: &'static str,
    /// Whether the games confirm it, and why.
    pub(super) judge: fn(&[Figures]) -> (Judgement, String),
}

/// What the games show about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It is true.
    Holds,
    /// It is false.
    Fails,
    /// The difference is within the error.
    Open,
}

fn match_of(one: &'static str, other: &'static str) -> Series {
    let galaxies = match one {
        one if is_deep(one) || other.contains("2,all-masks") => DEEP_MATCHES,
        one if one.contains("nodes=") || one.contains("time=") => LIMITED_MATCHES,
        _ => MATCHES,
    };
    Series { players: vec![one, other], seats: Seats::TwoTwo, galaxy: GalaxyKind::Random, galaxies }
}

fn self_play(player: &'static str) -> Series {
    let galaxies = if is_deep(player) { DEEP_SELF_PLAY } else { SELF_PLAY };
    Series { players: vec![player], seats: Seats::Alike, galaxy: GalaxyKind::Random, galaxies }
}

fn is_deep(player: &str) -> bool {
    player.starts_with("published:3")
}

fn mixed(galaxy: GalaxyKind, galaxies: usize) -> Series {
    let players = vec!["published:1", "published:2", "published:3"];
    Series { players, seats: Seats::AllMixtures, galaxy, galaxies }
}

/// All experiments.
pub(super) fn all() -> Vec<Experiment> {
    vec![
        Experiment {
            name: "masks",
            title: "Request masks",
            series: vec![
                match_of("published:0", "published:0,no-masks"),
                match_of("published:2", "published:0,no-masks"),
                self_play("published:0"),
                self_play("published:0,no-masks"),
            ],
            claims: vec![
                Claim {
                    text: "Masking requests makes the player stronger even without look-ahead (2.3.1).",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim {
                    text: "Request masking improves the computer players decisively (2.2.2).",
                    judge: |figures| first_is_stronger(&figures[1]),
                },
            ],
        },
        Experiment {
            name: "all-masks",
            title: "Masks for one player or for all",
            series: vec![
                match_of("published:1", "published:1,all-masks"),
                match_of("published:2", "published:2,all-masks"),
                match_of("published:nodes=1000", "published:nodes=1000,all-masks"),
                match_of("published:time=3ms", "published:time=3ms,all-masks"),
            ],
            claims: vec![
                Claim {
                    text: "At equal depth the full mask is sufficient to predict the other players (2.3.2), so it costs almost no strength: depth 1.",
                    judge: |figures| first_is_not_weaker(&figures[0]),
                },
                Claim { text: "The same at depth 2.", judge: |figures| first_is_not_weaker(&figures[1]) },
                Claim {
                    text: "The depth gained is worth more: with the same number of generated turns it is stronger (2.3.2).",
                    judge: |figures| first_is_stronger(&figures[2]),
                },
                Claim {
                    text: "With the same time it is stronger (2.3.2).",
                    judge: |figures| first_is_stronger(&figures[3]),
                },
            ],
        },
        Experiment {
            name: "depth",
            title: "Search depth 0, 1, 2 and 3",
            series: vec![
                Series {
                    players: vec!["published:0", "published:1", "published:2", "published:3"],
                    seats: Seats::AllOrders,
                    galaxy: GalaxyKind::Random,
                    galaxies: 40,
                },
                match_of("published:1", "published:0"),
                match_of("published:2", "published:1"),
                match_of("published:3", "published:2"),
                self_play("published:0"),
                self_play("published:1"),
                self_play("published:2"),
                self_play("published:3"),
            ],
            claims: vec![
                Claim {
                    text: "The deeper the tree, the stronger the player (2.1.3): depth 1 against 0.",
                    judge: |figures| first_is_stronger(&figures[1]),
                },
                Claim { text: "Depth 2 against 1.", judge: |figures| first_is_stronger(&figures[2]) },
                Claim { text: "Depth 3 against 2.", judge: |figures| first_is_stronger(&figures[3]) },
                Claim {
                    text: "Depth 0 is prone to stalemates (B.2): it has more of them than depth 2.",
                    judge: |figures| more_stalemates(&figures[4], &figures[6]),
                },
            ],
        },
        Experiment {
            name: "skip-dead",
            title: "Skipping eliminated players",
            // At depth 3 a single turn takes minutes when two players are left.
            series: vec![match_of("published:2,skip-dead", "published:2")],
            claims: vec![
                Claim {
                    text: "Skipping the levels of eliminated players makes the endgame stronger (3.5.1), so it wins more games.",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim {
                    text: "It increases the complexity massively (3.5.1): at least twice as many generated turns.",
                    judge: |figures| times_the_work(&figures[0], 2.0),
                },
            ],
        },
        Experiment {
            name: "gains",
            title: "Pruning by short-term gains",
            series: vec![
                match_of("published:2", "published:2,gains=worse"),
                match_of("published:2", "published:2,gains=no-better"),
                match_of("published:3", "published:3,gains=worse"),
            ],
            claims: vec![
                Claim {
                    text: "Pruning turns that are worse at first misses too many good ones (2.3.3).",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim {
                    text: "Pruning turns that are not better at first misses too many good ones (2.3.3).",
                    judge: |figures| first_is_stronger(&figures[1]),
                },
                Claim {
                    text: "Pruning turns that are worse at first, at depth 3.",
                    judge: |figures| first_is_stronger(&figures[2]),
                },
            ],
        },
        Experiment {
            name: "doubling",
            title: "Counting stronger players twice",
            series: vec![
                match_of("published:2", "published:2,no-doubling"),
                match_of("published:3", "published:3,no-doubling"),
                self_play("published:2,no-doubling"),
                self_play("published:2"),
                self_play("published:3,no-doubling"),
                self_play("published:3"),
            ],
            claims: vec![
                Claim {
                    text: "Counting stronger players twice is an improvement (3.4): depth 2.",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim { text: "The same at depth 3.", judge: |figures| first_is_stronger(&figures[1]) },
                Claim {
                    text: "It helps to avoid stalemates (3.4), so there are more without it: depth 2.",
                    judge: |figures| more_stalemates(&figures[2], &figures[3]),
                },
                Claim { text: "The same at depth 3.", judge: |figures| more_stalemates(&figures[4], &figures[5]) },
            ],
        },
        Experiment {
            name: "garrisons",
            title: "Garrisons before colonies",
            series: vec![
                match_of("published:2", "published:2,garrisons-first"),
                self_play("published:2,garrisons-first"),
                self_play("published:2"),
                self_play("published:3,garrisons-first"),
                self_play("published:3"),
            ],
            claims: vec![
                Claim {
                    text: "Priority 3 for garrisons makes stalemates more likely than priority 4 (B.2): depth 2.",
                    judge: |figures| more_stalemates(&figures[1], &figures[2]),
                },
                Claim { text: "The same at depth 3.", judge: |figures| more_stalemates(&figures[3], &figures[4]) },
            ],
        },
        Experiment {
            name: "buildable",
            title: "Counting ships that could be built",
            series: vec![
                match_of("published:2", "published:2,count-buildable"),
                self_play("published:2,count-buildable"),
                self_play("published:2"),
            ],
            claims: vec![
                Claim {
                    text: "Counting ships that could be built as a threat makes the players too timid (note 3 of 3.3), so they are weaker.",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim {
                    text: "They have more stalemates.",
                    judge: |figures| more_stalemates(&figures[1], &figures[2]),
                },
            ],
        },
        Experiment {
            name: "order",
            title: "Naive and snake order of sectors",
            series: vec![
                self_play("published:3,naive-order"),
                self_play("published:3"),
                match_of("published:3", "published:3,naive-order"),
                self_play("published:2,naive-order"),
                self_play("published:2"),
            ],
            claims: vec![
                Claim {
                    text: "The naive order of sectors is unfair to player 1 (3.2), who wins less than a quarter of the games: depth 3.",
                    judge: |figures| first_seat_is_hard(&figures[0]),
                },
                Claim { text: "The same at depth 2.", judge: |figures| first_seat_is_hard(&figures[3]) },
                Claim {
                    text: "The naive order leaves home worlds open to attack (3.2), so the snake order is stronger.",
                    judge: |figures| first_is_stronger(&figures[2]),
                },
            ],
        },
        Experiment {
            name: "galaxies",
            title: "Barren, terran, symmetric and random galaxies",
            series: vec![
                mixed(GalaxyKind::Barren, 1),
                mixed(GalaxyKind::Terran, 1),
                mixed(GalaxyKind::Symmetric, 8),
                mixed(GalaxyKind::Random, 8),
                self_play("published:2"),
            ],
            claims: vec![
                Claim {
                    text: "Certain distributions of planet classes still cause stalemates (note 4 of 3.4), so the kinds of galaxies differ.",
                    judge: |figures| stalemates_differ(&figures[..4]),
                },
                Claim {
                    text: "Random galaxies with few barren planets differ from those with many.",
                    judge: |figures| stalemates_depend_on_barren_planets(&figures[4]),
                },
            ],
        },
    ]
}

/// Whether an estimate is above zero, below, or within its error.
fn sign(estimate: Estimate) -> Judgement {
    match estimate {
        Estimate { low, .. } if low > 0.0 => Judgement::Holds,
        Estimate { high, .. } if high < 0.0 => Judgement::Fails,
        _ => Judgement::Open,
    }
}

/// Whether the first of two players is stronger, by games won or by places. If these contradict
/// each other, it is not decided.
fn first_is_stronger(figures: &Figures) -> (Judgement, String) {
    let (wins, places) = (figures.more_wins(), figures.advantage());
    (is_stronger(wins, places), compared(wins, places))
}

fn is_stronger(wins: Estimate, places: Estimate) -> Judgement {
    if is_between(wins, NEGLIGIBLE_WINS) && is_between(places, NEGLIGIBLE_POINTS) {
        return Judgement::Fails;
    }
    match (sign(wins), sign(places)) {
        (by_wins, by_places) if by_wins == by_places || by_places == Judgement::Open => by_wins,
        (Judgement::Open, by_places) => by_places,
        _ => Judgement::Open,
    }
}

/// Whether the first of two players is at most negligibly weaker.
fn first_is_not_weaker(figures: &Figures) -> (Judgement, String) {
    let (wins, places) = (figures.more_wins(), figures.advantage());
    (is_not_weaker(wins, places), compared(wins, places))
}

fn is_not_weaker(wins: Estimate, places: Estimate) -> Judgement {
    if wins.low > -NEGLIGIBLE_WINS && places.low > -NEGLIGIBLE_POINTS {
        Judgement::Holds
    } else if wins.high < -NEGLIGIBLE_WINS || places.high < -NEGLIGIBLE_POINTS {
        Judgement::Fails
    } else {
        Judgement::Open
    }
}

fn is_between(estimate: Estimate, few: f64) -> bool {
    -few < estimate.low && estimate.high < few
}

/// The differences between the first and the second of two players.
fn compared(wins: Estimate, places: Estimate) -> String {
    let won = match difference(wins, &["fewer", "more"]) {
        Some(difference) => format!("{difference} games than the second"),
        None => "as many games as the second".to_owned(),
    };
    let rated = match places.value.round() {
        0.0 => "the same".to_owned(),
        points => format!("{} points {}", points.abs(), if points < 0.0 { "lower" } else { "higher" }),
    };
    let [few, many] = [wins.low, wins.high].map(|end| signed(100.0 * end, 1));
    let [low, high] = [places.low, places.high].map(|end| signed(end, 0));
    format!("the first wins {won} ({few} to {many}) and is rated {rated} ({low} to {high})")
}

/// A difference between two shares in words; `None` if it is rounded to 0.
fn difference(Estimate { value, .. }: Estimate, [fewer, more]: &[&str; 2]) -> Option<String> {
    let points = format!("{:.1}", 100.0 * value.abs());
    (points != "0.0").then(|| format!("{points} percentage points {}", if value < 0.0 { fewer } else { more }))
}

fn more_stalemates(one: &Figures, other: &Figures) -> (Judgement, String) {
    let more = one.more_stalemates_than(other);
    let [low, high] = [more.low, more.high].map(|end| signed(100.0 * end, 1));
    let difference = difference(more, &["fewer", "more"]).unwrap_or_else(|| "as many".to_owned());
    let why = format!(
        "{} of the games are stalemates, compared with {}: {difference} ({low} to {high})",
        share(one.stalemates),
        share(other.stalemates)
    );
    (sign(more), why)
}

fn times_the_work(figures: &Figures, times: f64) -> (Judgement, String) {
    let ratio = figures.work[0].0 / figures.work[1].0;
    let judgement = if ratio >= times { Judgement::Holds } else { Judgement::Fails };
    (judgement, format!("{ratio:.2} times as many generated turns, averaged over all turns of all games"))
}

/// Whether player 1 wins less than a quarter of the games that are won.
fn first_seat_is_hard(figures: &Figures) -> (Judgement, String) {
    let parts = figures.parts_of_wins();
    let why = format!(
        "of the games that are won, {} are won from seat 1, and {}, {} and {} from the other seats",
        share(parts[0]),
        share(parts[1]),
        share(parts[2]),
        share(parts[3])
    );
    let Estimate { value, low, high } = parts[0];
    (sign(Estimate { value: 0.25 - value, low: 0.25 - high, high: 0.25 - low }), why)
}

/// Whether some kinds of galaxies have more stalemates than others.
fn stalemates_differ(figures: &[Figures]) -> (Judgement, String) {
    let kinds: Vec<_> = figures
        .iter()
        .map(|figures| format!("{:?} {}", figures.series.galaxy, share(figures.stalemates)).to_lowercase())
        .collect();
    let highest_low = figures.iter().map(|figures| figures.stalemates.low).fold(0.0, f64::max);
    let lowest_high = figures.iter().map(|figures| figures.stalemates.high).fold(1.0, f64::min);
    let judgement = if highest_low > lowest_high { Judgement::Holds } else { Judgement::Open };
    (judgement, kinds.join(", "))
}

/// Whether stalemates are more or less frequent in galaxies with at most 5 barren planets of 12
/// than in those with at least 7.
fn stalemates_depend_on_barren_planets(figures: &Figures) -> (Judgement, String) {
    let [few, many] = [figures.stalemates_where(|barren| barren <= 5), figures.stalemates_where(|barren| barren >= 7)];
    let judgement = if few.low > many.high || many.low > few.high { Judgement::Holds } else { Judgement::Open };
    (
        judgement,
        format!(
            "with at most 5 of 12 planets barren, {} of the games are stalemates, with at least 7, {}",
            share(few),
            share(many)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: f64, high: f64) -> Estimate {
        Estimate { value: (low + high) / 2.0, low, high }
    }

    #[test]
    fn strength_is_judged_by_wins_and_places() {
        let (more, fewer, unsure, none) =
            (between(0.1, 0.2), between(-0.2, -0.1), between(-0.1, 0.1), between(-0.01, 0.01));
        let (ahead, behind, doubtful, level) =
            (between(20.0, 40.0), between(-40.0, -20.0), between(-30.0, 30.0), between(-5.0, 5.0));
        assert_eq!(is_stronger(more, ahead), Judgement::Holds);
        assert_eq!(is_stronger(more, doubtful), Judgement::Holds);
        assert_eq!(is_stronger(unsure, ahead), Judgement::Holds);
        assert_eq!(is_stronger(fewer, doubtful), Judgement::Fails);
        assert_eq!(is_stronger(unsure, behind), Judgement::Fails);
        assert_eq!(is_stronger(none, level), Judgement::Fails);
        assert_eq!(is_stronger(unsure, doubtful), Judgement::Open);
        assert_eq!(is_stronger(more, behind), Judgement::Open);
    }

    #[test]
    fn differences_are_told_in_words() {
        let text = compared(between(-0.849, -0.793), between(-49.0, -29.0));
        let expected = "the first wins 82.1 percentage points fewer games than the second (−84.9 to −79.3) \
                        and is rated 39 points lower (−49 to −29)";
        assert_eq!(text, expected);
        let text = compared(between(-0.014, 0.014), between(-1.0, 1.0));
        assert_eq!(text, "the first wins as many games as the second (−1.4 to +1.4) and is rated the same (−1 to +1)");
    }

    #[test]
    fn a_negligible_weakness_is_none() {
        assert_eq!(is_not_weaker(between(-0.01, 0.01), between(-5.0, 5.0)), Judgement::Holds);
        assert_eq!(is_not_weaker(between(-0.2, -0.1), between(-30.0, 30.0)), Judgement::Fails);
        assert_eq!(is_not_weaker(between(-0.1, 0.1), between(-30.0, 30.0)), Judgement::Open);
    }
}
