use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Header {
    level: u32,
    chain: u32,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Content {
    level: u8,
    fee: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Block {
    #[encoding(flatten)]
    header: Header,
    #[encoding(flatten)]
    content: Content,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Named {
    #[encoding(flatten)]
    header: Header,
    chain: u8,
}

fn main() {}
