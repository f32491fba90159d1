//! Recursive values of any depth, without recursion.
//!
//! A recursive type with boxes is read, written, cloned, compared and dropped by functions that call themselves: the thread's
//! stack limits its depth, so that each such type has a limit of its own (`depth`). `#[derive(Arena)]` on a type `Tree` makes
//! `TreeNode`: the same constructors, with a [`Child`] wherever the type holds itself. An [`Arena<Tree>`](struct@Arena) is the nodes of one
//! value in a vector. It is read and written by loops and dropped as any vector: the depth is limited by the bytes alone.
//!
//! It has the schema, the bytes and the JSON of the type with boxes, and is read and written as every type is:
//!
//! ```
//! use tezos_encoding::{Arena, BinWriter, Decode, Encode, HasEncoding, NomReader};
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
//! // Parts come before what holds them, so that one pass over the nodes folds the value.
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
//! The type may hold itself bare in a box, in an optional field, in a list, and in a list with its size in front (`dynamic`): a
//! list of children, as Micheline has them, is a `Vec<Child<Tree>>`. Other forms around the type itself, items on the whole
//! type that put something around it, and types with parameters are refused where the type is derived. Where two types need each
//! other, the one with `Arena` is read in its arena; the other holds it with boxes, and is limited as they are.

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

/// A recursive type whose values can be nodes in a vector. Derived: `#[derive(Arena)]`, which makes the type `T::Node`: a value without
/// the values of the type that it holds.
pub trait Recursive: Steps {}

impl<T: Steps> Recursive for T {}

/// A value of type `T` as nodes: see [the module](self).
pub struct Arena<T: Recursive> {
    /// Each behind those that it holds, each held by one, up to the last.
    nodes: Vec<T::Node>,
}

impl<T: Recursive> Arena<T> {
    /// The nodes, each behind those that it holds; the last is the whole.
    #[inline]
    pub fn nodes(&self) -> &[T::Node] {
        &self.nodes
    }

    /// The place of the whole among the nodes.
    #[inline]
    pub fn root(&self) -> Child<T> {
        Child::new(self.nodes.len().saturating_sub(1))
    }

    /// The node at a place: one that a node of this arena names is there.
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

/// The order of the nodes is that of the bytes: equal values have equal nodes.
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

/// The place of a node in its [`Arena`](struct@Arena).
pub struct Child<T> {
    index: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Child<T> {
    /// Nodes that an arena can have: their places are numbers of 32 bits.
    const MAX: usize = 0xffff_ffff;

    #[inline]
    fn new(index: usize) -> Self {
        Self { index: u32::try_from(index).unwrap_or(u32::MAX), of: PhantomData }
    }

    /// Its index in [`Arena::nodes`].
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
