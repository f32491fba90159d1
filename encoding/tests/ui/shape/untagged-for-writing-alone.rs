use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(untagged(write))]
enum Receipt {
    None,
    One(u8),
}

fn main() {}
