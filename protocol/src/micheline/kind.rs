//! The kinds of expressions, with contents that borrow from the bytes.

use core::fmt;

use tezos_encoding::Z;

use super::annotation::Annotations;
use super::children::Children;
use super::node::{MichelineRef, block};
use super::prim::Prim;

/// The kind of an expression, with its contents.
#[derive(Clone, Debug)]
pub enum ExprKind<'a> {
    /// A number.
    Int(Int<'a>),
    /// A string. The reference accepts any bytes; Michelson only printable ASCII.
    String(&'a [u8]),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A sequence.
    Sequence(Children<'a>),
    /// An application of a primitive.
    Application(Application<'a>),
}

impl<'a> MichelineRef<'a> {
    /// Returns the kind of the expression, with its contents.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// use tezos_protocols::micheline::{ExprKind, MichelineRef};
    /// let text = MichelineRef::from_bytes(b"\x01\0\0\0\x04gold").unwrap();
    /// assert!(matches!(text.kind(), ExprKind::String(b"gold")));
    /// ```
    #[must_use]
    pub fn kind(self) -> ExprKind<'a> {
        match self.rest {
            [1, rest @ ..] => ExprKind::String(block(rest)),
            [10, rest @ ..] => ExprKind::Bytes(block(rest)),
            [2, ..] => ExprKind::Sequence(self.children()),
            [3..=9, prim, ..] => ExprKind::Application(Application { prim: Prim::from(*prim), node: self }),
            _ => ExprKind::Int(Int(self.rest.get(1..).map(digits).unwrap_or_default())),
        }
    }
}

/// Returns the digits of the number at the start of `bytes`.
fn digits(bytes: &[u8]) -> &[u8] {
    let last = bytes.iter().position(|byte| *byte < 0x80);
    last.and_then(|last| bytes.get(..=last)).unwrap_or_default()
}

/// A number in its encoded form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Int<'a>(&'a [u8]);

impl<'a> Int<'a> {
    /// Returns the bytes of the number: a `z`, which may be minus zero.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns the number.
    #[must_use]
    pub fn to_z(self) -> Z {
        Z::from_wire(self.0)
    }

    /// Returns the number if it fits 64 bits.
    #[must_use]
    pub fn to_i64(self) -> Option<i64> {
        i64::try_from(&self.to_z()).ok()
    }
}

impl fmt::Debug for Int<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_z(), f)
    }
}

/// A primitive, its arguments and annotations.
#[derive(Clone, Copy)]
pub struct Application<'a> {
    /// The primitive.
    pub prim: Prim,
    node: MichelineRef<'a>,
}

impl<'a> Application<'a> {
    /// Returns the arguments.
    #[must_use]
    pub fn args(self) -> Children<'a> {
        self.node.children()
    }

    /// Returns the annotations.
    #[must_use]
    pub fn annots(self) -> Annotations<'a> {
        Annotations::new(self.annots_text())
    }

    /// Returns the annotations, separated by spaces.
    #[must_use]
    pub fn annots_text(self) -> &'a [u8] {
        self.node.annots_text()
    }
}

impl fmt::Debug for Application<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.node, f)
    }
}
