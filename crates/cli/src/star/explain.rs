//! What the published player sees and why it does what it does.

use starchess::{Errand, Galaxy, Player, Prediction, Sectors, Survey};

use crate::figures::{grouped, signed};

/// A turn of the published player: what it saw and what it chose.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
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
            0 => "at the end of this turn".to_owned(),
            1 => "1 turn ahead".to_owned(),
            turns => format!("{turns} turns ahead"),
        };
        format!("(scores {scores} {turns}, {} generated)", grouped(self.prediction.generated))
    }

    /// Which requests it made and which it left out.
    pub(crate) fn reasons(&self) -> String {
        let survey = Survey::new(&self.galaxy);
        let (full, mask) = (survey.full_mask(), self.prediction.mask);
        let left_out = full & !mask;
        let tried = survey.masks().count();
        let choice = if left_out.is_empty() {
            "none did better than all requests together".to_owned()
        } else {
            format!("the best leaves out {}", names(left_out))
        };
        format!("{}  It tried {tried} choices of requests: {choice}.\n", requests(&survey, mask))
    }
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
    format!("As the published player sees it, {threats}. Its requests:\n{}", requests(&survey, survey.full_mask()))
        .replace("its own", &format!("{player}'s"))
}

/// A line for every request, with a mark where the mask leaves it out.
fn requests(survey: &Survey, mask: Sectors) -> String {
    let mut text = String::from("  sector  priority  to        min  max  threat\n");
    for request in survey.requests(survey.full_mask()) {
        let errand = match request.errand {
            Errand::Move => "move",
            Errand::Colonize => "colonize",
        };
        let mark = if mask.has(request.sector) { "" } else { "  left out" };
        text += &format!(
            "  {:6}  {:8}  {errand:8}  {:3}  {:3}  {:6}{mark}\n",
            request.sector.to_string(),
            request.priority,
            request.min,
            request.max,
            survey.threat(request.sector)
        );
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
