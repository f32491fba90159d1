use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(tag = 1)]
enum State {
    First,
}

fn main() {}
