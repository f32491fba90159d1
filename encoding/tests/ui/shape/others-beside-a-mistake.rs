//! Only the mistakes are reported, not what is beside them.
#![allow(dead_code)]
use tezos_encoding::arena::Recursive;
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader, Tagged, Untagged, View};

#[derive(HasEncoding, NomReader, BinWriter, View)]
struct Wrong {
    #[encoding(banana)]
    field: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
enum Case {
    #[encoding(banana)]
    First,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(view = "Self", banana)]
struct Own(u8);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(untagged)]
enum Selected {
    #[encoding(on = "1u8", banana)]
    First,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u8"))]
enum SelectedByNumber {
    #[encoding(on = "1", banana)]
    First(u8),
}

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu, banana)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

#[derive(HasEncoding, NomReader, BinWriter, View)]
struct Beside {
    #[encoding(dynamic, list)]
    list: Vec<Wrong>,
    case: Case,
    own: Own,
    #[encoding(flatten)]
    flat: Wrong,
    optional: Option<Case>,
    #[encoding(list(len = 3))]
    last: Vec<Case>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Selecting {
    kind: u8,
    #[encoding(select = "*kind")]
    rest: SelectedByNumber,
}

fn uses<T: Recursive<Node = TreeNode> + Tagged, S: Untagged>(_: &WrongView<'_>) {}

fn main() {
    let _: fn(&WrongView<'_>) = uses::<Tree, SelectedByNumber>;
}
