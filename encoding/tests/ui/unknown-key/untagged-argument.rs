use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(untagged = 3)]
enum Receipt {
    None,
}

fn main() {}
