//! The economic protocols: the one that the command line names, the encodings of each, and several of them in words.

use std::sync::{LazyLock, OnceLock};

use tezos_encoding::schema::{Named, accepts};
use tezos_protocol::{
    Protocol, UnknownProtocol,
    registry::{self, ProtocolEncoding},
};

/// The encodings of a protocol by id, which are made when they are first needed.
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

/// The protocol that the command line names.
static PROTOCOL: OnceLock<Protocol> = OnceLock::new();

/// The protocol that the command line names, if it names one.
pub(crate) fn chosen() -> Option<Protocol> {
    PROTOCOL.get().copied()
}

/// Takes the protocol that `--protocol` names: ids on the command line depend on it, wherever they stand.
pub(crate) fn set(text: &str) -> Result<Protocol, String> {
    let protocol: Protocol = text.parse().map_err(|error: UnknownProtocol| error.to_string())?;
    Ok(*PROTOCOL.get_or_init(|| protocol))
}

/// The protocols that bytes may be of, the newest first: all, or the one that the command line names.
pub(crate) fn possible() -> Vec<Protocol> {
    chosen().map_or_else(|| Protocol::ALL.iter().rev().copied().collect(), |chosen| vec![chosen])
}

/// Looks for `--protocol` among arguments, before ids are looked up. What is wrong with it is told when it is read.
pub(crate) fn find(arguments: impl Iterator<Item = String>) {
    let mut arguments =
        arguments.skip_while(|argument| argument != "--protocol" && !argument.starts_with("--protocol="));
    let found = arguments.next().and_then(|argument| match argument.split_once('=') {
        Some((_, protocol)) => Some(protocol.to_owned()),
        None => arguments.next(),
    });
    let _ = found.map(|protocol| set(&protocol));
}

/// The encodings of all protocols, the newest first.
pub(crate) fn of_protocols() -> impl Iterator<Item = &'static Named> {
    Protocol::ALL.iter().rev().flat_map(|protocol| of_protocol(*protocol))
}

/// The encodings that accept the bytes, each with the protocols in which it does, the newest first: of all protocols, or of the one that the
/// command line names. Schemas of protocols are not made for that: most of a thousand refuse the bytes at once.
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

/// Several protocols in a few words: `005 to 022, alpha`.
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

/// The number of a protocol as its id begins, or `alpha`.
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
