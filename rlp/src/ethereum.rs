//! The types of Ethereum's execution layer: transactions, headers, blocks, receipts and withdrawals of all forks up to Prague.
//!
//! Names and JSON are those of Ethereum's RPC. What the chain limits and not the format, such as gas, nonces and the numbers of a
//! signature, may have any size.
//!
//! Rule: Ethereum Yellow Paper; <https://github.com/ethereum/execution-specs>.

use alloc::vec::Vec;

#[cfg(feature = "keccak")]
use tezos_encoding::EncodeError;

use crate::{Quantity, Rlp, U256};
#[cfg(feature = "keccak")]
use crate::{ToEnvelope, ToRlp};

mod status;

pub use status::Status;

/// An address: the last 20 bytes of the hash of a key.
pub type Address = [u8; 20];

/// A hash, by Keccak-256.
pub type Hash = [u8; 32];

/// A transaction, as it is signed, hashed and sent: an envelope (EIP-2718), or a list.
///
/// ```
/// use tezos_rlp::{FromEnvelope, Keccak256, ToEnvelope, ethereum::Transaction};
/// let bytes = [0x01, 0xcb, 1, 2, 3, 4, 0x80, 5, 0x80, 0xc0, 0x80, 6, 7];
/// let transaction = Transaction::from_envelope(&bytes).unwrap();
/// assert!(matches!(&transaction, Transaction::AccessList(transaction) if transaction.gas_limit == 4u64.into()));
/// assert_eq!(transaction.to_envelope().unwrap(), bytes);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(tag = "type"))]
#[rlp(typed, view)]
#[non_exhaustive]
pub enum Transaction {
    /// Of the time before there were types.
    #[encoding(json(kind = "0x0"))]
    #[rlp(list)]
    Legacy(LegacyTransaction),
    /// With a list of what it accesses (EIP-2930).
    #[encoding(tag = 1, json(kind = "0x1"))]
    AccessList(AccessListTransaction),
    /// With a fee for the block and one for its producer (EIP-1559).
    #[encoding(tag = 2, json(kind = "0x2"))]
    DynamicFee(DynamicFeeTransaction),
    /// With blobs, which are sent beside it (EIP-4844).
    #[encoding(tag = 3, json(kind = "0x3"))]
    Blob(BlobTransaction),
    /// That sets the code of accounts (EIP-7702).
    #[encoding(tag = 4, json(kind = "0x4"))]
    SetCode(SetCodeTransaction),
}

/// A transaction without a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct LegacyTransaction {
    /// The number of transactions that the sender has sent before.
    pub nonce: Quantity,
    /// Wei for each unit of gas.
    pub gas_price: Quantity,
    /// Units of gas, at most.
    #[encoding(name = "gas")]
    pub gas_limit: Quantity,
    /// The receiver; `None` to create a contract.
    pub to: Option<Address>,
    /// Wei.
    pub value: U256,
    /// The argument of the call, or the code of the contract.
    #[encoding(name = "input", bytes)]
    pub data: Vec<u8>,
    /// The parity of the signature, and the chain since EIP-155; of a transaction to sign, the chain.
    pub v: Quantity,
    /// The signature; zero in a transaction to sign.
    pub r: Quantity,
    /// The signature; zero in a transaction to sign.
    pub s: Quantity,
}

/// A transaction with a list of what it accesses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct AccessListTransaction {
    /// The chain.
    pub chain_id: U256,
    /// The number of transactions that the sender has sent before.
    pub nonce: Quantity,
    /// Wei for each unit of gas.
    pub gas_price: Quantity,
    /// Units of gas, at most.
    #[encoding(name = "gas")]
    pub gas_limit: Quantity,
    /// The receiver; `None` to create a contract.
    pub to: Option<Address>,
    /// Wei.
    pub value: U256,
    /// The argument of the call, or the code of the contract.
    #[encoding(name = "input", bytes)]
    pub data: Vec<u8>,
    /// What the transaction accesses.
    pub access_list: Vec<Access>,
    /// The parity of the signature.
    pub y_parity: Quantity,
    /// The signature.
    pub r: Quantity,
    /// The signature.
    pub s: Quantity,
}

/// A transaction with a fee for the block and one for its producer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct DynamicFeeTransaction {
    /// The chain.
    pub chain_id: U256,
    /// The number of transactions that the sender has sent before.
    pub nonce: Quantity,
    /// Wei for each unit of gas, for the producer of the block.
    pub max_priority_fee_per_gas: Quantity,
    /// Wei for each unit of gas, in all.
    pub max_fee_per_gas: Quantity,
    /// Units of gas, at most.
    #[encoding(name = "gas")]
    pub gas_limit: Quantity,
    /// The receiver; `None` to create a contract.
    pub to: Option<Address>,
    /// Wei.
    pub value: U256,
    /// The argument of the call, or the code of the contract.
    #[encoding(name = "input", bytes)]
    pub data: Vec<u8>,
    /// What the transaction accesses.
    pub access_list: Vec<Access>,
    /// The parity of the signature.
    pub y_parity: Quantity,
    /// The signature.
    pub r: Quantity,
    /// The signature.
    pub s: Quantity,
}

/// A transaction with blobs, without these.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct BlobTransaction {
    /// The chain.
    pub chain_id: U256,
    /// The number of transactions that the sender has sent before.
    pub nonce: Quantity,
    /// Wei for each unit of gas, for the producer of the block.
    pub max_priority_fee_per_gas: Quantity,
    /// Wei for each unit of gas, in all.
    pub max_fee_per_gas: Quantity,
    /// Units of gas, at most.
    #[encoding(name = "gas")]
    pub gas_limit: Quantity,
    /// The receiver.
    pub to: Address,
    /// Wei.
    pub value: U256,
    /// The argument of the call.
    #[encoding(name = "input", bytes)]
    pub data: Vec<u8>,
    /// What the transaction accesses.
    pub access_list: Vec<Access>,
    /// Wei for each unit of gas of the blobs.
    pub max_fee_per_blob_gas: Quantity,
    /// The hash of each blob's commitment.
    pub blob_versioned_hashes: Vec<Hash>,
    /// The parity of the signature.
    pub y_parity: Quantity,
    /// The signature.
    pub r: Quantity,
    /// The signature.
    pub s: Quantity,
}

/// A transaction that sets the code of accounts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct SetCodeTransaction {
    /// The chain.
    pub chain_id: U256,
    /// The number of transactions that the sender has sent before.
    pub nonce: Quantity,
    /// Wei for each unit of gas, for the producer of the block.
    pub max_priority_fee_per_gas: Quantity,
    /// Wei for each unit of gas, in all.
    pub max_fee_per_gas: Quantity,
    /// Units of gas, at most.
    #[encoding(name = "gas")]
    pub gas_limit: Quantity,
    /// The receiver.
    pub to: Address,
    /// Wei.
    pub value: U256,
    /// The argument of the call.
    #[encoding(name = "input", bytes)]
    pub data: Vec<u8>,
    /// What the transaction accesses.
    pub access_list: Vec<Access>,
    /// The accounts whose code is set, each with a signature of its own.
    pub authorization_list: Vec<Authorization>,
    /// The parity of the signature.
    pub y_parity: Quantity,
    /// The signature.
    pub r: Quantity,
    /// The signature.
    pub s: Quantity,
}

/// An account and the places of its storage that a transaction accesses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct Access {
    /// The account.
    pub address: Address,
    /// The places.
    pub storage_keys: Vec<Hash>,
}

/// An account that takes the code of another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct Authorization {
    /// The chain; zero for all.
    pub chain_id: U256,
    /// The account whose code is taken.
    pub address: Address,
    /// The number of transactions that the account has sent before.
    pub nonce: Quantity,
    /// The parity of the signature.
    pub y_parity: Quantity,
    /// The signature.
    pub r: Quantity,
    /// The signature.
    pub s: Quantity,
}

/// The header of a block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
#[non_exhaustive]
pub struct Header {
    /// The hash of the header before.
    pub parent_hash: Hash,
    /// The hash of the list of uncles.
    #[encoding(name = "sha3Uncles")]
    pub uncles_hash: Hash,
    /// The account that gets the fees.
    #[encoding(name = "miner")]
    pub beneficiary: Address,
    /// The root of the accounts after the block.
    pub state_root: Hash,
    /// The root of the transactions.
    pub transactions_root: Hash,
    /// The root of the receipts.
    pub receipts_root: Hash,
    /// A filter of what is in the logs.
    pub logs_bloom: [u8; 256],
    /// The difficulty; zero since the merge.
    pub difficulty: U256,
    /// The number of headers before.
    pub number: u64,
    /// Units of gas that all transactions may use.
    pub gas_limit: u64,
    /// Units of gas that they used.
    pub gas_used: u64,
    /// Seconds since 1970.
    pub timestamp: u64,
    /// Bytes of the producer's choice.
    #[encoding(bytes)]
    pub extra_data: Vec<u8>,
    /// Of the proof of work; since the merge, a random number.
    pub mix_hash: Hash,
    /// Of the proof of work; zero since the merge.
    pub nonce: [u8; 8],
    /// Wei for each unit of gas (London, EIP-1559).
    #[rlp(trailing)]
    #[encoding(varopt)]
    pub base_fee_per_gas: Option<U256>,
    /// The root of the withdrawals (Shanghai, EIP-4895).
    #[rlp(trailing)]
    #[encoding(varopt)]
    pub withdrawals_root: Option<Hash>,
    /// Units of gas that the blobs used (Cancun, EIP-4844).
    #[rlp(trailing)]
    #[encoding(varopt)]
    pub blob_gas_used: Option<u64>,
    /// Units of gas that the blobs before used beyond the target (Cancun, EIP-4844).
    #[rlp(trailing)]
    #[encoding(varopt)]
    pub excess_blob_gas: Option<u64>,
    /// The root of the consensus layer's block before (Cancun, EIP-4788).
    #[rlp(trailing)]
    #[encoding(varopt)]
    pub parent_beacon_block_root: Option<Hash>,
    /// The hash of the requests to the consensus layer (Prague, EIP-7685).
    #[rlp(trailing)]
    #[encoding(varopt)]
    pub requests_hash: Option<Hash>,
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[rlp(view)]
#[non_exhaustive]
pub struct Block {
    /// The header.
    pub header: Header,
    /// The transactions.
    pub transactions: Vec<Transaction>,
    /// Headers of blocks that were not taken.
    pub uncles: Vec<Header>,
    /// What leaves the consensus layer (Shanghai, EIP-4895).
    #[rlp(trailing)]
    #[encoding(varopt)]
    pub withdrawals: Option<Vec<Withdrawal>>,
}

/// Wei that leave the consensus layer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct Withdrawal {
    /// The number of withdrawals before.
    pub index: u64,
    /// The validator.
    pub validator_index: u64,
    /// The account that gets them.
    pub address: Address,
    /// Gwei.
    pub amount: u64,
}

/// A receipt of a transaction: an envelope of the transaction's type, or a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(tag = "type"))]
#[rlp(typed, view)]
#[non_exhaustive]
pub enum Receipt {
    /// Of a transaction without a type.
    #[encoding(json(kind = "0x0"))]
    #[rlp(list)]
    Legacy(ReceiptBody),
    /// Of type 1.
    #[encoding(tag = 1, json(kind = "0x1"))]
    AccessList(ReceiptBody),
    /// Of type 2.
    #[encoding(tag = 2, json(kind = "0x2"))]
    DynamicFee(ReceiptBody),
    /// Of type 3.
    #[encoding(tag = 3, json(kind = "0x3"))]
    Blob(ReceiptBody),
    /// Of type 4.
    #[encoding(tag = 4, json(kind = "0x4"))]
    SetCode(ReceiptBody),
}

/// What a transaction did.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(json(rename_all = "camelCase"))]
#[rlp(view)]
pub struct ReceiptBody {
    /// Whether it succeeded.
    pub status: Status,
    /// Units of gas that the block used so far.
    pub cumulative_gas_used: u64,
    /// A filter of what is in the logs.
    pub logs_bloom: [u8; 256],
    /// The logs.
    pub logs: Vec<Log>,
}

/// What a contract logged.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[rlp(view)]
pub struct Log {
    /// The contract.
    pub address: Address,
    /// What it is about.
    pub topics: Vec<Hash>,
    /// The data.
    #[encoding(bytes)]
    pub data: Vec<u8>,
}

#[cfg(feature = "keccak")]
impl Transaction {
    /// Returns the hash by which the transaction is known.
    ///
    /// # Errors
    /// None for a transaction that was decoded.
    pub fn hash(&self) -> Result<Hash, EncodeError> {
        self.envelope_hash::<crate::Keccak256>()
    }
}

#[cfg(feature = "keccak")]
impl Header {
    /// Returns the hash of the block.
    ///
    /// # Errors
    /// None for a header that was decoded.
    pub fn hash(&self) -> Result<Hash, EncodeError> {
        self.rlp_hash::<crate::Keccak256>()
    }
}
