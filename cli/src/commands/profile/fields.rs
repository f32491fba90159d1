//! Measures the fields of messages with several fields, each read on its own.

use std::hint::black_box;

use tezos_encoding::{HasEncoding, NomReader, Reader, schema::Encoding};
use tezos_messages::{
    block_header::{BlockHeader, Fitness},
    hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash},
    limits::{
        BLOCK_HEADER_MAX_BYTES, BLOCK_LOCATOR_MAX_ITEMS, OPERATION_LIST_MAX_BYTES, OPERATION_MAX_BYTES, PATH_MAX_BYTES,
    },
    operation::RawOperation,
    p2p::OperationsForBlock,
    path::MerklePath,
    protocol::{Component, EnvironmentVersion},
    timestamp::Timestamp,
};

use crate::measure::{Batches, Clock};

/// A field of a message.
pub(super) struct Field {
    /// Its name, preceded by those of the fields that contain it.
    pub(super) path: &'static str,
    /// Its schema, which a test compares with that in the schema of the message.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the test"))]
    schema: &'static Encoding,
    repeat: fn(&Reader<'_>, u32),
    skip: fn(&mut Reader<'_>),
}

/// Declares types for fields whose encoding has attributes.
macro_rules! fields {
    ($($(#[$attribute:meta])* $name:ident($type:ty);)*) => {$(
        #[derive(HasEncoding, NomReader)]
        struct $name(
            $(#[$attribute])*
            #[expect(dead_code, reason = "read for the time that it takes")]
            $type,
        );
    )*};
}
fields! {
    #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
    HeaderInBlock(BlockHeader);
    #[encoding(bounded = "BLOCK_HEADER_MAX_BYTES")]
    Header(BlockHeader);
    #[encoding(list = "BLOCK_LOCATOR_MAX_ITEMS")]
    History(Vec<BlockHash>);
    #[encoding(dynamic, list)]
    KnownValid(Vec<OperationHash>);
    #[encoding(dynamic, dynamic, list)]
    Pending(Vec<OperationHash>);
    #[encoding(bounded = "PATH_MAX_BYTES")]
    PathOfList(MerklePath);
    #[encoding(bounded = "OPERATION_LIST_MAX_BYTES", list, dynamic, bounded = "OPERATION_MAX_BYTES")]
    Operations(Vec<RawOperation>);
    #[encoding(dynamic, list)]
    Components(Vec<Component>);
    #[encoding(bytes)]
    Bytes(Vec<u8>);
}

const CURRENT_BRANCH: &[Field] = &[
    Field::of::<ChainId>("chain_id"),
    Field::of::<HeaderInBlock>("current_branch.current_head"),
    Field::of::<History>("current_branch.history"),
];
const CURRENT_HEAD: &[Field] = &[
    Field::of::<ChainId>("chain_id"),
    Field::of::<HeaderInBlock>("current_block_header"),
    Field::of::<KnownValid>("current_mempool.known_valid"),
    Field::of::<Pending>("current_mempool.pending"),
];
const BLOCK_HEADER: &[Field] = &[
    Field::of::<i32>("level"),
    Field::of::<u8>("proto"),
    Field::of::<BlockHash>("predecessor"),
    Field::of::<Timestamp>("timestamp"),
    Field::of::<u8>("validation_pass"),
    Field::of::<OperationListListHash>("operations_hash"),
    Field::of::<Fitness>("fitness"),
    Field::of::<ContextHash>("context"),
    Field::of::<Bytes>("protocol_data"),
];
const OPERATION: &[Field] = &[Field::of::<BlockHash>("branch"), Field::of::<Bytes>("data")];
const PROTOCOL: &[Field] =
    &[Field::of::<EnvironmentVersion>("expected_env_version"), Field::of::<Components>("components")];
const OPERATIONS_FOR_BLOCKS: &[Field] = &[
    Field::of::<OperationsForBlock>("operations_for_block"),
    Field::of::<PathOfList>("operation_hashes_path"),
    Field::of::<Operations>("operations"),
];
const CHECKPOINT: &[Field] = &[Field::of::<ChainId>("chain_id"), Field::of::<Header>("header")];
const PROTOCOL_BRANCH: &[Field] = &[
    Field::of::<ChainId>("chain"),
    Field::of::<u8>("proto_level"),
    Field::of::<HeaderInBlock>("locator.current_head"),
    Field::of::<History>("locator.history"),
];
const PREDECESSOR_HEADER: &[Field] =
    &[Field::of::<BlockHash>("block"), Field::of::<i32>("offset"), Field::of::<Header>("header")];

/// Returns the fields of messages of this kind, in the order of their bytes. Returns none for kinds with at most one field, and for kinds
/// whose fields take only a few bytes each.
pub(super) fn of(kind: &str) -> &'static [Field] {
    match kind {
        "Current_branch" => CURRENT_BRANCH,
        "Current_head" => CURRENT_HEAD,
        "Block_header" => BLOCK_HEADER,
        "Operation" => OPERATION,
        "Protocol" => PROTOCOL,
        "Operations_for_blocks" => OPERATIONS_FOR_BLOCKS,
        "Checkpoint" => CHECKPOINT,
        "Protocol_branch" => PROTOCOL_BRANCH,
        "Predecessor_header" => PREDECESSOR_HEADER,
        _ => &[],
    }
}

impl Field {
    const fn of<T>(path: &'static str) -> Self
    where
        T: HasEncoding + for<'a> NomReader<'a>,
    {
        Self { path, schema: T::ENCODING, repeat: repeat::<T>, skip: skip::<T> }
    }
}

/// Measures each of `fields` in the body of a message that is known to be valid.
pub(super) fn measure(clock: Clock, fields: &[Field], body: &[u8]) -> Vec<Batches> {
    let mut reader = Reader::new(body);
    let measured = fields.iter().map(|field| {
        let batches = clock.repeated(|times| (field.repeat)(&reader, times));
        (field.skip)(&mut reader);
        batches
    });
    measured.collect()
}

/// Reads a field `times` times at the same offset and drops each value.
fn repeat<T: for<'a> NomReader<'a>>(reader: &Reader<'_>, times: u32) {
    for _ in 0..times {
        drop(black_box(T::read(black_box(&mut reader.clone()))));
    }
}

/// Reads past a field.
fn skip<T: for<'a> NomReader<'a>>(reader: &mut Reader<'_>) {
    drop(black_box(T::read(reader)));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tezos_encoding::Tagged as _;
    use tezos_messages::p2p::PeerMessage;

    use super::*;
    use crate::session::{Options, What, sample};

    /// Returns an encoding without the names and descriptions around it.
    fn bare(encoding: &Encoding) -> &Encoding {
        match encoding {
            Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => bare(inner),
            other => other,
        }
    }

    /// Collects the fields of an encoding with their paths. A field is split into its own fields if `fields` contains them.
    fn leaves(encoding: &'static Encoding, path: &str, fields: &[Field], out: &mut Vec<(String, &'static Encoding)>) {
        let inside = |field: &Field| field.path.starts_with(&format!("{path}."));
        if !path.is_empty() && !fields.iter().any(inside) {
            out.push((path.to_owned(), encoding));
            return;
        }
        match encoding {
            Encoding::Def { inner, .. } | Encoding::Described { inner, .. } | Encoding::Bounded { inner, .. } => {
                leaves(inner, path, fields, out);
            }
            Encoding::Object([only]) if path.is_empty() => leaves(only.encoding, path, fields, out),
            Encoding::Object(parts) => {
                for part in *parts {
                    let path = if path.is_empty() { part.name.to_owned() } else { format!("{path}.{}", part.name) };
                    leaves(part.encoding, &path, fields, out);
                }
            }
            other => panic!("{path}: {other:?}"),
        }
    }

    #[test]
    fn fields_are_those_of_the_messages_schema() {
        let mut kinds = 0;
        for case in PeerMessage::CASES {
            let fields = of(case.title);
            if fields.is_empty() {
                continue;
            }
            kinds += 1;
            let mut expected = Vec::new();
            leaves(case.payload, "", fields, &mut expected);
            let paths: Vec<_> = expected.iter().map(|(path, _)| path.as_str()).collect();
            assert_eq!(fields.iter().map(|field| field.path).collect::<Vec<_>>(), paths, "{}", case.title);
            for (field, (path, encoding)) in fields.iter().zip(&expected) {
                assert_eq!(
                    format!("{:?}", bare(field.schema)),
                    format!("{:?}", bare(encoding)),
                    "{}: {path}",
                    case.title
                );
            }
        }
        assert_eq!(kinds, 9);
    }

    /// Checks that the fields of a message take all bytes of its body.
    #[test]
    fn the_fields_cover_the_whole_body() {
        let session = sample::load(Options { window: 0, strict: true, quiet: true }).unwrap();
        let mut kinds = BTreeSet::new();
        for part in session.parts.iter().filter(|part| part.what == What::Message) {
            let fields = of(&part.kind());
            let mut reader = Reader::new(&part.bytes[6..]);
            fields.iter().for_each(|field| (field.skip)(&mut reader));
            assert!(fields.is_empty() || reader.is_empty(), "{}", part.kind());
            kinds.extend((!fields.is_empty()).then(|| part.kind()));
        }
        assert_eq!(kinds.len(), 9);
    }
}
