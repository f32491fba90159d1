//! Decodes blocks and their parts with their protocol, encodes them again and counts them by kind.

use std::{collections::BTreeMap, fmt, time::Instant};

use serde_json::{Value, json};
use tezos_encoding::{BinWriter, Decode, Reader, Tagged as _};
use tezos_protocols::{
    Protocol,
    block::{BlockAnswer, BlockMetadata, GenesisAnswer, GenesisHeader, GenesisMetadata, OperationReceipt},
    header::FullHeader,
    operation::{Contents, Operation, Unsigned},
    receipt::{ContentsAndResult, OperationDataAndMetadata, OperationMetadata},
};

use crate::output::{self, grouped};

/// The error for bytes that are not written as they were read.
pub(crate) const OTHER_BYTES: &str = "was encoded again with other bytes";

/// A part of a block.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// The header with its hashes and signature.
    Header,
    /// An operation.
    Operation,
    /// The contents of an operation with their receipts.
    OperationWithReceipt,
    /// The receipts of an operation.
    Receipt,
    /// The metadata of the block.
    Metadata,
}

impl Part {
    /// Returns whether a protocol accepts the bytes.
    pub(crate) fn is_read_by(self, protocol: Protocol, bytes: &[u8]) -> bool {
        match self {
            Self::Header if protocol == Protocol::Genesis => reads::<GenesisHeader>(protocol, bytes),
            Self::Metadata if protocol == Protocol::Genesis => reads::<GenesisMetadata>(protocol, bytes),
            // It has no operations.
            _ if protocol == Protocol::Genesis => false,
            Self::Header => reads::<FullHeader>(protocol, bytes),
            Self::Operation => reads::<Operation>(protocol, bytes),
            Self::OperationWithReceipt => reads::<OperationReceipt>(protocol, bytes),
            Self::Receipt => reads::<OperationMetadata>(protocol, bytes),
            Self::Metadata => reads::<BlockMetadata>(protocol, bytes),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Header => "block header",
            Self::Operation | Self::OperationWithReceipt => "operation",
            Self::Receipt => "receipt",
            Self::Metadata => "block metadata",
        })
    }
}

/// The counts of headers and operations, by kind.
#[derive(Debug, Default)]
pub(crate) struct Inside {
    kinds: BTreeMap<&'static str, Tally>,
    /// The number of all values, including those that were refused.
    all: u64,
    /// The operations and their protocols, if they are kept.
    operations: Option<Vec<(Protocol, Unsigned)>>,
}

/// The counts of a kind.
#[derive(Debug, Default)]
struct Tally {
    count: u64,
    bytes: u64,
    nanoseconds: u128,
}

impl Inside {
    /// Returns counts that keep the operations too.
    pub(crate) fn keeping_operations() -> Self {
        Self { operations: Some(Vec::new()), ..Self::default() }
    }

    /// Returns the operations that were kept, each with its protocol.
    pub(crate) fn into_operations(self) -> Vec<(Protocol, Unsigned)> {
        self.operations.unwrap_or_default()
    }

    /// Keeps an operation, if operations are kept.
    pub(crate) fn keep(&mut self, protocol: Protocol, operation: &Operation) {
        self.operations.iter_mut().for_each(|kept| kept.push((protocol, operation.unsigned())));
    }

    /// Adds a header and returns its protocol: the first of `protocols` that accepts it. The error is a sentence with the path.
    pub(crate) fn header(&mut self, protocols: &[Protocol], bytes: &[u8]) -> Result<Protocol, String> {
        self.part(Part::Header, protocols, bytes)
    }

    /// Adds an operation and returns its protocol: the first of `protocols` that accepts it. The error is a sentence with the path.
    pub(crate) fn operation(&mut self, protocols: &[Protocol], bytes: &[u8]) -> Result<Protocol, String> {
        self.part(Part::Operation, protocols, bytes)
    }

    /// Adds a part of a block and returns its protocol: the first of `protocols` that accepts it. The error is a sentence with the path.
    pub(crate) fn part(&mut self, part: Part, protocols: &[Protocol], bytes: &[u8]) -> Result<Protocol, String> {
        let is_of_genesis = protocols.contains(&Protocol::Genesis)
            && part.is_read_by(Protocol::Genesis, bytes)
            && !protocols.iter().any(|protocol| *protocol != Protocol::Genesis && part.is_read_by(*protocol, bytes));
        match (part, is_of_genesis) {
            (Part::Header, true) => self.add::<GenesisHeader>(&[Protocol::Genesis], bytes, |_| "block header").map(of),
            (Part::Metadata, true) => {
                self.add::<GenesisMetadata>(&[Protocol::Genesis], bytes, |_| "block metadata").map(of)
            }
            (Part::Header, _) => self.add::<FullHeader>(protocols, bytes, |_| "block header").map(of),
            (Part::Operation, _) => {
                let (protocol, operation) = self.add(protocols, bytes, kind_of_operation)?;
                self.keep(protocol, &operation);
                Ok(protocol)
            }
            (Part::OperationWithReceipt, _) => self.add(protocols, bytes, kind_of_receipt).map(of),
            (Part::Receipt, _) => self.add::<OperationMetadata>(protocols, bytes, |_| "receipt").map(of),
            (Part::Metadata, _) => self.add::<BlockMetadata>(protocols, bytes, |_| "block metadata").map(of),
        }
    }

    /// Adds a block as a node gives it in binary; returns it and its protocol: the first of `protocols` that accepts it. The error is a
    /// sentence with the path.
    pub(crate) fn block(&mut self, protocols: &[Protocol], bytes: &[u8]) -> Result<(Protocol, BlockAnswer), String> {
        self.add(protocols, bytes, |_| "block")
    }

    /// Adds a block of protocol 000 as a node gives it in binary, if it is one.
    pub(crate) fn genesis(&mut self, bytes: &[u8]) -> Option<GenesisAnswer> {
        let is_genesis = reads::<GenesisAnswer>(Protocol::Genesis, bytes);
        is_genesis.then(|| self.add(&[Protocol::Genesis], bytes, |_| "block").ok()).flatten().map(|(_, block)| block)
    }

    /// Decodes a value and encodes it again, measures the time of both and compares the bytes.
    fn add<T: for<'a> Decode<'a> + BinWriter>(
        &mut self,
        protocols: &[Protocol],
        bytes: &[u8],
        kind: fn(&T) -> &'static str,
    ) -> Result<(Protocol, T), String> {
        self.all = self.all.saturating_add(1);
        let protocol = protocols.iter().copied().find(|protocol| reads::<T>(*protocol, bytes));
        let Some(protocol) = protocol else { return Err(refusal::<T>(protocols, bytes)) };
        let start = Instant::now();
        let value: T = protocol.decode(bytes).map_err(|error| error.to_string())?;
        let again = protocol.encode(&value).map_err(|error| error.to_string())?;
        let took = start.elapsed().as_nanos();
        if again != bytes {
            return Err(OTHER_BYTES.into());
        }
        let tally = self.kinds.entry(kind(&value)).or_default();
        tally.count = tally.count.saturating_add(1);
        tally.bytes = tally.bytes.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        tally.nanoseconds = tally.nanoseconds.saturating_add(took);
        Ok((protocol, value))
    }

    /// Returns the number of values that were encoded again to the same bytes, and the number of all values.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.kinds.values().map(|tally| tally.count).fold(0, u64::saturating_add), self.all)
    }

    /// Formats a table of the values that were encoded again to the same bytes: count, bytes and time of each kind.
    pub(crate) fn table(&self) -> String {
        let mut table = output::table(&["kind", "count", "bytes", "each, both ways"]);
        for (kind, Tally { count, bytes, nanoseconds }) in &self.kinds {
            let each = nanoseconds.checked_div((*count).into()).unwrap_or_default();
            output::add_row(
                &mut table,
                [(*kind).to_owned(), grouped(*count), grouped(*bytes), output::duration(each as f64)],
            );
        }
        output::lines(table)
    }

    /// Returns the table as JSON.
    pub(crate) fn json(&self) -> Value {
        let row = |(kind, Tally { count, bytes, nanoseconds }): (&&str, &Tally)| json!({ "kind": kind, "count": count, "bytes": bytes, "nanoseconds": u64::try_from(*nanoseconds).ok() });
        self.kinds.iter().map(row).collect()
    }
}

/// Returns the protocol of a value.
fn of<T>((protocol, _): (Protocol, T)) -> Protocol {
    protocol
}

/// Returns the kind of an operation.
pub(crate) fn kind_of_operation(operation: &Operation) -> &'static str {
    kind(&operation.protocol_data.contents, Contents::title)
}

/// Returns the kind of an operation with these contents.
fn kind<T>(contents: &[T], title: fn(&T) -> &'static str) -> &'static str {
    match contents {
        [] => "none",
        [contents] => title(contents),
        [_, ..] => "several of one account",
    }
}

/// Returns the kind of an operation in a block with receipts.
fn kind_of_receipt(operation: &OperationReceipt) -> &'static str {
    use OperationDataAndMetadata::{WithMetadata, WithoutMetadata};
    match operation {
        OperationReceipt::TooLarge { protocol_data, .. } | OperationReceipt::WithoutReceipt(protocol_data) => {
            kind(&protocol_data.contents, Contents::title)
        }
        OperationReceipt::WithReceipt(WithMetadata { contents, .. }) => kind(contents, ContentsAndResult::title),
        OperationReceipt::WithReceipt(WithoutMetadata { .. }) => "without metadata",
    }
}

/// Returns true if a protocol accepts the bytes.
fn reads<T: for<'a> Decode<'a>>(protocol: Protocol, bytes: &[u8]) -> bool {
    let mut reader = Reader::new(bytes).at(protocol.revision());
    T::read(&mut reader).is_ok() && reader.finish().is_ok()
}

/// Returns the error for bytes that no protocol accepts: the one at the highest offset and, if there are several, of the first protocol.
fn refusal<T: for<'a> Decode<'a>>(protocols: &[Protocol], bytes: &[u8]) -> String {
    let errors = protocols.iter().rev().filter_map(|protocol| Some((protocol, protocol.decode::<T>(bytes).err()?)));
    match (errors.max_by_key(|(_, error)| error.offset()), protocols) {
        (Some((_, error)), [_]) => error.to_string(),
        (Some((protocol, error)), _) => format!("of no known protocol; as one of {protocol}, {error}"),
        (None, _) => "its protocol is not known".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an operation with arbitrary data, which the protocols 009 and later accept.
    fn failing_noop() -> Vec<u8> {
        [&[7; 32][..], &[17, 0, 0, 0, 1, 9], &[0; 64]].concat()
    }

    #[test]
    fn operations_belong_to_the_first_protocol_that_accepts_them() {
        let mut inside = Inside::default();
        let protocols = [Protocol::Carthage, Protocol::Seoul, Protocol::Rio];
        assert_eq!(inside.operation(&protocols, &failing_noop()), Ok(Protocol::Seoul));
        assert_eq!(inside.json()[0]["kind"], "Failing_noop");
        assert_eq!(inside.json()[0]["bytes"], 102);
        assert_eq!(inside.counts(), (1, 1));
    }

    #[test]
    fn the_error_at_the_highest_offset_is_reported() {
        let mut inside = Inside::default();
        let mut bytes = failing_noop();
        bytes.remove(36);
        let error = inside.operation(&[Protocol::Seoul, Protocol::Rio, Protocol::Carthage], &bytes).unwrap_err();
        let start =
            "of no known protocol; as one of 023-PtSeouLo, contents_and_signature_prefix[0].arbitrary: at byte ";
        assert!(error.starts_with(start), "{error}");
        assert_eq!(inside.operation(&[], &bytes), Err("its protocol is not known".into()));
        assert_eq!(inside.counts(), (0, 2));
    }

    #[test]
    fn a_round_trip_that_changes_the_bytes_is_reported() {
        let contract = [&[7; 32][..], &[108, 0], &[5; 20], &[0; 4], &[0, 1], &[6; 20], &[1, 0], &[0; 64]].concat();
        let mut inside = Inside::default();
        let error = inside.operation(&[Protocol::Seoul], &contract);
        assert_eq!(error, Err("was encoded again with other bytes".into()), "padding that is not zero");
    }
}
