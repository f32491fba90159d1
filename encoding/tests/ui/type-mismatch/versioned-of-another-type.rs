use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(versioned(name = "state", v0 = "u8", v1 = "u16"))]
struct State(u32);

fn main() {}
