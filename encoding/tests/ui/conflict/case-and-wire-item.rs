use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Node {
    #[encoding(case(tag = 1, when = "Node::is_small", as = "u8"))]
    Int(#[encoding(zarith)] i64),
}

fn main() {}
