use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(tag = 256)]
struct State(u8);

fn main() {}
