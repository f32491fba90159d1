//! The baseline: a tree that is written and read by functions of its own, without a schema and without names of errors. The post has
//! `Marshal` there, OCaml's writer of any value.

use crate::cases::Tree;

/// A binary tree with the bytes of [`Two`](crate::cases::Two).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bare {
    /// A leaf with a number.
    Leaf(i32),
    /// A node of two trees.
    Node(Box<Bare>, Box<Bare>),
}

/// The maximum number of levels, as in the types with a schema.
const DEPTH_LIMIT: u32 = 256;

impl Bare {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Self::Leaf(number) => {
                out.push(0);
                out.extend_from_slice(&number.to_be_bytes());
            }
            Self::Node(left, right) => {
                out.push(1);
                left.put(out);
                right.put(out);
            }
        }
    }

    fn take(bytes: &mut &[u8], levels: u32) -> Option<Self> {
        let levels = levels.checked_sub(1)?;
        let (tag, rest) = bytes.split_first()?;
        *bytes = rest;
        match tag {
            0 => {
                let (number, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::Leaf(i32::from_be_bytes(*number)))
            }
            1 => Some(Self::Node(Box::new(Self::take(bytes, levels)?), Box::new(Self::take(bytes, levels)?))),
            _ => None,
        }
    }
}

impl Tree for Bare {
    fn write(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        self.put(&mut out);
        Some(out)
    }

    fn read(mut bytes: &[u8]) -> Option<Self> {
        let tree = Self::take(&mut bytes, DEPTH_LIMIT)?;
        bytes.is_empty().then_some(tree)
    }

    fn leaf(number: i32) -> Self {
        Self::Leaf(number)
    }

    fn node(left: Self, right: Self) -> Self {
        Self::Node(Box::new(left), Box::new(right))
    }
}
