//! One type, two formats: a payment in `data-encoding` and in RLP, field by field, and the sizes of several payments in both.
//!
//! `cargo run -p tezos-rlp --example two_formats`

use std::error::Error;

use tezos_encoding::{prelude::*, schema};
use tezos_rlp::{FromRlp, Item, Rlp, ToRlp};

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, Rlp)]
struct Payment {
    /// As many bytes as the number needs, in both formats.
    #[encoding(narith)]
    nonce: u64,
    to: [u8; 20],
    /// 8 bytes in `data-encoding`, as many as the number needs in RLP.
    amount: u64,
    /// Text of at most 32 bytes, in both formats.
    #[encoding(string = 32)]
    memo: String,
    /// A byte tells whether it is present; in RLP, the list is shorter without it.
    #[rlp(trailing)]
    expiry: Option<u32>,
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let payment = Payment { nonce: 7, to: [1; 20], amount: 1_000_000, memo: "rent".into(), expiry: None };
    let (one, other) = (payment.to_bytes()?, payment.to_rlp()?);
    assert_eq!(Payment::from_bytes(&one)?, Payment::from_rlp(&other)?);

    // The tools take a schema, and a type has one for each format: what the bytes mean, and their JSON.
    let formats = [("data-encoding", Payment::ENCODING, &one), ("RLP", Item::<Payment>::ENCODING, &other)];
    for (format, encoding, bytes) in formats {
        println!("{format}: {} bytes", bytes.len());
        for slice in schema::slice(encoding, bytes).slices {
            let digits: String = slice.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            println!("{:>4}  {:<20} {digits} {}", slice.offset, slice.name, slice.pretty);
        }
        println!("{}\n", schema::to_json(encoding, bytes)?);
    }

    // An error names the field and the byte.
    if let (Err(one), Err(other)) = (Payment::from_bytes(&[7, 1]), Payment::from_rlp(&[0xc2, 7, 0x93])) {
        println!("data-encoding: {one}\nRLP: {other}\n");
    }

    println!("{:<28} {:>13} {:>4}", "bytes of", "data-encoding", "RLP");
    for (title, other) in [
        ("the payment", payment.clone()),
        ("a small amount", Payment { amount: 1, ..payment.clone() }),
        ("the greatest amount", Payment { amount: u64::MAX, ..payment.clone() }),
        ("no memo", Payment { memo: String::new(), ..payment.clone() }),
        ("an expiry", Payment { expiry: Some(1_800_000_000), ..payment.clone() }),
    ] {
        println!("{title:<28} {:>13} {:>4}", other.encoded_len()?, other.rlp_len()?);
    }
    let many = vec![payment; 100];
    let (one, other) = (many.encoded_len()?, many.rlp_len()?);
    println!("{:<28} {one:>13} {other:>4}", "100 of them");
    assert!(other < one, "the amounts are small");
    Ok(())
}
