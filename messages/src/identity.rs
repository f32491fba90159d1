//! A node's identity: its key pair and the proof of work that lets it connect.

use alloc::string::{String, ToString};
use core::{error, fmt};

use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::{base58::Base58Error, hash::PeerId};

mod keys;
mod pow;

pub use keys::{CryptoBoxPublicKey, CryptoBoxSecretKey, Stamp};
pub use pow::{DifficultyError, PowTarget};

/// A node's identity.
///
/// Octez stores it as JSON, with these fields: `peer_id` (base58check, may be missing), `public_key`, `secret_key`
/// and `proof_of_work_stamp` (hex). [`Identity::from_text`] takes the fields, [`Identity::text`] gives them.
#[derive(Debug, Clone)]
pub struct Identity {
    peer_id: PeerId,
    public_key: CryptoBoxPublicKey,
    secret_key: CryptoBoxSecretKey,
    proof_of_work_stamp: Stamp,
}

/// The fields of `identity.json`. Comparing two of them takes the same time wherever their secret keys differ.
#[derive(Clone)]
pub struct IdentityText {
    /// `peer_id`, base58check.
    pub peer_id: String,
    /// `public_key`, hex.
    pub public_key: String,
    /// `secret_key`, hex; cleared when dropped.
    pub secret_key: Zeroizing<String>,
    /// `proof_of_work_stamp`, hex.
    pub proof_of_work_stamp: String,
}

impl PartialEq for IdentityText {
    fn eq(&self, other: &Self) -> bool {
        let public = self.peer_id == other.peer_id
            && self.public_key == other.public_key
            && self.proof_of_work_stamp == other.proof_of_work_stamp;
        public & bool::from(self.secret_key.as_bytes().ct_eq(other.secret_key.as_bytes()))
    }
}

impl Eq for IdentityText {}

impl fmt::Debug for IdentityText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdentityText")
            .field("peer_id", &self.peer_id)
            .field("public_key", &self.public_key)
            .field("proof_of_work_stamp", &self.proof_of_work_stamp)
            .finish_non_exhaustive()
    }
}

impl Identity {
    /// Returns the identity with this key and this proof of work, which [`PowTarget::is_met`] checks.
    #[must_use]
    pub fn new(secret_key: CryptoBoxSecretKey, proof_of_work_stamp: Stamp) -> Self {
        let public_key = secret_key.public_key();
        Self { peer_id: public_key.peer_id(), public_key, secret_key, proof_of_work_stamp }
    }

    /// Generates an identity. The search for the proof of work takes about 2^difficulty hashes.
    ///
    /// # Errors
    /// [`IdentityError::NoRandomness`].
    #[cfg(feature = "getrandom")]
    pub fn generate(target: &PowTarget) -> Result<Self, IdentityError> {
        let mut secret = Zeroizing::new([0; 32]);
        let mut start = [0; 24];
        getrandom::fill(secret.as_mut_slice()).map_err(|_| IdentityError::NoRandomness)?;
        getrandom::fill(&mut start).map_err(|_| IdentityError::NoRandomness)?;
        let secret_key = CryptoBoxSecretKey::new(*secret);
        let public_key = secret_key.public_key();
        let mut stamp = Stamp(start);
        loop {
            match target.search(&public_key, stamp, u64::MAX) {
                Ok(found) => return Ok(Self::new(secret_key, found)),
                Err(next) => stamp = next,
            }
        }
    }

    /// Makes an identity of the fields of `identity.json`.
    ///
    /// # Errors
    /// If a field cannot be parsed, if the public key does not belong to the secret key, or the peer id to the public key.
    pub fn from_text(
        peer_id: Option<&str>,
        public_key: &str,
        secret_key: &str,
        proof_of_work_stamp: &str,
    ) -> Result<Self, IdentityError> {
        let identity = Self::new(CryptoBoxSecretKey::from_hex(secret_key)?, proof_of_work_stamp.parse()?);
        let public_key = public_key.parse()?;
        identity.checked(public_key, peer_id.map(str::parse).transpose().map_err(IdentityError::PeerId)?)
    }

    /// Checks what was stored beside the secret key.
    pub(crate) fn checked(self, found: CryptoBoxPublicKey, peer_id: Option<PeerId>) -> Result<Self, IdentityError> {
        if found != self.public_key {
            return Err(IdentityError::OtherPublicKey { expected: self.public_key, found });
        }
        match peer_id {
            Some(found) if found != self.peer_id => Err(IdentityError::OtherPeerId { expected: self.peer_id, found }),
            _ => Ok(self),
        }
    }

    /// Returns the fields of `identity.json`, including the secret key.
    #[must_use]
    pub fn text(&self) -> IdentityText {
        IdentityText {
            peer_id: self.peer_id.to_string(),
            public_key: self.public_key.to_string(),
            secret_key: self.secret_key.to_hex(),
            proof_of_work_stamp: self.proof_of_work_stamp.to_string(),
        }
    }

    /// Returns the peer id.
    #[must_use]
    pub const fn peer_id(&self) -> &PeerId {
        &self.peer_id
    }

    /// Returns the public key.
    #[must_use]
    pub const fn public_key(&self) -> &CryptoBoxPublicKey {
        &self.public_key
    }

    /// Returns the secret key.
    #[must_use]
    pub const fn secret_key(&self) -> &CryptoBoxSecretKey {
        &self.secret_key
    }

    /// Returns the proof of work.
    #[must_use]
    pub const fn proof_of_work_stamp(&self) -> &Stamp {
        &self.proof_of_work_stamp
    }
}

/// Why an identity cannot be loaded or made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdentityError {
    /// A field is not the hex digits it should be. The text is not repeated: it may be a secret.
    Hex {
        /// The field.
        field: &'static str,
        /// Digits it should have.
        digits: usize,
        /// Bytes of the text.
        found: usize,
    },
    /// The peer id is not one.
    PeerId(Base58Error),
    /// The public key is not that of the secret key.
    OtherPublicKey {
        /// That of the secret key.
        expected: CryptoBoxPublicKey,
        /// The one given.
        found: CryptoBoxPublicKey,
    },
    /// The peer id is not that of the public key.
    OtherPeerId {
        /// That of the public key.
        expected: PeerId,
        /// The one given.
        found: PeerId,
    },
    /// The system gave no random bytes.
    NoRandomness,
}

impl fmt::Display for IdentityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex { field, digits, found } if digits == found => {
                write!(f, "expected {digits} hex digits for the {field}, found another character among them")
            }
            Self::Hex { field, digits, found } => {
                write!(f, "expected {digits} hex digits for the {field}, found {found} characters")
            }
            Self::PeerId(error) => error.fmt(f),
            Self::OtherPublicKey { expected, found } => {
                write!(f, "the secret key has the public key {expected}, not {found}")
            }
            Self::OtherPeerId { expected, found } => {
                write!(f, "the public key has the peer id {expected}, not {found}")
            }
            Self::NoRandomness => f.write_str("the system gave no random bytes"),
        }
    }
}

impl error::Error for IdentityError {}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    const PEER: &str = "idqjq34sB6uHWdFzJDB97zwXAdHASb";
    const PUBLIC: &str = "40a2c1e551c1e48b89e2a13bb58114f613801439ec6c4fc3396799768a748b6e";
    const SECRET: &str = "66adf08839c350109d8955a92c6561f966d6a048968763d12b7026c7e368fbe1";
    const STAMP: &str = "ff6d772406b595e2ae0fd5c640a62a47212f21cbbcaac6b4";

    #[test]
    fn a_real_identity_loads_saves_and_has_done_its_work() {
        let identity = Identity::from_text(Some(PEER), PUBLIC, SECRET, STAMP).unwrap();
        let text = identity.text();
        assert_eq!((text.peer_id.as_str(), text.public_key.as_str()), (PEER, PUBLIC));
        assert_eq!((text.secret_key.as_str(), text.proof_of_work_stamp.as_str()), (SECRET, STAMP));
        assert!(Identity::from_text(None, PUBLIC, SECRET, STAMP).is_ok());
        let met = |difficulty| {
            let target = PowTarget::new(difficulty).unwrap();
            target.is_met(identity.public_key(), identity.proof_of_work_stamp())
        };
        assert!(met(26.0));
        assert!(!met(27.0));
    }

    #[test]
    fn equal_texts_are_equal_in_every_field() {
        let text = || Identity::from_text(Some(PEER), PUBLIC, SECRET, STAMP).unwrap().text();
        assert_eq!(text(), text());
        for change in [
            (|text| text.peer_id.push('x')) as fn(&mut IdentityText),
            |text| text.public_key.push('x'),
            |text| text.secret_key.push('x'),
            |text| *text.secret_key = SECRET.replace('6', "7"),
            |text| text.proof_of_work_stamp.push('x'),
        ] {
            let mut other = text();
            change(&mut other);
            assert_ne!(text(), other);
        }
        let key = CryptoBoxSecretKey::from_hex(SECRET).unwrap();
        assert!(key == key.clone() && key != CryptoBoxSecretKey::new([7; 32]));
    }

    #[test]
    fn secrets_are_not_repeated() {
        let error = CryptoBoxSecretKey::from_hex(&SECRET.replace('6', "x")).unwrap_err().to_string();
        assert_eq!(error, "expected 64 hex digits for the secret key, found another character among them");
        let error = CryptoBoxSecretKey::from_hex(&SECRET[1..]).unwrap_err().to_string();
        assert_eq!(error, "expected 64 hex digits for the secret key, found 63 characters");
    }

    #[test]
    fn fields_that_do_not_belong_together_are_refused() {
        let other = "b".repeat(64);
        let error = Identity::from_text(Some(PEER), &other, SECRET, STAMP).unwrap_err();
        assert!(matches!(error, IdentityError::OtherPublicKey { .. }));
        let peer = CryptoBoxPublicKey([1; 32]).peer_id().to_string();
        let error = Identity::from_text(Some(&peer), PUBLIC, SECRET, STAMP).unwrap_err();
        assert_eq!(error.to_string(), format!("the public key has the peer id {PEER}, not {peer}"));
        assert!(matches!(Identity::from_text(Some("id"), PUBLIC, SECRET, STAMP), Err(IdentityError::PeerId(_))));
        assert!(matches!(Identity::from_text(None, PUBLIC, SECRET, "00"), Err(IdentityError::Hex { .. })));
    }

    #[test]
    fn a_generated_identity_has_done_its_work() {
        crate::deadline::ends(|| {
            let target = PowTarget::from_bits(6);
            let identity = Identity::generate(&target).unwrap();
            assert!(target.is_met(identity.public_key(), identity.proof_of_work_stamp()));
            let other = Identity::generate(&target).unwrap();
            assert_ne!(identity.peer_id(), other.peer_id());
        });
    }
}
