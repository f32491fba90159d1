use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Receipt {
    #[encoding(on = "0")]
    None,
}

fn main() {}
