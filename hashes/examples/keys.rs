//! Keys as texts and as bytes: the account of a key, and a signature with it.
//!
//! `cargo run -p tezos-hashes --features verify --example keys`

use std::error::Error;

use tezos_encoding::prelude::*;
use tezos_hashes::{
    base58,
    keys::{PublicKey, PublicKeyHash, Sign, Watermark},
    secret::SecretKey,
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
    let secret: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
    let key = secret.public_key();
    let text = Watermark::Custom(&[5]).preimage(b"hello");
    let signature = secret.sign(&text);
    println!("{signature} by {key}");
    key.verify(&text, &signature)?;
    assert!(key.verify(&Watermark::GenericOperation.preimage(b"hello"), &signature).is_err());
    Ok(())
}
