//! What is measured: the kinds of messages and operations, how inputs of each kind are made, and the work on them.

mod chunk;
mod operation;

use tezos_codec_cost::{Sample, Subject, arriving, explained, subject, workload};
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

/// The size of the size prefix and the tag.
const PREFIX_BYTES: usize = 6;

impl Tag {
    /// Puts a size prefix and the tag before a body; `None` if it is too long.
    pub(crate) fn frame(self, body: Vec<u8>) -> Option<Vec<u8>> {
        let (Self::Peer(tag) | Self::Dal(tag)) = self else { return Some(body) };
        let (size, tag) = (u32::try_from(body.len() + 2).ok()?, u16::try_from(tag).ok()?);
        Some([&size.to_be_bytes()[..], &tag.to_be_bytes(), &body].concat())
    }
}

/// A kind of messages or operations. The name of its subject is the name of the variant in the generated enum.
pub(crate) struct Kind {
    pub(crate) home: Home,
    /// The name in the reference, for the documentation.
    pub(crate) title: String,
    pub(crate) tag: Tag,
    /// The encoding of what follows the size prefix and the tag, for messages.
    pub(crate) body: Option<&'static Encoding>,
    pub(crate) subject: Subject,
    /// Bytes that a peer may send as a message of the kind; the name is [`ARRIVING`] and that of the subject.
    pub(crate) arriving: Option<Subject>,
}

/// What the names of kinds of arriving bytes start with.
pub(crate) const ARRIVING: &str = "arriving ";

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

/// Returns the name of the subject that explains the errors of a type.
fn explanation(name: &str) -> String {
    format!("{ARRIVING}{name}, explained")
}

impl Kind {
    /// Returns the name of the subject that explains the errors of the kind.
    pub(crate) fn explanation(&self) -> String {
        match self.tag {
            Tag::Peer(_) => explanation("PeerMessage"),
            Tag::Dal(_) => explanation("DalPeerMessage"),
            Tag::None | Tag::Contents { .. } => explanation(self.subject.name()),
        }
    }
}

/// Returns what may arrive as a message of the handshake or of a session, with its explanation: a node displays the errors of all kinds.
pub(crate) fn explanations() -> Vec<Subject> {
    fn of<T: for<'a> Decode<'a> + HasEncoding + 'static>(name: &str) -> Subject {
        let generator = || of_messages(T::ENCODING);
        explained::<T>(explanation(name), T::ENCODING.size().least, generator, Some)
    }
    vec![
        of::<ConnectionMessage>("Connection"),
        of::<ConnectionMetadata>("Metadata"),
        of::<Ack>("Ack"),
        of::<PeerMessage>("PeerMessage"),
        of::<dal::DalPeerMessage>("DalPeerMessage"),
    ]
}

/// The first tag that DAL nodes do not share with the nodes of a chain.
const FIRST_GOSSIP_TAG: u32 = 0x10;

/// Returns the kind of a message of the handshake, or of any other value without a size prefix and a tag.
fn whole<T: for<'a> Decode<'a> + Encode + HasEncoding + 'static>(name: &str, title: &str) -> Kind {
    Kind {
        home: Home::Messages,
        title: title.into(),
        tag: Tag::None,
        body: Some(T::ENCODING),
        subject: subject::<T>().named(name).generated_by::<T>(|| of_messages(T::ENCODING)),
        arriving: Some(arriving::<T>(
            format!("{ARRIVING}{name}"),
            T::ENCODING.size().least,
            || of_messages(T::ENCODING),
            Some,
        )),
    }
}

/// Returns the kind of a message that starts with its size prefix and its tag.
fn message<T>(prefix: &str, tag: Tag, case: &'static Case) -> Kind
where
    T: for<'a> Decode<'a> + Encode + HasEncoding + 'static,
{
    let frame = move |body| tag.frame(body);
    let make = move |seed: u64, max_bytes: usize| {
        let bytes = frame(value(of_messages(case.payload), seed, max_bytes.checked_sub(PREFIX_BYTES)?)?)?;
        Some(Sample { load: workload(T::ENCODING, &bytes).ok()?, bytes })
    };
    let (name, min_bytes) = (format!("{prefix}{}", camel(case.title)), case.payload.size().least + PREFIX_BYTES);
    Kind {
        home: Home::Messages,
        title: case.title.into(),
        tag,
        body: Some(case.payload),
        arriving: Some(arriving::<T>(format!("{ARRIVING}{name}"), min_bytes, || of_messages(case.payload), frame)),
        subject: subject::<T>().named(name).made_by(min_bytes, make),
    }
}

/// A point of the maximum length. The cost of reading and printing a point depends on its text, and no point costs more than this one.
const POINT: &str = "[2001:db8:1234:5678:9abc:def0:1234:5678]:65535";

/// A scalar below the order of its field.
const SCALAR: [u8; 32] = [1; 32];

/// Returns a generator of values of messages.
pub(crate) fn of_messages(encoding: &'static Encoding) -> Generate {
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

    /// Each kind makes its shortest value, and decodes what it makes.
    #[test]
    fn every_kind_makes_and_opens_inputs() {
        for kind in kinds() {
            let arriving = kind.arriving.iter().flat_map(|kind| (0..6).filter_map(|seed| kind.make(seed, 500)));
            assert!(kind.home == Home::Protocol || arriving.count() > 0, "{}", kind.subject.name());
            let made = (0..6).filter_map(|seed| kind.subject.make(seed, 500)).max_by_key(|sample| sample.bytes.len());
            let sample = made.unwrap_or_else(|| panic!("{} makes nothing", kind.subject.name()));
            assert!(kind.subject.open(&sample).is_some(), "{}", kind.subject.name());
        }
    }
}
