//! `rest`: bytes or text to the end of the block.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Inbox<'a> {
    #[encoding(tag = 0, rest)]
    Text(String),
    #[encoding(tag = 1)]
    External(#[encoding(rest)] &'a [u8]),
    #[encoding(tag = 2)]
    Named {
        level: u8,
        #[encoding(bounded = 2, rest)]
        data: Vec<u8>,
    },
}

#[test]
fn on_the_wire() {
    both(&Inbox::Text("ab".into()), "00 6162");
    both(&Inbox::External(&[7]), "01 07");
    both(&Inbox::Named { level: 1, data: vec![2, 3] }, "02 01 0203");
    refused::<Inbox<'_>>("00 ff", "Invalid_utf8", "", 1);
    refused::<Inbox<'_>>("02 01 020304", "Size_limit_exceeded", "data", 2);
}

/// Types are also recognized by their paths.
mod path {
    #![allow(unused_qualifications, reason = "the test is about a path")]

    use tezos_encoding::{BinWriter, HasEncoding, NomReader};

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub(super) struct ByPath(#[encoding(rest)] pub(super) std::string::String);
}

#[test]
fn text_by_its_path() {
    both(&path::ByPath("a".to_owned()), "61");
}
