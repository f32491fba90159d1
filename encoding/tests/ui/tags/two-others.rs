use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Balance {
    #[encoding(other)]
    First(u8, Vec<u8>),
    #[encoding(other)]
    Second(u8, Vec<u8>),
}

fn main() {}
