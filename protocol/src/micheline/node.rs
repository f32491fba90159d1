//! A cursor over the bytes of an expression.

use tezos_encoding::{Fault, NomReader, Reader};

use super::index::Extent;
use super::prim::Prim;
use super::rules::Rules;
use super::scan::scan;

/// A cursor to an expression in the bytes of a message. The bytes were checked when the cursor was read. The cursor is two slices and is
/// cheap to copy.
///
/// Reading checks the bytes in a loop without allocation. Only expressions with more than 48 nested sequences, generic applications or
/// annotated applications take heap: 32 bytes for each deeper level. Nested applications of one or two arguments without annotations, such
/// as a long `Pair`, do not count as levels.
///
/// The bytes are kept as received. They may be non-canonical; see [`Micheline`](super::Micheline) for what readers accept.
///
/// ```
/// use tezos_encoding::Decode;
/// use tezos_protocols::micheline::{ExprKind, MichelineRef, Prim};
///
/// let pair = MichelineRef::from_bytes(&[7, 7, 0, 5, 1, 0, 0, 0, 1, b'a']).unwrap();
/// let ExprKind::Application(pair) = pair.kind() else { panic!() };
/// assert_eq!(pair.prim, Prim::Pair);
/// let kinds: Vec<_> = pair.args().map(|arg| arg.kind()).collect();
/// assert!(matches!(&kinds[..], [ExprKind::Int(number), ExprKind::String(b"a")] if number.to_i64() == Some(5)));
/// ```
///
/// A cursor into a [`Micheline`](super::Micheline) skips an expression in constant time; a cursor into the bytes of a message scans it. Visiting every node
/// of a message's expression with a stack of [`Children`](super::Children) therefore takes time proportional to nodes times depth: use
/// [`MichelineRef::to_owned`] if hostile input may be deeply nested.
///
/// # Errors
/// The errors of [`Micheline`](super::Micheline). The depth limit of [`tezos_encoding::Limits`] does not apply, because levels do not use the thread's stack.
#[derive(Clone, Copy)]
pub struct MichelineRef<'a> {
    /// The bytes from the node to the end of an enclosing node.
    pub(super) rest: &'a [u8],
    /// The extents from the node on; empty if they are not known.
    pub(super) index: &'a [Extent],
}

impl<'a> MichelineRef<'a> {
    pub(super) const fn new(rest: &'a [u8], index: &'a [Extent]) -> Self {
        Self { rest, index }
    }

    /// Reads an expression with `rules` instead of those of the reader's protocol.
    ///
    /// ```
    /// use tezos_encoding::Reader;
    /// use tezos_protocols::micheline::{MichelineRef, Rules};
    /// let unknown = [3, 200]; // a primitive that no protocol has
    /// assert!(MichelineRef::read_with(&mut Reader::new(&unknown), Rules::NEWEST).is_err());
    /// let node = MichelineRef::read_with(&mut Reader::new(&unknown), Rules::ANY).unwrap();
    /// assert_eq!(node.prim().unwrap().name(), None);
    /// ```
    ///
    /// # Errors
    /// The errors of [`Micheline`](super::Micheline).
    pub fn read_with(input: &mut Reader<'a>, rules: Rules) -> Result<Self, Fault> {
        let start = input.remaining();
        scan(input, rules)?;
        let read = start.len().saturating_sub(input.remaining().len());
        Ok(Self { rest: start.get(..read).unwrap_or_default(), index: &[] })
    }

    /// Returns the node that follows this one; it has no bytes at the end of the block.
    #[inline]
    pub(super) fn behind(self) -> Self {
        let extent = self.extent();
        let rest = self.rest.get(extent.bytes()..).unwrap_or_default();
        Self { rest, index: self.index.get(extent.nodes()..).unwrap_or_default() }
    }

    /// Returns whether this is the end of the block instead of a node.
    #[inline]
    pub(super) fn is_end(self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the tag of the expression, from 0 to 10.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// let tags = ["5", r#""a""#, "{}", "Unit", "Some 5", "Pair 1 2", "0xff"].map(|text| {
    ///     text.parse::<Micheline>().unwrap().root().tag()
    /// });
    /// assert_eq!(tags, [0, 1, 2, 3, 5, 7, 10]);
    /// ```
    #[inline]
    #[must_use]
    pub fn tag(self) -> u8 {
        self.rest.first().copied().unwrap_or_default()
    }

    /// Returns the primitive, if the expression is an application.
    ///
    /// ```
    /// use tezos_protocols::micheline::{Micheline, Prim};
    /// let some: Micheline = "Some 5".parse().unwrap();
    /// assert_eq!((some.root().prim(), Micheline::int(5).root().prim()), (Some(Prim::Some), None));
    /// ```
    #[inline]
    #[must_use]
    pub fn prim(self) -> Option<Prim> {
        match self.rest {
            [3..=9, prim, ..] => Some(Prim::from(*prim)),
            _ => None,
        }
    }

    /// Returns the bytes of the expression, as received.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// let pair: Micheline = r#"Pair 5 "a""#.parse().unwrap();
    /// assert_eq!(pair.root().children().nth(1).unwrap().as_bytes(), [1, 0, 0, 0, 1, b'a']); // no copy
    /// ```
    #[must_use]
    pub fn as_bytes(self) -> &'a [u8] {
        self.rest.get(..self.extent().bytes()).unwrap_or_default()
    }

    /// Returns whether the extents from here on are known.
    pub(super) fn is_indexed(self) -> bool {
        !self.index.is_empty()
    }

    /// Returns the extent of the node.
    #[inline]
    pub(super) fn extent(self) -> Extent {
        if let Some(extent) = self.index.first() {
            return *extent;
        }
        let mut reader = Reader::new(self.rest);
        match self.rest {
            // Fast path for the most common nodes.
            [0, 0..=0x7f, ..] | [3, ..] => return Extent::new(2, 1),
            _ => {}
        }
        let nodes = scan(&mut reader, Rules::ANY).map_or(0, |found| found.nodes);
        Extent::new(self.rest.len().saturating_sub(reader.remaining().len()), nodes)
    }
}

/// Returns the block after the size prefix at the start of `bytes`.
pub(super) fn block(bytes: &[u8]) -> &[u8] {
    let Some((size, rest)) = bytes.split_first_chunk() else { return &[] };
    let size = usize::try_from(u32::from_be_bytes(*size)).unwrap_or(usize::MAX);
    rest.get(..size).unwrap_or_default()
}

impl<'a> NomReader<'a> for MichelineRef<'a> {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Self::read_with(input, Rules::of_reader(input))
    }
}

/// Compares the bytes as received: a non-canonical encoding differs from the canonical one of the same expression.
impl PartialEq for MichelineRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for MichelineRef<'_> {}
