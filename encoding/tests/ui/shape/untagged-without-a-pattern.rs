use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(untagged(on = "u8"))]
enum Receipt {
    #[encoding(on = "0")]
    None,
    One(u8),
}

fn main() {}
