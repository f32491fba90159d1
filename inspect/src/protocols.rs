//! The encodings of each economic protocol, the protocols that a block may belong to, and their names in text.

use std::sync::{LazyLock, OnceLock};

use tezos_encoding::schema::{Named, accepts};
use tezos_messages::hash::ChainId;
use tezos_protocols::{
    Protocol,
    registry::{self, ProtocolEncoding},
};

/// Mainnet, whose headers tell the protocol.
pub const MAINNET: ChainId = ChainId([0x7a, 0x06, 0xa7, 0x70]);

/// The offset in a header of the number of protocol changes up to its block.
const PROTO: usize = 4;

/// Returns the encodings of a protocol, sorted by id. They are created on first use.
pub fn of_protocol(protocol: Protocol) -> &'static [Named] {
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

/// Returns the encodings of all protocols, those of the newest protocol first.
pub fn of_protocols() -> impl Iterator<Item = &'static Named> {
    Protocol::ALL.iter().rev().flat_map(|protocol| of_protocol(*protocol))
}

/// Returns the protocols to try for bytes, the newest first: all of them, or only the one that is given.
pub fn possible(only: Option<Protocol>) -> Vec<Protocol> {
    only.map_or_else(|| Protocol::ALL.iter().rev().copied().collect(), |only| vec![only])
}

/// Returns the protocols that a block may belong to, the most likely first. Only those of mainnet are known. `proto` is the number of protocol
/// changes in the header of the block.
pub fn of_proto(chain: ChainId, proto: u8) -> Vec<Protocol> {
    // The block that activates a protocol has the new number, but is encoded by the protocol before.
    [proto, proto.saturating_sub(1)].iter().filter_map(|it| Protocol::of_proto_level(chain, *it)).collect()
}

/// Returns the number of protocol changes in a header, or 0 if the header is too short.
pub fn proto_of(header: &[u8]) -> u8 {
    header.get(PROTO).copied().unwrap_or_default()
}

/// Returns the encodings that accept the bytes, each with those of the `possible` protocols in which it does. The schemas of single protocols are
/// not created: most of the thousand would refuse the bytes at once.
pub fn accepting<'a>(
    bytes: &'a [u8],
    possible: &'a [Protocol],
) -> impl Iterator<Item = (ProtocolEncoding, Vec<Protocol>)> + 'a {
    registry::of_protocols().filter_map(move |encoding| {
        let has = |protocol: &&Protocol| (encoding.since..=encoding.until).contains(*protocol);
        let accepting = possible.iter().filter(has).copied();
        let accepting = accepting.filter(|protocol| accepts(encoding.encoding, bytes, protocol.revision()));
        let accepting: Vec<Protocol> = accepting.collect();
        (!accepting.is_empty()).then_some((encoding, accepting))
    })
}

/// Returns a short text for several protocols: `005 to 022, alpha`.
pub fn words(protocols: &[Protocol]) -> String {
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
pub fn word(protocol: Protocol) -> &'static str {
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
