use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Twice {
    #[encoding(option(tagged), dynamic, option(tagged))]
    level: Option<Option<u8>>,
}

fn main() {}
