//! The economic protocols: the one given on the command line, the encodings of each, and their names in text.

use std::{
    ffi::OsStr,
    sync::{LazyLock, OnceLock},
};

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
};
use tezos_encoding::schema::{Named, accepts};
use tezos_protocols::{
    Protocol, UnknownProtocol,
    registry::{self, ProtocolEncoding},
};

/// Returns the encodings of a protocol, sorted by id. They are created on first use.
pub(crate) fn of_protocol(protocol: Protocol) -> &'static [Named] {
    static ALL: LazyLock<Vec<(Protocol, OnceLock<Vec<Named>>)>> =
        LazyLock::new(|| Protocol::ALL.iter().map(|protocol| (*protocol, OnceLock::new())).collect());
    let known = ALL.iter().find(|(known, _)| *known == protocol);
    let sorted = || {
        let mut all: Vec<Named> = registry::of_protocol(protocol).collect();
        all.sort_by(|one, other| one.id.cmp(&other.id));
        all
    };
    known.map_or(&[], |(_, all)| all.get_or_init(sorted))
}

/// The protocol given on the command line.
static PROTOCOL: OnceLock<Protocol> = OnceLock::new();

/// Returns the protocol given on the command line, if any.
pub(crate) fn chosen() -> Option<Protocol> {
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
    chosen().map_or_else(|| Protocol::ALL.iter().rev().copied().collect(), |chosen| vec![chosen])
}

/// Finds `--protocol` among the arguments and stores it, before ids are resolved. Its errors are reported later, by the argument parser.
pub(crate) fn find(arguments: impl Iterator<Item = String>) {
    let mut arguments =
        arguments.skip_while(|argument| argument != "--protocol" && !argument.starts_with("--protocol="));
    let found = arguments.next().and_then(|argument| match argument.split_once('=') {
        Some((_, protocol)) => Some(protocol.to_owned()),
        None => arguments.next(),
    });
    let _ = found.map(|protocol| set(&protocol));
}

/// Returns the encodings of all protocols, those of the newest protocol first.
pub(crate) fn of_protocols() -> impl Iterator<Item = &'static Named> {
    Protocol::ALL.iter().rev().flat_map(|protocol| of_protocol(*protocol))
}

/// Returns the encodings that accept the bytes, each with the protocols in which it does, the newest first. All protocols are tried, or
/// only the one given on the command line. The schemas of single protocols are not created: most of the thousand would refuse the bytes at
/// once.
pub(crate) fn accepting(bytes: &[u8]) -> impl Iterator<Item = (ProtocolEncoding, Vec<Protocol>)> {
    let possible = possible();
    registry::of_protocols().filter_map(move |encoding| {
        let has = |protocol: &&Protocol| (encoding.since..=encoding.until).contains(*protocol);
        let accepting = possible.iter().filter(has).copied();
        let accepting = accepting.filter(|protocol| accepts(encoding.encoding, bytes, protocol.revision()));
        let accepting: Vec<Protocol> = accepting.collect();
        (!accepting.is_empty()).then_some((encoding, accepting))
    })
}

/// Returns a short text for several protocols: `005 to 022, alpha`.
pub(crate) fn words(protocols: &[Protocol]) -> String {
    let mut runs: Vec<(Protocol, Protocol)> = Vec::new();
    let mut sorted = protocols.to_vec();
    sorted.sort();
    for protocol in sorted {
        match runs.last_mut() {
            Some((_, last)) if last.revision().0.saturating_add(1) == protocol.revision().0 => *last = protocol,
            _ => runs.push((protocol, protocol)),
        }
    }
    let words = runs.into_iter().map(|(first, last)| match last == first {
        true => word(first).to_owned(),
        false => format!("{} to {}", word(first), word(last)),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns the number with which the id of a protocol starts, or `alpha`. Returns the id of a draft, whose number is that of the protocol
/// that it became.
pub(crate) fn word(protocol: Protocol) -> &'static str {
    let number = protocol.id().split('-').next().filter(|number| number.parse() == Ok(protocol));
    number.unwrap_or(protocol.id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successive_protocols_are_written_as_a_range() {
        use Protocol::{Alpha, Babylon, Carthage, Delphi, Seoul, Tallinn, Ushuaia, UshuaiaDraft};
        assert_eq!(words(&[Seoul]), "023");
        assert_eq!(words(&[Alpha, Ushuaia, Seoul, Delphi, Carthage, Babylon]), "005 to 007, 023, 025 to alpha");
        assert_eq!(words(&[UshuaiaDraft, Ushuaia, Tallinn]), "024 to 025");
        assert_eq!(words(&[UshuaiaDraft, Seoul]), "023, 025-PsGXQmSv");
    }
}
