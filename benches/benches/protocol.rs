//! Operations of protocol 023, by derived and by handwritten decoders, timed in turns:
//! `cargo bench -p tezos-codec-benches --bench protocol`.
//!
//! The derived decoders get the protocol at run time, as a node does; the handwritten ones support only this protocol. The time of a call
//! includes dropping its result.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::hint::black_box;

use tezos_codec_benches::{
    by_hand::operations::{borrow_operation, borrow_operations, operation, operations},
    operations::{Block, PROTOCOL, attested, block, transaction},
    turns,
};
use tezos_protocols::operation::Operation;

fn main() {
    let rounds = turns::rounds();
    let protocol = black_box(PROTOCOL);
    turns::heading();
    for (name, value) in [("transaction", transaction()), ("attestation", attested())] {
        let bytes = protocol.encode(&value).unwrap();
        assert_eq!(protocol.decode::<Operation>(&bytes).unwrap(), operation(&bytes).unwrap(), "{name}");
        turns::decoders(
            &format!("{name} {}", bytes.len()),
            rounds,
            &bytes,
            |bytes| drop(black_box(protocol.decode::<Operation>(bytes).unwrap())),
            |bytes| drop(black_box(operation(bytes).unwrap())),
        );
        turns::decoders(
            &format!("view/{name}"),
            rounds,
            &bytes,
            |bytes| _ = black_box(protocol.view::<Operation>(bytes).unwrap()),
            |bytes| _ = black_box(borrow_operation(bytes).unwrap()),
        );
    }
    let bytes = protocol.encode(&block()).unwrap();
    assert_eq!(protocol.decode::<Block>(&bytes).unwrap(), operations(&bytes).unwrap());
    turns::decoders(
        &format!("block of 200 operations {}", bytes.len()),
        rounds,
        &bytes,
        |bytes| drop(black_box(protocol.decode::<Block>(bytes).unwrap())),
        |bytes| drop(black_box(operations(bytes).unwrap())),
    );
    turns::decoders(
        "view/block of 200 operations",
        rounds,
        &bytes,
        |bytes| _ = black_box(protocol.view::<Block>(bytes).unwrap()),
        |bytes| _ = black_box(borrow_operations(bytes).unwrap()),
    );
}
