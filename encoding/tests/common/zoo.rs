//! A type that uses most kinds of encodings, for tests with generated values.

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, Z};

/// Most kinds of encodings that a schema can describe.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(id = "zoo", bounded = "1 << 16")]
pub(crate) struct Zoo {
    pub(crate) flag: bool,
    pub(crate) numbers: (i8, u16, i32, u64),
    #[encoding(builtin = "Int31")]
    pub(crate) ranged: i32,
    #[encoding(builtin = "Uint30")]
    pub(crate) size: u32,
    pub(crate) z: Z,
    pub(crate) n: N,
    pub(crate) hash: [u8; 4],
    pub(crate) pairs: [(u8, u16); 2],
    #[encoding(string = 40)]
    pub(crate) text: String,
    #[encoding(dynamic(kind = "u16"), bytes = 40)]
    pub(crate) bytes: Vec<u8>,
    #[encoding(dynamic = 200, list = 5, short_dynamic, bytes)]
    pub(crate) fitness: Vec<Vec<u8>>,
    #[encoding(dynamic, list = 6)]
    pub(crate) hashes: Vec<[u8; 3]>,
    #[encoding(dynamic, list)]
    pub(crate) animals: Vec<Animal>,
    #[encoding(option, dynamic, list = 4)]
    pub(crate) levels: Option<Vec<i16>>,
    pub(crate) tree: Tree,
    #[encoding(sized = 4, list)]
    pub(crate) fixed: Vec<u16>,
    #[encoding(reserve = 3, bytes)]
    pub(crate) rest: Vec<u8>,
    pub(crate) last: (u8, u16),
}

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16", dynamic(kind = "u8"))]
pub(crate) enum Animal {
    Nothing,
    #[encoding(tag = 0x100)]
    One(u32),
    Several(bool, Option<u8>),
    Named {
        name: String,
        #[encoding(check_size = 20, list)]
        legs: Vec<u16>,
    },
}

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 6)]
pub(crate) enum Tree {
    Leaf(u8),
    Node(#[encoding(dynamic, list = 3)] Vec<Tree>),
    Pair { left: Box<Tree>, right: Box<Tree> },
    Perhaps { inner: Option<Box<Tree>>, name: String },
}
