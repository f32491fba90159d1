//! The trait that is derived for a recursive type.

use super::Child;
use super::grow::{Growing, Reached};
use super::write::{Position, Sizes};
use crate::error::EncodeError;
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;

/// The steps in which values of a recursive type are read and written.
#[diagnostic::on_unimplemented(message = "`{Self}` has no nodes", label = "derive `Arena` for it")]
pub trait Steps: Sized {
    /// A value with indices in position of its children.
    type Node;

    /// A partially read node.
    type Frame<'a>;

    /// Reads a value up to its first child, or to its end.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn begin<'a>(input: &mut Reader<'a>, to: &mut Growing<'a, Self>) -> Result<Reached, Fault>;

    /// Continues after a child.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn resume<'a>(
        frame: Self::Frame<'a>,
        child: Child<Self>,
        input: &mut Reader<'a>,
        to: &mut Growing<'a, Self>,
    ) -> Result<Reached, Fault>;

    /// Whether the encoding of a value contains the lengths of its children.
    const SIZED: bool;

    /// Writes a node from `position` to its next child. Returns that child and the position after it.
    ///
    /// # Errors
    /// If the reader would refuse the bytes.
    fn write<S: Sink>(
        node: &Self::Node,
        position: Position,
        sizes: Sizes<'_>,
        sink: &mut S,
    ) -> Result<Option<(Child<Self>, Position)>, EncodeError>;

    /// Converts an error in the child before `position` to an error in the node.
    fn inside(node: &Self::Node, position: Position, error: EncodeError) -> EncodeError;
}
