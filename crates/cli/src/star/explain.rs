//! What the published player sees and why it does what it does.

use gametree::{Game, Limits, MaxN, Score, Search};
use starchess::{Errand, Galaxy, MaskGame, PLAYERS, Player, Prediction, Published, Sectors, ShipsAndColonies, Survey};

use crate::figures::{grouped, signed};

/// The most positions to look at for a comparison that nobody asked for.
const COMPARED: u64 = 2_000_000;

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

    /// What it would expect of another mask; nothing if that takes long to find out.
    fn scores_of(&self, mask: Sectors) -> Option<[Score; PLAYERS]> {
        let game = MaskGame::new(&self.galaxy, self.prediction.turns, self.player.all_masks);
        let mut next = game.start();
        game.play(&game.start(), mask, &mut next);
        if game.outcome(&next).is_some() {
            return Some(next.galaxy().scores());
        }
        let limits = Limits::depth(game.levels()).with_nodes(COMPARED).straight();
        let report = MaxN::new(ShipsAndColonies).search(&game, &next, &limits);
        (report.depth == game.levels()).then_some(report.scores)
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
            let player = self.galaxy.to_move();
            let gain = self.scores_of(full).map_or_else(String::new, |scores| {
                let [best, all] = [self.prediction.scores, scores].map(|scores| signed(scores[player.index()]));
                format!(": {best} for {player} instead of {all} with all of them")
            });
            format!("the best leaves out {}{gain}", names(left_out))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The full mask and the chosen one are among those that the tree tried: their scores must be what it found.
    #[test]
    fn the_choice_beats_all_requests() {
        let lines = include_str!("../../../starchess/tests/data/midgame.txt").lines().take(12);
        let mut left_out = 0;
        for line in lines {
            let galaxy: Galaxy = line.parse().unwrap();
            for turns in 0..=1 {
                let player = Published { turns, ..Published::default() };
                let prediction = player.think(&galaxy, &Limits::default(), &mut |_| ()).unwrap();
                let thought = Thought { player, galaxy, prediction };
                assert_eq!(thought.scores_of(thought.prediction.mask), Some(thought.prediction.scores));
                let full = Survey::new(&galaxy).full_mask();
                let (own, all) = (galaxy.to_move().index(), thought.scores_of(full).unwrap());
                assert!(thought.prediction.scores[own] >= all[own]);
                if thought.prediction.mask != full {
                    left_out += 1;
                    assert!(thought.reasons().contains("the best leaves out "));
                }
            }
        }
        assert!(left_out > 0);
    }
}
