use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Maybe(#[encoding(option(tagged))] Option<u8>);

#[derive(HasEncoding)]
struct Twice {
    #[encoding(list, option(tagged))]
    levels: Vec<Option<Maybe>>,
}

fn main() {}
