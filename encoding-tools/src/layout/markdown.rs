//! The diagram as tables.

use alloc::format;
use alloc::string::String;

use super::{ARROW, Block, LayoutPart, PartKind, Picture};
use crate::markdown::{anchor, escaped, escaped_sentence, path_cell, table};

pub(super) fn picture(picture: &Picture) -> String {
    let mut out = String::new();
    for (index, block) in picture.blocks.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if let Some(title) = &block.title {
            out.push_str(&format!("## {}\n\n", escaped(title)));
        }
        if let Some(first) = block.size.chars().next() {
            let rest = block.size.strip_prefix(first).unwrap_or_default();
            out.push_str(&format!("{}{rest}.\n\n", first.to_uppercase()));
        }
        body(&mut out, picture, block);
    }
    if !picture.demands.is_empty() {
        out.push_str("\n## Constraints beyond the layout\n\n");
        let rows = picture.demands.iter();
        let rows = rows.map(|demand| [path_cell(&demand.place), escaped_sentence(&demand.words)].into());
        table(&mut out, &["where", "what"], rows);
    }
    out
}

fn body(out: &mut String, picture: &Picture, block: &Block) {
    if !block.parts.is_empty() {
        parts(out, picture, &block.parts);
    }
    for branch in &block.branches {
        let tag = branch.tag.map_or_else(|| "any other tag".into(), |tag| format!("tag {tag}"));
        out.push_str(&format!("\n### {} ({tag})\n\n", escaped(&branch.title)));
        if branch.parts.is_empty() {
            out.push_str("Nothing more.\n");
        } else {
            parts(out, picture, &branch.parts);
        }
    }
    for (index, name) in block.names.iter().enumerate() {
        out.push_str(&format!("- {index}: `{name}`\n"));
    }
    if block.parts.is_empty() && block.branches.is_empty() && block.names.is_empty() {
        out.push_str("No bytes.\n");
    }
}

fn parts(out: &mut String, picture: &Picture, parts: &[LayoutPart]) {
    let rows = parts.iter().map(|part| {
        let name = match (part.kind, &part.name) {
            (PartKind::Size, _) => "size".into(),
            (_, Some(name)) => format!("`{name}`"),
            (_, None) => String::new(),
        };
        let title = part.block.and_then(|block| picture.blocks.get(block)?.title.as_deref());
        let contents = match title.zip(part.contents.split_once(ARROW)) {
            Some((title, (before, name))) => format!("{}[{}](#{})", escaped(before), escaped(name), anchor(title)),
            None => escaped(&part.contents),
        };
        [part.offset.clone(), part.size.clone(), name, contents, part.determined.clone().unwrap_or_default()].into()
    });
    table(out, &["offset", "size", "part", "contents", "determined by"], rows);
}
