use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Twice(Option<Option<u8>>, u8);

#[derive(HasEncoding)]
#[encoding(tags = "u8")]
enum Cases {
    Twice(Option<Option<u8>>),
}

type Level = Option<u8>;

#[derive(HasEncoding)]
struct Named(u8, Option<Level>);

#[derive(HasEncoding)]
struct Under<T>(Option<T>, u8);

#[derive(HasEncoding)]
struct Of {
    under: Under<Option<u8>>,
}

fn main() {}
