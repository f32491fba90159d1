//! Guarantee 3: an input of twice the size causes at most about twice the allocations. `ci/scaling` counts instructions.

use tezos_encoding::schema::{decode, from_json, slice, to_json};
use tezos_encoding::{Arena, BinWriter, Decode, Encode, HasEncoding, N, NomReader, View, Z};

/// Size in bytes of the shorter of two inputs.
const BYTES: usize = 15_000;

/// Maximum ratio of the costs. It exceeds 2, because the allocation of a list may be half empty for one input and full for the other.
const MAX_RATIO: f64 = 2.6;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Lists {
    #[encoding(dynamic, list)]
    numbers: Vec<Z>,
    #[encoding(dynamic, list)]
    texts: Vec<String>,
    #[encoding(dynamic, list, dynamic, list)]
    lists: Vec<Vec<u8>>,
    long: N,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8),
}

/// Returns a block with its size prefix.
fn block(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_be_bytes()[..], bytes].concat()
}

/// Returns inputs of about `bytes` bytes, which fill one field each: once with an extra byte, so that they are refused, once without.
fn hostile(bytes: usize) -> Vec<Vec<u8>> {
    let (none, zero) = (block(&[]), vec![0]);
    let long = [vec![0xff; bytes - 1], vec![1]].concat();
    let inputs = [
        [block(&vec![0x01; bytes]), none.clone(), none.clone(), zero.clone()].concat(),
        [block(&[vec![0xff; bytes - 1], vec![1]].concat()), none.clone(), none.clone(), zero.clone()].concat(),
        [none.clone(), block(&vec![0; bytes / 4 * 4]), none.clone(), zero.clone()].concat(),
        [none.clone(), none.clone(), block(&vec![0; bytes / 4 * 4]), zero.clone()].concat(),
        [none.clone(), none.clone(), none, long].concat(),
    ];
    let refused = inputs.clone().into_iter().map(|bytes| [&bytes[..], &[0]].concat());
    refused.chain(inputs.clone()).collect()
}

/// Returns the number of allocations and their total size in bytes.
fn cost(work: impl FnOnce()) -> (f64, f64) {
    let info = allocation_counter::measure(work);
    (info.count_total as f64, info.bytes_total as f64)
}

/// Checks that the costs of two inputs have at most the ratio [`MAX_RATIO`].
#[track_caller]
fn linear(what: &str, work: impl Fn(&[u8]), shorter: &[u8], longer: &[u8]) {
    let ((blocks, bytes), (more_blocks, more_bytes)) = (cost(|| work(shorter)), cost(|| work(longer)));
    assert!(more_blocks <= MAX_RATIO * blocks + 50.0, "{what}: {blocks} allocations, then {more_blocks}");
    assert!(more_bytes <= MAX_RATIO * bytes + 8192.0, "{what}: {bytes} bytes, then {more_bytes}");
}

#[test]
fn twice_the_bytes_cost_twice_as_much() {
    for (shorter, longer) in hostile(BYTES).iter().zip(&hostile(2 * BYTES)) {
        linear("decode", |bytes| drop(Lists::from_bytes(bytes)), shorter, longer);
        linear("the view", |bytes| drop(ListsView::from_bytes(bytes).map(drop)), shorter, longer);
        linear("the walker", |bytes| drop(decode(Lists::ENCODING, bytes)), shorter, longer);
        linear("slices", |bytes| drop(slice(Lists::ENCODING, bytes)), shorter, longer);
        linear("JSON", |bytes| drop(to_json(Lists::ENCODING, bytes)), shorter, longer);
        linear("canonical bytes", |bytes| drop(Lists::from_canonical_bytes(bytes)), shorter, longer);
        if let (Ok(one), Ok(two)) = (Lists::from_bytes(shorter), Lists::from_bytes(longer)) {
            let (one_cost, two_cost) = (cost(|| drop(one.to_bytes())), cost(|| drop(two.to_bytes())));
            assert!(two_cost.1 <= MAX_RATIO * one_cost.1, "writing: {one_cost:?}, then {two_cost:?}");
        }
        let text = |bytes: &[u8]| to_json(Lists::ENCODING, bytes).unwrap_or_default().into_bytes();
        let from = |bytes: &[u8]| drop(from_json(Lists::ENCODING, std::str::from_utf8(bytes).unwrap()));
        linear("from JSON", from, &text(shorter), &text(longer));
    }
}

#[test]
fn twice_the_depth_costs_twice_as_much() {
    let tree = |levels: usize| [vec![1; levels], vec![0], vec![7; levels]].concat();
    for after in [&[][..], &[0]] {
        let [shorter, longer] = [BYTES, 2 * BYTES].map(|levels| [&tree(levels)[..], after].concat());
        linear("nodes", |bytes| drop(Arena::<Tree>::from_bytes(bytes)), &shorter, &longer);
        linear("too deep", |bytes| drop(Tree::from_bytes(bytes)), &shorter, &longer);
    }
}

/// Only the conversion to decimal digits takes more than linear time, so longer numbers are refused in JSON.
#[test]
fn long_numbers_are_refused_in_json() {
    let long = |bytes: usize| [vec![0xff; bytes - 1], vec![1]].concat();
    let (most, more) = (long(1 << 15), long((1 << 15) + 1));
    for encoding in [N::ENCODING, Z::ENCODING] {
        let json = to_json(encoding, &most).unwrap();
        assert_eq!(from_json(encoding, &json).unwrap(), most);
        assert_eq!(to_json(encoding, &more).unwrap_err().kind().name(), "Size_limit_exceeded");
        let digits = format!("\"{}\"", "9".repeat(1 << 20));
        assert!(from_json(encoding, &digits).is_err());
        assert!(decode(encoding, &long(1 << 20)).is_ok(), "bytes have no such limit");
    }
}
