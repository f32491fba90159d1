//! Limits for bytes per second, in paused time.

use core::time::Duration;

use tezos_net::{Bandwidth, TotalBandwidth};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
    time::{Instant, timeout},
};

/// The ends of a connection that holds everything that the tests write.
fn pair() -> (DuplexStream, DuplexStream) {
    duplex(1 << 20)
}

/// Reads 20,000 bytes, 100 at a time, and returns the seconds that it takes.
async fn read(mut stream: impl AsyncReadExt + Unpin) -> f64 {
    let start = Instant::now();
    for _ in 0..200 {
        stream.read_exact(&mut [0; 100]).await.unwrap();
    }
    start.elapsed().as_secs_f64()
}

#[tokio::test(start_paused = true)]
async fn peers_share_the_total() {
    let total = TotalBandwidth::new(Bandwidth { peer: Some(10_000), total: Some(10_000) });
    let mut ends = Vec::new();
    let limited = || {
        let (mut theirs, ours) = pair();
        let stream = total.limit(ours);
        async move {
            theirs.write_all(&[0; 20_000]).await.unwrap();
            (theirs, stream)
        }
    };
    for _ in 0..2 {
        ends.push(limited().await);
    }
    let [(_one, first), (_other, second)] = <[_; 2]>::try_from(ends).map_err(drop).unwrap();
    let (one, other) = tokio::join!(read(first), read(second));
    // 40,000 bytes at 10,000 per second, of which those of the first second come at once.
    assert!((2.9..=3.1).contains(&one.max(other)), "{one} s and {other} s");
    // The one that reads first gets these; then both get equal shares.
    assert!((1.9..=2.1).contains(&one.min(other)), "{one} s and {other} s");
}

#[tokio::test(start_paused = true)]
async fn writing_is_limited_apart_from_reading() {
    let total = TotalBandwidth::new(Bandwidth { peer: Some(1000), total: None });
    let (mut theirs, ours) = pair();
    let mut ours = total.limit(ours);
    let start = Instant::now();
    for _ in 0..50 {
        ours.write_all(&[0; 100]).await.unwrap();
    }
    assert!((3.8..=4.1).contains(&start.elapsed().as_secs_f64()), "{:?}", start.elapsed());
    theirs.write_all(&[0; 100]).await.unwrap();
    let before = Instant::now();
    ours.read_exact(&mut [0; 100]).await.unwrap();
    assert_eq!(before.elapsed(), Duration::ZERO);
    // A future that is dropped loses nothing.
    theirs.write_all(&[1; 5000]).await.unwrap();
    ours.read_exact(&mut [0; 2000]).await.unwrap();
    assert!(timeout(Duration::from_millis(1), ours.read_u8()).await.is_err());
    assert_eq!(ours.read_u8().await.unwrap(), 1);
}

#[tokio::test(start_paused = true)]
async fn without_limits_nothing_waits() {
    let total = TotalBandwidth::new(Bandwidth { peer: None, total: None });
    let (mut theirs, ours) = pair();
    theirs.write_all(&[0; 20_000]).await.unwrap();
    assert!(read(total.limit(ours)).await < 0.001);
}
