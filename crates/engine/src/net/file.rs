//! The file form of a network; docs/nets.md describes it.

use std::fmt;

use games::{Arg, Features, Heuristics, Message, phrases};
use sha2::{Digest, Sha256};

use super::aligned::AlignedWords;
use super::{HIDDEN_MAX, INPUTS_ACTIVE_MAX, LANES, Network, OUTPUT_WEIGHT_MAX, SimdLevel, WEIGHT_MAX};

phrases! {
    SHORT = "net-short": "this is too short for a network";
    NO_NETWORK = "net-no-network": "this is not a network of version 1";
    CHECKSUM = "net-checksum": "the checksum does not fit: the file is damaged or cut off";
    SIZES = "net-sizes": "{inputs} inputs and {buckets} buckets are out of range";
    HIDDEN_UNITS = "net-hidden-units": "{hidden} hidden units: a multiple of {lanes}, up to {limit}, is wanted";
    SCALE = "net-scale": "a scale of {scale} or {length} bytes of provenance are out of range";
    PROVENANCE = "net-provenance": "the provenance is not UTF-8";
    LEFT_OVER = "net-left-over": "{bytes} bytes are left over";
    NO_FEATURES = "net-no-features": "{game} has no neural evaluation";
    MANY_INPUTS = "net-many-inputs": "a weight of {weight} is larger than {limit}, with up to {inputs} inputs at once";
    OTHER_FEATURES = "net-other-features":
        "a network for {own} with {own-inputs} inputs and {own-buckets} buckets does not fit {name} with {inputs} and {buckets}";
    ENDS_EARLY = "net-ends-early": "the file ends too early";
    LARGE_WEIGHT = "net-large-weight": "a weight of {weight} is larger than {limit}";
}

/// The first bytes of a network; the last of them is the version.
const MAGIC: &[u8; 8] = b"JOGONET1";

/// Limits of what a file may ask for.
const INPUTS_MAX: usize = 1 << 16;
const BUCKETS_MAX: usize = 64;
const PROVENANCE_MAX: usize = 4096;
const NAME: usize = 32;

/// What a network is, besides its weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The [`Features::name`] that it was trained for.
    pub name: String,
    pub inputs: usize,
    pub hidden: usize,
    pub buckets: usize,
    /// The evaluation that an output of 1 stands for.
    pub scale: i32,
    /// How it was made: data, generation, loss, command.
    pub provenance: String,
}

/// A file that is no network, or none of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadNetwork(pub Message);

impl fmt::Display for BadNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for BadNetwork {}

fn bad<T>(message: Message) -> Result<T, BadNetwork> {
    Err(BadNetwork(message))
}

impl Network {
    /// Reads a network file. The size of the weights is bounded so that no sum of the evaluation can
    /// overflow where no more than [`INPUTS_WEIGHED`](super::INPUTS_WEIGHED) inputs are active;
    /// [`check_for`](Self::check_for) looks at other games.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub fn read(bytes: &[u8]) -> Result<Self, BadNetwork> {
        let Some((content, checksum)) = bytes.split_last_chunk::<32>() else {
            return bad(SHORT.message());
        };
        let mut rest = content;
        if take(&mut rest, MAGIC.len())? != MAGIC {
            return bad(NO_NETWORK.message());
        }
        let digest = Sha256::digest(content);
        if digest[..] != checksum[..] {
            return bad(CHECKSUM.message());
        }
        let name =
            std::str::from_utf8(take(&mut rest, NAME)?).unwrap_or("").trim_end_matches('\0').to_owned();
        let [inputs, hidden, buckets, scale, length] = read_numbers(&mut rest)?;
        if !(1..=INPUTS_MAX).contains(&inputs) || !(1..=BUCKETS_MAX).contains(&buckets) {
            return bad(SIZES.with("inputs", inputs).with("buckets", buckets));
        }
        if hidden == 0 || hidden > HIDDEN_MAX || !hidden.is_multiple_of(LANES) {
            return bad(HIDDEN_UNITS.with("hidden", hidden).with("lanes", LANES).with("limit", HIDDEN_MAX));
        }
        if !(1..=10_000).contains(&scale) || length > PROVENANCE_MAX {
            return bad(SCALE.with("scale", scale).with("length", length));
        }
        let Ok(provenance) = std::str::from_utf8(take(&mut rest, length)?) else {
            return bad(PROVENANCE.message());
        };
        let header =
            Header { name, inputs, hidden, buckets, scale: scale as i32, provenance: provenance.to_owned() };
        let network = Self {
            weights: read_words(&mut rest, inputs * hidden, WEIGHT_MAX)?,
            biases: read_words(&mut rest, hidden, WEIGHT_MAX)?,
            output_weights: read_words(&mut rest, buckets * hidden, OUTPUT_WEIGHT_MAX)?,
            output_biases: take(&mut rest, buckets * 4)?
                .chunks_exact(4)
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
            header,
            id: digest[..8].iter().map(|byte| format!("{byte:02x}")).collect(),
            level: SimdLevel::detect(),
        };
        if rest.is_empty() { Ok(network) } else { bad(LEFT_OVER.with("bytes", rest.len())) }
    }

    /// Writes the file that [`read`](Self::read) reads.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut name = self.header.name.clone().into_bytes();
        name.resize(NAME, 0);
        bytes.extend(name);
        let Header { inputs, hidden, buckets, scale, provenance, .. } = &self.header;
        for number in
            [*inputs as u32, *hidden as u32, *buckets as u32, *scale as u32, provenance.len() as u32]
        {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(provenance.as_bytes());
        for words in [&self.weights, &self.biases, &self.output_weights] {
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let digest = Sha256::digest(&bytes);
        bytes.extend_from_slice(&digest);
        bytes
    }

    /// Checks that the network was trained for the features of a game.
    ///
    /// # Errors
    /// Names what does not fit.
    pub fn check_for<P: Heuristics>(&self) -> Result<(), BadNetwork> {
        let Some(Features { name, inputs, active_max, buckets, .. }) = P::FEATURES else {
            return bad(NO_FEATURES.with("game", Arg::Name(P::INFO.name)));
        };
        assert!(
            active_max <= INPUTS_ACTIVE_MAX,
            "the features of {name} have more active inputs than a network can add"
        );
        if (self.header.name.as_str(), self.header.inputs, self.header.buckets) == (name, inputs, buckets) {
            return self.check_sums(active_max);
        }
        let Header { name: own, inputs: own_inputs, buckets: own_buckets, .. } = &self.header;
        bad(OTHER_FEATURES
            .with("own", games::quote(own))
            .with("own-inputs", *own_inputs)
            .with("own-buckets", *own_buckets)
            .with("name", name)
            .with("inputs", inputs)
            .with("buckets", buckets))
    }
}

impl Network {
    /// Checks that no sum of so many weights and a bias can overflow.
    fn check_sums(&self, active_max: usize) -> Result<(), BadNetwork> {
        let limit = i16::MAX / (active_max as i16 + 1);
        let mut words = self.weights.iter().chain(self.biases.iter());
        match words.find(|word| !(-limit..=limit).contains(*word)) {
            Some(large) => bad(MANY_INPUTS
                .with("weight", large.to_string())
                .with("limit", limit.to_string())
                .with("inputs", active_max)),
            None => Ok(()),
        }
    }
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], BadNetwork> {
    let Some((taken, left)) = rest.split_at_checked(count) else { return bad(ENDS_EARLY.message()) };
    *rest = left;
    Ok(taken)
}

fn read_numbers<const N: usize>(rest: &mut &[u8]) -> Result<[usize; N], BadNetwork> {
    let mut numbers = [0; N];
    for (number, four) in numbers.iter_mut().zip(take(rest, N * 4)?.chunks_exact(4)) {
        *number = u32::from_le_bytes([four[0], four[1], four[2], four[3]]) as usize;
    }
    Ok(numbers)
}

fn read_words(rest: &mut &[u8], count: usize, limit: i16) -> Result<AlignedWords, BadNetwork> {
    let words: AlignedWords =
        take(rest, count * 2)?.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
    match words.iter().find(|word| !(-limit..=limit).contains(*word)) {
        Some(large) => bad(LARGE_WEIGHT.with("weight", large.to_string()).with("limit", limit.to_string())),
        None => Ok(words),
    }
}
