//! `Lazy<T>`: a value that is decoded lazily, on first access.

use std::borrow::Cow;

use tezos_encoding::Lazy;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Payload {
    a: u8,
    b: String,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Message {
    payload: Lazy<Payload>,
    last: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Borrowed<'a> {
    slice: Lazy<Payload, &'a [u8]>,
    cow: Lazy<Payload, Cow<'a, [u8]>>,
}

const PAYLOAD: [u8; 6] = [7, 0, 0, 0, 1, b'x'];

#[test]
fn bytes() {
    let payload = Payload { a: 7, b: "x".to_owned() };
    let message = Message { payload: Lazy::of(&payload).unwrap(), last: 9 };
    both(&message, "00000006 07 00000001 78 09");
    assert_eq!(message.payload.bytes(), PAYLOAD);
    assert_eq!(message.payload.force().unwrap(), payload);
    both(
        &Borrowed { slice: Lazy::new(&PAYLOAD), cow: Lazy::new(Cow::Borrowed(&[1])) },
        "00000006 07 00000001 78 00000001 01",
    );
    let bytes = [0, 0, 0, 2, 1, 2, 9];
    let view = MessageView::from_bytes(&bytes).unwrap();
    assert_eq!(view.payload, Lazy::<Payload>::new(vec![1, 2]));
    assert_eq!(view.to_owned().unwrap(), Message { payload: Lazy::new(vec![1, 2]), last: 9 });
}

#[test]
fn bytes_are_not_checked_before_first_access() {
    both(&Message { payload: Lazy::new(vec![1]), last: 9 }, "00000001 01 09");
    let lazy = Lazy::<Payload>::new(vec![1]);
    let error = lazy.force().unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("Not_enough_data", 1));
    refused::<Message>("00000002 01", "Not_enough_data", "payload", 4);
    assert!(lazy == Lazy::<Payload, _>::new([1]) && lazy != Lazy::<Payload, _>::new([2]) && lazy != Lazy::new(vec![]));
    assert_eq!(format!("{lazy:?}"), "Lazy(1 bytes)");
}

#[test]
fn json() {
    in_json(&Message { payload: Lazy::new(PAYLOAD.to_vec()), last: 9 }, r#"{"payload":{"a":7,"b":"x"},"last":9}"#);
    let invalid = Message { payload: Lazy::new(vec![1]), last: 9 };
    assert_eq!(invalid.to_json().unwrap(), r#"{"payload":{"invalid_lazy_bytes":"01"},"last":9}"#);
}
