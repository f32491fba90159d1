#![allow(dead_code)]
use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(untagged(on = "u8"), field = "body")]
enum Body {
    #[encoding(on = "1", description = "Nothing.", name = "nothing")]
    Nothing,
    #[encoding(on = "2", json(kind = "more"))]
    More { count: u8 },
}

fn main() {}
