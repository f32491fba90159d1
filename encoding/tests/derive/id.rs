//! `id = ".."`: a definition that others refer to by name.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(id = "block_header.shell")]
struct Shell {
    level: i32,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(id = "around", dynamic, bounded = 9)]
struct Around(Shell);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, id = "tree")]
enum Tree {
    Leaf,
    Node(Box<Tree>),
}

#[test]
fn schema() {
    described::<Shell>("def<block_header.shell>({level: int32})", Size::fixed(4));
    described::<Around>(
        &format!("def<around>(dynamic<u30>(bounded<9>({})))", shape::<Shell>()),
        Size::dynamic(8, Some(8)),
    );
    shaped::<Tree>("def<tree>(mu<tree, Dynamic, 1+, depth 256>)");
}

#[test]
fn no_trace_on_the_wire() {
    both(&Shell { level: 1 }, "00000001");
    both(&Around(Shell { level: 1 }), "00000004 00000001");
    both(&Tree::Node(Box::new(Tree::Leaf)), "01 00");
}
