//! Borrowed values: views of owned types, decoded without allocation.
//!
//! `#[derive(View)]` on a message `Head` generates `HeadView<'a>`, which has the same fields but borrows from the
//! input. Bytes become `&'a [u8]`, text becomes `&'a str`, a `Vec<T>` becomes a [`Seq`], a `Box<T>` becomes a [`Raw`],
//! and a field whose type derives `View` becomes that type's view ([`View::View`]). Views are read with the same
//! encodings as owned values, so they accept the same bytes. For the reasons behind this design and measurements of the
//! alternatives, see `docs/borrowing.md` of `tezos-encoding`.
//!
//! ```
//! use tezos_encoding::prelude::*;
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

// The functions that read views are always inlined: a view consists of pointers, and returning it through several
// functions costs more than reading it (the view of a current head: 500 instructions without, 308 with).

mod forms;
mod raw;
mod seq;

pub use raw::Raw;
pub use seq::{Iter, Seq};

use crate::error::DecodeError;
use crate::fault::Fault;
use crate::reader::Reader;
use crate::revision::Revision;
use crate::traits::{HasEncoding, NomReader};

/// A type that has a borrowed view.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no view",
    label = "if the type is yours, derive `View` for it",
    note = "inside lists, options and the like, only arrays of numbers have a view: use a `Vec` with `list(len = N)` instead",
    note = "types that borrow (`&[u8]`, `&str`, `Cow`, any type with a lifetime) have no view: use the owned type instead"
)]
pub trait View: Sized {
    /// The view: the result of decoding without allocation.
    type View<'a>;

    /// Reads the view.
    ///
    /// # Errors
    /// The errors of the type's reader.
    fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault>;

    /// Converts a view to the owned value.
    ///
    /// # Errors
    /// None for a view that was returned by a reader, because its bytes have been checked.
    fn from_view(view: &Self::View<'_>) -> Result<Self, Fault>;

    /// Reads a value and discards it.
    #[doc(hidden)]
    fn check(input: &mut Reader<'_>) -> Result<(), Fault> {
        Self::view(input).map(drop)
    }
}

/// Checks whole messages without decoding them into values. Implemented for every type that has a schema and a view.
///
/// ```
/// use tezos_encoding::prelude::*;
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
    /// Checks that all of `bytes` are a valid value. A recursive type is checked by a loop, at any depth: the same
    /// bytes are accepted as by its [`Arena`](struct@crate::Arena), including those that its reader refuses as too
    /// deep.
    ///
    /// # Errors
    /// The errors of the encoding; `Extra_bytes` if bytes are left over.
    #[inline]
    fn validate<'a>(bytes: &'a [u8]) -> Result<(), DecodeError>
    where
        Self: NomReader<'a>,
    {
        const { Self::FACTS.of_all_revisions() };
        Revision::NEWEST.validate::<Self>(bytes)
    }
}

impl<T: View + HasEncoding> Validate for T {}

/// A wire encoding that reads a `T` as a view.
pub trait Views<'a, T> {
    /// The view of a `T`.
    type View;

    /// Reads one value.
    ///
    /// # Errors
    /// The errors of the encoding's reader.
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault>;

    /// Converts a view to the owned value.
    ///
    /// # Errors
    /// None for a view that was returned by a reader.
    fn own(view: &Self::View) -> Result<T, Fault>;
}

/// The type of a field in the view, for fields whose encoding only derived code can name.
pub trait FieldView<'a, const FIELD: usize> {
    /// The type.
    type View;
}

/// Implements the items of [`Views`] that an encoding takes over from the one that it wraps.
macro_rules! delegate_view {
    ($value:ty, $form:ty) => {
        type View = <$form as $crate::view::Views<'a, $value>>::View;

        #[inline]
        fn own(view: &Self::View) -> Result<$value, $crate::fault::Fault> {
            <$form>::own(view)
        }
    };
}

/// Implements these items for an encoding of a value that may be absent.
macro_rules! option_view {
    ($value:ty, $form:ty) => {
        type View = Option<<$form as $crate::view::Views<'a, $value>>::View>;

        #[inline]
        fn own(view: &Self::View) -> Result<Option<$value>, $crate::fault::Fault> {
            view.as_ref().map(<$form>::own).transpose()
        }
    };
}

pub(crate) use {delegate_view, option_view};

/// Creates a reader of bytes that have been checked before, including their guards.
const fn checked(bytes: &[u8], revision: Revision) -> Reader<'_> {
    Reader::new(bytes).with_guards_checked(true).at(revision)
}

impl<'a> Reader<'a> {
    /// Reads the view of a value with the encoding `W`, which must consume the rest of the block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn view_whole<T, W: Views<'a, T>>(mut self) -> Result<W::View, Fault> {
        let mut view = W::view(&mut self);
        self.end(&mut view);
        view
    }
}
