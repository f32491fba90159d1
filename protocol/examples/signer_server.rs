//! Signs for clients that connect to a Unix socket, as `octez-signer launch local signer` does, but operations only.
//!
//! `cargo run -p tezos-protocols --features verify --example signer_server SOCKET <KEYS`: KEYS has a secret key on each line.

use std::{env, error::Error, fs, io, io::Write, os::unix::net::UnixListener, os::unix::net::UnixStream, thread};

use tezos_encoding::{EncodeError, stream::Values};
use tezos_hashes::secret::SecretKey;
use tezos_protocols::{
    keys::{PublicKeyHash, Sign},
    signer::{
        AuthorizedKeysResponse, BlsProvePossessionResponse, KnownKeysResponse, PublicKeyResponse, Request, SignRequest,
        SignResponse, SignatureVersion, SupportsDeterministicNoncesResponse,
        socket::{AuthorizedKeysRequest, Call, Frame, KnownKeysRequest, Trace},
    },
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("expected the path of a socket")?;
    let keys = io::read_to_string(io::stdin())?.lines().map(str::parse).collect::<Result<Vec<_>, _>>()?;
    let _ = fs::remove_file(&path); // of a signer that has ended
    let listener = UnixListener::bind(path)?;
    thread::scope(|scope| {
        for client in listener.incoming() {
            let (client, keys) = (client?, &keys);
            scope.spawn(move || serve(&client, keys).unwrap_or_else(|error| eprintln!("connection closed: {error}")));
        }
        Ok(())
    })
}

/// Responds to the requests of a client until it closes the connection.
pub(crate) fn serve(mut client: &UnixStream, keys: &[SecretKey]) -> Result<(), Box<dyn Error>> {
    for request in Values::<_, Frame<Request>>::new(client) {
        let Frame(request) = request?;
        client.write_all(&respond(request, keys)?)?;
    }
    Ok(())
}

fn respond(request: Request, keys: &[SecretKey]) -> Result<Vec<u8>, EncodeError> {
    let key_of = |pkh: PublicKeyHash| {
        let key = keys.iter().find(|key| key.public_key_hash() == pkh);
        key.ok_or_else(|| Trace::failure(&format!("there is no key of {pkh}")))
    };
    let no_nonces = || Trace::failure("nonces are not made");
    match request {
        Request::Sign(request) => request.respond(key_of(request.pkh.into()).and_then(|key| sign(key, &request))),
        Request::PublicKey(request) => {
            request.respond(key_of(request.pkh).map(|key| PublicKeyResponse { pubkey: key.public_key() }))
        }
        Request::AuthorizedKeys => AuthorizedKeysRequest.respond(Ok(AuthorizedKeysResponse::NoAuthentication)),
        Request::DeterministicNonce(request) => request.respond(Err(no_nonces())),
        Request::DeterministicNonceHash(request) => request.respond(Err(no_nonces())),
        Request::SupportsDeterministicNonces(request) => {
            request.respond(Ok(SupportsDeterministicNoncesResponse { is_supported: false }))
        }
        Request::KnownKeys => KnownKeysRequest
            .respond(Ok(KnownKeysResponse { known_keys: keys.iter().map(SecretKey::public_key_hash).collect() })),
        Request::BlsProvePossession(request) => request.respond(key_of(request.pkh).and_then(|key| {
            let proof = key.prove_possession().filter(|_| request.override_pk.is_none());
            let proof = proof.ok_or_else(|| Trace::failure("only the possession of a BLS key is proved"))?;
            Ok(BlsProvePossessionResponse { bls_prove_possession: proof })
        })),
    }
}

fn sign(key: &SecretKey, request: &SignRequest) -> Result<SignResponse, Trace> {
    if !request.data.starts_with(&[3]) {
        return Err(Trace::failure("only operations are signed, whose first byte is 3"));
    }
    let signature = match request.pkh.version() {
        Some(SignatureVersion::V0 | SignatureVersion::V1) => key.sign_augmented(&request.data),
        _ => key.sign(&request.data),
    };
    Ok(SignResponse { signature })
}
