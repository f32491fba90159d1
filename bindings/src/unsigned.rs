//! Unsigned operations of the newest protocols, for programs that have to be small: no schemas are linked but those of their kinds.
//!
//! In the schema of all protocols, a function checks which contents may be combined, and with it readers of all types are linked. Here there are two
//! schemas instead: one item of any kind, or manager operations.

use tezos_encoding::{
    HasEncoding as _, Tagged as _,
    schema::{Case, Count, Encoding, Field, Named, Scope, TagSize, at, from_json, to_json},
};
use tezos_hashes::hash::BlockHash;
use tezos_protocols::{Protocol, operation::Contents};

use crate::{Error, operation::protocol};

/// The oldest of the protocols.
const FIRST: Protocol = Protocol::Seoul;
/// The least tag of manager operations.
const MANAGER: u32 = Contents::FIRST_MANAGER_TAG;

/// One item of any kind.
const ONE: &Encoding = &Encoding::Object(&[
    BRANCH,
    Field::req("contents", &Encoding::List { item: ANY, count: Count::ToEnd { min: 1, max: Some(1) }, array: false }),
]);
/// Manager operations.
const BATCH: &Encoding = &Encoding::Object(&[
    BRANCH,
    Field::req(
        "contents",
        &Encoding::List { item: OF_MANAGER, count: Count::ToEnd { min: 1, max: None }, array: false },
    ),
]);
const BRANCH: Field = Field::req("branch", BlockHash::ENCODING);
const ANY: &Encoding = &Encoding::Union { tag: TagSize::U8, cases: &cases::<{ count(0) }>(0), ignore_unknown: false };
const OF_MANAGER: &Encoding =
    &Encoding::Union { tag: TagSize::U8, cases: &cases::<{ count(MANAGER) }>(MANAGER), ignore_unknown: false };

/// Returns whether a kind has at least the tag `least`, and is one of the protocols.
const fn is_known(case: &Case, least: u32) -> bool {
    case.tag >= least && case.revisions.until.0 >= FIRST.revision().0
}

/// Returns the number of kinds.
#[allow(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const fn count(least: u32) -> usize {
    let (mut rest, mut count) = (Contents::CASES, 0);
    while let [case, others @ ..] = rest {
        count += is_known(case, least) as usize;
        rest = others;
    }
    count
}

/// Returns the kinds.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn cases<const N: usize>(least: u32) -> [Case; N] {
    let mut cases = [Case::new(0, "", &Encoding::Empty); N];
    let (mut rest, mut index) = (Contents::CASES, 0);
    while let [case, others @ ..] = rest {
        if is_known(case, least) {
            cases[index] = *case;
            index += 1;
        }
        rest = others;
    }
    cases
}

/// Reads or writes with the schema of manager operations or, if the first of the contents is of another kind, with that of one item.
fn of_shape<T>(name: Option<&str>, run: impl Fn(&Named) -> Result<T, Error>) -> Result<T, Error> {
    let protocol = protocol(name)?;
    if protocol < FIRST {
        let message = format!("the forger knows the protocols from {} on, not {}", FIRST.id(), protocol.id());
        return Err(Error::argument("Unknown_protocol", message));
    }
    let run = |encoding| {
        let id = format!("{}.operation.unsigned", protocol.id());
        let encoding = at(encoding, protocol.revision());
        run(&Named { id: id.into(), title: "An operation before it is signed".into(), encoding, scope: Scope::Whole })
    };
    run(BATCH).or_else(|error| match (&*error.path, error.name) {
        ("contents[0].kind", _) | ("contents[0]", "Unexpected_tag") => run(ONE),
        _ => Err(error),
    })
}

/// Encodes an unsigned operation of one of the newest protocols. Without a protocol, that of mainnet is taken.
///
/// # Errors
/// If the protocol is not known, or the JSON is not an operation of it.
pub fn forge_unsigned(json: &str, protocol: Option<&str>) -> Result<Vec<u8>, Error> {
    of_shape(protocol, |named| from_json(named.encoding, json).map_err(|error| Error::of_json_alone(named, &error)))
}

/// Decodes an unsigned operation of one of the newest protocols. Without a protocol, that of mainnet is taken.
///
/// # Errors
/// If the protocol is not known, or the bytes are not an operation of it.
pub fn parse_unsigned(bytes: &[u8], protocol: Option<&str>) -> Result<String, Error> {
    of_shape(protocol, |named| {
        to_json(named.encoding, bytes).map_err(|error| Error::of_bytes_alone(named, bytes, &error))
    })
}
