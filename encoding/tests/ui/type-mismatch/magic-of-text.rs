use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(magic = "TZ")]
struct A(u8);

#[derive(HasEncoding)]
#[encoding(magic = "TZ 1")]
struct B(u8);

fn main() {}
