//! Blocks as a node gives them over RPC, in binary or in JSON, and blocks in JSON with parts in hexadecimal digits.
//!
//! In an answer the receipt of each of the contents follows it. The operations and the receipts that a store has are made from both.

use bytes::Bytes;
use serde::Deserialize;
use tezos_encoding::{BinWriter, Blob, Decode, EncodeError, HasEncoding, NomReader, schema};
use tezos_hashes::hash::{BlockHash, ChainId, ProtocolHash};
use tezos_protocols::Protocol;
use tezos_protocols::block::{BlockAnswer, BlockInfo, BlockOperation, GenesisAnswer, GenesisBlock, OperationReceipt};
use tezos_protocols::receipt::OperationDataAndMetadata;

use crate::check::{Chain, Checked, Link};
use crate::error::Fault;
use crate::protocols::Protocols;
use crate::stored::{Metadata, Raw};
use crate::{Options, Place, Receipt};

/// Checks answers of a node, in binary or in JSON.
#[derive(Debug)]
pub(crate) struct AnswerChecker {
    options: Options,
    protocols: Protocols,
    previous: Option<Link>,
}

impl AnswerChecker {
    pub(crate) fn new(options: &Options) -> Self {
        Self { options: options.clone(), protocols: Protocols::new(options.protocol), previous: None }
    }

    /// Sets the block that the next one follows.
    pub(crate) fn follow(&mut self, previous: Option<Link>) {
        self.previous = previous;
    }

    /// Checks an answer in binary. Where the number of the protocol is not known, `protocols` returns the protocol of the block and that of the
    /// next one. Without them, the protocol is the newest that reads all of the block.
    pub(crate) fn binary(
        &mut self,
        bytes: &Bytes,
        place: &Place,
        protocols: impl FnOnce() -> Option<(Protocol, ProtocolHash)>,
    ) -> Result<Checked, Fault> {
        let start = Start::read(bytes)?;
        let chain = self.chain(start.chain_id)?;
        let bare = Raw::bare(start.header.into(), Vec::new());
        let link = Link::of(&bare).ok_or_else(|| Fault::new("header", "expected the header of a block"))?;
        let previous = self.before(link.level);
        let check = |protocol| {
            let raw = binary(protocol, bytes)?;
            chain.check_in(Some(protocol), raw, None, previous, place.clone())
        };
        let checked = match chain.protocol(link, previous).map_err(|unknown| (unknown, protocols())) {
            Ok(protocol) => check(protocol),
            Err((_, Some((protocol, next)))) => {
                self.protocols.learn(link.proto, next);
                check(protocol)
            }
            Err((unknown, None)) => {
                // Those that refuse the answer are passed over before anything is made of it, also an error.
                let answer = <BlockAnswer as HasEncoding>::ENCODING;
                let accepts = |protocol: &Protocol| schema::accepts(answer, bytes, protocol.revision());
                let all = Protocol::ALL.iter().rev().filter(|protocol| **protocol != Protocol::Genesis);
                all.copied().filter(accepts).find_map(|protocol| check(protocol).ok()).ok_or(unknown)
            }
        };
        self.checked(checked)
    }

    /// Checks a block in JSON.
    pub(crate) fn json(&mut self, text: &str, place: &Place) -> Result<Checked, Fault> {
        let (chain, protocol, raw) = json(text)?;
        let chain = self.chain(chain)?;
        let previous = Link::of(&raw).and_then(|link| self.before(link.level));
        self.checked(chain.check_in(protocol, raw, None, previous, place.clone()))
    }

    fn chain(&self, id: ChainId) -> Result<Chain, Fault> {
        match self.options.chain {
            Some(expected) if expected != id => Err(Fault::new("chain_id", format!("expected {expected}, found {id}"))),
            _ => Ok(Chain::new(id, self.protocols.clone(), &self.options)),
        }
    }

    /// Returns the block before, if it is the predecessor: files may have blocks in any order.
    fn before(&self, level: i32) -> Option<Link> {
        self.previous.filter(|previous| previous.level.checked_add(1) == Some(level))
    }

    fn checked(&mut self, checked: Result<Checked, Fault>) -> Result<Checked, Fault> {
        self.previous = checked.as_ref().ok().map(|checked| checked.link);
        checked
    }
}

/// What an answer in binary begins with, whatever the protocol.
#[derive(HasEncoding, NomReader, BinWriter, Debug)]
#[encoding(dynamic)]
struct Start {
    chain_id: ChainId,
    hash: BlockHash,
    #[encoding(dynamic)]
    header: Blob,
    rest: Blob,
}

impl Start {
    /// Reads the start of an answer with its size prefix.
    fn read(answer: &Bytes) -> Result<Self, Fault> {
        Self::from_shared(answer).map_err(|error| Fault::decoding("", &error))
    }
}

/// Reads an answer in binary, with its size prefix, in the protocol of the block.
fn binary(protocol: Protocol, answer: &Bytes) -> Result<Raw, Fault> {
    let refused = |error| Fault::decoding("", &error);
    if protocol == Protocol::Genesis {
        let GenesisAnswer { 0: block } = protocol.decode(answer).map_err(refused)?;
        return raw(protocol, block);
    }
    let BlockAnswer(block): BlockAnswer = protocol.decode(answer).map_err(refused)?;
    raw(protocol, block)
}

/// A block in JSON: that of RPC, or one whose header and operations are in hexadecimal digits.
#[derive(Deserialize)]
#[serde(untagged)]
enum Json {
    Hex { chain_id: String, hash: String, header: String, operations: Vec<Vec<String>> },
    Rpc { protocol: String, chain_id: String },
}

/// Reads a block in JSON. Returns its chain and, if the text has it, its protocol.
fn json(text: &str) -> Result<(ChainId, Option<Protocol>, Raw), Fault> {
    match serde_json::from_str(text)
        .map_err(|error| Fault::new("", format!("it is not the JSON of a block: {error}")))?
    {
        Json::Hex { chain_id, hash, header, operations } => {
            let pass = |(index, pass): (usize, Vec<String>)| {
                let operation = |operation: String| unhex(&format!("operations[{index}]"), &operation);
                pass.into_iter().map(operation).collect::<Result<Vec<_>, _>>()
            };
            let operations = operations.into_iter().enumerate().map(pass).collect::<Result<_, _>>()?;
            let chain = fixed("chain_id", &chain_id)?;
            let raw = Raw::bare(unhex("header", &header)?, operations);
            Ok((ChainId(chain), None, Raw { hash: BlockHash(fixed("hash", &hash)?), ..raw }))
        }
        Json::Rpc { protocol, chain_id } => {
            let chain = chain_id.parse().map_err(|error| Fault::new("chain_id", format!("{error}")))?;
            let known = protocol.parse().ok().and_then(|hash| Protocol::of_hash(&hash));
            let protocol = known.ok_or_else(|| {
                Fault::new("protocol", format!("expected a protocol that this version decodes, found {protocol}"))
            })?;
            let refused = |error| Fault::new("", format!("as a block of {protocol}: {error}"));
            let raw = if protocol == Protocol::Genesis {
                raw(protocol, protocol.from_json::<GenesisBlock>(text).map_err(refused)?)
            } else {
                raw(protocol, protocol.from_json::<BlockInfo>(text).map_err(refused)?)
            };
            Ok((chain, Some(protocol), raw?))
        }
    }
}

fn unhex(path: &str, text: &str) -> Result<Bytes, Fault> {
    let bytes = hex::decode(text).map_err(|error| Fault::new(path, format!("expected hexadecimal digits: {error}")))?;
    Ok(bytes.into())
}

fn fixed<const N: usize>(path: &str, text: &str) -> Result<[u8; N], Fault> {
    let bytes = unhex(path, text)?;
    <[u8; N]>::try_from(&*bytes).map_err(|_| Fault::new(path, format!("expected {N} bytes, found {}", bytes.len())))
}

/// Takes the parts of a block apart.
fn raw<H: BinWriter, M: BinWriter>(protocol: Protocol, block: BlockInfo<H, M>) -> Result<Raw, Fault> {
    let header = written("header", protocol.encode(&block.header))?;
    let (mut operations, mut receipts) = (Vec::new(), Vec::new());
    let mut has_receipts = true;
    for (pass, list) in block.operations.into_iter().enumerate() {
        let (mut of_pass, mut receipts_of_pass) = (Vec::new(), Vec::new());
        for (index, operation) in list.into_iter().enumerate() {
            let receipt = receipt(protocol, &operation).map_err(|fault| fault.of_item((pass, index)))?;
            has_receipts &= receipt.is_some();
            receipts_of_pass.extend(receipt);
            let operation = operation.into_operation(protocol);
            let bytes = written("operations", protocol.encode(&operation));
            of_pass.push(bytes.map_err(|fault| fault.of_item((pass, index)))?);
        }
        operations.push(of_pass);
        receipts.push(receipts_of_pass);
    }
    let metadata = match block.metadata {
        Some(metadata) if has_receipts => {
            let block = written("metadata", protocol.encode(&metadata.metadata))?;
            Some(Metadata { block, receipts })
        }
        _ => None,
    };
    Ok(Raw { hash: block.hash, metadata, ..Raw::bare(header, operations) })
}

/// Returns the receipt of an operation without its contents; `None` if there is none because it was not requested.
fn receipt(protocol: Protocol, operation: &BlockOperation) -> Result<Option<Receipt>, Fault> {
    const PATH: &str = "operations_metadata";
    let contents = match &operation.receipt {
        OperationReceipt::TooLarge { .. } => return Ok(Some(Receipt::TooLarge)),
        OperationReceipt::WithoutReceipt(_) => return Ok(None),
        OperationReceipt::WithReceipt(OperationDataAndMetadata::WithoutMetadata { .. }) => {
            return Ok(Some(Receipt::Metadata(Bytes::from_static(&[1]))));
        }
        OperationReceipt::WithReceipt(OperationDataAndMetadata::WithMetadata { contents, .. }) => contents,
    };
    let mut results = Vec::new();
    for both in contents {
        let whole = written(PATH, protocol.encode(both))?;
        let contents = written(PATH, protocol.encode(&both.clone().into_contents(protocol)))?;
        // Both begin with the tag, which is that of the receipt too.
        let result = whole.strip_prefix(&*contents).zip(whole.first());
        let (result, tag) = result.ok_or_else(|| Fault::new(PATH, "expected contents before their receipt"))?;
        results.push(*tag);
        results.extend_from_slice(result);
    }
    let size = u32::try_from(results.len()).map_err(|_| Fault::new(PATH, "expected less than 4 GiB of receipts"))?;
    Ok(Some(Receipt::Metadata([&[0][..], &size.to_be_bytes(), &results].concat().into())))
}

fn written(path: &str, bytes: Result<Vec<u8>, EncodeError>) -> Result<Bytes, Fault> {
    bytes.map(Bytes::from).map_err(|error| Fault::new(path, error.to_string()))
}
