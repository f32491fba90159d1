//! What strangers may send: inputs of a mebibyte that cost as much as one can, beside an honest message of that size.
//!
//! What costs is not bytes but values: a list of the least elements, of which there are most, and one that is refused at its last
//! byte, which is then walked again to explain it. So the costs are in proportion to the input, and the factor is bounded.

use std::hint::black_box;

use tezos_encoding::{Arena, BinWriter, Blob, Decode, Encode, HasEncoding, N, NomReader, Validate, View, Z};
use tezos_messages::{
    block_header::{BlockHeader, Fitness, FitnessElement},
    hash::BlockHash,
    operation::Operation,
    p2p::{OperationsForBlock, OperationsForBlocks, PeerMessage},
    path::Path,
    protocol::{Component, Protocol},
    samples,
};

use super::{Work, operations, types::Nested};

/// Bytes of each input, a few more or less.
pub const BYTES: usize = 1 << 20;

/// Instructions of a good input of a stranger, at most, for each of the honest message. SECURITY.md says so too.
pub const GOOD_MULTIPLE: f64 = 50.0;

/// The maximum for a refused input, with the explanation, as a multiple of the honest message.
pub const BAD_MULTIPLE: f64 = 200.0;

/// Operations of 236 to 363 bytes with their sizes, that are almost a mebibyte: the most that a message may have of them.
const HONEST_OPERATIONS: usize = BYTES / 301;

/// What a stranger may send.
pub struct Input {
    /// What it is, and what is done with it.
    pub name: String,
    /// How many times as much as the honest message it may cost.
    pub most: f64,
    /// The work.
    pub work: Work,
}

/// A type of a user whose values take no more than a byte or four.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, PartialEq)]
struct Least {
    #[encoding(dynamic, list)]
    numbers: Vec<Z>,
    #[encoding(dynamic, list)]
    texts: Vec<String>,
    #[encoding(dynamic, list, option)]
    flags: Vec<Option<u8>>,
}

/// Decodes what real peers send in a mebibyte: the operations of a block.
pub fn honest() -> Work {
    let bytes = message(PeerMessage::OperationsForBlocks(operations(HONEST_OPERATIONS)));
    Box::new(move || drop(black_box(PeerMessage::from_bytes(black_box(&bytes)))))
}

/// Decodes what strangers may.
pub fn hostile() -> Vec<Input> {
    let mut all = Vec::new();
    for (name, message) in [
        ("a message of the least operations", least_operations()),
        ("a message of the least components of a protocol", least_components()),
        ("a message of a header with the least elements of a fitness", least_fitness()),
    ] {
        add::<PeerMessage>(&mut all, name, &self::message(message));
    }
    add::<Least>(
        &mut all,
        "numbers of a byte",
        &bytes_of(&Least { numbers: vec![Z::from(1_i64); BYTES], ..nothing() }),
    );
    add::<Least>(&mut all, "empty texts", &bytes_of(&Least { texts: vec![String::new(); BYTES / 4], ..nothing() }));
    add::<Least>(&mut all, "absent values", &bytes_of(&Least { flags: vec![None; BYTES], ..nothing() }));
    add::<Z>(&mut all, "one number", &bytes_of(&super::z(BYTES)));
    add::<N>(&mut all, "one natural number", &bytes_of(&super::n(BYTES)));
    let siblings = Nested::of_leaves(BYTES / 8);
    add::<Nested>(&mut all, "leaves side by side", &bytes_of(&siblings));
    nodes(&mut all, "leaves side by side", &bytes_of(&siblings));
    nodes(&mut all, "leaves inside each other", &Nested::bytes_of_depth(BYTES / 8));
    all
}

fn nothing() -> Least {
    Least { numbers: Vec::new(), texts: Vec::new(), flags: Vec::new() }
}

fn bytes_of(value: &impl Encode) -> Vec<u8> {
    value.to_bytes().unwrap_or_else(|error| unreachable!("{error}"))
}

fn message(message: PeerMessage) -> Vec<u8> {
    bytes_of(&message)
}

/// Reading, checking and refusing; the bytes are a value.
fn add<T>(all: &mut Vec<Input>, name: &str, bytes: &[u8])
where
    T: for<'a> Decode<'a> + View + HasEncoding + 'static,
{
    assert!(T::from_bytes(bytes).is_ok(), "{name}");
    push(all, name, "decode", bytes, |bytes| drop(black_box(T::from_bytes(bytes))));
    push(all, name, "validate", bytes, |bytes| drop(black_box(T::validate(bytes))));
}

/// The same into an arena, which takes any depth.
fn nodes(all: &mut Vec<Input>, name: &str, bytes: &[u8]) {
    assert!(Arena::<Nested>::from_bytes(bytes).is_ok(), "{name}");
    push(all, name, "decode as nodes", bytes, |bytes| drop(black_box(Arena::<Nested>::from_bytes(bytes))));
    // Where they are too deep for boxes, that is seen early.
    push(all, name, "decode as boxes", bytes, |bytes| drop(black_box(Nested::from_bytes(bytes))));
}

/// The work on good bytes, and on the same with one behind, which is seen last.
fn push(all: &mut Vec<Input>, name: &str, what: &str, bytes: &[u8], work: impl Fn(&[u8]) + Copy + 'static) {
    let longer = [bytes, &[0xff]].concat();
    for (bytes, how, most) in [(bytes.to_vec(), "", GOOD_MULTIPLE), (longer, " and refuse", BAD_MULTIPLE)] {
        all.push(Input { name: format!("{name}, {what}{how}"), most, work: Box::new(move || work(black_box(&bytes))) });
    }
}

fn least_operations() -> PeerMessage {
    let operation = Operation { branch: BlockHash([7; 32]), data: Blob::default() };
    PeerMessage::OperationsForBlocks(OperationsForBlocks {
        operations_for_block: OperationsForBlock { hash: BlockHash([8; 32]), validation_pass: 3 },
        operation_hashes_path: Path::Op,
        operations: vec![operation; BYTES / 36],
    })
}

fn least_components() -> PeerMessage {
    let component = Component::default();
    PeerMessage::Protocol(Protocol { components: vec![component; BYTES / 9], ..Protocol::default() })
}

fn least_fitness() -> PeerMessage {
    let fitness = Fitness(vec![FitnessElement(Vec::new()); BYTES / 4]);
    PeerMessage::BlockHeader(BlockHeader { fitness, ..samples::header() })
}
