//! The first message of each side, which is not encrypted.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::identity::{CryptoBoxPublicKey, Stamp};
use crate::text::Text;

/// The network and the versions of a peer.
///
/// | bytes | field                    | encoding |
/// |------:|--------------------------|----------|
/// | 4 + n | `chain_name`             | [`Text`] |
/// | 2     | `distributed_db_version` | `uint16` |
/// | 2     | `p2p_version`            | `uint16` |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^31 or more.
///
/// Rule: [`network_version.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/ec726ea1baec64751723bacb08dd9912deec4a42/src/lib_version/network_version.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(id = "network_version")]
pub struct NetworkVersion {
    /// The network, for instance `TEZOS_MAINNET`.
    #[encoding(id = "distributed_db_version.name")]
    pub chain_name: Text,
    /// Version of the messages.
    #[encoding(id = "distributed_db_version")]
    pub distributed_db_version: u16,
    /// Version of the peer layer under them.
    #[encoding(id = "p2p_version")]
    pub p2p_version: u16,
}

/// The key, the proof of work and the versions of a peer.
///
/// | bytes | field                 | encoding                    |
/// |------:|-----------------------|-----------------------------|
/// | 2     | `port`                | `uint16`                    |
/// | 32    | `pubkey`              | [`CryptoBoxPublicKey`]               |
/// | 24    | `proof_of_work_stamp` | [`Stamp`]                   |
/// | 24    | `message_nonce`       | `bytes`                     |
/// | n     | `version`             | [`NetworkVersion`]          |
///
/// It is sent as one chunk, which limits it to 65,535 bytes.
///
/// # Errors
/// `Not_enough_data`; those of the version.
///
/// Rule: [`p2p_socket.ml`, `Connection_message.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/455f0f6ef16d0a2cb0ae4a280c44ca779586361a/src/lib_p2p/p2p_socket.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ConnectionMessage {
    /// The port on which the peer listens; 0 if it announces none.
    pub port: u16,
    /// The peer's key, which determines its identity and the keys of the session.
    #[encoding(name = "pubkey")]
    pub public_key: CryptoBoxPublicKey,
    /// The proof of work for the key: see [`PowTarget`](crate::identity::PowTarget).
    pub proof_of_work_stamp: Stamp,
    /// Random bytes that make the session unique.
    pub message_nonce: [u8; 24],
    /// What the peer speaks.
    pub version: NetworkVersion,
}
