//! Makes an operation, signs it, and prints what a node's `/injection/operation` takes.
//!
//! `cargo run -p tezos-protocols --features verify --example sign_and_forge`

use std::error::Error;
use std::str::FromStr;

use ed25519_dalek::{Signer, SigningKey};
use tezos_hashes::hash::{BlockHash, ChainId, blake2b_256};
use tezos_protocols::{
    Protocol,
    keys::{Ed25519PublicKey, Ed25519Signature, PublicKey, Signature},
    micheline::Micheline,
    numbers::Mutez,
    operation::{Contents, Manager, Operation, Parameters, ProtocolData, Transaction, Unsigned},
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let secret = SigningKey::from_bytes(&[7; 32]); // a real one comes from a wallet
    let key = PublicKey::Ed25519(Ed25519PublicKey(secret.verifying_key().to_bytes()));
    let (protocol, chain): (_, ChainId) = (Protocol::Seoul, "NetXdQprcVkpaWU".parse()?);

    // The branch is a recent block, and the counters follow that of the account: a node knows both.
    let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    let sent_by = |counter: u64, operation| Manager {
        source: key.hash(),
        fee: 1_000.into(),
        counter: counter.into(),
        gas_limit: 5_000.into(),
        storage_limit: 100.into(),
        operation,
    };
    let transfer = Transaction {
        amount: "1.5".parse()?,
        destination: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?,
        parameters: None,
    };
    let call = Transaction {
        amount: Mutez::ZERO,
        destination: "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn".parse()?,
        parameters: Some(Parameters {
            entrypoint: "mint".parse()?,
            value: Micheline::from_str("Pair 3 (Some \"gold\")")?.into(),
        }),
    };
    let contents = vec![Contents::Transaction(sent_by(8, transfer)), Contents::Transaction(sent_by(9, call))];
    let unsigned = Unsigned { branch, contents };

    // A key signs the hash of a watermark and the bytes.
    let digest = blake2b_256(&unsigned.preimage(protocol, chain)?);
    let signature = Signature::Ed25519(Ed25519Signature(secret.sign(&digest).to_bytes()));
    let operation = Operation { branch, protocol_data: ProtocolData { contents: unsigned.contents, signature } };
    operation.verify(protocol, chain, &key)?;

    println!("{}", hex::encode(protocol.encode(&operation)?));
    println!("{}", operation.hash(protocol)?);
    println!("{}", protocol.to_json(&operation)?);
    Ok(())
}
