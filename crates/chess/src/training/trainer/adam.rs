//! Adam with decoupled weight decay (Kingma and Ba 2015, Loshchilov and Hutter 2019).

use super::gradient::Parameters;
use crate::network::{Block, Kernel, LANES, widest};

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const WEIGHT_DECAY: f32 = 0.01;

/// What it remembers of past gradients.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    /// The mean gradient.
    pub(super) first: Vec<Block<f32>>,
    /// The mean squared gradient.
    pub(super) second: Vec<Block<f32>>,
    pub(super) steps: u32,
}

impl Adam {
    pub(super) fn new(parameters: &Parameters) -> Self {
        let zeros = vec![Block::default(); parameters.blocks.len()];
        Self { first: zeros.clone(), second: zeros, steps: 0 }
    }

    /// Moves the parameters against the sum of the gradients over `count` samples, and clears the
    /// gradients. They are summed in the order given: another order would round differently.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradients: &mut [Vec<Block<f32>>],
        count: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let steps = self.steps as i32;
        let factors = Factors {
            mean: 1.0 / count as f32,
            rate,
            first: 1.0 / (1.0 - FIRST_DECAY.powi(steps)),
            second: 1.0 / (1.0 - SECOND_DECAY.powi(steps)),
        };
        widest(Step { adam: self, parameters, gradients, factors });
    }
}

/// One step.
struct Step<'a> {
    adam: &'a mut Adam,
    parameters: &'a mut Parameters,
    gradients: &'a mut [Vec<Block<f32>>],
    factors: Factors,
}

#[derive(Clone, Copy)]
struct Factors {
    /// What the sum of gradients is multiplied by.
    mean: f32,
    rate: f32,
    /// Make up for means that began at 0.
    first: f32,
    second: f32,
}

impl Kernel for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { adam, parameters, gradients, factors } = self;
        for at in 0..parameters.blocks.len() {
            let mut sum = Block::default();
            for gradient in gradients.iter_mut() {
                add_and_clear(&mut sum, &mut gradient[at]);
            }
            let limit = parameters.limit(at);
            move_block(&mut parameters.blocks[at], &sum, &mut adam.first[at], &mut adam.second[at], factors, limit);
        }
    }
}

#[inline(always)]
fn add_and_clear(to: &mut Block<f32>, from: &mut Block<f32>) {
    for lane in 0..LANES {
        to.0[lane] += from.0[lane];
        from.0[lane] = 0.0;
    }
}

#[inline(always)]
fn move_block(
    to: &mut Block<f32>,
    sum: &Block<f32>,
    first: &mut Block<f32>,
    second: &mut Block<f32>,
    factors: Factors,
    limit: f32,
) {
    for lane in 0..LANES {
        let gradient = sum.0[lane] * factors.mean;
        let first = &mut first.0[lane];
        let second = &mut second.0[lane];
        *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * gradient;
        *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * gradient * gradient;
        let change = *first * factors.first / ((*second * factors.second).sqrt() + EPSILON);
        let kept = to.0[lane] * (1.0 - factors.rate * WEIGHT_DECAY);
        to.0[lane] = (kept - factors.rate * change).clamp(-limit, limit);
    }
}
