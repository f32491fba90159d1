//! Guarantee 4 for values that `schema::strategy` generates: they round-trip through bytes and through JSON.

use std::collections::BTreeSet;
use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tezos_encoding::schema::strategy;
use tezos_encoding::{Decode, Encode, FromJson, HasEncoding, Tagged, ToJson};
use tezos_messages::handshake::{Ack, ConnectionId, ConnectionMessage, ConnectionMetadata, Motive, P2pAddress};
use tezos_messages::hash::{BlockHash, OperationListHash};
use tezos_messages::p2p::{PeerMessage, Swap};
use tezos_messages::point::Point;
use tezos_messages::text::Text;

/// Number of values of each type.
const CASES: u32 = 200;

fn round_trip<T>(strategy: impl Strategy<Value = T>)
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
        // The value may differ: of several cases with the same JSON, the first is taken.
        prop_assert_eq!(T::from_json(&json).unwrap().to_json().unwrap(), json);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{}: {error}", std::any::type_name::<T>()));
}

/// `fuzz/bodies/tests/guarantees` generates values of the other types in messages.
#[test]
fn values_round_trip() {
    round_trip(strategy::<PeerMessage>());
    round_trip(strategy::<ConnectionMessage>());
    round_trip(strategy::<ConnectionMetadata>());
    round_trip(strategy::<Motive>());
    round_trip(strategy::<P2pAddress>());
    round_trip(strategy::<ConnectionId>());
    round_trip(strategy::<Text>());
    round_trip(strategy::<BlockHash>());
    round_trip(strategy::<OperationListHash>());
}

/// Generates values with valid addresses. A strategy finds hardly any, but the generator of this crate has examples of them.
fn with_points<T: for<'a> Decode<'a> + Debug>() -> impl Strategy<Value = T> {
    (any::<u64>().no_shrink(), 0..=1_000_usize).prop_map(|(seed, max_bytes)| {
        let generate = tezos_messages::generate(T::ENCODING).max_bytes(max_bytes);
        let bytes = generate.values(seed).next().unwrap().unwrap();
        T::from_bytes(&bytes).unwrap()
    })
}

#[test]
fn values_with_addresses_round_trip() {
    round_trip(with_points::<Point>());
    round_trip(with_points::<Ack>());
    round_trip(with_points::<Swap>());
    round_trip(with_points::<PeerMessage>());
}

#[test]
fn every_kind_of_message_is_generated() {
    let generate = tezos_messages::generate(PeerMessage::ENCODING);
    let made = generate.values(1).take(1500).chain(generate.boundaries());
    let kinds: BTreeSet<_> = made.map(|bytes| PeerMessage::from_bytes(&bytes.unwrap()).unwrap().title()).collect();
    assert_eq!(kinds.len(), PeerMessage::CASES.len(), "{kinds:?}");
}
