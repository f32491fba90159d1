use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(ignore_unknown)]
enum Balance {
    #[encoding(other)]
    Unknown(u8, Vec<u8>),
}

fn main() {}
