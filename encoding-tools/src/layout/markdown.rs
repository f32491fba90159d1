//! The picture as tables.

use alloc::format;
use alloc::string::String;

use super::build::ARROW;
use super::{Block, Demand, Part, PartKind, Picture};
use crate::markdown::{escaped, escaped_sentence as escaped_words};

pub(super) fn picture(picture: &Picture) -> String {
    let mut out = String::new();
    for (index, block) in picture.blocks.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if let Some(title) = &block.title {
            out.push_str(&format!("## {}\n\n", escaped(title)));
        }
        if !block.size.is_empty() {
            out.push_str(&format!("{}.\n\n", capital(&block.size)));
        }
        body(&mut out, picture, block);
    }
    if !picture.demands.is_empty() {
        out.push_str("\n## Demanded beyond the layout\n\n| where | what |\n|---|---|\n");
        for Demand { place, words } in &picture.demands {
            let place =
                if place.is_empty() { "the value itself".into() } else { format!("`{}`", place.replace('|', "\\|")) };
            out.push_str(&format!("| {place} | {} |\n", escaped_words(words)));
        }
    }
    out
}

fn body(out: &mut String, picture: &Picture, block: &Block) {
    if !block.parts.is_empty() {
        table(out, picture, &block.parts);
    }
    for branch in &block.branches {
        let tag = branch.tag.map_or_else(|| "any other tag".into(), |tag| format!("tag {tag}"));
        out.push_str(&format!("\n### {} ({tag})\n\n", escaped(&branch.title)));
        if branch.parts.is_empty() {
            out.push_str("Nothing more.\n");
        } else {
            table(out, picture, &branch.parts);
        }
    }
    for (index, name) in block.names.iter().enumerate() {
        out.push_str(&format!("- {index}: `{name}`\n"));
    }
    if block.parts.is_empty() && block.branches.is_empty() && block.names.is_empty() {
        out.push_str("No bytes.\n");
    }
}

fn table(out: &mut String, picture: &Picture, parts: &[Part]) {
    out.push_str("| offset | size | part | contents | determined by |\n|---|---|---|---|---|\n");
    for part in parts {
        let name = match (part.kind, &part.name) {
            (PartKind::Size, _) => "size".into(),
            (_, Some(name)) => format!("`{name}`"),
            (_, None) => String::new(),
        };
        let contents = match part.block.and_then(|block| picture.blocks.get(block)?.title.as_deref()) {
            // In the place of the arrow, a link.
            Some(title) => {
                let anchor = anchor(title);
                match part.contents.split_once(ARROW) {
                    Some((before, name)) => format!("{}[{}](#{anchor})", escaped(before), escaped(name)),
                    None => escaped(&part.contents),
                }
            }
            None => escaped(&part.contents),
        };
        let determined = part.determined.as_deref().unwrap_or_default();
        out.push_str(&format!("| {} | {} | {name} | {contents} | {determined} |\n", part.offset, part.size));
    }
}

/// What a link to a heading points to.
fn anchor(title: &str) -> String {
    let is_kept = |sign: &char| sign.is_alphanumeric() || matches!(sign, '_' | '-' | ' ');
    title.to_lowercase().chars().filter(is_kept).map(|sign| if sign == ' ' { '-' } else { sign }).collect()
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
