//! `string_enum`: the index of a name, as wide as the number of names asks for.

use tezos_encoding::schema::{Encoding, Size};
use tezos_encoding::{BinWriter, FromJson, HasEncoding, NomReader, Tagged, ToJson};

use crate::common::{both, refused, size};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum)]
enum Vote {
    Yay,
    StrongNay,
    #[encoding(title = "PASS")]
    Pass,
}

#[test]
fn schema() {
    assert!(matches!(Vote::ENCODING, Encoding::Enum(["yay", "strong_nay", "PASS"])));
    assert_eq!(size::<Vote>(), Size::fixed(1));
    assert_eq!(Vote::Pass.title(), "PASS");
}

#[test]
fn bytes() {
    both(&Vote::Yay, "00");
    both(&Vote::StrongNay, "01");
    both(&Vote::Pass, "02");
}

#[test]
fn json() {
    assert_eq!(Vote::StrongNay.to_json().unwrap(), "\"strong_nay\"");
    assert_eq!(Vote::from_json("\"PASS\"").unwrap(), Vote::Pass);
}

#[test]
fn bounds() {
    refused::<Vote>("03", "No_case_matched", "", 0);
    refused::<Vote>("", "Not_enough_data", "", 0);
}
