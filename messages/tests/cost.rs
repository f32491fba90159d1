//! The generated cost functions: every kind has them, and those with shifts agree with those with multiplications.

use tezos_encoding::{Tagged, cost::Workload};
use tezos_messages::{
    cost::{Kind, bound, decode_cost, encode_cost, hash_cost, instructions, shifts},
    dal,
    p2p::PeerMessage,
};

fn loads() -> impl Iterator<Item = Workload> {
    [(100, 0, 1, 0), (1000, 7, 9, 1), (200_000, 1000, 1100, 3), (1 << 20, 5, 6, 4)].into_iter().map(
        |(bytes, elements, blocks, large_blocks)| Workload {
            bytes,
            elements,
            blocks,
            large_blocks,
            depth: 1,
            ..Workload::default()
        },
    )
}

#[test]
fn every_message_has_a_kind() {
    for case in PeerMessage::CASES {
        let kind = Kind::of_tag(case.tag.try_into().unwrap()).expect(case.title);
        assert_eq!(kind.name(), case.title.split('_').map(capital).collect::<String>());
    }
    for case in dal::Gossip::CASES {
        assert!(Kind::of_dal_tag(case.tag.try_into().unwrap()).is_some(), "{}", case.title);
    }
    assert_eq!((Kind::of_tag(0), Kind::of_dal_tag(0x17)), (None, None));
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

#[test]
fn shifts_and_multiplications_agree() {
    for kind in Kind::ALL {
        for load in loads() {
            let pairs = [
                (decode_cost(kind, &load), shifts::decode_cost(kind, &load)),
                (encode_cost(kind, &load), shifts::encode_cost(kind, &load)),
                (hash_cost(kind, &load), shifts::hash_cost(kind, &load)),
            ];
            for (integers, shifts) in pairs {
                assert!(integers.0.abs_diff(shifts.0) * 25 <= integers.0, "{kind:?} {load:?}: {integers:?} {shifts:?}");
            }
        }
    }
}

#[test]
fn more_work_never_costs_less() {
    for kind in Kind::ALL {
        let most = bound(kind, 100_000);
        for load in [Workload::of_bytes(99_000), Workload { elements: 0, blocks: 0, ..most }] {
            assert!(decode_cost(kind, &load) <= decode_cost(kind, &most), "{kind:?}");
            assert!(instructions::decode(kind, &load) <= instructions::decode(kind, &most), "{kind:?}");
        }
    }
}

#[test]
fn no_length_overflows() {
    for kind in Kind::ALL {
        let load = bound(kind, u64::MAX);
        assert!(decode_cost(kind, &load) >= decode_cost(kind, &Workload::of_bytes(1)), "{kind:?}");
        assert!(shifts::decode_cost(kind, &load) >= decode_cost(kind, &Workload::of_bytes(1)), "{kind:?}");
    }
}
