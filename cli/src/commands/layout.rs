//! `layout`: draws the layout of an encoding.

use std::process::ExitCode;

use clap::Args;
use tezos_encoding::schema::{describe, layout};
use tezos_messages::Named;

use crate::{
    encodings::{self, Id},
    error::Error,
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
    #[arg(help = encodings::ID, value_parser = Id, hide_possible_values = true)]
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
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let picture = layout(&describe(arguments.id.encoding)).titled(&arguments.id.id);
    output::print(&match arguments.format {
        Format { svg: true, .. } => picture.to_svg(),
        Format { markdown: true, .. } => picture.to_markdown(),
        Format { .. } => text::text(&picture),
    })
}
