use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(composite(bytes, dynamic))]
struct A(Vec<u8>);

fn main() {}
