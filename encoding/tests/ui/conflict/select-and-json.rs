#![allow(dead_code)]
use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(untagged(on = "u8"))]
enum Body {
    #[encoding(on = "_")]
    All(u8),
}

#[derive(HasEncoding)]
struct Message {
    kind: u8,
    #[encoding(select = "*kind", json(display))]
    body: Body,
}

fn main() {}
