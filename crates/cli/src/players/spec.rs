//! How a player is written: `NAME` or `NAME:key=value,key=value…`.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use gametree::{Limits, MAX_DEPTH};

use super::{Key, Kind, unknown};

/// More threads than this are a slip of the pen.
const MOST_THREADS: usize = 256;

/// A player as it is written. `V` are the names of the ways to score positions, which every game has its own of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerSpec<V> {
    pub(crate) kind: Kind,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) seed: Option<u64>,
    pub(crate) eval: Option<V>,
}

impl<V> PlayerSpec<V> {
    /// A player of whom nothing but the kind is said.
    pub(crate) const fn new(kind: Kind) -> Self {
        Self { kind, depth: None, nodes: None, time: None, threads: None, seed: None, eval: None }
    }

    /// The same player with a seed, drawn by chance if it needs one and has none. So its name tells how to have the
    /// same game again.
    pub(crate) fn with_any_seed(self) -> Self {
        let needs_one = self.kind.keys().contains(&Key::Seed);
        // Short enough to be typed.
        let draw = || RandomState::new().hash_one(0) % 10_000;
        Self { seed: self.seed.or_else(|| needs_one.then(draw)), ..self }
    }

    /// How long the player thinks; `depth` plies if nothing is said about that.
    pub(crate) fn limits(&self, depth: u32) -> Limits {
        let depth = if self.kind == Kind::Perfect { MAX_DEPTH } else { self.depth.unwrap_or(depth) };
        Limits { depth, nodes: self.nodes, time: self.time, ..Limits::default() }
    }
}

impl<V: ValueEnum> FromStr for PlayerSpec<V> {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        let kind = Kind::named(name)?;
        let mut spec = Self::new(kind);
        for option in options.into_iter().flat_map(|options| options.split(',')) {
            let Some((key, value)) = option.split_once('=') else {
                bail!("{option:?} after {kind}: is not of the form key=value");
            };
            let key = kind.key(key)?;
            ensure!(!spec.says(key), "{key} is given twice");
            spec.set(key, value)?;
        }
        Ok(spec)
    }
}

impl<V: ValueEnum> PlayerSpec<V> {
    fn says(&self, key: Key) -> bool {
        self.get(key).is_some()
    }

    fn get(&self, key: Key) -> Option<String> {
        match key {
            Key::Depth => self.depth.map(|depth| depth.to_string()),
            Key::Nodes => self.nodes.map(|nodes| nodes.to_string()),
            Key::Time => self.time.map(write_time),
            Key::Threads => self.threads.map(|threads| threads.to_string()),
            Key::Seed => self.seed.map(|seed| seed.to_string()),
            Key::Eval => self.eval.as_ref().and_then(V::to_possible_value).map(|value| value.get_name().to_owned()),
        }
    }

    fn set(&mut self, key: Key, value: &str) -> Result<()> {
        match key {
            Key::Depth => self.depth = Some(whole(key, value, 1, MAX_DEPTH.into())? as u32),
            Key::Nodes => self.nodes = Some(whole(key, value, 1, u64::MAX)?),
            Key::Time => self.time = Some(read_time(value)?),
            Key::Threads => self.threads = NonZeroUsize::new(whole(key, value, 1, MOST_THREADS as u64)? as usize),
            Key::Seed => self.seed = Some(whole(key, value, 0, u64::MAX)?),
            Key::Eval => self.eval = Some(read_eval(value)?),
        }
        Ok(())
    }
}

impl<V: ValueEnum> fmt::Display for PlayerSpec<V> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        let said = self.kind.keys().iter().filter_map(|&key| Some((key, self.get(key)?)));
        for (i, (key, value)) in said.enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

fn whole(key: Key, text: &str, least: u64, most: u64) -> Result<u64> {
    let range = if most == u64::MAX { format!("from {least}") } else { format!("from {least} to {most}") };
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.with_context(|| format!("{key}={text} is not a whole number {range}"))
}

/// Reads a time such as 500ms or 2s.
pub(crate) fn read_time(text: &str) -> Result<Duration> {
    let time = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => number.parse().ok().map(Duration::from_millis),
        (None, Some(number)) => number.parse().ok().map(Duration::from_secs),
        (None, None) => None,
    };
    time.filter(|time| !time.is_zero()).with_context(|| format!("time={text} is not a time such as 500ms or 2s"))
}

fn write_time(time: Duration) -> String {
    if time.subsec_nanos() == 0 { format!("{}s", time.as_secs()) } else { format!("{}ms", time.as_millis()) }
}

fn read_eval<V: ValueEnum>(text: &str) -> Result<V> {
    if let Ok(eval) = V::from_str(text, false) {
        return Ok(eval);
    }
    let values: Vec<_> = V::value_variants().iter().filter_map(V::to_possible_value).collect();
    let names: Vec<_> = values.iter().map(|value| value.get_name()).collect();
    bail!(unknown("way to score positions", text, &names))
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    enum Eval {
        Paper,
        Outcome,
    }

    fn spec(text: &str) -> PlayerSpec<Eval> {
        text.parse().unwrap()
    }

    #[test]
    fn examples() {
        assert_eq!(spec("alpha-beta"), PlayerSpec::new(Kind::AlphaBeta));
        assert_eq!(spec("alpha-beta:depth=9"), PlayerSpec { depth: Some(9), ..PlayerSpec::new(Kind::AlphaBeta) });
        let mcts = PlayerSpec { nodes: Some(5000), seed: Some(7), ..PlayerSpec::new(Kind::Mcts) };
        assert_eq!(spec("mcts:nodes=5000,seed=7"), mcts);
        assert_eq!(spec("mcts:seed=7,nodes=5000").to_string(), "mcts:nodes=5000,seed=7");
        assert_eq!(spec("iterative:time=500ms").time, Some(Duration::from_millis(500)));
        assert_eq!(spec("iterative:time=2000ms").to_string(), "iterative:time=2s");
        assert_eq!(spec("lazy-smp:threads=2,eval=paper").to_string(), "lazy-smp:threads=2,eval=paper");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases = [
            ("alpha-beta:", "\"\" after alpha-beta: is not of the form key=value"),
            ("alpha-beta:deep", "\"deep\" after alpha-beta: is not of the form key=value"),
            ("mcts:sed=1", "\"sed\" is no option of mcts; did you mean seed? (there are: nodes, time, seed)"),
            ("mcts:depth=1", "\"depth\" is no option of mcts (there are: nodes, time, seed)"),
            ("human:depth=9", "human has no options, so \"depth\" means nothing"),
            ("minimax:depth=0", "depth=0 is not a whole number from 1 to 127"),
            ("minimax:depth=x", "depth=x is not a whole number from 1 to 127"),
            ("minimax:nodes=-1", "nodes=-1 is not a whole number from 1"),
            ("minimax:depth=1,depth=2", "depth is given twice"),
            ("iterative:time=5", "time=5 is not a time such as 500ms or 2s"),
            ("iterative:time=0s", "time=0s is not a time such as 500ms or 2s"),
            ("lazy-smp:threads=0", "threads=0 is not a whole number from 1 to 256"),
            (
                "minimax:eval=papr",
                "\"papr\" is no way to score positions; did you mean paper? (there are: paper, outcome)",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<PlayerSpec<Eval>>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_drawn_seed_is_told() {
        assert!(spec("random").with_any_seed().to_string().starts_with("random:seed="));
        assert_eq!(spec("random:seed=3").with_any_seed(), spec("random:seed=3"));
        assert_eq!(spec("minimax").with_any_seed(), spec("minimax"));
    }

    fn any_time() -> impl Strategy<Value = Duration> {
        prop_oneof![(1..u64::MAX).prop_map(Duration::from_millis), (1..u64::MAX).prop_map(Duration::from_secs)]
    }

    fn any_spec() -> impl Strategy<Value = PlayerSpec<Eval>> {
        let eval = prop_oneof![Just(Eval::Paper), Just(Eval::Outcome)];
        let threads = (1..=MOST_THREADS).prop_map(|threads| NonZeroUsize::new(threads).unwrap());
        let options = (
            option::of(1..=MAX_DEPTH),
            option::of(1..=u64::MAX),
            option::of(any_time()),
            option::of(threads),
            option::of(any::<u64>()),
            option::of(eval),
        );
        (prop::sample::select(&Kind::ALL[..]), options).prop_map(|(kind, (depth, nodes, time, threads, seed, eval))| {
            let has = |key| kind.keys().contains(&key);
            PlayerSpec {
                kind,
                depth: depth.filter(|_| has(Key::Depth)),
                nodes: nodes.filter(|_| has(Key::Nodes)),
                time: time.filter(|_| has(Key::Time)),
                threads: threads.filter(|_| has(Key::Threads)),
                seed: seed.filter(|_| has(Key::Seed)),
                eval: eval.filter(|_| has(Key::Eval)),
            }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(spec in any_spec()) {
            prop_assert_eq!(spec.to_string().parse::<PlayerSpec<Eval>>().unwrap(), spec);
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".*") {
            if let Ok(spec) = text.parse::<PlayerSpec<Eval>>() {
                prop_assert_eq!(spec.to_string().parse::<PlayerSpec<Eval>>().unwrap(), spec);
            }
        }

        #[test]
        fn nearly_players_are_read_or_refused(
            text in "(mcts|lazy-smp|random|human)(:((depth|nodes|time|threads|seed|eval)=?[0-9a-zé]{0,21},?){0,4})?"
        ) {
            if let Ok(spec) = text.parse::<PlayerSpec<Eval>>() {
                prop_assert_eq!(spec.to_string().parse::<PlayerSpec<Eval>>().unwrap(), spec);
            }
        }
    }
}
