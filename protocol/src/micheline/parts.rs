//! Numbers, applications and annotations that borrow from the bytes of an expression.

use core::fmt;
use core::iter::FusedIterator;

use tezos_encoding::Z;

use super::Prim;
use super::children::Children;
use super::node::MichelineRef;

/// A number in its encoded form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Int<'a>(&'a [u8]);

impl<'a> Int<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

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
    pub(super) const fn new(prim: Prim, node: MichelineRef<'a>) -> Self {
        Self { prim, node }
    }

    /// Returns the arguments.
    #[must_use]
    pub fn args(self) -> Children<'a> {
        self.node.children()
    }

    /// Returns the annotations.
    #[must_use]
    pub fn annots(self) -> Annotations<'a> {
        let text = self.annots_text();
        Annotations((!text.is_empty()).then_some(text))
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

/// The annotations of an application.
#[derive(Clone, Copy, Debug)]
pub struct Annotations<'a>(Option<&'a [u8]>);

impl<'a> Iterator for Annotations<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.0?;
        let len = text.iter().position(|byte| *byte == b' ');
        self.0 = len.and_then(|len| text.get(len.saturating_add(1)..));
        Some(len.and_then(|len| text.get(..len)).unwrap_or(text))
    }
}

impl FusedIterator for Annotations<'_> {}
