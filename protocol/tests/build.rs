//! Operations that are built, checked and signed.

use tezos_hashes::hash::{BlockHash, ChainId};
use tezos_hashes::keys::{PublicKey, PublicKeyHash, Sign};
use tezos_hashes::protocol::ContractHash;
use tezos_hashes::secret::{BlsSecretKey, Ed25519Seed, Mldsa44SecretKey, P256SecretKey, Secp256k1SecretKey, SecretKey};
use tezos_protocols::Protocol;
use tezos_protocols::micheline::Micheline;
use tezos_protocols::numbers::Mutez;
use tezos_protocols::operation::*;

const BRANCH: BlockHash = BlockHash([7; 32]);
const CHAIN: ChainId = ChainId([122, 6, 167, 112]);

fn keys() -> [SecretKey; 5] {
    let entropy = [9; 32];
    [
        Ed25519Seed::from_entropy(&entropy).try_into().unwrap(),
        Secp256k1SecretKey::from_entropy(&entropy).unwrap().try_into().unwrap(),
        P256SecretKey::from_entropy(&entropy).unwrap().try_into().unwrap(),
        BlsSecretKey::from_entropy(&entropy).unwrap().try_into().unwrap(),
        Mldsa44SecretKey::from_entropy(&entropy).try_into().unwrap(),
    ]
}

fn transfer(source: PublicKeyHash, counter: u64) -> Manager<Transaction> {
    Manager::new(source, counter, Transaction::transfer(source, Mutez::from(1))).limits(1_500, 0)
}

/// An operation of each algorithm verifies, has the predicted size, and pays what a node demands.
#[test]
fn operations_of_each_algorithm() {
    let protocol = Protocol::Alpha;
    for key in keys() {
        let source = key.public_key_hash();
        let reveal = Reveal::new(key.public_key()).with_proof(key.prove_possession());
        let batch: [Contents; 2] =
            [Manager::new(source, 8, reveal).limits(3_000, 0).into(), transfer(source, 9).into()];
        let unsigned = Unsigned::batch(BRANCH, batch).unwrap().with_minimal_fee(protocol).unwrap();
        let size = unsigned.signed_len(protocol).unwrap();
        let operation = unsigned.clone().sign(protocol, CHAIN, &key).unwrap();
        operation.verify(protocol, CHAIN, &key.public_key()).unwrap();
        assert_eq!(protocol.encode(&operation).unwrap().len(), size, "{source}");

        let fees = unsigned.contents.iter().map(|contents| contents.manager().unwrap().fee.mutez());
        let demanded = 100 + (3_000 + 1_500) / 10 + u64::try_from(size).unwrap();
        assert_eq!(fees.collect::<Vec<_>>(), [demanded, 0], "{source}");
        assert_eq!(unsigned.minimal_fee(protocol).unwrap().mutez(), demanded);
    }
}

/// The fee is part of the bytes for which it pays.
#[test]
fn a_fee_that_takes_another_byte_is_paid_for() {
    let source = keys()[0].public_key_hash();
    let fees = (0..200_000).step_by(97).map(|gas| {
        let unsigned =
            Unsigned::new(BRANCH, transfer(source, 8).limits(gas, 0)).with_minimal_fee(Protocol::Seoul).unwrap();
        let fee = unsigned.contents[0].manager().unwrap().fee;
        let demanded = unsigned.minimal_fee(Protocol::Seoul).unwrap();
        assert!(fee >= demanded && fee.mutez() - demanded.mutez() <= 1, "{gas}: {fee}, {demanded}");
        fee
    });
    let fees: Vec<_> = fees.collect();
    assert!(fees.is_sorted() && fees.first() < Some(&Mutez::from(300)) && fees.last() > Some(&Mutez::from(16_384)));
}

#[test]
fn the_fees_of_a_node() {
    let fees = MempoolFees::default();
    // 100 mutez, a tenth for each unit of gas, one for each byte; the sum is rounded up.
    for (size, gas, fee) in [(0, 0, 100), (1, 0, 101), (0, 1, 101), (0, 10, 101), (0, 11, 102), (152, 1_420, 394)] {
        assert_eq!(fees.of(size, gas), Mutez::from(fee), "{size} bytes, {gas} units");
    }
    let mut cheaper = fees;
    cheaper.minimal_nanotez_per_byte = 250;
    assert_eq!(cheaper.of(3, 0), Mutez::from(101));
    assert_eq!(fees.of(usize::MAX, u64::MAX), Mutez::new(u64::MAX.div_ceil(1_000) + 100).unwrap());
}

#[test]
fn batches_that_a_node_refuses() {
    let [one, other, ..] = keys();
    let (source, key) = (one.public_key_hash(), one.public_key());
    let batch = |contents: &[Contents]| Unsigned::batch(BRANCH, contents.to_vec()).unwrap_err().to_string();
    let reveal = |counter: u64, key: PublicKey| Contents::from(Manager::new(source, counter, Reveal::new(key)));
    let transfer = |counter| Contents::from(transfer(source, counter));
    let noop = || Contents::FailingNoop(FailingNoop::new(b"x".to_vec()));

    assert_eq!(batch(&[]), "an operation has at least one of the contents");
    assert_eq!(batch(&[transfer(1), transfer(3)]), "contents[1]: expected the counter 2, found 3");
    assert_eq!(batch(&[transfer(2), transfer(1)]), "contents[1]: expected the counter 3, found 1");
    assert_eq!(
        batch(&[transfer(1), reveal(2, key.clone())]),
        "contents[1]: only the first of the contents can reveal a key"
    );
    let of_other = Contents::from(super::build::transfer(other.public_key_hash(), 2));
    assert_eq!(
        batch(&[transfer(1), of_other]),
        format!("contents[1]: expected an operation of {source}, found one of {}", other.public_key_hash())
    );
    assert_eq!(
        batch(&[reveal(1, other.public_key())]),
        format!("contents[0]: expected the key of {source}, found that of {}", other.public_key_hash())
    );
    let alone = "an operation with several contents has manager operations only: make this an operation of its own";
    assert_eq!(batch(&[transfer(1), noop()]), format!("contents[1]: {alone}"));
    assert_eq!(batch(&[noop(), transfer(1)]), format!("contents[0]: {alone}"));

    assert!(Unsigned::batch(BRANCH, [noop()]).is_ok());
    assert!(Unsigned::batch(BRANCH, [reveal(1, key), transfer(2), transfer(3)]).is_ok());
    let wraps = [
        transfer(u64::from(u32::MAX)),
        Contents::from(Manager::new(source, u64::from(u32::MAX) + 1, Delegation::new(None))),
    ];
    assert!(Unsigned::batch(BRANCH, wraps).is_ok());
}

#[test]
fn keys_that_cannot_sign() {
    let [ed25519, secp256k1, _, bls, _] = keys();
    let unsigned = || Unsigned::new(BRANCH, transfer(ed25519.public_key_hash(), 8));
    let error = unsigned().sign(Protocol::Seoul, CHAIN, &secp256k1).unwrap_err();
    let [expected, found] = [&ed25519, &secp256k1].map(|key| key.public_key_hash());
    assert_eq!(error.to_string(), format!("expected the key of {expected}, found that of {found}"));

    let of_bls = || Unsigned::new(BRANCH, transfer(bls.public_key_hash(), 8));
    let error = of_bls().sign(Protocol::Quebec, CHAIN, &bls).unwrap_err();
    assert_eq!(error, SignError::Augmented(Protocol::Quebec));
    let preimage = of_bls().preimage(Protocol::Quebec, CHAIN).unwrap();
    let operation = of_bls().with_signature(bls.sign_augmented(&preimage));
    operation.verify(Protocol::Quebec, CHAIN, &bls.public_key()).unwrap();

    let error = of_bls().sign(Protocol::Carthage, CHAIN, &ed25519).unwrap_err();
    assert!(matches!(error, SignError::Key { .. }));
    let none = Unsigned { branch: BRANCH, contents: Vec::new() };
    assert_eq!(none.sign(Protocol::Seoul, CHAIN, &ed25519).unwrap_err(), SignError::Batch(BatchError::Empty));
}

/// A builder makes the value that the JSON of a node has.
#[test]
fn built_operations_are_those_of_their_json() {
    let source = keys()[0].public_key_hash();
    let token: ContractHash = "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn".parse().unwrap();
    let argument: Micheline = "Pair 3 \"gold\"".parse().unwrap();
    let call = Transaction::transfer(token, "0.5".parse().unwrap()).call("mint".parse().unwrap(), argument);
    let contents = Contents::from(Manager::new(source, 8, call).fee(Mutez::from(400)).limits(5_000, 100));
    let json = format!(
        r#"{{"kind":"transaction","source":"{source}","fee":"400","counter":"8","gas_limit":"5000","storage_limit":"100","amount":"500000","destination":"{token}","parameters":{{"entrypoint":"mint","value":{{"prim":"Pair","args":[{{"int":"3"}},{{"string":"gold"}}]}}}}}}"#
    );
    assert_eq!(Protocol::Seoul.to_json(&contents).unwrap(), json);
    assert_eq!(Protocol::Seoul.from_json::<Contents>(&json).unwrap(), contents);

    // What a protocol lacks is absent, and what it has is written.
    let reveal = Contents::from(Manager::new(source, 8, Reveal::new(keys()[0].public_key())));
    let [old, new] = [Protocol::Quebec, Protocol::Seoul].map(|protocol| protocol.encode(&reveal).unwrap());
    assert_eq!([&old[..], &[0]].concat(), new);
}

/// The address is that of the hash, as a receipt has it: an origination on mainnet, in `hashes`.
#[test]
fn addresses_of_originations() {
    let script = Script::new(parse("Unit"), parse("Unit"));
    let origination = Origination::new(script).with_balance(Mutez::from(5)).with_delegate(keys()[0].public_key_hash());
    let key = &keys()[0];
    let unsigned = Unsigned::new(BRANCH, Manager::new(key.public_key_hash(), 8, origination));
    let operation = unsigned.sign(Protocol::Seoul, CHAIN, key).unwrap();
    let hash = operation.hash(Protocol::Seoul).unwrap();
    for index in [0, 1, 7] {
        assert_eq!(operation.originated(Protocol::Seoul, index).unwrap(), ContractHash::of_origination(&hash, index));
    }
}

fn parse(text: &str) -> tezos_protocols::micheline::LazyExpr {
    text.parse::<Micheline>().unwrap().into()
}
