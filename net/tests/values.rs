//! Values of an `AsyncRead` without a session.

use core::{pin::Pin, task::Poll};
use std::io;

use allocation_counter::measure;
use futures_util::{StreamExt, TryStreamExt};
use tezos_encoding::{
    Encode,
    stream::{StreamError, StreamSettings},
};
use tezos_messages::p2p::PeerMessage;
use tezos_net::ValueCodec;
use tokio::{
    io::{AsyncRead, AsyncWriteExt, ReadBuf, duplex},
    task::yield_now,
};
use tokio_test::task::spawn;
use tokio_util::{
    bytes::BytesMut,
    codec::{Decoder, FramedRead},
};

use crate::common::{operation, trickle::Trickle};

fn messages() -> Vec<PeerMessage> {
    (0..20).map(|number| operation(number, 37 * number as usize)).collect()
}

fn stream(messages: &[PeerMessage]) -> Vec<u8> {
    messages.iter().flat_map(|message| message.to_bytes().unwrap()).collect()
}

#[tokio::test]
async fn concatenated_values_are_decoded() {
    let messages = messages();
    let bytes = stream(&messages);
    let values = FramedRead::new(bytes.as_slice(), ValueCodec::<PeerMessage>::default());
    assert_eq!(values.try_collect::<Vec<_>>().await.unwrap(), messages);
}

/// A future that is dropped at any await loses no byte.
#[tokio::test]
async fn futures_can_be_dropped() {
    let messages = messages();
    let (mut one, two) = duplex(1 << 16);
    one.write_all(&stream(&messages)).await.unwrap();
    drop(one);
    let mut values = FramedRead::new(Trickle::new(two), ValueCodec::<PeerMessage>::default());
    let mut found = Vec::new();
    loop {
        match spawn(values.next()).poll() {
            // Without this, tokio's cooperative budget would keep the task pending forever.
            Poll::Pending => yield_now().await,
            Poll::Ready(None) => break,
            Poll::Ready(Some(message)) => found.push(message.unwrap()),
        }
    }
    assert_eq!(found, messages);
    assert_eq!(values.decoder().offset(), stream(&messages).len() as u64);
}

/// A value is returned without waiting for the bytes after it.
#[tokio::test]
async fn values_are_returned_with_their_last_byte() {
    let messages = messages();
    let (mut one, two) = duplex(1 << 16);
    let mut values = FramedRead::new(two, ValueCodec::<PeerMessage>::default());
    for message in messages {
        let bytes = message.to_bytes().unwrap();
        let (last, rest) = bytes.split_last().unwrap();
        one.write_all(rest).await.unwrap();
        assert!(spawn(values.next()).poll().is_pending());
        one.write_all(&[*last]).await.unwrap();
        assert_eq!(values.try_next().await.unwrap(), Some(message));
    }
}

#[tokio::test]
async fn the_first_error_is_the_last_item() {
    let messages = messages();
    let bytes = stream(&messages);
    let cut = &bytes[..bytes.len() - 1];
    let mut values = FramedRead::new(cut, ValueCodec::<PeerMessage>::default());
    let error = loop {
        if let Some(Err(error)) = values.next().await {
            break error;
        }
    };
    let last = messages.last().unwrap().to_bytes().unwrap();
    assert!(error.is_early_end(), "{error}");
    assert_eq!(error.start(), Some((bytes.len() - last.len()) as u64));
    assert!(values.next().await.is_none());

    // An unknown tag, followed by valid values.
    let wrong = [&[0, 0, 0, 2, 0xff, 0xff][..], &bytes].concat();
    let mut values = FramedRead::new(wrong.as_slice(), ValueCodec::<PeerMessage>::default());
    assert!(matches!(values.next().await, Some(Err(StreamError::Decode { start: 0, .. }))));
    for _ in 0..3 {
        assert!(values.next().await.is_none());
    }
}

/// Bytes after an error are dropped, so that a source without an end takes no memory.
#[test]
fn bytes_after_an_error_are_dropped() {
    let mut codec = ValueCodec::<PeerMessage>::default();
    let mut bytes = BytesMut::from(&[0, 0, 0, 2, 0, 2, 0, 0, 0, 2, 0xff, 0xff, 0, 0, 0, 2, 0, 2][..]);
    assert!(matches!(codec.decode(&mut bytes), Ok(Some(PeerMessage::Bootstrap))));
    assert_eq!((bytes.len(), codec.offset()), (12, 6));
    assert!(matches!(codec.decode(&mut bytes), Err(StreamError::Decode { start: 6, .. })));
    assert!(bytes.is_empty());
    bytes.extend_from_slice(&[0, 0, 0, 2, 0, 2]);
    assert!(matches!(codec.decode(&mut bytes), Ok(None)));
    assert!(bytes.is_empty());
    assert!(matches!(codec.decode_eof(&mut bytes), Ok(None)));
}

/// A source that fails.
struct Broken;

impl AsyncRead for Broken {
    fn poll_read(self: Pin<&mut Self>, _: &mut core::task::Context<'_>, _: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()))
    }
}

#[tokio::test]
async fn errors_of_the_source_are_passed_on() {
    let mut values = FramedRead::new(Broken, ValueCodec::<PeerMessage>::default());
    assert!(
        matches!(values.next().await, Some(Err(StreamError::Io(error))) if error.kind() == io::ErrorKind::ConnectionReset)
    );
}

/// Announced bytes take no memory, even without a size limit.
#[tokio::test]
async fn announced_bytes_take_no_memory() {
    let source: &[u8] = &[0x3f, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    let settings = StreamSettings::default().with_value_max_bytes(usize::MAX);
    let mut values = FramedRead::new(source, ValueCodec::<String>::new(settings));
    let mut polled = Poll::Pending;
    let taken = measure(|| polled = spawn(values.next()).poll());
    assert!(matches!(polled, Poll::Ready(Some(Err(error))) if error.is_early_end()));
    assert!(taken.bytes_max < 64 << 10, "{taken:?}");
}
