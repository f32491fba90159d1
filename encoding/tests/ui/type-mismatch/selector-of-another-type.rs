use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u8"))]
enum Receipt {
    #[encoding(on = "0")]
    None,
}

#[derive(NomReader)]
struct Applied {
    kind: u16,
    #[encoding(select = "*kind")]
    receipt: Receipt,
}

fn main() {}
