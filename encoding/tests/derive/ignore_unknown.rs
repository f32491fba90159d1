//! `ignore_unknown`: the error for an unknown tag is marked, so that a caller may skip the message.

use tezos_encoding::FaultKind;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(ignore_unknown, tags = "u16")]
enum First {
    Known(u8),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16", ignore_unknown)]
enum Last {
    Known(u8),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Holder {
    #[encoding(dynamic, list)]
    messages: Vec<First>,
}

#[test]
fn unknown_tags_are_marked() {
    schema_contains::<First>(&["ignore_unknown: true"]);
    schema_contains::<Last>(&["ignore_unknown: true"]);
    both(&First::Known(3), "0000 03");
    both(&Last::Known(3), "0000 03");
    let error = First::from_bytes(hex("0009 01")).unwrap_err();
    assert!(error.is_unknown_tag());
    assert_eq!((error.kind().name(), error.offset()), ("Unexpected_tag", 0));
    let Err(nom::Err::Error(error)) = First::nom_read(hex("0009 01")) else { panic!("an unknown tag") };
    assert_eq!(error.kind, FaultKind::UnknownTag);
}

#[test]
fn other_errors_are_not_marked() {
    let error = First::from_bytes(hex("0000")).unwrap_err();
    assert!(!error.is_unknown_tag());
    refused::<First>("00", "Not_enough_data", "", 0);
    refused::<Holder>("00000005 0000010007", "Unexpected_tag", "messages[1]", 7);
}
