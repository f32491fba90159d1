//! The generated cost functions: every kind has them, and more bytes never cost less.

use tezos_encoding::{
    Tagged,
    cost::{Cost, Workload},
};
use tezos_messages::{
    cost::{InputKind, decode_cost, most_cost},
    dal, generate,
    p2p::PeerMessage,
};

#[test]
fn every_message_has_a_kind() {
    for case in PeerMessage::CASES {
        let kind = InputKind::of_tag(case.tag.try_into().unwrap()).expect(case.title);
        assert_eq!(kind.name(), case.title.split('_').map(capital).collect::<String>());
    }
    for case in dal::Gossip::CASES {
        let kind = InputKind::of_dal_tag(case.tag.try_into().unwrap()).expect(case.title);
        assert_eq!(kind.name(), format!("Dal{}", case.title.split('_').map(capital).collect::<String>()));
    }
    let known = |of: fn(u16) -> Option<InputKind>| (0..=u16::MAX).filter(|tag| of(*tag).is_some()).count();
    assert_eq!(
        (known(InputKind::of_tag), known(InputKind::of_dal_tag)),
        (PeerMessage::CASES.len(), dal::Gossip::CASES.len())
    );
    assert!(InputKind::ALL.is_sorted_by(|one, other| one < other), "a kind is there twice");
    for kind in InputKind::ALL {
        assert_eq!(kind.name(), format!("{kind:?}"));
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

#[test]
fn more_bytes_never_cost_less() {
    for kind in InputKind::ALL {
        let costs = [1, 6, 1000, 1 << 24, u64::MAX].map(|bytes| most_cost(kind, bytes));
        assert!(Cost::ZERO < costs[0] && costs.is_sorted(), "{kind:?}: {costs:?}");
        let load = |bytes| decode_cost(kind, &Workload::of_bytes(bytes));
        assert!(load(1) <= load(1000) && load(1000) <= load(u64::MAX), "{kind:?}");
    }
}

/// The models are averages of values, the bounds are of all bytes of the same machine.
#[test]
fn no_value_is_predicted_above_its_bound() {
    for (case, kind) in
        PeerMessage::CASES.iter().filter_map(|case| Some((case, InputKind::of_tag(u16::try_from(case.tag).ok()?)?)))
    {
        for bytes in generate(case.payload).max_bytes(20_000).values(7).take(40) {
            let bytes = bytes.unwrap().len() as u64 + 6;
            // The least that a message of this length can cost: one block.
            let load = Workload { blocks: 1, ..Workload::of_bytes(bytes) };
            assert!(decode_cost(kind, &load) <= most_cost(kind, bytes), "{kind:?}, {bytes} bytes");
        }
    }
}
