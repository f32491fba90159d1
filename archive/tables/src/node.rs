//! The parts of a plan: what reads which bytes into which columns.

use tezos_encoding::schema::{Check, Count, Encoding, Extent, Scalar, TagSize};
use tezos_encoding::wire::Prefix;

/// What reads a part of the bytes.
#[derive(Debug)]
pub(crate) enum Node {
    /// Reads nothing and appends nothing.
    Nothing,
    /// Reads nothing and appends null.
    Null,
    /// Reads past a value that is no column.
    Skip(&'static Encoding),
    /// Reads a value and appends it.
    Leaf(Leaf),
    /// Reads Micheline, and appends its bytes to the column at an index and its JSON to the next.
    Both(usize, Leaf),
    /// Reads the parts of an object: each into the column at an index, or into the row itself.
    Fields(Vec<(Option<usize>, Self)>),
    /// Reads the fields of a struct and ends it.
    Struct(Box<Self>),
    Optional {
        flag: bool,
        /// Whether an absent value is a null, and not merely no value of a row.
        is_value: bool,
        inner: Box<Self>,
    },
    List {
        count: Count,
        array: bool,
        item: Box<Self>,
    },
    Union {
        tag: TagSize,
        /// The cases in the order of their tags.
        cases: Vec<(u32, Self)>,
    },
    Dynamic(Prefix, Box<Self>),
    Suffixed(Prefix, Box<Self>),
    Sized(usize, Box<Self>),
    Reserve(usize, Box<Self>),
    Bounded(usize, Box<Self>),
    Padded(usize, Box<Self>),
    Magic(&'static [u8], Box<Self>),
    Checked(Check, Box<Self>),
    /// Reads the result of an operation, whose status concerns all rows of tables inside.
    Result(Box<Self>),
    /// Reads the bytes of a proof as a value of the row, and once more as a row of another table if they are of the encoding.
    Proof {
        value: Box<Self>,
        encoding: &'static Encoding,
        row: Box<Self>,
    },
    /// Reads a list whose elements are rows of other tables.
    Rows {
        count: Count,
        array: bool,
        item: Box<Self>,
    },
    /// Reads a row of another table.
    Row {
        table: usize,
        is_operation: bool,
        inner: Box<Self>,
    },
    /// Reads the contents of an operation, each with its receipt.
    Contents {
        count: Count,
        array: bool,
        tag: TagSize,
        cases: Vec<(u32, Contents)>,
    },
}

/// What reads a case of the contents of an operation, or of their receipt.
#[derive(Debug)]
pub(crate) struct Contents {
    /// The table; `None` for the start of a long signature, which stands behind the contents: a column of the operation.
    pub(crate) table: Option<usize>,
    pub(crate) node: Node,
}

/// What reads a value without others inside.
#[derive(Debug)]
pub(crate) enum Leaf {
    Constant(&'static str),
    /// A constant that is no column, but may be the status of a result.
    Status(&'static str),
    Enum(&'static [&'static str]),
    Scalar(&'static Scalar),
    Seconds(&'static Scalar),
    Bytes(Extent),
    Text(Extent, bool),
    /// The bytes of a value.
    Raw(&'static Encoding),
    /// The text in JSON of a value that occurs again and again, with a number for those that are known.
    Printed(&'static Encoding, usize),
    /// The JSON of a value.
    Json(&'static Encoding),
    /// Micheline that the protocol reads only when it is needed, so that it may be no Micheline.
    LazyBytes(&'static Encoding),
}

impl Node {
    /// Returns true if nothing comes of the bytes, so that they can be passed over.
    pub(crate) fn is_idle(&self) -> bool {
        match self {
            Self::Nothing | Self::Skip(_) => true,
            Self::Fields(parts) => parts.iter().all(|(slot, node)| slot.is_none() && node.is_idle()),
            Self::Optional { is_value, inner, .. } => !is_value && inner.is_idle(),
            Self::Union { cases, .. } => cases.iter().all(|(_, node)| node.is_idle()),
            Self::Dynamic(_, inner)
            | Self::Suffixed(_, inner)
            | Self::Sized(_, inner)
            | Self::Reserve(_, inner)
            | Self::Bounded(_, inner)
            | Self::Padded(_, inner)
            | Self::Magic(_, inner)
            | Self::Checked(_, inner)
            | Self::Result(inner)
            | Self::Rows { item: inner, .. } => inner.is_idle(),
            Self::Null
            | Self::Leaf(_)
            | Self::Both(..)
            | Self::Struct(_)
            | Self::List { .. }
            | Self::Proof { .. }
            | Self::Row { .. }
            | Self::Contents { .. } => false,
        }
    }
}
