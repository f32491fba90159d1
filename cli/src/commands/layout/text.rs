//! The layout as tables for a terminal.

use std::fmt::Write as _;

use tezos_encoding::schema::layout::{LayoutPart, PartKind, Picture};

use crate::output::{self, style::NAME};

/// Formats a layout: each block with a table of its parts, then the constraints beyond it.
pub(super) fn text(picture: &Picture) -> String {
    let mut out = String::new();
    for (index, block) in picture.blocks.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let size = if block.size.is_empty() { String::new() } else { format!(", {}", block.size) };
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{NAME}{}{NAME:#}{size}:", block.title.as_deref().unwrap_or_default());
        if !block.parts.is_empty() {
            parts(&mut out, &block.parts);
        }
        for branch in &block.branches {
            let tag = branch.tag.map_or_else(|| "any other tag".to_owned(), |tag| format!("tag {tag}"));
            let rest = if branch.parts.is_empty() { ", nothing more" } else { "" };
            let _ = writeln!(out, "\n{NAME}{}{NAME:#} ({tag}){rest}", branch.title);
            if !branch.parts.is_empty() {
                parts(&mut out, &branch.parts);
            }
        }
        for (index, name) in block.names.iter().enumerate() {
            let _ = writeln!(out, "  {index}: {name}");
        }
    }
    if !picture.demands.is_empty() {
        out.push_str("\nConstraints beyond the layout:\n");
    }
    for demand in &picture.demands {
        let _ = writeln!(out, "  {NAME}{}{NAME:#}: {}", demand.place, demand.words);
    }
    out
}

fn parts(out: &mut String, parts: &[LayoutPart]) {
    let mut table = output::text_table(&["offset", "size", "part", "contents", "determined by"]);
    for part in parts {
        let name = if part.kind == PartKind::Size { "size" } else { part.name.as_deref().unwrap_or_default() };
        table.add_row([&part.offset, &part.size, name, &part.contents, part.determined.as_deref().unwrap_or_default()]);
    }
    let _ = writeln!(out, "{}", output::lines(table));
}
