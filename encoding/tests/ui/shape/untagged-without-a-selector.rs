use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(untagged)]
enum Receipt {
    #[encoding(on = "0")]
    None,
    #[encoding(on = "1")]
    One(u8),
}

fn main() {}
