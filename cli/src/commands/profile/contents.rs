//! Measures decoding the contents of operations, which are opaque bytes for the peer protocol, with the economic protocol that they belong to.

use std::{collections::BTreeMap, hint::black_box};

use tezos_encoding::Encode as _;
use tezos_messages::operation::RawOperation;
use tezos_protocols::{Protocol, operation::Operation};

use crate::{
    chosen, inside,
    measure::{Batches, Clock},
};

/// The bytes of operations, each with the protocol that accepts it.
type Operations = Vec<(Option<Protocol>, Vec<u8>)>;

/// The kind of operations that no known protocol accepts. Their time is not measured.
const UNKNOWN: &str = "of no known protocol";

/// The operations of a kind in a message.
#[derive(Debug)]
pub(super) struct Contents {
    /// The kind: that of their contents.
    pub(super) kind: &'static str,
    /// Their number.
    pub(super) count: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// The time of decoding all of them with their protocol.
    pub(super) decoding: Batches,
}

/// Measures the operations of a message, kind by kind.
pub(super) fn measure(clock: Clock, operations: &[RawOperation]) -> Vec<Contents> {
    let mut kinds: BTreeMap<&'static str, Operations> = BTreeMap::new();
    let mut protocol = None;
    for bytes in operations.iter().filter_map(|operation| operation.to_bytes().ok()) {
        // Operations of a block have one protocol: that of the operation before is tried first.
        let found = protocol.into_iter().chain(chosen::possible()).find_map(|it| Some((it, kind(it, &bytes)?)));
        protocol = found.map(|(found, _)| found);
        kinds.entry(found.map_or(UNKNOWN, |(_, kind)| kind)).or_default().push((protocol, bytes));
    }
    let of_kind = |(kind, operations): (&'static str, Operations)| {
        let decode = || {
            for (protocol, bytes) in &operations {
                drop(black_box(protocol.map(|protocol| protocol.decode::<Operation>(black_box(bytes)))));
            }
        };
        let decoding = match kind {
            UNKNOWN => Batches::default(),
            _ => clock.repeated(|times| (0..times).for_each(|_| decode())),
        };
        let bytes = operations.iter().map(|(_, bytes)| number(bytes.len())).fold(0, u64::saturating_add);
        Contents { kind, count: number(operations.len()), bytes, decoding }
    };
    kinds.into_iter().map(of_kind).collect()
}

/// Returns the kind of an operation, if the protocol accepts it.
fn kind(protocol: Protocol, bytes: &[u8]) -> Option<&'static str> {
    protocol.decode(bytes).ok().map(|operation| inside::kind_of_operation(&operation))
}

fn number(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use tezos_encoding::Decode as _;

    use super::*;

    /// Returns an operation with arbitrary data of this length, which the protocols 009 and later accept.
    fn failing_noop(length: u8) -> RawOperation {
        let bytes = [&[7; 32][..], &[17, 0, 0, 0, length], &vec![9; length.into()], &[0; 64]].concat();
        RawOperation::from_bytes(&bytes).unwrap()
    }

    #[test]
    fn operations_are_measured_by_kind() {
        let unknown = RawOperation::from_bytes(&[255; 40]).unwrap();
        let operations = [failing_noop(1), unknown, failing_noop(3)];
        let measured = measure(Clock::calibrated(), &operations);
        let counts: Vec<_> = measured.iter().map(|it| (it.kind, it.count, it.bytes)).collect();
        assert_eq!(counts, [("Failing_noop", 2, 102 + 104), (UNKNOWN, 1, 40)]);
        let times: Vec<_> = measured.iter().map(|it| it.decoding.median() > 0.0).collect();
        assert_eq!(times, [true, false]);
        assert!(measure(Clock::calibrated(), &[]).is_empty());
    }
}
