//! Converts a description to blocks, in the order in which they are referred to.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::parts::{parts, tag_part};
use super::{ARROW, Block, Branch, Demand, LayoutPart, PartKind, Picture};
use crate::constraint::{Constraint, joined};
use crate::describe::{Body, Definition, Description, words};
use tezos_encoding_core::schema::{Class, TagSize};

pub(super) fn picture(description: &Description) -> Picture {
    let own = Block { parts: parts(description, 0, &description.toplevel), ..Block::default() };
    let definitions = description.definitions.iter().map(|definition| block(description, definition));
    let blocks = core::iter::once(own).chain(definitions).map(|block| Block { size: size(&block), ..block });
    let constraints = description.constraints.as_deref().unwrap_or_default();
    Picture { blocks: ordered(blocks.collect()), demands: demands(constraints) }
}

fn block(description: &Description, definition: &Definition) -> Block {
    let block = Block { title: Some(definition.title.clone()), ..Block::default() };
    match &definition.body {
        Body::Rows(rows) => Block { parts: parts(description, 0, rows), ..block },
        Body::Cases { class, tag, cases } => {
            let branches = cases.iter().map(|case| {
                // The first row of a case is the tag, which the block shows once for all of them.
                let (offset, rows) = match case.tag {
                    Some(_) => (tag.map_or(0, TagSize::bytes), case.rows.get(1..).unwrap_or_default()),
                    None => (0, case.rows.as_slice()),
                };
                Branch { tag: case.tag, title: case.title.to_string(), parts: parts(description, offset, rows) }
            });
            let size = match class {
                Class::Fixed(_) => words::size(*class),
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
}

/// Describes the size of a block: its own, or the sum of its parts if it is fixed.
fn size(block: &Block) -> String {
    let fixed = block.parts.iter().try_fold(0usize, |sum, part| sum.checked_add(part.bytes?));
    let is_fixed = !block.parts.is_empty() && !block.parts.iter().any(|part| part.is_optional);
    match fixed.filter(|_| is_fixed && block.size.is_empty()) {
        Some(bytes) => words::size(Class::Fixed(bytes)),
        None => block.size.clone(),
    }
}

/// Describes the constraints; those inside a definition only once for all uses of the definition.
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

/// Sorts the blocks in the order in which they are referred to, starting with the value itself. If the value is only a
/// reference, the block that it refers to comes first.
fn ordered(mut blocks: Vec<Block>) -> Vec<Block> {
    let root = match blocks.first().map(|block| block.parts.as_slice()) {
        Some([LayoutPart { block: Some(block), name: None, kind: PartKind::Value, contents, .. }])
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
        let mut references: Vec<usize> = block.all_parts().filter_map(|part| part.block).collect();
        references.reverse();
        todo.append(&mut references);
    }
    let mut kept: Vec<Block> = order.iter().filter_map(|index| blocks.get_mut(*index).map(core::mem::take)).collect();
    for block in &mut kept {
        let of_branches = block.branches.iter_mut().flat_map(|branch| &mut branch.parts);
        for part in block.parts.iter_mut().chain(of_branches) {
            part.block = part.block.and_then(|block| order.iter().position(|index| *index == block));
        }
    }
    kept
}
