//! The file form of training data; docs/nets.md describes it.
//!
//! A file is a header and blocks. A block holds the samples of some consecutive games and carries its own
//! checksum, so a file that was cut off is whole up to its last good block, and says which game comes next.

use std::fmt;
use std::io::{self, Read, Write};

use games::{Features, Message, phrases};

phrases! {
    SHORT = "data-short": "this is too short for training data";
    NO_DATA = "data-no-data": "this is not training data of version 1";
    CELLS = "data-cells": "{cells} cells of {bits} bits are out of range";
    NO_RESULT = "data-no-result": "a result must be 0, 1 or 2, not {result}";
    DAMAGED = "data-damaged": "the file is damaged or cut off";
}

impl BadData {
    /// The result of a sample has no such value.
    pub fn no_result(result: u8) -> Self {
        Self::Wrong(NO_RESULT.with("result", result))
    }

    /// The file goes on with something that is no block.
    pub fn damaged() -> Self {
        Self::Wrong(DAMAGED.message())
    }
}

/// The first bytes of a data file; the last of them is the version.
const MAGIC: &[u8; 8] = b"JOGODAT1";
const NAME: usize = 32;
/// Bytes of the header.
pub const HEADER_BYTES: usize = MAGIC.len() + NAME + 24;

/// Bytes before the samples of a block: first game, games, samples, checksum.
const BLOCK_HEAD: usize = 20;
/// The largest number of samples in a block.
pub const BLOCK_SAMPLES_MAX: usize = 1 << 20;

/// Bytes of a sample after its cells: the score, the result and a reserved byte.
const LABEL_BYTES: usize = 4;

/// What a data file says of all its samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataHeader {
    /// The [`Features::name`] of the positions.
    pub name: String,
    pub cells: u16,
    pub cell_bits: u16,
    /// Nodes that were searched per move.
    pub nodes: u32,
    pub seed: u64,
    /// The first 32 bits of the id of the network that played; 0 for the evaluation by hand.
    pub network: u32,
    pub variety: Variety,
}

/// How games are made to differ from one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// The least and the greatest number of random plies at the beginning of a game.
    pub random_plies: (u8, u8),
    /// One move in so many is random later on; 0: none is.
    pub random_every: u8,
    /// Leaves out games whose opening is worth more than 300 to either side.
    pub is_balanced: bool,
}

impl Variety {
    pub const DEFAULT: Self = Self { random_plies: (3, 10), random_every: 0, is_balanced: false };

    /// Set in the last byte wherever the bytes are not those of the default, which are zeros.
    const EXPLICIT: u8 = 2;

    /// Returns the form that headers of data files hold; zeros stand for the default.
    pub fn to_bytes(self) -> [u8; 4] {
        if self == Self::DEFAULT {
            return [0; 4];
        }
        let flags = Self::EXPLICIT | u8::from(self.is_balanced);
        [self.random_plies.0, self.random_plies.1, self.random_every, flags]
    }

    pub fn from_bytes(bytes: [u8; 4]) -> Self {
        match bytes {
            [0, 0, 0, 0] => Self::DEFAULT,
            [least, most, random_every, flags] => Self {
                random_plies: (least.min(most), most.max(least)),
                random_every,
                is_balanced: flags & 1 != 0,
            },
        }
    }
}

/// A position with what a search said of it and how its game ended, both for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The packed cells: cell after cell from the lowest bit of the first byte on.
    pub cells: Vec<u8>,
    pub score: i16,
    pub result: SampleResult,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleResult {
    Loss = 0,
    Draw = 1,
    Win = 2,
}

/// The samples of consecutive games, as bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataBlock {
    pub first_game: u64,
    pub games: u32,
    pub samples: Vec<u8>,
}

/// A file that is no training data, or is damaged.
#[derive(Debug)]
pub enum BadData {
    Io(io::Error),
    Wrong(Message),
}

impl fmt::Display for BadData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Wrong(message) => message.fmt(f),
        }
    }
}

impl std::error::Error for BadData {}

impl From<io::Error> for BadData {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl DataHeader {
    pub fn new(features: &Features, nodes: u32, seed: u64, network: u32, variety: Variety) -> Self {
        let (cells, cell_bits) = (features.cells as u16, features.cell_bits as u16);
        Self { name: features.name.to_owned(), cells, cell_bits, nodes, seed, network, variety }
    }

    /// Returns the bytes of each sample.
    pub fn sample_bytes(&self) -> usize {
        packed_bytes(self.cells.into(), self.cell_bits.into()) + LABEL_BYTES
    }

    /// Returns whether samples of both files may stand in one file.
    pub fn fits(&self, other: &Self) -> bool {
        (&self.name, self.cells, self.cell_bits) == (&other.name, other.cells, other.cell_bits)
    }

    /// # Errors
    /// When the writer fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        let mut name = self.name.clone().into_bytes();
        name.resize(NAME, 0);
        bytes.extend(name);
        bytes.extend(self.cells.to_le_bytes());
        bytes.extend(self.cell_bits.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.network.to_le_bytes());
        bytes.extend(self.variety.to_bytes());
        out.write_all(&bytes)
    }

    /// # Errors
    /// When the reader fails or the bytes are no header.
    pub fn read(input: &mut impl Read) -> Result<Self, BadData> {
        let mut bytes = [0; HEADER_BYTES];
        input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => BadData::Wrong(SHORT.message()),
            _ => error.into(),
        })?;
        if bytes[..8] != MAGIC[..] {
            return Err(BadData::Wrong(NO_DATA.message()));
        }
        let name = std::str::from_utf8(&bytes[8..8 + NAME]).unwrap_or("").trim_end_matches('\0').to_owned();
        let numbers = &bytes[8 + NAME..];
        let header = Self {
            name,
            cells: u16::from_le_bytes(array(numbers, 0)),
            cell_bits: u16::from_le_bytes(array(numbers, 2)),
            nodes: u32::from_le_bytes(array(numbers, 4)),
            seed: u64::from_le_bytes(array(numbers, 8)),
            network: u32::from_le_bytes(array(numbers, 16)),
            variety: Variety::from_bytes(array(numbers, 20)),
        };
        if header.cells > 1024 || !(1..=8).contains(&header.cell_bits) {
            let Self { cells, cell_bits, .. } = header;
            return Err(BadData::Wrong(CELLS.with("cells", cells).with("bits", cell_bits)));
        }
        Ok(header)
    }
}

impl Sample {
    /// Packs the cells of a position.
    pub fn pack(cells: &[u8], cell_bits: usize) -> Vec<u8> {
        let mut packed = vec![0_u8; packed_bytes(cells.len(), cell_bits)];
        for (index, cell) in cells.iter().enumerate() {
            let (byte, bit) = (index * cell_bits / 8, index * cell_bits % 8);
            let word = u16::from(*cell) << bit;
            packed[byte] |= word as u8;
            if word > 0xff {
                packed[byte + 1] |= (word >> 8) as u8;
            }
        }
        packed
    }

    /// Returns the cells that [`pack`](Self::pack) packed.
    pub fn unpack(packed: &[u8], cells: usize, cell_bits: usize) -> Vec<u8> {
        let mask = ((1_u16 << cell_bits) - 1) as u8;
        let cell = |index: usize| {
            let (byte, bit) = (index * cell_bits / 8, index * cell_bits % 8);
            let high = packed.get(byte + 1).copied().unwrap_or(0);
            ((u16::from(packed[byte]) | u16::from(high) << 8) >> bit) as u8 & mask
        };
        (0..cells).map(cell).collect()
    }

    fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend(&self.cells);
        bytes.extend(self.score.to_le_bytes());
        bytes.extend([self.result as u8, 0]);
    }
}

impl DataBlock {
    pub fn push(&mut self, sample: &Sample) {
        sample.append_to(&mut self.samples);
    }

    /// # Errors
    /// When the writer fails.
    pub fn write(&self, header: &DataHeader, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = self.first_game.to_le_bytes().to_vec();
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(((self.samples.len() / header.sample_bytes()) as u32).to_le_bytes());
        let checksum = checksum(&bytes, &self.samples);
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(&self.samples);
        // One write, so that nothing but a full disk can leave half of a block.
        out.write_all(&bytes)
    }

    /// Reads the next block. `None` at the end of the file, and where what is left is not a whole block.
    ///
    /// # Errors
    /// When the reader fails.
    pub fn read(header: &DataHeader, input: &mut impl Read) -> io::Result<Option<Self>> {
        let mut head = [0; BLOCK_HEAD];
        if !read_whole(input, &mut head)? {
            return Ok(None);
        }
        let count = u32::from_le_bytes(array(&head, 12)) as usize;
        if count > BLOCK_SAMPLES_MAX {
            return Ok(None);
        }
        let mut samples = vec![0; count * header.sample_bytes()];
        if !read_whole(input, &mut samples)?
            || checksum(&head[..16], &samples) != u32::from_le_bytes(array(&head, 16))
        {
            return Ok(None);
        }
        let (first_game, games) = (u64::from_le_bytes(array(&head, 0)), u32::from_le_bytes(array(&head, 8)));
        Ok(Some(Self { first_game, games, samples }))
    }

    /// Returns the bytes that the next block claims to take in a file; `None` where not even that is whole.
    ///
    /// # Errors
    /// When the reader fails.
    pub fn announced_bytes(header: &DataHeader, input: &mut impl Read) -> io::Result<Option<u64>> {
        let mut head = [0; BLOCK_HEAD];
        let is_whole = read_whole(input, &mut head)?;
        let bytes = BLOCK_HEAD as u64
            + u64::from(u32::from_le_bytes(array(&head, 12))) * header.sample_bytes() as u64;
        Ok(is_whole.then_some(bytes))
    }

    /// Returns the bytes that the block takes in a file.
    pub fn file_bytes(&self) -> u64 {
        (BLOCK_HEAD + self.samples.len()) as u64
    }
}

const fn packed_bytes(cells: usize, cell_bits: usize) -> usize {
    (cells * cell_bits).div_ceil(8)
}

fn checksum(head: &[u8], samples: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(samples);
    hasher.finalize()
}

/// Fills the buffer. Returns `false` when the input ends before that.
fn read_whole(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}
