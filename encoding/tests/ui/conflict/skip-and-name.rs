#![allow(dead_code)]
use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Message {
    #[encoding(skip, name = "other")]
    skipped: u8,
    #[encoding(hash, json(name = "digest"))]
    hash: u8,
    on_wire: u8,
}

fn main() {}
