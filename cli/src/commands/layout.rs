//! `layout`: draws the layout of an encoding.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use tezos_encoding::schema::{
    describe, layout,
    layout::{Block, LayoutPart, Picture},
};
use tezos_messages::Named;

use crate::{
    error::Error,
    ids::{self, Id},
    output,
};

mod text;

/// Draw the layout of an encoding: where each part begins, how long it is, and what determines this.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tezos-codec layout fitness\n  tezos-codec layout block_header --svg > block_header.svg\n  \
                        tezos-codec layout p2p_connection.message --markdown"
)]
pub(crate) struct Arguments {
    #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    #[command(flatten)]
    format: Format,
}

#[derive(Args)]
#[group(multiple = false)]
struct Format {
    /// Print an SVG document.
    #[arg(long)]
    svg: bool,
    /// Print tables in Markdown.
    #[arg(long)]
    markdown: bool,
    /// Print JSON: the value itself and each definition, with the offsets and the lengths of their parts.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let picture = layout(&describe(arguments.id.encoding)).titled(&arguments.id.id);
    output::print(&match arguments.format {
        Format { svg: true, .. } => picture.to_svg(),
        Format { markdown: true, .. } => picture.to_markdown(),
        Format { json: true, .. } => output::json::pretty(&json(&picture).to_string()),
        Format { .. } => text::text(&picture),
    })
}

fn json(picture: &Picture) -> Value {
    let part = |LayoutPart { kind, name, offset, size, contents, block, determined, is_optional, .. }: &LayoutPart| {
        json!({
            "kind": format!("{kind:?}").to_lowercase(),
            "name": name,
            "offset": offset,
            "size": size,
            "contents": contents,
            "block": block,
            "determined": determined,
            "optional": is_optional,
        })
    };
    let block = |Block { title, size, parts, branches, names }: &Block| {
        let cases = branches.iter().map(|branch| {
            let parts: Vec<Value> = branch.parts.iter().map(part).collect();
            json!({ "tag": branch.tag, "name": branch.title, "parts": parts })
        });
        let (cases, parts): (Vec<Value>, Vec<Value>) = (cases.collect(), parts.iter().map(part).collect());
        json!({ "name": title, "size": size, "parts": parts, "cases": cases, "names": names })
    };
    let constraints = picture.demands.iter().map(|demand| json!({ "path": demand.place, "what": demand.words }));
    let (blocks, constraints): (Vec<Value>, Vec<Value>) =
        (picture.blocks.iter().map(block).collect(), constraints.collect());
    json!({ "blocks": blocks, "constraints": constraints })
}
