//! Keys as texts and as bytes: the account of a key, and a signature with it.
//!
//! `cargo run -p tezos-hashes --features verify --example keys`

use std::error::Error;

use ed25519_dalek::{Signer, SigningKey};
use tezos_encoding::prelude::*;
use tezos_hashes::{
    base58,
    keys::{Ed25519PublicKey, Ed25519Signature, PublicKey, PublicKeyHash, Signature, Watermark},
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // The text of a key says its algorithm, and so does that of the account that it belongs to.
    let key: PublicKey = "edpkvGfYw3LyB1UcCahKQk4rF2tvbMUk8GFiTuMjL75uGXrpvKXhjn".parse()?;
    let account = key.hash();
    assert_eq!(account.to_string(), "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb");

    // In bytes, a tag says it.
    let bytes = account.to_bytes()?;
    println!("{account} in bytes: {bytes:02x?}");
    assert_eq!(PublicKeyHash::from_bytes(&bytes)?, account);

    // A mistake in a copied text is found; any text says what it is.
    if let Err(error) = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcja".parse::<PublicKeyHash>() {
        println!("{error}");
    }
    let kind = base58::recognise("BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2");
    assert_eq!(kind.map(|kind| kind.name), Some("block_hash"));

    // What is signed starts with a watermark, so that the signature of a text is never that of an operation.
    let secret = SigningKey::from_bytes(&[7; 32]);
    let key = PublicKey::Ed25519(Ed25519PublicKey(secret.verifying_key().to_bytes()));
    let text = Watermark::Custom(&[5]).preimage(b"hello");
    let digest = tezos_hashes::hash::blake2b_256(&text); // what Tezos signs with Ed25519
    let signature = Signature::Ed25519(Ed25519Signature(secret.sign(&digest).to_bytes()));
    println!("{signature} by {key}");
    key.verify(&text, &signature)?;
    assert!(key.verify(&Watermark::GenericOperation.preimage(b"hello"), &signature).is_err());
    Ok(())
}
