//! Michelson values by their types.
//!
//! Not [`crate::typed::check`]: readers accept forms that the schema, which describes the written one, does not.

use tezos_encoding::schema::{decode, encode};
use tezos_encoding::{Decode, Encode, HasEncoding, ToJson};
use tezos_protocols::micheline::Micheline;
use tezos_protocols::michelson::{
    Address, Bool, Bytes, Int, Key, List, Map, Maybe, Michelson, Nat, Pair, Set, Signature, Text, Ticket, Timestamp,
};

use super::registry::shared_examples;
use crate::Target;
use crate::heap::Heap;

tezos_protocols::michelson! {
    #[derive(Debug, PartialEq)]
    enum Call {
        Order(Order),
        Orders(List<Order>),
        Tickets(List<Ticket<Pair<Nat, Maybe<Bytes>>>>),
        Sorted(Map<Int, Set<Address>>),
        Signed(Pair<Key, Pair<Signature, Timestamp>>),
        Stop,
    }

    #[derive(Debug, PartialEq)]
    struct Order { id: Nat, memo: Text, data: Maybe<Bytes>, last: Bool }
}

/// Each list or set has elements of its own. An address that is text has fewer bytes in memory than on the wire.
const HEAP: Heap = Heap::COPIED
    .elements(size_of::<Order>(), 2)
    .elements(size_of::<Ticket<Pair<Nat, Maybe<Bytes>>>>(), 2)
    .elements(size_of::<Address>() + size_of::<(Int, Set<Address>)>(), 2);

/// Returns the target.
pub(crate) fn target() -> Target {
    Target::made("michelson_value", Call::ENCODING, || shared_examples().collect(), call)
}

fn call(bytes: &[u8]) {
    let read = HEAP.hold("reading", bytes, || Call::from_bytes(bytes));
    let walked = decode(Call::ENCODING, bytes);
    let value = match read {
        Ok(value) => value,
        Err(error) => {
            // The schema cannot call the check of the order.
            let is_order = matches!(error.kind().name(), "User_invariant_guard" | "Duplicate_key");
            assert!(walked.is_err() || is_order, "only the type refuses: {error}");
            return;
        }
    };
    assert!(Micheline::from_bytes(bytes).is_ok(), "an expression");
    let written = value.to_bytes().unwrap();
    assert_eq!(Call::from_canonical_bytes(&written).as_ref(), Ok(&value));
    assert_eq!(value.to_micheline().unwrap().as_bytes(), written, "the canonical expression");
    assert!(decode(Call::ENCODING, &written).is_ok(), "the schema describes what is written");
    if let Ok(walked) = walked {
        assert_eq!(encode(Call::ENCODING, &walked).as_ref(), Ok(&written), "the type and the schema");
    }
    value.to_json().unwrap();
}
