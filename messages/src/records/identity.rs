//! The identity of a node as Octez stores it.

use core::fmt;

use subtle::ConstantTimeEq as _;
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use zeroize::Zeroize as _;

use crate::{
    hash::PeerId,
    identity::{CryptoBoxPublicKey, CryptoBoxSecretKey, Identity, IdentityError, Stamp},
};

/// The identity of a node: what `identity.json` holds, with its secret key.
///
/// | bytes  | field                 | encoding                 |
/// |-------:|-----------------------|--------------------------|
/// | 1 + 16 | `peer_id`             | `option` of a [`PeerId`] |
/// | 32     | `public_key`          | [`CryptoBoxPublicKey`]            |
/// | 32     | `secret_key`          | `bytes`                  |
/// | 24     | `proof_of_work_stamp` | [`Stamp`]                |
///
/// Where the peer id is missing it is that of the public key; it is always written. As in Octez, nothing checks that the keys belong
/// together: the conversion to an [`Identity`] does.
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`p2p_identity.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_identity.ml
#[derive(HasEncoding, NomReader, BinWriter, Clone)]
#[encoding(id = "p2p_identity", from = "IdentityFields", into = "IdentityFields")]
pub struct StoredIdentity {
    /// The id of the node.
    pub peer_id: PeerId,
    /// Its public key.
    pub public_key: CryptoBoxPublicKey,
    /// Its secret key. Cleared when dropped, compared in constant time, and shown neither by `Debug` nor in errors and slices.
    pub secret_key: [u8; 32],
    /// Its proof of work.
    pub proof_of_work_stamp: Stamp,
}

impl fmt::Debug for StoredIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredIdentity")
            .field("peer_id", &self.peer_id)
            .field("public_key", &self.public_key)
            .field("proof_of_work_stamp", &self.proof_of_work_stamp)
            .finish_non_exhaustive()
    }
}

/// The fields of a [`StoredIdentity`] on the wire.
#[derive(HasEncoding, NomReader, BinWriter)]
struct IdentityFields {
    peer_id: Option<PeerId>,
    public_key: CryptoBoxPublicKey,
    #[encoding(secret)]
    secret_key: [u8; 32],
    proof_of_work_stamp: Stamp,
}

impl Drop for StoredIdentity {
    fn drop(&mut self) {
        self.secret_key.zeroize();
    }
}

impl Drop for IdentityFields {
    fn drop(&mut self) {
        self.secret_key.zeroize();
    }
}

impl PartialEq for StoredIdentity {
    fn eq(&self, other: &Self) -> bool {
        let Self { peer_id, public_key, secret_key, proof_of_work_stamp } = self;
        let is_same_key = bool::from(secret_key.ct_eq(&other.secret_key));
        is_same_key
            && (peer_id, public_key, proof_of_work_stamp)
                == (&other.peer_id, &other.public_key, &other.proof_of_work_stamp)
    }
}

impl Eq for StoredIdentity {}

impl From<IdentityFields> for StoredIdentity {
    fn from(fields: IdentityFields) -> Self {
        Self {
            peer_id: fields.peer_id.unwrap_or_else(|| fields.public_key.peer_id()),
            public_key: fields.public_key,
            secret_key: fields.secret_key,
            proof_of_work_stamp: fields.proof_of_work_stamp,
        }
    }
}

impl From<&StoredIdentity> for IdentityFields {
    fn from(identity: &StoredIdentity) -> Self {
        Self {
            peer_id: Some(identity.peer_id),
            public_key: identity.public_key,
            secret_key: identity.secret_key,
            proof_of_work_stamp: identity.proof_of_work_stamp,
        }
    }
}

impl From<&Identity> for StoredIdentity {
    fn from(identity: &Identity) -> Self {
        Self {
            peer_id: *identity.peer_id(),
            public_key: *identity.public_key(),
            secret_key: *identity.secret_key().bytes(),
            proof_of_work_stamp: *identity.proof_of_work_stamp(),
        }
    }
}

/// Checks that the public key belongs to the secret key, and the peer id to the public key.
impl TryFrom<&StoredIdentity> for Identity {
    type Error = IdentityError;

    fn try_from(stored: &StoredIdentity) -> Result<Self, IdentityError> {
        let identity = Self::new(CryptoBoxSecretKey::new(stored.secret_key), stored.proof_of_work_stamp);
        identity.checked(stored.public_key, Some(stored.peer_id))
    }
}
