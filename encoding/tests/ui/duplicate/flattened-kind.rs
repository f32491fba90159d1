use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Message {
    #[encoding(json(kind = "a"))]
    First(Inner),
    #[encoding(json(kind = "b"))]
    Second {
        #[encoding(flatten)]
        inner: Inner,
        other: u8,
    },
}

#[derive(HasEncoding)]
struct Inner {
    kind: u8,
}

fn main() {}
