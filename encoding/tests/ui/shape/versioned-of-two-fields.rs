use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(versioned(name = "state", v0 = "u8"))]
struct State(u8, u8);

fn main() {}
