//! `option(tagged)`, `varopt`, `result`: the reference's `option`, a value at the end of its block, its `result`.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Choices {
    #[encoding(option(tagged))]
    maybe: Option<u16>,
    #[encoding(option(tagged), dynamic, list)]
    list: Option<Vec<u8>>,
    #[encoding(result)]
    outcome: Result<u8, String>,
    #[encoding(varopt, bytes)]
    rest: Option<Vec<u8>>,
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Choices>(), Size::variable(1 + 1 + 1 + 1, None));
    both(&Choices { maybe: None, list: None, outcome: Ok(7), rest: None }, "00 00 01 07");
    let full = Choices { maybe: Some(1), list: Some(vec![2]), outcome: Err("no".into()), rest: Some(vec![3]) };
    both(&full, "01 0001 01 00000001 02 00 00000002 6e6f 03");
    refused::<Choices>("ff 0001", "Unexpected_tag", "maybe", 0);
    refused::<Choices>("00 00 02", "Unexpected_tag", "outcome", 2);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct OfOneSize {
    #[encoding(result)]
    outcome: Result<bool, u8>,
    level: u16,
}

/// A result whose two cases have the same size has a fixed size, so that the reader requires all bytes of the fields
/// before it reads the tag.
#[test]
fn a_result_of_one_size_is_checked_with_the_fields_around_it() {
    assert_eq!(size::<OfOneSize>(), Size::fixed(4));
    both(&OfOneSize { outcome: Ok(true), level: 7 }, "01 ff 0007");
    refused::<OfOneSize>("ff 00 00", "Not_enough_data", "level", 2);
    refused::<OfOneSize>("ff 00 0007", "Unexpected_tag", "outcome", 0);
}
