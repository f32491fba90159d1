//! The messages of a remote signer: the requests of a baker or wallet to the process that holds its keys, and its responses.
//!
//! | tag | request                                                     | response                                 |
//! |----:|-------------------------------------------------------------|------------------------------------------|
//! | 0   | [`SignRequest`]                                             | [`SignResponse`]                         |
//! | 1   | [`PublicKeyRequest`]                                        | [`PublicKeyResponse`]                    |
//! | 2   | [`AuthorizedKeysRequest`](socket::AuthorizedKeysRequest)    | [`AuthorizedKeysResponse`]               |
//! | 3   | [`DeterministicNonceRequest`]                               | [`DeterministicNonceResponse`]           |
//! | 4   | [`DeterministicNonceHashRequest`]                           | [`DeterministicNonceHashResponse`]       |
//! | 5   | [`SupportsDeterministicNoncesRequest`]                      | [`SupportsDeterministicNoncesResponse`]  |
//! | 6   | [`KnownKeysRequest`](socket::KnownKeysRequest)              | [`KnownKeysResponse`]                    |
//! | 7   | [`BlsProvePossessionRequest`]                               | [`BlsProvePossessionResponse`]           |
//!
//! [`socket`] has the frames in which they are sent, and the errors that a signer returns instead of a response.
//!
//! ```
//! use tezos_encoding::{Decode, Encode, ToJson};
//! use tezos_protocols::signer::{PublicKeyRequest, Request};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let request = Request::PublicKey(PublicKeyRequest { pkh: "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()? });
//! let bytes = request.to_bytes()?;
//! assert_eq!(bytes[..3], [1, 0, 2]);
//! assert_eq!(Request::from_bytes(&bytes)?, request);
//! assert_eq!(request.to_json()?, r#"{"kind":"public_key","pkh":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"}"#);
//! # Ok(())
//! # }
//! ```
//!
//! Rule for all: [`signer_messages.ml`][rule].
//!
//! [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_signer_services/signer_messages.ml

mod key;
mod request;
mod response;
pub mod socket;

pub use key::*;
pub use request::*;
pub use response::*;
