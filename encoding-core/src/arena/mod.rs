//! Recursive values of any depth, without recursion.
//!
//! A recursive type with boxes is read, written, cloned, compared and dropped by recursive functions. Their depth is
//! limited by the thread's stack, so every such type has a depth limit (`depth`). `#[derive(Arena)]` on a type `Tree`
//! generates `TreeNode`, which has the same constructors, with a [`Child`] wherever `Tree` contains itself. An
//! [`Arena<Tree>`](struct@Arena) holds the nodes of one value in a vector. It is read and written by loops and dropped
//! like any vector, so its depth is limited only by the number of bytes.
//!
//! Schema, bytes and JSON are those of the type with boxes, and it is read and written like any other type:
//!
//! ```
//! use tezos_encoding::prelude::*;
//! use tezos_encoding::Arena;
//!
//! #[derive(HasEncoding, NomReader, BinWriter, Arena)]
//! #[encoding(mu)]
//! enum Tree {
//!     Leaf(u8),
//!     Node(Box<Tree>, Box<Tree>),
//! }
//!
//! let bytes = [1, 1, 0, 7, 0, 8, 0, 9];
//! let arena = Arena::<Tree>::from_bytes(&bytes).unwrap();
//! assert_eq!(arena.to_bytes().unwrap(), bytes);
//!
//! // Children precede their parents, so that one pass over the nodes folds the value.
//! let mut sums: Vec<u32> = Vec::new();
//! for node in arena.nodes() {
//!     let sum = match node {
//!         TreeNode::Leaf(number) => u32::from(*number),
//!         TreeNode::Node(left, right) => sums[left.index()] + sums[right.index()],
//!     };
//!     sums.push(sum);
//! }
//! assert_eq!(sums, [7, 8, 15, 9, 24]);
//!
//! // A million levels.
//! let deep = [[1, 0, 7].repeat(1_000_000), vec![0, 9]].concat();
//! let arena = Arena::<Tree>::from_bytes(&deep).unwrap();
//! assert_eq!(arena.nodes().len(), 2_000_001);
//! assert_eq!(Tree::from_bytes(&deep).err().unwrap().kind().name(), "Too_deep");
//! ```
//!
//! The type may contain itself directly in a box, in an optional field, in a list, and in a list with a size prefix
//! (`dynamic`): a list of children, as in Micheline, is a `Vec<Child<Tree>>`. The derive refuses other encodings around
//! the type itself, attributes that wrap the whole type, and type parameters. If two types are mutually recursive, the
//! one with `Arena` is stored in its arena; the other contains it in boxes and has the depth limit of boxes.

pub(crate) mod branch;
mod build;
pub(crate) mod grow;
pub(crate) mod steps;
pub(crate) mod write;

use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

pub use build::{Builder, OutOfOrder};

use steps::Steps;

use crate::schema::Encoding;
use crate::traits::HasEncoding;

/// A recursive type whose values can be stored as nodes in a vector. Derived with `#[derive(Arena)]`, which generates
/// the type `T::Node`: a value with indices in place of the values of type `T` that it contains.
pub trait Recursive: Steps {}

impl<T: Steps> Recursive for T {}

/// A value of the recursive type `T`, stored as nodes; see [the module](self).
pub struct Arena<T: Recursive> {
    /// Children precede their parents. Every node but the last, the root, has exactly one parent.
    nodes: Vec<T::Node>,
}

impl<T: Recursive> Arena<T> {
    /// Returns the nodes. Children precede their parents; the last node is the root.
    #[inline]
    pub fn nodes(&self) -> &[T::Node] {
        &self.nodes
    }

    /// Returns the index of the root, the last node.
    #[inline]
    pub fn root(&self) -> Child<T> {
        Child::new(self.nodes.len().saturating_sub(1))
    }

    /// Returns the node at an index. Every index that a node of this arena contains is valid.
    #[inline]
    pub fn get(&self, child: Child<T>) -> Option<&T::Node> {
        self.nodes.get(child.index())
    }
}

impl<T: Recursive<Node: Clone>> Clone for Arena<T> {
    fn clone(&self) -> Self {
        Self { nodes: self.nodes.clone() }
    }
}

/// Nodes are in the order of their bytes, so equal values have equal nodes.
impl<T: Recursive<Node: PartialEq>> PartialEq for Arena<T> {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
    }
}

impl<T: Recursive<Node: Eq>> Eq for Arena<T> {}

impl<T: Recursive<Node: fmt::Debug>> fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.nodes).finish()
    }
}

impl<T: Recursive + HasEncoding> HasEncoding for Arena<T> {
    const ENCODING: &'static Encoding = T::ENCODING;
}

/// The index of a node in its [`Arena`](struct@Arena).
pub struct Child<T> {
    index: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Child<T> {
    /// The maximum number of nodes of an arena: indices have 32 bits.
    const MAX: usize = 0xffff_ffff;

    #[inline]
    fn new(index: usize) -> Self {
        Self { index: u32::try_from(index).unwrap_or(u32::MAX), of: PhantomData }
    }

    /// Returns the index in [`Arena::nodes`].
    #[inline]
    pub fn index(self) -> usize {
        usize::try_from(self.index).unwrap_or(usize::MAX)
    }
}

impl<T> Clone for Child<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Child<T> {}

impl<T> PartialEq for Child<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T> Eq for Child<T> {}

impl<T> Hash for Child<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<T> fmt::Debug for Child<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}
