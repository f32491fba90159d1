use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Applied {
    kind: u8,
    #[encoding(select = "*kind")]
    receipt: u16,
}

fn main() {}
