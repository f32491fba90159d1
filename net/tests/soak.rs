//! A short soak test: all messages arrive, and hostile peers are disconnected. The bench measures times and memory.

#[allow(dead_code, reason = "the tests do not run the command line")]
#[path = "../benches/soak/main.rs"]
mod bench;

use core::time::Duration;

use bench::{Plan, figures::judge, node::serve, peers};
use tokio::{net::TcpListener, time::timeout};

#[tokio::test(flavor = "multi_thread")]
async fn honest_peers_lose_nothing_beside_hostile_ones() {
    let plan = Plan {
        honest: 15,
        hostile: 12,
        messages: 60,
        flood: Duration::from_secs(1),
        longest: 100_000,
        patience: Duration::from_secs(5),
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let all = async { tokio::join!(serve(listener, plan), peers(address, plan)) };
    let (run, outcomes) = timeout(Duration::from_secs(60), all).await.expect("not done after a minute");
    assert_eq!(judge(&run, &outcomes, plan), Vec::<String>::new());
}
