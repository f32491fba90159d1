//! The protocol given on the command line.

use std::{ffi::OsStr, sync::OnceLock};

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
};
use tezos_messages::hash::ChainId;
use tezos_protocols::{Protocol, UnknownProtocol};

use crate::protocols;

/// The protocol given on the command line.
static PROTOCOL: OnceLock<Protocol> = OnceLock::new();

/// Returns the protocol given on the command line, if any.
pub(crate) fn protocol() -> Option<Protocol> {
    PROTOCOL.get().copied()
}

/// Parses the argument of `--protocol`, and completes the names of protocols.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name;

impl TypedValueParser for Name {
    type Value = Protocol;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<Protocol, clap::Error> {
        let parser: fn(&str) -> Result<Protocol, String> = set;
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names =
            Protocol::ALL.iter().map(|protocol| PossibleValue::new(protocol.name().to_lowercase()).help(protocol.id()));
        Some(Box::new(names))
    }
}

/// Parses and stores the protocol of `--protocol`, on which all ids on the command line depend.
fn set(text: &str) -> Result<Protocol, String> {
    let protocol: Protocol = text.parse().map_err(|error: UnknownProtocol| error.to_string())?;
    Ok(*PROTOCOL.get_or_init(|| protocol))
}

/// Returns the protocols to try for bytes, the newest first: all of them, or only the one given on the command line.
pub(crate) fn possible() -> Vec<Protocol> {
    protocols::possible(protocol())
}

/// Returns the protocols that a block may belong to, the most likely first: that of the command line if given, otherwise those of mainnet.
/// Returns none for other chains. `proto` is the number of protocol changes in the header of the block.
pub(crate) fn of_proto(chain: ChainId, proto: u8) -> Vec<Protocol> {
    protocol().map_or_else(|| protocols::of_proto(chain, proto), |protocol| vec![protocol])
}

/// Finds `--protocol` among the arguments and stores it, before ids are resolved. Its errors are reported later, by the argument parser. The
/// arguments after `--` are those of another command.
pub(crate) fn find(arguments: impl Iterator<Item = String>) {
    let own = arguments.take_while(|argument| argument != "--");
    let mut arguments = own.skip_while(|argument| argument != "--protocol" && !argument.starts_with("--protocol="));
    let found = arguments.next().and_then(|argument| match argument.split_once('=') {
        Some((_, protocol)) => Some(protocol.to_owned()),
        None => arguments.next(),
    });
    let _ = found.map(|protocol| set(&protocol));
}
