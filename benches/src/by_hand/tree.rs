//! Handwritten readers and writers of trees of boxes.
//!
//! Nothing in a tree has a size prefix, so no length is needed in advance: writing is a single pass, which also checks the values. That is
//! faster than a first pass for the exact length.

use super::input::{Read, Refused, array, end};
use crate::tree::{DEPTH, Expr, Tree};

const INT31: std::ops::RangeInclusive<i32> = -0x4000_0000..=0x3fff_ffff;

#[inline]
fn int31(input: &mut &[u8]) -> Read<i32> {
    let value = i32::from_be_bytes(*array(input)?);
    if INT31.contains(&value) { Ok(value) } else { Err(Refused) }
}

#[inline]
fn put_int31(value: i32, out: &mut Vec<u8>) -> Read<()> {
    if !INT31.contains(&value) {
        return Err(Refused);
    }
    out.extend_from_slice(&value.to_be_bytes());
    Ok(())
}

/// Reads a [`Tree`].
pub(super) fn read_tree(mut input: &[u8]) -> Read<Tree> {
    end(subtree(&mut input, DEPTH)?, input)
}

fn subtree(input: &mut &[u8], levels: u32) -> Read<Tree> {
    let below = levels.checked_sub(1).ok_or(Refused)?;
    match array(input)? {
        [0] => Ok(Tree::Leaf(int31(input)?)),
        [1] => Ok(Tree::Node(Box::new(subtree(input, below)?), Box::new(subtree(input, below)?))),
        _ => Err(Refused),
    }
}

/// Writes a [`Tree`].
pub(super) fn write_tree(tree: &Tree) -> Read<Vec<u8>> {
    let mut out = Vec::new();
    put_subtree(tree, DEPTH, &mut out)?;
    Ok(out)
}

fn put_subtree(tree: &Tree, levels: u32, out: &mut Vec<u8>) -> Read<()> {
    let below = levels.checked_sub(1).ok_or(Refused)?;
    match tree {
        Tree::Leaf(value) => {
            out.push(0);
            put_int31(*value, out)
        }
        Tree::Node(left, right) => {
            out.push(1);
            put_subtree(left, below, out)?;
            put_subtree(right, below, out)
        }
    }
}

/// Reads an [`Expr`].
pub(super) fn read_expr(mut input: &[u8]) -> Read<Expr> {
    end(subexpr(&mut input, DEPTH)?, input)
}

fn subexpr(input: &mut &[u8], levels: u32) -> Read<Expr> {
    let below = levels.checked_sub(1).ok_or(Refused)?;
    let child = |input: &mut &[u8]| subexpr(input, below).map(Box::new);
    match array(input)? {
        [0] => Ok(Expr::Zero),
        [1] => Ok(Expr::Number(int31(input)?)),
        [2] => Ok(Expr::Negated(child(input)?)),
        [3] => Ok(Expr::Sum(child(input)?, child(input)?)),
        [4] => Ok(Expr::Choice(child(input)?, child(input)?, child(input)?)),
        _ => Err(Refused),
    }
}

/// Writes an [`Expr`].
pub(super) fn write_expr(expr: &Expr) -> Read<Vec<u8>> {
    let mut out = Vec::new();
    put_subexpr(expr, DEPTH, &mut out)?;
    Ok(out)
}

fn put_subexpr(expr: &Expr, levels: u32, out: &mut Vec<u8>) -> Read<()> {
    let below = levels.checked_sub(1).ok_or(Refused)?;
    match expr {
        Expr::Zero => {
            out.push(0);
            Ok(())
        }
        Expr::Number(value) => {
            out.push(1);
            put_int31(*value, out)
        }
        Expr::Negated(inner) => {
            out.push(2);
            put_subexpr(inner, below, out)
        }
        Expr::Sum(left, right) => {
            out.push(3);
            put_subexpr(left, below, out)?;
            put_subexpr(right, below, out)
        }
        Expr::Choice(condition, yes, no) => {
            out.push(4);
            put_subexpr(condition, below, out)?;
            put_subexpr(yes, below, out)?;
            put_subexpr(no, below, out)
        }
    }
}
