//! Owned expressions.

use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use tezos_encoding::view::View;
use tezos_encoding::wire::{Length, U30};
use tezos_encoding::{BinWriter, EncodeError, ErrorKind, Facts, Fault, NomReader, Reader, Sink, Z};

use super::annotation::{is_annotation, malformed};
use super::build::MichelineBuilder;
use super::index::{Extent, index};
use super::kind::ExprKind;
use super::node::MichelineRef;
use super::prim::Prim;
use super::rules::Rules;
use super::scan::{Found, scan};
use super::walk::{Visit, Walk};

/// An owned expression.
///
/// | tag | payload                                                 | expression                                         |
/// |----:|---------------------------------------------------------|----------------------------------------------------|
/// | 0   | `z`                                                     | a number                                           |
/// | 1   | 4-byte size prefix, text                                | a string                                           |
/// | 2   | 4-byte size prefix, expressions                         | a sequence                                         |
/// | 3   | primitive                                               | an application without arguments                   |
/// | 4   | primitive, annotations                                  | an application without arguments, with annotations |
/// | 5   | primitive, expression                                   | an application to one argument                     |
/// | 6   | primitive, expression, annotations                      | an application to one argument, with annotations   |
/// | 7   | primitive, 2 expressions                                | an application to two arguments                    |
/// | 8   | primitive, 2 expressions, annotations                   | an application to two arguments, with annotations  |
/// | 9   | primitive, 4-byte size prefix, expressions, annotations | any application                                    |
/// | 10  | 4-byte size prefix, bytes                               | bytes                                              |
///
/// A primitive is one byte ([`Prim`]). Annotations are text, separated by spaces, with a 4-byte size prefix. Writers use the tag with the
/// shortest encoding. Readers also accept tag 9 for fewer than three arguments, tags 4, 6 and 8 with empty annotations, and minus zero;
/// these are re-encoded with the shortest tag and as zero.
///
/// The value consists of its canonical bytes and an extent of 8 bytes for each node. It is read in two loops; encoding, cloning and
/// comparing work on the bytes.
///
/// ```
/// use tezos_encoding::{Decode, Encode, FromJson, ToJson};
/// use tezos_protocols::micheline::{Micheline, Prim};
///
/// let pair = Micheline::prim(Prim::Pair, [Micheline::int(5), Micheline::string("a")]);
/// assert_eq!(pair.to_bytes().unwrap(), [7, 7, 0, 5, 1, 0, 0, 0, 1, b'a']);
/// assert_eq!(pair.to_json().unwrap(), r#"{"prim":"Pair","args":[{"int":"5"},{"string":"a"}]}"#);
/// assert_eq!(pair.to_string(), r#"Pair 5 "a""#);
///
/// // Text is parsed as Michelson source.
/// assert_eq!((r#"Pair 5 "a""#.parse(), Micheline::from(5)), (Ok(pair.clone()), Micheline::int(5)));
///
/// // The generic tag is read, and written as the shortest.
/// let generic = Micheline::from_bytes(&[9, 7, 0, 0, 0, 8, 0, 5, 1, 0, 0, 0, 1, b'a', 0, 0, 0, 0]).unwrap();
/// assert_eq!(generic, pair);
/// assert_eq!(Micheline::from_json(r#"{"args":[{"int":"5"},{"string":"a"}],"prim":"Pair"}"#).unwrap(), pair);
/// ```
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`, `Unexpected_tag`; `Invalid_int` for a size of 2^31 or more; `Trailing_zero` for a
/// number that has a shorter encoding; `No_case_matched` for a primitive that the protocol does not support; `User_invariant_guard` for
/// malformed annotations (protocols before 011 accept these, and refuse only annotations longer than 255 bytes, with
/// `Exception_raised_in_user_function`); `Too_deep` and `Heap_exceeded` if an expression exceeds the caller's limits. Writing: an
/// expression that readers would refuse.
///
/// Rule: [`micheline_encoding.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/lib_micheline/micheline_encoding.ml),
/// `internal_canonical_encoding`.
#[derive(Clone)]
pub struct Micheline {
    /// The canonical encoding.
    pub(super) bytes: Vec<u8>,
    /// The extents of the nodes, in the order of their first bytes.
    pub(super) index: Vec<Extent>,
    /// The greatest primitive number in the expression.
    pub(super) prim: u8,
    /// True if all annotations are well formed.
    pub(super) well_formed: bool,
}

impl Micheline {
    /// Creates a number.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// assert_eq!(Micheline::int(-5).as_bytes(), [0, 0x45]); // the tag, and a `z`
    /// ```
    #[must_use]
    pub fn int(number: i64) -> Self {
        Self::number(&number.into())
    }

    /// Creates a number of arbitrary size.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// let supply = "340282366920938463463374607431768211456".parse().unwrap(); // 2^128
    /// assert_eq!(Micheline::number(&supply).to_string(), "340282366920938463463374607431768211456");
    /// ```
    #[must_use]
    pub fn number(number: &Z) -> Self {
        Self::leaf(|builder| builder.number(number))
    }

    /// Creates the value `Unit`.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// assert_eq!((Micheline::unit().to_string(), Micheline::unit().into_bytes()), ("Unit".into(), vec![3, 11]));
    /// ```
    #[must_use]
    pub fn unit() -> Self {
        Self::prim(Prim::Unit, [])
    }

    /// Creates a string.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// assert_eq!(Micheline::string("gold").as_bytes(), b"\x01\0\0\0\x04gold"); // the tag, the size, the text
    /// ```
    #[must_use]
    pub fn string(text: impl AsRef<[u8]>) -> Self {
        Self::leaf(|builder| builder.string(text.as_ref()))
    }

    /// Creates a byte sequence.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// assert_eq!(Micheline::bytes([0xca, 0xfe]).to_string(), "0xcafe");
    /// ```
    #[must_use]
    pub fn bytes(bytes: impl AsRef<[u8]>) -> Self {
        Self::leaf(|builder| builder.bytes(bytes.as_ref()))
    }

    /// Creates a sequence. The elements are copied; use [`MichelineBuilder`] to build deep expressions in linear time.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// let list = Micheline::seq([1, 2, 3].map(Micheline::int));
    /// assert_eq!((list.to_string(), list.nodes()), ("{ 1 ; 2 ; 3 }".into(), 4));
    /// ```
    #[must_use]
    pub fn seq(items: impl IntoIterator<Item = Self>) -> Self {
        Self::leaf(|builder| {
            builder.open_sequence();
            items.into_iter().for_each(|item| builder.add(item.root()));
            builder.close("");
        })
    }

    /// Creates an application of a primitive. The arguments are copied; use [`MichelineBuilder`] to build deep expressions in linear time.
    ///
    /// ```
    /// use tezos_protocols::micheline::{Micheline, Prim};
    /// let some = Micheline::prim(Prim::Some, [Micheline::string("gold")]);
    /// assert_eq!(some, r#"Some "gold""#.parse().unwrap());
    /// ```
    #[must_use]
    pub fn prim(prim: Prim, args: impl IntoIterator<Item = Self>) -> Self {
        Self::leaf(|builder| {
            builder.open(prim);
            args.into_iter().for_each(|arg| builder.add(arg.root()));
            builder.close("");
        })
    }

    /// Replaces the annotations of the application.
    ///
    /// ```
    /// use tezos_protocols::micheline::{Micheline, Prim};
    /// let unit = Micheline::prim(Prim::unit, []).annotated(["%default", ":none"]).unwrap();
    /// assert_eq!(unit.to_string(), "unit %default :none");
    /// assert!(Micheline::prim(Prim::unit, []).annotated(["default"]).is_err());
    /// assert!(Micheline::int(5).annotated(["%five"]).is_err());
    /// ```
    ///
    /// # Errors
    /// If an annotation is malformed, or the expression is not an application.
    pub fn annotated<'t>(self, annots: impl IntoIterator<Item = &'t str>) -> Result<Self, InvalidAnnotation> {
        let ExprKind::Application(application) = self.root().kind() else { return Err(InvalidAnnotation) };
        let annots: Vec<&str> = annots.into_iter().collect();
        if !annots.iter().all(|annot| is_annotation(annot.as_bytes())) {
            return Err(InvalidAnnotation);
        }
        Ok(Self::leaf(|builder| {
            builder.open(application.prim);
            application.args().for_each(|arg| builder.add(arg));
            builder.close(annots.join(" "));
        }))
    }

    /// Returns the canonical encoding of the expression.
    ///
    /// ```
    /// use tezos_encoding::Encode;
    /// use tezos_protocols::micheline::Micheline;
    /// let pair: Micheline = "Pair 1 2".parse().unwrap();
    /// assert_eq!(pair.as_bytes(), [7, 7, 0, 1, 0, 2]);
    /// assert_eq!(pair.as_bytes(), pair.to_bytes().unwrap());
    /// ```
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Consumes the expression and returns its canonical encoding.
    ///
    /// ```
    /// use tezos_protocols::micheline::{LazyExpr, Micheline};
    /// let argument: Micheline = "Pair 1 2".parse().unwrap();
    /// assert_eq!(LazyExpr::new(argument.into_bytes()), LazyExpr::from(&"Pair 1 2".parse::<Micheline>().unwrap()));
    /// ```
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns a cursor to the whole expression.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// let pair: Micheline = r#"Pair 5 "gold""#.parse().unwrap();
    /// let texts: Vec<_> = pair.root().children().map(|child| child.to_owned().to_string()).collect();
    /// assert_eq!(texts, ["5", r#""gold""#]);
    /// ```
    #[inline]
    #[must_use]
    pub fn root(&self) -> MichelineRef<'_> {
        MichelineRef::new(&self.bytes, &self.index)
    }

    /// Returns the kind of the expression; see [`MichelineRef::kind`].
    ///
    /// ```
    /// use tezos_protocols::micheline::{ExprKind, Micheline};
    /// let five = Micheline::int(5);
    /// let ExprKind::Int(number) = five.kind() else { panic!("a number") };
    /// assert_eq!(number.to_i64(), Some(5));
    /// ```
    #[must_use]
    pub fn kind(&self) -> ExprKind<'_> {
        self.root().kind()
    }

    /// Returns the number of nodes: numbers, strings, bytes, sequences and applications.
    ///
    /// ```
    /// use tezos_protocols::micheline::Micheline;
    /// let pair: Micheline = "Pair 1 (Some 2)".parse().unwrap();
    /// assert_eq!(pair.nodes(), 4); // two applications, two numbers
    /// ```
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.index.len()
    }

    /// Reads an expression with `rules` instead of those of the reader's protocol.
    ///
    /// ```
    /// use tezos_encoding::Reader;
    /// use tezos_protocols::{Protocol, micheline::{Micheline, Rules}};
    /// let ticket = [3, 0x9a, 9]; // TICKET, and a byte that follows
    /// let mut reader = Reader::new(&ticket);
    /// assert!(Micheline::read_with(&mut reader, Rules::of(Protocol::Lima)).is_ok());
    /// assert_eq!(reader.remaining(), [9]);
    /// assert!(Micheline::read_with(&mut Reader::new(&ticket), Rules::of(Protocol::Kathmandu)).is_err());
    /// ```
    ///
    /// # Errors
    /// The errors of reading a [`Micheline`].
    pub fn read_with(input: &mut Reader<'_>, rules: Rules) -> Result<Self, Fault> {
        let start = input.remaining();
        let found = scan(input, rules)?;
        let read = start.len().saturating_sub(input.remaining().len());
        Self::checked(start.get(..read).unwrap_or_default(), found, input)
    }

    /// Returns the expression that checked bytes encode.
    fn checked(bytes: &[u8], found: Found, limits: &Reader<'_>) -> Result<Self, Fault> {
        let index = index(bytes, found.nodes, limits)?;
        if found.canonical {
            let Found { prim, well_formed, .. } = found;
            return Ok(Self { bytes: bytes.to_vec(), index, prim, well_formed });
        }
        limits.charge(found.nodes.saturating_mul(MichelineBuilder::NODE_BYTES))?;
        Ok(Self::leaf(|builder| builder.add(MichelineRef::new(bytes, &index))))
    }

    /// Returns the owned value of a cursor.
    pub(super) fn of(node: MichelineRef<'_>) -> Self {
        let bytes = node.as_bytes();
        let mut reader = Reader::new(bytes);
        let owned = scan(&mut reader, Rules::ANY).and_then(|found| Self::checked(bytes, found, &Reader::new(&[])));
        // The bytes were checked before.
        owned.unwrap_or_else(|_| Self::seq([]))
    }

    /// Builds a single expression.
    pub(crate) fn leaf(add: impl FnOnce(&mut MichelineBuilder)) -> Self {
        let mut builder = MichelineBuilder::new();
        add(&mut builder);
        builder.finish().unwrap_or_else(|| {
            let empty = Vec::from([2, 0, 0, 0, 0]);
            Self { bytes: empty, index: Vec::from([Extent::new(5, 1)]), prim: 0, well_formed: true }
        })
    }

    /// Checks that readers accept the expression.
    fn check(&self, rules: Rules) -> Result<(), EncodeError> {
        if u16::from(self.prim) >= rules.prims {
            return Err(EncodeError::new(ErrorKind::NoCaseMatched));
        }
        if rules.well_formed && !self.well_formed {
            return Err(EncodeError::new(malformed()));
        }
        if U30::check(self.bytes.len()).is_ok() {
            return Ok(());
        }
        let sizes = Walk::new(self.root()).filter_map(|visit| match visit {
            Visit::Enter(node) if matches!(node.tag(), 1 | 2 | 9 | 10) => Some(node.as_bytes().len().saturating_sub(6)),
            _ => None,
        });
        sizes.into_iter().try_for_each(U30::check)
    }
}

impl<'a> NomReader<'a> for Micheline {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Self::read_with(input, Rules::of_reader(input))
    }
}

impl MichelineRef<'_> {
    /// Returns the owned value.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// use tezos_protocols::micheline::{Micheline, MichelineRef};
    /// let unit = MichelineRef::from_bytes(&[9, 11, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap(); // the generic tag
    /// assert_eq!(unit.to_owned(), Micheline::unit());
    /// assert_eq!(unit.to_owned().as_bytes(), [3, 11]); // canonical
    /// ```
    #[must_use]
    pub fn to_owned(self) -> Micheline {
        Micheline::of(self)
    }
}

impl BinWriter for Micheline {
    const FACTS: Facts = Facts::FLAT;

    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.check(|measure| match measure.to_check() {
            Some(revision) => self.check(Rules::at(revision)),
            None => Ok(()),
        })?;
        sink.put(&self.bytes);
        Ok(())
    }
}

impl View for Micheline {
    type View<'a> = MichelineRef<'a>;

    fn view<'a>(input: &mut Reader<'a>) -> Result<MichelineRef<'a>, Fault> {
        MichelineRef::read(input)
    }

    fn from_view(view: &MichelineRef<'_>) -> Result<Self, Fault> {
        Ok(view.to_owned())
    }
}

impl PartialEq for Micheline {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Micheline {}

impl Hash for Micheline {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

/// The error for a malformed annotation, or an annotation on an expression that is not an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidAnnotation;

impl fmt::Display for InvalidAnnotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an annotation is a sign (@ : $ & % ! ?) and at most 254 letters, digits, _ . % @, on an application",
        )
    }
}

impl core::error::Error for InvalidAnnotation {}
