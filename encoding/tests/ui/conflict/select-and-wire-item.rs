use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Applied {
    kind: u8,
    #[encoding(select = "*kind", dynamic)]
    receipt: u8,
}

fn main() {}
