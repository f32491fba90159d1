//! The first encrypted message of each side.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

/// The settings that a peer announces.
///
/// | bytes | field             | encoding                             |
/// |------:|-------------------|--------------------------------------|
/// | 1     | `disable_mempool` | `bool`: `00` is false, others true   |
/// | 1     | `private_node`    | `bool`: `00` is false, others true   |
///
/// True is written `ff`.
///
/// # Errors
/// `Not_enough_data`, `Extra_bytes`: it is exactly two bytes.
///
/// Rule: [`connection_metadata.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d0865fe8a709726b26acc3dc1837220eadd1ce2e/src/lib_shell_services/connection_metadata.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct ConnectionMetadata {
    /// True if mempools should not be sent to the peer.
    pub disable_mempool: bool,
    /// True if the peer should not be advertised to others.
    pub private_node: bool,
}
