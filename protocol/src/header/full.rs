//! Complete block headers, and headers without the signature or the shell's fields.

use alloc::vec::Vec;
use core::{convert::Infallible, fmt::Display};

use tezos_encoding::{BinWriter, EncodeError, HasEncoding, JsonAs, NomReader, View};
use tezos_hashes::{
    hash::{BlockHash, ChainId, blake2b_256},
    header::ShellHeader,
    keys::{Signature, Watermark},
};

use super::contents::{HeaderContents, JsonContents};
use crate::Protocol;

/// Defines a header type and its JSON counterpart, in which the votes are inlined among the other fields.
macro_rules! header {
    ($(#[$doc:meta])* $name:ident $json:ident $hook:ident { $($(#[$before_doc:meta])* $before:ident: $part:ty)? } { $($(#[$behind_doc:meta])* $behind:ident: $end:ty)? }) => {
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        $(#[$doc])*
        #[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
        pub struct $name {
            $($(#[$before_doc])* #[encoding(flatten)] pub $before: $part,)?
            /// The fields that the protocol adds.
            #[encoding(flatten)]
            pub contents: HeaderContents,
            $($(#[$behind_doc])* pub $behind: $end,)?
        }

        /// The fields as JSON shows them.
        #[derive(HasEncoding, NomReader, BinWriter)]
        struct $json {
            $(#[encoding(flatten)] $before: $part,)?
            #[encoding(flatten)]
            contents: JsonContents,
            $($behind: $end,)?
        }

        struct $hook;

        impl JsonAs<$name> for $hook {
            type Json = $json;

            fn to_json(header: $name) -> $json {
                $json {
                    $($before: header.$before,)?
                    contents: header.contents.into(),
                    $($behind: header.$behind,)?
                }
            }

            fn from_json(json: $json) -> Result<$name, impl Display> {
                Ok::<_, Infallible>($name {
                    $($before: json.$before,)?
                    contents: json.contents.into(),
                    $($behind: json.$behind,)?
                })
            }
        }
    };
}

header! {
    /// The contents of a block header and the signature, which the shell handles as opaque bytes.
    ///
    /// | bytes | field       | encoding           |
    /// |------:|-------------|--------------------|
    /// | n     | contents    | [`HeaderContents`] |
    /// | rest  | `signature` | [`Signature`]      |
    ///
    /// # Errors
    /// The errors of the fields.
    ///
    /// Rule: [`block_header_repr.ml`, `protocol_data_encoding`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/block_header_repr.ml
    #[encoding(json(with = "DataHook"))]
    HeaderProtocolData JsonData DataHook {} {
        /// The signature of the baker over the rest of the header.
        signature: Signature
    }
}

header! {
    /// The header of a block without the signature.
    ///
    /// | bytes | field    | encoding           |
    /// |------:|----------|--------------------|
    /// | n     | shell    | [`ShellHeader`]    |
    /// | n     | contents | [`HeaderContents`] |
    ///
    /// # Errors
    /// The errors of the fields.
    ///
    /// Rule: [`block_header_repr.ml`, `unsigned_encoding`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/block_header_repr.ml
    #[encoding(json(with = "UnsignedHook"))]
    UnsignedHeader JsonUnsigned UnsignedHook {
        /// The fields that every protocol has.
        shell: ShellHeader
    } {}
}

header! {
    /// The header of a block.
    ///
    /// | bytes | field       | encoding           |
    /// |------:|-------------|--------------------|
    /// | n     | shell       | [`ShellHeader`]    |
    /// | n     | contents    | [`HeaderContents`] |
    /// | rest  | `signature` | [`Signature`]      |
    ///
    /// # Errors
    /// The errors of the fields.
    ///
    /// Rule: [`block_header_repr.ml`, `encoding`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/block_header_repr.ml
    #[encoding(json(with = "FullHook"))]
    FullHeader JsonFull FullHook {
        /// The fields that every protocol has.
        shell: ShellHeader
    } {
        /// The signature of the baker over the rest of the header.
        signature: Signature
    }
}

impl FullHeader {
    /// Returns the block's hash: BLAKE2b-256 of the header's bytes.
    ///
    /// # Errors
    /// If the header cannot be encoded in this protocol.
    pub fn hash(&self, protocol: Protocol) -> Result<BlockHash, EncodeError> {
        protocol.encode(self).map(|bytes| BlockHash(blake2b_256(&bytes)))
    }

    /// Returns the header without its signature.
    #[must_use]
    pub fn unsigned(&self) -> UnsignedHeader {
        UnsignedHeader { shell: self.shell.clone(), contents: self.contents }
    }
}

impl UnsignedHeader {
    /// Returns the bytes that the baker signs: a watermark, then the header. The watermark is `11` and the chain id from protocol 012
    /// (Ithaca) on, and `01` and the chain id in earlier protocols.
    ///
    /// # Errors
    /// If the header cannot be encoded in this protocol.
    pub fn preimage(&self, protocol: Protocol, chain: ChainId) -> Result<Vec<u8>, EncodeError> {
        let bytes = protocol.encode(self)?;
        if protocol < Protocol::Ithaca {
            return Ok(Watermark::BlockHeader(chain).preimage(&bytes));
        }
        let watermark = [&[0x11], chain.as_bytes().as_slice()].concat();
        Ok(Watermark::Custom(&watermark).preimage(&bytes))
    }
}
