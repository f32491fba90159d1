//! The tickets demo (`tx_demo`): numbers with the low byte first, and tuples in one block; and tickets in two Michelson forms.

use super::michelson::{Blob, Int, Pair, Prim0, Prim2, Text, Unit};
use crate::common::*;

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
}

#[test]
fn batches() {
    both(&AtomicBatch2(TicketAmount(1), 7u8), "00000009 0100000000000000 07");
    both(&AtomicBatch3(1u8, "x".to_owned(), true), "00000007 01 00000001 78 ff");
    refused::<AtomicBatch2<u8, u8>>("00000003 01 02 03", "Extra_bytes", "", 6);
    refused::<AtomicBatch2<u8, u8>>("00000001 01", "Not_enough_data", "1", 5);
}

/// Who issued the ticket, then its content and its amount.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Ticket(Pair<Blob, Pair<Text, Int>>);

/// The same with the type of the content in front of it; written with it, read without it too.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Ticket")]
struct TypedTicket(Pair<Blob, Pair<Unit, Pair<Text, Int>>>);

impl From<Ticket> for TypedTicket {
    fn from(Ticket(Prim2(ticketer, content)): Ticket) -> Self {
        Self(Prim2(ticketer, Prim2(Prim0, content)))
    }
}

#[test]
fn tickets_in_two_forms() {
    let content = Prim2(Text("a".to_owned()), Int(5i64.into()));
    let ticket = TypedTicket(Prim2(Blob(vec![9]), Prim2(Prim0, content)));
    both(&ticket, "0707 0a 00000001 09 0707 030b 0707 01 00000001 61 00 05");
    let untyped = "0707 0a 00000001 09 0707 01 00000001 61 00 05";
    assert_eq!(TypedTicket::from_bytes(hex(untyped)).unwrap().to_bytes(), ticket.to_bytes());
    refused::<TypedTicket>("0707 0a 00000001 09 0707 02 00000001 61 00 05", "Invalid_magic", "1.0", 10);
}
