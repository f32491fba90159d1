use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(tags = "u16")]
enum Balance {
    #[encoding(other)]
    Unknown { tag: u8, raw: Vec<u8> },
}

fn main() {}
