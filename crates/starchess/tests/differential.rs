//! The rules and the published player against the plain reference implementation, which was written
//! independently from the specification: the state after every command, the scores, whole turns,
//! predictions and counts must be the same.

use fastrand::Rng;
use starchess::{Command, Galaxy, Sectors, Survey, predict, read_commands, write_commands};
use starchess_reference as reference;

/// The same position in both implementations.
#[derive(Clone)]
struct Both {
    ours: Galaxy,
    plain: reference::Galaxy,
}

impl Both {
    /// A start with any planets.
    fn start(planets: u16) -> Self {
        let plain = reference::Galaxy::from_choice(planets);
        Self { ours: plain.to_string().parse().expect("a start is a position"), plain }
    }

    fn check(&self) {
        assert_eq!(self.ours.to_string(), self.plain.to_string());
        let read: Galaxy = self.plain.to_string().parse().expect("what the reference writes is a position");
        assert_eq!(read, self.ours);
        assert_eq!(self.ours.scores().map(i64::from), self.plain.score(), "{}", self.plain);
        assert_eq!(self.ours.is_over(), self.plain.is_over());
    }

    /// Both carry the command out, or both refuse it and change nothing.
    fn apply(&mut self, command: Command) {
        let text = command.to_string();
        let parsed = reference::Command::parse(&text).expect("what we write is a command");
        let (before, plain_before) = (self.ours, self.plain.to_string());
        let (ours, plain) = (self.ours.apply(command), self.plain.apply(&parsed));
        assert_eq!(ours.is_ok(), plain.is_ok(), "{text} in {before}: {ours:?}, {plain:?}");
        if ours.is_err() {
            assert_eq!(self.ours, before);
            assert_eq!(self.plain.to_string(), plain_before);
        }
        self.check();
    }

    /// The masks, and the turn that each of some of them makes.
    fn check_turns(&self, rng: &mut Rng) {
        let survey = Survey::new(&self.ours);
        let masks: Vec<u16> = survey.masks().map(Sectors::bits).collect();
        assert_eq!(masks, reference::masks(&self.plain), "{}", self.plain);
        let any: Vec<u16> = (0..5).map(|_| rng.u16(..) & survey.full_mask().bits()).collect();
        for mask in masks.into_iter().filter(|_| rng.u8(..) < 60).chain(any) {
            let commands = survey.commands(&self.ours, Sectors::from_bits(mask));
            let (plain_commands, plain_after) = reference::turn_for_mask(&self.plain, mask);
            assert_eq!(
                write_commands(&commands),
                reference::write_commands(&plain_commands),
                "mask {mask:#06x} in {}",
                self.plain
            );
            let mut after = self.ours;
            for command in commands {
                after.apply(command).unwrap_or_else(|error| panic!("{command} of mask {mask:#06x}: {error}"));
            }
            assert_eq!(after.to_string(), plain_after.to_string());
        }
    }

    fn check_prediction(&self, turns: u32, all_masks: bool) {
        let ours = predict(&self.ours, turns, all_masks);
        let plain = reference::predict(&self.plain, turns as usize, all_masks);
        let ours = ours.map(|it| {
            (it.mask.bits(), write_commands(&it.commands), it.scores.map(i64::from), it.generated, it.evaluated)
        });
        let plain =
            plain.map(|it| (it.mask, reference::write_commands(&it.commands), it.scores, it.generated, it.evaluated));
        assert_eq!(ours, plain, "{turns} turns, all masks {all_masks}, {}", self.plain);
    }
}

/// A command that may be legal: numbers near what is possible, sectors near each other.
fn any_command(rng: &mut Rng, galaxy: &Galaxy) -> Command {
    let own: Vec<_> = (galaxy.fleets(galaxy.to_move()) | galaxy.colonies(galaxy.to_move())).into_iter().collect();
    let any = |rng: &mut Rng| starchess::Sector::from_index(rng.usize(..16));
    let at = if own.is_empty() || rng.u8(..) < 20 { any(rng) } else { own[rng.usize(..own.len())] };
    let ships = match rng.u8(..6) {
        0 => rng.u32(..1100),
        1 => galaxy.fleet(at).map_or(0, |fleet| u32::from(fleet.ships)),
        2 => galaxy.fleet(at).map_or(1, |fleet| u32::from(fleet.active())),
        _ => rng.u32(..30),
    };
    match rng.u8(..9) {
        0..=3 => {
            let near: Vec<_> = at.neighbours().into_iter().collect();
            let to = if rng.u8(..) < 20 { any(rng) } else { near[rng.usize(..near.len())] };
            Command::Move { from: at, to, ships }
        }
        4 | 5 => Command::Build { at, ships },
        6 => Command::Colonize { at },
        7 => Command::Terraform { at },
        _ => Command::Scrap { at, ships },
    }
}

/// Plays a game in which every turn is made of random commands and a random mask, so that all kinds
/// of positions occur.
fn play(seed: u64, turns: usize, mut look: impl FnMut(&mut Both, &mut Rng)) {
    let mut rng = Rng::with_seed(seed);
    let mut both = Both::start(rng.u16(..4096));
    for _ in 0..turns {
        if both.ours.is_over() {
            break;
        }
        look(&mut both, &mut rng);
        let wild = if rng.u8(..) < 100 { rng.usize(..8) } else { 0 };
        for _ in 0..wild {
            let command = any_command(&mut rng, &both.ours);
            both.apply(command);
        }
        // The computer finishes a turn that a human began.
        both.check_turns(&mut rng);
        let survey = Survey::new(&both.ours);
        let masks: Vec<_> = survey.masks().collect();
        let mask = if rng.bool() { survey.full_mask() } else { masks[rng.usize(..masks.len())] };
        for command in survey.commands(&both.ours, mask) {
            both.apply(command);
        }
    }
    both.apply(Command::EndTurn);
}

/// More with `STARCHESS_SEEDS=n`.
fn seeds(default: u64) -> std::ops::Range<u64> {
    let seeds = std::env::var("STARCHESS_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    0..seeds.unwrap_or(default)
}

#[test]
fn commands_and_turns() {
    for seed in seeds(40) {
        play(seed, 200, |_, _| ());
    }
}

#[test]
fn predictions() {
    for seed in seeds(20) {
        play(1_000_000 + seed, 120, |both, rng| match rng.u8(..60) {
            0 => both.check_prediction(2, false),
            1 => both.check_prediction(0, true),
            2..5 => both.check_prediction(1, false),
            5..9 => both.check_prediction(0, false),
            _ => {}
        });
    }
}

/// Both stop reserves and the number of the turn where the notation ends.
#[test]
fn at_the_extremes() {
    for seed in 0..seeds(20).end {
        let mut rng = Rng::with_seed(seed);
        let planets = Both::start(rng.u16(..4096)).plain.to_string();
        let mut near = || 1_000_000_000 - rng.u32(..2_000);
        let reserves: Vec<String> = (0..4).map(|_| format!("{}:{}", near(), near())).collect();
        let text = planets.replace(" 1 1 0:0,0:0,0:0,0:0", &format!(" 1 999998 {}", reserves.join(",")));
        let ours = text.parse().expect("a position");
        let mut both = Both { ours, plain: reference::Galaxy::parse(&text).expect("a position") };
        for _ in 0..20 {
            for _ in 0..rng.usize(..5) {
                let command = any_command(&mut rng, &both.ours);
                both.apply(command);
            }
            both.apply(Command::EndTurn);
        }
        assert_eq!(both.ours.round(), 1_000_000);
    }
}

/// A position and its prediction that both implementations were written down to have before they
/// were compared.
#[test]
fn noted_lines() {
    let p1 = "t2@1000,t2@1000,b2@55,t3@1000+3x2/b,t2@440+2x2,b,b3@110+2x83/t1@1000,b+1x59,b,t3@24+3x20/t1@1000,b1@33,b4@200+4x20,t4@1000+4x20 1 40 1235:2900,2:2634,9505:4207,12755:1533";
    let galaxy: Galaxy = p1.parse().expect("a position");
    let prediction = predict(&galaxy, 2, false).expect("the game goes on");
    assert_eq!(write_commands(&prediction.commands), "colonize B2; terraform B1; build A1 11; end");
    assert_eq!(prediction.scores, [119, -293, -177, -101]);
    assert_eq!((prediction.generated, prediction.evaluated), (2500, 596));
    assert_eq!(read_commands(&write_commands(&prediction.commands)), Ok(prediction.commands));
}

/// Both readers accept the same texts, and read the same into them: real positions and lists of
/// commands with a character changed, left out, doubled or put in.
#[test]
fn readers() {
    let mut rng = Rng::with_seed(1);
    let positions: Vec<&str> = include_str!("data/midgame.txt").lines().collect();
    let commands = "move A1 B2 20; build A1 5; colonize B2; terraform B2; scrap A1 3; end";
    let letters: Vec<char> = "tb,/@+xiw:- ;0123456789ABCDabcdemovn\té".chars().collect();
    let mut accepted = 0;
    for _ in 0..seeds(40).end * 500 {
        let is_position = rng.bool();
        let text = if is_position { positions[rng.usize(..positions.len())] } else { commands };
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..rng.usize(1..=2) {
            let (at, letter) = (rng.usize(..text.len()), letters[rng.usize(..letters.len())]);
            match rng.u8(..4) {
                0 => text[at] = letter,
                1 => drop(text.remove(at)),
                2 => text.insert(at, text[at]),
                _ => text.insert(at, letter),
            }
        }
        let text: String = text.into_iter().collect();
        if is_position {
            let (ours, plain) = (text.parse::<Galaxy>(), reference::Galaxy::parse(&text));
            accepted += usize::from(ours.is_ok());
            let same = ours.as_ref().map(ToString::to_string).ok() == plain.as_ref().map(ToString::to_string).ok();
            assert!(same, "{text}: {ours:?}, {:?}", plain.err());
        } else {
            let (ours, plain) = (read_commands(&text), reference::parse_commands(&text));
            accepted += usize::from(ours.is_ok());
            let written = plain.as_ref().map(|commands| reference::write_commands(commands)).ok();
            assert_eq!(ours.as_ref().map(|commands| write_commands(commands)).ok(), written, "{text}: {ours:?}");
        }
    }
    assert!(accepted > 100);
}
