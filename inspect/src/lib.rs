//! What Tezos bytes are, for the tool `tezos-codec` and for the packages of other languages, which give the same answers.
//!
//! | module        | what it does                                                                            |
//! |---------------|-----------------------------------------------------------------------------------------|
//! | [`encodings`] | finds encodings by id or description                                                    |
//! | [`protocols`] | the encodings of each protocol, and the protocols whose encodings accept bytes          |
//! | [`read`]      | reads bytes in texts: hex, dumps, digits with separators, base64, base58check           |
//! | [`guess`]     | ranks the encodings that bytes fit by evidence                                          |
//! | [`nested`]    | splits bytes into parts, and opens bytes inside values that are values of their own     |
//! | [`reason`]    | what a reader expected and what it found                                                |
//! | [`hints`]     | the protocols that accept what an encoding refuses, and mistyped texts                  |
//! | [`numbers`]   | numbers in text                                                                         |
//! | [`tokens`]    | splits JSON into tokens                                                                 |
//!
//! ```
//! use tezos_codec_inspect::{guess::guesses, protocols::possible};
//!
//! let bytes = [0, 0, 0, 6, 0, 0x10, 0x7a, 0x06, 0xa7, 0x70];
//! assert_eq!(guesses(&bytes, false, &possible(None)).whole[0].named.id, "p2p_message");
//! ```

#![forbid(unsafe_code)]

pub mod encodings;
pub mod guess;
pub mod hints;
pub mod nested;
pub mod numbers;
pub mod protocols;
pub mod read;
pub mod reason;
#[cfg(test)]
#[path = "../../encoding/tests/common/shared.rs"]
mod shared;
pub mod tokens;
