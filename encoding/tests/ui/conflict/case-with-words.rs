#![allow(dead_code)]
use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Body {
    #[encoding(case(tag = 1, when = "is_short", as = "u8"), description = "A number.")]
    #[encoding(case(tag = 2, when = "is_long", as = "u16"))]
    Number(u32),
}

fn is_short(_: &Body) -> bool {
    true
}

fn is_long(_: &Body) -> bool {
    true
}

impl From<u8> for Body {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<u16> for Body {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

fn main() {}
