//! Has an operation signed by a signer that listens on a Unix socket: `octez-signer`, or the example `signer_server`.
//!
//! `cargo run -p tezos-protocols --features verify --example signer_client SOCKET PUBLIC_KEY_HASH`

use std::{env, error::Error, io::Write, os::unix::net::UnixStream};

use tezos_encoding::stream::Values;
use tezos_protocols::{
    Protocol,
    keys::PublicKeyHash,
    operation::{Delegation, Manager, Operation, Unsigned},
    signer::{
        PublicKeyRequest, PublicKeyResponse, SignRequest, SignResponse,
        socket::{Answer, Call, Frame},
    },
};

fn main() -> Result<(), Box<dyn Error>> {
    let [path, pkh] = [1, 2].map(|index| env::args().nth(index).ok_or("expected the path of a socket, and a hash"));
    println!("{}", hex::encode(Protocol::Tallinn.encode(&delegation(&UnixStream::connect(path?)?, pkh?.parse()?)?)?));
    Ok(())
}

/// Sends a request and returns the response to it.
pub(crate) fn call<C: Call>(mut signer: &UnixStream, request: C) -> Result<C::Response, Box<dyn Error>> {
    signer.write_all(&request.to_frame()?)?;
    let answer = Values::<_, Answer<C>>::new(signer).next();
    let Frame(answer) = answer.ok_or("the signer has closed the connection")??;
    Ok(answer.into_result()?)
}

/// Returns a signed operation that withdraws the delegate of an account. The signature is verified.
pub(crate) fn delegation(signer: &UnixStream, pkh: PublicKeyHash) -> Result<Operation, Box<dyn Error>> {
    let (protocol, chain) = (Protocol::Tallinn, "NetXdQprcVkpaWU".parse()?);
    let branch = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    let withdrawal = Manager::new(pkh, 8, Delegation::new(None)).limits(1_000, 0);
    let unsigned = Unsigned::new(branch, withdrawal).with_minimal_fee(protocol)?;

    let PublicKeyResponse { pubkey } = call(signer, PublicKeyRequest { pkh })?;
    let data = unsigned.preimage(protocol, chain)?;
    let SignResponse { signature } = call(signer, SignRequest { pkh: pkh.into(), data, signature: None })?;

    let operation = unsigned.with_signature(signature);
    operation.verify(protocol, chain, &pubkey)?;
    Ok(operation)
}
