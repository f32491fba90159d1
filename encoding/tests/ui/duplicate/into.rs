use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(into = "u16", into = "u16")]
struct A(u32);

#[derive(HasEncoding)]
struct B {
    #[encoding(try_from = "u16", into = "u16", try_from = "u16")]
    field: u32,
}

fn main() {}
