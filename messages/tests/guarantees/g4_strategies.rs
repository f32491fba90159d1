//! Guarantee 4, for the values that `schema::strategy` makes of each type: they come back from bytes and from JSON.

use std::collections::BTreeSet;
use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tezos_encoding::schema::strategy;
use tezos_encoding::{Decode, Encode, FromJson, HasEncoding, Tagged, ToJson};
use tezos_messages::handshake::{Ack, Address, ConnectionId, ConnectionMessage, Metadata, Motive};
use tezos_messages::hash::{BlockHash, OperationListHash};
use tezos_messages::p2p::{PeerMessage, Swap};
use tezos_messages::point::Point;
use tezos_messages::text::Text;

/// Values of each type.
const CASES: u32 = 200;

fn come_back<T>(strategy: impl Strategy<Value = T>)
where
    T: for<'a> Decode<'a> + Encode + PartialEq + Debug,
{
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let run = TestRunner::new(config).run(&strategy, |value| {
        let bytes = value.to_bytes().unwrap();
        prop_assert_eq!(value.encoded_len().unwrap(), bytes.len());
        prop_assert_eq!(&T::from_bytes(&bytes).unwrap(), &value);
        prop_assert_eq!(&T::from_canonical_bytes(&bytes).unwrap(), &value);
        let json = value.to_json().unwrap();
        // Of two cases with the same JSON, it is the first.
        prop_assert_eq!(T::from_json(&json).unwrap().to_json().unwrap(), json);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{}: {error}", std::any::type_name::<T>()));
}

/// Of the parts of messages, `fuzz/bodies/tests/guarantees` makes values of their own.
#[test]
fn values_come_back() {
    come_back(strategy::<PeerMessage>());
    come_back(strategy::<ConnectionMessage>());
    come_back(strategy::<Metadata>());
    come_back(strategy::<Motive>());
    come_back(strategy::<Address>());
    come_back(strategy::<ConnectionId>());
    come_back(strategy::<Text>());
    come_back(strategy::<BlockHash>());
    come_back(strategy::<OperationListHash>());
}

/// Few texts are addresses: those of the generator of this crate are.
fn with_points<T: for<'a> Decode<'a> + Debug>() -> impl Strategy<Value = T> {
    (any::<u64>().no_shrink(), 0..=1_000_usize).prop_map(|(seed, max_bytes)| {
        let generate = tezos_messages::generate(T::ENCODING).max_bytes(max_bytes);
        let bytes = generate.values(seed).next().unwrap().unwrap();
        T::from_bytes(&bytes).unwrap()
    })
}

#[test]
fn points() {
    come_back(with_points::<Point>());
    come_back(with_points::<Ack>());
    come_back(with_points::<Swap>());
    come_back(with_points::<PeerMessage>());
}

#[test]
fn every_kind_of_message_is_made() {
    let generate = tezos_messages::generate(PeerMessage::ENCODING);
    let made = generate.values(1).take(1500).chain(generate.boundaries());
    let kinds: BTreeSet<_> = made.map(|bytes| PeerMessage::from_bytes(&bytes.unwrap()).unwrap().title()).collect();
    assert_eq!(kinds.len(), PeerMessage::CASES.len(), "{kinds:?}");
}
