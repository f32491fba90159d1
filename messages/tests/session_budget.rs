//! The budget of a peer: it is charged for chunks and messages before they are decrypted and decoded.

#[path = "../examples/budget.rs"]
mod example;

use std::time::Duration;

use tezos_encoding::cost::Cost;
use tezos_messages::{
    cost::{InputKind, most_cost},
    session::{Allowance, Budget, Config, Network, OverBudget, Session, SessionError, chunk_cost},
};

use crate::common::peers::{accepted, config, events, message};

/// Returns a message of this size with the tag of a list of operations. A session does not check the rest.
fn operations(bytes: usize) -> Vec<u8> {
    let mut body = vec![0; bytes];
    body[..2].copy_from_slice(&[0, 0x61]);
    message(&body)
}

/// Returns a sender, and a receiver with this budget after the handshake. The budget is refilled by the same amount per second.
fn with_budget(left: Cost) -> (Session, Session) {
    let (sender, _) = accepted(config());
    // The metadata and the ack are chunks of 18 and 17 bytes.
    let handshake = chunk_cost(18).plus(chunk_cost(17));
    let allowance = Some(Allowance { burst: left.plus(handshake), per_second: left });
    let (_, receiver) = accepted(Config { allowance, ..config() });
    assert_eq!(receiver.budget().unwrap().left(), left);
    (sender, receiver)
}

/// Returns the cost of a message in one chunk.
fn cost(message: &[u8]) -> Cost {
    let chunk = u16::try_from(message.len() + 16).unwrap();
    Network::Chain.message_cost(message).unwrap().plus(chunk_cost(chunk))
}

#[test]
fn the_example_runs() {
    example::main();
}

#[test]
fn messages_are_received_until_the_budget_is_spent() {
    let message = operations(5000);
    let (mut sender, mut receiver) = with_budget(Cost(cost(&message).0 * 3));
    for _ in 0..4 {
        receiver.feed(&sender.message(&message).unwrap());
    }
    let mut received = 0;
    let refused = loop {
        match receiver.next_event() {
            Ok(Some(_)) => received += 1,
            Ok(None) => panic!("the budget was never spent"),
            Err(SessionError::OverBudget(refused)) => break refused,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!((received, receiver.budget().unwrap().left()), (3, Cost::ZERO));
    // Nothing is lost: after the time in the error, the chunk is decrypted; later, the message is returned.
    receiver.refill(refused.wait.unwrap());
    assert!(matches!(events(&mut receiver), Err(SessionError::OverBudget(_))));
    receiver.refill(Duration::from_secs(1));
    assert_eq!(events(&mut receiver).unwrap().len(), 1);
    assert_eq!(receiver.finish(), Ok(()));
}

#[test]
fn a_message_over_budget_is_refused_at_its_first_chunk() {
    let long = operations(500_000);
    let whole = Network::Chain.message_cost(&long).unwrap();
    let (mut sender, mut receiver) = with_budget(whole);
    // The first of several chunks: after its decryption, the rest of the budget is less than the cost of the message.
    receiver.feed(&sender.message(&long).unwrap()[..65_535]);
    match events(&mut receiver) {
        Err(SessionError::OverBudget(refused)) => assert_eq!(refused.cost, whole),
        other => panic!("{other:?}"),
    }
    assert_eq!(receiver.consumed().pending, 65_517);
}

#[test]
fn a_message_is_charged_once_in_any_chunks() {
    let message = operations(300);
    let (mut sender, _) = accepted(Config { chunk_max_bytes: 100, ..config() });
    let (_, mut receiver) = with_budget(Cost::of(Duration::from_millis(1)));
    let left = receiver.budget().unwrap().left();
    for byte in sender.message(&message).unwrap() {
        receiver.feed(&[byte]);
        while receiver.next_event().unwrap().is_some() {}
    }
    let chunks = [116, 116, 116, 20].map(chunk_cost).into_iter().fold(Cost::ZERO, Cost::plus);
    let spent = Network::Chain.message_cost(&message).unwrap().plus(chunks);
    assert_eq!(receiver.budget().unwrap().left().0, left.0 - spent.0);
}

#[test]
fn a_size_above_the_limit_is_refused_before_the_budget_is_checked() {
    let (mut sender, _) = accepted(Config { message_max_bytes: u32::MAX, ..config() });
    // The budget covers the chunk and not the message.
    let (_, mut receiver) = with_budget(chunk_cost(65_533));
    receiver.feed(&sender.message(&operations(2 << 20)).unwrap()[..65_535]);
    assert!(matches!(events(&mut receiver), Err(SessionError::MessageTooLong { .. })));
    assert_eq!(receiver.budget().unwrap().left(), Cost::ZERO);
}

#[test]
fn without_an_allowance_there_is_no_budget() {
    let (mut sender, mut receiver) = accepted(config());
    assert_eq!(receiver.budget(), None);
    receiver.refill(Duration::from_secs(1));
    receiver.feed(&sender.message(&operations(100_000)).unwrap());
    assert_eq!(events(&mut receiver).unwrap().len(), 1);
}

/// The wait is the least after which the cost is covered, to the nanosecond.
#[test]
fn a_budget_waits_exactly_as_long_as_it_must() {
    const SECOND: u64 = 1_000_000_000;
    for (rate, missing, nanoseconds) in [
        (1, 1, SECOND),
        (3, 1, 333_333_334),
        (3, 2, 666_666_667),
        (3, 3, SECOND),
        (7, 1000, 142_857_142_858),
        (SECOND, 1, 1),
        (2 * SECOND, 1, 1),
        (2 * SECOND, 3, 2),
        (u64::MAX, u64::MAX, SECOND),
    ] {
        let mut budget = Budget::new(Allowance { burst: Cost(u64::MAX), per_second: Cost(rate) });
        budget.spend(Cost(u64::MAX)).unwrap();
        let refused = budget.spend(Cost(missing)).unwrap_err();
        let wait = Some(Duration::from_nanos(nanoseconds));
        assert_eq!(refused, OverBudget { cost: Cost(missing), left: Cost::ZERO, wait });
        let mut early = budget.clone();
        early.refill(Duration::from_nanos(nanoseconds - 1));
        assert!(early.left().0 < missing && early.spend(Cost(missing)).is_err(), "{rate} {missing}");
        budget.refill(Duration::from_nanos(nanoseconds));
        let left = budget.left().0 - missing;
        assert_eq!((budget.spend(Cost(missing)), budget.left()), (Ok(()), Cost(left)));
    }
}

#[test]
fn a_budget_covers_its_burst_and_no_more() {
    let allowance = Allowance { burst: Cost(1000), per_second: Cost(100) };
    let mut budget = Budget::new(allowance);
    assert_eq!(budget.spend(Cost(1001)), Err(OverBudget { cost: Cost(1001), left: Cost(1000), wait: None }));
    assert_eq!((budget.spend(Cost(1000)), budget.left()), (Ok(()), Cost::ZERO));
    let refused = OverBudget { cost: Cost(1000), left: Cost::ZERO, wait: Some(Duration::from_secs(10)) };
    assert_eq!(budget.spend(Cost(1000)), Err(refused));
    assert_eq!(budget.spend(Cost::ZERO), Ok(()));
    for (refill, left) in [(0, 0), (9, 0), (10, 1), (19, 2), (9_969, 998), (10, 999), (9, 999), (10, 1000), (10, 1000)]
    {
        budget.refill(Duration::from_millis(refill));
        assert_eq!(budget.left(), Cost(left));
    }
    let text = "the peer's budget has 0ns left and 1ns is needed: refill it after 10s, or close the connection";
    assert_eq!(refused.to_string(), text);

    // Refills of 2^64 and more.
    for seconds in [1 << 32, u64::MAX] {
        let mut fast = Budget::new(Allowance { burst: Cost(1000), per_second: Cost(1 << 32) });
        fast.spend(Cost(1000)).unwrap();
        fast.refill(Duration::from_secs(seconds));
        assert_eq!(fast.left(), Cost(1000));
    }
    // Times beyond what a wait can say.
    for (missing, wait) in [(18_446_744_073, Some(Duration::from_secs(18_446_744_073))), (18_446_744_074, None)] {
        let mut slow = Budget::new(Allowance { burst: Cost(missing), per_second: Cost(1) });
        slow.spend(Cost(missing)).unwrap();
        assert_eq!(slow.spend(Cost(missing)).unwrap_err().wait, wait);
    }
}

/// Tags of the peer layer are those of both networks; each network has other tags above them.
#[test]
fn messages_cost_what_their_kind_and_size_cost() {
    let of = |kind, bytes| Some(most_cost(kind, bytes));
    let unknown = of(InputKind::Disconnect, 4);
    for (tag, size, chain, dal) in [
        (0x00, 9, unknown, unknown),
        (0x01, 2, of(InputKind::Disconnect, 6), of(InputKind::Disconnect, 6)),
        (0x03, 996, of(InputKind::Advertise, 1000), of(InputKind::Advertise, 1000)),
        (0x05, 996, of(InputKind::SwapAck, 1000), of(InputKind::SwapAck, 1000)),
        (0x06, 996, unknown, unknown),
        (0x0f, 996, unknown, unknown),
        (0x10, 996, of(InputKind::GetCurrentBranch, 1000), of(InputKind::DalGraft, 1000)),
        (0x13, 996, of(InputKind::GetCurrentHead, 1000), of(InputKind::DalIWant, 1000)),
        (0x16, 996, unknown, of(InputKind::DalMessageWithHeader, 1000)),
        (0x17, 996, unknown, unknown),
        (0x20, 996, of(InputKind::GetBlockHeaders, 1000), unknown),
        (0x61, u32::MAX, of(InputKind::OperationsForBlocks, (1 << 32) + 3), unknown),
        (0x91, 996, of(InputKind::PredecessorHeader, 1000), unknown),
        (0x3161, 996, unknown, unknown),
    ] {
        let start = [&size.to_be_bytes()[..], &u16::to_be_bytes(tag)].concat();
        for (network, expected) in [(Network::Chain, chain), (Network::Dal, dal)] {
            assert_eq!(network.message_cost(&start), expected, "{tag:#x}");
            assert_eq!(network.message_cost(&[&start[..], &[0xff; 9]].concat()), expected, "{tag:#x}");
            assert_eq!(network.message_cost(&start[..5]), None);
        }
    }
    for bytes in [0, 16, 32, 33, u16::MAX] {
        assert_eq!(Some(chunk_cost(bytes)), of(InputKind::Chunk, bytes.into()));
    }
    assert!(Cost::ZERO < chunk_cost(16) && chunk_cost(16) < chunk_cost(1000));
}

/// What is over budget is charged nothing, and what was charged is not charged again.
#[test]
fn the_budget_of_a_session_is_charged_exactly() {
    let message = operations(3000);
    let [chunk, whole] = [chunk_cost(3020), Network::Chain.message_cost(&message).unwrap()];
    let (mut sender, mut receiver) = with_budget(chunk.plus(whole));
    let left = |session: &Session| session.budget().unwrap().left();
    let bytes = sender.message(&message).unwrap();
    // A chunk is charged when it is complete.
    receiver.feed(&bytes[..bytes.len() - 1]);
    assert_eq!((events(&mut receiver), left(&receiver)), (Ok(vec![]), chunk.plus(whole)));
    receiver.feed(&bytes[bytes.len() - 1..]);
    assert_eq!((events(&mut receiver).unwrap().len(), left(&receiver)), (1, Cost::ZERO));

    // One picosecond less than both: the chunk is charged, the message is not, however often it is tried.
    let (mut sender, mut receiver) = with_budget(Cost(chunk.plus(whole).0 - 1));
    receiver.feed(&sender.message(&message).unwrap());
    for calls in 1..=3 {
        let Err(SessionError::OverBudget(over)) = events(&mut receiver) else { panic!("the message is not refused") };
        assert_eq!((over.cost, over.left), (whole, Cost(whole.0 - 1)));
        assert_eq!((left(&receiver), receiver.counters().over_budget), (Cost(whole.0 - 1), calls));
        assert_eq!(receiver.consumed().pending, message.len());
    }
    receiver.refill(Duration::from_millis(500));
    let refilled = left(&receiver);
    assert_eq!((events(&mut receiver).unwrap().len(), left(&receiver)), (1, Cost(refilled.0 - whole.0)));

    // One less than the chunk: it is not charged, and stays unread.
    let (mut sender, mut receiver) = with_budget(Cost(chunk.0 - 1));
    let before = receiver.consumed();
    receiver.feed(&sender.message(&message).unwrap());
    let Err(SessionError::OverBudget(over)) = events(&mut receiver) else { panic!("the chunk is not refused") };
    assert_eq!((over.cost, over.left, receiver.consumed()), (chunk, Cost(chunk.0 - 1), before));
}
