//! `constant = "text"`: no bytes, the text in JSON.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Transfer {
    #[encoding(constant = "transfer")]
    kind: (),
    amount: u16,
    nothing: (),
}

#[test]
fn bytes_and_json() {
    assert_eq!(size::<Transfer>(), Size::fixed(2));
    let transfer = Transfer { kind: (), amount: 1, nothing: () };
    both(&transfer, "0001");
    in_json(&transfer, r#"{"kind":"transfer","amount":1,"nothing":{}}"#);
    Transfer::from_json(r#"{"kind":"reveal","amount":1,"nothing":{}}"#).unwrap_err();
}

/// A variant without fields is a text, too.
#[derive(Debug, PartialEq, Clone, Copy, HasEncoding, NomReader, BinWriter, View)]
enum Vote {
    #[encoding(constant = "yay")]
    Yay,
    #[encoding(tag = 7, constant = "nay", title = "Against", description = "A vote against.")]
    Nay,
    Weighted(u8),
}

#[test]
fn variants() {
    for (vote, bytes, json) in
        [(Vote::Yay, "00", "\"yay\""), (Vote::Nay, "07", "\"nay\""), (Vote::Weighted(5), "0805", "5")]
    {
        both(&vote, bytes);
        in_json(&vote, json);
    }
    assert!(matches!(VoteView::from_bytes(&[7]).unwrap(), VoteView::Nay));
    Vote::from_json("\"pass\"").unwrap_err();
}
