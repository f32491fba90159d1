//! The types of an encoding, as the three printers need them: wrappers that add no bytes are dropped, recursive and
//! shared encodings are referred to by number, and parts of compact encodings become cases.

mod build;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use tezos_encoding_core::schema::{Class, Count, Encoding, Extent, Scalar, TagSize};
use tezos_encoding_core::wire::Prefix;

/// Maximum number of nested objects with one field around a value that is shown under the name of the outermost.
const MAX_NESTED: usize = 8;

/// The number of a node in its [`Plan`].
pub(super) type Id = usize;

/// The nodes of an encoding.
pub(super) struct Plan {
    nodes: Vec<Node>,
    pub(super) root: Id,
}

/// A node: its shape, and the name of the definition, field or case in which it was found first.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) name: Cow<'static, str>,
    pub(super) shape: Shape,
}

/// What a node has on the wire.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Scalar(Scalar),
    Bytes(Extent),
    Text(Extent),
    /// The index of a name.
    Enum(&'static [&'static str]),
    Magic(&'static [u8]),
    Padding(usize),
    /// Bytes that only a function of the type understands.
    Opaque(Class),
    Record(Vec<Member>),
    Union {
        tag: TagSize,
        cases: Vec<Choice>,
    },
    /// A presence flag, then the value if it is present.
    Optional(Id),
    /// A value that is absent if the block ends.
    AtEnd(Id),
    /// A size prefix, then a block of that size, which may have a limit in bytes.
    Block {
        prefix: Prefix,
        limit: Option<usize>,
        inner: Id,
    },
    /// A block of fixed size.
    Sized {
        bytes: usize,
        inner: Id,
    },
    /// All but the last bytes of the enclosing block.
    Reserve {
        bytes: usize,
        inner: Id,
    },
    List {
        item: Id,
        count: Count,
    },
}

/// A field of a record, or an element without a name.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: Option<&'static str>,
    pub(super) node: Id,
}

/// A case of a union.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The tag; `None` for the case of all other tags, whose value starts with the tag.
    pub(super) tag: Option<u32>,
    /// Tags that the case of all other tags refuses.
    pub(super) reserved: &'static [u32],
    pub(super) title: Cow<'static, str>,
    pub(super) node: Id,
}

impl Plan {
    /// Returns the nodes of an encoding.
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        let (nodes, root) = build::nodes(encoding);
        Self { nodes, root }
    }

    /// Returns a node. Every [`Id`] in a plan is that of one of its nodes.
    pub(super) fn node(&self, id: Id) -> &Node {
        const NOTHING: &Node = &Node { name: Cow::Borrowed("nothing"), shape: Shape::Record(Vec::new()) };
        self.nodes.get(id).unwrap_or(NOTHING)
    }

    pub(super) fn shape(&self, id: Id) -> &Shape {
        &self.node(id).shape
    }

    /// Returns the value inside blocks and presence flags.
    pub(super) fn innermost(&self, mut id: Id) -> Id {
        // A recursive type may consist of nothing else.
        for _ in 0..self.nodes.len() {
            match self.shape(id) {
                Shape::Optional(inner)
                | Shape::AtEnd(inner)
                | Shape::Block { inner, .. }
                | Shape::Sized { inner, .. }
                | Shape::Reserve { inner, .. } => id = *inner,
                _ => break,
            }
        }
        id
    }

    /// Returns the scalar, the bytes or the text that is the only value of a record, or that is the node itself: a hash is an object with
    /// one field in the reference.
    pub(super) fn scalar(&self, mut id: Id) -> Option<Id> {
        for _ in 0..MAX_NESTED {
            match self.shape(id) {
                Shape::Record(members) => match members.as_slice() {
                    [Member { node, .. }] => id = *node,
                    _ => return None,
                },
                Shape::Scalar(_) | Shape::Bytes(_) | Shape::Text(_) | Shape::Enum(_) => return Some(id),
                _ => return None,
            }
        }
        None
    }

    /// Returns the value of a record with one field of the same name, which names nothing more.
    pub(super) fn unwrapped(&self, mut id: Id) -> Id {
        for _ in 0..MAX_NESTED {
            let Node { name, shape: Shape::Record(members) } = self.node(id) else { break };
            match members.as_slice() {
                [Member { name: Some(field), node }] if field.eq_ignore_ascii_case(name) => id = *node,
                _ => break,
            }
        }
        id
    }

    /// Returns true for a record without members.
    pub(super) fn is_nothing(&self, id: Id) -> bool {
        matches!(self.shape(id), Shape::Record(members) if members.is_empty())
    }
}
