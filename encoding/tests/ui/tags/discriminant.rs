use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[repr(i8)]
enum Kind {
    First = 5,
    Second = 9,
    Third = -1,
    #[encoding(tag = 7)]
    Fourth = 3,
    Fifth = 8,
    Sixth = CONSTANT,
}

const CONSTANT: i8 = 4;

#[derive(HasEncoding)]
enum Counted {
    #[encoding(tag = 9)]
    First = 9,
    #[encoding(tag = TEN)]
    Second = 10,
    Third = 11,
}

const TEN: u8 = 10;

fn main() {}
