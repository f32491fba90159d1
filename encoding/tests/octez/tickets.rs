//! Tickets in two Michelson forms.

use super::michelson::{Blob, Int, Pair, Prim0, Prim2, Text, Unit};
use crate::common::*;

/// Who issued the ticket, then its content and its amount.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Ticket(Pair<Blob, Pair<Text, Int>>);

/// A ticket with the type of its content before it. It is written with the type, and read with or without.
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
