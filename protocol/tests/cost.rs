//! The generated cost functions of operations: every kind of operation in every protocol has one.

use std::collections::BTreeSet;

use tezos_encoding::{Tagged, cost::Workload, schema::Case};
use tezos_protocol::{
    Protocol,
    cost::{Kind, decode_cost, encode_cost, hash_cost, shifts},
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
