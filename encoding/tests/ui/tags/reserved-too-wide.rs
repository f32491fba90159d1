use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(reserved = [1, 300])]
enum Balance {
    Account(u16),
    #[encoding(other)]
    Unknown(u8, Vec<u8>),
}

fn main() {}
