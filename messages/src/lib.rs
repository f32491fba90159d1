#![doc = include_str!("../README.md")]
//!
//! | tag    | message                     | body                                                    |
//! |-------:|-----------------------------|---------------------------------------------------------|
//! | `0x01` | `Disconnect`                | nothing                                                 |
//! | `0x02` | `Bootstrap`                 | nothing                                                 |
//! | `0x03` | `Advertise`                 | [`Point`](point::Point)s                                |
//! | `0x04` | `Swap_request`              | [`Swap`](p2p::Swap)                                     |
//! | `0x05` | `Swap_ack`                  | [`Swap`](p2p::Swap)                                     |
//! | `0x10` | `Get_current_branch`        | [`ChainId`](hash::ChainId)                              |
//! | `0x11` | `Current_branch`            | [`CurrentBranch`](p2p::CurrentBranch)                   |
//! | `0x12` | `Deactivate`                | [`ChainId`](hash::ChainId)                              |
//! | `0x13` | `Get_current_head`          | [`ChainId`](hash::ChainId)                              |
//! | `0x14` | `Current_head`              | [`CurrentHead`](p2p::CurrentHead)                       |
//! | `0x20` | `Get_block_headers`         | [`BlockHash`](hash::BlockHash)es                        |
//! | `0x21` | `Block_header`              | [`BlockHeader`](block_header::BlockHeader)              |
//! | `0x30` | `Get_operations`            | [`OperationHash`](hash::OperationHash)es                |
//! | `0x31` | `Operation`                 | [`RawOperation`](operation::RawOperation)               |
//! | `0x40` | `Get_protocols`             | [`ProtocolHash`](hash::ProtocolHash)es                  |
//! | `0x41` | `Protocol`                  | [`ProtocolSource`](protocol::ProtocolSource)            |
//! | `0x60` | `Get_operations_for_blocks` | [`OperationsForBlock`](p2p::OperationsForBlock)s        |
//! | `0x61` | `Operations_for_blocks`     | [`OperationsForBlocks`](p2p::OperationsForBlocks)       |
//! | `0x70` | `Get_checkpoint`            | [`ChainId`](hash::ChainId)                              |
//! | `0x71` | `Checkpoint`                | [`Checkpoint`](p2p::Checkpoint)                         |
//! | `0x80` | `Get_protocol_branch`       | [`GetProtocolBranch`](p2p::GetProtocolBranch)           |
//! | `0x81` | `Protocol_branch`           | [`ProtocolBranch`](p2p::ProtocolBranch)                 |
//! | `0x90` | `Get_predecessor_header`    | [`GetPredecessorHeader`](p2p::GetPredecessorHeader)     |
//! | `0x91` | `Predecessor_header`        | [`PredecessorHeader`](p2p::PredecessorHeader)           |
//!
//! [`PeerMessage`](p2p::PeerMessage) is any of them; the limits are in [`limits`].
//!
//! The messages of the [`handshake`] precede them. The [`session`] cuts them into encrypted chunks. [`hash`], [`merkle`] and [`identity`]
//! have the checks that a node makes. [`dal`] has the messages between nodes of the data-availability layer.
//!
//! Without its default features the crate needs no standard library, only `alloc`. It then lacks [`encodings`],
//! [`PowTarget::new`](identity::PowTarget::new) and [`Identity::generate`](identity::Identity::generate).

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod block_header;
pub mod block_locator;
pub mod cost;
mod curve;
pub mod dal;
#[cfg(test)]
mod deadline;
#[cfg(feature = "std")]
mod encodings;
pub mod handshake;
pub mod identity;
pub mod limits;
#[cfg(test)]
mod memory;
pub mod mempool;
pub mod merkle;
mod nacl;
pub mod operation;
pub mod p2p;
pub mod path;
pub mod point;
pub mod protocol;
pub mod records;
#[cfg(feature = "samples")]
#[doc(hidden)]
pub mod samples;
#[cfg(feature = "serde")]
mod serde;
pub mod session;
pub mod text;

pub use tezos_hashes::{base58, hash, time as timestamp};
pub use tezos_hashes::{keys::PublicKeyHash, protocol::DalCommitment};

#[cfg(feature = "tools")]
pub use encodings::generate;
#[cfg(feature = "std")]
pub use encodings::{DAL_MESSAGE, DAL_PEER_MESSAGE, PEER_MESSAGE, encodings};
pub use tezos_encoding::schema::{Named, Scope};
#[cfg(feature = "serde")]
use tezos_encoding::serde_impls;
