//! The economic protocols: that of the command line, the encodings of each, and text for several of them.

use std::sync::{LazyLock, OnceLock};

use tezos_encoding::schema::{Named, accepts};
use tezos_protocol::{
    Protocol, UnknownProtocol,
    registry::{self, ProtocolEncoding},
};

/// Returns the encodings of a protocol by id. They are made on first use.
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

/// The protocol of the command line.
static PROTOCOL: OnceLock<Protocol> = OnceLock::new();

/// Returns the protocol of the command line, if it has one.
pub(crate) fn chosen() -> Option<Protocol> {
    PROTOCOL.get().copied()
}

/// Sets the protocol of `--protocol`, on which ids anywhere on the command line depend.
pub(crate) fn set(text: &str) -> Result<Protocol, String> {
    let protocol: Protocol = text.parse().map_err(|error: UnknownProtocol| error.to_string())?;
    Ok(*PROTOCOL.get_or_init(|| protocol))
}

/// Returns the protocols to try for bytes, the newest first: all, or that of the command line.
pub(crate) fn possible() -> Vec<Protocol> {
    chosen().map_or_else(|| Protocol::ALL.iter().rev().copied().collect(), |chosen| vec![chosen])
}

/// Finds `--protocol` among the arguments before ids are resolved. Its errors are reported when it is parsed.
pub(crate) fn find(arguments: impl Iterator<Item = String>) {
    let mut arguments =
        arguments.skip_while(|argument| argument != "--protocol" && !argument.starts_with("--protocol="));
    let found = arguments.next().and_then(|argument| match argument.split_once('=') {
        Some((_, protocol)) => Some(protocol.to_owned()),
        None => arguments.next(),
    });
    let _ = found.map(|protocol| set(&protocol));
}

/// Returns the encodings of all protocols, the newest first.
pub(crate) fn of_protocols() -> impl Iterator<Item = &'static Named> {
    Protocol::ALL.iter().rev().flat_map(|protocol| of_protocol(*protocol))
}

/// Returns the encodings that accept the bytes, each with the protocols in which it does, the newest first: of all protocols, or of that of the
/// command line. It makes no schemas of single protocols, because most of a thousand would refuse the bytes at once.
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
            Some((_, last)) if last.number().saturating_add(1) == protocol.number() => *last = protocol,
            _ => runs.push((protocol, protocol)),
        }
    }
    let words = runs.into_iter().map(|(first, last)| match last == first {
        true => word(first).to_owned(),
        false => format!("{} to {}", word(first), word(last)),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns the number with which the id of a protocol starts, or `alpha`.
pub(crate) fn word(protocol: Protocol) -> &'static str {
    protocol.id().split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_in_a_row_are_named_by_the_first_and_the_last() {
        use Protocol::{Alpha, Babylon, Carthage, Delphi, Seoul, Ushuaia};
        assert_eq!(words(&[Seoul]), "023");
        assert_eq!(words(&[Alpha, Ushuaia, Seoul, Delphi, Carthage, Babylon]), "005 to 007, 023, 025 to alpha");
    }
}
