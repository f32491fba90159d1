//! The generated cost functions: every kind has them, and more work never costs less.

use tezos_encoding::{Tagged, cost::Workload};
use tezos_messages::{
    cost::{Kind, bound, decode_cost},
    dal,
    p2p::PeerMessage,
};

#[test]
fn every_message_has_a_kind() {
    for case in PeerMessage::CASES {
        let kind = Kind::of_tag(case.tag.try_into().unwrap()).expect(case.title);
        assert_eq!(kind.name(), case.title.split('_').map(capital).collect::<String>());
    }
    for case in dal::Gossip::CASES {
        let kind = Kind::of_dal_tag(case.tag.try_into().unwrap()).expect(case.title);
        assert_eq!(kind.name(), format!("Dal{}", case.title.split('_').map(capital).collect::<String>()));
    }
    let known = |of: fn(u16) -> Option<Kind>| (0..=u16::MAX).filter(|tag| of(*tag).is_some()).count();
    assert_eq!((known(Kind::of_tag), known(Kind::of_dal_tag)), (PeerMessage::CASES.len(), dal::Gossip::CASES.len()));
    assert!(Kind::ALL.is_sorted_by(|one, other| one < other), "a kind is there twice");
    for kind in Kind::ALL {
        assert_eq!(kind.name(), format!("{kind:?}"));
    }
}

/// The counts of the largest workload follow from the least bytes of an element on the wire: 4 of an empty text, 9 of a module, 20 of a
/// peer, 32 of a hash, 33 of a key of operations, 36 of an operation, 76 of an identifier of a shard.
#[test]
fn the_largest_workload_has_as_many_elements_as_fit() {
    let none = Workload::default();
    let blocks = |blocks| Workload { blocks, ..none };
    let elements = |each: u64, more: u64| {
        move |bytes: u64| Workload { elements: bytes / each, blocks: bytes / each + more, ..Workload::default() }
    };
    let fixed =
        |each: u64| move |bytes: u64| Workload { fixed_elements: bytes / each, blocks: 1, ..Workload::default() };
    for bytes in [0, 3, 4, 8, 9, 35, 36, 75, 76, 1024, 1025, 2050, 100_000] {
        for kind in Kind::ALL {
            let expected = match kind {
                Kind::Metadata | Kind::Disconnect | Kind::Bootstrap | Kind::GetCurrentBranch | Kind::Deactivate => none,
                Kind::GetCurrentHead | Kind::GetCheckpoint | Kind::GetProtocolBranch | Kind::GetPredecessorHeader => {
                    none
                }
                Kind::DalGraft | Kind::DalSubscribe | Kind::DalUnsubscribe => none,
                Kind::Connection | Kind::SwapRequest | Kind::SwapAck | Kind::Operation | Kind::Chunk => blocks(1),
                Kind::Ack | Kind::Advertise => elements(4, 1)(bytes),
                Kind::BlockHeader | Kind::Checkpoint | Kind::PredecessorHeader => elements(4, 2)(bytes),
                Kind::CurrentBranch | Kind::ProtocolBranch => {
                    Workload { fixed_elements: bytes / 32, ..elements(4, 3)(bytes) }
                }
                Kind::CurrentHead => Workload { fixed_elements: bytes / 32, ..elements(4, 4)(bytes) },
                Kind::GetBlockHeaders | Kind::GetOperations | Kind::GetProtocols => fixed(32)(bytes),
                Kind::DalMessageWithHeader => fixed(32)(bytes),
                Kind::GetOperationsForBlocks => fixed(33)(bytes),
                Kind::DalIHave | Kind::DalIWant => fixed(76)(bytes),
                Kind::DalPrune => elements(20, 1)(bytes),
                // Each module has a name, an interface and an implementation.
                Kind::Protocol => Workload { elements: bytes / 9, options: bytes / 9, blocks: bytes / 3 + 1, ..none },
                // The path has three steps and an end.
                Kind::OperationsForBlocks => Workload { depth: 4, ..elements(36, 1)(bytes) },
                other => panic!("{other:?}"),
            };
            let expected = Workload { bytes, large_blocks: bytes / 1025, ..expected };
            assert_eq!(bound(kind, bytes), expected, "{kind:?}");
        }
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

#[test]
fn more_work_never_costs_less() {
    for kind in Kind::ALL {
        let most = bound(kind, 100_000);
        for load in [Workload::of_bytes(99_000), Workload { elements: 0, blocks: 0, ..most }] {
            assert!(decode_cost(kind, &load) <= decode_cost(kind, &most), "{kind:?}");
        }
    }
}

#[test]
fn no_length_overflows() {
    for kind in Kind::ALL {
        let load = bound(kind, u64::MAX);
        assert!(decode_cost(kind, &load) >= decode_cost(kind, &Workload::of_bytes(1)), "{kind:?}");
    }
}
