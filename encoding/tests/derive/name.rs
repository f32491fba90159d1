//! `name = ".."`: the name of a field in the schema and in errors.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Renamed {
    #[encoding(name = "chain_id")]
    chain: u8,
    #[encoding(dynamic, name = "type", string = 2)]
    kind: String,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Newtype(#[encoding(name = "level")] u16);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Variants {
    #[encoding(name = "hashes", dynamic, list = 2)]
    OnVariant(Vec<u16>),
    OnField(#[encoding(name = "level")] u16),
    Plain(u16),
}

#[test]
fn on_the_wire() {
    both(&Renamed { chain: 1, kind: "a".to_owned() }, "01 00000005 00000001 61");
    both(&Newtype(1), "0001");
    both(&Variants::OnVariant(vec![1]), "00 00000002 0001");
    both(&Variants::OnField(1), "01 0001");
    both(&Variants::Plain(1), "02 0001");
}

#[test]
fn errors() {
    refused::<Renamed>("", "Not_enough_data", "chain_id", 0);
    refused::<Newtype>("00", "Not_enough_data", "level", 0);
    refused::<Variants>("00 00000003 000100", "Not_enough_data", "hashes[1]", 7);
    refused::<Variants>("01 00", "Not_enough_data", "level", 1);
    unwritable(&Renamed { chain: 1, kind: "abc".to_owned() }, "Size_limit_exceeded", "type");
    unwritable(&Variants::OnVariant(vec![0; 3]), "List_invalid_length", "hashes");
}
