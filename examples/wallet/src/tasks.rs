//! The five tasks of a wallet. The lines between `task:` and `end` are counted for `examples/README.md`.

use std::error::Error;

use tezos_hashes::hash::{BlockHash, ChainId, OperationHash};
use tezos_hashes::keys::{PublicKeyHash, Sign};
use tezos_hashes::protocol::ContractHash;
use tezos_hashes::secret::SecretKey;
use tezos_protocols::Protocol;
use tezos_protocols::micheline::Micheline;
use tezos_protocols::numbers::Mutez;
use tezos_protocols::operation::{
    Batch, Destination, Manager, Operation, Origination, Reveal, Script, Transaction, Unsigned,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

// task: shared
/// What a node knows.
pub(crate) struct Node {
    pub(crate) protocol: Protocol,
    pub(crate) chain: ChainId,
    /// A recent block.
    pub(crate) branch: BlockHash,
    /// One more than the counter of the account.
    pub(crate) counter: u64,
    /// The limits of gas and storage of a call or an origination, from a simulation.
    pub(crate) limits: (u64, u64),
}

/// Signs an operation, and returns its hash and what is injected.
fn sign(key: &SecretKey, node: &Node, unsigned: Unsigned) -> Result<(OperationHash, String)> {
    let operation = unsigned.with_minimal_fee(node.protocol)?.sign(node.protocol, node.chain, key)?;
    Ok((operation.hash(node.protocol)?, hex::encode(node.protocol.encode(&operation)?)))
}
// end

// task: address
/// Returns the address of a key, whose text is plain or encrypted.
pub(crate) fn address(text: &str, password: &str) -> Result<PublicKeyHash> {
    Ok(SecretKey::from_text(text, password.as_bytes())?.public_key_hash())
}
// end

// task: transfer
/// Transfers tez to an account, which is created if need be.
pub(crate) fn transfer(key: &SecretKey, node: &Node, to: &str, tez: &str) -> Result<(OperationHash, String)> {
    let transfer = Transaction::transfer(to.parse::<Destination>()?, tez.parse()?);
    let transfer = Manager::new(key.public_key_hash(), node.counter, transfer).limits(3_040, 257);
    sign(key, node, Unsigned::new(node.branch, transfer))
}
// end

// task: batch
/// Reveals the key of an account, transfers tez, and calls a contract with an argument in Michelson.
pub(crate) fn batch(
    key: &SecretKey,
    node: &Node,
    (to, tez): (&str, &str),
    (contract, entrypoint, argument): (&str, &str, &str),
) -> Result<(OperationHash, String)> {
    let reveal = Reveal::new(key.public_key()).with_proof(key.prove_possession());
    let transfer = Transaction::transfer(to.parse::<Destination>()?, tez.parse()?);
    let call = Transaction::transfer(contract.parse::<ContractHash>()?, Mutez::ZERO)
        .call(entrypoint.parse()?, argument.parse::<Micheline>()?);
    let (gas, storage) = node.limits;
    let batch = Batch::new(key.public_key_hash(), node.counter)
        .add(reveal, 3_000, 0)
        .add(transfer, 3_040, 257)
        .add(call, gas, storage);
    sign(key, node, batch.unsigned(node.branch)?)
}
// end

// task: originate
/// Creates a contract from a script and its initial storage, in Michelson. Returns its address too.
pub(crate) fn originate(
    key: &SecretKey,
    node: &Node,
    code: &str,
    storage: &str,
) -> Result<(OperationHash, String, ContractHash)> {
    let (gas, storage_bytes) = node.limits;
    let origination = Origination::new(Script::parse(code, storage)?);
    let origination = Manager::new(key.public_key_hash(), node.counter, origination).limits(gas, storage_bytes);
    let (hash, hex) = sign(key, node, Unsigned::new(node.branch, origination))?;
    Ok((hash, hex, ContractHash::of_origination(&hash, 0)))
}
// end

// task: inspect
/// Verifies an operation that is ready for injection, and returns what was signed in words.
pub(crate) fn inspect(protocol: Protocol, chain: ChainId, hex: &str, public_key: &str) -> Result<String> {
    let operation: Operation = protocol.decode(&hex::decode(hex)?)?;
    operation.verify(protocol, chain, &public_key.parse()?)?;
    Ok(operation.human().to_string())
}
// end
