use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Levels {
    #[encoding(dynamic, list, option, option)]
    levels: Vec<Option<Option<u8>>>,
}

fn main() {}
