//! Inputs that strangers may send: each is about a mebibyte long and costs as much as possible. They are compared with an honest message of
//! that size.
//!
//! The cost depends on the number of values rather than the number of bytes. So the inputs are lists of elements of the minimum size, and
//! the same lists with one byte too many, for which the schema is walked over the whole input to explain the error. The costs are
//! proportional to the length of the input, with a limited factor.

use std::hint::black_box;

use tezos_encoding::{Arena, BinWriter, Blob, Decode, Encode, HasEncoding, N, NomReader, Validate, View, Z};
use tezos_messages::{
    block_header::{BlockHeader, Fitness, FitnessElement},
    hash::BlockHash,
    operation::RawOperation,
    p2p::{OperationsForBlock, OperationsForBlocks, PeerMessage},
    path::MerklePath,
    protocol::{Component, ProtocolSource},
    samples,
};

use super::{Work, operations, types::Nested};

/// The approximate size of each input in bytes.
pub const BYTES: usize = 1 << 20;

/// The maximum cost of a valid input, as a multiple of the honest message. SECURITY.md states this number.
pub const GOOD_MULTIPLE: f64 = 50.0;

/// The maximum cost of a refused input, including the explanation, as a multiple of the honest message. SECURITY.md states this number.
pub const BAD_MULTIPLE: f64 = 200.0;

/// The number of operations in the honest message. With their size prefixes they take 236 to 363 bytes each, and together almost a
/// mebibyte, the limit of such a message.
const HONEST_OPERATIONS: usize = BYTES / 301;

/// An input that a stranger may send, and the work that it causes.
pub struct Input {
    /// The name of the input and of the operation.
    pub name: String,
    /// The maximum cost, as a multiple of the honest message.
    pub max_multiple: f64,
    /// The work.
    pub work: Work,
}

/// A type of a user, whose lists have elements of one or of four bytes.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, PartialEq)]
struct Minimal {
    #[encoding(dynamic, list)]
    numbers: Vec<Z>,
    #[encoding(dynamic, list)]
    texts: Vec<String>,
    #[encoding(dynamic, list, option)]
    flags: Vec<Option<u8>>,
}

/// Returns the decoding of an honest message of a mebibyte: the operations of a block.
pub fn honest() -> Work {
    let bytes = message(PeerMessage::OperationsForBlocks(operations(HONEST_OPERATIONS)));
    Box::new(move || drop(black_box(PeerMessage::from_bytes(black_box(&bytes)))))
}

/// Returns the work on all inputs that strangers may send.
pub fn hostile() -> Vec<Input> {
    let mut all = Vec::new();
    for (name, message) in [
        ("a message of minimum-size operations", minimal_operations()),
        ("a message of minimum-size components of a protocol", minimal_components()),
        ("a message of a header with minimum-size elements of its fitness", minimal_fitness()),
    ] {
        add::<PeerMessage>(&mut all, name, &self::message(message));
    }
    add::<Minimal>(
        &mut all,
        "numbers of one byte",
        &bytes_of(&Minimal { numbers: vec![Z::from(1_i64); BYTES], ..empty() }),
    );
    add::<Minimal>(&mut all, "empty texts", &bytes_of(&Minimal { texts: vec![String::new(); BYTES / 4], ..empty() }));
    add::<Minimal>(&mut all, "absent values", &bytes_of(&Minimal { flags: vec![None; BYTES], ..empty() }));
    add::<Z>(&mut all, "one number", &bytes_of(&super::z(BYTES)));
    add::<N>(&mut all, "one natural number", &bytes_of(&super::n(BYTES)));
    let siblings = Nested::of_leaves(BYTES / 8);
    add::<Nested>(&mut all, "leaves side by side", &bytes_of(&siblings));
    nodes(&mut all, "leaves side by side", &bytes_of(&siblings));
    nodes(&mut all, "leaves inside each other", &Nested::bytes_of_depth(BYTES / 8));
    all
}

fn empty() -> Minimal {
    Minimal { numbers: Vec::new(), texts: Vec::new(), flags: Vec::new() }
}

fn bytes_of(value: &impl Encode) -> Vec<u8> {
    value.to_bytes().unwrap_or_else(|error| unreachable!("{error}"))
}

fn message(message: PeerMessage) -> Vec<u8> {
    bytes_of(&message)
}

/// Adds decoding and validating `bytes`, which are a valid value.
fn add<T>(all: &mut Vec<Input>, name: &str, bytes: &[u8])
where
    T: for<'a> Decode<'a> + View + HasEncoding + 'static,
{
    assert!(T::from_bytes(bytes).is_ok(), "{name}");
    push(all, name, "decode", bytes, |bytes| drop(black_box(T::from_bytes(bytes))));
    push(all, name, "validate", bytes, |bytes| drop(black_box(T::validate(bytes))));
}

/// Adds decoding `bytes` into an arena, which allows any depth, and into boxes.
fn nodes(all: &mut Vec<Input>, name: &str, bytes: &[u8]) {
    assert!(Arena::<Nested>::from_bytes(bytes).is_ok(), "{name}");
    push(all, name, "decode as nodes", bytes, |bytes| drop(black_box(Arena::<Nested>::from_bytes(bytes))));
    // A value that is too deep for boxes is refused early.
    push(all, name, "decode as boxes", bytes, |bytes| drop(black_box(Nested::from_bytes(bytes))));
}

/// Adds the work on valid bytes, and on the same bytes with one more behind them, which a reader finds last.
fn push(all: &mut Vec<Input>, name: &str, what: &str, bytes: &[u8], work: impl Fn(&[u8]) + Copy + 'static) {
    let longer = [bytes, &[0xff]].concat();
    for (bytes, how, max_multiple) in [(bytes.to_vec(), "", GOOD_MULTIPLE), (longer, " and refuse", BAD_MULTIPLE)] {
        let name = format!("{name}, {what}{how}");
        all.push(Input { name, max_multiple, work: Box::new(move || work(black_box(&bytes))) });
    }
}

fn minimal_operations() -> PeerMessage {
    let operation = RawOperation { branch: BlockHash([7; 32]), data: Blob::default() };
    PeerMessage::OperationsForBlocks(OperationsForBlocks {
        operations_for_block: OperationsForBlock { hash: BlockHash([8; 32]), validation_pass: 3 },
        operation_hashes_path: MerklePath::Op,
        operations: vec![operation; BYTES / 36],
    })
}

fn minimal_components() -> PeerMessage {
    let component = Component::default();
    PeerMessage::Protocol(ProtocolSource { components: vec![component; BYTES / 9], ..ProtocolSource::default() })
}

fn minimal_fitness() -> PeerMessage {
    let fitness = Fitness(vec![FitnessElement(Vec::new()); BYTES / 4]);
    PeerMessage::BlockHeader(BlockHeader { fitness, ..samples::header() })
}
