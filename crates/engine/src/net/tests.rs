//! The network in vectors against plain arithmetic, and its file form.

use fastrand::Rng;
use games::ataxx::{Ataxx, Competitive};
use games::neutreeko::Neutreeko;
use games::threedragons::{Basic, Dragons, Power, ThreeDragons};
use games::{Game, Heuristics};

use super::data::{DataBlock, DataHeader, Sample, SampleResult};
use super::*;

type Board = Ataxx<Competitive>;

/// Returns a network for Ataxx of random weights, as large as they may be.
fn random_network(hidden: usize, seed: u64) -> Network {
    random_network_for::<Board>(hidden, seed, WEIGHT_MAX)
}

fn random_network_for<P: Heuristics>(hidden: usize, seed: u64, weight_max: i16) -> Network {
    let features = P::FEATURES.unwrap();
    let mut rng = Rng::with_seed(seed);
    let mut words =
        |count: usize, limit: i16| -> AlignedWords { (0..count).map(|_| rng.i16(-limit..=limit)).collect() };
    Network {
        weights: words(features.inputs * hidden, weight_max),
        biases: words(hidden, weight_max),
        output_weights: words(features.buckets * hidden, OUTPUT_WEIGHT_MAX),
        output_biases: words(features.buckets, 9999).iter().copied().map(i32::from).collect(),
        header: Header {
            name: features.name.to_owned(),
            inputs: features.inputs,
            hidden,
            buckets: features.buckets,
            scale: 400,
            provenance: "random".to_owned(),
        },
        id: String::new(),
        level: SimdLevel::detect(),
    }
}

/// Returns the output by the definition, in integers that cannot overflow.
fn slow_forward(network: &Network, active: &[u16], bucket: usize) -> i32 {
    let hidden = network.header.hidden;
    let unit = |index: usize| {
        let weights =
            active.iter().map(|input| i64::from(network.weights[usize::from(*input) * hidden + index]));
        (i64::from(network.biases[index]) + weights.sum::<i64>()).clamp(0, 255)
    };
    let sum: i64 = (0..hidden)
        .map(|index| unit(index).pow(2) * i64::from(network.output_weights[bucket * hidden + index]))
        .sum();
    let output = sum / 255 + i64::from(network.output_biases[bucket]);
    (output * 400 / (255 * 64)) as i32
}

/// Calls `check` with the positions of some random games.
fn along_random_games<P: Game>(mut check: impl FnMut(&P)) {
    let mut rng = Rng::with_seed(3);
    for start in P::INFO.starts {
        let mut position: P = start.text.parse().ok().unwrap();
        while let Some(mv) = position.pick_move(|count| rng.usize(..count)) {
            check(&position);
            position.play(mv);
        }
    }
}

fn all_levels_agree<P: Game>(hidden: usize, weight_max: i16) {
    let mut network = random_network_for::<P>(hidden, hidden as u64, weight_max);
    network.check_for::<P>().unwrap();
    let levels: Vec<SimdLevel> = SimdLevel::available().collect();
    along_random_games::<P>(|position| {
        let mut active = [0; INPUTS_ACTIVE_MAX];
        let count = position.features(&mut active);
        let expected = slow_forward(&network, &active[..count], position.bucket());
        for level in levels.iter().copied() {
            network.level = level;
            assert_eq!(network.evaluate(position), expected, "{level:?} {position}");
        }
    });
}

#[test]
fn every_instruction_set_gives_the_integers_of_plain_arithmetic() {
    for hidden in [64, 128, 192, 256] {
        all_levels_agree::<Board>(hidden, WEIGHT_MAX);
        let weight_max = i16::MAX / (INPUTS_ACTIVE_MAX as i16 + 1);
        all_levels_agree::<ThreeDragons<Basic>>(hidden, weight_max);
        all_levels_agree::<ThreeDragons<Power>>(hidden, weight_max);
        all_levels_agree::<ThreeDragons<Dragons>>(hidden, weight_max);
    }
}

#[test]
fn a_network_whose_sums_could_overflow_is_refused_where_many_inputs_are_active() {
    let network = random_network_for::<ThreeDragons<Basic>>(128, 1, WEIGHT_MAX);
    let refusal = network.check_for::<ThreeDragons<Basic>>().unwrap_err().to_string();
    assert!(refusal.ends_with("is larger than 504, with up to 64 inputs at once"), "{refusal}");
}

#[test]
fn the_largest_weights_overflow_nothing() {
    let mut network = random_network(HIDDEN_MAX, 1);
    for sign in [1, -1] {
        network.weights.fill(WEIGHT_MAX);
        network.biases.fill(WEIGHT_MAX);
        network.output_weights.fill(sign * OUTPUT_WEIGHT_MAX);
        let active: Vec<u16> = (0..INPUTS_WEIGHED as u16).collect();
        assert_eq!(network.forward(&active, 0), slow_forward(&network, &active, 0));
    }
}

#[test]
fn a_network_file_reads_back_and_damage_is_named() {
    let network = random_network(128, 5);
    let bytes = network.write();
    let read = Network::read(&bytes).unwrap();
    assert_eq!(
        (&read.header, &read.weights[..], &read.output_biases),
        (&network.header, &network.weights[..], &network.output_biases)
    );
    assert_eq!(read.write(), bytes);
    assert!(read.check_for::<Board>().is_ok());
    assert_eq!(read.check_for::<Neutreeko>().unwrap_err().to_string(), "Neutreeko has no neural evaluation");
    let error = |bytes: &[u8]| Network::read(bytes).unwrap_err().to_string();
    assert_eq!(error(b""), "this is too short for a network");
    assert_eq!(error(&[0; 200]), "this is not a network of version 1");
    assert_eq!(error(&bytes[..bytes.len() - 1]), "the checksum does not fit: the file is damaged or cut off");
    let mut rng = Rng::with_seed(9);
    for _ in 0..40 {
        let mut damaged = bytes.clone();
        let at = rng.usize(8..bytes.len());
        damaged[at] ^= 1 << rng.u8(..8);
        assert_eq!(error(&damaged), "the checksum does not fit: the file is damaged or cut off");
    }
}

#[test]
fn a_network_with_wrong_sizes_is_refused_even_with_a_good_checksum() {
    use sha2::{Digest, Sha256};
    let mut rng = Rng::with_seed(2);
    let bytes = random_network(128, 5).write();
    for _ in 0..300 {
        let mut wrong = bytes[..bytes.len() - 32].to_vec();
        // One of the five numbers of the header becomes anything.
        let at = 40 + 4 * rng.usize(..5);
        let number = if rng.bool() { rng.u32(..) } else { rng.u32(..300) };
        if wrong[at..at + 4] == number.to_le_bytes() || at == 52 {
            continue;
        }
        wrong[at..at + 4].copy_from_slice(&number.to_le_bytes());
        let digest = Sha256::digest(&wrong);
        wrong.extend_from_slice(&digest);
        assert!(Network::read(&wrong).is_err(), "number {} of the header is {number}", (at - 40) / 4);
    }
}

#[test]
fn cells_of_any_width_come_back() {
    let mut rng = Rng::with_seed(4);
    for cell_bits in 1..=8 {
        for cells in [1, 7, 49, 81] {
            let states: Vec<u8> = (0..cells).map(|_| rng.u8(..) & ((1_u16 << cell_bits) - 1) as u8).collect();
            assert_eq!(Sample::unpack(&Sample::pack(&states, cell_bits), cells, cell_bits), states);
        }
    }
}

#[test]
fn a_data_file_that_is_cut_off_is_whole_up_to_its_last_good_block() {
    let header = DataHeader::new(&Board::FEATURES.unwrap(), 100, 7, 0, data::Variety::DEFAULT);
    let mut bytes = Vec::new();
    header.write(&mut bytes).unwrap();
    let start = bytes.len();
    let block = |first_game| {
        let mut block = DataBlock { first_game, games: 1, samples: Vec::new() };
        block.push(&Sample { cells: vec![first_game as u8; 13], score: -5, result: SampleResult::Win });
        block
    };
    block(0).write(&header, &mut bytes).unwrap();
    let whole = bytes.len();
    block(1).write(&header, &mut bytes).unwrap();
    let read = |bytes: &[u8]| {
        let mut input = bytes;
        assert_eq!(DataHeader::read(&mut input).unwrap(), header);
        std::iter::from_fn(|| DataBlock::read(&header, &mut input).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(read(&bytes), [block(0), block(1)]);
    for end in whole..bytes.len() {
        assert_eq!(read(&bytes[..end]), [block(0)], "cut off at {end}");
    }
    for at in start..whole {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_eq!(read(&damaged), [], "byte {at} is damaged");
    }
}

#[test]
fn every_network_of_the_program_fits_its_games_and_has_a_provenance() {
    let networks = games::GAMES
        .iter()
        .filter_map(|game| Some((game.info.id, crate::knowledge::built_in_network(game)?)));
    let ids: Vec<&str> = networks
        .map(|(id, network)| {
            assert!(network.header.provenance.contains("positions"), "{id}: {}", network.header.provenance);
            id
        })
        .collect();
    assert_eq!(ids, ["ataxx", "infection"]);
}

#[test]
fn the_networks_beside_the_program_fit_their_games() {
    fn fits<P: Heuristics>(file: &[u8]) {
        let network = Network::read(file).unwrap();
        network.check_for::<P>().unwrap();
        assert!(network.header.provenance.contains("positions"), "{}", P::INFO.id);
    }
    fits::<ThreeDragons<Basic>>(include_bytes!("../../nets/threedragons.net"));
    fits::<ThreeDragons<Power>>(include_bytes!("../../nets/threedragons-power.net"));
    fits::<ThreeDragons<Dragons>>(include_bytes!("../../nets/threedragons-dragons.net"));
}
