//! What the published player sees and why it does what it does.

use starchess::{
    Errand, Explanation, Galaxy, Player, Prediction, Published, Sector, Sectors, Survey, TriedMask, write_commands,
};

use crate::figures::{grouped, signed};

/// How many of the choices are shown.
const SHOWN: usize = 5;

/// A turn of the published player: what it saw and what it chose.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// Who thought.
    pub(crate) player: Published,
    /// The position in which it thought.
    pub(crate) galaxy: Galaxy,
    /// What it found.
    pub(crate) prediction: Prediction,
}

impl Thought {
    /// What it expects, in brackets behind its commands.
    pub(crate) fn summary(&self) -> String {
        let scores = self.prediction.scores.map(signed).join(" ");
        let turns = match self.prediction.turns {
            0 => "this turn".to_owned(),
            1 => "1 turn".to_owned(),
            turns => format!("{turns} turns"),
        };
        format!("(expects {scores} after {turns}; {} generated)", grouped(self.prediction.generated))
    }

    /// Its requests and what it did about them, the choices it tried, and what it expects of everybody.
    pub(crate) fn reasons(&self) -> String {
        let why = self.prediction.explain(&self.galaxy);
        let survey = Survey::with(&self.galaxy, self.player.experiments);
        let mut text = requests(&survey, |sector| done(&why, sector));
        text += &choices(&why);
        text += "  What it expects:\n";
        for turn in &why.expected {
            let scores = turn.after.scores().map(signed).join(" ");
            text += &format!("    {}: {}  ({scores})\n", turn.player, write_commands(&turn.commands));
        }
        text
    }
}

/// What was done about the request of a sector.
fn done(why: &Explanation, sector: Sector) -> String {
    let Some(request) = why.requests.iter().find(|it| it.request.sector == sector) else { return String::new() };
    let mut parts = Vec::new();
    if request.is_masked {
        parts.push("left out".to_owned());
    }
    if request.sent > 0 {
        parts.push(format!("{} sent", request.sent));
    }
    if request.built > 0 {
        parts.push(format!("{} built", request.built));
    }
    if request.is_colonized {
        parts.push("colonized".to_owned());
    }
    parts.join(", ")
}

/// The best of the choices that were tried, and why the chosen one is that.
fn choices(why: &Explanation) -> String {
    let player = why.player;
    let own = |tried: &TriedMask| tried.score;
    let all = why.masks[0].mask;
    let mut best: Vec<&TriedMask> = why.masks.iter().collect();
    // A stable sort: of equals the first that was tried comes first, as it does for the player.
    best.sort_by_key(|tried| std::cmp::Reverse(own(tried)));
    let mut text = format!("  It tried {} choices of requests. The best for {player}:\n", why.masks.len());
    for tried in best.into_iter().take(SHOWN) {
        let score = own(tried).map_or_else(|| "not looked into".to_owned(), signed);
        let left_out = all & !tried.mask;
        let what = if left_out.is_empty() { "all requests".to_owned() } else { format!("without {}", names(left_out)) };
        text += &format!("    {score:>6}  {what}\n");
    }
    let left_out = why.dropped();
    let reason = match why.gain() {
        _ if left_out.is_empty() => "none does better than all requests together".to_owned(),
        Some(gain) => format!("to leave out {} gains {}", names(left_out), signed(gain)),
        None => format!("it leaves out {}", names(left_out)),
    };
    format!("{text}  So {reason}.\n")
}

/// The threats and requests of the player to move.
pub(crate) fn situation(galaxy: &Galaxy) -> String {
    let survey = Survey::new(galaxy);
    let player = survey.player();
    let own = galaxy.colonies(player) | galaxy.fleets(player);
    let threatened: Vec<String> = own
        .into_iter()
        .filter(|&sector| survey.threat(sector) > 0)
        .map(|sector| format!("{sector} !{}", survey.threat(sector)))
        .collect();
    let threats = if threatened.is_empty() {
        "nothing of its own is threatened".to_owned()
    } else {
        format!("threatened are {}", threatened.join(", "))
    };
    format!("As the published player sees it, {threats}. Its requests:\n{}", requests(&survey, |_| String::new()))
        .replace("its own", &format!("{player}'s"))
}

/// A line for every request, with what `done` says of its sector.
fn requests(survey: &Survey, done: impl Fn(Sector) -> String) -> String {
    let mut text = String::from("  sector  priority  to        min  max  threat\n");
    for request in survey.requests(survey.full_mask()) {
        let errand = match request.errand {
            Errand::Move => "move",
            Errand::Colonize => "colonize",
        };
        let line = format!(
            "  {:6}  {:8}  {errand:8}  {:3}  {:3}  {:6}  {}",
            request.sector.to_string(),
            request.priority,
            request.min,
            request.max,
            survey.threat(request.sector),
            done(request.sector)
        );
        text += &format!("{}\n", line.trim_end());
    }
    if survey.full_mask().is_empty() {
        text = "  none: there is no threat and no opportunity\n".to_owned();
    }
    text
}

fn names(sectors: Sectors) -> String {
    sectors.into_iter().map(|sector| sector.to_string()).collect::<Vec<_>>().join(" and ")
}

/// A player at the beginning of a sentence.
pub(crate) fn capital(player: Player) -> String {
    format!("Player {}", player.number())
}

#[cfg(test)]
mod tests {
    use gametree::Limits;

    use super::*;

    #[test]
    fn reasons_say_what_is_left_out_and_gained() {
        let lines = include_str!("../../../starchess/tests/data/midgame.txt").lines().take(20);
        let mut left_out = 0;
        for line in lines {
            let galaxy: Galaxy = line.parse().unwrap();
            let player = Published::default();
            let prediction = player.think(&galaxy, &Limits::default(), &mut |_| ()).unwrap();
            let is_unmasked = prediction.mask == Survey::new(&galaxy).full_mask();
            let reasons = Thought { player, galaxy, prediction }.reasons();
            assert_eq!(reasons.contains("none does better"), is_unmasked, "{reasons}");
            assert_eq!(reasons.contains("So to leave out "), !is_unmasked, "{reasons}");
            assert_eq!(reasons.matches("; end").count() + reasons.matches(": end").count(), 8, "{reasons}");
            left_out += usize::from(!is_unmasked);
        }
        assert!(left_out > 0);
    }
}
