//! The differences between protocols.

use tezos_encoding::{Reader, Revision};

use super::prim;
use crate::Protocol;

/// The expressions that a protocol accepts: its primitives, and its check of annotations.
///
/// | protocols      | primitives      | annotations                                      |
/// |----------------|-----------------|--------------------------------------------------|
/// | 005 to 010     | of the protocol | at most 255 bytes each (`canonical_encoding_v1`) |
/// | 011 and later  | of the protocol | a sign `@ : $ & % ! ?`, then at most 254 of `a-z A-Z 0-9 _ . % @` (`canonical_encoding_v2`) |
/// | [`Rules::ANY`] | any byte        | at most 255 bytes each                           |
///
/// Rule: [`micheline_encoding.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/lib_micheline/micheline_encoding.ml), and the
/// `canonical_encoding_v1` of `environment_V0.ml` to `environment_V3.ml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of primitives; all primitive numbers are smaller.
    pub(super) prims: u16,
    /// True if the characters of annotations are checked.
    pub(super) well_formed: bool,
    /// The protocol; `None` for any.
    pub(super) version: Option<u16>,
}

impl Rules {
    /// The most permissive rules: any byte is a primitive, and only the length of annotations is checked. The expressions of every protocol
    /// and of the reference's vectors satisfy them.
    pub const ANY: Self = Self { prims: 256, well_formed: false, version: None };

    /// The rules of the newest protocol.
    pub const NEWEST: Self = Self::at(Revision::NEWEST);

    /// Returns the rules of a protocol.
    #[must_use]
    pub const fn of(protocol: Protocol) -> Self {
        Self::at(protocol.revision())
    }

    /// Returns the rules of a revision; one after the last protocol has those of the last.
    pub(super) const fn at(Revision(version): Revision) -> Self {
        Self { prims: prim::count_in(version), well_formed: version >= 11, version: Some(version) }
    }

    /// Returns the rules of the reader's protocol.
    pub(super) fn of_reader(reader: &Reader<'_>) -> Self {
        Self::at(reader.revision())
    }
}
