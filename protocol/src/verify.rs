//! Verification of the signatures of operations and block headers, enabled by the feature `verify`.
//!
//! The caller provides the key: an operation contains only the hash of its account's key; the key itself is known from the account's reveal
//! or from the chain.

use core::{error, fmt};

use tezos_encoding::EncodeError;
use tezos_hashes::{hash::ChainId, keys::verify::VerifyError};

use crate::{
    Protocol,
    header::FullHeader,
    keys::{GenericSignature, PublicKey, Signature},
    operation::Operation,
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
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::Missing => f.write_str("there is no signature: its bytes are zero"),
            Self::Verify(error) => error.fmt(f),
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
    /// For aggregated attestations, `key` is the [aggregate] of the keys of the committee. For an attestation with slots of the data
    /// availability layer by a baker with a BLS key, `key` must be computed from its consensus key, its companion key and the slots.
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
    /// [aggregate]: tezos_hashes::keys::BlsPublicKey::aggregate
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
        verify(protocol, key, &self.unsigned().signing_preimage(protocol, chain)?, &self.signature)
    }
}
