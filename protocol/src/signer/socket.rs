//! Requests and responses as they are sent over a socket, TCP or Unix: in frames with a size of 2 bytes. A response is a result, which is an
//! error if the signer refuses.
//!
//! A client sends a request and reads an [`Answer`]; a server reads a [`Frame`] of a [`Request`] and [responds](Call::respond). The compiler
//! checks that the response is the one to this request. `tezos_encoding::stream::Values` reads frames from a socket; the examples
//! `signer_server` and `signer_client` are programs.
//!
//! ```
//! use tezos_encoding::Decode;
//! use tezos_hashes::{keys::Sign, secret::SecretKey};
//! use tezos_protocols::signer::{Request, SignRequest, SignResponse, socket::{Answer, Call, Frame, Trace}};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
//!
//! // The client sends:
//! let request = SignRequest { pkh: secret.public_key_hash().into(), data: vec![3, 1, 2], signature: None };
//! let sent = request.to_frame()?;
//! assert_eq!(sent[..4], [0, 29, 0, 0]); // 29 bytes, the tag of `Sign`, the tag of an Ed25519 key
//!
//! // The signer sends:
//! let Frame(Request::Sign(request)) = Frame::from_bytes(&sent)? else { panic!() };
//! let sent = if request.data.starts_with(&[3]) {
//!     request.respond(Ok(SignResponse { signature: secret.sign(&request.data) }))?
//! } else {
//!     request.respond(Err(Trace::failure("only operations are signed")))?
//! };
//! assert_eq!(sent[..3], [0, 65, 0]); // 65 bytes, the tag of a response
//!
//! // The client reads:
//! let Frame(answer) = Answer::<SignRequest>::from_bytes(&sent)?;
//! secret.public_key().verify(&[3, 1, 2], &answer.into_result()?.signature)?;
//! # Ok(())
//! # }
//! ```
//!
//! A signer may require that requests to sign and requests about nonces are signed by an authorized key. A client asks for these keys with an
//! [`AuthorizedKeysRequest`], and puts the signature of [`SignRequest::preimage`] into the request.
//!
//! Rules: [`socket.ml`][rule]; [`socket_daemon.ml`][daemon].
//!
//! [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/unix/socket.ml
//! [daemon]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/bin_signer/socket_daemon.ml

use alloc::{string::String, vec, vec::Vec};
use core::{error, fmt};

use tezos_encoding::{BinWriter, Decode, Encode, EncodeError, HasEncoding, NomReader, ToJson, View};

use super::{
    AuthorizedKeysResponse, BlsProvePossessionRequest, BlsProvePossessionResponse, DeterministicNonceHashRequest,
    DeterministicNonceHashResponse, DeterministicNonceRequest, DeterministicNonceResponse, KnownKeysResponse,
    PublicKeyRequest, PublicKeyResponse, Request, SignRequest, SignResponse, SupportsDeterministicNoncesRequest,
    SupportsDeterministicNoncesResponse,
};
use crate::chain::ProtocolError;

/// A message with its size, as sockets of Octez carry it.
///
/// | bytes | field | encoding                                      |
/// |------:|-------|-----------------------------------------------|
/// | 2 + n |       | `dynamic(kind = "u16")`, the message `T` |
///
/// Frames can follow one another, so a decoder of `tezos_encoding::stream` reads them while their bytes arrive. No more than 65,537 bytes are
/// kept of an incomplete frame.
///
/// ```
/// use tezos_encoding::Decode;
/// use tezos_protocols::signer::{Request, socket::Frame};
///
/// let received = [0, 1, 6, 0, 1];
/// let (Frame(request), rest) = Frame::<Request>::from_prefix(&received).unwrap();
/// assert_eq!(request, Request::KnownKeys);
/// assert_eq!(rest, [0, 1]);
/// let error = Frame::<Request>::from_prefix(rest).unwrap_err();
/// assert_eq!(error.missing().map(|bytes| bytes.get()), Some(1));
/// ```
///
/// # Errors
/// `Size_limit_exceeded` when writing a message of more than 65,535 bytes; `Not_enough_data`, `Extra_bytes`; the errors of the message.
///
/// Rule: [`socket.ml`, `send` and `recv`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/unix/socket.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame<T>(#[encoding(dynamic(kind = "u16"))] pub T);

/// The frame that answers a request.
pub type Answer<C> = Frame<TzResult<<C as Call>::Response>>;

/// A value or the errors instead of it: `tzresult` in OCaml.
///
/// | bytes | field    | encoding               |
/// |------:|----------|------------------------|
/// | 1     | tag      | 0 or 1                 |
/// | n     | `result` | `T`, with the tag 0    |
/// | 4 + n | `error`  | [`Trace`], with the tag 1 |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`monad_maker.ml`, `result_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_error_monad/monad_maker.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum TzResult<T> {
    /// The value.
    Ok {
        /// The value.
        result: T,
    },
    /// The errors.
    Error {
        /// The errors.
        error: Trace,
    },
}

impl<T> TzResult<T> {
    /// Returns the value.
    ///
    /// # Errors
    /// The errors, if there is no value.
    pub fn into_result(self) -> Result<T, Trace> {
        match self {
            Self::Ok { result } => Ok(result),
            Self::Error { error } => Err(error),
        }
    }
}

impl<T> From<Result<T, Trace>> for TzResult<T> {
    fn from(result: Result<T, Trace>) -> Self {
        match result {
            Ok(result) => Self::Ok { result },
            Err(error) => Self::Error { error },
        }
    }
}

/// Errors of Octez, the first of which happened last: `tztrace` in OCaml. There is at least one, which is not checked.
///
/// | bytes | field | encoding                               |
/// |------:|-------|----------------------------------------|
/// | 4 + n |       | `dynamic`, a list of [`ProtocolError`]s |
///
/// # Errors
/// The errors of the list.
///
/// Rule: [`TzTrace.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_error_monad/TzTrace.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Trace(#[encoding(dynamic, list)] pub Vec<ProtocolError>);

impl Trace {
    /// Returns one error with a message, as `failwith` of Octez does.
    ///
    /// ```
    /// use tezos_protocols::signer::socket::Trace;
    /// let error = Trace::failure("no such key");
    /// assert_eq!(error.to_string(), r#"{"kind":"temporary","id":"failure","msg":"no such key"}"#);
    /// ```
    ///
    /// Rule: [`error_monad.ml`, `Exn`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_error_monad/error_monad.ml
    #[must_use]
    pub fn failure(message: &str) -> Self {
        let json = Failure { kind: (), id: (), msg: message.into() }.to_json();
        Self(json.ok().and_then(|json| json.parse().ok()).map_or_else(Vec::new, |error| vec![ProtocolError(error)]))
    }
}

impl fmt::Display for Trace {
    /// Writes the JSON of each error, separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, ProtocolError(error)) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl error::Error for Trace {}

/// The JSON of an error with nothing but a message.
#[derive(HasEncoding, NomReader, BinWriter)]
struct Failure {
    #[encoding(constant = "temporary")]
    kind: (),
    #[encoding(constant = "failure")]
    id: (),
    msg: String,
}

/// A request of one kind, and the type of the response to it.
pub trait Call: Into<Request> {
    /// The response.
    type Response: Encode + for<'a> Decode<'a>;

    /// Returns the bytes that a client sends: the frame of the request.
    ///
    /// # Errors
    /// `Size_limit_exceeded` if the request has more than 65,535 bytes.
    fn to_frame(self) -> Result<Vec<u8>, EncodeError> {
        Frame(self.into()).to_bytes()
    }

    /// Returns the bytes that a signer sends: the frame of the response, or of the errors instead of it.
    ///
    /// # Errors
    /// `Size_limit_exceeded` if the response has more than 65,535 bytes; the errors of writing the response.
    fn respond(&self, result: Result<Self::Response, Trace>) -> Result<Vec<u8>, EncodeError> {
        Frame(TzResult::from(result)).to_bytes()
    }
}

/// Asks whether requests have to be signed, and with which keys: [`Request::AuthorizedKeys`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AuthorizedKeysRequest;

/// Asks which keys the signer has: [`Request::KnownKeys`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KnownKeysRequest;

/// `request, response: the request as one of any kind;`
macro_rules! calls {
    ($($request:ident, $response:ident: $pattern:pat => $any:expr;)+) => {$(
        impl From<$request> for Request {
            fn from($pattern: $request) -> Self {
                $any
            }
        }

        impl Call for $request {
            type Response = $response;
        }
    )+};
}

calls! {
    SignRequest, SignResponse: request => Self::Sign(request);
    PublicKeyRequest, PublicKeyResponse: request => Self::PublicKey(request);
    AuthorizedKeysRequest, AuthorizedKeysResponse: _ => Self::AuthorizedKeys;
    DeterministicNonceRequest, DeterministicNonceResponse: request => Self::DeterministicNonce(request);
    DeterministicNonceHashRequest, DeterministicNonceHashResponse: request => Self::DeterministicNonceHash(request);
    SupportsDeterministicNoncesRequest, SupportsDeterministicNoncesResponse:
        request => Self::SupportsDeterministicNonces(request);
    KnownKeysRequest, KnownKeysResponse: _ => Self::KnownKeys;
    BlsProvePossessionRequest, BlsProvePossessionResponse: request => Self::BlsProvePossession(request);
}
