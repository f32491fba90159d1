//! `Blob` and `bytes::Bytes`: copied from a slice, shared with a buffer.

use bytes::Bytes;
use tezos_encoding::{
    BinWriter, Blob, Decode, Encode, FromJson, HasEncoding, HeapBudget, Limits, NomReader, ToJson, View,
};

#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq)]
struct Operation {
    branch: [u8; 2],
    data: Blob,
}

#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq)]
struct Message {
    #[encoding(dynamic, list, dynamic, bounded = 6)]
    operations: Vec<Operation>,
    #[encoding(option, dynamic, bytes = 4)]
    memo: Option<Blob>,
    #[encoding(dynamic)]
    proof: Bytes,
    #[encoding(raw = "(u8, u8)")]
    pair: Blob,
    rest: Bytes,
}

fn message() -> Message {
    let operation = |at: u8| Operation { branch: [at; 2], data: vec![at; usize::from(at)].into() };
    Message {
        operations: (0..5).map(operation).collect(),
        memo: Some(vec![1, 2].into()),
        proof: Bytes::from_static(&[3, 4, 5]),
        pair: vec![6, 7].into(),
        rest: Bytes::from_static(&[8]),
    }
}

/// Returns, for every field that is not empty, whether it points into the memory of `buffer`.
fn are_in<'m>(message: &'m Message, buffer: &Bytes) -> Vec<bool> {
    let operations = message.operations.iter().map(|operation| &*operation.data);
    let others = [message.memo.as_deref().unwrap_or_default(), &message.proof, &message.pair, &message.rest];
    let parts: Vec<&'m [u8]> = operations.chain(others).filter(|part| !part.is_empty()).collect();
    parts.iter().map(|part| buffer.as_ptr_range().contains(&part.as_ptr())).collect()
}

#[test]
fn values_are_the_same_copied_shared_and_from_views() {
    let bytes = message().to_bytes().unwrap();
    let buffer = Bytes::from(bytes.clone());
    let (copied, shared) = (Message::from_bytes(&buffer).unwrap(), Message::from_shared(&buffer).unwrap());
    assert_eq!((&copied, &shared), (&message(), &message()));
    assert_eq!(are_in(&copied, &buffer), [false; 8]);
    assert_eq!(are_in(&shared, &buffer), [true; 8]);
    let view = MessageView::from_bytes(&bytes).unwrap();
    assert_eq!(Message::from_view(&view).unwrap(), message());
    assert_eq!(shared.to_bytes().unwrap(), bytes);
    let json = shared.to_json().unwrap();
    assert_eq!(Message::from_json(&json).unwrap(), message());
}

#[test]
fn a_shared_value_outlives_the_handle_and_detaches() {
    fn is_free<T: Send + Sync + 'static>(value: T) -> T {
        value
    }
    let buffer = Bytes::from(message().to_bytes().unwrap());
    let shared = is_free(Message::from_shared(&buffer).unwrap());
    assert!(!buffer.is_unique(), "the value keeps the buffer");
    let detached: Vec<Blob> = shared.operations.iter().map(|operation| operation.data.detach()).collect();
    drop(shared);
    assert!(buffer.is_unique(), "a detached value does not keep the buffer");
    assert_eq!(detached[4], vec![4; 4]);
    assert_eq!((Vec::from(detached[4].clone()), Bytes::from(detached[3].clone())), (vec![4; 4], vec![3; 3].into()));
}

/// Every error equals the error for the same bytes in a slice, with the same offset.
#[test]
fn errors_equal_those_of_a_slice() {
    let bytes = message().to_bytes().unwrap();
    for at in 0..bytes.len() {
        for damaged in [bytes[..at].to_vec(), [&bytes[..at], &[bytes[at] ^ 0x81], &bytes[at + 1..]].concat()] {
            let buffer = Bytes::from(damaged.clone());
            assert_eq!(Message::from_shared(&buffer), Message::from_bytes(&damaged));
        }
    }
}

/// The budget includes the whole buffer, because the value keeps it alive.
#[test]
fn a_shared_buffer_is_taken_from_the_budget() {
    let buffer = Bytes::from(message().to_bytes().unwrap());
    let heap = HeapBudget::new(10_000);
    Message::from_bytes_within(&buffer, Limits::default(), &heap).unwrap();
    let copied = 10_000 - heap.left();
    let heap = HeapBudget::new(10_000);
    Message::from_shared_within(&buffer, Limits::default(), &heap).unwrap();
    assert_eq!(10_000 - heap.left(), copied);
    let error = Message::from_shared_within(&buffer, Limits::default(), &HeapBudget::new(9)).unwrap_err();
    assert_eq!(error.kind().name(), "Heap_exceeded");
}
