//! `title = ".."`: the name of a case; the default is the variant's name in the reference's style.

use tezos_encoding::Segment;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
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
    let cases: Vec<_> = Titles::CASES.iter().map(|case| (case.tag, case.title)).collect();
    let titles = ["Get_current_branch", "Nack", "Nack_v_0", "Header2_level", "Raw"];
    assert_eq!(cases, [0, 1, 255, 2, 3].into_iter().zip(titles).collect::<Vec<_>>());
}

#[test]
fn errors_contain_the_case() {
    let error = Titles::from_bytes(hex("ff 00")).unwrap_err();
    assert_eq!(error.path().segments().collect::<Vec<_>>(), [Segment::Case("Nack_v_0")]);
    assert!(error.path().is_empty(), "a path of a single case is not shown");
}
