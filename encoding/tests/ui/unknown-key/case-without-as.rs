use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
enum Node {
    #[encoding(case(tag = 1, when = "Node::is_small"))]
    Int(i64),
}

fn main() {}
