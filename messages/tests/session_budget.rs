//! The budget of a peer: it is charged for chunks and messages before they are decrypted and decoded.

#[path = "../examples/budget.rs"]
mod example;

use std::time::Duration;

use tezos_encoding::cost::Cost;
use tezos_messages::session::{Allowance, Config, Network, Session, SessionError, chunk_cost};

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
    let (_, mut receiver) = with_budget(Cost::of(Duration::from_millis(1)));
    receiver.feed(&sender.message(&operations(2 << 20)).unwrap()[..65_535]);
    assert!(matches!(events(&mut receiver), Err(SessionError::MessageTooLong { .. })));
}

#[test]
fn without_an_allowance_there_is_no_budget() {
    let (mut sender, mut receiver) = accepted(config());
    assert_eq!(receiver.budget(), None);
    receiver.refill(Duration::from_secs(1));
    receiver.feed(&sender.message(&operations(100_000)).unwrap());
    assert_eq!(events(&mut receiver).unwrap().len(), 1);
}
