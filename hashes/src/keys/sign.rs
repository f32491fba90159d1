//! Signing.

use super::{PublicKey, Signature};

/// A secret key, or a device or service that has one: it signs bytes.
///
/// Signers that may fail, such as one over a network, have a method of their own. They sign the preimage of a value, and
/// the signature is joined to the value afterwards.
pub trait Sign {
    /// Returns the public key, which verifies the signatures.
    fn public_key(&self) -> PublicKey;

    /// Signs `preimage`: a watermark and the encoded value. Keys of all algorithms but BLS12-381 sign its BLAKE2b-256; keys of BLS12-381 sign
    /// the bytes themselves, as protocols from 023 on verify them.
    fn sign(&self, preimage: &[u8]) -> Signature;
}

impl<S: Sign + ?Sized> Sign for &S {
    fn public_key(&self) -> PublicKey {
        (**self).public_key()
    }

    fn sign(&self, preimage: &[u8]) -> Signature {
        (**self).sign(preimage)
    }
}
