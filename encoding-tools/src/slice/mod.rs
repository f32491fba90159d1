//! Splits messages into slices, each with a name and a value, like the reference's `Binary.Slicer`.
//!
//! [`slice()`] walks a message by its schema. It returns what `octez-codec slice` prints; for an invalid message, it
//! returns the slices before the invalid byte, and the error. [`slices`] is an iterator of them.
//!
//! Rule: `data-encoding`, [`binary_slicer.ml`][slicer].
//!
//! [slicer]: https://github.com/tezos/tezos-mirror/blob/940407dac4fceb479f1ef25e12b3f210ed8820b9/data-encoding/src/binary_slicer.ml

mod fit;
mod name;
mod pretty;
mod values;
mod walker;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use name::Place;
use tezos_encoding_core::Path;
use tezos_encoding_core::schema::{Encoding, Scalar};
use tezos_encoding_core::walk::Refusal;
use walker::Walker;

pub use fit::{Fit, fit};
pub use name::ShortPath;

/// Consecutive bytes of a message with one meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice<'m> {
    /// The meaning of the bytes, in the reference's words: `"port" (uint16)`, `dynamic length`, `Ack tag`, `interface
    /// presence flag`, `padding`.
    pub name: String,
    /// The meaning of the bytes, for tools.
    pub kind: SliceKind,
    /// Their offset in the message.
    pub offset: usize,
    /// The bytes.
    pub bytes: &'m [u8],
    /// Their value: numbers in decimal, text in quotes with OCaml's escapes. Empty for raw bytes, and for numbers of
    /// more than 32,768 bytes, because printing them takes quadratic time.
    pub pretty: String,
    /// Whether the value is marked secret. Its `pretty` does not show it; do not show `bytes` either.
    pub secret: bool,
    place: Place,
    lazy: Option<Inner>,
}

/// The encoding of the value in lazy bytes. Equal only to itself.
#[derive(Clone, Copy, Debug)]
struct Inner(&'static Encoding);

impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.0, other.0)
    }
}

impl Eq for Inner {}

impl Slice<'_> {
    /// Returns the bytes that a writer produces for this value, if they differ from these and do not depend on other slices: `ff` for a
    /// presence flag or a boolean that is neither `00` nor `ff`, zeros for padding, `00` for a minus zero.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, schema::slice};
    /// let canonical = |bytes| slice(bool::ENCODING, bytes).slices[0].canonical();
    /// assert_eq!((canonical(&[7]), canonical(&[0xff])), (Some(vec![0xff]), None));
    /// ```
    pub fn canonical(&self) -> Option<Vec<u8>> {
        match (self.kind, self.bytes) {
            (SliceKind::Presence | SliceKind::Scalar(Scalar::Bool), [0x01..=0xfe]) => Some(Vec::from([0xff])),
            (SliceKind::Padding, bytes) => bytes.iter().any(|byte| *byte != 0).then(|| alloc::vec![0; bytes.len()]),
            (SliceKind::Scalar(Scalar::Z | Scalar::IntLikeZ { .. }), [0x40]) => Some(Vec::from([0])),
            _ => None,
        }
    }

    /// Returns the path of the slice: the fields, elements and cases that enclose it.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, schema::slices};
    /// #[derive(HasEncoding)]
    /// struct Peers { #[encoding(dynamic, list)] ports: Vec<u16> }
    /// let slices = slices(Peers::ENCODING, b"\0\0\0\x04\0\x50\x26\x04");
    /// let paths: Vec<_> = slices.map(|slice| slice.path().to_string()).collect();
    /// assert_eq!(paths, ["ports", "ports[0]", "ports[1]"]);
    /// ```
    pub fn path(&self) -> Path {
        self.place.path()
    }

    /// Returns the path of the slice for people: of a path of more than 64 segments, the first and the last 32 are shown.
    ///
    /// ```
    /// use tezos_encoding::schema::{grammar, slices};
    /// let slice = slices(grammar::parse("obj{a: obj{b: uint8}}").unwrap(), &[7]).next().unwrap();
    /// assert_eq!(slice.short_path().to_string(), "a.b");
    /// ```
    pub fn short_path(&self) -> ShortPath {
        self.place.short_path()
    }

    /// Returns the encoding of the value in the bytes, if they are decoded lazily. They need not be such a value.
    ///
    /// ```
    /// use tezos_encoding::schema::{decode, grammar, slice};
    /// let slicing = slice(grammar::parse("lazy(uint16)").unwrap(), &[0, 0, 0, 2, 0, 7]);
    /// let [size, bytes] = &slicing.slices[..] else { panic!("a size and bytes") };
    /// assert!(size.lazy().is_none() && decode(bytes.lazy().unwrap(), bytes.bytes).is_ok());
    /// ```
    pub fn lazy(&self) -> Option<&'static Encoding> {
        self.lazy.map(|Inner(encoding)| encoding)
    }
}

/// The meaning of the bytes of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SliceKind {
    /// The tag of a union or of a compact encoding.
    Tag {
        /// The number of cases that have an encoding on the wire.
        cases: usize,
    },
    /// The size of a block in bytes.
    Size,
    /// The number of elements of a list.
    Count,
    /// A presence flag.
    Presence,
    /// Bytes without a meaning.
    Padding,
    /// Constant bytes.
    Magic,
    /// The index of a name.
    Name {
        /// The number of names.
        names: usize,
    },
    /// A number or a boolean.
    Scalar(Scalar),
    /// An integer of a compact encoding, whose width is in the tag.
    Compact,
    /// Text.
    Text,
    /// Raw bytes.
    Bytes,
}

impl SliceKind {
    /// Returns true if the bytes only serve the layout and are not part of the value's JSON.
    pub const fn is_layout(self) -> bool {
        matches!(self, Self::Tag { .. } | Self::Size | Self::Count | Self::Presence | Self::Padding | Self::Magic)
    }
}

/// The slices of a message, and its error if it is invalid.
#[derive(Clone, Debug)]
pub struct Slicing<'m> {
    /// The slices in the order of the message; if there is an error, those before it. The slices of a value that a
    /// user-supplied function refuses are included, because the function checks the whole value.
    pub slices: Vec<Slice<'m>>,
    /// The error and its offset: of the same kind as the error of [`Decode::from_bytes`](tezos_encoding_core::Decode::from_bytes).
    pub error: Option<Refusal>,
}

/// Splits `message` into slices.
///
/// Names grow with each list, `id` and recursive type that encloses a field. If the reference's name would be longer
/// than 1,024 bytes, the slice is named only by its encoding.
///
/// ```
/// use tezos_encoding::schema::slice;
/// use tezos_encoding::HasEncoding;
/// #[derive(HasEncoding)]
/// struct Peer { port: u16, #[encoding(string)] name: String }
/// let slicing = slice(Peer::ENCODING, b"\x26\x04\0\0\0\x02hi");
/// let parts: Vec<_> = slicing.slices.iter().map(|slice| (slice.name.as_str(), slice.pretty.as_str())).collect();
/// assert_eq!(parts, [(r#""port" (uint16)"#, "9732"), ("dynamic length", "2"), (r#""name" (string)"#, r#""hi""#)]);
///
/// let cut = slice(Peer::ENCODING, b"\x26\x04\0\0\0\x02h");
/// assert_eq!(cut.slices.len(), 2);
/// let error = cut.error.unwrap();
/// assert_eq!((error.offset, error.kind.name()), (6, "Not_enough_data"));
/// ```
pub fn slice<'m>(encoding: &'static Encoding, message: &'m [u8]) -> Slicing<'m> {
    let mut all = slices(encoding, message);
    let slices = all.by_ref().collect();
    Slicing { slices, error: all.into_error() }
}

/// Returns an iterator of what [`slice()`] returns at once. It holds only what encloses the current slice, so that messages of any length can be
/// shown.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema::slices};
/// let message = [&[0xff; 10][..], &[7]].concat();
/// let mut flags = slices(<[bool; 12]>::ENCODING, &message);
/// assert_eq!(flags.by_ref().filter(|flag| flag.pretty == "true").count(), 11);
/// assert_eq!(flags.into_error().unwrap().offset, 11);
/// ```
pub fn slices<'m>(encoding: &'static Encoding, message: &'m [u8]) -> Slices<'m> {
    Slices(Walker::new(encoding, message))
}

/// An iterator of slices: the result of [`slices`]. A clone goes on from the same slice: with one kept here and there, any part of a long message
/// is sliced again without its start.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema::slices};
/// let mut flags = slices(<[bool; 5]>::ENCODING, &[0xff; 5]);
/// flags.nth(2);
/// let kept = flags.clone();
/// assert_eq!(flags.count(), 2);
/// assert_eq!(kept.map(|slice| slice.offset).collect::<Vec<_>>(), [3, 4]);
/// ```
#[derive(Clone)]
pub struct Slices<'m>(Walker<'m>);

impl Slices<'_> {
    /// Returns the error at which the slices ended, if the message is invalid.
    pub fn into_error(self) -> Option<Refusal> {
        self.0.error
    }
}

impl<'m> Iterator for Slices<'m> {
    type Item = Slice<'m>;

    fn next(&mut self) -> Option<Slice<'m>> {
        self.0.next()
    }
}

impl fmt::Debug for Slices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slices").finish_non_exhaustive()
    }
}

impl<'m> Slicing<'m> {
    /// Returns exactly the slices of the reference, which prints the absolute value of a `z` and omits those of one
    /// byte.
    pub fn into_reference(mut self) -> Vec<Slice<'m>> {
        let is_z = |slice: &Slice<'_>| slice.name == "Z" || slice.name.ends_with(" (Z)");
        self.slices.retain(|slice| !(is_z(slice) && slice.bytes.len() == 1));
        for slice in &mut self.slices {
            if is_z(slice) && slice.pretty.starts_with('-') {
                slice.pretty.remove(0);
            }
        }
        self.slices
    }
}
