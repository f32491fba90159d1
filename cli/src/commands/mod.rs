//! The commands, one file for each.

pub(crate) mod archive;
pub(crate) mod blocks;
pub(crate) mod check_layouts;
pub(crate) mod connect;
pub(crate) mod convert;
pub(crate) mod describe;
pub(crate) mod diff;
pub(crate) mod dump;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod forge_check;
pub(crate) mod generate;
pub(crate) mod history;
pub(crate) mod layout;
pub(crate) mod list;
pub(crate) mod listen;
pub(crate) mod pcap;
pub(crate) mod profile;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod shell;
pub(crate) mod slice;
pub(crate) mod stats;
