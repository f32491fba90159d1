//! What is measured: the kinds of messages and operations, how inputs of each are made, and what is done with them.

use std::hint::black_box;

use fastrand::Rng;
use tezos_codec_benches::shape::{Bound, Shape, workload};
use tezos_encoding::{
    Decode, Encode, HasEncoding,
    cost::Workload,
    schema::{
        Case, Encoding, at,
        generate::{Generate, generate},
    },
};
use tezos_hashes::{examples::EXAMPLES, hash::Blake2b256};
use tezos_messages::{
    dal,
    handshake::{Ack, ConnectionMessage, Metadata},
    identity::{PublicKey, SecretKey},
    p2p::PeerMessage,
    session::{
        chunk::{LENGTH_BYTES, PLAINTEXT_MAX_BYTES},
        cipher::{ChannelKey, Opener, Sealer},
        nonce::Nonces,
    },
};
use tezos_protocol::{
    Protocol,
    micheline::{Micheline, MichelineRef},
    operation::{Contents, Operation},
    registry,
};

use crate::files::{Direction, Home};

/// An input.
pub(crate) struct Made {
    pub(crate) bytes: Vec<u8>,
    pub(crate) load: Workload,
}

/// Bytes and their value, with which something is done again and again.
pub(crate) trait Work {
    /// Does it this many times.
    fn run(&self, direction: Direction, times: u32);
}

/// Decodes an input, to work with its value.
type Open = Box<dyn Fn(&Made) -> Box<dyn Work>>;

/// How to find the kind of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// It is known beforehand.
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
    /// As a variant of an enum.
    pub(crate) name: String,
    /// The name in the reference, for the documentation.
    pub(crate) title: String,
    pub(crate) tag: Tag,
    pub(crate) directions: &'static [Direction],
    /// Bytes of the shortest input.
    pub(crate) min_bytes: usize,
    /// How many elements and blocks there are at most, by the bytes.
    pub(crate) shape: Shape,
    /// How many contents there are at most, by the bytes.
    pub(crate) contents: Bound,
    /// How many levels there are at most, by the bytes.
    pub(crate) depth: Bound,
    make: Box<dyn Fn(u64, usize) -> Option<Made>>,
    work: Open,
}

impl Subject {
    /// Makes the input of a seed, of at most about this many bytes; `None` if the seed leads to none.
    pub(crate) fn make(&self, seed: u64, max_bytes: usize) -> Option<Made> {
        (self.make)(seed, max_bytes)
    }

    /// Decodes an input, to work with its value.
    pub(crate) fn work(&self, made: &Made) -> Box<dyn Work> {
        (self.work)(made)
    }
}

/// All kinds: the handshake, messages by tag, chunks, operations by tag, Micheline.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut all = vec![
        whole::<ConnectionMessage>("Connection", "first message of the handshake, in the clear"),
        whole::<Metadata>("Metadata", "second message of the handshake"),
        whole::<Ack>("Ack", "third message of the handshake, an ack or a nack"),
    ];
    all.extend(cases(PeerMessage::ENCODING).iter().map(|case| message::<PeerMessage>("", Tag::Peer(case.tag), case)));
    let gossip = cases(dal::PeerMessage::ENCODING).iter().filter(|case| case.tag >= FIRST_GOSSIP_TAG);
    all.extend(gossip.map(|case| message::<dal::PeerMessage>("Dal", Tag::Dal(case.tag), case)));
    all.push(chunk());
    let contents = cases(Contents::ENCODING);
    all.extend(contents.iter().map(|case| operation(case, contents)));
    all.push(micheline());
    all
}

/// Levels of a path in a message: three steps, by [`PATH_MAX_BYTES`](tezos_messages::limits::PATH_MAX_BYTES), and its end.
const PATH_MAX_LEVELS: u64 = 4;

/// The tags below are those of the messages between the nodes of a chain.
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

/// A message of the handshake, or any other value that stands alone.
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

/// A kind of message that starts with its size and its tag.
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

/// A point as long as points are: what it costs to read and to print one depends on its form, and none costs more than this.
const POINT: &str = "[2001:db8:1234:5678:9abc:def0:1234:5678]:65535";

/// A scalar below the order of its field.
const SCALAR: [u8; 32] = [1; 32];

/// A generator of values of messages.
fn of_messages(encoding: &'static Encoding) -> Generate {
    let mut point = vec![0, 0, 0, u8::try_from(POINT.len()).unwrap()];
    point.extend_from_slice(POINT.as_bytes());
    let generate =
        generate(encoding).example("TryFrom<PointText>", point).example("TryFrom<[u8; 32]>", SCALAR.to_vec());
    EXAMPLES.iter().fold(generate, |generate, (function, bytes)| generate.example(function, bytes.to_vec()))
}

/// Makes one value.
fn value(generate: Generate, seed: u64, max_bytes: usize) -> Option<Vec<u8>> {
    generate.max_bytes(max_bytes).values(seed).next()?.ok()
}

/// The cases of a union, whatever stands around it.
fn cases(mut encoding: &'static Encoding) -> &'static [Case] {
    loop {
        encoding = match encoding {
            Encoding::Union { cases, .. } => return cases,
            Encoding::Dynamic { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Def { inner, .. }
            | Encoding::Described { inner, .. }
            | Encoding::Checked { inner, .. } => inner,
            _ => return &[],
        }
    }
}

/// `Get_current_branch` as `GetCurrentBranch`.
fn camel(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.map(|word| word.get(..1).unwrap_or_default().to_uppercase() + word.get(1..).unwrap_or_default()).collect()
}

/// An encrypted chunk.
struct Chunk {
    key: ChannelKey,
    nonces: Nonces,
    sealed: Vec<u8>,
    text: Vec<u8>,
}

impl Chunk {
    fn open(made: &Made) -> Box<dyn Work> {
        let (ours, peer) = (SecretKey::new([1; 32]), PublicKey([2; 32]));
        let (key, nonces) = (ChannelKey::new(&ours, &peer), Nonces::derive(&[1; 100], &[2; 100]));
        let mut sealed = Vec::new();
        Sealer::new(key.clone(), nonces.init_to_resp).seal(&made.bytes, &mut sealed).unwrap();
        Box::new(Self { key, nonces, sealed, text: made.bytes.clone() })
    }
}

impl Work for Chunk {
    /// A chunk is opened in place, so that each time has a copy of it too.
    fn run(&self, direction: Direction, times: u32) {
        let mut buffer = Vec::with_capacity(self.sealed.len());
        for _ in 0..times {
            buffer.clear();
            match direction {
                Direction::Decode => {
                    buffer.extend_from_slice(&self.sealed[LENGTH_BYTES..]);
                    let mut opener = Opener::new(self.key.clone(), self.nonces.init_to_resp);
                    black_box(opener.open(black_box(&mut buffer)).unwrap());
                }
                Direction::Encode | Direction::Hash => {
                    let mut sealer = Sealer::new(self.key.clone(), self.nonces.init_to_resp);
                    sealer.seal(black_box(&self.text), black_box(&mut buffer)).unwrap();
                }
            }
        }
    }
}

fn chunk() -> Subject {
    Subject {
        home: Home::Messages,
        name: "Chunk".into(),
        title: "encrypted chunk of a session, opened and sealed; a chunk is not hashed".into(),
        tag: Tag::None,
        directions: &[Direction::Decode, Direction::Encode],
        min_bytes: 1,
        shape: Shape::default(),
        contents: Bound::default(),
        depth: Bound::default(),
        make: Box::new(|seed, max_bytes| {
            let bytes = vec![seed.to_le_bytes()[0]; max_bytes.min(PLAINTEXT_MAX_BYTES)];
            Some(Made { load: Workload::of_bytes(bytes.len() as u64), bytes })
        }),
        work: Box::new(Chunk::open),
    }
}

/// An operation of one protocol.
struct OfProtocol {
    protocol: Protocol,
    bytes: Vec<u8>,
    value: Operation,
}

impl Work for OfProtocol {
    fn run(&self, direction: Direction, times: u32) {
        for _ in 0..times {
            match direction {
                Direction::Decode => drop(black_box(self.protocol.decode::<Operation>(black_box(&self.bytes)))),
                Direction::Encode => drop(black_box(self.protocol.encode(black_box(&self.value)))),
                // The hash of an operation is that of its bytes, which a node has received.
                Direction::Hash => drop(black_box(tezos_hashes::hash::blake2b_256(black_box(&self.bytes)))),
            }
        }
    }
}

/// Operations with contents of one kind, in the newest protocol that has it: those of accounts with one or several, others with one.
fn operation(case: &'static Case, all: &'static [Case]) -> Subject {
    const BRANCH_BYTES: usize = 32;
    const SIGNATURE_BYTES: usize = 64;
    const BATCH_MAX: usize = 32;
    let (since, until) = (case.revisions.since, case.revisions.until);
    let of = |protocol: &Protocol| case.revisions.contain(protocol.revision()) && *protocol != Protocol::Alpha;
    let protocol = Protocol::ALL.iter().copied().rev().find(of).unwrap_or(Protocol::Alpha);
    let is_repeated = all.iter().any(|other| other.title == case.title && other.revisions.until > until);
    let suffix = if is_repeated { format!("Until{:03}", until.0) } else { String::new() };
    let is_manager = case.tag >= 107;
    let (payload, whole) = (at(case.payload, protocol.revision()), at(Operation::ENCODING, protocol.revision()));
    let one = Bound { outside: 1, each: None };
    let list = Shape { blocks: one, ..Shape::default() };
    let shape = Shape::of(payload);
    let min_bytes = payload.size().least + 1;
    let fixed = BRANCH_BYTES + SIGNATURE_BYTES;
    Subject {
        home: Home::Protocol,
        name: camel(case.title) + &suffix,
        title: case.title.into(),
        tag: Tag::Contents { tag: case.tag, since: since.0, until: until.0 },
        directions: &Direction::ALL,
        min_bytes: min_bytes + fixed,
        shape: list.and(if is_manager { shape.repeated(min_bytes) } else { shape }),
        contents: if is_manager { Bound { outside: 0, each: Some(min_bytes as u64) } } else { one },
        depth: Bound::default(),
        make: Box::new(move |seed, max_bytes| {
            let mut rng = Rng::with_seed(seed);
            let room = max_bytes.checked_sub(fixed)?;
            let most = if is_manager { (room / min_bytes).min(BATCH_MAX) } else { 1 };
            let count = 1 + rng.usize(..most);
            let mut bytes = vec![rng.u8(..); BRANCH_BYTES];
            for _ in 0..count {
                bytes.push(u8::try_from(case.tag).ok()?);
                bytes.extend(value(registry::add_examples(generate(payload)), rng.u64(..), room / count - 1)?);
            }
            bytes.extend_from_slice(&[rng.u8(..); SIGNATURE_BYTES]);
            protocol.decode::<Operation>(&bytes).ok()?;
            // The list of contents is one of the lists that are counted.
            let load = workload(whole, &bytes);
            let contents = count as u64;
            Some(Made { load: Workload { contents, elements: load.elements - contents, ..load }, bytes })
        }),
        work: Box::new(move |made| {
            let value = protocol.decode(&made.bytes).unwrap();
            Box::new(OfProtocol { protocol, bytes: made.bytes.clone(), value })
        }),
    }
}

/// Micheline expressions, owned; the elements are the nodes.
fn micheline() -> Subject {
    /// A primitive without arguments.
    const NODE_BYTES: u64 = 2;
    /// A sequence with one element.
    const LEVEL_BYTES: u64 = 2;
    Subject {
        home: Home::Protocol,
        name: "Micheline".into(),
        title: "Micheline expression, owned".into(),
        tag: Tag::None,
        directions: &Direction::ALL,
        min_bytes: Micheline::ENCODING.size().least,
        shape: Shape { elements: Bound { outside: 0, each: Some(NODE_BYTES) }, ..Shape::default() },
        contents: Bound::default(),
        depth: Bound { outside: 0, each: Some(LEVEL_BYTES) },
        make: Box::new(|seed, max_bytes| {
            let bytes = value(generate(Micheline::ENCODING), seed, max_bytes)?;
            let value = Micheline::from_bytes(&bytes).ok()?;
            let (elements, depth) = (value.nodes() as u64, depth(value.root()));
            let load = Workload { elements, depth, ..Workload::of_bytes(bytes.len() as u64) };
            Some(Made { bytes, load })
        }),
        work: Box::new(Typed::<Micheline>::open),
    }
}

/// Levels of nesting, counted without recursion.
fn depth(root: MichelineRef<'_>) -> u64 {
    let mut open = vec![root.children()];
    let mut deepest = 1;
    while let Some(children) = open.last_mut() {
        match children.next() {
            Some(child) => {
                open.push(child.children());
                deepest = deepest.max(open.len());
            }
            None => drop(open.pop()),
        }
    }
    deepest as u64
}
