//! Whole games between computer players.

use starchess_reference::{Command, Galaxy, Prediction, Sector, full_mask, masks, predict, turn_for_mask};

/// Plays a game in which each seat looks its own number of rounds ahead, and shows every position
/// at the beginning of a turn with the prediction made there.
fn play(start: Galaxy, seats: [usize; 4], game_turns: i64, mut show: impl FnMut(&Galaxy, &Prediction)) {
    let mut galaxy = start;
    while galaxy.turn <= game_turns {
        let Some(prediction) = predict(&galaxy, seats[galaxy.player], false) else { return };
        show(&galaxy, &prediction);
        for command in &prediction.commands {
            galaxy.apply(command).unwrap_or_else(|reason| panic!("{command} in {galaxy}: {reason}"));
            check(&galaxy);
        }
    }
}

/// The notation gives the same position back, and rejects what is out of range.
fn check(galaxy: &Galaxy) {
    assert_eq!(Galaxy::parse(&galaxy.to_string()).as_ref(), Ok(galaxy));
}

/// Players that look less than two rounds ahead never found a colony, since its ships count more
/// than the colony. In most of these games one player looks two ahead, so there are wars.
#[test]
fn ten_games_without_a_refused_command() {
    let games = [
        (0, [0, 0, 0, 0]),
        (0xfff, [1, 1, 1, 1]),
        (0x9a6, [2, 2, 2, 2]),
        (0x555, [2, 2, 2, 2]),
        (0xfff, [2, 2, 2, 2]),
        (0x000, [0, 1, 2, 2]),
        (0xaaa, [2, 1, 0, 1]),
        (0x0f0, [1, 2, 0, 2]),
        (0x123, [2, 2, 1, 0]),
        (0xedc, [0, 2, 1, 1]),
    ];
    let mut most = 0;
    for (choice, seats) in games {
        let mut turns = 0;
        play(Galaxy::from_choice(choice), seats, 60, |_, prediction| {
            turns += 1;
            most = most.max(prediction.generated);
        });
        assert!(turns > 60, "the game of {choice:x} has only {turns} turns");
    }
    assert!(most > 5000);
}

/// Turn board and players by a quarter and everything happens turned, up to the number of the turn.
#[test]
fn a_quarter_turn_turns_the_whole_game() {
    for (choice, seats, game_turns) in
        [(0x0a6, [0; 4], 60), (0xfff, [1; 4], 60), (0x9a6, [2; 4], 30), (0x9b1, [2, 1, 2, 0], 40)]
    {
        let mut turned = Galaxy::from_choice(choice).turned();
        play(Galaxy::from_choice(choice), seats, game_turns, |galaxy, prediction| {
            turned.turn = galaxy.turn;
            assert_eq!(turned, galaxy.turned());
            let again = predict(&turned, seats[galaxy.player], false).unwrap();
            let mask = Sector::all().filter(|sector| prediction.mask >> sector.0 & 1 == 1);
            assert_eq!(again.mask, mask.map(|sector| 1 << sector.turned().0).sum::<u16>());
            assert!(again.commands.iter().eq(&prediction.commands.iter().map(|c| c.turned()).collect::<Vec<_>>()));
            let [a, b, c, d] = prediction.scores;
            assert_eq!(again.scores, [d, a, b, c]);
            assert_eq!((again.generated, again.evaluated), (prediction.generated, prediction.evaluated));
            for command in &again.commands {
                turned.apply(command).unwrap();
            }
        });
    }
}

/// With `all_masks` the tree is that of the paper's section 2.1: every player tries everything.
#[test]
fn trying_all_masks_generates_more_turns() {
    play(Galaxy::from_choice(0x5a5), [1; 4], 3, |galaxy, prediction| {
        let all = predict(galaxy, 1, true).unwrap();
        assert!(all.generated > prediction.generated);
        assert!(all.evaluated > prediction.evaluated);
    });
}

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    fn command(&mut self, galaxy: &Galaxy) -> Command {
        let at = Sector(self.below(16));
        let place = galaxy.place(at);
        let present = place.fleet.as_ref().map_or(5, |fleet| fleet.ships);
        let ships = match self.below(3) {
            0 => present,
            1 => self.below(30) as i64,
            _ => self.below(present as usize + 2) as i64,
        };
        match self.below(40) {
            0..20 => Command::Move { from: at, to: Sector(self.below(16)), ships },
            20..30 => Command::Build { at, ships },
            30..34 => Command::Colonize { at },
            34..37 => Command::Terraform { at },
            37 => Command::Scrap { at, ships: ships / 4 },
            _ => Command::End,
        }
    }
}

/// Turns that begin with commands at random and that the computer finishes with a mask at random:
/// refused commands change nothing, all have the turned effect on the turned board, and whatever
/// they lead to, the computer can take over.
#[test]
fn random_play() {
    let mut defeats = 0;
    for game in 0..40_u64 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (game << 32) ^ game);
        let mut galaxy = Galaxy::from_choice(random.below(4096) as u16);
        while galaxy.turn <= 100 && !galaxy.is_over() {
            let commands = [0, 0, 0, 8][random.below(4)];
            for _ in 0..commands {
                let command = random.command(&galaxy);
                if galaxy.is_over() {
                    break;
                }
                let before = galaxy.clone();
                let mut turned = galaxy.turned();
                let result = galaxy.apply(&command);
                assert_eq!(turned.apply(&command.turned()), result);
                turned.turn = galaxy.turn;
                assert_eq!(turned, galaxy.turned());
                if result.is_err() {
                    assert_eq!(galaxy, before);
                }
                check(&galaxy);
            }
            let masks = masks(&galaxy);
            galaxy = turn_for_mask(&galaxy, masks[random.below(masks.len())]).1;
            check(&galaxy);
        }
        defeats += (0..4).filter(|&player| galaxy.is_defeated(player)).count();
    }
    assert!(defeats > 0);
}

/// The turn of a mask is the same as that of its commands, one by one, and a game of full masks
/// alone goes on too.
#[test]
fn a_turn_is_its_commands() {
    let mut galaxy = Galaxy::from_choice(0x2d9);
    for _ in 0..240 {
        let (commands, after) = turn_for_mask(&galaxy, full_mask(&galaxy));
        for command in &commands {
            galaxy.apply(command).unwrap();
        }
        assert_eq!(galaxy, after);
    }
}
