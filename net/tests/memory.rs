//! The heap of a peer: none is reserved for announced bytes, and none is kept after a long message.

use allocation_counter::measure;
use core::task::Poll;
use futures_util::{SinkExt, StreamExt};
use tezos_messages::{
    hash::BlockHash,
    operation::RawOperation,
    p2p::{OperationsForBlock, OperationsForBlocks, PeerMessage},
    path::MerklePath,
};
use tezos_net::{Error, Peer};
use tokio::{io::DuplexStream, task::yield_now};
use tokio_test::task::spawn;

use crate::common::{connected, operation, raw::with_raw, settings};

/// Maximum heap that the connections of these tests and the buffers of a peer may keep: reads, a chunk, the last messages.
const KEPT_BYTES: i64 = 512 << 10;

/// Waits for the next message. Returns it with the heap that the polls keep, the peak of heap during the polls, and their allocations.
async fn next(peer: &mut Peer<DuplexStream>) -> (Option<Result<PeerMessage, Error>>, i64, i64, u64) {
    let (mut kept, mut most, mut allocations) = (0, 0, 0);
    loop {
        let mut polled = Poll::Pending;
        let taken = measure(|| polled = spawn(peer.next()).poll());
        most = most.max(kept + i64::try_from(taken.bytes_max).unwrap());
        kept += taken.bytes_current;
        allocations += taken.count_total;
        if let Poll::Ready(message) = polled {
            return (message, kept, most, allocations);
        }
        yield_now().await;
    }
}

/// Returns a message with a list of operations, each with `bytes` bytes of data.
fn operations(count: usize, bytes: usize) -> PeerMessage {
    PeerMessage::OperationsForBlocks(OperationsForBlocks {
        operations_for_block: OperationsForBlock { hash: BlockHash([2; 32]), validation_pass: 0 },
        operation_hashes_path: MerklePath::Op,
        operations: vec![RawOperation { branch: BlockHash([1; 32]), data: vec![7; bytes].into() }; count],
    })
}

#[tokio::test]
async fn announced_bytes_take_no_memory() {
    let (mut raw, mut peer) = with_raw(1 << 16, &settings()).await;
    // The first chunk of a message of 16 MiB, and the end of the connection.
    let long = PeerMessage::Operation(RawOperation { branch: BlockHash([1; 32]), data: Vec::new().into() });
    let mut bytes = tezos_encoding::Encode::to_bytes(&long).unwrap();
    bytes.resize((16 << 20) + 4, 0);
    bytes[..4].copy_from_slice(&(16_u32 << 20).to_be_bytes());
    let chunks = raw.session.message(&bytes).unwrap();
    raw.write(&chunks[..65_535]).await;
    drop(raw);
    let (error, _, most, _) = next(&mut peer).await;
    assert!(error.unwrap().is_err());
    assert!(most < KEPT_BYTES, "{most} bytes");
}

#[tokio::test]
async fn no_heap_is_kept_after_a_long_message() {
    let long = operations(7, 131_000);
    let (mut raw, mut peer) = with_raw(1 << 16, &settings()).await;
    let bytes = [raw.sealed(&long), raw.sealed(&operation(1, 10))].concat();
    let send = async {
        raw.write(&bytes).await;
        raw
    };
    let receive = async {
        let (message, first, ..) = next(&mut peer).await;
        assert!(message.unwrap().unwrap() == long);
        assert!(first > 900_000, "{first} bytes: the message itself");
        let (message, second, ..) = next(&mut peer).await;
        assert_eq!(message.unwrap().unwrap(), operation(1, 10));
        let message_bytes = 7 * 131_000;
        let kept = first + second - message_bytes;
        assert!(kept < KEPT_BYTES, "{kept} bytes");
    };
    tokio::join!(send, receive);
}

/// Sends a message and returns the heap that the polls of sending allocate in total.
async fn sent(one: &mut Peer<DuplexStream>, two: &mut Peer<DuplexStream>, bytes: usize) -> u64 {
    let receive = async { assert!(two.next().await.unwrap().unwrap() == operation(1, bytes)) };
    let send = async {
        let mut allocated = measure(|| one.start_send_unpin(operation(1, bytes)).unwrap()).bytes_total;
        loop {
            let mut polled = Poll::Pending;
            allocated += measure(|| polled = spawn(one.flush()).poll()).bytes_total;
            match polled {
                Poll::Ready(done) => break done.unwrap(),
                Poll::Pending => yield_now().await,
            }
        }
        allocated
    };
    tokio::join!(send, receive).0
}

/// A buffer of up to 64 KiB is kept for the next message, a longer one is freed.
#[tokio::test]
async fn no_heap_is_kept_after_a_long_message_was_sent() {
    let (mut one, mut two) = connected(1000, &settings(), &settings()).await;
    let first = sent(&mut one, &mut two, 50_000).await;
    let second = sent(&mut one, &mut two, 50_000).await;
    assert!(second + 40_000 < first, "the buffer of the first message is not used again: {first}, {second}");
    sent(&mut one, &mut two, 131_000).await;
    let freed = -measure(|| drop(one)).bytes_current;
    assert!(freed < 100_000, "{freed} bytes are kept");
}

/// Each operation is an allocation unless they share the buffer of the message.
#[tokio::test]
async fn operations_share_the_buffer_of_their_message_with_the_feature() {
    let list = operations(1_000, 100);
    let (mut raw, mut peer) = with_raw(1 << 16, &settings()).await;
    let bytes = raw.sealed(&list);
    let send = async {
        raw.write(&bytes).await;
        raw
    };
    let receive = async {
        let (message, .., allocations) = next(&mut peer).await;
        assert!(message.unwrap().unwrap() == list);
        assert_eq!(allocations < 100, cfg!(feature = "bytes"), "{allocations} allocations");
    };
    tokio::join!(send, receive);
}
