use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Balance {
    #[encoding(tag = 1, other)]
    Unknown(u8, Vec<u8>),
}

fn main() {}
