use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(reserved = [1, 3, 1])]
enum Balance {
    Account(u16),
}

fn main() {}
