//! The network in floating-point numbers, and how its error changes with them.

use super::sample::{Sample, logistic};
use crate::network::{
    Block, Kernel, LANES, MAX_WEIGHT, Network, ONE, OUTPUT_ONE, Shape, max_output_weight, to_blocks, widest,
};

/// The weights begin within this of 0: the sums of some 25 of them are then mostly between 0 and 1.
const FIRST_WEIGHT: f32 = 0.12;

/// The biases begin here, so that few neurons are clipped.
const FIRST_BIAS: f32 = 0.25;

/// All parameters of a network, or as many numbers that belong to them: the weights of the first
/// layer, its biases, the weights of the second, and its biases in one block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    pub(super) shape: Shape,
    pub(super) blocks: Vec<Block<f32>>,
}

/// Where the four parts of the parameters begin and end, in blocks.
struct Layout {
    biases: usize,
    output_weights: usize,
    output_biases: usize,
    end: usize,
}

impl From<&Shape> for Layout {
    fn from(shape: &Shape) -> Self {
        let width = shape.width();
        let biases = shape.inputs() * width;
        let output_weights = biases + width;
        let output_biases = output_weights + 2 * shape.outputs * width;
        Self { biases, output_weights, output_biases, end: output_biases + 1 }
    }
}

impl Parameters {
    pub(super) fn zero(shape: Shape) -> Self {
        Self { shape, blocks: vec![Block::default(); Layout::from(&shape).end] }
    }

    /// Where training begins.
    pub(super) fn random(shape: Shape, seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let layout = Layout::from(&shape);
        let mut this = Self::zero(shape);
        let mut fill = |blocks: &mut [Block<f32>], most: f32| {
            blocks.iter_mut().flat_map(|block| &mut block.0).for_each(|x| *x = (2.0 * random.f32() - 1.0) * most);
        };
        fill(&mut this.blocks[..layout.biases], FIRST_WEIGHT);
        fill(&mut this.blocks[layout.output_weights..layout.output_biases], 1.0 / (2.0 * shape.hidden as f32).sqrt());
        this.blocks[layout.biases..layout.output_weights].fill(Block([FIRST_BIAS; LANES]));
        this
    }

    /// Where training begins with a network of this shape, or with one king bucket instead of its
    /// several, which then all begin alike. An output of 1 is worth `scale` hundredths of a pawn.
    pub(super) fn from_network(network: &Network, shape: Shape, scale: f32) -> Self {
        let layout = Layout::from(&shape);
        let mut this = Self::zero(shape);
        let mut copy = |at: usize, from: &[Block<i16>], times: f32| {
            for (to, from) in this.blocks[at..].iter_mut().zip(from) {
                *to = Block(from.0.map(|number| f32::from(number) * times));
            }
        };
        let output = f32::from(network.scale) / scale;
        for first in (0..layout.biases).step_by(network.weights.len()) {
            copy(first, &network.weights, 1.0 / f32::from(ONE));
        }
        copy(layout.biases, &network.biases, 1.0 / f32::from(ONE));
        copy(layout.output_weights, &network.output_weights, output / f32::from(OUTPUT_ONE));
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        for (to, &from) in this.blocks[layout.output_biases].0.iter_mut().zip(&network.output_biases) {
            *to = from as f32 / one * output;
        }
        this
    }

    /// The largest size of each block's numbers with which the network can be written in integers.
    pub(super) fn limit(&self, block: usize) -> f32 {
        let layout = Layout::from(&self.shape);
        if block < layout.output_weights {
            f32::from(MAX_WEIGHT) / f32::from(ONE)
        } else if block < layout.output_biases {
            f32::from(max_output_weight(self.shape.hidden)) / f32::from(OUTPUT_ONE)
        } else {
            f32::INFINITY
        }
    }

    /// The same network in integers. An output of 1 is worth `scale` hundredths of a pawn.
    pub(super) fn to_network(&self, scale: f32) -> Network {
        let layout = Layout::from(&self.shape);
        let rounded = |from: usize, to: usize, one: i16| {
            let numbers = self.blocks[from..to].iter().flat_map(|block| block.0);
            to_blocks(&numbers.map(|number| (number * f32::from(one)).round() as i16).collect::<Vec<_>>())
        };
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        let output_biases = self.blocks[layout.output_biases].0.iter().take(self.shape.outputs);
        Network {
            shape: self.shape,
            scale: scale as u16,
            weights: rounded(0, layout.biases, ONE),
            biases: rounded(layout.biases, layout.output_weights, ONE),
            output_weights: rounded(layout.output_weights, layout.output_biases, OUTPUT_ONE),
            output_biases: output_biases.map(|bias| (bias * one).round() as i32).collect(),
        }
    }
}

/// What the network is fitted to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) blend: f32,
    pub(super) scale: f32,
}

/// Sums the squared errors over samples.
pub(super) fn error(parameters: &Parameters, samples: &[Sample], aim: Aim) -> f64 {
    widest(Pass { parameters, samples, aim, gradient: None })
}

/// The same, and adds the gradient of half that sum.
pub(super) fn differentiate(parameters: &Parameters, samples: &[Sample], aim: Aim, gradient: &mut [Block<f32>]) -> f64 {
    widest(Pass { parameters, samples, aim, gradient: Some(gradient) })
}

/// One pass over samples.
struct Pass<'a> {
    parameters: &'a Parameters,
    samples: &'a [Sample],
    aim: Aim,
    /// What the gradient is added to, if it is wanted.
    gradient: Option<&'a mut [Block<f32>]>,
}

impl Kernel for Pass<'_> {
    /// The sum of the squared errors.
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let Self { parameters, samples, aim, mut gradient } = self;
        let Parameters { shape, blocks } = parameters;
        let (layout, width) = (Layout::from(shape), shape.width());
        let (weights, rest) = blocks.split_at(layout.biases);
        let biases = &rest[..width];
        let mut sums = [vec![Block::default(); width], vec![Block::default(); width]];
        let mut total = 0.0;
        for sample in samples {
            let inputs = sample.inputs(&shape.kings);
            let bucket = shape.output(sample.pieces());
            let mut output = blocks[layout.output_biases].0[bucket];
            for side in 0..2 {
                let at = layout.output_weights + (2 * bucket + side) * width;
                add_up(&mut sums[side], weights, biases, &inputs[side]);
                output += weigh(&sums[side], &blocks[at..at + width]);
            }
            let expected = logistic(output);
            let error = expected - sample.target(aim.blend, aim.scale);
            total += f64::from(error * error);
            let Some(gradient) = &mut gradient else { continue };
            let slope = error * expected * (1.0 - expected);
            gradient[layout.output_biases].0[bucket] += slope;
            for side in 0..2 {
                let at = layout.output_weights + (2 * bucket + side) * width;
                trace_back(&mut sums[side], slope, &blocks[at..at + width], &mut gradient[at..at + width]);
                let (rows, rest) = gradient.split_at_mut(layout.biases);
                spread(&sums[side], rows, &mut rest[..width], &inputs[side]);
            }
        }
        total
    }
}

/// The sums of the first layer.
#[inline(always)]
fn add_up(sums: &mut [Block<f32>], weights: &[Block<f32>], biases: &[Block<f32>], inputs: &[u16]) {
    let width = sums.len();
    for (at, (Block(sum), Block(bias))) in sums.iter_mut().zip(biases).enumerate() {
        let mut total = *bias;
        for &input in inputs {
            let Block(row) = &weights[usize::from(input) * width + at];
            for lane in 0..LANES {
                total[lane] += row[lane];
            }
        }
        *sum = total;
    }
}

/// What one side's neurons add to the output.
#[inline(always)]
fn weigh(sums: &[Block<f32>], weights: &[Block<f32>]) -> f32 {
    let mut totals = [0.0; LANES];
    for (Block(sum), Block(weight)) in sums.iter().zip(weights) {
        for lane in 0..LANES {
            let clipped = sum[lane].clamp(0.0, 1.0);
            totals[lane] += clipped * clipped * weight[lane];
        }
    }
    totals.iter().sum()
}

/// Turns the sums of the first layer into how the error changes with them, and adds how it changes
/// with the weights of the second layer.
#[inline(always)]
fn trace_back(sums: &mut [Block<f32>], slope: f32, weights: &[Block<f32>], gradient: &mut [Block<f32>]) {
    for ((Block(sum), &Block(weight)), Block(gradient)) in sums.iter_mut().zip(weights).zip(gradient) {
        let (mut here, mut added) = (*sum, *gradient);
        for lane in 0..LANES {
            let clipped = here[lane].clamp(0.0, 1.0);
            added[lane] += slope * clipped * clipped;
            let is_clipped = here[lane] <= 0.0 || here[lane] >= 1.0;
            here[lane] = if is_clipped { 0.0 } else { 2.0 * slope * clipped * weight[lane] };
        }
        (*sum, *gradient) = (here, added);
    }
}

/// Adds how the error changes with the biases and the weights of the inputs.
#[inline(always)]
fn spread(slopes: &[Block<f32>], rows: &mut [Block<f32>], biases: &mut [Block<f32>], inputs: &[u16]) {
    let width = slopes.len();
    for (at, (slope, bias)) in slopes.iter().zip(biases).enumerate() {
        // A copy, which no row can overlap.
        let slope = *slope;
        add(bias, slope);
        for &input in inputs {
            add(&mut rows[usize::from(input) * width + at], slope);
        }
    }
}

#[inline(always)]
fn add(Block(to): &mut Block<f32>, Block(slope): Block<f32>) {
    let mut sum = *to;
    for lane in 0..LANES {
        sum[lane] += slope[lane];
    }
    *to = sum;
}

#[cfg(test)]
mod tests {
    use cozy_chess::{Board, Color};

    use super::*;
    use crate::network::{Kings, tests::POSITIONS};

    fn setting() -> (Parameters, Vec<Sample>, Aim) {
        let shape = Shape { hidden: 64, kings: Kings::mirrored(1), outputs: 8 };
        let winners = [None, Some(Color::White), Some(Color::Black)];
        let sample = |(number, fen): (usize, &&str)| {
            Sample::new(&fen.parse::<Board>().unwrap(), number as i32 * 100 - 250, winners[number % 3])
        };
        let samples = POSITIONS.iter().enumerate().map(sample).collect();
        (Parameters::random(shape, 3), samples, Aim { blend: 0.3, scale: 300.0 })
    }

    #[test]
    fn the_gradient_is_the_measured_one() {
        let (mut parameters, samples, aim) = setting();
        let mut gradient = Parameters::zero(parameters.shape);
        let sum = differentiate(&parameters, &samples, aim, &mut gradient.blocks);
        assert_eq!(sum, error(&parameters, &samples, aim));
        let mut large = 0;
        for at in 0..gradient.blocks.len() {
            for lane in [0, 13] {
                let expected = gradient.blocks[at].0[lane];
                // Parameters that matter here, and some of the others.
                if expected.abs() < 1e-3 && at % 50 > 0 {
                    continue;
                }
                large += usize::from(expected.abs() >= 1e-3);
                let old = parameters.blocks[at].0[lane];
                let mut measure = |new: f32| {
                    parameters.blocks[at].0[lane] = new;
                    error(&parameters, &samples, aim)
                };
                let measured = (measure(old + 2e-3) - measure(old - 2e-3)) / 8e-3;
                measure(old);
                assert!((measured - f64::from(expected)).abs() < 1e-4 + 0.02 * expected.abs() as f64, "{at} {lane}");
            }
        }
        assert!(large > 50, "{large}");
    }

    #[test]
    fn wide_and_narrow_vectors_agree() {
        let (parameters, samples, aim) = setting();
        let mut both = [Parameters::zero(parameters.shape), Parameters::zero(parameters.shape)];
        let wide = differentiate(&parameters, &samples, aim, &mut both[0].blocks);
        let narrow =
            Pass { parameters: &parameters, samples: &samples, aim, gradient: Some(&mut both[1].blocks) }.run();
        assert_eq!(wide, narrow);
        assert_eq!(both[0], both[1]);
    }

    #[test]
    fn a_network_is_the_same_after_a_round_trip_and_has_the_same_values_at_another_scale() {
        let (parameters, ..) = setting();
        let network = parameters.to_network(300.0);
        assert_eq!(Parameters::from_network(&network, network.shape, 300.0).to_network(300.0), network);
        let other = Parameters::from_network(&network, network.shape, 150.0).to_network(150.0);
        assert_ne!(other, network);
        for fen in POSITIONS {
            let board: Board = fen.parse().unwrap();
            let [one, other] = [&network, &other].map(|network| network.evaluate(&board));
            assert!((one - other).abs() <= 1, "{fen}: {one} {other}");
        }
    }

    #[test]
    fn several_king_buckets_begin_alike() {
        let (parameters, ..) = setting();
        let network = parameters.to_network(300.0);
        let shape = Shape { kings: Kings::mirrored(4), ..network.shape };
        let wide = Parameters::from_network(&network, shape, 300.0).to_network(300.0);
        assert_eq!(wide.weights.len(), 4 * network.weights.len());
        for fen in POSITIONS {
            let board: Board = fen.parse().unwrap();
            assert_eq!(wide.evaluate(&board), network.evaluate(&board), "{fen}");
        }
    }

    #[test]
    fn integers_give_nearly_the_same_values() {
        let (parameters, samples, aim) = setting();
        let network = parameters.to_network(aim.scale);
        for (fen, &sample) in POSITIONS.iter().zip(&samples) {
            let value = network.evaluate(&fen.parse().unwrap()) as f32;
            let alone = Aim { blend: 0.0, ..aim };
            let sum = error(&parameters, &[sample], alone).sqrt() as f32;
            let found = (logistic(value / aim.scale) - sample.target(0.0, aim.scale)).abs();
            assert!((sum - found).abs() < 0.01, "{fen}: {sum} {found}");
        }
    }
}
