//! Base58check, timed in turns with the crate bs58, and JSON of operations, timed in turns with serde_json:
//! `cargo bench -p tezos-codec-benches --bench text`.
//!
//! serde_json reads the text into its `Value`, and prints this: it has no schema to follow, and no base58check.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::hint::black_box;

use tezos_codec_benches::{
    operations::{Block, PROTOCOL, attested, block, transaction},
    turns,
};
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use tezos_hashes::{
    base58::TextKind,
    hash::BlockHash,
    keys::{BlsSignature, Ed25519PublicKeyHash, GenericSignature},
};

fn main() {
    let rounds = turns::rounds();
    println!("{:<36} {:>11} {:>9} {:>11} {:>7}", "nanoseconds", "ours", "MB/s", "other", "ratio");
    base58::<20>("an address", Ed25519PublicKeyHash::KIND, rounds);
    base58::<32>("a hash", BlockHash::KIND, rounds);
    base58::<64>("a signature", GenericSignature::KIND, rounds);
    base58::<96>("a BLS signature", BlsSignature::KIND, rounds);
    json("a transaction", &transaction(), rounds);
    json("an attestation", &attested(), rounds);
    json::<Block>("a block of 200 operations", &block(), rounds.div_ceil(10));
}

/// Times calls in turns, and prints the throughput of ours in bytes of text.
fn row(name: &str, text: &str, rounds: usize, ours: impl Fn(), other: impl Fn()) {
    let repeat = |call: &dyn Fn(), calls| (0..calls).for_each(|_| call());
    let [ours, other] =
        turns::shortest(rounds, [&mut |calls| repeat(&ours, calls), &mut |calls| repeat(&other, calls)]);
    let throughput = f64::from(u32::try_from(text.len()).unwrap()) * 1e3 / ours;
    println!("{name:<36} {ours:>11.1} {throughput:>9.0} {other:>11.1} {:>7.2}", ours / other);
}

fn base58<const N: usize>(name: &str, kind: &'static TextKind, rounds: usize) {
    let payload: [u8; N] = core::array::from_fn(|index| (index as u8).wrapping_mul(37).wrapping_add(11));
    let encode = || bs58::encode([kind.prefix, black_box(&payload)].concat()).with_check().into_string();
    let text = encode();
    let decode = || bs58::decode(black_box(&text)).with_check(None).into_vec().unwrap();
    assert_eq!((kind.encode(&payload), kind.decode(&text)), (encode(), Ok(payload)));
    let ours = || drop(black_box(kind.encode(black_box(&payload))));
    row(&format!("encode {name}, {} characters", text.len()), &text, rounds, ours, || drop(black_box(encode())));
    let ours = || _ = black_box(kind.decode::<N>(black_box(&text)).unwrap());
    row(&format!("decode {name}"), &text, rounds, ours, || drop(black_box(decode())));
}

fn json<T>(name: &str, value: &T, rounds: usize)
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + PartialEq,
{
    let text = PROTOCOL.to_json(value).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(PROTOCOL.from_json::<T>(&text).unwrap() == *value);
    let ours = || drop(black_box(PROTOCOL.to_json(black_box(value)).unwrap()));
    let other = || drop(black_box(serde_json::to_string(black_box(&document)).unwrap()));
    row(&format!("JSON of {name}, {} bytes", text.len()), &text, rounds, ours, other);
    let ours = || drop(black_box(PROTOCOL.from_json::<T>(black_box(&text)).unwrap()));
    let other = || drop(black_box(serde_json::from_str::<serde_json::Value>(black_box(&text)).unwrap()));
    row(&format!("{name} from JSON"), &text, rounds, ours, other);
}
