#![allow(dead_code)]
use tezos_encoding::HasEncoding;

/// Not that of the standard library.
#[derive(HasEncoding)]
struct String(Vec<u8>);

#[derive(HasEncoding)]
struct Message {
    text: String,
    level: i32,
}

fn main() {}
