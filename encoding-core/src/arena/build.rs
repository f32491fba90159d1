//! Construction of arenas node by node.

use alloc::vec::Vec;
use core::fmt;

use super::write::Children;
use super::{Arena, Child, Recursive};

/// Builds an [`Arena`](struct@Arena) bottom-up: children before their parents.
///
/// ```
/// use tezos_encoding::arena::Builder;
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::Arena;
///
/// #[derive(HasEncoding, NomReader, BinWriter, Arena)]
/// #[encoding(mu)]
/// enum Tree {
///     Leaf(u8),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let mut builder = Builder::<Tree>::new();
/// let left = builder.push(TreeNode::Leaf(7)).unwrap();
/// let right = builder.push(TreeNode::Leaf(8)).unwrap();
/// builder.push(TreeNode::Node(left, right)).unwrap();
/// assert!(builder.push(TreeNode::Node(left, right)).is_err(), "they already have a parent");
/// assert_eq!(builder.finish().unwrap().to_bytes().unwrap(), [1, 0, 7, 0, 8]);
/// ```
pub struct Builder<T: Recursive> {
    nodes: Vec<T::Node>,
    /// The nodes that have no parent yet.
    free: Vec<Child<T>>,
}

/// The error for a node whose children are not the nodes that were pushed last, in the order of its fields.
///
/// The nodes of an [`Arena`](struct@Arena) are in the order in which their bytes end, and every node but the root has
/// exactly one parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfOrder;

impl fmt::Display for OutOfOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the children of a node must be the nodes pushed last, in the order of its fields, and have no other parent")
    }
}

impl core::error::Error for OutOfOrder {}

impl<T: Recursive> Default for Builder<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Recursive> Builder<T> {
    /// Creates a builder without nodes.
    pub const fn new() -> Self {
        Self { nodes: Vec::new(), free: Vec::new() }
    }

    /// Adds a node whose children have been pushed before.
    ///
    /// # Errors
    /// [`OutOfOrder`]; the builder is unchanged.
    pub fn push(&mut self, node: T::Node) -> Result<Child<T>, OutOfOrder> {
        let held = Children::<T>::of(&node).take(self.free.len().saturating_add(1)).count();
        let rest = self.free.len().checked_sub(held).ok_or(OutOfOrder)?;
        let last = self.free.get(rest..).unwrap_or_default();
        let in_order = Children::<T>::of(&node).map(|(child, _)| child).eq(last.iter().copied());
        if !in_order || self.nodes.len() >= Child::<T>::MAX {
            return Err(OutOfOrder);
        }
        let child = Child::new(self.nodes.len());
        self.nodes.push(node);
        self.free.truncate(rest);
        self.free.push(child);
        Ok(child)
    }

    /// Returns the arena if exactly one node, the root, has no parent.
    pub fn finish(self) -> Option<Arena<T>> {
        (self.free.len() == 1).then_some(Arena { nodes: self.nodes })
    }
}

impl<T: Recursive<Node: fmt::Debug>> fmt::Debug for Builder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("nodes", &self.nodes).field("free", &self.free).finish()
    }
}
