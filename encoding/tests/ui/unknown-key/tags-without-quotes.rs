use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(tags = u16)]
enum A {
    First,
}

fn main() {}
