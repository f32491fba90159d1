//! Tickets in two Michelson encodings.

use super::michelson::{Blob, Int, Pair, Prim0, Prim2, Text, Unit};
use crate::common::*;

/// The issuer of the ticket, then its content and its amount.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Ticket(Pair<Blob, Pair<Text, Int>>);

/// A ticket that contains the type of its content; it is written with the type, and read with or without it.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Ticket")]
struct TypedTicket(Pair<Blob, Pair<Unit, Pair<Text, Int>>>);

impl From<Ticket> for TypedTicket {
    fn from(Ticket(Prim2(ticketer, content)): Ticket) -> Self {
        Self(Prim2(ticketer, Prim2(Prim0, content)))
    }
}

#[test]
fn tickets_in_two_encodings() {
    let content = Prim2(Text("a".to_owned()), Int(5i64.into()));
    let ticket = TypedTicket(Prim2(Blob(vec![9]), Prim2(Prim0, content)));
    both(&ticket, "0707 0a 00000001 09 0707 030b 0707 01 00000001 61 00 05");
    let untyped = "0707 0a 00000001 09 0707 01 00000001 61 00 05";
    assert_eq!(TypedTicket::from_bytes(hex(untyped)).unwrap().to_bytes(), ticket.to_bytes());
    refused::<TypedTicket>("0707 0a 00000001 09 0707 02 00000001 61 00 05", "Invalid_magic", "1.0", 10);
}
