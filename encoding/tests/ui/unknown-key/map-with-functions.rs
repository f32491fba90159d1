use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct A {
    #[encoding(map(read, write))]
    field: u8,
}

fn main() {}
