use tezos_codec_cost::workload;
use tezos_encoding::{Encode, N, Z, cost::Workload, schema::grammar::parse};

/// The largest number that is stored without an allocation.
const SMALL_MAX: i64 = i64::MAX;

/// Numbers at the limit of those without an allocation, blocks at the limit of large ones, options, maps and recursive types.
#[test]
fn every_part_of_a_workload_is_counted() {
    let load = |description: &str, bytes: &[u8]| workload(parse(description).unwrap(), bytes).unwrap();
    let natural = |value: u64| N::from(value).to_bytes().unwrap();
    let whole = |value: i128| Z::from(value).to_bytes().unwrap();
    let small = |digits| Workload { digits, ..Workload::of_bytes(digits) };
    let wide = |digits| Workload { wide_digits: digits, blocks: 1, ..Workload::of_bytes(digits) };
    assert_eq!(load("n", &natural(SMALL_MAX.unsigned_abs())), small(9));
    assert_eq!(load("n", &natural(SMALL_MAX.unsigned_abs() + 1)), wide(10));
    for (value, expected) in [
        (i128::from(SMALL_MAX), small(10)),
        (i128::from(SMALL_MAX) + 1, wide(10)),
        (-i128::from(SMALL_MAX), small(10)),
        (-i128::from(SMALL_MAX) - 1, wide(10)),
    ] {
        assert_eq!(load("z", &whole(value)), expected, "{value}");
    }
    let large = Workload::LARGE_BYTES;
    for (length, large_blocks) in [(large - 1, 0), (large, 1)] {
        let expected = Workload { blocks: 1, large_blocks, ..Workload::of_bytes(length) };
        let bytes = vec![7; usize::try_from(length).unwrap()];
        assert_eq!(load("variable_bytes", &bytes), expected);
        assert_eq!(load("variable_list(uint8)", &bytes), Workload { fixed_elements: length, ..expected });
    }
    assert_eq!(load("variable_bytes", &[]), Workload::of_bytes(0));
    let options = Workload { options: 1, ..Workload::of_bytes(3) };
    assert_eq!(load("obj{a?: uint8; b?: uint8}", &[0xff, 1, 0]), options);
    assert_eq!(load("obj{a: uint8; b??: uint16}", &[1, 0, 2]), options);
    let pairs = Workload { elements: 1, blocks: 1, ..Workload::of_bytes(14) };
    assert_eq!(load("assoc(bytes)", &[0, 0, 0, 10, 0, 0, 0, 1, b'k', 0, 0, 0, 1, 7]), pairs);
    let levels = Workload { depth: 3, ..Workload::of_bytes(5) };
    assert_eq!(load("mu(list){0 Nil | 1 Cons: uint8*list}", &[1, 7, 1, 7, 0]), levels);
}

#[test]
fn what_is_no_value_is_an_error() {
    let error = workload(parse("obj{a: uint8; b: uint16}").unwrap(), &[1, 0]).unwrap_err();
    assert_eq!((error.kind().name(), error.path().to_string()), ("Not_enough_data", "b".to_owned()));
}
