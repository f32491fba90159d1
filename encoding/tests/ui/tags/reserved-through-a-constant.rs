use tezos_encoding::HasEncoding;

const FEES: u8 = 3;

#[derive(HasEncoding)]
#[encoding(reserved = [1, 3])]
enum Balance {
    Account(u16),
    #[encoding(tag = FEES)]
    Fees,
}

fn main() {}
