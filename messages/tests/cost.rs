//! The generated cost functions: every kind has them, and more work never costs less.

use tezos_encoding::{Tagged, cost::Workload};
use tezos_messages::{
    cost::{InputKind, bound, decode_cost},
    dal,
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
        for kind in InputKind::ALL {
            let expected = match kind {
                InputKind::Metadata
                | InputKind::Disconnect
                | InputKind::Bootstrap
                | InputKind::GetCurrentBranch
                | InputKind::Deactivate => none,
                InputKind::GetCurrentHead
                | InputKind::GetCheckpoint
                | InputKind::GetProtocolBranch
                | InputKind::GetPredecessorHeader => none,
                InputKind::DalGraft | InputKind::DalSubscribe | InputKind::DalUnsubscribe => none,
                InputKind::Connection
                | InputKind::SwapRequest
                | InputKind::SwapAck
                | InputKind::Operation
                | InputKind::Chunk => blocks(1),
                InputKind::Ack | InputKind::Advertise => elements(4, 1)(bytes),
                InputKind::BlockHeader | InputKind::Checkpoint | InputKind::PredecessorHeader => elements(4, 2)(bytes),
                InputKind::CurrentBranch | InputKind::ProtocolBranch => {
                    Workload { fixed_elements: bytes / 32, ..elements(4, 3)(bytes) }
                }
                InputKind::CurrentHead => Workload { fixed_elements: bytes / 32, ..elements(4, 4)(bytes) },
                InputKind::GetBlockHeaders | InputKind::GetOperations | InputKind::GetProtocols => fixed(32)(bytes),
                InputKind::DalMessageWithHeader => fixed(32)(bytes),
                InputKind::GetOperationsForBlocks => fixed(33)(bytes),
                InputKind::DalIHave | InputKind::DalIWant => fixed(76)(bytes),
                InputKind::DalPrune => elements(20, 1)(bytes),
                // Each module has a name, an interface and an implementation.
                InputKind::Protocol => {
                    Workload { elements: bytes / 9, options: bytes / 9, blocks: bytes / 3 + 1, ..none }
                }
                // The path has three steps and an end.
                InputKind::OperationsForBlocks => Workload { depth: 4, ..elements(36, 1)(bytes) },
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
    for kind in InputKind::ALL {
        let most = bound(kind, 100_000);
        for load in [Workload::of_bytes(99_000), Workload { elements: 0, blocks: 0, ..most }] {
            assert!(decode_cost(kind, &load) <= decode_cost(kind, &most), "{kind:?}");
        }
    }
}

#[test]
fn no_length_overflows() {
    for kind in InputKind::ALL {
        let load = bound(kind, u64::MAX);
        assert!(decode_cost(kind, &load) >= decode_cost(kind, &Workload::of_bytes(1)), "{kind:?}");
    }
}
