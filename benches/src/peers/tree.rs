//! The recursive types of [`crate::tree`], for the codecs that can derive a type that holds itself: bitcode, speedy and wincode cannot.

#![expect(missing_docs, reason = "the names of `crate::tree`")]

use crate::tree;

#[derive(
    bincode::Encode,
    bincode::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    deku::DekuRead,
    deku::DekuWrite,
    parity_scale_codec::Encode,
    parity_scale_codec::Decode,
    serde::Serialize,
    serde::Deserialize,
    Clone,
    Debug,
    PartialEq,
)]
#[deku(id_type = "u8")]
pub enum Tree {
    #[deku(id = 0)]
    Leaf(i32),
    #[deku(id = 1)]
    Node(Box<Tree>, Box<Tree>),
}

#[derive(
    bincode::Encode,
    bincode::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    deku::DekuRead,
    deku::DekuWrite,
    parity_scale_codec::Encode,
    parity_scale_codec::Decode,
    serde::Serialize,
    serde::Deserialize,
    Clone,
    Debug,
    PartialEq,
)]
#[deku(id_type = "u8")]
pub enum Expr {
    #[deku(id = 0)]
    Zero,
    #[deku(id = 1)]
    Number(i32),
    #[deku(id = 2)]
    Negated(Box<Expr>),
    #[deku(id = 3)]
    Sum(Box<Expr>, Box<Expr>),
    #[deku(id = 4)]
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl From<tree::Tree> for Tree {
    fn from(tree: tree::Tree) -> Self {
        let boxed = |tree: Box<tree::Tree>| Box::new(Self::from(*tree));
        match tree {
            tree::Tree::Leaf(number) => Self::Leaf(number),
            tree::Tree::Node(left, right) => Self::Node(boxed(left), boxed(right)),
        }
    }
}

impl From<tree::Expr> for Expr {
    fn from(expr: tree::Expr) -> Self {
        let boxed = |expr: Box<tree::Expr>| Box::new(Self::from(*expr));
        match expr {
            tree::Expr::Zero => Self::Zero,
            tree::Expr::Number(number) => Self::Number(number),
            tree::Expr::Negated(inner) => Self::Negated(boxed(inner)),
            tree::Expr::Sum(left, right) => Self::Sum(boxed(left), boxed(right)),
            tree::Expr::Choice(condition, yes, no) => Self::Choice(boxed(condition), boxed(yes), boxed(no)),
        }
    }
}
