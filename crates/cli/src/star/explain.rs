//! How the published player sees a position, and why a computer played its turn.

use starchess::{
    Balance, Errand, Explanation, Galaxy, Plan, Player, Sector, Sectors, Survey, Thought, TriedMask, write_commands,
};

use super::standings::plus;
use super::{capital, name_of};
use crate::figures::{grouped, signed};

/// Alternatives with lower scores are not shown.
const SHOWN: usize = 5;

/// What a computer expects for itself, in parentheses; nothing if it does not say.
pub(crate) fn summary(thought: &Thought) -> String {
    let Some(info) = thought.decision.reasons.info() else { return String::new() };
    if thought.decision.reasons.plan().is_some() {
        return format!("  (expects to win with {} %)", percent(info.scores[thought.player.index()]));
    }
    let score = signed(info.scores[thought.player.index()]);
    match info.turns {
        0 => format!("  (score {score})"),
        1 => format!("  (expects score {score} after 1 round)"),
        rounds => format!("  (expects score {score} after {rounds} rounds)"),
    }
}

/// The probability of a victory, in whole percent, of a hundred times the logarithm of its odds.
fn percent(odds: gametree::Score) -> u32 {
    Plan::chance(odds).round() as u32
}

/// What a computer advises: the turn, the goal behind it, and what the position teaches.
pub(crate) fn hint(thought: &Thought) -> String {
    let mut text = format!("Hint: {}{}\n", write_commands(&thought.decision.turn), summary(thought));
    if let Some(plan) = thought.decision.reasons.plan() {
        if let Some(goal) = plan.goal() {
            text += &format!("  The goal: {}.\n", goal.describe(&thought.galaxy));
        }
        if let Some(lesson) = plan.lesson {
            text += &format!("  Remember: {lesson}.\n");
        }
    }
    text
}

/// What a computer played, what it expects of it, and its reasons.
pub(crate) fn explanation(thought: &Thought) -> String {
    let (name, commands) = (capital(thought.player), write_commands(&thought.decision.turn));
    let (spec, round) = (name_of(&thought.spec), thought.galaxy.round());
    let mut text = format!("{name} ({spec}) played in round {round}: {commands}\n");
    match thought.decision.reasons.info() {
        Some(info) if thought.decision.reasons.plan().is_some() => {
            text += &format!("  It generated {} turns.\n", grouped(info.generated));
        }
        Some(info) => {
            let rounds = if info.turns == 1 { "1 round".to_owned() } else { format!("{} rounds", info.turns) };
            let (scores, turns) = (labelled(&info.scores), grouped(info.generated));
            text += &format!("  It expects these scores after {rounds}: {scores}. It generated {turns} turns.\n");
        }
        None => text += "  It gives no reasons.\n",
    }
    text + &reasons(thought)
}

/// Scores with the players that they belong to.
fn labelled(scores: &[gametree::Score]) -> String {
    let score = |(i, score): (usize, &gametree::Score)| format!("player {} {}", i + 1, signed(*score));
    scores.iter().enumerate().map(score).collect::<Vec<_>>().join(", ")
}

/// The requests of the published player and what it did about them, the choices that it tried, and
/// what it expects of everyone; or the goals of a player that follows goals. Nothing for other
/// players.
pub(crate) fn reasons(thought: &Thought) -> String {
    if let Some(plan) = thought.decision.reasons.plan() {
        return goals(plan, &thought.galaxy);
    }
    let Some(prediction) = thought.decision.reasons.prediction() else { return String::new() };
    let survey = Survey::with(&thought.galaxy, prediction.player.experiments);
    let why = prediction.explain(&thought.galaxy);
    let mut text = requests(&survey, |sector| done(&why, sector));
    text += &choices(&why);
    text += "  It expects these turns, and the scores after each:\n";
    for turn in &why.expected {
        let scores = turn.after.scores().map(signed).join(" ");
        text += &format!("    {}  {}  ({scores})\n", turn.player.number(), write_commands(&turn.commands));
    }
    text
}

/// The goals that a player judged, what it believes about the others, and what it expects.
fn goals(plan: &Plan, galaxy: &Galaxy) -> String {
    let mut text = format!(
        "  It judged {} goals by its chance to win and the harm to its rivals. The best for {}, with the chances:\n",
        plan.judged, plan.player
    );
    let mut shown: Vec<String> = Vec::new();
    for judged in &plan.candidates {
        let words = judged.goal.describe(galaxy);
        if shown.len() < SHOWN && !shown.contains(&words) {
            text += &format!("    {:>3} %  {words}\n", percent(judged.odds));
            shown.push(words);
        }
    }
    for belief in &plan.beliefs {
        let models = belief.in_words().into_iter().filter(|&(_, percent)| percent >= 10).take(3);
        let models: Vec<String> = models.map(|(words, percent)| format!("{words} ({percent} %)")).collect();
        text += &format!("  It believes of {}: {}.\n", belief.opponent, models.join(", "));
    }
    if let Some(last) = plan.expected.last() {
        let standing = Player::ALL.map(|player| {
            if last.is_defeated(player) {
                format!("{player} defeated")
            } else {
                format!("{player} {} colonies and {} ships", last.colonies(player).len(), last.ships(player))
            }
        });
        text += &format!("  It expects after {} rounds: {}.\n", plan.expected.len(), standing.join(", "));
    }
    text
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

/// The best of the choices that were tried, those with equal scores on one line, and why the chosen
/// one is best.
fn choices(why: &Explanation) -> String {
    let player = why.player;
    let own = |tried: &TriedMask| tried.score;
    let all = why.masks[0].mask;
    let mut best: Vec<&TriedMask> = why.masks.iter().collect();
    // A stable sort: of equals, the first that was tried stays first, as it does for the player.
    best.sort_by_key(|tried| std::cmp::Reverse(own(tried)));
    let mut text = format!("  It tried {} choices of requests. The best for {player}:\n", why.masks.len());
    for equal in best.chunk_by(|a, b| own(a) == own(b)).take(SHOWN) {
        let score = own(equal[0]).map_or_else(|| "not tried".to_owned(), signed);
        let left_out = all & !equal[0].mask;
        let what = if left_out.is_empty() { "all requests".to_owned() } else { format!("without {}", names(left_out)) };
        let others = match equal.len() {
            1 => String::new(),
            2 => ", and one other choice".to_owned(),
            count => format!(", and {} other choices", count - 1),
        };
        text += &format!("    score {score:>6}  {what}{others}\n");
    }
    let left_out = why.dropped();
    let reason = match why.gain() {
        _ if left_out.is_empty() => "no choice is better than all requests".to_owned(),
        Some(gain) => format!("leaving out {} gains {}", names(left_out), signed(gain)),
        None => format!("it leaves out {}", names(left_out)),
    };
    format!("{text}  So {reason}.\n")
}

/// The threats to a player and its requests, as the published player sees them.
pub(crate) fn situation(galaxy: &Galaxy, player: Player) -> String {
    let galaxy = galaxy.with_to_move(player);
    let survey = Survey::new(&galaxy);
    let own = galaxy.colonies(player) | galaxy.fleets(player);
    let threatened: Vec<String> = own
        .into_iter()
        .filter(|&sector| survey.threat(sector) > 0)
        .map(|sector| format!("{sector} by {}", survey.threat(sector)))
        .collect();
    let threats = if threatened.is_empty() {
        format!("nothing of {player} is threatened")
    } else {
        format!("{player} is threatened in {}", threatened.join(", "))
    };
    let Balance { materials, credits } = galaxy.player_overview(player).net;
    format!(
        "As the published player sees it, {threats}. Net income: {} materials, {} credits. Requests of {player}:\n{}",
        plus(materials),
        plus(credits),
        requests(&survey, |_| String::new())
    )
}

/// A line for every request, with what `done` says of its sector.
fn requests(survey: &Survey, done: impl Fn(Sector) -> String) -> String {
    if survey.full_mask().is_empty() {
        return "  none: there is no threat and no opportunity\n".to_owned();
    }
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
    text
}

fn names(sectors: Sectors) -> String {
    sectors.into_iter().map(|sector| sector.to_string()).collect::<Vec<_>>().join(" and ")
}
