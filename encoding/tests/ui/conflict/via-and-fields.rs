use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(try_from = "u16")]
struct A {
    #[encoding(nonsense, dynamic)]
    x: u32,
}

#[derive(HasEncoding)]
#[encoding(try_from = "u16")]
enum B {
    #[encoding(tag = 4)]
    First(#[encoding(list)] Vec<u8>),
}

fn main() {}
