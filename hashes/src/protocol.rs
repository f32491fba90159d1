//! Hashes, addresses and identifiers that only the economic protocols have.
//!
//! What an operation originates has an address that is computed from the hash of the operation and a number: [`ContractHash::of_origination`],
//! [`SmartRollupAddress::of_origination`], and those of other rollups.
//!
//! Prefixes: [`base58.ml`, `Prefix`][prefix]; others are in the files of the protocols, such as
//! [`contract_hash.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/contract_hash.ml)
//! and, of transaction rollups, [`tx_rollup_prefixes.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_014_PtKathma/lib_protocol/tx_rollup_prefixes.ml).
//!
//! [prefix]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/base58.ml

use crate::{
    hash::{OperationHash, blake2b_160},
    table::hashes,
};

hashes! {
    /// The address of an originated contract.
    ContractHash, 20, [2, 90, 121], "KT1", 36, "contract_hash", "Contract_hash";
    /// BLAKE2b-256 of a Micheline expression.
    ScriptExprHash, 32, [13, 44, 64, 27], "expr", 54, "script_expr_hash", "script_expr";
    /// BLAKE2b-256 of the nonce that a baker reveals a cycle later.
    NonceHash, 32, [69, 220, 169], "nce", 53, "nonce_hash", "cycle_nonce";
    /// State of the generator of random numbers: the seed that a chain starts with.
    StateHash, 32, [76, 64, 204], "rng", 53, "random_state_hash", "random";
    /// Hash of what a block proposes: its predecessor, round and operations.
    BlockPayloadHash, 32, [1, 106, 242], "vh", 52, "block_payload_hash", "value_hash";
    /// Blinded hash of a key of the fundraiser.
    BlindedPublicKeyHash, 20, [1, 2, 49, 223], "btz1", 37, "blinded_public_key_hash", "Blinded public key hash";
    /// Hash of what a block changed in the metadata.
    BlockMetadataHash, 32, [234, 249], "bm", 52, "block_metadata_hash", "Block_metadata_hash";
    /// BLAKE2b-256 of the receipt of an operation.
    OperationMetadataHash, 32, [5, 183], "r", 51, "operation_metadata_hash", "Operation_metadata_hash";
    /// Merkle root of the receipts of a validation pass.
    OperationMetadataListHash, 32, [134, 39], "Lr", 52, "operation_metadata_list_hash", "Operation_metadata_list_hash";
    /// Merkle root of the [`OperationMetadataListHash`]es of a block.
    OperationMetadataListListHash, 32, [29, 159, 182], "LLr", 53, "operation_metadata_list_list_hash", "Operation_metadata_list_list_hash";
    /// Commitment to the data of a slot of the data availability layer.
    DalCommitment, 48, [2, 116, 180], "sh", 74, "slot_header", "DAL_commitment";
    /// Address of a smart rollup, from protocol 016 on.
    SmartRollupAddress, 20, [6, 124, 117], "sr1", 36, "smart_rollup_address", "smart_rollup_address";
    /// Hash of a commitment of a smart rollup, from protocol 016 on.
    SmartRollupCommitmentHash, 32, [17, 165, 134, 138], "src1", 54, "smart_rollup_commitment_hash", "smart_rollup_commitment_hash";
    /// Hash of the state of a smart rollup, from protocol 016 on.
    SmartRollupStateHash, 32, [17, 165, 235, 240], "srs1", 54, "smart_rollup_state_hash", "smart_rollup_state_hash";
    /// Hash of the inbox of the smart rollups, from protocol 016 on.
    SmartRollupInboxHash, 32, [3, 255, 138, 145, 110], "srib1", 55, "smart_rollup_inbox_hash", "smart_rollup_inbox_hash";
    /// Hash of the messages of a level in the inbox of the smart rollups.
    SmartRollupMerkelizedPayloadHashesHash, 32, [3, 255, 138, 145, 140], "srib2", 55, "smart_rollup_merkelized_payload_hashes_hash", "smart_rollup_merkelized_payload_hashes_hash";
    /// Hash of what a kernel asks to be revealed.
    SmartRollupRevealHash, 32, [230, 206, 128, 200, 196], "scrrh1", 56, "smart_rollup_reveal_hash", "Smart_rollup_reveal_data_blake2b_hash";
    /// Hash of a message in the inbox of the smart rollups, from protocol 016 on.
    SmartRollupSerializedMessageHash, 32, [3, 255, 138, 145, 170], "srib3", 55, "smart_rollup_serialized_message_hash", "Smart_rollup_serialized_message_hash";
    /// Hash of the contents of a cell in the list of the slots of the data availability layer.
    DalSkipListContentHash, 32, [2, 224, 72, 94, 219], "dash1", 55, "dal_skip_list_content", "dal_skip_list_content";
    /// Hash of a cell in the list of the slots of the data availability layer: that of its contents and its pointers to others.
    DalSkipListPointer, 32, [2, 224, 72, 115, 35], "dask1", 55, "dal_skip_list_pointer", "dal_skip_list_pointer";
    /// Hash of what a baker with keys of BLS attests: the weight of its companion key.
    DalAttestationsHash, 32, [56, 12, 165], "dba", 53, "dal_attestations_hash", "DAL attestations hash";
    /// Address of a smart contract rollup, before protocol 016.
    ScRollupHash, 20, [1, 118, 132, 217], "scr1", 37, "sc_rollup_hash", "Sc_rollup_hash";
    /// Hash of a commitment of a smart contract rollup, before protocol 016.
    ScRollupCommitmentHash, 32, [17, 144, 21, 100], "scc1", 54, "sc_rollup_commitment_hash", "commitment_hash";
    /// Hash of the state of a smart contract rollup, before protocol 016.
    ScRollupStateHash, 32, [17, 144, 122, 202], "scs1", 54, "sc_rollup_state_hash", "state_hash";
    /// Hash of the inbox of the smart contract rollups, before protocol 016.
    ScRollupInboxHash, 32, [3, 250, 174, 238, 208], "scib1", 55, "sc_rollup_inbox_hash", "inbox_hash";
    /// Address of a transaction rollup.
    TxRollupHash, 20, [1, 128, 120, 31], "txr1", 37, "tx_rollup_hash", "Rollup_hash";
    /// Hash of an inbox of a transaction rollup.
    TxRollupInboxHash, 32, [79, 148, 196], "txi", 53, "tx_rollup_inbox_hash", "Inbox_list_hash";
    /// Hash of a message to a transaction rollup.
    TxRollupMessageHash, 32, [79, 149, 30], "txm", 53, "tx_rollup_message_hash", "Tx_rollup_inbox_message_hash";
    /// Hash of a commitment of a transaction rollup.
    TxRollupCommitmentHash, 32, [79, 148, 17], "txc", 53, "tx_rollup_commitment_hash", "Commitment_hash";
    /// Hash of the result of a message to a transaction rollup.
    TxRollupMessageResultHash, 32, [18, 7, 206, 87], "txmr", 54, "tx_rollup_message_result_hash", "Message_result_hash";
    /// Merkle root of the [`TxRollupMessageResultHash`]es of a commitment.
    TxRollupMessageResultListHash, 32, [79, 146, 82], "txM", 53, "tx_rollup_message_result_list_hash", "Message_result_list_hash";
    /// Hash of the withdrawals of a message to a transaction rollup.
    TxRollupWithdrawListHash, 32, [79, 150, 72], "txw", 53, "tx_rollup_withdraw_list_hash", "Withdraw_list_hash";
    /// Hash of the context of a transaction rollup.
    TxRollupContextHash, 32, [17, 143, 19], "CTx", 53, "tx_rollup_context_hash", "tx_rollup_context_hash";
    /// Address of a zero-knowledge rollup, from protocol 016 on.
    ZkRollupHash, 20, [1, 23, 224, 125], "epx1", 37, "zk_rollup_hash", "Zk_rollup_hash";
    /// Address of a zero-knowledge rollup in protocol 015.
    LimaZkRollupHash, 20, [1, 171, 84, 251], "zkr1", 37, "zk_rollup_hash_of_lima", "Zk_rollup_hash";
    /// An address of Sapling: a diversifier and a key.
    SaplingAddress, 43, [18, 71, 40, 223], "zet1", 69, "sapling_address", "sapling_address";
}

/// Implements the addresses of what operations originate.
macro_rules! originated {
    ($($(#[$doc:meta])* $name:ident, $what:literal, $file:literal;)+) => {$(
        impl $name {
            #[doc = concat!("Returns the address of the ", $what, " that an operation originates: BLAKE2b-160 of its hash and `index`.")]
            ///
            /// The index counts what the operation originates, contracts and rollups of all kinds, from 0 on, in the order in which it is
            /// applied: the contents of the operation one after the other, each followed by the internal operations of its scripts.
            ///
            /// | bytes | what                                      |
            /// |------:|-------------------------------------------|
            /// | 32    | the hash of the operation                 |
            /// | 4     | the index, the most significant byte first |
            ///
            $(#[$doc])*
            ///
            #[doc = concat!("Rule: [`origination_nonce.ml`][nonce] and [`", $file, "`][file].")]
            ///
            /// [nonce]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/origination_nonce.ml
            #[doc = concat!("[file]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/", $file)]
            #[must_use]
            pub fn of_origination(operation: &OperationHash, index: u32) -> Self {
                Self(of_nonce(operation, index))
            }
        }
    )+};
}

fn of_nonce(operation: &OperationHash, index: u32) -> [u8; 20] {
    blake2b_160(&[operation.as_bytes().as_slice(), &index.to_be_bytes()].concat())
}

originated! {
    /// ```
    /// use tezos_hashes::{hash::OperationHash, protocol::ContractHash};
    /// // In block 2,244,611 of mainnet.
    /// let operation: OperationHash = "ooExZWc17xn6tjF1ZGvK1tjmLWpyCdge5hGiSnqFj7ERjE21mcn".parse().unwrap();
    /// let contract = ContractHash::of_origination(&operation, 0);
    /// assert_eq!(contract.to_string(), "KT1EQZGNTFTS3ZA9pLHGJ18B6NHmdRUDTTsg");
    /// ```
    ContractHash, "contract", "proto_alpha/lib_protocol/contract_hash.ml";
    /// ```
    /// use tezos_hashes::{hash::OperationHash, protocol::SmartRollupAddress};
    /// // In block 3,549,429 of mainnet.
    /// let operation: OperationHash = "onevpHCagV64qpQeaQbixeMzfWzXMFC9AiKj8DkJfFnC1Dbk4ph".parse().unwrap();
    /// let rollup = SmartRollupAddress::of_origination(&operation, 0);
    /// assert_eq!(rollup.to_string(), "sr1ChZe6mexK1iHWYHLEA4oWwizZVvBkyc4Y");
    /// ```
    SmartRollupAddress, "smart rollup", "proto_alpha/lib_protocol/sc_rollup_repr.ml";
    /// ```
    /// use tezos_hashes::{hash::OperationHash, protocol::ScRollupHash};
    /// assert!(ScRollupHash::of_origination(&OperationHash([7; 32]), 0).to_string().starts_with("scr1"));
    /// ```
    ScRollupHash, "smart contract rollup", "proto_014_PtKathma/lib_protocol/sc_rollup_repr.ml";
    /// ```
    /// use tezos_hashes::{hash::OperationHash, protocol::TxRollupHash};
    /// assert!(TxRollupHash::of_origination(&OperationHash([7; 32]), 0).to_string().starts_with("txr1"));
    /// ```
    TxRollupHash, "transaction rollup", "proto_014_PtKathma/lib_protocol/tx_rollup_repr.ml";
    /// ```
    /// use tezos_hashes::{hash::OperationHash, protocol::ZkRollupHash};
    /// assert!(ZkRollupHash::of_origination(&OperationHash([7; 32]), 0).to_string().starts_with("epx1"));
    /// ```
    ZkRollupHash, "zero-knowledge rollup", "proto_alpha/lib_protocol/zk_rollup_repr.ml";
    /// ```
    /// use tezos_hashes::{hash::OperationHash, protocol::LimaZkRollupHash};
    /// assert!(LimaZkRollupHash::of_origination(&OperationHash([7; 32]), 0).to_string().starts_with("zkr1"));
    /// ```
    LimaZkRollupHash, "zero-knowledge rollup", "proto_015_PtLimaPt/lib_protocol/zk_rollup_repr.ml";
}
