//! From a description to blocks, in the order in which they are referred to.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::parts::{behind_tag, parts, tag_part};
use super::{Block, Branch, Demand, Part, PartKind, Picture};
use crate::constraint::{Constraint, joined};
use crate::describe::words;
use crate::describe::{Body, Description};
use tezos_encoding_core::schema::Class;

/// In front of what is referred to.
pub(super) const ARROW: &str = "→ ";

pub(super) fn picture(description: &Description) -> Picture {
    let own = Block { parts: parts(description, &description.toplevel), ..Block::default() };
    let definitions = description.definitions.iter().map(|definition| {
        let block = Block { title: Some(definition.title.clone()), ..Block::default() };
        match &definition.body {
            Body::Rows(rows) => Block { parts: parts(description, rows), ..block },
            Body::Cases { class, tag, cases } => {
                let branches = cases.iter().map(|case| Branch {
                    tag: case.tag,
                    title: case.title.clone().into_owned(),
                    parts: match case.tag {
                        // The first row is the tag, which stands in front of all branches.
                        Some(_) => behind_tag(description, *tag, case.rows.get(1..).unwrap_or_default()),
                        None => parts(description, &case.rows),
                    },
                });
                let size = match class {
                    Class::Fixed(bytes) => words::size(Class::Fixed(*bytes)),
                    Class::Dynamic => "one of these, by the tag".to_string(),
                    Class::Variable => "one of these, by the tag, up to the end".to_string(),
                };
                Block { size, parts: tag.map(tag_part).into_iter().collect(), branches: branches.collect(), ..block }
            }
            Body::Enum { width, names } => Block {
                size: format!("one of these names, by its index in {}", words::size(Class::Fixed(width.bytes()))),
                names: names.iter().map(ToString::to_string).collect(),
                ..block
            },
        }
    });
    let mut blocks: Vec<Block> = core::iter::once(own).chain(definitions).collect();
    for block in &mut blocks {
        if block.size.is_empty() {
            let fixed = block.parts.iter().try_fold(0usize, |sum, part| sum.checked_add(part.bytes?));
            block.size = match fixed {
                Some(_) if block.parts.is_empty() || block.parts.iter().any(|part| part.is_optional) => String::new(),
                Some(1) => "1 byte".to_string(),
                Some(bytes) => format!("{bytes} bytes"),
                None => String::new(),
            };
        }
    }
    let constraints = description.constraints.as_deref().unwrap_or_default();
    Picture { blocks: ordered(blocks), demands: demands(constraints) }
}

/// Of a definition, what is demanded is said once, wherever it is used.
fn demands(constraints: &[Constraint]) -> Vec<Demand> {
    let mut demands: Vec<Demand> = Vec::new();
    for Constraint { definition, path, rule, .. } in constraints {
        let place = joined(definition.as_deref().unwrap_or_default(), path);
        let demand = Demand { place, words: rule.words() };
        if !demands.contains(&demand) {
            demands.push(demand);
        }
    }
    demands
}

/// The blocks as they are referred to, from the value on; one that is nothing but another is that one.
fn ordered(mut blocks: Vec<Block>) -> Vec<Block> {
    let root = match blocks.first().map(|block| block.parts.as_slice()) {
        Some([Part { block: Some(block), name: None, kind: PartKind::Value, contents, .. }])
            if contents.starts_with(ARROW) =>
        {
            *block
        }
        _ => 0,
    };
    let mut order: Vec<usize> = Vec::new();
    let mut todo = Vec::from([root]);
    while let Some(index) = todo.pop() {
        let Some(block) = blocks.get(index).filter(|_| !order.contains(&index)) else { continue };
        order.push(index);
        let inside = block.branches.iter().flat_map(|branch| &branch.parts);
        let mut refers: Vec<usize> = block.parts.iter().chain(inside).filter_map(|part| part.block).collect();
        refers.reverse();
        todo.append(&mut refers);
    }
    let mut kept: Vec<Block> = Vec::new();
    for index in &order {
        if let Some(block) = blocks.get_mut(*index) {
            kept.push(core::mem::replace(block, Block { title: None, ..Block::default() }));
        }
    }
    for block in &mut kept {
        let inside = block.branches.iter_mut().flat_map(|branch| &mut branch.parts);
        for part in block.parts.iter_mut().chain(inside) {
            part.block = part.block.and_then(|block| order.iter().position(|index| *index == block));
        }
    }
    kept
}
