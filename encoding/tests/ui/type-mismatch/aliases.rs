//! Items that wrap the innermost type, on types whose name hides an option, a list or a byte.

use std::collections::BTreeMap;
use std::option::Option as Perhaps;
use std::vec::Vec as V;

use tezos_encoding::HasEncoding;

type Bytes = Option<Vec<u8>>;
type Numbers = Vec<u16>;
type Byte = u8;
type Flags = Vec<Option<bool>>;
type Names = BTreeMap<String, Vec<u16>>;

mod inside {
    pub type Boxed = Box<Option<u8>>;
}

#[derive(HasEncoding)]
struct Blocks {
    #[encoding(dynamic)]
    option: Bytes,
    #[encoding(short_dynamic)]
    list: Numbers,
    #[encoding(dynamic, bounded = 100)]
    renamed_list: V<u16>,
    #[encoding(sized = 3)]
    renamed_option: Perhaps<u16>,
    #[encoding(dynamic)]
    boxed: inside::Boxed,
    #[encoding(dynamic)]
    bytes: Vec<Byte>,
}

#[derive(HasEncoding)]
struct Inside {
    #[encoding(dynamic, list, dynamic)]
    elements: Flags,
    #[encoding(dynamic, list, dynamic)]
    visible: Vec<Numbers>,
    #[encoding(option, dynamic)]
    optional: Option<Numbers>,
    #[encoding(map, dynamic)]
    values: Names,
}

#[derive(HasEncoding)]
enum Variants {
    #[encoding(tag = 0, bounded = 9)]
    List(Numbers),
    #[encoding(tag = 1)]
    Option {
        #[encoding(dynamic)]
        bytes: Bytes,
    },
}

#[derive(HasEncoding)]
#[encoding(compact)]
struct Compact {
    #[encoding(dynamic)]
    option: Bytes,
}

#[derive(HasEncoding)]
struct Generic<T> {
    #[encoding(dynamic)]
    list: V<T>,
}

#[derive(HasEncoding)]
struct User(Generic<u16>);

type Level = u32;
type Levels = Vec<u32>;
type Pair = [u16; 2];

/// `endian` applies to integers that the derive sees.
#[derive(HasEncoding)]
#[encoding(endian = "little")]
struct Little {
    level: Level,
    maybe: Option<Level>,
    tuple: (u8, Level),
    pair: Box<Pair>,
    #[encoding(dynamic, list)]
    list: Vec<Level>,
    levels: Levels,
}

#[derive(HasEncoding)]
#[encoding(endian = "little")]
enum LittleVariants {
    Fields { level: Level },
    #[encoding(short_dynamic)]
    Payload(Level),
}

fn main() {}
