use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(versioned(v0 = "u8"))]
struct State(u8);

fn main() {}
