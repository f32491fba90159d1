use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Balance {
    #[encoding(other)]
    Unknown { tag: u8, size: u8, raw: Vec<u8> },
}

fn main() {}
