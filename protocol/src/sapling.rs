//! Sapling: shielded transactions, and the keys and addresses of wallets.
//!
//! | id                                      | type                   | bytes       |
//! |-----------------------------------------|------------------------|------------:|
//! | `sapling.transaction`                   | [`SaplingTransaction`] | 116 + n     |
//! | `sapling.transaction.binding_sig`       | [`BindingSignature`]   | 64          |
//! | `sapling.transaction.ciphertext`        | [`Ciphertext`]         | 196 + n     |
//! | `sapling.transaction.commitment`        | [`Commitment`]         | 32          |
//! | `sapling.transaction.commitment_hash`   | [`CommitmentHash`]     | 32          |
//! | `sapling.transaction.commitment_value`  | [`CommitmentValue`]    | 32          |
//! | `sapling.transaction.diversifier_index` | [`DiversifierIndex`]   | 8           |
//! | `sapling.transaction.input`             | [`SaplingInput`]       | 352         |
//! | `sapling.transaction.nullifier`         | [`Nullifier`]          | 32          |
//! | `sapling.transaction.output`            | [`SaplingOutput`]      | 420 + n     |
//! | `sapling.transaction.plaintext`         | [`Plaintext`]          | 55 + n      |
//! | `sapling.transaction.rcm`               | [`Rcm`]                | 32          |
//! | `sapling.wallet.address`                | [`PaymentAddress`]     | 43          |
//! | `sapling.wallet.spending_key`           | [`SpendingKey`]        | 169         |
//! | `sapling.wallet.viewing_key`            | [`ViewingKey`]         | 169         |
//!
//! Bytes are hexadecimal in JSON, also those of keys and addresses; their base58check text is only displayed. Octez refuses bytes that
//! are not a point of the curve or a number of its field (in a spending key, and the diversifier and key of an address). They are accepted
//! here, because checking them requires the curve.
//!
//! Rule for all: [`core.ml`][rule].
//!
//! [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{base58::Base58Error, protocol::SaplingAddress};

/// Maximum number of inputs of a [`SaplingTransaction`].
pub const INPUTS_MAX_ITEMS: usize = 5208;
/// Maximum number of outputs of a [`SaplingTransaction`].
pub const OUTPUTS_MAX_ITEMS: usize = 2019;

/// Defines newtypes over bytes whose text is hexadecimal.
macro_rules! sapling_bytes {
    ($($(#[$doc:meta])* $name:ident, $size:literal, $id:literal;)+) => {$(
        $(#[$doc])*
        #[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[encoding(id = $id, view = "Self")]
        pub struct $name(pub [u8; $size]);

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }
    )+};
}

sapling_bytes! {
    /// The signature that binds the inputs, the outputs and the balance of a transaction.
    BindingSignature, 64, "sapling.transaction.binding_sig";
    /// Commitment to a note: its address, its amount and its randomness.
    Commitment, 32, "sapling.transaction.commitment";
    /// Root of the Merkle tree of the commitments of a pool.
    CommitmentHash, 32, "sapling.transaction.commitment_hash";
    /// Commitment to the amount of an input or an output.
    CommitmentValue, 32, "sapling.transaction.commitment_value";
    /// Marks a note as spent without revealing which one.
    Nullifier, 32, "sapling.transaction.nullifier";
    /// Randomness of a commitment.
    Rcm, 32, "sapling.transaction.rcm";
    /// A public key that is used for one ciphertext.
    EphemeralKey, 32, "sapling.DH.epk";
    /// Distinguishes the addresses of a viewing key.
    Diversifier, 11, "sapling.wallet.diversifier";
}

/// The number of an address of a viewing key.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 8 |  | `int64` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`core.ml`, `index_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.transaction.diversifier_index", view = "Self")]
pub struct DiversifierIndex(pub i64);

/// A note that is spent.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 32 | `cv` | [`CommitmentValue`] |
/// | 32 | `nf` | [`Nullifier`] |
/// | 32 | `rk` | `bytes` |
/// | 192 | `proof_i` | `bytes` |
/// | 64 | `signature` | `bytes` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`core.ml`, `input_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.transaction.input", view = "Self")]
pub struct SaplingInput {
    /// Commitment to the amount.
    pub cv: CommitmentValue,
    /// Marks the note as spent.
    pub nf: Nullifier,
    /// The randomized key that the signature is checked with.
    pub rk: [u8; 32],
    /// Proof that the pool contains the note and that the nullifier belongs to it.
    pub proof_i: [u8; 192],
    /// The signature of the owner.
    pub signature: [u8; 64],
}

/// A note, encrypted for its receiver, and for its sender.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 32 | `cv` | [`CommitmentValue`] |
/// | 32 | `epk` | [`EphemeralKey`] |
/// | 4 + n | `payload_enc` | `dynamic, bytes` |
/// | 24 | `nonce_enc` | `bytes` |
/// | 80 | `payload_out` | `bytes` |
/// | 24 | `nonce_out` | `bytes` |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more.
///
/// Rule: [`core.ml`, `Ciphertext.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.transaction.ciphertext")]
pub struct Ciphertext {
    /// Commitment to the amount.
    pub cv: CommitmentValue,
    /// The sender's key for this ciphertext.
    pub epk: EphemeralKey,
    /// A [`Plaintext`], encrypted for the receiver, and 16 bytes that authenticate it.
    #[encoding(dynamic, bytes)]
    pub payload_enc: Vec<u8>,
    /// Nonce of `payload_enc`.
    pub nonce_enc: [u8; 24],
    /// The receiver's key and the sender's secret for this ciphertext, encrypted for the sender.
    pub payload_out: [u8; 80],
    /// Nonce of `payload_out`.
    pub nonce_out: [u8; 24],
}

/// A note that is created.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 32 | `cm` | [`Commitment`] |
/// | 192 | `proof_o` | `bytes` |
/// | 196 + n | `ciphertext` | [`Ciphertext`] |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more.
///
/// Rule: [`core.ml`, `output_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.transaction.output")]
pub struct SaplingOutput {
    /// Commitment to the note.
    pub cm: Commitment,
    /// Proof that the commitment and the ciphertext belong to the same note.
    pub proof_o: [u8; 192],
    /// The note.
    pub ciphertext: Ciphertext,
}

/// The content of a note that its receiver decrypts.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 11 | `diversifier` | [`Diversifier`] |
/// | 8 | `amount` | `int64` |
/// | 32 | `rcm` | [`Rcm`] |
/// | 4 + n | `memo` | `dynamic, bytes` |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^30 or more.
///
/// Rule: [`core.ml`, `plaintext_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.transaction.plaintext")]
pub struct Plaintext {
    /// The receiver's address, among those of its viewing key.
    pub diversifier: Diversifier,
    /// The amount, in mutez.
    pub amount: i64,
    /// The randomness of the commitment.
    pub rcm: Rcm,
    /// A message. The pool determines its length.
    #[encoding(dynamic, bytes)]
    pub memo: Vec<u8>,
}

/// A shielded transaction.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 4 + 352 n | `inputs` | `dynamic`, at most 5,208 [`SaplingInput`]s |
/// | 4 + n | `outputs` | `dynamic`, at most 2,019 [`SaplingOutput`]s |
/// | 64 | `binding_sig` | [`BindingSignature`] |
/// | 8 | `balance` | `int64` |
/// | 32 | `root` | [`CommitmentHash`] |
/// | 4 + n | `bound_data` | `string` |
///
/// # Errors
/// `List_too_long`; `User_invariant_guard` if the memos of the outputs differ in length; `Not_enough_data`; `Invalid_int`.
///
/// Rule: [`core.ml`, `transaction_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.transaction", guard = "memos_have_one_length")]
pub struct SaplingTransaction {
    /// The notes that are spent.
    #[encoding(dynamic, list = "INPUTS_MAX_ITEMS")]
    pub inputs: Vec<SaplingInput>,
    /// The notes that are created.
    #[encoding(dynamic, list = "OUTPUTS_MAX_ITEMS")]
    pub outputs: Vec<SaplingOutput>,
    /// Binds the inputs, the outputs and the balance.
    pub binding_sig: BindingSignature,
    /// The amount that leaves the pool, in mutez; negative if it enters the pool.
    pub balance: i64,
    /// The root of the tree that the proofs of the inputs refer to.
    pub root: CommitmentHash,
    /// Other data that the transaction is bound to, such as the address that receives the balance. By convention it is text.
    #[encoding(string)]
    pub bound_data: Vec<u8>,
}

fn memos_have_one_length(transaction: &SaplingTransaction) -> Result<(), &'static str> {
    let mut lengths = transaction.outputs.iter().map(|output| output.ciphertext.payload_enc.len());
    let first = lengths.next();
    if lengths.all(|length| Some(length) == first) { Ok(()) } else { Err("expected memos of one length") }
}

/// The address to which a note is sent. It is displayed as `zet1…` (69 characters).
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 11 | `diversifier` | [`Diversifier`] |
/// | 32 | `pkd` | `bytes` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`core.ml`, `address_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.wallet.address", view = "Self")]
pub struct PaymentAddress {
    /// Distinguishes this address from the others of its viewing key.
    pub diversifier: Diversifier,
    /// The key to which notes are encrypted.
    pub pkd: [u8; 32],
}

impl fmt::Display for PaymentAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = [0; 43];
        let (diversifier, pkd) = bytes.split_at_mut(11);
        diversifier.copy_from_slice(&self.diversifier.0);
        pkd.copy_from_slice(&self.pkd);
        fmt::Display::fmt(&SaplingAddress(bytes), f)
    }
}

impl FromStr for PaymentAddress {
    type Err = Base58Error;

    fn from_str(text: &str) -> Result<Self, Base58Error> {
        let SaplingAddress(bytes) = text.parse()?;
        let mut address = Self { diversifier: Diversifier([0; 11]), pkd: [0; 32] };
        let (diversifier, pkd) = bytes.split_at(11);
        address.diversifier.0.copy_from_slice(diversifier);
        address.pkd.copy_from_slice(pkd);
        Ok(address)
    }
}

/// The keys of a [`SpendingKey`] that sign, nullify and decrypt.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 32 | `ask` | `bytes` |
/// | 32 | `nsk` | `bytes` |
/// | 32 | `ovk` | `bytes` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`core.ml`, `expsk_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.wallet.expanded_spending_key", view = "Self")]
pub struct ExpandedSpendingKey {
    /// The key that signs inputs.
    pub ask: [u8; 32],
    /// The key from which nullifiers are derived.
    pub nsk: [u8; 32],
    /// The key that decrypts notes that the owner has sent.
    pub ovk: [u8; 32],
}

/// The secret key of a wallet, and its position in the tree of derived keys. It is displayed as `sask…` (241 characters).
/// It is not cleared when dropped, and its `Debug` does not show it.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 1 | `depth` | `bytes` |
/// | 4 | `parent_fvk_tag` | `bytes` |
/// | 4 | `child_index` | `bytes` |
/// | 32 | `chain_code` | `bytes` |
/// | 96 | `expsk` | [`ExpandedSpendingKey`] |
/// | 32 | `dk` | `bytes` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`core.ml`, `Spending_key.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.wallet.spending_key", view = "Self")]
pub struct SpendingKey {
    /// Distance from the root of the tree.
    pub depth: [u8; 1],
    /// The first bytes of the hash of the parent's viewing key.
    pub parent_fvk_tag: [u8; 4],
    /// The number of the key below its parent, little-endian.
    pub child_index: [u8; 4],
    /// Used to derive child keys.
    pub chain_code: [u8; 32],
    /// The keys.
    pub expsk: ExpandedSpendingKey,
    /// Used to derive diversifiers.
    pub dk: [u8; 32],
}

/// The keys of a [`ViewingKey`].
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 32 | `ak` | `bytes` |
/// | 32 | `nk` | `bytes` |
/// | 32 | `ovk` | `bytes` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`core.ml`, `fvk_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.wallet.full_viewing_key", view = "Self")]
pub struct FullViewingKey {
    /// The key that verifies the signatures of inputs.
    pub ak: [u8; 32],
    /// The key that recognises nullifiers.
    pub nk: [u8; 32],
    /// The key that decrypts notes that the owner has sent.
    pub ovk: [u8; 32],
}

/// The key that shows the notes of a wallet but cannot spend them.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 1 | `depth` | `bytes` |
/// | 4 | `parent_fvk_tag` | `bytes` |
/// | 4 | `child_index` | `bytes` |
/// | 32 | `chain_code` | `bytes` |
/// | 96 | `expsk` | [`FullViewingKey`] |
/// | 32 | `dk` | `bytes` |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`core.ml`, `Viewing_key.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_sapling/core.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "sapling.wallet.viewing_key", view = "Self")]
pub struct ViewingKey {
    /// Distance from the root of the tree.
    pub depth: [u8; 1],
    /// The first bytes of the hash of the parent's viewing key.
    pub parent_fvk_tag: [u8; 4],
    /// The number of the key below its parent, little-endian.
    pub child_index: [u8; 4],
    /// Used to derive child keys.
    pub chain_code: [u8; 32],
    /// The keys.
    #[encoding(name = "expsk")]
    pub fvk: FullViewingKey,
    /// Used to derive diversifiers.
    pub dk: [u8; 32],
}

/// Hides the bytes of secret keys.
macro_rules! hidden {
    ($($name:ident),+) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    )+};
}

hidden!(SpendingKey, ExpandedSpendingKey);
