#![allow(dead_code)]
use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Nothing;

type Rest = Vec<u8>;
type Nothings = Vec<Nothing>;

/// What stands behind the name of a type is not known to the derive, and so it is asked of the compiler.
#[derive(HasEncoding)]
struct Message {
    rest: Rest,
    #[encoding(dynamic)]
    block: Nothings,
    level: i32,
    last: Nothings,
}

fn main() {}
