//! Borrowed values: views of owned types, decoded without an allocation.
//!
//! `#[derive(View)]` on a message `Head` makes `HeadView<'a>`: the same fields, borrowing from the input. Bytes are
//! `&'a [u8]`, text is `&'a str`, a `Vec<T>` is a [`Seq`], a `Box<T>` is a [`Raw`], and a type of the user is its own view
//! ([`View::View`]). A view is read by the same forms as the owned value, so it accepts the same bytes. Why it is done this
//! way, with the numbers of the other ways: `docs/borrowing.md` of `tezos-encoding`.
//!
//! ```
//! use tezos_encoding::{BinWriter, Decode, HasEncoding, NomReader, View};
//!
//! #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
//! struct Operation {
//!     branch: u32,
//!     #[encoding(bytes)]
//!     data: Vec<u8>,
//! }
//!
//! #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
//! struct Block {
//!     level: i32,
//!     #[encoding(list, dynamic)]
//!     operations: Vec<Operation>,
//! }
//!
//! let bytes = [0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 9, 7, 7, 0, 0, 0, 4, 0, 0, 0, 8];
//! let block = BlockView::from_bytes(&bytes).unwrap();
//! assert_eq!(block.operations.len(), 2);
//! let data: Vec<&[u8]> = block.operations.iter().map(|operation| operation.data).collect();
//! assert_eq!(data, [&[7, 7][..], &[]]);
//! assert_eq!(block.to_owned().unwrap(), Block::from_bytes(&bytes).unwrap());
//! ```

// Views are read by functions that are always inlined: a view is pointers, and handing it up through the results of functions costs
// more than reading it does (the view of a current head: 500 instructions without, 308 with).

mod around;
mod forms;
mod lists;
mod raw;
mod seq;

pub use raw::Raw;
pub use seq::{Iter, Seq};

use crate::error::DecodeError;
use crate::fault::Fault;
use crate::reader::Reader;
use crate::revision::Revision;
use crate::schema::explain::explain;
use crate::traits::HasEncoding;

/// A type with a borrowed form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no view",
    label = "derive `View` on it",
    note = "an array in a list, an option and the like has a view where its elements are numbers: write a `Vec` with `list(len = N)`",
    note = "a type that borrows already (`&[u8]`, `&str`, `Cow`, a type with a lifetime) has none: write the owned type"
)]
pub trait View: Sized {
    /// It: what a decode gives that allocates nothing.
    type View<'a>;

    /// Reads the view.
    ///
    /// # Errors
    /// As the reader of the type.
    fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault>;

    /// The owned value of a view.
    ///
    /// # Errors
    /// None for a view that a reader made: its bytes have been read once.
    fn from_view(view: &Self::View<'_>) -> Result<Self, Fault>;

    /// Reads a value and keeps nothing of it.
    #[doc(hidden)]
    fn check(input: &mut Reader<'_>) -> Result<(), Fault> {
        Self::view(input).map(drop)
    }
}

/// Checking of whole messages, of which nothing is made: every type with a view has it.
///
/// ```
/// use tezos_encoding::{HasEncoding, NomReader, Validate, View};
///
/// #[derive(HasEncoding, NomReader, View)]
/// #[encoding(mu)]
/// enum Tree {
///     Leaf(u8),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let deep = [[1, 0, 7].repeat(1_000_000), vec![0, 9]].concat();
/// assert_eq!(Tree::validate(&deep), Ok(()));
/// assert_eq!(Tree::validate(&deep[1..]).unwrap_err().kind().name(), "Extra_bytes");
/// ```
pub trait Validate: View + HasEncoding {
    /// Whether `bytes` are a value, all of them. A recursive type is walked by a loop, at any depth: as its [`Arena`](struct@crate::Arena)
    /// takes the bytes, where its reader may refuse them as too deep.
    ///
    /// # Errors
    /// Whatever the encoding refuses; `Extra_bytes` where bytes are left.
    #[inline]
    fn validate(bytes: &[u8]) -> Result<(), DecodeError> {
        let mut reader = Reader::new(bytes);
        let checked = Self::check(&mut reader).and_then(|()| reader.finish());
        checked.map_err(|fault| explain(Self::ENCODING, bytes, fault, Revision::NEWEST))
    }
}

impl<T: View + HasEncoding> Validate for T {}

/// Reads a `T` in this form as a view.
pub trait Views<'a, T> {
    /// The borrowed form of a `T`.
    type View;

    /// One value.
    ///
    /// # Errors
    /// As the form's reader.
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault>;

    /// The owned value of a view.
    ///
    /// # Errors
    /// None for a view that a reader made.
    fn own(view: &Self::View) -> Result<T, Fault>;
}

/// The type that a field has in the view, for a field whose form only derived code can name.
pub trait FieldView<'a, const FIELD: usize> {
    /// It.
    type View;
}

/// A reader of bytes that have been read once, with the guards that they passed.
const fn again(bytes: &[u8], revision: Revision) -> Reader<'_> {
    Reader::new(bytes).with_guards_checked(true).at(revision)
}

impl<'a> Reader<'a> {
    /// Reads the view of a value in the form `W` that must end with the block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_whole<T, W: Views<'a, T>>(mut self) -> Result<W::View, Fault> {
        let view = W::view(&mut self)?;
        self.finish()?;
        Ok(view)
    }
}
