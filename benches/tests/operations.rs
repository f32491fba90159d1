//! Checks that the handwritten readers of operations agree with the derived ones, and that views allocate nothing.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use tezos_codec_benches::{
    by_hand::operations::{borrow_operation, borrow_operations, operation, operations},
    operations::{Block, PROTOCOL, attested, block, transaction},
};
use tezos_protocols::{
    keys,
    operation::{Contents, Operation},
};

/// A single test, because the allocations of other tests in the process would be counted too.
#[test]
fn operations_by_hand_and_views() {
    by_hand_is_the_same();
    views_allocate_nothing();
}

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Returns the number of heap blocks that a call allocates.
fn allocations<T>(call: impl FnOnce() -> T) -> u64 {
    let profiler = dhat::Profiler::builder().testing().build();
    let result = call();
    let blocks = dhat::HeapStats::get().total_blocks;
    drop((result, profiler));
    blocks
}

/// Returns the transaction, the attestation, an attestation with a BLS signature, and operations of each kind in the block.
fn samples() -> Vec<Operation> {
    let mut samples = vec![transaction(), attested()];
    let signature = keys::Signature::Bls(keys::BlsSignature([5; 96]));
    let mut bls = attested();
    bls.protocol_data.signature = signature;
    samples.push(bls);
    samples.extend(block().0.split_off(170));
    samples
}

fn by_hand_is_the_same() {
    let is_by_hand = |contents: &Contents| {
        use Contents::*;
        matches!(
            contents,
            Preattestation(_)
                | Attestation(_)
                | AttestationWithDal(_)
                | Reveal(_)
                | Transaction(_)
                | Origination(_)
                | Delegation(_)
        )
    };
    let check = |bytes: &[u8]| {
        let derived = PROTOCOL.decode::<Operation>(bytes).ok();
        let by_hand = operation(bytes).ok();
        assert_eq!(borrow_operation(bytes).is_ok(), by_hand.is_some(), "{bytes:02x?}");
        match &derived {
            Some(other) if !other.protocol_data.contents.iter().all(is_by_hand) => assert_eq!(by_hand, None),
            _ => assert_eq!(derived, by_hand, "{bytes:02x?}"),
        }
    };
    for sample in samples() {
        let bytes = PROTOCOL.encode(&sample).unwrap();
        assert_eq!(operation(&bytes).unwrap(), sample);
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            for with in [0x00, 0x01, 0x03, 0x15, 0x7f, 0x80, 0xff] {
                changed[at] = with;
                check(&changed);
            }
            changed[at] = bytes[at];
            check(&bytes[..at]);
        }
    }
    let bytes = PROTOCOL.encode(&block()).unwrap();
    assert_eq!(operations(&bytes).unwrap(), block());
    assert_eq!(PROTOCOL.decode::<Block>(&bytes).unwrap(), block());
    assert_eq!(borrow_operations(&bytes).unwrap(), 200);
}

fn views_allocate_nothing() {
    let block = PROTOCOL.encode(&block()).unwrap();
    let [transaction, attestation] = [transaction(), attested()].map(|value| PROTOCOL.encode(&value).unwrap());
    for bytes in [&transaction, &attestation] {
        assert_eq!(allocations(|| PROTOCOL.view::<Operation>(bytes).unwrap()), 0);
    }
    assert_eq!(allocations(|| PROTOCOL.view::<Block>(&block).unwrap()), 0);
}
