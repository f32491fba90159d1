//! Helpers of the tests: identities, settings, connected peers, messages.

pub(crate) mod proxy;
pub(crate) mod raw;
pub(crate) mod trickle;

use core::time::Duration;
use std::{
    panic,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
};

use tezos_messages::{
    hash::BlockHash,
    identity::{CryptoBoxSecretKey, Identity, PowTarget, Stamp},
    operation::RawOperation,
    p2p::PeerMessage,
};
use tezos_net::{Message, Peer, Settings};
use tokio::{
    io::{AsyncRead, AsyncWrite, DuplexStream, duplex},
    runtime::Builder,
    time::timeout,
};

/// Waits for a future with tokio's clock stopped, and fails if it takes an hour of that clock.
pub(crate) async fn within_an_hour<T>(future: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(3600), future).await.expect("not done within an hour")
}

/// Runs a test on a thread of its own with tokio's clock stopped. A loop inside one poll, which no timeout of tokio ends, fails after 15
/// seconds of real time.
pub(crate) fn apart(test: impl Future<Output = ()> + Send + 'static) {
    let runtime = Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    let (done, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        runtime.block_on(test);
        let _ = done.send(());
    });
    assert_ne!(ended.recv_timeout(Duration::from_secs(15)), Err(RecvTimeoutError::Timeout), "a loop that does not end");
    if let Err(panic) = thread.join() {
        panic::resume_unwind(panic);
    }
}

/// Returns settings with an easy proof of work, and with timeouts that end a test which would hang.
pub(crate) fn settings() -> Settings {
    let timeout = Some(Duration::from_secs(20));
    with_target(Settings { idle_timeout: timeout, send_timeout: timeout, ..Settings::new("TEZOS_TEST") })
}

pub(crate) fn with_target<M: Message>(mut settings: Settings<M>) -> Settings<M> {
    settings.session.target = target();
    settings
}

pub(crate) fn target() -> PowTarget {
    PowTarget::from_bits(8)
}

/// Returns the identity of a seed, with its proof of work.
pub(crate) fn identity(seed: u8) -> Identity {
    let secret = CryptoBoxSecretKey::new([seed; 32]);
    let stamp = target().search(&secret.public_key(), Stamp([0; 24]), 1 << 20).unwrap();
    Identity::new(secret, stamp)
}

/// Returns an operation with `bytes` bytes of data, which depend on `number`.
pub(crate) fn operation(number: u32, bytes: usize) -> PeerMessage {
    let data = number.to_be_bytes().into_iter().cycle().take(bytes).collect();
    PeerMessage::Operation(RawOperation { branch: BlockHash([7; 32]), data })
}

/// Connects two peers in memory, with a buffer of `buffer` bytes in each direction.
pub(crate) async fn connected(
    buffer: usize,
    ours: &Settings,
    theirs: &Settings,
) -> (Peer<DuplexStream>, Peer<DuplexStream>) {
    let (one, two) = duplex(buffer);
    connected_over(one, two, ours, theirs).await
}

/// Connects two peers over the two ends of any connection.
pub(crate) async fn connected_over<A, B>(one: A, two: B, ours: &Settings, theirs: &Settings) -> (Peer<A>, Peer<B>)
where
    A: AsyncRead + AsyncWrite + Unpin,
    B: AsyncRead + AsyncWrite + Unpin,
{
    let (me, you) = (identity(1), identity(2));
    tokio::try_join!(Peer::connect(one, &me, ours), Peer::accept(two, &you, theirs)).unwrap()
}
