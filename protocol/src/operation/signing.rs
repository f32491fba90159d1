//! What keys sign: a watermark, and a value of the kind that it names.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::ChainId;

use super::Unsigned;
use crate::header::UnsignedHeader;
use crate::keys::PublicKeyHash;
use crate::micheline::Micheline;

/// The bytes that a key signs: a watermark and a value of the kind that it names. Keys of Ed25519, secp256k1 and P-256 sign BLAKE2b-256 of them.
/// A wallet or a remote signer gets them, and the first byte tells what a signature is about.
///
/// | bytes | field      | encoding                                                                             |
/// |------:|------------|--------------------------------------------------------------------------------------|
/// | 1     | tag        | the watermark: see the cases                                                         |
/// | 4     | `chain_id` | [`ChainId`]; for blocks and consensus operations                                     |
/// | n     |            | [`UnsignedHeader`], [`Unsigned`], [`Micheline`], or the fields of a request          |
///
/// ```
/// use tezos_protocols::{Protocol, operation::{SigningPayload, Unsigned}};
/// # let contents = [&[7; 32][..], &[17, 0, 0, 0, 1, 9]].concat();
/// let operation: Unsigned = Protocol::Seoul.decode(&contents).unwrap();
/// let signed = operation.preimage(Protocol::Seoul, "NetXdQprcVkpaWU".parse().unwrap()).unwrap();
/// assert_eq!(Protocol::Seoul.decode(&signed), Ok(SigningPayload::Operation(operation)));
/// ```
///
/// # Errors
/// `Unexpected_tag` for a watermark that the protocol does not have; the errors of the value.
///
/// Rule: [`signature_v3.ml`, `bytes_of_watermark`][rule]; [`operation_repr.ml`, `to_watermark`][operation]; [`block_header_repr.ml`,
/// `to_watermark`][header]; for packed data [`script_ir_translator.ml`, `pack_data`][pack]; for requests [`signer_messages.ml`,
/// `to_sign`][request].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_crypto/signature_v3.ml
/// [operation]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
/// [header]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/block_header_repr.ml
/// [pack]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml
/// [request]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "kind"))]
#[non_exhaustive]
pub enum SigningPayload {
    /// A block header, up to protocol 011.
    #[encoding(tag = 0x01, until = 11, json(kind = "block"), title = "Block")]
    EarlyBlock {
        /// The chain.
        chain_id: ChainId,
        /// The header.
        #[encoding(flatten)]
        header: UnsignedHeader,
    },
    /// An endorsement, up to protocol 011.
    #[encoding(tag = 0x02, until = 11, json(kind = "endorsement"))]
    Endorsement {
        /// The chain.
        chain_id: ChainId,
        /// The operation.
        #[encoding(flatten)]
        operation: Unsigned,
    },
    /// An operation that has no watermark of its own.
    #[encoding(tag = 0x03, json(kind = "operation"))]
    Operation(Unsigned),
    /// The request of a baker or wallet to a remote signer, signed by a key that the signer knows.
    #[encoding(tag = 0x04, json(kind = "signer_request"), title = "Signer_request")]
    SignerRequest {
        /// The kind of request: 1, for requests about nonces too. It is not the tag of a [`Request`](crate::signer::Request).
        request: u8,
        /// The hash of the key to sign with.
        pkh: PublicKeyHash,
        /// What is to be signed, which has a watermark of its own.
        #[encoding(bytes)]
        data: Vec<u8>,
    },
    /// The data of a contract, as `PACK` of Michelson makes them. Wallets sign messages as packed text.
    #[encoding(tag = 0x05, json(kind = "packed"), title = "Packed_data")]
    Packed {
        /// The data.
        expression: Micheline,
    },
    /// A block header, from protocol 012 on.
    #[encoding(tag = 0x11, since = 12, json(kind = "block"))]
    Block {
        /// The chain.
        chain_id: ChainId,
        /// The header.
        #[encoding(flatten)]
        header: UnsignedHeader,
    },
    /// A preattestation, from protocol 012 on.
    #[encoding(tag = 0x12, since = 12, json(kind = "preattestation"))]
    Preattestation {
        /// The chain.
        chain_id: ChainId,
        /// The operation.
        #[encoding(flatten)]
        operation: Unsigned,
    },
    /// An attestation, from protocol 012 on.
    #[encoding(tag = 0x13, since = 12, json(kind = "attestation"))]
    Attestation {
        /// The chain.
        chain_id: ChainId,
        /// The operation.
        #[encoding(flatten)]
        operation: Unsigned,
    },
    /// An attestation of slots of the data availability layer, in protocol 018.
    #[encoding(tag = 0x14, since = 18, until = 18, json(kind = "dal_attestation"), title = "Dal_attestation")]
    DalAttestation {
        /// The chain.
        chain_id: ChainId,
        /// The operation.
        #[encoding(flatten)]
        operation: Unsigned,
    },
}
