//! Ethereum transactions in `data-encoding`, timed in turns with handwritten code and with the crate alloy-rlp:
//! `cargo bench -p tezos-codec-benches --bench rlp`.
//!
//! alloy-rlp reads and writes RLP, the format of Ethereum, in which these transactions are about as long.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

#[path = "ethereum/rlp_by_hand.rs"]
mod by_hand;
mod ethereum;

use std::hint::black_box;

use alloy_rlp::{Decodable, Encodable};
use tezos_codec_benches::{by_hand::Body, turns};
use tezos_encoding::Encode;
use tezos_rlp::{FromRlp, ToRlp};

use ethereum::{n, n_in_u64, z, z_in_i64};

fn main() {
    let rounds = turns::rounds();
    let transactions = ethereum::transactions();
    let rlp = of_alloy::of(&transactions);
    println!("{} transactions of {} bytes, of {} bytes in RLP", transactions.0.len(), len(&transactions), rlp.length());
    println!(
        "{:<24} {:>11} {:>7} {:>11} {:>7} {:>11} {:>7}",
        "nanoseconds", "derived", "MB/s", "by hand", "ratio", "alloy-rlp", "ratio"
    );
    row("n in u64", &transactions, &rlp, rounds);
    row("n in N", &n::Transactions::from(&transactions), &rlp, rounds);
    row("z in i64", &z_in_i64::Transactions::from(&transactions), &rlp, rounds);
    row("z in Z", &z::Transactions::from(&transactions), &rlp, rounds);
    in_rlp(&transactions, &rlp, rounds);
}

fn len(value: &impl Encode) -> usize {
    value.encoded_len().unwrap()
}

/// Times decoding and encoding of derived and handwritten code and of alloy-rlp, after checking that all give the same values.
fn row<T: Body>(name: &str, value: &T, rlp: &Vec<of_alloy::Transaction>, rounds: usize) {
    let (bytes, rlp_bytes) = (value.to_bytes().unwrap(), alloy_rlp::encode(rlp));
    assert!(T::from_bytes(&bytes).unwrap() == *value && T::read_by_hand(&bytes).unwrap() == *value);
    assert!(value.write_by_hand().unwrap() == bytes);
    assert!(read_rlp(&rlp_bytes) == *rlp);
    let decode: [&dyn Fn(); 3] = [
        &|| drop(black_box(T::from_bytes(black_box(&bytes)).unwrap())),
        &|| drop(black_box(T::read_by_hand(black_box(&bytes)).unwrap())),
        &|| drop(black_box(read_rlp(black_box(&rlp_bytes)))),
    ];
    let encode: [&dyn Fn(); 3] = [
        &|| drop(black_box(black_box(value).to_bytes().unwrap())),
        &|| drop(black_box(black_box(value).write_by_hand().unwrap())),
        &|| drop(black_box(alloy_rlp::encode(black_box(rlp)))),
    ];
    print(&format!("decode {name}"), bytes.len(), time(rounds, decode));
    print(&format!("encode {name}"), bytes.len(), time(rounds, encode));
}

/// Times decoding and encoding of the same type in RLP, by its derive, by code written by hand, and by alloy-rlp.
fn in_rlp(value: &n_in_u64::Transactions, rlp: &Vec<of_alloy::Transaction>, rounds: usize) {
    let bytes = alloy_rlp::encode(rlp);
    assert!(value.to_rlp().unwrap() == bytes && by_hand::write(value) == bytes);
    assert!(n_in_u64::Transactions::from_rlp(&bytes).unwrap() == *value && by_hand::read(&bytes).unwrap() == *value);
    let decode: [&dyn Fn(); 3] = [
        &|| drop(black_box(n_in_u64::Transactions::from_rlp(black_box(&bytes)).unwrap())),
        &|| drop(black_box(by_hand::read(black_box(&bytes)).unwrap())),
        &|| drop(black_box(read_rlp(black_box(&bytes)))),
    ];
    let encode: [&dyn Fn(); 3] = [
        &|| drop(black_box(black_box(value).to_rlp().unwrap())),
        &|| drop(black_box(by_hand::write(black_box(value)))),
        &|| drop(black_box(alloy_rlp::encode(black_box(rlp)))),
    ];
    print("decode RLP in u64", bytes.len(), time(rounds, decode));
    print("encode RLP in u64", bytes.len(), time(rounds, encode));
}

/// Times calls in turns.
fn time<const N: usize>(rounds: usize, calls: [&dyn Fn(); N]) -> [f64; N] {
    let mut calls = calls.map(|call| move |times: usize| (0..times).for_each(|_| call()));
    turns::shortest(rounds, calls.each_mut().map(|call| call as &mut dyn FnMut(usize)))
}

/// Prints the times, their ratios, and the throughput of the derived code.
fn print(name: &str, bytes: usize, [derived, by_hand, alloy]: [f64; 3]) {
    let throughput = f64::from(u32::try_from(bytes).unwrap()) * 1e3 / derived;
    let (to_hand, to_alloy) = (derived / by_hand, derived / alloy);
    println!(
        "{name:<24} {derived:>11.1} {throughput:>7.0} {by_hand:>11.1} {to_hand:>7.2} {alloy:>11.1} {to_alloy:>7.2}"
    );
}

fn read_rlp(mut bytes: &[u8]) -> Vec<of_alloy::Transaction> {
    Decodable::decode(&mut bytes).unwrap()
}

/// The transactions for alloy-rlp.
mod of_alloy {
    use alloy_rlp::{BufMut, Decodable, Encodable, Header, RlpDecodable, RlpEncodable};

    #[derive(RlpEncodable, RlpDecodable, Debug, PartialEq)]
    pub(crate) struct Transaction {
        nonce: u64,
        gas_price: u64,
        gas_limit: u64,
        to: To,
        value: u64,
        data: Data,
        v: u64,
        r: [u8; 32],
        s: [u8; 32],
    }

    /// The called account, or an empty string.
    #[derive(Debug, PartialEq)]
    struct To(Option<[u8; 20]>);

    impl To {
        fn bytes(&self) -> &[u8] {
            self.0.as_ref().map_or(&[], |account| account)
        }
    }

    impl Encodable for To {
        fn encode(&self, out: &mut dyn BufMut) {
            self.bytes().encode(out);
        }

        fn length(&self) -> usize {
            self.bytes().length()
        }
    }

    impl Decodable for To {
        fn decode(buf: &mut &[u8]) -> alloy_rlp::Result<Self> {
            match Header::decode_bytes(buf, false)? {
                [] => Ok(Self(None)),
                account => account
                    .try_into()
                    .map(|account| Self(Some(account)))
                    .map_err(|_| alloy_rlp::Error::UnexpectedLength),
            }
        }
    }

    /// A byte string: alloy-rlp has `Vec<u8>` for a list of numbers.
    #[derive(Debug, PartialEq)]
    struct Data(Vec<u8>);

    impl Encodable for Data {
        fn encode(&self, out: &mut dyn BufMut) {
            self.0.as_slice().encode(out);
        }

        fn length(&self) -> usize {
            self.0.as_slice().length()
        }
    }

    impl Decodable for Data {
        fn decode(buf: &mut &[u8]) -> alloy_rlp::Result<Self> {
            Header::decode_bytes(buf, false).map(|bytes| Self(bytes.to_vec()))
        }
    }

    pub(crate) fn of(transactions: &super::n_in_u64::Transactions) -> Vec<Transaction> {
        let convert = |transaction: &super::n_in_u64::Transaction| Transaction {
            nonce: transaction.nonce,
            gas_price: transaction.gas_price,
            gas_limit: transaction.gas_limit,
            to: To(transaction.to),
            value: transaction.value,
            data: Data(transaction.data.clone()),
            v: transaction.v,
            r: transaction.r,
            s: transaction.s,
        };
        transactions.0.iter().map(convert).collect()
    }
}
