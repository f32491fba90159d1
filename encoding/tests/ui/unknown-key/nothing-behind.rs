use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct A {
    #[encoding(skip = )]
    skipped: u8,
    #[encoding(dynamic = , list)]
    list: Vec<u8>,
    #[encoding(bounded = "")]
    bounded: Vec<u8>,
}

#[derive(HasEncoding)]
enum B {
    #[encoding(tag = )]
    First,
}

fn main() {}
