//! The encodings that Octez registers outside of protocols, except for peer-to-peer messages, by id; and those of the store of a node.
//!
//! The crate `tezos-messages` lists the peer-to-peer messages and the basic encodings (`ground`).

use tezos_encoding::{
    HasEncoding,
    schema::{
        Encoding, Named,
        Scope::{Part, Whole},
    },
};

use crate::{
    Protocol, block,
    header::BlockHeader,
    keys::{PublicKey, PublicKeyHash},
    operation::RawOperation,
    row::Row,
    sapling,
    shell::{
        ContextHashVersion, Fitness, FitnessElement, OperationShellHeader, ProtocolOverrides, ShellHeader,
        SystemTimestamp, TestChainStatus, Timespan, Timestamp, Upgrades,
    },
    signer,
};

static ENCODINGS: &[Named] = &[
    Named::new("block_header", "The header of a block, its protocol data as bytes", BlockHeader::ENCODING, Part),
    Named::new(
        "block_header.shell",
        "The fields of a block header that every protocol has",
        ShellHeader::ENCODING,
        Whole,
    ),
    Named::new(
        "context_hash_version",
        "How the hash of the ledger's state is computed",
        ContextHashVersion::ENCODING,
        Whole,
    ),
    Named::new("fitness", "Weight of a block, by which branches are compared", Fitness::ENCODING, Whole),
    Named::new("fitness.elem", "A number in a fitness", FitnessElement::ENCODING, Part),
    Named::new("history_mode", "What a node keeps of old blocks", block::HistoryMode::ENCODING, Whole),
    Named::new("operation", "An operation whose contents are bytes", RawOperation::ENCODING, Part),
    Named::new(
        "operation.shell_header",
        "The field of an operation that every protocol has",
        OperationShellHeader::ENCODING,
        Whole,
    ),
    Named::new(
        "operation_metadata",
        "The metadata of an operation, as bytes",
        block::StoredOperationMetadata::ENCODING,
        Part,
    ),
    Named::new("public_key", "A public key of any algorithm", PublicKey::ENCODING, Part),
    Named::new("public_key_hash", "The hash of a public key of any algorithm", PublicKeyHash::ENCODING, Part),
    Named::new("sapling.DH.epk", "Key of a sender for one ciphertext", sapling::EphemeralKey::ENCODING, Part),
    Named::new("sapling.transaction", "A shielded transaction", sapling::SaplingTransaction::ENCODING, Whole),
    Named::new(
        "sapling.transaction.binding_sig",
        "Signature that binds a shielded transaction",
        sapling::BindingSignature::ENCODING,
        Whole,
    ),
    Named::new("sapling.transaction.ciphertext", "An encrypted note", sapling::Ciphertext::ENCODING, Whole),
    Named::new("sapling.transaction.commitment", "Commitment to a note", sapling::Commitment::ENCODING, Whole),
    Named::new(
        "sapling.transaction.commitment_hash",
        "Root of the commitments of a pool",
        sapling::CommitmentHash::ENCODING,
        Whole,
    ),
    Named::new(
        "sapling.transaction.commitment_value",
        "Commitment to an amount",
        sapling::CommitmentValue::ENCODING,
        Whole,
    ),
    Named::new(
        "sapling.transaction.diversifier_index",
        "Number of an address of a viewing key",
        sapling::DiversifierIndex::ENCODING,
        Whole,
    ),
    Named::new("sapling.transaction.input", "A note that is spent", sapling::SaplingInput::ENCODING, Whole),
    Named::new("sapling.transaction.nullifier", "What tells that a note is spent", sapling::Nullifier::ENCODING, Whole),
    Named::new("sapling.transaction.output", "A note that is made", sapling::SaplingOutput::ENCODING, Whole),
    Named::new("sapling.transaction.plaintext", "A decrypted note", sapling::Plaintext::ENCODING, Whole),
    Named::new("sapling.transaction.rcm", "Randomness of a commitment", sapling::Rcm::ENCODING, Whole),
    Named::new("sapling.wallet.address", "Where a note is sent to", sapling::PaymentAddress::ENCODING, Whole),
    Named::new(
        "sapling.wallet.diversifier",
        "What tells the addresses of one viewing key apart",
        sapling::Diversifier::ENCODING,
        Part,
    ),
    Named::new(
        "sapling.wallet.expanded_spending_key",
        "The keys inside of a spending key",
        sapling::ExpandedSpendingKey::ENCODING,
        Part,
    ),
    Named::new(
        "sapling.wallet.full_viewing_key",
        "The keys inside of a viewing key",
        sapling::FullViewingKey::ENCODING,
        Part,
    ),
    Named::new("sapling.wallet.spending_key", "Secret key of a shielded wallet", sapling::SpendingKey::ENCODING, Whole),
    Named::new(
        "sapling.wallet.viewing_key",
        "Key that sees the notes of a shielded wallet",
        sapling::ViewingKey::ENCODING,
        Whole,
    ),
    Named::new(
        "signer_messages.bls_prove_possession.response",
        "Answer of a signer: the proof that it has a BLS key",
        signer::BlsProvePossessionResponse::ENCODING,
        Whole,
    ),
    Named::new(
        "signer_messages.deterministic_nonce.response",
        "Answer of a signer: a nonce",
        signer::DeterministicNonceResponse::ENCODING,
        Whole,
    ),
    Named::new(
        "signer_messages.deterministic_nonce_hash.response",
        "Answer of a signer: the hash of a nonce",
        signer::DeterministicNonceHashResponse::ENCODING,
        Whole,
    ),
    Named::new(
        "signer_messages.known_keys.response",
        "Answer of a signer: the keys that it has",
        signer::KnownKeysResponse::ENCODING,
        Whole,
    ),
    Named::new(
        "signer_messages.public_key.response",
        "Answer of a signer: a public key",
        signer::PublicKeyResponse::ENCODING,
        Whole,
    ),
    Named::new(
        "signer_messages.public_key_hash",
        "The hash of the key to sign with",
        signer::SigningKeyHash::ENCODING,
        Part,
    ),
    Named::new("signer_messages.request", "Request to a remote signer", signer::Request::ENCODING, Whole),
    Named::new(
        "signer_messages.sign.response",
        "Answer of a signer: a signature",
        signer::SignResponse::ENCODING,
        Whole,
    ),
    Named::new(
        "signer_messages.supports_deterministic_nonces.response",
        "Answer of a signer: whether it makes nonces",
        signer::SupportsDeterministicNoncesResponse::ENCODING,
        Whole,
    ),
    Named::new("store.block_descriptor", "A block by its hash and level", block::BlockDescriptor::ENCODING, Whole),
    Named::new("store.block_repr", "A block in the store of a node", block::StoredBlock::ENCODING, Whole),
    Named::new(
        "store.block_repr.contents",
        "The header and the operations of a stored block",
        block::StoredContents::ENCODING,
        Part,
    ),
    Named::new(
        "store.block_repr.legacy_metadata",
        "The metadata of a stored block, in the older form",
        block::LegacyStoredMetadata::ENCODING,
        Whole,
    ),
    Named::new("store.block_repr.metadata", "The metadata of a stored block", block::StoredMetadata::ENCODING, Whole),
    Named::new(
        "store.chain_config",
        "The configuration of a chain in the store of a node",
        block::ChainConfig::ENCODING,
        Whole,
    ),
    Named::new("store.forked_chains", "The test chains in the store of a node", block::ForkedChains::ENCODING, Whole),
    Named::new("store.invalid_blocks", "The blocks that a node refused", block::InvalidBlocks::ENCODING, Whole),
    Named::new(
        "store.legacy_protocol_levels",
        "The protocols of a chain, in the older form",
        block::LegacyProtocolLevels::ENCODING,
        Whole,
    ),
    Named::new("store.level", "A level in the store of a node, if there is one", block::OptionalLevel::ENCODING, Whole),
    Named::new(
        "store.protocol_levels",
        "The protocols of a chain by the number in headers",
        block::ProtocolLevels::ENCODING,
        Whole,
    ),
    Named::new("store.target", "The block up to which a node synchronizes", block::Target::ENCODING, Whole),
    Named::new("test_chain_status", "What the test chain of an old protocol does", TestChainStatus::ENCODING, Whole),
    Named::new("timespan.system", "A span of time in a node, in seconds", Timespan::ENCODING, Whole),
    Named::new("timestamp.protocol", "Time of a block, in seconds", Timestamp::ENCODING, Whole),
    Named::new("timestamp.system", "Time of an event in a node, in seconds", SystemTimestamp::ENCODING, Whole),
    Named::new(
        "user_activated.protocol_overrides",
        "Protocols that are activated instead of others",
        ProtocolOverrides::ENCODING,
        Whole,
    ),
    Named::new("user_activated.upgrades", "Changes of protocol at levels, without a vote", Upgrades::ENCODING, Whole),
];

/// Returns all encodings of this crate that do not belong to a protocol, by id: those that Octez registers, and the definitions inside
/// them.
///
/// ```
/// use tezos_encoding::schema;
/// let known = tezos_protocols::registry::encodings();
/// let status = known.iter().find(|named| named.id == "test_chain_status").unwrap();
/// assert_eq!(schema::to_json(status.encoding, &[0]).unwrap(), r#"{"status":"not_running"}"#);
/// ```
pub fn encodings() -> &'static [Named] {
    ENCODINGS
}

/// Returns example bytes of types for which random bytes are rarely valid, with the name of the function that checks them.
#[cfg(feature = "tools")]
#[must_use]
pub fn examples() -> alloc::vec::Vec<(&'static str, alloc::vec::Vec<u8>)> {
    let versions = (0..=3).map(|version| ("is_version", alloc::vec![version]));
    // `Vote` and `Ballot`.
    let votes = (0..=2).map(|vote| ("TryFrom<i8>", alloc::vec![vote]));
    // The text of an address: `ScRollupAddress`.
    let address = alloc::string::ToString::to_string(&tezos_hashes::protocol::ScRollupHash([7; 20]));
    let address = ("TryFrom<AddressText>", [&[0, 0, 0, 37], address.as_bytes()].concat());
    let proof = |(function, bytes, zeros): &(_, &[u8], u8)| {
        (*function, [bytes.to_vec(), alloc::vec![0; usize::from(*zeros)]].concat())
    };
    let hashes = tezos_hashes::examples::EXAMPLES.iter().map(|(function, bytes)| (*function, bytes.to_vec()));
    hashes
        .chain(versions)
        .chain(votes)
        .chain([address])
        .chain(crate::rollup::merkle::EXAMPLES.iter().map(proof))
        .collect()
}

/// Adds the [`examples`] to a generator of values.
#[cfg(feature = "tools")]
pub fn add_examples(
    generate: tezos_encoding::schema::generate::Generate,
) -> tezos_encoding::schema::generate::Generate {
    examples().into_iter().fold(generate, |generate, (function, bytes)| generate.example(function, bytes))
}

/// An encoding that belongs to protocols.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolEncoding {
    /// The name, which follows the id of a protocol and a dot in Octez.
    pub name: &'static str,
    /// A short description.
    pub title: &'static str,
    /// The schema of all protocols.
    pub encoding: &'static Encoding,
    /// The first protocol that has it.
    pub since: Protocol,
    /// The last protocol that has it.
    pub until: Protocol,
}

/// Returns all encodings that belong to protocols, by name.
///
/// ```
/// use tezos_protocols::registry::of_protocols;
/// let operation = of_protocols().find(|encoding| encoding.name == "operation").unwrap();
/// assert_eq!((operation.since.number(), operation.until.number()), (1, 26));
/// ```
pub fn of_protocols() -> impl Iterator<Item = ProtocolEncoding> {
    let tables: [&[Row]; 8] = [
        block::ENCODINGS,
        crate::chain::ENCODINGS,
        crate::constants::ENCODINGS,
        crate::header::ENCODINGS,
        crate::micheline::ENCODINGS,
        crate::operation::ENCODINGS,
        crate::rollup::ENCODINGS,
        crate::receipt::ENCODINGS,
    ];
    let protocol = |revision: u16| Protocol::ALL.iter().copied().find(|protocol| protocol.revision().0 == revision);
    tables.into_iter().flatten().filter_map(move |&(name, title, encoding, since, until)| {
        Some(ProtocolEncoding { name, title, encoding, since: protocol(since)?, until: protocol(until)? })
    })
}

impl ProtocolEncoding {
    /// Returns the protocols that have the encoding, in order.
    pub fn protocols(&self) -> impl DoubleEndedIterator<Item = Protocol> + use<> {
        let of_this = self.since..=self.until;
        Protocol::ALL.iter().copied().filter(move |protocol| of_this.contains(protocol))
    }

    /// Returns the encoding of one of the protocols that have it, with its id in Octez, such as `023-PtSeouLo.operation`. The schema is
    /// cached until the program ends.
    #[cfg(feature = "tools")]
    #[must_use]
    pub fn at(&self, protocol: Protocol) -> Named {
        Named {
            id: alloc::format!("{}.{}", protocol.id(), self.name).into(),
            title: self.title.into(),
            encoding: tezos_encoding::schema::at(self.encoding, protocol.revision()),
            scope: Whole,
        }
    }
}

/// Returns the encodings of a protocol with their ids in Octez, such as `023-PtSeouLo.operation`. Each schema is created once and cached
/// until the program ends.
#[cfg(feature = "tools")]
pub fn of_protocol(protocol: Protocol) -> impl Iterator<Item = Named> {
    let has = move |encoding: &ProtocolEncoding| (encoding.since..=encoding.until).contains(&protocol);
    of_protocols().filter(has).map(move |encoding| encoding.at(protocol))
}
