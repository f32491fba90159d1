use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(reserved = 1)]
enum Node {
    Int(i64),
}

fn main() {}
