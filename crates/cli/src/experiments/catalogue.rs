//! The experiments: what the paper claims, and the games that show whether it is so.

use arena::star::Kind;
use arena::stats::Estimate;

use super::section::{points, share};
use super::series::{Figures, Seats, Series};

/// In how many galaxies two players meet, and in how many one plays against itself; fewer if they look 3 turns ahead, for that
/// takes ten times as long, and fewer still if they use all the time they are given.
const MEETINGS: usize = 200;
const ALONE: usize = 2_000;
const FAR_MEETINGS: usize = 100;
const FAR_ALONE: usize = 600;
const LIMITED_MEETINGS: usize = 40;

/// Less than so many points, or of the games, is next to nothing.
const FEW_POINTS: f64 = 10.0;
const FEW_WINS: f64 = 0.02;

/// A claim of the paper, or several, and what is played to see.
pub(super) struct Experiment {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) series: Vec<Series>,
    pub(super) claims: Vec<Claim>,
}

/// Something that the paper says.
pub(super) struct Claim {
    /// What, and where.
    pub(super) text: &'static str,
    /// Whether the games bear it out, and why.
    pub(super) judge: fn(&[Figures]) -> (Judgement, String),
}

/// What the games say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It is so.
    Holds,
    /// It is not.
    Fails,
    /// The games do not tell: the answer is within the error.
    Open,
}

fn versus(one: &'static str, other: &'static str) -> Series {
    let galaxies = match one {
        one if looks_far(one) || other.contains("2,all-masks") => FAR_MEETINGS,
        one if one.contains("nodes=") || one.contains("time=") => LIMITED_MEETINGS,
        _ => MEETINGS,
    };
    Series { players: vec![one, other], seats: Seats::TwoTwo, galaxy: Kind::Random, galaxies }
}

fn alone(player: &'static str) -> Series {
    let galaxies = if looks_far(player) { FAR_ALONE } else { ALONE };
    Series { players: vec![player], seats: Seats::Alike, galaxy: Kind::Random, galaxies }
}

fn looks_far(player: &str) -> bool {
    player.starts_with("published:3")
}

fn mixed(galaxy: Kind, galaxies: usize) -> Series {
    let players = vec!["published:1", "published:2", "published:3"];
    Series { players, seats: Seats::AllMixtures, galaxy, galaxies }
}

/// All experiments.
pub(super) fn all() -> Vec<Experiment> {
    vec![
        Experiment {
            name: "masks",
            title: "No masks against masks",
            series: vec![
                versus("published:0", "published:0,no-masks"),
                versus("published:2", "published:0,no-masks"),
                alone("published:0"),
                alone("published:0,no-masks"),
            ],
            claims: vec![
                Claim {
                    text: "Masking out requests makes a stronger player even without looking ahead (2.3.1).",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim {
                    text: "Request masking decisively improves the computer players (2.2.2).",
                    judge: |figures| first_is_stronger(&figures[1]),
                },
            ],
        },
        Experiment {
            name: "all-masks",
            title: "Masks for oneself against masks for all",
            series: vec![
                versus("published:1", "published:1,all-masks"),
                versus("published:2", "published:2,all-masks"),
                versus("published:nodes=1000", "published:nodes=1000,all-masks"),
                versus("published:time=3ms", "published:time=3ms,all-masks"),
            ],
            claims: vec![
                Claim {
                    text: "At equal depth, the full mask is sufficient to predict the others (2.3.2), so it costs next to nothing: 1 turn.",
                    judge: |figures| first_is_not_weaker(&figures[0]),
                },
                Claim { text: "The same with 2 turns.", judge: |figures| first_is_not_weaker(&figures[1]) },
                Claim {
                    text: "The depth that this pays for is worth more: with an equal number of turns built it is stronger (2.3.2).",
                    judge: |figures| first_is_stronger(&figures[2]),
                },
                Claim {
                    text: "The same with equal time (2.3.2; the second uses two threads in large trees, which only helps it).",
                    judge: |figures| first_is_stronger(&figures[3]),
                },
            ],
        },
        Experiment {
            name: "depth",
            title: "0, 1, 2 and 3 turns ahead",
            series: vec![
                Series {
                    players: vec!["published:0", "published:1", "published:2", "published:3"],
                    seats: Seats::AllOrders,
                    galaxy: Kind::Random,
                    galaxies: 40,
                },
                versus("published:1", "published:0"),
                versus("published:2", "published:1"),
                versus("published:3", "published:2"),
                alone("published:0"),
                alone("published:1"),
                alone("published:2"),
                alone("published:3"),
            ],
            claims: vec![
                Claim {
                    text: "The deeper the tree the stronger the player (2.1.3): 1 turn against 0.",
                    judge: |figures| first_is_stronger(&figures[1]),
                },
                Claim { text: "2 turns against 1.", judge: |figures| first_is_stronger(&figures[2]) },
                Claim { text: "3 turns against 2.", judge: |figures| first_is_stronger(&figures[3]) },
                Claim {
                    text: "Depth 0 is prone to stalemates (B.2): more than depth 2.",
                    judge: |figures| more_stalemates(&figures[4], &figures[6]),
                },
            ],
        },
        Experiment {
            name: "skip-dead",
            title: "No levels for the dead",
            // With 3 turns it takes minutes for a single one when two players are left.
            series: vec![versus("published:2,skip-dead", "published:2")],
            claims: vec![
                Claim {
                    text: "With the levels of eliminated players filled by live ones the endgame is stronger (3.5.1), so it wins more.",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim {
                    text: "But it causes a massive increase in complexity (3.5.1): at least twice the turns built.",
                    judge: |figures| times_the_work(&figures[0], 2.0),
                },
            ],
        },
        Experiment {
            name: "gains",
            title: "Short-term gains only",
            series: vec![
                versus("published:2", "published:2,gains=worse"),
                versus("published:2", "published:2,gains=no-better"),
                versus("published:3", "published:3,gains=worse"),
            ],
            claims: vec![
                Claim {
                    text: "Not to look into turns that are worse at once misses too many good ones (2.3.3).",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim {
                    text: "Not to look into turns that are no better at once does so too (2.3.3).",
                    judge: |figures| first_is_stronger(&figures[1]),
                },
                Claim { text: "The first of these with 3 turns.", judge: |figures| first_is_stronger(&figures[2]) },
            ],
        },
        Experiment {
            name: "doubling",
            title: "Stronger players count twice",
            series: vec![
                versus("published:2", "published:2,no-doubling"),
                versus("published:3", "published:3,no-doubling"),
                alone("published:2,no-doubling"),
                alone("published:2"),
                alone("published:3,no-doubling"),
                alone("published:3"),
            ],
            claims: vec![
                Claim {
                    text: "To count stronger players twice is an improvement (3.4): 2 turns.",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim { text: "The same with 3 turns.", judge: |figures| first_is_stronger(&figures[1]) },
                Claim {
                    text: "It helps to avoid stalemates (3.4): there are more without it, with 2 turns.",
                    judge: |figures| more_stalemates(&figures[2], &figures[3]),
                },
                Claim { text: "The same with 3 turns.", judge: |figures| more_stalemates(&figures[4], &figures[5]) },
            ],
        },
        Experiment {
            name: "garrisons",
            title: "Garrisons before colonies",
            series: vec![
                versus("published:2", "published:2,garrisons-first"),
                alone("published:2,garrisons-first"),
                alone("published:2"),
                alone("published:3,garrisons-first"),
                alone("published:3"),
            ],
            claims: vec![
                Claim {
                    text: "Priority 3 for garrisons makes stalemates more likely than priority 4 (B.2): 2 turns.",
                    judge: |figures| more_stalemates(&figures[1], &figures[2]),
                },
                Claim { text: "The same with 3 turns.", judge: |figures| more_stalemates(&figures[3], &figures[4]) },
            ],
        },
        Experiment {
            name: "buildable",
            title: "What could be built as a threat",
            series: vec![
                versus("published:2", "published:2,count-buildable"),
                alone("published:2,count-buildable"),
                alone("published:2"),
            ],
            claims: vec![
                Claim {
                    text: "To count the ships that could be built as a threat makes the players too timid (note 3 of 3.3): weaker.",
                    judge: |figures| first_is_stronger(&figures[0]),
                },
                Claim {
                    text: "And more often in a stalemate.",
                    judge: |figures| more_stalemates(&figures[1], &figures[2]),
                },
            ],
        },
        Experiment {
            name: "order",
            title: "The naive order of sectors against the snake",
            series: vec![
                alone("published:3,naive-order"),
                alone("published:3"),
                versus("published:3", "published:3,naive-order"),
                alone("published:2,naive-order"),
                alone("published:2"),
            ],
            claims: vec![
                Claim {
                    text: "In the naive order the game is unfairly difficult for player 1 (3.2): it wins less than a quarter, with 3 turns.",
                    judge: |figures| first_seat_is_hard(&figures[0]),
                },
                Claim { text: "The same with 2 turns.", judge: |figures| first_seat_is_hard(&figures[3]) },
                Claim {
                    text: "The naive order leaves home worlds open to attacks (3.2): the snake is stronger.",
                    judge: |figures| first_is_stronger(&figures[2]),
                },
            ],
        },
        Experiment {
            name: "galaxies",
            title: "Barren, terran, random and symmetric galaxies",
            series: vec![
                mixed(Kind::Barren, 1),
                mixed(Kind::Terran, 1),
                mixed(Kind::Symmetric, 8),
                mixed(Kind::Random, 8),
                alone("published:2"),
            ],
            claims: vec![
                Claim {
                    text: "Certain distributions of planet types still cause stalemates (note 4 of 3.4): the kinds of galaxies differ.",
                    judge: |figures| stalemates_differ(&figures[..4]),
                },
                Claim {
                    text: "The same: random galaxies with few barren planets differ from those with many.",
                    judge: |figures| stalemates_depend_on_barren_planets(&figures[4]),
                },
            ],
        },
    ]
}

/// Whether an estimate is above zero, below, or neither for sure.
fn sign(estimate: Estimate) -> Judgement {
    match estimate {
        Estimate { low, .. } if low > 0.0 => Judgement::Holds,
        Estimate { high, .. } if high < 0.0 => Judgement::Fails,
        _ => Judgement::Open,
    }
}

/// Whether the first of two is stronger: by games won, by places, or by both if they do not contradict each other.
fn first_is_stronger(figures: &Figures) -> (Judgement, String) {
    let (wins, places) = (figures.more_wins(), figures.advantage());
    (is_stronger(wins, places), compared(wins, places))
}

fn is_stronger(wins: Estimate, places: Estimate) -> Judgement {
    if is_between(wins, FEW_WINS) && is_between(places, FEW_POINTS) {
        return Judgement::Fails;
    }
    match (sign(wins), sign(places)) {
        (by_wins, by_places) if by_wins == by_places || by_places == Judgement::Open => by_wins,
        (Judgement::Open, by_places) => by_places,
        _ => Judgement::Open,
    }
}

/// Holds unless the first is weaker by more than next to nothing.
fn first_is_not_weaker(figures: &Figures) -> (Judgement, String) {
    let (wins, places) = (figures.more_wins(), figures.advantage());
    (is_not_weaker(wins, places), compared(wins, places))
}

fn is_not_weaker(wins: Estimate, places: Estimate) -> Judgement {
    if wins.low > -FEW_WINS && places.low > -FEW_POINTS {
        Judgement::Holds
    } else if wins.high < -FEW_WINS || places.high < -FEW_POINTS {
        Judgement::Fails
    } else {
        Judgement::Open
    }
}

fn is_between(estimate: Estimate, few: f64) -> bool {
    -few < estimate.low && estimate.high < few
}

/// How much more the first of two wins, and how far it is ahead.
fn compared(wins: Estimate, places: Estimate) -> String {
    format!("the first wins {} more of the games than the second, and is {} points ahead", share(wins), points(places))
}

fn more_stalemates(one: &Figures, other: &Figures) -> (Judgement, String) {
    let more = one.more_stalemates_than(other);
    let why = format!(
        "{} against {} of the games: the difference is {}",
        share(one.stalemates),
        share(other.stalemates),
        share(more)
    );
    (sign(more), why)
}

fn times_the_work(figures: &Figures, times: f64) -> (Judgement, String) {
    let ratio = figures.work[0].0 / figures.work[1].0;
    let judgement = if ratio >= times { Judgement::Holds } else { Judgement::Fails };
    (judgement, format!("{ratio:.2} times the turns built, in the mean over all turns of all games"))
}

/// Whether player 1 wins less than its quarter of the games that are won, beyond the error.
fn first_seat_is_hard(figures: &Figures) -> (Judgement, String) {
    let parts = figures.parts_of_wins();
    let why = format!(
        "of the games that are won, {} are won from seat 1, {}, {} and {} from the others",
        share(parts[0]),
        share(parts[1]),
        share(parts[2]),
        share(parts[3])
    );
    let Estimate { value, low, high } = parts[0];
    (sign(Estimate { value: 0.25 - value, low: 0.25 - high, high: 0.25 - low }), why)
}

/// Whether some kinds of galaxies have stalemates more often than others, beyond the error.
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

/// Whether there are more stalemates in galaxies with at most 5 barren planets of 12 than in those with at least 7, or fewer.
fn stalemates_depend_on_barren_planets(figures: &Figures) -> (Judgement, String) {
    let [few, many] = [figures.stalemates_where(|barren| barren <= 5), figures.stalemates_where(|barren| barren >= 7)];
    let judgement = if few.low > many.high || many.low > few.high { Judgement::Holds } else { Judgement::Open };
    (judgement, format!("with at most 5 of 12 barren {} are a stalemate, with at least 7 {}", share(few), share(many)))
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
    fn not_to_be_weaker_leaves_room_for_next_to_nothing() {
        assert_eq!(is_not_weaker(between(-0.01, 0.01), between(-5.0, 5.0)), Judgement::Holds);
        assert_eq!(is_not_weaker(between(-0.2, -0.1), between(-30.0, 30.0)), Judgement::Fails);
        assert_eq!(is_not_weaker(between(-0.1, 0.1), between(-30.0, 30.0)), Judgement::Open);
    }
}
