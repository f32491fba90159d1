//! Makes an operation, signs it, and prints what a node's `/injection/operation` takes.
//!
//! `cargo run -p tezos-protocols --features verify --example sign_and_forge`

use std::error::Error;

use tezos_hashes::hash::{BlockHash, ChainId};
use tezos_hashes::keys::{PublicKeyHash, Sign};
use tezos_hashes::protocol::ContractHash;
use tezos_hashes::secret::SecretKey;
use tezos_protocols::{
    Protocol,
    micheline::Micheline,
    numbers::Mutez,
    operation::{Manager, Transaction, Unsigned},
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let key: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?; // of Octez's sandbox
    let account = key.public_key_hash();
    let (protocol, chain): (_, ChainId) = (Protocol::Seoul, "NetXdQprcVkpaWU".parse()?);

    // The branch is a recent block, and the counters follow that of the account: a node knows both.
    let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    let token: ContractHash = "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn".parse()?;
    let argument: Micheline = r#"Pair 3 (Some "gold")"#.parse()?;

    let transfer = Transaction::transfer(recipient, "1.5".parse()?);
    let call = Transaction::transfer(token, Mutez::ZERO).call("mint".parse()?, argument);
    let batch =
        [Manager::new(account, 8, transfer).limits(1_500, 0), Manager::new(account, 9, call).limits(5_000, 100)];
    let operation = Unsigned::batch(branch, batch)?.with_minimal_fee(protocol)?.sign(protocol, chain, &key)?;
    operation.verify(protocol, chain, &key.public_key())?;

    println!("{}", hex::encode(protocol.encode(&operation)?));
    println!("{}", operation.hash(protocol)?);
    println!("{}", protocol.to_json(&operation)?);
    Ok(())
}
