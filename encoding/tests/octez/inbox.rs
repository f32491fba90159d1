//! The inbox messages of a rollup kernel (`kernel_sdk/encoding/src/inbox.rs`), which borrow from their bytes.

use super::addresses::{PublicKeyHash, TZ1};
use super::blocks::{BlockHash, ContractHash, Ed25519Hash, RollupHash};
use super::michelson::{Michelson, Prim0, Unit};
use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum InboxMessage<'a, Expr: Michelson> {
    Internal(Internal<Expr>),
    #[encoding(rest)]
    External(&'a [u8]),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Internal<Expr: Michelson> {
    Transfer { payload: Expr, sender: ContractHash, source: PublicKeyHash, destination: RollupHash },
    StartOfLevel,
    EndOfLevel,
    InfoPerLevel(InfoPerLevel),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct InfoPerLevel {
    #[encoding(timestamp)]
    predecessor_timestamp: i64,
    predecessor: BlockHash,
}

type Message<'a> = InboxMessage<'a, Unit>;

#[test]
fn inbox_message() {
    both(&Message::External(&[1, 2, 3]), "01 010203");
    both(&Message::External(&[]), "01");
    both(&Message::Internal(Internal::StartOfLevel), "00 01");
    both(&Message::Internal(Internal::EndOfLevel), "00 02");
    let info = InfoPerLevel { predecessor_timestamp: 1_587_399_599, predecessor: BlockHash([9; 32]) };
    both(&Message::Internal(Internal::InfoPerLevel(info)), &format!("00 03 000000005e9dcbaf {}", "09".repeat(32)));
    let transfer = Internal::Transfer {
        payload: Prim0,
        sender: ContractHash([1; 20]),
        source: PublicKeyHash::Ed25519(Ed25519Hash(TZ1)),
        destination: RollupHash([2; 20]),
    };
    let (sender, destination) = ("01".repeat(20), "02".repeat(20));
    both(
        &Message::Internal(transfer),
        &format!("00 00 030b {sender} 00 02298c03ed7d454a101eb7022bc95f7e5f41ac78 {destination}"),
    );
    refused::<Message<'_>>("02", "Unexpected_tag", "", 0);
    refused::<Message<'_>>(&format!("00 00 030c {}", "00".repeat(61)), "Invalid_magic", "payload", 2);
}
