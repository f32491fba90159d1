//! `title = ".."`: the name of a case; by itself, the variant's as the reference writes it.

use tezos_encoding::Segment;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Titles {
    GetCurrentBranch,
    Nack,
    #[encoding(title = "Nack_v_0", tag = 0xff)]
    NackV0(u16),
    #[encoding(tag = 2)]
    Header2Level,
    r#Raw,
}

#[test]
fn schema() {
    shaped::<Titles>(
        "union<u8>[0 Get_current_branch: empty | 1 Nack: empty | 255 Nack_v_0: uint16 | 2 Header2_level: empty | \
         3 Raw: empty]",
    );
}

#[test]
fn errors_know_the_case() {
    let error = Titles::from_bytes(hex("ff 00")).unwrap_err();
    assert_eq!(error.path().segments().collect::<Vec<_>>(), [Segment::Case("Nack_v_0")]);
    assert!(error.path().is_empty(), "a case alone is not shown");
}
