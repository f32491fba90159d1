use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(tag = 1, versioned(name = "state", v0 = "u8"))]
struct State(u8);

fn main() {}
