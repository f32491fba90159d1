//! A cursor over the bytes of an expression.

use core::fmt;

use tezos_encoding::nom::{NomResult, nom_read};
use tezos_encoding::schema::Encoding;
use tezos_encoding::{Fault, HasEncoding, NomReader, Reader};

use super::children::Children;
use super::index::Extent;
use super::parts::{Application, Int};
use super::rules::Rules;
use super::scan::scan;
use super::{Micheline, Prim, reader_rules};

/// An expression in the bytes of a message, which were checked once. It is a cursor: two slices, copied freely.
///
/// Reading checks the bytes by a loop and without an allocation, but for expressions with more than 48 levels of sequences, generic
/// applications and arguments before annotations, one in the other, of which the deeper levels are on the heap (32 bytes each). Nested
/// applications of one and two arguments without annotations, such as a long `Pair`, are no such levels.
///
/// The bytes are those that were received; see [`Micheline`] for the other forms that readers accept.
///
/// ```
/// use tezos_encoding::Decode;
/// use tezos_protocol::micheline::{Kind, MichelineRef, Prim};
///
/// let pair = MichelineRef::from_bytes(&[7, 7, 0, 5, 1, 0, 0, 0, 1, b'a']).unwrap();
/// let Kind::Application(pair) = pair.kind() else { panic!() };
/// assert_eq!(pair.prim, Prim::Pair);
/// let kinds: Vec<_> = pair.args().map(|arg| arg.kind()).collect();
/// assert!(matches!(&kinds[..], [Kind::Int(number), Kind::String(b"a")] if number.to_i64() == Some(5)));
/// ```
///
/// A cursor into a [`Micheline`] skips an expression in one step; one into the bytes of a message reads over it. Loops that visit every
/// node of a message's expression with a stack of [`Children`] take time for each node and each level around it: use
/// [`MichelineRef::to_owned`] where hostile bytes may be nested deep.
///
/// # Errors
/// As [`Micheline`]. The limit of levels of [`tezos_encoding::Limits`] is not applied: no level takes part of the thread's stack.
#[derive(Clone, Copy)]
pub struct MichelineRef<'a> {
    /// The bytes from the node to the end of a node around it.
    rest: &'a [u8],
    /// The extents from the node on; empty if not known.
    index: &'a [Extent],
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum Kind<'a> {
    /// A number.
    Int(Int<'a>),
    /// Text; the reference accepts any bytes, Michelson only printable ASCII.
    String(&'a [u8]),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A sequence.
    Sequence(Children<'a>),
    /// An application of a primitive.
    Application(Application<'a>),
}

impl<'a> MichelineRef<'a> {
    pub(super) const fn new(rest: &'a [u8], index: &'a [Extent]) -> Self {
        Self { rest, index }
    }

    /// Reads an expression by other rules than the reader's.
    ///
    /// # Errors
    /// As [`Micheline`].
    pub fn read_with(input: &mut Reader<'a>, rules: Rules) -> Result<Self, Fault> {
        let start = input.remaining();
        scan(input, rules)?;
        let read = start.len().saturating_sub(input.remaining().len());
        Ok(Self { rest: start.get(..read).unwrap_or_default(), index: &[] })
    }

    /// Returns the node behind it; without bytes at the end of the block.
    #[inline]
    pub(super) fn behind(self) -> Self {
        let extent = self.extent();
        let rest = self.rest.get(extent.bytes()..).unwrap_or_default();
        Self { rest, index: self.index.get(extent.nodes()..).unwrap_or_default() }
    }

    /// Whether there is no node: the end of the block.
    #[inline]
    pub(super) fn is_end(self) -> bool {
        self.rest.is_empty()
    }

    /// Returns its tag on the wire, from 0 to 10.
    #[inline]
    #[must_use]
    pub fn tag(self) -> u8 {
        self.rest.first().copied().unwrap_or_default()
    }

    /// Returns its primitive, if it is an application.
    #[inline]
    #[must_use]
    pub fn prim(self) -> Option<Prim> {
        match self.rest {
            [3..=9, prim, ..] => Some(Prim::from(*prim)),
            _ => None,
        }
    }

    /// Returns its bytes, as received.
    #[must_use]
    pub fn as_bytes(self) -> &'a [u8] {
        self.rest.get(..self.extent().bytes()).unwrap_or_default()
    }

    /// Returns what it is.
    #[must_use]
    pub fn kind(self) -> Kind<'a> {
        match self.rest {
            [1, rest @ ..] => Kind::String(block(rest)),
            [10, rest @ ..] => Kind::Bytes(block(rest)),
            [2, ..] => Kind::Sequence(self.children()),
            [3..=9, prim, ..] => Kind::Application(Application::new(Prim::from(*prim), self)),
            _ => Kind::Int(Int::new(self.rest.get(1..).map(digits).unwrap_or_default())),
        }
    }

    /// Returns the elements of a sequence or the arguments of an application; nothing of other expressions.
    #[must_use]
    pub fn children(self) -> Children<'a> {
        let index = self.index.get(1..).unwrap_or_default();
        let (rest, left) = match self.rest {
            [2, rest @ ..] => (block(rest), None),
            [9, _, rest @ ..] => (block(rest), None),
            [tag @ 5..=8, _, rest @ ..] => (rest, Some(if *tag < 7 { 1 } else { 2 })),
            _ => (&[][..], None),
        };
        Children::new(Self { rest, index }, left)
    }

    /// Returns the text of its annotations; none of an expression that is no application.
    pub(super) fn annots_text(self) -> &'a [u8] {
        let behind = match self.rest {
            [4, _, rest @ ..] => rest,
            [9, _, rest @ ..] => rest.get(block(rest).len().saturating_add(4)..).unwrap_or_default(),
            [6 | 8, ..] => {
                let mut args = self.children();
                args.by_ref().for_each(drop);
                args.behind().rest
            }
            _ => &[],
        };
        block(behind)
    }

    /// Returns the owned value.
    #[must_use]
    pub fn to_owned(self) -> Micheline {
        Micheline::of(self)
    }

    /// Whether the extents from here on are known.
    pub(super) fn is_indexed(self) -> bool {
        !self.index.is_empty()
    }

    /// Returns how far it reaches.
    #[inline]
    pub(super) fn extent(self) -> Extent {
        if let Some(extent) = self.index.first() {
            return *extent;
        }
        let mut reader = Reader::new(self.rest);
        match self.rest {
            // These are read over often: a step each.
            [0, ..=0x7f, ..] | [3, ..] => return Extent::new(2, 1),
            _ => {}
        }
        let nodes = scan(&mut reader, Rules::ANY).map_or(0, |found| found.nodes);
        Extent::new(self.rest.len().saturating_sub(reader.remaining().len()), nodes)
    }
}

/// Returns the block behind the size at the front of `bytes`.
fn block(bytes: &[u8]) -> &[u8] {
    let Some((size, rest)) = bytes.split_first_chunk() else { return &[] };
    let size = usize::try_from(u32::from_be_bytes(*size)).unwrap_or(usize::MAX);
    rest.get(..size).unwrap_or_default()
}

/// Returns the digits of the number at the front of `bytes`.
fn digits(bytes: &[u8]) -> &[u8] {
    let last = bytes.iter().position(|byte| *byte < 0x80);
    last.and_then(|last| bytes.get(..=last)).unwrap_or_default()
}

impl HasEncoding for MichelineRef<'_> {
    const ENCODING: &'static Encoding = Micheline::ENCODING;
}

impl<'a> NomReader<'a> for MichelineRef<'a> {
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Self::read_with(input, reader_rules(input))
    }
}

/// The bytes as received are compared: forms that are not canonical differ from those that are.
impl PartialEq for MichelineRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for MichelineRef<'_> {}

impl fmt::Debug for MichelineRef<'_> {
    /// The concrete syntax, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_owned(), f)
    }
}
