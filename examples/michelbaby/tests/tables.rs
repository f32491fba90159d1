//! The tables at a small size, and the check that they time.

use michelbaby::bare::Bare;
use michelbaby::cases::{SameTag, Sixty, SixtyEveryUse, Tree, Two, TwoEveryUse, check_cases};
use michelbaby::report::{Effort, report, time_tree};
use tezos_encoding::schema::{Case, Encoding};
use tezos_encoding::{Decode, Encode, Tagged};

#[test]
fn cases_with_one_tag_are_found() {
    assert_eq!((Two::CASES.len(), Sixty::CASES.len()), (2, 60));
    assert_eq!(check_cases(Two::CASES), Ok(()));
    assert_eq!(check_cases(Sixty::CASES), Ok(()));
    let cases = [7, 8, 7].map(|tag| Case::new(tag, "Any", &Encoding::Empty));
    assert_eq!(check_cases(&cases), Err(SameTag(7)));
}

/// A tree has the same bytes in all four types.
#[test]
fn trees_have_the_same_bytes() {
    let bytes = Two::full(4, -3).to_bytes().unwrap();
    assert_eq!(bytes.len(), 15 + 16 * 5);
    assert_eq!(TwoEveryUse::from_bytes(&bytes).unwrap(), Tree::full(4, -3));
    assert_eq!(Sixty::from_bytes(&bytes).unwrap(), Tree::full(4, -3));
    assert_eq!(SixtyEveryUse::from_bytes(&bytes).unwrap().to_bytes().unwrap(), bytes);
    assert_eq!((Bare::full(4, -3).write(), Bare::read(&bytes)), (Some(bytes.clone()), Some(Bare::full(4, -3))));
    assert_eq!(Two::full(1, 8), Two::node(Two::leaf(8), Two::leaf(9)));
}

#[test]
fn every_row_is_present() {
    let text =
        report(Effort { rounds: 2, repeats: 1, levels: [3, 4] }, |name, levels| time_tree(name, levels, 2)).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.ends_with('|')).count();
    assert_eq!(rows, 1 + 4 + 1 + 5, "{text}");
    for row in [
        "| native |",
        "| version 1.1,",
        "| version 2,",
        "| 2 | no schema |",
        "| 60 | by the compiler |",
        "| 60 | at every use |",
    ] {
        assert!(text.contains(row), "{row} in {text}");
    }
}
