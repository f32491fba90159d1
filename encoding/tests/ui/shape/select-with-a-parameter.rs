use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
struct Applied<T> {
    kind: T,
    #[encoding(select = "kind.kind()")]
    receipt: u8,
}

fn main() {}
