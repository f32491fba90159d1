//! The fields of a block header that the protocol adds to those of the shell.

use core::{convert::Infallible, fmt::Display};

use tezos_encoding::{BinWriter, HasEncoding, JsonAs, NomReader, View};
use tezos_hashes::protocol::{BlockPayloadHash, NonceHash};

use super::votes::{JsonVotes, Votes};
use crate::chain::Round;

/// Defines a struct of the contents with one of the two types of votes, and the conversion from the struct with the other type.
macro_rules! contents {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident { $votes:ty } from $other:ident) => {
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[encoding(view = "Self")]
        $(#[$attribute])*
        $visibility struct $name {
            /// The position of the baker in the list of delegates that may bake at this level.
            #[encoding(until = 11)]
            pub priority: Option<u16>,
            /// Hash of the payload that the block proposes; see [`payload_hash`](super::payload_hash()).
            #[encoding(since = 12)]
            pub payload_hash: Option<BlockPayloadHash>,
            /// The round in which the payload was proposed first.
            #[encoding(since = 12)]
            pub payload_round: Option<Round>,
            /// The nonce chosen so that the hash of the header satisfies the proof of work.
            #[encoding(bytes)]
            pub proof_of_work_nonce: [u8; 8],
            /// Hash of a nonce to be revealed in the next cycle; present in some blocks of each cycle.
            pub seed_nonce_hash: Option<NonceHash>,
            /// The votes of the baker.
            #[encoding(flatten)]
            pub votes: $votes,
        }

        impl From<$other> for $name {
            fn from(contents: $other) -> Self {
                let $other { priority, payload_hash, payload_round, proof_of_work_nonce, seed_nonce_hash, votes } = contents;
                Self { priority, payload_hash, payload_round, proof_of_work_nonce, seed_nonce_hash, votes: votes.into() }
            }
        }
    };
}

contents! {
    /// The fields of a block header that the protocol adds to those of the shell, without the signature.
    ///
    /// | bytes   | field                 | encoding                                     |
    /// |--------:|-----------------------|----------------------------------------------|
    /// | 2       | `priority`            | `uint16`; until 011                          |
    /// | 32      | `payload_hash`        | [`BlockPayloadHash`]; from 012 on            |
    /// | 4       | `payload_round`       | [`Round`]; from 012 on                       |
    /// | 8       | `proof_of_work_nonce` | `bytes`                                      |
    /// | 1 or 33 | `seed_nonce_hash`     | `00`, or `ff` and a [`NonceHash`]            |
    /// | 0 or 1  | votes                 | [`Votes`]; from 010 on                       |
    ///
    /// The JSON of the votes differs from their bytes: see [`StandaloneContents`] for the JSON of these fields.
    ///
    /// # Errors
    /// The errors of the fields.
    ///
    /// Rule: [`block_header_repr.ml`, `contents_encoding`][rule], and the same file of each protocol.
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/block_header_repr.ml
    #[non_exhaustive]
    pub struct HeaderContents { Votes } from JsonContents
}

contents! {
    /// The fields as JSON shows them.
    pub(super) struct JsonContents { JsonVotes } from HeaderContents
}

/// A [`HeaderContents`] outside of a header.
///
/// In JSON the votes are inlined among the other fields, as everywhere in this module.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self", json(with = "ContentsHook"))]
#[allow(clippy::exhaustive_structs, reason = "a wrapper")]
pub struct StandaloneContents(pub HeaderContents);

struct ContentsHook;

impl JsonAs<StandaloneContents> for ContentsHook {
    type Json = JsonContents;

    fn to_json(contents: StandaloneContents) -> JsonContents {
        contents.0.into()
    }

    fn from_json(json: JsonContents) -> Result<StandaloneContents, impl Display> {
        Ok::<_, Infallible>(StandaloneContents(json.into()))
    }
}
