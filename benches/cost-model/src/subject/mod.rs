//! What is measured: the kinds of messages and operations, how inputs of each kind are made, and the work on them.

mod chunk;
mod operation;

use std::hint::black_box;

use crate::shape::{Bound, Shape, workload};
use tezos_encoding::{
    Decode, Encode, HasEncoding, Tagged,
    cost::Workload,
    schema::{
        Case, Encoding,
        generate::{Generate, generate},
    },
};
use tezos_hashes::{examples::EXAMPLES, hash::Blake2b256};
use tezos_messages::{
    dal,
    handshake::{Ack, ConnectionMessage, ConnectionMetadata},
    p2p::PeerMessage,
};
use tezos_protocols::operation::Contents;

use crate::files::{Direction, Home};

/// An input.
pub(crate) struct Made {
    pub(crate) bytes: Vec<u8>,
    pub(crate) load: Workload,
}

/// Bytes and their value, on which directions can be run repeatedly.
pub(crate) trait Work {
    /// Runs a direction this many times.
    fn run(&self, direction: Direction, times: u32);
}

/// Decodes an input and returns the work on it.
type Open = Box<dyn Fn(&Made) -> Box<dyn Work>>;

/// How the kind of some bytes is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// The kind is known in advance.
    None,
    /// The tag of a message between the nodes of a chain.
    Peer(u32),
    /// The tag of a message between DAL nodes.
    Dal(u32),
    /// The tag of the first contents of an operation, in these protocols.
    Contents { tag: u32, since: u16, until: u16 },
}

/// A kind of messages or operations.
pub(crate) struct Subject {
    pub(crate) home: Home,
    /// The name of the variant in the generated enum.
    pub(crate) name: String,
    /// The name in the reference, for the documentation.
    pub(crate) title: String,
    pub(crate) tag: Tag,
    pub(crate) directions: &'static [Direction],
    /// The size of the shortest input in bytes.
    pub(crate) min_bytes: usize,
    /// Bounds on the numbers of elements and blocks and so on.
    pub(crate) shape: Shape,
    /// Bound on the number of contents of an operation.
    pub(crate) contents: Bound,
    /// Bound on the number of levels.
    pub(crate) depth: Bound,
    make: Box<dyn Fn(u64, usize) -> Option<Made>>,
    work: Open,
}

impl Subject {
    /// Makes an input of at most about `max_bytes` bytes from a seed; returns `None` if this seed gives none.
    pub(crate) fn make(&self, seed: u64, max_bytes: usize) -> Option<Made> {
        (self.make)(seed, max_bytes)
    }

    /// Decodes an input and returns the work on it.
    pub(crate) fn work(&self, made: &Made) -> Box<dyn Work> {
        (self.work)(made)
    }
}

/// Returns all kinds: the handshake, messages by tag, chunks, operations by tag, Micheline.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut all = vec![
        whole::<ConnectionMessage>("Connection", "first message of the handshake, in the clear"),
        whole::<ConnectionMetadata>("Metadata", "second message of the handshake"),
        whole::<Ack>("Ack", "third message of the handshake, an ack or a nack"),
    ];
    all.extend(PeerMessage::CASES.iter().map(|case| message::<PeerMessage>("", Tag::Peer(case.tag), case)));
    let gossip = dal::DalPeerMessage::CASES.iter().filter(|case| case.tag >= FIRST_GOSSIP_TAG);
    all.extend(gossip.map(|case| message::<dal::DalPeerMessage>("Dal", Tag::Dal(case.tag), case)));
    all.push(chunk::chunk());
    all.extend(Contents::CASES.iter().map(|case| operation::operation(case, Contents::CASES)));
    all.push(operation::micheline());
    all
}

/// Maximum levels of a path in a message: three steps, because of [`PATH_MAX_BYTES`](tezos_messages::limits::PATH_MAX_BYTES), and its end.
const PATH_MAX_LEVELS: u64 = 4;

/// The first tag that DAL nodes do not share with the nodes of a chain.
const FIRST_GOSSIP_TAG: u32 = 0x10;

/// A value whose encoding has no revisions.
struct Typed<T> {
    bytes: Vec<u8>,
    value: T,
}

impl<T: for<'a> Decode<'a> + Encode> Typed<T> {
    fn open(made: &Made) -> Box<dyn Work>
    where
        T: 'static,
    {
        Box::new(Self { bytes: made.bytes.clone(), value: T::from_bytes(&made.bytes).unwrap() })
    }
}

impl<T: for<'a> Decode<'a> + Encode> Work for Typed<T> {
    fn run(&self, direction: Direction, times: u32) {
        for _ in 0..times {
            match direction {
                Direction::Decode => drop(black_box(T::from_bytes(black_box(&self.bytes)))),
                Direction::Encode => drop(black_box(black_box(&self.value).to_bytes())),
                Direction::Hash => drop(black_box(Encode::hash::<Blake2b256>(black_box(&self.value)))),
            }
        }
    }
}

/// Returns the kind of a message of the handshake, or of any other value without a size prefix and a tag.
fn whole<T: for<'a> Decode<'a> + Encode + HasEncoding + 'static>(name: &str, title: &str) -> Subject {
    Subject {
        home: Home::Messages,
        name: name.into(),
        title: title.into(),
        tag: Tag::None,
        directions: &Direction::ALL,
        min_bytes: T::ENCODING.size().least,
        shape: Shape::of(T::ENCODING),
        contents: Bound::default(),
        depth: Bound::default(),
        make: Box::new(|seed, max_bytes| {
            let bytes = value(of_messages(T::ENCODING), seed, max_bytes)?;
            Some(Made { load: workload(T::ENCODING, &bytes), bytes })
        }),
        work: Box::new(Typed::<T>::open),
    }
}

/// Returns the kind of a message that starts with its size prefix and its tag.
fn message<T>(prefix: &str, tag: Tag, case: &'static Case) -> Subject
where
    T: for<'a> Decode<'a> + Encode + HasEncoding + 'static,
{
    const PREFIX_BYTES: usize = 6;
    Subject {
        home: Home::Messages,
        name: format!("{prefix}{}", camel(case.title)),
        title: case.title.into(),
        tag,
        directions: &Direction::ALL,
        min_bytes: case.payload.size().least + PREFIX_BYTES,
        shape: Shape::of(case.payload),
        contents: Bound::default(),
        depth: Bound { outside: if case.title == "Operations_for_blocks" { PATH_MAX_LEVELS } else { 0 }, each: None },
        make: Box::new(|seed, max_bytes| {
            let body = value(of_messages(case.payload), seed, max_bytes.checked_sub(PREFIX_BYTES)?)?;
            let size = u32::try_from(body.len() + 2).ok()?;
            let tag = u16::try_from(case.tag).ok()?;
            let bytes = [&size.to_be_bytes()[..], &tag.to_be_bytes(), &body].concat();
            Some(Made { load: workload(T::ENCODING, &bytes), bytes })
        }),
        work: Box::new(Typed::<T>::open),
    }
}

/// A point of the maximum length. The cost of reading and printing a point depends on its text, and no point costs more than this one.
const POINT: &str = "[2001:db8:1234:5678:9abc:def0:1234:5678]:65535";

/// A scalar below the order of its field.
const SCALAR: [u8; 32] = [1; 32];

/// Returns a generator of values of messages.
fn of_messages(encoding: &'static Encoding) -> Generate {
    let mut point = vec![0, 0, 0, u8::try_from(POINT.len()).unwrap()];
    point.extend_from_slice(POINT.as_bytes());
    let generate = generate(encoding).example("TryFrom<PointText>", point).example("TryFrom<[u8;32]>", SCALAR.to_vec());
    EXAMPLES.iter().fold(generate, |generate, (function, bytes)| generate.example(function, bytes.to_vec()))
}

/// Makes one value.
fn value(generate: Generate, seed: u64, max_bytes: usize) -> Option<Vec<u8>> {
    generate.max_bytes(max_bytes).values(seed).next()?.ok()
}

/// Converts a name such as `Get_current_branch` to `GetCurrentBranch`.
fn camel(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.map(|word| word.get(..1).unwrap_or_default().to_uppercase() + word.get(1..).unwrap_or_default()).collect()
}
