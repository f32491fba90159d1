//! Verification of the signatures of operations and block headers, enabled by the feature `verify`.
//!
//! The caller provides the key: an operation contains only the hash of its account's key; the key itself is known from the account's reveal
//! or from the chain.
//!
//! Bakers with keys of BLS sign together, and sign the slots of the data availability layer with a second key: [`Operation::attesting_key`].

use alloc::{vec, vec::Vec};
use core::{error, fmt};

use tezos_encoding::{EncodeError, Z};
use tezos_hashes::{
    hash::{ChainId, blake2b_256_of},
    keys::{BlsPublicKey, verify::VerifyError},
    protocol::DalAttestationsHash,
};

use crate::{
    Protocol,
    header::FullHeader,
    keys::{GenericSignature, PublicKey, Signature},
    operation::{Contents, Operation},
};

/// The reason why a signed value is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureError {
    /// The value cannot be encoded in the protocol, so there are no bytes to verify.
    Encode(EncodeError),
    /// The signature is all zeros, which means that the value is not signed.
    Missing,
    /// The signature does not match the value and the key.
    Verify(VerifyError),
    /// The operation is not an attestation or preattestation, or its protocol is before 023.
    NoAttestation,
    /// The number of keys is not that of the attesting bakers.
    Bakers {
        /// The bakers of the operation.
        expected: usize,
        /// The keys that were given.
        found: usize,
    },
    /// A baker attests slots of the data availability layer, and has no companion key.
    NoCompanion,
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::Missing => f.write_str("there is no signature: its bytes are zero"),
            Self::Verify(error) => error.fmt(f),
            Self::NoAttestation => f.write_str("expected attestations of protocol 023 or later"),
            Self::Bakers { expected, found } => {
                write!(f, "expected the keys of {expected} bakers, found {found}")
            }
            Self::NoCompanion => f.write_str("a baker that attests slots of data has no companion key"),
        }
    }
}

impl error::Error for SignatureError {}

impl From<EncodeError> for SignatureError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<VerifyError> for SignatureError {
    fn from(error: VerifyError) -> Self {
        Self::Verify(error)
    }
}

/// The keys with which a baker attests, if they are keys of BLS, from protocol 023 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttestingKeys {
    /// The key with which it signs every attestation and preattestation.
    pub consensus: BlsPublicKey,
    /// The key with which it signs, too, attestations with slots of the data availability layer.
    pub companion: Option<BlsPublicKey>,
}

impl AttestingKeys {
    /// Returns the key that verifies the attestation of `slots`: the consensus key, or its sum with the companion key times its
    /// [weight](dal_weight).
    fn for_slots(&self, attestation: &[u8], slots: Option<&Z>) -> Result<BlsPublicKey, SignatureError> {
        let Some(slots) = slots else { return Ok(self.consensus) };
        let companion = self.companion.ok_or(SignatureError::NoCompanion)?;
        let weight = dal_weight(&self.consensus, &companion, attestation, slots);
        Ok(self.consensus.with_companion(&companion, weight.as_bytes())?)
    }
}

/// Returns the weight of a companion key, and of the signature with it, in an attestation with slots of the data availability layer. All bakers
/// sign the same bytes, so only the weight commits a baker to the slots that it attests.
///
/// It is BLAKE2b-256, as a number in little-endian order, of:
///
/// | bytes | what                                                                            |
/// |------:|---------------------------------------------------------------------------------|
/// | 20    | hash of the consensus key                                                       |
/// | 20    | hash of the companion key                                                       |
/// | n     | `attestation`: the encoded [`BlsModeUnsigned`], without watermark               |
/// | 8 n   | `slots` as a number in little-endian order, padded to a multiple of 8 bytes; of no slot, nothing |
///
/// A baker signs with [`BlsSignature::with_companion`].
///
/// Rule: [`dal_attestations_repr.ml`, `Dal_dependent_signing.weight`][rule]. The padding is that of `Z.to_bits`, in the library Zarith.
///
/// [`BlsModeUnsigned`]: crate::operation::BlsModeUnsigned
/// [`BlsSignature::with_companion`]: tezos_hashes::keys::BlsSignature::with_companion
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/dal_attestations_repr.ml
#[must_use]
pub fn dal_weight(
    consensus: &BlsPublicKey,
    companion: &BlsPublicKey,
    attestation: &[u8],
    slots: &Z,
) -> DalAttestationsHash {
    let (consensus, companion) = (consensus.hash(), companion.hash());
    let parts = [consensus.as_bytes(), companion.as_bytes(), attestation, &limbs(slots)];
    DalAttestationsHash(blake2b_256_of(&parts))
}

/// Returns the absolute value of a number in little-endian order, in as few times 8 bytes as it takes.
fn limbs(number: &Z) -> Vec<u8> {
    let mut bytes = Vec::new();
    number.with_wire(|wire| {
        // The first byte has six bits of the number below its sign, each other byte seven.
        let (mut pending, mut count) = (0_u16, 0_u32);
        let mut mask = 0x3f;
        for byte in wire {
            pending |= u16::from(byte & mask) << count;
            count = count.saturating_add(mask.count_ones());
            mask = 0x7f;
            let [low, high] = pending.to_le_bytes();
            if count >= 8 {
                bytes.push(low);
                (pending, count) = (u16::from(high), count.saturating_sub(8));
            }
        }
        let [low, _] = pending.to_le_bytes();
        bytes.push(low);
    });
    let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
    bytes.resize(used.next_multiple_of(8), 0);
    bytes
}

/// Checks a signature; for BLS keys, by the rule of `protocol`.
fn verify(protocol: Protocol, key: &PublicKey, message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
    match (key, signature) {
        (_, Signature::Unknown(GenericSignature(bytes))) if *bytes == [0; 64] => return Err(SignatureError::Missing),
        (PublicKey::Bls(key), Signature::Bls(signature)) if protocol < Protocol::Seoul => {
            key.verify_augmented(message, signature)?;
        }
        _ => key.verify(message, signature)?,
    }
    Ok(())
}

impl Operation {
    /// Checks that the operation was signed by `key` for `chain`.
    ///
    /// For attestations of bakers with BLS keys, in protocols from 023 on, `key` is the [`attesting_key`](Self::attesting_key).
    ///
    /// ```
    /// use tezos_hashes::hash::ChainId;
    /// use tezos_protocols::Protocol;
    /// use tezos_protocols::operation::{Contents, Operation};
    /// use tezos_protocols::verify::SignatureError;
    /// # let branch = [7; 32];
    /// let mainnet: ChainId = "NetXdQprcVkpaWU".parse().unwrap();
    /// let key = "edpkuwTWKgQNnhR5v17H2DYHbfcxYepARyrPGbf1tbMoGQAj8Ljr3V".parse().unwrap();
    /// let unsigned = [&branch[..], &[17, 0, 0, 0, 1, 9], &[0; 64]].concat();
    /// let operation: Operation = Protocol::Seoul.decode(&unsigned).unwrap();
    /// assert_eq!(operation.verify(Protocol::Seoul, mainnet, &key), Err(SignatureError::Missing));
    /// ```
    ///
    /// # Errors
    /// If the protocol cannot encode the operation, or the signature is missing, malformed, of another algorithm than the key, or does not
    /// match.
    ///
    /// Rule: [`alpha_context.ml`, `Operation.check_signature`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/alpha_context.ml
    pub fn verify(&self, protocol: Protocol, chain: ChainId, key: &PublicKey) -> Result<(), SignatureError> {
        let unsigned = self.unsigned();
        let message = match key {
            PublicKey::Bls(_) if protocol >= Protocol::Seoul => unsigned.bls_mode().preimage(protocol, chain)?,
            _ => unsigned.preimage(protocol, chain)?,
        };
        verify(protocol, key, &message, &self.protocol_data.signature)
    }

    /// Returns the key that verifies the attestations or preattestations in this operation, all of bakers with BLS keys: the sum of the keys
    /// of the bakers. `bakers` has the keys of each, in the order of the operation; of one that is not aggregated, the keys of its baker.
    ///
    /// As in Octez, this is safe only with keys whose possession was [proven](BlsPublicKey::verify_possession).
    ///
    /// ```
    /// use tezos_protocols::Protocol;
    /// use tezos_protocols::operation::Operation;
    /// use tezos_protocols::verify::{AttestingKeys, SignatureError};
    /// # let attestation = [&[7; 32][..], &[23, 0, 3, 0, 0, 0, 5, 0, 0, 0, 1], &[8; 32], &[1], &[9; 64]].concat();
    /// let consensus = "BLpk1oMu38Jfc6nAvxqudMyqr5BHWAaQXzAJkJqh6aPwn1vcRenuceokhfUC4v3oWq4TaXymK8V7".parse().unwrap();
    /// let keys = AttestingKeys { consensus, companion: None };
    /// // An attestation of slot 0 of the data availability layer.
    /// let operation: Operation = Protocol::Seoul.decode(&attestation).unwrap();
    /// assert_eq!(operation.attesting_key(Protocol::Seoul, &[keys]), Err(SignatureError::NoCompanion));
    /// ```
    ///
    /// # Errors
    /// If the operation has no attestations, or `bakers` not as many keys; if a baker that attests slots has no companion key, or a key is
    /// malformed; if the protocol is before 023 or cannot encode the operation.
    ///
    /// Rule: [`validate.ml`, `check_attestation_signature` and `validate_attestations_aggregate`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/validate.ml
    pub fn attesting_key(&self, protocol: Protocol, bakers: &[AttestingKeys]) -> Result<BlsPublicKey, SignatureError> {
        let attested: Vec<Option<&Z>> = match self.protocol_data.contents.as_slice() {
            _ if protocol < Protocol::Seoul => return Err(SignatureError::NoAttestation),
            [Contents::Attestation(_) | Contents::Preattestation(_)] => vec![None],
            [Contents::AttestationWithDal(attestation)] => vec![Some(&attestation.dal_attestation)],
            [Contents::PreattestationsAggregate(aggregate)] => vec![None; aggregate.committee.len()],
            [Contents::AttestationsAggregate(aggregate)] => {
                aggregate.committee.iter().flatten().map(|attester| attester.dal_attestation.as_ref()).collect()
            }
            _ => return Err(SignatureError::NoAttestation),
        };
        if attested.len() != bakers.len() {
            return Err(SignatureError::Bakers { expected: attested.len(), found: bakers.len() });
        }
        let attestation = protocol.encode(&self.unsigned().bls_mode())?;
        let keys: Vec<BlsPublicKey> = bakers
            .iter()
            .zip(attested)
            .map(|(keys, slots)| keys.for_slots(&attestation, slots))
            .collect::<Result<_, _>>()?;
        Ok(BlsPublicKey::aggregate(&keys)?)
    }
}

impl FullHeader {
    /// Checks that the block was signed by `key`, the consensus key of its baker, for `chain`.
    ///
    /// # Errors
    /// If the protocol cannot encode the header, or the signature is missing, malformed, of another algorithm than the key, or does not
    /// match.
    ///
    /// Rule: [`block_header_repr.ml`, `check_signature`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/block_header_repr.ml
    pub fn verify(&self, protocol: Protocol, chain: ChainId, key: &PublicKey) -> Result<(), SignatureError> {
        verify(protocol, key, &self.unsigned().preimage(protocol, chain)?, &self.signature)
    }
}
