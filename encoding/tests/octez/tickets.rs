//! The tickets demo (`tx_demo`): numbers with the low byte first, and tuples in one block.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::common::{both, refused};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct TicketAmount(#[encoding(le)] u64);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct TicketIndex(#[encoding(le)] u64);

/// Values of different types, one size in front of all of them.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic)]
struct AtomicBatch2<A, B>(A, B);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic)]
struct AtomicBatch3<A, B, C>(A, B, C);

#[test]
fn amounts() {
    both(&TicketAmount(1), "0100000000000000");
    both(&TicketIndex(0x0102), "0201000000000000");
    refused::<TicketAmount>("01000000000000", "Not_enough_data", "", 0);
}

#[test]
fn batches() {
    both(&AtomicBatch2(TicketAmount(1), 7u8), "00000009 0100000000000000 07");
    both(&AtomicBatch3(1u8, "x".to_owned(), true), "00000007 01 00000001 78 ff");
    refused::<AtomicBatch2<u8, u8>>("00000003 01 02 03", "Extra_bytes", "", 6);
    refused::<AtomicBatch2<u8, u8>>("00000001 01", "Not_enough_data", "1", 5);
}
