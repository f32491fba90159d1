//! The generated cost functions of operations: every kind of operation in every protocol has one.

use std::collections::BTreeSet;

use tezos_encoding::cost::Workload;
use tezos_encoding::{
    Tagged,
    schema::{self, Case},
};
use tezos_protocol::{
    Protocol,
    cost::{Kind, bound, decode_cost, encode_cost, hash_cost, instructions, shifts},
    operation::Contents,
};

#[test]
fn every_kind_of_every_protocol_has_a_cost() {
    for protocol in Protocol::ALL {
        let revision = protocol.revision();
        for case in Contents::CASES.iter().filter(|case| case.revisions.contain(revision)) {
            let kind = Kind::of_contents(case.tag.try_into().unwrap(), revision.0);
            let kind = kind.unwrap_or_else(|| panic!("{} of {protocol} has no cost", case.title));
            let title = case.title.replace('_', "").to_lowercase();
            assert!(kind.name().to_lowercase().starts_with(&title), "{} is {kind:?}", case.title);
        }
    }
    let names: BTreeSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    assert!(names.len() == Kind::ALL.len() && Kind::ALL.iter().all(|kind| format!("{kind:?}") == kind.name()));
}

/// The kinds of tags that a protocol does not have are unknown.
#[test]
fn other_tags_have_no_cost() {
    for (protocol, tag) in Protocol::ALL.iter().flat_map(|protocol| (0..=u8::MAX).map(move |tag| (protocol, tag))) {
        let revision = protocol.revision();
        let is_case = |case: &Case| case.tag == u32::from(tag) && case.revisions.contain(revision);
        let is_known = Contents::CASES.iter().any(is_case);
        assert_eq!(Kind::of_contents(tag, revision.0).is_some(), is_known, "{tag} in {protocol}");
    }
}

/// A list has at most as many operations as the least of their kind fit; no other number exceeds that of bytes by more than some blocks.
#[test]
fn bounds_follow_from_the_least_sizes() {
    for protocol in Protocol::ALL {
        let revision = protocol.revision();
        for case in Contents::CASES.iter().filter(|case| case.revisions.contain(revision) && case.tag >= 107) {
            let kind = Kind::of_contents(case.tag.try_into().unwrap(), revision.0).unwrap();
            let newest = Protocol::ALL.iter().rfind(|protocol| case.revisions.contain(protocol.revision()));
            let least = 1 + schema::at(case.payload, newest.unwrap().revision()).size().least;
            for bytes in [1_000, 100_003] {
                assert_eq!(bound(kind, bytes).contents, bytes / u64::try_from(least).unwrap(), "{kind:?}");
            }
        }
    }
    for kind in Kind::ALL {
        for bytes in [1_024, 1_025, 100_000, u64::MAX] {
            let load = bound(kind, bytes);
            let elements =
                [load.elements, load.fixed_elements, load.options, load.digits, load.wide_digits, load.depth];
            assert!(elements.iter().all(|count| *count <= bytes.max(2)), "{kind:?}: {load:?}");
            assert!(load.blocks <= bytes.saturating_add(8) && load.contents <= bytes.max(1), "{kind:?}: {load:?}");
            assert_eq!((load.bytes, load.large_blocks), (bytes, bytes / 1025));
            let more = bound(kind, bytes.saturating_mul(2));
            assert!(decode_cost(kind, &load) <= decode_cost(kind, &more), "{kind:?}");
            assert!(encode_cost(kind, &load) <= encode_cost(kind, &more), "{kind:?}");
            assert!(hash_cost(kind, &load) <= hash_cost(kind, &more) && hash_cost(kind, &load).0 > 1, "{kind:?}");
            for count in [instructions::decode, instructions::encode, instructions::hash] {
                assert!(100 < count(kind, &load) && count(kind, &load) <= count(kind, &more), "{kind:?}");
            }
        }
    }
}

#[test]
fn shifts_and_multiplications_agree() {
    let load = Workload {
        bytes: 5000,
        contents: 3,
        elements: 7,
        fixed_elements: 5,
        options: 2,
        blocks: 9,
        large_blocks: 1,
        digits: 30,
        wide_digits: 20,
        depth: 1,
    };
    for kind in Kind::ALL {
        for (integers, shifts) in [
            (decode_cost(kind, &load), shifts::decode_cost(kind, &load)),
            (encode_cost(kind, &load), shifts::encode_cost(kind, &load)),
            (hash_cost(kind, &load), shifts::hash_cost(kind, &load)),
        ] {
            assert!(integers.0.abs_diff(shifts.0) * 25 <= integers.0, "{kind:?}: {integers:?} {shifts:?}");
        }
    }
}
