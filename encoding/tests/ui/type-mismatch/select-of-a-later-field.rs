#![allow(dead_code)]
use tezos_encoding::{HasEncoding, NomReader};

#[derive(HasEncoding, NomReader)]
#[encoding(untagged(on = "u8"))]
enum Body {
    #[encoding(on = "_")]
    Any(u8),
}

#[derive(HasEncoding, NomReader)]
struct Later {
    #[encoding(select = "*kind + skipped")]
    body: Body,
    kind: u8,
    #[encoding(skip)]
    skipped: u8,
}

#[derive(HasEncoding, NomReader)]
struct Unnamed(u8, #[encoding(select = "self.0")] Body);

fn main() {}
