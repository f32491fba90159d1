//! The values of `tezos_messages` as plain structs, for codecs that have a format of their own.
//!
//! Fields have the same Rust types, with two exceptions. Points are text, as on the wire: parsing it is not the work of a codec. A path is
//! a list of steps instead of nested boxes: bitcode, speedy and wincode cannot derive recursive types.

#![expect(missing_docs, reason = "the names of `tezos_messages`")]

use tezos_messages::{
    block_header as header, block_locator as locator, handshake, hash,
    limits::{NACK_MAX_ITEMS, POINT_MAX_BYTES},
    mempool, merkle, operation, p2p, path,
};

use super::structs::structs;
use crate::samples;

/// Types with the derives of all codecs but bincode and speedy.
macro_rules! most_derived {
    ($($item:item)*) => {$(
        #[derive(
            bitcode::Encode,
            bitcode::Decode,
            borsh::BorshSerialize,
            borsh::BorshDeserialize,
            parity_scale_codec::Encode,
            parity_scale_codec::Decode,
            serde::Serialize,
            serde::Deserialize,
            wincode::SchemaRead,
            wincode::SchemaWrite,
            Clone,
            Debug,
            PartialEq,
        )]
        $item
    )*};
}

/// Structs with the derives of all codecs.
macro_rules! derived {
    ($($item:item)*) => {
        most_derived! {$(
            #[derive(bincode::Encode, bincode::Decode, speedy::Readable, speedy::Writable)]
            $item
        )*}
    };
}

/// Defines these types from rows of [`structs!`].
macro_rules! own {
    ($($(#[tezos($($_on:tt)*)])? struct $name:ident {
        $($(#[tezos($($_item:tt)*)])? $(#[serde($($item:tt)*)])? $field:ident: $type:ident $(<$of:ident>)?,)*
    })*) => {
        derived! {$(
            pub struct $name {
                $($(#[serde($($item)*)])? pub $field: $type $(<$of>)?,)*
            }
        )*}
    };
}

/// Defines newtypes of byte arrays. speedy's traits are written by hand, because its derive reads a list of such a type ten times slower
/// than a list of arrays.
macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident: $bytes:literal;)*) => {$(
        most_derived! {
            $(#[$doc])*
            #[derive(bincode::Encode, bincode::Decode)]
            #[derive(Copy, tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
            #[repr(transparent)]
            pub struct $name(#[serde(with = "serde_bytes")] pub [u8; $bytes]);
        }

        impl<'a, C: speedy::Context> speedy::Readable<'a, C> for $name {
            #[inline(always)]
            fn read_from<R: speedy::Reader<'a, C>>(reader: &mut R) -> Result<Self, C::Error> {
                reader.read_value().map(Self)
            }

            #[inline(always)]
            fn minimum_bytes_needed() -> usize {
                $bytes
            }
        }

        impl<C: speedy::Context> speedy::Writable<C> for $name {
            #[inline(always)]
            fn write_to<W: ?Sized + speedy::Writer<C>>(&self, writer: &mut W) -> Result<(), C::Error> {
                writer.write_bytes(&self.0)
            }

            #[inline(always)]
            fn bytes_needed(&self) -> Result<usize, C::Error> {
                Ok($bytes)
            }
        }
    )*};
}

fixed! {
    /// A hash or a key.
    Hash: 32;
    /// A nonce or a proof of work.
    Nonce: 24;
    /// A chain.
    ChainId: 4;
}

structs!(own!);

derived! {
    /// A list of operations of a block.
    #[derive(Copy)]
    #[repr(C)]
    pub struct OperationsForBlock {
        pub hash: Hash,
        pub validation_pass: i8,
    }

    /// An element of a fitness.
    #[repr(transparent)]
    pub struct FitnessElement(#[serde(with = "serde_bytes")] pub Vec<u8>);
}

/// A path, from the root to the list.
pub type Path = Vec<Step>;

// bincode's derive for enums does not work if a macro adds it: the variables that it uses are not those of its patterns.

most_derived! {
    /// `Ack` with points as text. It also has the encoding of `tezos_messages`, so that all codecs can be compared on the same values.
    #[derive(bincode::Encode, bincode::Decode, speedy::Readable, speedy::Writable)]
    #[derive(tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
    #[encoding(tags = "u8", json(first_match))]
    pub enum Ack {
        #[encoding(tag = 0x00)]
        Ack,
        #[encoding(tag = 0x01)]
        Nack {
            motive: i16,
            #[encoding(dynamic, list = "NACK_MAX_ITEMS", bounded = "POINT_MAX_BYTES")]
            peers: Vec<String>,
        },
        #[encoding(tag = 0xff)]
        NackV0,
    }

    /// A step of a path.
    #[derive(Copy, bincode::Encode, bincode::Decode, speedy::Readable, speedy::Writable)]
    pub enum Step {
        Left(Hash),
        Right(Hash),
    }
}

/// Implements conversions from the types of `tezos_messages`, field by field.
macro_rules! from {
    ($($from:ty as $value:ident => $to:ty: $made:expr;)*) => {$(
        impl From<$from> for $to {
            fn from($value: $from) -> Self {
                $made
            }
        }
    )*};
}

from! {
    hash::BlockHash as hash => Hash: Self(hash.0);
    hash::OperationHash as hash => Hash: Self(hash.0);
    hash::ChainId as id => ChainId: Self(id.0);
    handshake::ConnectionMessage as message => ConnectionMessage: Self {
        port: message.port,
        public_key: Hash(message.public_key.0),
        proof_of_work_stamp: Nonce(message.proof_of_work_stamp.0),
        message_nonce: Nonce(message.message_nonce),
        version: NetworkVersion {
            chain_name: message.version.chain_name.into_raw(),
            distributed_db_version: message.version.distributed_db_version,
            p2p_version: message.version.p2p_version,
        },
    };
    handshake::Ack as message => Ack: match message {
        handshake::Ack::Ack => Self::Ack,
        handshake::Ack::Nack { motive, peers } => {
            Self::Nack { motive: motive.0, peers: peers.iter().map(ToString::to_string).collect() }
        }
        handshake::Ack::NackV0 => Self::NackV0,
    };
    header::BlockHeader as header => BlockHeader: Self {
        level: header.level,
        proto: header.proto,
        predecessor: header.predecessor.into(),
        timestamp: header.timestamp.0,
        validation_pass: header.validation_pass,
        operations_hash: Hash(header.operations_hash.0),
        fitness: header.fitness.0.into_iter().map(|element| FitnessElement(element.0)).collect(),
        context: Hash(header.context.0),
        protocol_data: header.protocol_data.into(),
    };
    locator::BlockLocator as locator => BlockLocator: Self {
        current_head: locator.current_head.into(),
        history: all(locator.history),
    };
    p2p::CurrentBranch as message => CurrentBranch: Self {
        chain_id: message.chain_id.into(),
        current_branch: message.current_branch.into(),
    };
    mempool::Mempool as mempool => Mempool: Self {
        known_valid: all(mempool.known_valid),
        pending: all(mempool.pending),
    };
    p2p::CurrentHead as message => CurrentHead: Self {
        chain_id: message.chain_id.into(),
        current_block_header: message.current_block_header.into(),
        current_mempool: message.current_mempool.into(),
    };
    samples::GetBlockHeaders as message => GetBlockHeaders: Self { hashes: all(message.hashes) };
    p2p::OperationsForBlock as key => OperationsForBlock: Self {
        hash: key.hash.into(),
        validation_pass: key.validation_pass,
    };
    samples::GetOperationsForBlocks as message => GetOperationsForBlocks: Self { keys: all(message.keys) };
    operation::RawOperation as operation => Operation: Self { branch: operation.branch.into(), data: operation.data.into() };
    p2p::OperationsForBlocks as message => OperationsForBlocks: Self {
        operations_for_block: message.operations_for_block.into(),
        operation_hashes_path: steps(&message.operation_hashes_path),
        operations: all(message.operations),
    };
}

fn all<T, U: From<T>>(values: Vec<T>) -> Vec<U> {
    values.into_iter().map(U::from).collect()
}

/// Returns the steps in the order of the wire, from the root to the list.
fn steps(path: &path::MerklePath) -> Path {
    let step = |step| match step {
        merkle::Step::Left(hash) => Step::Left(Hash(hash)),
        merkle::Step::Right(hash) => Step::Right(Hash(hash)),
    };
    path.steps().into_iter().rev().map(step).collect()
}
