//! Network files.
//!
//! All numbers are little-endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `SCNETWRK` |
//! | 4 | the version, 1 |
//! | 4 | the CRC-32 of all that follows |
//! | 2 | the neurons of the first layer for each side, N |
//! | 2 | the scale: what an output of 1 is worth, in hundredths of a pawn |
//! | 1 | the output buckets, O |
//! | 1 | the king buckets, K |
//! | 64 | for every square of a king, as its side sees it, the bucket; plus 128 if the board is mirrored |
//! | 2 · 768 · K · N | the weights of the first layer, input by input |
//! | 2 · N | its biases |
//! | 2 · O · 2 · N | the weights of the second layer: for every output bucket N for the side to move, N for the other |
//! | 4 · O | its biases |

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cozy_chess::Square;
use thiserror::Error;

use super::features::{Kings, MIRRORED};
use super::{Block, LANES, MAX_HIDDEN, MAX_OUTPUTS, MAX_WEIGHT, Network, Shape, max_output_weight, to_blocks};

const MAGIC: [u8; 8] = *b"SCNETWRK";
const VERSION: u32 = 1;

/// The bytes before those that the checksum covers.
const HEAD: usize = 16;

/// The most king buckets.
const MAX_KINGS: usize = 32;

/// A larger file cannot be a network.
const MAX_BYTES: u64 = 128 << 20;

/// Why a network cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum NetworkError {
    /// The system refuses.
    #[error("cannot read {}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    /// It is a pipe, a device or a folder.
    #[error("{}: not a regular file", .0.display())]
    NotRegular(PathBuf),
    /// It is something else.
    #[error("not a network: it does not begin with SCNETWRK")]
    Format,
    /// It was written by a later program.
    #[error("a network of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// It is not as it was written.
    #[error("damaged: the checksum is {found:08x}, expected {expected:08x}")]
    Checksum { found: u32, expected: u32 },
    /// The size in its head is not that of the file.
    #[error("{found} bytes long; a network of its shape has {expected}")]
    Length { found: usize, expected: usize },
    /// A number in its head is out of range.
    #[error("{what} is {found}, expected {expected}")]
    Shape { what: &'static str, found: usize, expected: String },
    /// A sum could overflow.
    #[error("a weight of the {layer} layer is {found}, the largest is {most}")]
    Weight { layer: &'static str, found: i16, most: i16 },
    /// What is wrong with a file.
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: Box<NetworkError> },
}

/// Takes numbers off the front of a file.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// The next bytes; zeros at the end of the file, whose length is checked before the weights.
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((bytes, rest)) = self.0.split_first_chunk() else { return [0; N] };
        self.0 = rest;
        *bytes
    }

    fn small(&mut self) -> usize {
        self.take::<1>()[0].into()
    }

    fn short(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn weights(&mut self, count: usize, layer: &'static str, most: i16) -> Result<Vec<Block<i16>>, NetworkError> {
        let weights: Vec<i16> = (0..count).map(|_| self.short() as i16).collect();
        match weights.iter().find(|weight| weight.unsigned_abs() > most as u16) {
            Some(&found) => Err(NetworkError::Weight { layer, found, most }),
            None => Ok(to_blocks(&weights)),
        }
    }
}

/// The bytes of a network.
fn length(shape: &Shape) -> usize {
    let Shape { hidden, outputs, .. } = *shape;
    HEAD + 6 + Square::NUM + 2 * hidden * (shape.inputs() + 1 + 2 * outputs) + 4 * outputs
}

fn check(what: &'static str, found: usize, is_right: bool, expected: String) -> Result<(), NetworkError> {
    if is_right { Ok(()) } else { Err(NetworkError::Shape { what, found, expected }) }
}

impl Network {
    /// Reads a network file.
    pub fn read(path: &Path) -> Result<Self, NetworkError> {
        let failed = |error| NetworkError::Io { path: path.to_owned(), error };
        let metadata = fs::metadata(path).map_err(failed)?;
        // Opening a pipe waits for a writer, perhaps for ever.
        if !metadata.is_file() {
            return Err(NetworkError::NotRegular(path.to_owned()));
        }
        let wrong = |error| NetworkError::File { path: path.to_owned(), error: Box::new(error) };
        // The length of what a system makes up as it is read, perhaps never, is zero.
        if !(1..=MAX_BYTES).contains(&metadata.len()) {
            return Err(wrong(NetworkError::Format));
        }
        Self::from_bytes(&fs::read(path).map_err(failed)?).map_err(wrong)
    }

    /// Reads the content of a network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = Reader(bytes);
        if reader.take() != MAGIC {
            return Err(NetworkError::Format);
        }
        let version = u32::from_le_bytes(reader.take());
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let expected = u32::from_le_bytes(reader.take());
        let found = crc32fast::hash(reader.0);
        if found != expected {
            return Err(NetworkError::Checksum { found, expected });
        }
        let (hidden, scale) = (usize::from(reader.short()), reader.short());
        let is_right = hidden > 0 && hidden <= MAX_HIDDEN && hidden.is_multiple_of(LANES);
        check("the number of neurons", hidden, is_right, format!("a multiple of {LANES} up to {MAX_HIDDEN}"))?;
        let (outputs, buckets) = (reader.small(), reader.small());
        let is_right = (1..=MAX_OUTPUTS).contains(&outputs);
        check("the number of output buckets", outputs, is_right, format!("1 to {MAX_OUTPUTS}"))?;
        let kings = Kings(reader.take());
        let last = kings.0.iter().map(|entry| usize::from(entry & !MIRRORED)).max().unwrap_or(0);
        check("the last king bucket", last, last < MAX_KINGS && last + 1 == buckets, format!("{buckets} − 1"))?;
        let shape = Shape { hidden, kings, outputs };
        if bytes.len() != length(&shape) {
            return Err(NetworkError::Length { found: bytes.len(), expected: length(&shape) });
        }
        Ok(Self {
            shape,
            scale,
            weights: reader.weights(shape.inputs() * hidden, "first", MAX_WEIGHT)?,
            biases: reader.weights(hidden, "first", MAX_WEIGHT)?,
            output_weights: reader.weights(2 * outputs * hidden, "second", max_output_weight(hidden))?,
            output_biases: (0..outputs).map(|_| i32::from_le_bytes(reader.take())).collect(),
        })
    }

    /// The content of a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { shape, scale, weights, biases, output_weights, output_biases } = self;
        let mut content = Vec::with_capacity(length(shape) - HEAD);
        content.extend((shape.hidden as u16).to_le_bytes());
        content.extend(scale.to_le_bytes());
        content.extend([shape.outputs as u8, shape.kings.buckets() as u8]);
        content.extend(shape.kings.0);
        for weight in [weights, biases, output_weights].into_iter().flatten().flat_map(|block| block.0) {
            content.extend(weight.to_le_bytes());
        }
        output_biases.iter().for_each(|bias| content.extend(bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(crc32fast::hash(&content).to_le_bytes());
        bytes.extend(content);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_network;
    use super::*;

    /// The bytes with some changed, and a checksum that fits again.
    fn changed(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        bytes[at..at + new.len()].copy_from_slice(new);
        let checksum = crc32fast::hash(&bytes[HEAD..]);
        bytes[HEAD - 4..HEAD].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn networks_round_trip() {
        for (hidden, outputs) in [(32, 1), (64, 8), (512, 32)] {
            let network = random_network(hidden, outputs, 1);
            let bytes = network.to_bytes();
            assert_eq!(bytes.len(), length(&network.shape));
            assert_eq!(Network::from_bytes(&bytes).unwrap(), network);
        }
    }

    #[test]
    fn files_that_do_not_fit_are_refused_with_the_reason() {
        let bytes = random_network(32, 1, 1).to_bytes();
        let message = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
        assert_eq!(message(b""), "not a network: it does not begin with SCNETWRK");
        assert_eq!(message(b"SCGAMES1 and more"), "not a network: it does not begin with SCNETWRK");
        let mut damaged = bytes.clone();
        damaged[1_000] ^= 1;
        assert!(message(&damaged).starts_with("damaged: the checksum is "));
        assert!(message(&bytes[..bytes.len() - 1]).starts_with("damaged: the checksum is "));
        let cases: [(usize, &[u8], &str); 7] = [
            (8, &[2], "a network of version 2; this program reads version 1"),
            (16, &[33, 0], "the number of neurons is 33, expected a multiple of 32 up to 2048"),
            (16, &[0, 0], "the number of neurons is 0, expected a multiple of 32 up to 2048"),
            (16, &[64, 0], "49434 bytes long; a network of its shape has 98778"),
            (20, &[0], "the number of output buckets is 0, expected 1 to 32"),
            (30, &[1], "the last king bucket is 1, expected 1 − 1"),
            (100, &[0, 0x40], "a weight of the first layer is 16384, the largest is 992"),
        ];
        for (at, new, expected) in cases {
            assert_eq!(message(&changed(&bytes, at, new)), expected);
        }
    }

    #[test]
    fn errors_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.net");
        assert!(Network::read(&path).unwrap_err().to_string().starts_with("cannot read "));
        std::fs::write(&path, "text").unwrap();
        assert!(
            Network::read(&path)
                .unwrap_err()
                .to_string()
                .ends_with("x.net: not a network: it does not begin with SCNETWRK")
        );
        assert!(Network::read(folder.path()).unwrap_err().to_string().ends_with("not a regular file"));
    }
}
