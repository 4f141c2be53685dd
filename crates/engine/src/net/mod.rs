//! Neural evaluation: a network of one hidden layer over the inputs that a game names, in integers that are
//! the same on every machine.
//!
//! A hidden unit is the sum of its bias and of one weight per active input. It is clamped to 0..=[`UNIT`] and
//! squared; the output is the weighted sum of these squares, with one set of weights per phase of the game.

mod aligned;
pub mod data;
mod file;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

use games::Heuristics;

pub use file::{BadNetwork, Header};

/// Every sentence about files of networks and of training data.
pub const PHRASES: &[&[&games::Phrase]] = &[data::PHRASES, file::PHRASES];

use aligned::AlignedWords;

/// The integer that stands for 1 in the hidden layer, and in the output weights.
pub const UNIT: i32 = 255;
pub const OUTPUT_UNIT: i32 = 64;

/// Limits of the weights that keep every sum within its integer type; see [`Network::read`].
pub const WEIGHT_MAX: i16 = i16::MAX / (INPUTS_WEIGHED as i16 + 1);
/// So many active inputs may have the largest weights; where more can be active, the limit is lower.
pub const INPUTS_WEIGHED: usize = 48;
pub const OUTPUT_WEIGHT_MAX: i16 = 127;
pub const HIDDEN_MAX: usize = 256;
pub const INPUTS_ACTIVE_MAX: usize = 64;

/// Hidden units are computed so many at once, in registers; where their number allows it, twice as many.
const LANES: usize = 64;

/// What evaluates positions in a search. [`network_of`](crate::knowledge::network_of) resolves it.
#[derive(Clone, Copy, Debug, Default)]
pub enum Evaluator<'a> {
    /// The network that is part of the program; the game's own evaluation where there is none.
    #[default]
    BuiltIn,
    /// The game's own evaluation.
    ByHand,
    Network(&'a Network),
}

/// A quantised network.
#[derive(Debug)]
pub struct Network {
    pub header: Header,
    /// The first 64 bits of the file's SHA-256, in hexadecimal.
    pub id: String,
    /// One row of [`Header::hidden`] weights per input.
    weights: AlignedWords,
    biases: AlignedWords,
    /// One row per bucket.
    output_weights: AlignedWords,
    output_biases: Vec<i32>,
    level: SimdLevel,
}

/// The widest instructions that this machine has for the hidden layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimdLevel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with its instructions for 16-bit integers.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl SimdLevel {
    /// Returns the levels of this machine, the widest first.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = {
            use std::arch::is_x86_feature_detected as has;
            [(has!("avx512f") && has!("avx512bw"), Self::Avx512), (has!("avx2"), Self::Avx2)]
        };
        #[cfg(not(target_arch = "x86_64"))]
        let wide: [(bool, Self); 0] = [];
        wide.into_iter().filter(|(has, _)| *has).map(|(_, level)| level).chain([Self::Portable])
    }

    pub fn detect() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }
}

impl Network {
    /// Returns the evaluation for the side to move, in the unit of [`Heuristics::evaluate`].
    pub fn evaluate<P: Heuristics>(&self, position: &P) -> i32 {
        let mut active = [0; INPUTS_ACTIVE_MAX];
        let count = position.features(&mut active);
        self.forward(&active[..count], position.bucket())
    }

    /// Returns the output for some active inputs.
    pub fn forward(&self, active: &[u16], bucket: usize) -> i32 {
        match self.level {
            SimdLevel::Portable => self.forward_lanes(active, bucket),
            // SAFETY: these levels are only set where the processor was found to have the instructions.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            SimdLevel::Avx2 => unsafe { x86::avx2(self, active, bucket) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            SimdLevel::Avx512 => unsafe { x86::avx512(self, active, bucket) },
        }
    }

    fn forward_lanes(&self, active: &[u16], bucket: usize) -> i32 {
        let hidden = self.header.hidden;
        let output_row = &self.output_weights[bucket * hidden..][..hidden];
        let mut sum = 0_i32;
        for (lanes, outputs) in output_row.chunks_exact(LANES).enumerate() {
            let first = lanes * LANES;
            let mut units = [0_i16; LANES];
            units.copy_from_slice(&self.biases[first..][..LANES]);
            for input in active {
                let row = &self.weights[usize::from(*input) * hidden + first..][..LANES];
                for (unit, weight) in units.iter_mut().zip(row) {
                    // Never wraps: the weights were checked when the network was read.
                    *unit = unit.wrapping_add(*weight);
                }
            }
            for (unit, weight) in units.iter().zip(outputs) {
                let unit = (*unit).clamp(0, UNIT as i16);
                // Both factors fit 16 bits, which the multiplication of vectors needs.
                sum = sum.wrapping_add(i32::from(unit.wrapping_mul(*weight)) * i32::from(unit));
            }
        }
        self.scaled(i64::from(sum), bucket)
    }

    /// Brings the sum of the output layer to the unit of the evaluation.
    fn scaled(&self, sum: i64, bucket: usize) -> i32 {
        let output = sum / i64::from(UNIT) + i64::from(self.output_biases[bucket]);
        (output * i64::from(self.header.scale) / i64::from(UNIT * OUTPUT_UNIT)) as i32
    }
}
