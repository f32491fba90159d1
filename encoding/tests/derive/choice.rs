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
