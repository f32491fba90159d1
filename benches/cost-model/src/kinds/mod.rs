//! What is measured: the kinds of messages and operations, how inputs of each kind are made, and the work on them.

mod chunk;
mod operation;

use tezos_codec_cost::{Bound, Bounds, Sample, Subject, subject, workload};
use tezos_encoding::{
    Decode, Encode, HasEncoding, Tagged,
    schema::{
        Case, Encoding,
        generate::{Generate, generate},
    },
};
use tezos_hashes::examples::EXAMPLES;
use tezos_messages::{
    dal,
    handshake::{Ack, ConnectionMessage, ConnectionMetadata},
    p2p::PeerMessage,
};
use tezos_protocols::operation::Contents;

/// The crate that a kind belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    Messages,
    Protocol,
}

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

/// A kind of messages or operations. The name of its subject is the name of the variant in the generated enum.
pub(crate) struct Kind {
    pub(crate) home: Home,
    /// The name in the reference, for the documentation.
    pub(crate) title: String,
    pub(crate) tag: Tag,
    /// Bounds on the numbers of elements and blocks and so on.
    pub(crate) bounds: Bounds,
    /// Bound on the number of contents of an operation.
    pub(crate) contents: Bound,
    /// Bound on the number of levels.
    pub(crate) depth: Bound,
    pub(crate) subject: Subject,
}

/// Returns all kinds: the handshake, messages by tag, chunks, operations by tag, Micheline.
pub(crate) fn kinds() -> Vec<Kind> {
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

/// Returns the kind of a message of the handshake, or of any other value without a size prefix and a tag.
fn whole<T: for<'a> Decode<'a> + Encode + HasEncoding + 'static>(name: &str, title: &str) -> Kind {
    Kind {
        home: Home::Messages,
        title: title.into(),
        tag: Tag::None,
        bounds: Bounds::of(T::ENCODING),
        contents: Bound::default(),
        depth: Bound::default(),
        subject: subject::<T>().named(name).generated_by::<T>(|| of_messages(T::ENCODING)),
    }
}

/// Returns the kind of a message that starts with its size prefix and its tag.
fn message<T>(prefix: &str, tag: Tag, case: &'static Case) -> Kind
where
    T: for<'a> Decode<'a> + Encode + HasEncoding + 'static,
{
    const PREFIX_BYTES: usize = 6;
    let make = |seed: u64, max_bytes: usize| {
        let body = value(of_messages(case.payload), seed, max_bytes.checked_sub(PREFIX_BYTES)?)?;
        let size = u32::try_from(body.len() + 2).ok()?;
        let tag = u16::try_from(case.tag).ok()?;
        let bytes = [&size.to_be_bytes()[..], &tag.to_be_bytes(), &body].concat();
        Some(Sample { load: workload(T::ENCODING, &bytes).ok()?, bytes })
    };
    Kind {
        home: Home::Messages,
        title: case.title.into(),
        tag,
        bounds: Bounds::of(case.payload),
        contents: Bound::default(),
        depth: Bound { outside: if case.title == "Operations_for_blocks" { PATH_MAX_LEVELS } else { 0 }, each: None },
        subject: subject::<T>()
            .named(format!("{prefix}{}", camel(case.title)))
            .made_by(case.payload.size().least + PREFIX_BYTES, make),
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

#[cfg(test)]
mod tests {
    use tezos_encoding::{cost::Workload, schema::at};
    use tezos_messages::{
        block_header::{BlockHeader, Fitness, FitnessElement},
        encodings,
        p2p::OperationsForBlocks,
        samples::header,
    };

    use super::*;

    #[test]
    fn a_header_is_counted() {
        let bytes = header().to_bytes().unwrap();
        // The list of the fitness, its two elements, the protocol's data.
        let expected = Workload { elements: 2, blocks: 4, ..Workload::of_bytes(202) };
        assert_eq!(workload(BlockHeader::ENCODING, &bytes), Ok(expected));
        let empty = Fitness(vec![FitnessElement(Vec::new()); 3]).to_bytes().unwrap();
        let expected = Workload { elements: 3, blocks: 1, ..Workload::of_bytes(16) };
        assert_eq!(workload(Fitness::ENCODING, &empty), Ok(expected));
    }

    #[test]
    fn an_operation_is_counted() {
        let operation = tezos_codec_benches::operations::transaction();
        let protocol = tezos_codec_benches::operations::PROTOCOL;
        let bytes = protocol.encode(&operation).unwrap();
        let encoding = at(tezos_protocols::operation::Operation::ENCODING, protocol.revision());
        let load = workload(encoding, &bytes).unwrap();
        // The list of contents, its element, the entrypoint and the parameters.
        assert_eq!((load.elements, load.blocks), (1, 3), "{load:?}");
        // Fee 2, counter 4, gas 2, storage 1, amount 1.
        assert_eq!(load.digits, 10);
    }

    #[test]
    fn bounds_are_those_of_the_schema() {
        let fitness = Bounds::of(Fitness::ENCODING);
        assert_eq!(fitness.elements, Bound { outside: 0, each: Some(4) });
        assert_eq!(fitness.blocks, Bound { outside: 1, each: Some(4) });
        // An operation takes 4 bytes of size and 32 of branch.
        assert_eq!(Bounds::of(OperationsForBlocks::ENCODING).elements.each, Some(36));
    }

    #[test]
    fn no_message_is_above_its_bounds() {
        for named in encodings() {
            let bounds = Bounds::of(named.encoding);
            for bytes in tezos_messages::generate(named.encoding).max_bytes(2000).values(3).take(20) {
                let load = workload(named.encoding, &bytes.unwrap()).unwrap();
                let most = (bounds.elements.max_in(load.bytes), bounds.blocks.max_in(load.bytes));
                assert!(load.elements <= most.0 && load.blocks <= most.1, "{}: {load:?} {most:?}", named.id);
            }
        }
    }

    /// Each kind makes its shortest value, and decodes what it makes.
    #[test]
    fn every_kind_makes_and_opens_inputs() {
        for kind in kinds() {
            let made = (0..6).filter_map(|seed| kind.subject.make(seed, 500)).max_by_key(|sample| sample.bytes.len());
            let sample = made.unwrap_or_else(|| panic!("{} makes nothing", kind.subject.name()));
            assert!(kind.subject.open(&sample).is_some(), "{}", kind.subject.name());
        }
    }
}
