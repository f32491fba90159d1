//! `string_enum`: the index of a name; its width depends on the number of names.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum)]
enum Vote {
    Yay,
    StrongNay,
    #[encoding(title = "PASS")]
    Pass,
}

#[test]
fn bytes_and_json() {
    assert!(matches!(Vote::ENCODING, Encoding::Enum(["yay", "strong_nay", "PASS"])));
    assert_eq!(size::<Vote>(), Size::fixed(1));
    assert_eq!(Vote::Pass.title(), "PASS");
    both(&Vote::Yay, "00");
    both(&Vote::StrongNay, "01");
    both(&Vote::Pass, "02");
    in_json(&Vote::StrongNay, "\"strong_nay\"");
    in_json(&Vote::Pass, "\"PASS\"");
    refused::<Vote>("03", "No_case_matched", "", 0);
}
