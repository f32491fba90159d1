//! `export`: prints an encoding in the language of another tool.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use tezos_encoding::schema::export;
use tezos_messages::Named;

use crate::{
    encodings,
    error::Error,
    ids::{self, Id},
    output,
};

/// The id of the messages of peers, and the last part of the name of their dissector.
const PEERS: (&str, &str) = ("p2p_message", "p2p");

/// Print an encoding for another tool: a dissector of Wireshark, a layout of Kaitai Struct, a pattern of ImHex.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tezos-codec export lua > tezos_p2p.lua\n  tezos-codec export ksy block_header > block_header.ksy\n  \
                        tezos-codec export imhex block_header > block_header.hexpat"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    language: Language,
}

#[derive(Subcommand)]
enum Language {
    /// Print a dissector for Wireshark, in Lua: of the messages of peers, or of the encoding ID.
    ///
    /// It registers the protocol `tezos.p2p`, or `tezos.` and the id, whose fields are display filters such as `tezos.p2p.block_header.level`. Load it with
    /// `-X lua_script:FILE`, or copy it to the folder of personal Lua plugins. Wireshark finds it by its name in captures of exported PDUs (link type
    /// 252); for other link types and ports, use `Decode As` or the table of user link types.
    #[command(
        after_help = "Examples:\n  tezos-codec export lua > tezos_p2p.lua\n  tezos-codec export lua fitness > tezos_fitness.lua"
    )]
    Lua {
        #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
        id: Option<&'static Named>,
    },
    /// Print a layout of Kaitai Struct, with the names that Octez gives to types and fields.
    #[command(after_help = "Example:\n  tezos-codec export ksy block_header > block_header.ksy")]
    Ksy {
        #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
        id: &'static Named,
    },
    /// Print a pattern of the hex editor ImHex.
    #[command(after_help = "Example:\n  tezos-codec export imhex block_header > block_header.hexpat")]
    Imhex {
        #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
        id: &'static Named,
    },
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    output::print(&match &arguments.language {
        Language::Lua { id } => {
            let peers = || encodings::all().iter().find(|named| named.id == PEERS.0);
            let named = id.or_else(peers).ok_or_else(|| Error::new("the messages of peers are not known"))?;
            export::lua(named.encoding, if named.id == PEERS.0 { PEERS.1 } else { &named.id })
        }
        Language::Ksy { id } => export::ksy(id.encoding, &id.id),
        Language::Imhex { id } => export::imhex(id.encoding, &id.id),
    })
}
