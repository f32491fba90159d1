use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(reserved = [1, 3])]
enum Balance {
    Account(u16),
    Fees,
}

fn main() {}
