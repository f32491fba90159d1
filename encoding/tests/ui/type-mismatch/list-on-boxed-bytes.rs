use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct A {
    #[encoding(dynamic, list)]
    bytes: Box<[u8]>,
}

fn main() {}
