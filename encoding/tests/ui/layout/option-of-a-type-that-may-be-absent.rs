use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(id = "maybe")]
struct Maybe(Option<u8>);

#[derive(HasEncoding)]
struct Levels {
    #[encoding(option(tagged))]
    level: Option<Maybe>,
}

fn main() {}
