//! Whether a transaction succeeded.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding::schema::{Check, Encoding, Extent, JsonPrinter, RlpHeader, Split};
use tezos_encoding::wire::{Prefix, Reads, Schema, Writes};
use tezos_encoding::{EncodeError, Facts, Fault, FaultKind, Reader, Revision, Sink};

use super::Hash;
use crate::form::{Bytes, json, own_view};
use crate::header::put_string;
use crate::{Rlp, header};

/// The status of a receipt: whether the transaction succeeded or, before Byzantium, the root of the accounts after it.
///
/// | bytes | contents |
/// |---:|---|
/// | 1 | the number 0 or 1, `80` or `01` |
/// | 33 | the root: a string of 32 bytes |
///
/// JSON: `"0x0"`, `"0x1"`, or the digits of the root.
///
/// # Errors
/// Reading: `User_invariant_guard` for any other string of at most 32 bytes; `Size_limit_exceeded`, `Invalid_item`.
///
/// Rule: [EIP-658](https://eips.ethereum.org/EIPS/eip-658).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The transaction was reverted.
    Failed,
    /// The transaction succeeded.
    Succeeded,
    /// The root of the accounts after the transaction.
    Root(Hash),
}

impl Status {
    /// Returns the status that the content of a string stands for.
    fn of(content: &[u8]) -> Option<Self> {
        match content {
            [] => Some(Self::Failed),
            [1] => Some(Self::Succeeded),
            root => root.try_into().ok().map(Self::Root),
        }
    }
}

impl Schema<Status> for Rlp {
    const ENCODING: &'static Encoding = &Encoding::Split(&Split {
        inner: &Encoding::Checked {
            inner: &Encoding::Dynamic {
                prefix: Prefix::Rlp(RlpHeader::Bytes),
                inner: &Encoding::Bounded { limit: size_of::<Hash>(), inner: &Encoding::Bytes(Extent::Rest) },
            },
            check: Check::guard("0, 1 or 32 bytes", Some(is_status)),
        },
        json: json::TEXT,
        to_json: print,
        from_json: of_text,
        is_checked: false,
        revision: None,
    });
}

/// Accepts the strings that stand for a status.
fn is_status(item: &[u8], _: Revision) -> Result<(), String> {
    let content = header::string(&mut Reader::new(item)).ok();
    content.and_then(Status::of).map(|_| ()).ok_or_else(|| "expected 0, 1 or 32 bytes".to_string())
}

/// Prints a quantity, or the digits of the root.
fn print(input: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    match input.remaining() {
        [0xa0, ..] => json::fixed::<{ size_of::<Hash>() }>(input, out),
        [0x80 | 1, ..] => json::quantity::<u8>(input, out),
        _ => Err("expected 0, 1 or 32 bytes".to_string()),
    }
}

/// Reads a quantity, or the digits of a root.
fn of_text(text: &[u8], revision: Revision) -> Result<Vec<u8>, String> {
    match text.len() {
        66 => json::of_data(text, revision),
        _ => json::of_quantity(text, revision),
    }
}

impl<'a> Reads<'a, Status> for Rlp {
    const FACTS: Facts = Facts::FLAT.of_at_least(1);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Status, Fault> {
        let before = input.clone();
        let content: &[u8] = Bytes::<{ size_of::<Hash>() }>::read(input)?;
        Status::of(content).ok_or_else(|| before.fault(FaultKind::UserGuard))
    }
}

impl Writes<Status> for Rlp {
    const FACTS: Facts = Facts::FLAT.of_at_least(1);

    #[inline]
    fn write<S: Sink>(status: &Status, sink: &mut S) -> Result<(), EncodeError> {
        match status {
            Status::Failed => put_string(&[], sink),
            Status::Succeeded => put_string(&[1], sink),
            Status::Root(root) => put_string(root, sink),
        }
    }
}

own_view!({} Status);
