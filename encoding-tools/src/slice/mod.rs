//! A message cut into its parts, each with a name and its value: the reference's `Binary.Slicer`.
//!
//! [`slice()`] walks a message by its schema. What it gives is what `octez-codec slice` prints; where the message is not valid, it
//! gives the parts before the refused byte, and the refusal.
//!
//! Rule: `data-encoding`, [`binary_slicer.ml`][slicer].
//!
//! [slicer]: https://github.com/tezos/tezos-mirror/blob/940407dac4fceb479f1ef25e12b3f210ed8820b9/data-encoding/src/binary_slicer.ml

mod blocks;
mod compact;
mod fit;
mod kind;
mod name;
mod parts;
mod places;
mod pretty;
mod walker;

use alloc::string::String;
use alloc::vec::Vec;

use places::{Place, Places};
use tezos_encoding_core::Path;
use tezos_encoding_core::schema::{Case, Encoding, Refusal};

pub use fit::{Fit, fit};
pub use kind::SliceKind;

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice<'m> {
    /// What it is, in the reference's words: `"port" (uint16)`, `dynamic length`, `Ack tag`, `interface presence flag`,
    /// `padding`.
    pub name: String,
    /// What it is, for tools.
    pub kind: SliceKind,
    /// Bytes of the message before it.
    pub offset: usize,
    /// Its bytes.
    pub bytes: &'m [u8],
    /// Its value: numbers in decimal, text in quotes with OCaml's escapes, nothing for raw bytes and for numbers of more than 32,768
    /// bytes, whose digits would take time with the square of their length.
    pub pretty: String,
    place: Place,
}

/// The parts of a message, and why it is refused if it is.
#[derive(Clone, Debug)]
pub struct Slicing<'m> {
    /// The parts, in the order of the message; where there is an error, those before it. A value that a function of the user
    /// refuses has its parts here, because the function is asked about the whole.
    pub slices: Vec<Slice<'m>>,
    /// What is wrong and at which byte: the kind that [`Decode::from_bytes`](crate::Decode::from_bytes) gives too.
    pub error: Option<Refusal>,
    /// Where the error is a tag that no case has: the cases that there are.
    pub cases: &'static [Case],
    places: Places,
}

/// Cuts `message` into its parts.
///
/// Names grow with every list, `id` and recursive type between a part and the field that it belongs to; past 1,024 bytes the
/// reference's name is not built any more, and the part is named by its form alone.
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
    let mut walker = walker::Walker::new(message);
    let error = walker.walk(encoding).err();
    Slicing { slices: walker.slices, error, cases: walker.refused_by, places: walker.places }
}

impl<'m> Slicing<'m> {
    /// Where a slice is: the fields, elements and cases around it.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, schema::slice};
    /// #[derive(HasEncoding)]
    /// struct Peers { #[encoding(dynamic, list)] ports: Vec<u16> }
    /// let slicing = slice(Peers::ENCODING, b"\0\0\0\x04\0\x50\x26\x04");
    /// let paths: Vec<_> = slicing.slices.iter().map(|slice| slicing.path(slice).to_string()).collect();
    /// assert_eq!(paths, ["ports", "ports[0]", "ports[1]"]);
    /// ```
    pub fn path(&self, slice: &Slice<'_>) -> Path {
        self.places.path(slice.place)
    }

    /// The parts exactly as the reference gives them: it prints the absolute value of a `z`, and leaves out those of one byte.
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
