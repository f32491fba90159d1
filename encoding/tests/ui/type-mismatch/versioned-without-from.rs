use tezos_encoding::NomReader;

#[derive(NomReader)]
struct New(u16);

#[derive(NomReader)]
#[encoding(versioned(name = "state", v0 = "u8", v1 = "New"))]
struct State(New);

fn main() {}
