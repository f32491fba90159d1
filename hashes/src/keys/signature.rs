//! Signatures, which are distinguished by their length.

use alloc::boxed::Box;
use core::{cmp::Ordering, error, fmt, hash, str::FromStr};

use tezos_encoding::{
    BinWriter, EncodeError, Facts, Fault, HasEncoding, NomReader, Reader, Revision, Revisions, Sink, View,
    schema::{Encoding, Extent, Field},
    wire::{Bytes, Writes},
};

use super::{
    BlsSignature, Ed25519Signature, GenericSignature, Mldsa44Signature, P256Signature, PublicKey, Secp256k1Signature,
    any::{KeyTextError, any_algorithm},
    verify::VerifyError,
};
use crate::base58::{TextKind, recognise};

/// A signature.
///
/// | bytes           | field | encoding           |
/// |----------------:|-------|--------------------|
/// | 64, 96 or 2,420 |       | `bytes` to the end |
///
/// Three algorithms have signatures of 64 bytes, which the bytes do not distinguish: only the key does. Such a signature is read as
/// [`Signature::Unknown`]. A text can name the algorithm. As in Octez, signatures are compared by their bytes. Octez refuses signatures of
/// BLS that are not a point of the curve; here any 96 bytes are a signature.
///
/// # Errors
/// `Exception_raised_in_user_function` for any other length.
///
/// In protocols before 016 every signature has 64 bytes, and its block may have more bytes after them.
///
/// Rule: [`signature_v3.ml`, `raw_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v3.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone)]
#[encoding(try_from = "SignatureBytes", into = "SignatureBytes", json(display))]
#[non_exhaustive]
pub enum Signature {
    /// `edsig`.
    Ed25519(Ed25519Signature),
    /// `spsig1`.
    Secp256k1(Secp256k1Signature),
    /// `p2sig`.
    P256(P256Signature),
    /// `BLsig`.
    Bls(BlsSignature),
    /// `mdsig`, in a box because it is so much larger than the others.
    Mldsa44(Box<Mldsa44Signature>),
    /// `sig`: one of the algorithms with 64 bytes.
    Unknown(GenericSignature),
}

impl Signature {
    /// Returns the bytes of the signature.
    ///
    /// ```
    /// use tezos_hashes::{keys::Sign, secret::SecretKey};
    /// let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse().unwrap();
    /// assert_eq!(secret.sign(b"bytes").as_bytes().len(), 64);
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Ed25519(signature) => signature.as_bytes(),
            Self::Secp256k1(signature) => signature.as_bytes(),
            Self::P256(signature) => signature.as_bytes(),
            Self::Bls(signature) => signature.as_bytes(),
            Self::Mldsa44(signature) => signature.as_bytes(),
            Self::Unknown(signature) => signature.as_bytes(),
        }
    }

    /// Returns the signature as one of the algorithm of `key`, which made it. Of 64 bytes without a known algorithm this is the missing part, so
    /// that the text then names the algorithm.
    ///
    /// ```
    /// use tezos_hashes::keys::{PublicKey, Signature};
    /// let key: PublicKey = "edpkuwTWKgQNnhR5v17H2DYHbfcxYepARyrPGbf1tbMoGQAj8Ljr3V".parse()?;
    /// let signature = Signature::try_from([1; 64].as_slice())?;
    /// assert!(signature.to_string().starts_with("sig"));
    /// assert!(signature.with_key(&key)?.to_string().starts_with("edsig"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VerifyError::Algorithm`] if the signature is of another algorithm than the key. The signature is not verified.
    pub fn with_key(self, key: &PublicKey) -> Result<Self, VerifyError> {
        match (key, self) {
            (PublicKey::Ed25519(_), Self::Unknown(any)) => Ok(Ed25519Signature(any.0).into()),
            (PublicKey::Secp256k1(_), Self::Unknown(any)) => Ok(Secp256k1Signature(any.0).into()),
            (PublicKey::P256(_), Self::Unknown(any)) => Ok(P256Signature(any.0).into()),
            (PublicKey::Ed25519(_), signature @ Self::Ed25519(_))
            | (PublicKey::Secp256k1(_), signature @ Self::Secp256k1(_))
            | (PublicKey::P256(_), signature @ Self::P256(_))
            | (PublicKey::Bls(_), signature @ Self::Bls(_))
            | (PublicKey::Mldsa44(_), signature @ Self::Mldsa44(_)) => Ok(signature),
            (key, signature) => Err(VerifyError::Algorithm { key: key.kind(), signature: signature.kind() }),
        }
    }
}

any_algorithm! {
    Signature, "signature",
    Ed25519: Ed25519Signature, Secp256k1: Secp256k1Signature, P256: P256Signature, Bls: BlsSignature,
    Mldsa44: Mldsa44Signature => Box::new, Unknown: GenericSignature
}

impl TryFrom<&[u8]> for Signature {
    type Error = SignatureLength;

    #[inline]
    fn try_from(bytes: &[u8]) -> Result<Self, SignatureLength> {
        if let Ok(bytes) = bytes.try_into() {
            return Ok(Self::Unknown(GenericSignature(bytes)));
        }
        if let Ok(bytes) = bytes.try_into() {
            return Ok(Self::Bls(BlsSignature(bytes)));
        }
        match Mldsa44Signature::try_from(bytes) {
            Ok(signature) => Ok(Self::Mldsa44(Box::new(signature))),
            Err(_) => Err(SignatureLength(bytes.len())),
        }
    }
}

impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Signature {}

impl PartialOrd for Signature {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Signature {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl hash::Hash for Signature {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

/// A length in bytes that no signature has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "a number")]
pub struct SignatureLength(pub usize);

impl fmt::Display for SignatureLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a signature of 64, 96 or 2420 bytes, found {}", self.0)
    }
}

impl error::Error for SignatureLength {}

/// Returns the signature whose bytes are a whole block, or an error if they are not a signature.
///
/// Its traits are implemented by hand, because no attribute describes bytes of several lengths without an allocation, which every
/// operation would then need.
struct SignatureBytes(Result<Signature, SignatureLength>);

/// The last protocol whose signatures all have 64 bytes.
const LAST_FIXED: u16 = 15;
/// The first protocol with signatures of ML-DSA-44.
const FIRST_MLDSA44: Revision = Revision(25);

impl HasEncoding for SignatureBytes {
    const ENCODING: &'static Encoding = &Encoding::Object(&[
        Field::req("Signature.V0", &Encoding::Bytes(Extent::Fixed(64))).during(Revisions::new(0, LAST_FIXED)),
        Field::req("Signature.V1", &Encoding::Bytes(Extent::Rest)).during(Revisions::new(LAST_FIXED + 1, 24)),
        Field::req("Signature.V3", &Encoding::Bytes(Extent::Rest)).during(Revisions::new(25, u16::MAX)),
    ]);
}

impl<'a> NomReader<'a> for SignatureBytes {
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let bytes = if input.revision() <= Revision(LAST_FIXED) { input.take(64) } else { input.rest() };
        let is_known = input.revision() >= FIRST_MLDSA44 || bytes.as_ref().is_ok_and(|bytes| bytes.len() <= 96);
        bytes.map(|bytes| Self(if is_known { Signature::try_from(bytes) } else { Err(SignatureLength(bytes.len())) }))
    }
}

impl BinWriter for SignatureBytes {
    const FACTS: Facts = <Bytes as Writes<&[u8]>>::FACTS;

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        let bytes = self.as_bytes();
        sink.check(|measure| match bytes.len() {
            65..=96 => measure.during(Revisions::new(LAST_FIXED + 1, u16::MAX)),
            97.. => measure.during(Revisions { since: FIRST_MLDSA44, until: Revision::NEWEST }),
            _ => Ok(()),
        })?;
        <Bytes as Writes<&[u8]>>::write(&bytes, sink)
    }
}

impl SignatureBytes {
    fn as_bytes(&self) -> &[u8] {
        self.0.as_ref().map_or(&[], Signature::as_bytes)
    }
}

impl TryFrom<SignatureBytes> for Signature {
    type Error = SignatureLength;

    #[inline]
    fn try_from(SignatureBytes(signature): SignatureBytes) -> Result<Self, SignatureLength> {
        signature
    }
}

impl From<&Signature> for SignatureBytes {
    fn from(signature: &Signature) -> Self {
        Self(Ok(signature.clone()))
    }
}
