//! Operations of all protocols: signed, unsigned, and with their receipts.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use tezos_encoding::schema::{self, Encoding};
use tezos_encoding::{HasEncoding, View};
use tezos_protocols::Protocol;
use tezos_protocols::operation::{BlsModeUnsigned, Contents, ContentsList, Operation, Unsigned};
use tezos_protocols::receipt::OperationDataAndMetadata;
use tezos_protocols::registry::examples;
use tezos_protocols::rollup::merkle::{MAX_LEVELS, v1, v2_32};
use tezos_protocols::rollup::sc::LimaDissectionChunk;
use tezos_protocols::rollup::smart::DissectionChunk;

use crate::heap::Heap;
use crate::input::Maker;
use crate::typed::{Subject, is_narrow, kind_and_offset};
use crate::{Budget, Target};

type Check = fn(Protocol, &'static Encoding, &[u8]);

/// Minimum size in bytes of contents in any protocol: a tag, and an empty message or a level.
const CONTENTS_MIN_BYTES: usize = 5;

/// The list of contents, and the lists in them whose elements take the most memory for each byte: the trees and the dissections of
/// refutations. The levels of trees are limited.
const HEAP: Heap = Heap::COPIED
    .elements(size_of::<Contents>(), CONTENTS_MIN_BYTES)
    .or(Heap::COPIED.list::<v1::Entry>().or(Heap::COPIED.list::<v1::Indexed>()))
    .or(Heap::COPIED.list::<v2_32::Entry>().or(Heap::COPIED.list::<v2_32::Indexed>()))
    .or(Heap::COPIED.list::<DissectionChunk>().or(Heap::COPIED.list::<LimaDissectionChunk>()))
    .levels_within(size_of::<v2_32::InodeTree>(), 1, MAX_LEVELS as usize);

/// The id of a type, the first protocol that has it, its schema, and its check.
struct TypeRow(&'static str, Protocol, &'static Encoding, Check);

/// The types. The first byte of an input selects one, the second selects a protocol.
const TYPES: [TypeRow; 6] = [
    TypeRow("operation", Protocol::PtCJ7pwo, Operation::ENCODING, with_view::<Operation>),
    TypeRow("operation.unsigned", Protocol::PtCJ7pwo, Unsigned::ENCODING, with_view::<Unsigned>),
    TypeRow("operation.contents", Protocol::PtCJ7pwo, Contents::ENCODING, with_view::<Contents>),
    TypeRow("operation.contents_list", Protocol::PtCJ7pwo, ContentsList::ENCODING, with_view::<ContentsList>),
    TypeRow("operation.bls_mode_unsigned", Protocol::Seoul, BlsModeUnsigned::ENCODING, with_json::<BlsModeUnsigned>),
    TypeRow(
        "operation.data_and_metadata",
        Protocol::PtCJ7pwo,
        OperationDataAndMetadata::ENCODING,
        check::<OperationDataAndMetadata>,
    ),
];

/// Returns the schema of a type in a protocol, which is made only once.
fn schema_in(encoding: &'static Encoding, protocol: Protocol) -> &'static Encoding {
    static KNOWN: LazyLock<Mutex<HashMap<(usize, Protocol), &'static Encoding>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (std::ptr::from_ref(encoding).addr(), protocol);
    known.entry(key).or_insert_with(|| schema::at(encoding, protocol.revision()))
}

/// Checks properties for any bytes in a protocol: the type and the schema of the protocol give equal results, a value that was read can
/// be written and read again, and the heap of a decode is limited.
fn check<T: Subject>(protocol: Protocol, schema: &'static Encoding, bytes: &[u8]) {
    let typed = HEAP.hold("reading", bytes, || protocol.decode::<T>(bytes));
    match (typed, schema::decode(schema, bytes)) {
        (Ok(value), Ok(_)) => {
            let written = protocol.encode(&value).unwrap_or_else(|error| panic!("{protocol}, {value:?}: {error}"));
            assert_eq!(protocol.decode::<T>(&written).as_ref(), Ok(&value), "{protocol}, written");
            let json = protocol.to_json(&value).unwrap_or_else(|error| panic!("{protocol}, {value:?}: {error}"));
            assert_eq!(schema::to_json(schema, bytes).as_ref(), Ok(&json), "{protocol}, {value:?}");
        }
        (Err(error), _) if is_narrow(&error) => {}
        (Err(error), Err(walked)) => {
            // In the schema of one protocol, a union may have a fixed size that it does not have in others. Missing bytes are then
            // reported at its start.
            let is_short = walked.kind().name() == "Not_enough_data" && walked.offset() <= error.offset();
            let is_same = kind_and_offset(&error) == kind_and_offset(&walked);
            assert!(is_same || is_short, "{protocol}: {error}, by the schema: {walked}");
        }
        (typed, walked) => panic!("{protocol}: {typed:?}, by the schema: {walked:?}"),
    }
}

/// Runs [`check`], and checks that JSON converts back. That of a receipt may not: the result of a transaction to a rollup looks like that
/// of one to a contract.
fn with_json<T: Subject>(protocol: Protocol, schema: &'static Encoding, bytes: &[u8]) {
    check::<T>(protocol, schema, bytes);
    let Ok(value) = protocol.decode::<T>(bytes) else { return };
    let json = protocol.to_json(&value).unwrap();
    let back: T = protocol.from_json(&json).unwrap_or_else(|error| panic!("{protocol}, {json}: {error}"));
    // Only the JSON is compared, because scripts are kept as bytes, which may differ from the bytes made from JSON.
    assert_eq!(protocol.to_json(&back).as_ref(), Ok(&json), "{protocol}");
}

/// Runs [`with_json`], and checks that the view equals the value and takes at most the same heap: some of its fields are owned.
fn with_view<T: Subject + View>(protocol: Protocol, schema: &'static Encoding, bytes: &[u8]) {
    with_json::<T>(protocol, schema, bytes);
    match (protocol.decode::<T>(bytes), HEAP.hold("viewing", bytes, || protocol.view::<T>(bytes))) {
        (Ok(owned), Ok(view)) => assert_eq!(T::from_view(&view).as_ref(), Ok(&owned), "{protocol}"),
        (Err(owned), Err(view)) => assert_eq!(owned, view, "{protocol}"),
        (owned, view) => panic!("{protocol}: {owned:?}, the view: {:?}", view.map(|_| "fine")),
    }
}

/// Returns the budget of each type.
pub(crate) fn budgets() -> Vec<Budget> {
    let budget =
        |&TypeRow(name, _, encoding, _): &TypeRow| Budget { name: name.to_owned(), size: encoding.size(), heap: HEAP };
    TYPES.iter().map(budget).collect()
}

/// Returns the target for all types.
pub(crate) fn target() -> Target {
    let body = |input: &[u8]| {
        let [which, protocol, rest @ ..] = input else { return };
        let TypeRow(_, since, encoding, check) = &TYPES[usize::from(*which) % TYPES.len()];
        let protocols: Vec<Protocol> = Protocol::ALL.iter().copied().filter(|protocol| protocol >= since).collect();
        let protocol = protocols[usize::from(*protocol) % protocols.len()];
        let schema = schema_in(encoding, protocol);
        check(protocol, schema, &Maker::of(schema, examples).make(rest));
    };
    // For each type, in some protocols: values and almost valid values, and a boundary value in the last protocol.
    let seeds = || {
        let of = |kind| {
            let inputs = [(0, 1), (3, 2), (8, 1), (14, 2), (18, 1), (20, 2), (22, 3)];
            inputs.map(|(protocol, how)| [&[kind, protocol, how], &[protocol; 8][..]].concat())
        };
        (0..u8::try_from(TYPES.len()).unwrap()).flat_map(of).collect()
    };
    Target::plain("protocol_operation", body, seeds)
}
