//! A short soak test: all messages arrive, and hostile peers are treated as they should be. The bench measures times and memory.

#[allow(dead_code, reason = "the tests do not run the command line")]
#[path = "../benches/soak/main.rs"]
mod bench;

use core::time::Duration;

use bench::{Plan, figures::judge, hostile::Attack, node, peers};
use tokio::time::timeout;

#[tokio::test(flavor = "multi_thread")]
async fn honest_peers_lose_nothing_beside_hostile_ones() {
    let plan = Plan {
        honest: 15,
        hostile: Attack::ALL.len().try_into().unwrap(),
        kind: None,
        paced: 20,
        pace: Duration::from_millis(50),
        fast: 40,
        flood: Duration::from_secs(3),
        longest: 100_000,
        patience: Duration::from_secs(5),
    };
    let (node, address) = node::start(plan).await;
    let all = node::run(node, plan, peers(address, plan));
    let (run, report) = timeout(Duration::from_secs(60), all).await.expect("not done after a minute");
    assert_eq!(judge(&run, &report, plan), Vec::<String>::new());
}
