//! What is derived for a recursive type.

use super::Child;
use super::grow::{Growing, Reached};
use super::write::{Place, Sizes};
use crate::error::EncodeError;
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;

/// The steps in which values of a recursive type are read and written.
#[diagnostic::on_unimplemented(message = "`{Self}` has no nodes", label = "derive `Arena` on it")]
pub trait Steps: Sized {
    /// One value without those of the type that it holds.
    type Node;

    /// A node of which a part is read.
    type Frame<'a>;

    /// Reads a value up to the first inside it, or to its end.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    fn begin<'a>(input: &mut Reader<'a>, to: &mut Growing<'a, Self>) -> Result<Reached, Fault>;

    /// Goes on behind a value inside it.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    fn resume<'a>(
        frame: Self::Frame<'a>,
        child: Child<Self>,
        input: &mut Reader<'a>,
        to: &mut Growing<'a, Self>,
    ) -> Result<Reached, Fault>;

    /// Whether the bytes of a value tell the lengths of those inside it.
    const SIZED: bool;

    /// The bytes of a node, and of the values in it as far as `sizes` knows them.
    ///
    /// # Errors
    /// Whatever the reader would refuse.
    fn measure(node: &Self::Node, sizes: Sizes<'_>) -> Result<usize, EncodeError>;

    /// Writes a node from `place` on, up to the next value in it.
    fn write<S: Sink>(node: &Self::Node, place: Place, sizes: Sizes<'_>, sink: &mut S) -> Option<(Child<Self>, Place)>;

    /// The same error seen from a node that has it inside, behind `place`.
    fn inside(node: &Self::Node, place: Place, error: EncodeError) -> EncodeError;
}
