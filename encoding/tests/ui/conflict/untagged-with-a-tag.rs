use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(untagged)]
enum Receipt {
    #[encoding(on = "Kind::None", tag = 3)]
    None,
}

enum Kind {
    None,
}

fn main() {}
