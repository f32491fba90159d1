//! The names of protocols in the JSON of blocks, which have no bytes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding::schema::{Encoding, Field, JsonPrinter, Split};
use tezos_encoding::{
    BinWriter, EncodeError, Facts, Fault, HasEncoding, NomReader, Reader, Revision, Revisions, Sink, View,
};
use tezos_hashes::hash::ProtocolHash;

use crate::Protocol;

/// The hash of the protocol in development.
const ALPHA: &str = "ProtoALphaALphaALphaALphaALphaALphaALphaALphaDdp3zK";

/// No bytes. The field, which no protocol has, tells [`schema::at`](tezos_encoding::schema) that the JSON depends on the revision.
const NO_BYTES: &Encoding = &Encoding::Object(&[Field::req("none", &Encoding::Empty).during(Revisions::new(1, 0))]);

/// Returns the hashes of the protocol of a revision, the latest version first. Later revisions are of the protocol in development.
fn hashes(revision: Revision) -> impl Iterator<Item = ProtocolHash> {
    let revision = revision.min(Protocol::Alpha.revision());
    let known = Protocol::ALL.iter().filter(move |protocol| protocol.revision() == revision);
    let alpha = (revision == Protocol::Alpha.revision()).then_some(ALPHA);
    known.flat_map(|protocol| protocol.hashes()).copied().chain(alpha).filter_map(|hash| hash.parse().ok())
}

/// Prints the hash that JSON has.
fn to_json(input: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    match hashes(input.revision()).next() {
        Some(hash) => out.string(&hash),
        None => return Err("this revision is not a protocol".to_string()),
    }
    Ok(())
}

/// Defines a type without bytes that is the hash of a protocol in JSON.
macro_rules! name {
    ($(#[$doc:meta])* $name:ident, $from_json:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        #[allow(clippy::exhaustive_structs, reason = "empty")]
        pub struct $name;

        impl HasEncoding for $name {
            const ENCODING: &'static Encoding = &Encoding::Split(&Split {
                inner: NO_BYTES,
                json: ProtocolHash::ENCODING,
                to_json,
                from_json: $from_json,
                is_checked: false,
                revision: None,
            });
        }

        impl<'a> NomReader<'a> for $name {
            const FACTS: Facts = Facts::fixed(0);

            #[inline]
            fn read(_: &mut Reader<'a>) -> Result<Self, Fault> {
                Ok(Self)
            }
        }

        impl BinWriter for $name {
            const FACTS: Facts = Facts::plain(0);

            #[inline]
            fn write<S: Sink>(&self, _: &mut S) -> Result<(), EncodeError> {
                Ok(())
            }
        }

        impl View for $name {
            type View<'a> = Self;

            #[inline]
            fn view<'a>(_: &mut Reader<'a>) -> Result<Self, Fault> {
                Ok(Self)
            }

            #[inline]
            fn from_view(_: &Self) -> Result<Self, Fault> {
                Ok(Self)
            }
        }
    };
}

name! {
    /// The protocol of a block: no bytes; its hash in JSON.
    ///
    /// It is the protocol in which the value is encoded. If the protocol had two versions, JSON has the hash of the latest, and is read with
    /// either.
    ProtocolName, |bytes, revision| match hashes(revision).any(|hash| hash.0 == *bytes) {
        true => Ok(Vec::new()),
        false => Err("this is the JSON of another protocol".to_string()),
    }
}
name! {
    /// The protocol of the block after a block: no bytes; its hash in JSON.
    ///
    /// The bytes do not have it, and it is the protocol of the block itself, except for the last block of a protocol. JSON has the hash of the
    /// block's own protocol, and is read with any hash.
    NextProtocolName, |_, _| Ok(Vec::new())
}
