//! The encodings of `tezos_protocols` that belong to no protocol, with their types; and the messages of a remote signer.
//!
//! A list of its own: those of the crates have neither the Rust types nor how much heap each may take. A test fails if one of their encodings
//! is missing here.

use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{Encoding, Named};
use tezos_hashes::hash::{BlockHash, ChainId, ContextHash};
use tezos_hashes::header::BlockHeader;
use tezos_hashes::protocol::OperationMetadataHash;
use tezos_protocols::block::{
    self, ActivationBlock, BlockDescriptor, ChainConfig, ForkedChains, HistoryMode, InvalidBlock, InvalidBlocks,
    LegacyProtocolLevels, LegacyStoredMetadata, OptionalLevel, ProtocolInfo, ProtocolLevels, StoredBlock,
    StoredContents, StoredMetadata, StoredOperationMetadata,
};
use tezos_protocols::chain::ProtocolError;
use tezos_protocols::keys::{PublicKey, PublicKeyHash};
use tezos_protocols::operation::RawOperation;
use tezos_protocols::registry::examples;
use tezos_protocols::sapling::{
    BindingSignature, Ciphertext, Commitment, CommitmentHash, CommitmentValue, Diversifier, DiversifierIndex,
    EphemeralKey, ExpandedSpendingKey, FullViewingKey, Nullifier, PaymentAddress, Plaintext, Rcm, SaplingInput,
    SaplingOutput, SaplingTransaction, SpendingKey, ViewingKey,
};
use tezos_protocols::shell::{
    ContextHashVersion, Fitness, FitnessElement, OperationShellHeader, ProtocolOverride, ProtocolOverrides,
    ShellHeader, SystemTimestamp, TestChainStatus, Timespan, Timestamp, Upgrade, Upgrades,
};
use tezos_protocols::signer::{
    BlsProvePossessionResponse, DeterministicNonceHashResponse, DeterministicNonceResponse, KnownKeysResponse,
    PublicKeyResponse, Request, SignResponse, SigningKeyHash, SupportsDeterministicNoncesResponse,
};

use crate::heap::Heap;
use crate::input::Maker;
use crate::peer::HEADER;
use crate::typed::{Traits, check_with_view};
use crate::{Budget, Known, Target};

type Check = fn(&[u8]);

/// Values whose bytes are copied.
const COPIED: Traits = Traits::new(Heap::COPIED);

/// Values without heap, so only errors take heap.
const NONE: Traits = Traits::new(Heap::NONE);

/// Transactions, which have lists of inputs and outputs.
const NOTES: Traits = Traits::new(Heap::COPIED.list::<SaplingInput>().list::<SaplingOutput>());

/// Metadata of stored blocks, which has lists of lists of bytes.
const STORED_METADATA: Heap =
    Heap::COPIED.list::<StoredOperationMetadata>().elements(size_of::<Vec<StoredOperationMetadata>>(), 4);

/// Stored blocks, which also have lists of lists of operations and of hashes.
const STORED: Heap = STORED_METADATA
    .or(HEADER)
    .list::<RawOperation>()
    .elements(size_of::<Vec<RawOperation>>(), 4)
    .list::<OperationMetadataHash>()
    .elements(size_of::<Vec<OperationMetadataHash>>(), 4);

macro_rules! types {
    ($($id:literal: $type:ty, $traits:expr;)+) => {
        &[$(($id, |bytes| check_with_view::<$type>(bytes, $traits))),+]
    };
}

/// The types of the encodings, by id.
const TYPES: &[(&str, Check)] = types! {
    "block_header": BlockHeader, Traits::new(HEADER);
    "block_header.shell": ShellHeader, Traits::new(HEADER);
    "context_hash_version": ContextHashVersion, NONE;
    "fitness": Fitness, Traits::new(HEADER);
    "fitness.elem": FitnessElement, COPIED;
    "history_mode": HistoryMode, NONE;
    "operation": RawOperation, COPIED;
    "operation.shell_header": OperationShellHeader, NONE;
    "operation_metadata": StoredOperationMetadata, COPIED;
    "public_key": PublicKey, COPIED;
    "public_key_hash": PublicKeyHash, NONE;
    "sapling.DH.epk": EphemeralKey, NONE;
    "sapling.transaction": SaplingTransaction, NOTES.copying();
    "sapling.transaction.binding_sig": BindingSignature, NONE;
    "sapling.transaction.ciphertext": Ciphertext, COPIED;
    "sapling.transaction.commitment": Commitment, NONE;
    "sapling.transaction.commitment_hash": CommitmentHash, NONE;
    "sapling.transaction.commitment_value": CommitmentValue, NONE;
    "sapling.transaction.diversifier_index": DiversifierIndex, NONE;
    "sapling.transaction.input": SaplingInput, NONE;
    "sapling.transaction.nullifier": Nullifier, NONE;
    "sapling.transaction.output": SaplingOutput, COPIED;
    "sapling.transaction.plaintext": Plaintext, COPIED;
    "sapling.transaction.rcm": Rcm, NONE;
    "sapling.wallet.address": PaymentAddress, NONE;
    "sapling.wallet.diversifier": Diversifier, NONE;
    "sapling.wallet.expanded_spending_key": ExpandedSpendingKey, NONE;
    "sapling.wallet.full_viewing_key": FullViewingKey, NONE;
    "sapling.wallet.spending_key": SpendingKey, NONE;
    "sapling.wallet.viewing_key": ViewingKey, NONE;
    "signer_messages.bls_prove_possession.response": BlsProvePossessionResponse, NONE;
    "signer_messages.deterministic_nonce.response": DeterministicNonceResponse, COPIED;
    "signer_messages.deterministic_nonce_hash.response": DeterministicNonceHashResponse, COPIED;
    "signer_messages.known_keys.response": KnownKeysResponse, Traits::new(KNOWN_KEYS);
    "signer_messages.public_key.response": PublicKeyResponse, COPIED;
    "signer_messages.public_key_hash": SigningKeyHash, NONE;
    "signer_messages.request": Request, COPIED.copying();
    "signer_messages.sign.response": SignResponse, COPIED.copying();
    "signer_messages.supports_deterministic_nonces.response": SupportsDeterministicNoncesResponse, NONE;
    "store.block_descriptor": BlockDescriptor, NONE;
    "store.block_repr": StoredBlock, Traits::new(STORED).copying();
    "store.block_repr.contents": StoredContents, Traits::new(STORED);
    "store.block_repr.legacy_metadata": LegacyStoredMetadata, Traits::new(STORED_METADATA);
    "store.block_repr.metadata": StoredMetadata, Traits::new(STORED_METADATA).copying();
    "store.chain_config": ChainConfig, NONE;
    "store.forked_chains": ForkedChains, Traits::new(Heap::NONE.list::<(ChainId, BlockHash)>());
    "store.invalid_blocks": InvalidBlocks, Traits::new(Heap::COPIED.list::<(BlockHash, InvalidBlock)>().list::<ProtocolError>()).copying();
    "store.legacy_protocol_levels": LegacyProtocolLevels, Traits::new(Heap::COPIED.list::<(u8, ActivationBlock)>().list::<ContextHash>());
    "store.level": OptionalLevel, NONE;
    "store.protocol_levels": ProtocolLevels, Traits::new(Heap::NONE.list::<(u8, ProtocolInfo)>());
    "store.target": block::Target, NONE;
    "test_chain_status": TestChainStatus, NONE;
    "timespan.system": Timespan, NONE;
    "timestamp.protocol": Timestamp, NONE;
    "timestamp.system": SystemTimestamp, NONE;
    "user_activated.protocol_overrides": ProtocolOverrides, Traits::new(Heap::NONE.list::<ProtocolOverride>());
    "user_activated.upgrades": Upgrades, Traits::new(Heap::NONE.list::<Upgrade>());
};

/// Returns examples of types that random bytes are rarely values of, and that messages between peers have too.
pub(crate) fn shared_examples() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    tezos_hashes::examples::EXAMPLES.iter().map(|(function, bytes)| (*function, bytes.to_vec()))
}

fn all() -> impl Iterator<Item = (&'static Named, Check)> {
    let typed = |named: &'static Named| {
        let (_, check) = TYPES.iter().find(|(id, _)| *id == named.id)?;
        Some((named, *check))
    };
    tezos_protocols::registry::encodings().iter().filter_map(typed)
}

/// Returns all encodings except those that `tezos-messages` has too.
pub(crate) fn known() -> impl Iterator<Item = Known> {
    let peers = tezos_messages::encodings();
    let own = all().filter(|(named, _)| peers.iter().all(|peer| peer.id != named.id));
    own.map(|(named, check)| Known::new(named.id.clone(), named.encoding, examples, check))
}

/// The response of a signer with a list of its keys.
const KNOWN_KEYS: Heap = Heap::NONE.list::<PublicKeyHash>();

/// Returns the budgets of messages of a remote signer: requests, the longest responses, and the response with a list.
pub(crate) fn budgets() -> Vec<Budget> {
    let budget =
        |name: &str, encoding: &'static Encoding, heap| Budget { name: name.to_owned(), size: encoding.size(), heap };
    vec![
        budget("Request to a signer", Request::ENCODING, Heap::COPIED),
        budget("Signature of a signer", SignResponse::ENCODING, Heap::COPIED),
        budget("Known keys of a signer", KnownKeysResponse::ENCODING, KNOWN_KEYS),
    ]
}

/// Returns the target for requests and responses of a remote signer. The first byte of an input selects one of them.
pub(crate) fn signer() -> Target {
    let messages = || all().filter(|(named, _)| named.id.starts_with("signer_messages."));
    let body = move |input: &[u8]| {
        let Some((which, rest)) = input.split_first() else { return };
        let Some((named, check)) = messages().nth(usize::from(*which) % messages().count()) else { return };
        check(&Maker::of(named.encoding, examples).make(rest));
    };
    let seeds = move || {
        let of = |(which, (named, _)): (u8, (&'static Named, Check))| {
            let seeds = Maker::of(named.encoding, examples).seeds();
            seeds.into_iter().map(move |seed| [&[which], &seed[..]].concat())
        };
        (0..).zip(messages()).flat_map(of).collect()
    };
    Target::plain("signer", body, seeds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_has_its_type() {
        assert_eq!(all().count(), TYPES.len());
        assert_eq!(all().count(), tezos_protocols::registry::encodings().len());
    }
}
