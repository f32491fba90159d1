use tezos_encoding::BinWriter;

#[derive(BinWriter)]
enum Node {
    #[encoding(case(tag = 1, when = "is_small", as = "u8"))]
    Int(u8),
}

impl From<&Node> for u8 {
    fn from(Node::Int(int): &Node) -> Self {
        *int
    }
}

fn is_small(int: &u8) -> bool {
    *int < 10
}

fn main() {}
