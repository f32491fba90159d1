//! What values are written from.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::error::ErrorKind;
use crate::number::{N, Z};
use crate::schema::{Encoding, Part, Scalar};

/// A scalar as a source has it.
pub(crate) enum Number {
    Bool(bool),
    Int(i128),
    Float(f64),
    Natural(N),
    Whole(Z),
}

/// Which case of a union a value is.
pub(crate) enum Choice<N> {
    This(usize, N),
    /// The first one that fits.
    First,
}

/// The form of an optional value.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Encoding(&'static Encoding),
    Part(&'static Part),
}

/// Why a value cannot be written.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The encoding refuses it.
    Refused(ErrorKind),
    /// It is a value of another encoding; where in the source.
    Mismatch { expected: &'static str, at: usize },
}

impl From<ErrorKind> for Trouble {
    fn from(kind: ErrorKind) -> Self {
        Self::Refused(kind)
    }
}

pub(crate) type Got<T> = Result<T, Trouble>;

/// A key, its value, and the pairs behind them.
pub(crate) type Pair<'s, N, P> = (Cow<'s, [u8]>, N, P);

/// What holds a value. A node is one part of it.
pub(crate) trait Source {
    type Node: Copy;
    /// Parts not yet taken.
    type Parts: Copy;

    fn nothing(&self, node: Self::Node, encoding: &'static Encoding) -> Got<()>;
    fn scalar(&self, node: Self::Node, scalar: &'static Scalar) -> Got<Number>;
    fn bytes(&self, node: Self::Node) -> Got<Cow<'_, [u8]>>;
    fn text(&self, node: Self::Node) -> Got<Cow<'_, [u8]>>;
    fn name(&self, node: Self::Node, names: &'static [&'static str]) -> Got<usize>;
    /// The elements of a list, and how many.
    fn list(&self, node: Self::Node) -> Got<(usize, Self::Parts)>;
    /// The elements of a tuple of so many.
    fn tuple(&self, node: Self::Node, count: usize) -> Got<Self::Parts>;
    fn next(&self, parts: Self::Parts) -> Option<(Self::Node, Self::Parts)>;
    fn pairs(&self, node: Self::Node) -> Got<Self::Parts>;
    fn next_pair(&self, parts: Self::Parts) -> Option<Pair<'_, Self::Node, Self::Parts>>;
    /// Before the fields of an object are taken: how many it has, and whether it has one of a name.
    fn object(&self, node: Self::Node, count: usize, has: impl Fn(&str) -> bool) -> Got<()>;
    /// A field; nothing where the source leaves it out.
    fn field(&self, node: Self::Node, index: usize, name: &'static str) -> Got<Option<Self::Node>>;
    /// Before the parts of a merge are taken.
    fn merge(&self, node: Self::Node, parts: &'static [&'static Encoding]) -> Got<()>;
    fn part(&self, node: Self::Node, parts: &'static [&'static Encoding], index: usize) -> Got<Self::Node>;
    fn case(&self, node: Self::Node) -> Got<Choice<Self::Node>>;
    /// What is inside an optional value.
    fn option(&self, node: Self::Node, inner: Form) -> Got<Option<Self::Node>>;
    /// The bytes of a lazy value, where they are not made from a value.
    fn lazy(&self, node: Self::Node) -> Got<Option<Cow<'_, [u8]>>>;
    /// Appends a BSON document.
    fn json(&self, node: Self::Node, out: &mut Vec<u8>) -> Got<()>;
    /// Whether values that have another form in JSON are in that form.
    const SPLITS: bool;
}
