use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(skip)]
enum A {
    #[encoding(tags = "u16")]
    First(#[encoding(transparent)] u8),
}

fn main() {}
