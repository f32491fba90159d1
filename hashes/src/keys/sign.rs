//! Signing.

use super::{PublicKey, Signature};

/// A secret key, or a device or service that has one: it signs bytes.
///
/// Signers that may fail, such as one over a network, have a method of their own. They sign the preimage of a value, and
/// the signature is joined to the value afterwards.
pub trait Sign {
    /// Returns the public key, which verifies the signatures.
    ///
    /// ```
    /// use tezos_hashes::{keys::Sign, secret::SecretKey};
    /// /// The address of the account of a local key, a device or a service.
    /// fn address(signer: &impl Sign) -> String {
    ///     signer.public_key().hash().to_string()
    /// }
    /// let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse().unwrap();
    /// assert_eq!(address(&secret), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
    /// ```
    fn public_key(&self) -> PublicKey;

    /// Signs `preimage`: a watermark and the encoded value. Keys of all algorithms but BLS12-381 sign its BLAKE2b-256; keys of BLS12-381 sign
    /// the bytes themselves, as protocols from 023 on verify them.
    ///
    /// ```
    /// use tezos_hashes::{keys::{Sign, Watermark}, secret::SecretKey};
    /// let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse().unwrap();
    /// let preimage = Watermark::GenericOperation.preimage(b"the bytes of an operation");
    /// let signature = secret.sign(&preimage);
    /// assert!(secret.public_key().verify(&preimage, &signature).is_ok());
    /// assert!(secret.public_key().verify(b"the bytes of an operation", &signature).is_err()); // without the watermark
    /// ```
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
