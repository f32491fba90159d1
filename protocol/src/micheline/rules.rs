//! The differences between protocols.

use tezos_encoding::schema::Encoding;

use super::prim;
use super::schema;

/// Maximum length of one annotation (`micheline_parser.ml`, `max_annot_length`).
pub const ANNOTATION_MAX_BYTES: usize = 255;

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
    version: Option<u16>,
}

impl Rules {
    /// The most permissive rules: any byte is a primitive, and only the length of annotations is checked. The expressions of every protocol
    /// and of the reference's vectors satisfy them.
    pub const ANY: Self = Self { prims: 256, well_formed: false, version: None };

    /// The rules of the newest protocol.
    pub const NEWEST: Self = Self::of(u16::MAX);

    /// Returns the rules of a protocol. `version` is its number: 5 is Babylon; numbers greater than that of the newest protocol denote the
    /// newest.
    #[must_use]
    pub const fn of(version: u16) -> Self {
        Self { prims: prim::count_in(version), well_formed: version >= 11, version: Some(version) }
    }

    /// Returns the schema of the expressions that these rules accept.
    #[must_use]
    pub const fn encoding(&self) -> &'static Encoding {
        schema::of(self.version)
    }
}

/// Returns whether an annotation is valid in the concrete syntax (`micheline_parser.ml`, `check_annot`).
///
/// ```
/// use tezos_protocol::micheline::is_annotation;
/// assert!(is_annotation(b"%default") && is_annotation(b"@"));
/// assert!(!is_annotation(b"default") && !is_annotation(b"%a b") && !is_annotation(&[b'%'; 256]));
/// ```
#[must_use]
pub fn is_annotation(annotation: &[u8]) -> bool {
    let is_sign = |byte: &u8| matches!(byte, b'@' | b':' | b'$' | b'&' | b'%' | b'!' | b'?');
    let is_inside = |byte: &u8| matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'%' | b'@');
    match annotation.split_first() {
        Some((sign, rest)) => annotation.len() <= ANNOTATION_MAX_BYTES && is_sign(sign) && rest.iter().all(is_inside),
        None => false,
    }
}

/// Returns whether `text`, which contains annotations separated by spaces, is accepted.
pub(super) fn are_annotations(text: &[u8], well_formed: bool) -> bool {
    text.is_empty()
        || text.split(|byte| *byte == b' ').all(|annotation| match well_formed {
            true => is_annotation(annotation),
            false => annotation.len() <= ANNOTATION_MAX_BYTES,
        })
}
