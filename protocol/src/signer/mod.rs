//! The messages of a remote signer: the requests of a baker or wallet to the process that holds its keys, and its responses.
//!
//! | tag | request                         | answer                                   |
//! |----:|---------------------------------|------------------------------------------|
//! | 0   | `Sign`                          | [`SignResponse`]                         |
//! | 1   | `Public_key`                    | [`PublicKeyResponse`]                    |
//! | 2   | `Authorized_keys`               | [`AuthorizedKeysResponse`]               |
//! | 3   | `Deterministic_nonce`           | [`DeterministicNonceResponse`]           |
//! | 4   | `Deterministic_nonce_hash`      | [`DeterministicNonceHashResponse`]       |
//! | 5   | `Supports_deterministic_nonces` | [`SupportsDeterministicNoncesResponse`]  |
//! | 6   | `Known_keys`                    | [`KnownKeysResponse`]                    |
//! | 7   | `Bls_prove_possession`          | [`BlsProvePossessionResponse`]           |
//!
//! ```
//! use tezos_encoding::{Decode, Encode, ToJson};
//! use tezos_protocols::signer::Request;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let request = Request::PublicKey { pkh: "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()? };
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

pub use key::*;
pub use request::*;
pub use response::*;
