//! Recursive types, such as expressions and paths.

use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader, View, Z};

use crate::heap::Heap;
use crate::typed::Traits;

/// Maximum number of levels of an expression.
const DEPTH: u32 = 400;

/// Names distinguish its cases in JSON. If `from_json` has to try all cases, it stops after a limited number of attempts.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu = "expression", depth = DEPTH)]
pub(crate) enum Expression {
    #[encoding(name = "int")]
    Int(Z),
    #[encoding(name = "string", string)]
    String(String),
    Sequence(#[encoding(dynamic, list)] Vec<Expression>),
    Prim(u8),
    Prim1 {
        one: u8,
        arg: Box<Expression>,
    },
    Prim2 {
        two: u8,
        first: Box<Expression>,
        second: Box<Expression>,
        #[encoding(string = 30)]
        note: String,
    },
    Generic {
        prim: u8,
        #[encoding(dynamic, list)]
        args: Vec<Expression>,
    },
    #[encoding(name = "bytes", dynamic, bytes)]
    Bytes(Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu, depth = 8)]
pub(crate) enum Tree {
    Leaf(u8),
    Node(#[encoding(dynamic, list = 3)] Vec<Tree>),
}

/// Similar to a folder of a file system; also read into an arena.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu, depth = 20, arena = "Entry")]
pub(crate) struct Folder {
    id: u8,
    other: Option<Box<Folder>>,
    #[encoding(dynamic, list)]
    inside: Vec<Folder>,
}

/// Has only boxes; also read into an arena.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu, depth = 20)]
pub(crate) enum Pairs {
    Leaf(u8),
    Pair(Box<Pairs>, Box<Pairs>),
    Rest(#[encoding(short_dynamic, bytes)] Vec<u8>, Box<Pairs>, u16),
}

/// Extends to the end of its block.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu(variable, name = "rest", depth = 50))]
pub(crate) enum Rest {
    End(Vec<u8>),
    More(u8, Box<Rest>),
}

/// A block in a block, each with a size prefix.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu, dynamic(kind = "u16", max = 300))]
pub(crate) struct Wrapped {
    next: Option<Box<Wrapped>>,
}

/// Two types that contain each other.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu)]
pub(crate) enum Even {
    Zero,
    Next(Odd),
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Odd(bool, Box<Even>);

super::zoo! {
    views {
        Expression: Traits::new(Heap::COPIED.elements(size_of::<Expression>(), 1).levels(size_of::<Expression>(), 2)).copying();
        Tree: Traits::new(Heap::NONE.elements(size_of::<Tree>(), 2).levels(size_of::<Tree>(), 1));
        Rest: Traits::new(Heap::COPIED.levels(size_of::<Rest>(), 2));
        Wrapped: Traits::new(Heap::NONE.levels(size_of::<Wrapped>(), 2));
        Even: Traits::new(Heap::NONE.levels(size_of::<Even>(), 1));
    }
    types {
    }
    arenas {
        Folder: Traits::new(Heap::NONE.elements(size_of::<Folder>(), 6).levels(size_of::<Folder>(), 2));
        Pairs: Traits::new(Heap::COPIED.levels(size_of::<Pairs>(), 1));
    }
}
