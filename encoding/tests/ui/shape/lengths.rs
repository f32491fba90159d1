//! Lengths of arrays that the derive cannot parse.

use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Block {
    bytes: [u8; {
        const X: usize = 2;
        X * 2
    }],
}

fn main() {}
