use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Message {
    #[encoding(json(kind = "a"))]
    First { kind: u8 },
    #[encoding(json(kind = "b"), name = "kind")]
    Second(u8),
    #[encoding(json(kind = "c"), name = "kind")]
    Third,
    #[encoding(json(kind = "d"))]
    Fourth(Inner),
    #[encoding(json(kind = "e"))]
    Fifth {
        #[encoding(flatten)]
        inner: Inner,
    },
}

#[derive(HasEncoding)]
struct Inner {
    kind: u8,
}

fn main() {}
