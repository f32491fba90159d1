use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Blocks {
    #[encoding(option(tagged), dynamic(kind = "u8"), option)]
    level: Option<Option<u8>>,
}

fn main() {}
