//! The examples: a node bootstraps from another, with real blocks if they are available and with generated ones, and refuses wrong ones; a
//! node is watched.

#[allow(dead_code, reason = "the tests do not run the command line")]
#[path = "../examples/node/main.rs"]
pub(crate) mod node;
#[allow(dead_code, reason = "the tests do not run the command line")]
#[path = "../examples/watch.rs"]
mod watch;

use node::{both, chain::Chain};
use tezos_messages::timestamp::Timestamp;

#[tokio::test]
async fn a_node_bootstraps_from_another() {
    for chain in [Chain::of_real_blocks().unwrap(), Chain::made_up().unwrap()] {
        let lists = chain.blocks.iter().map(|block| block.lists.len()).sum::<usize>();
        let operations = chain.blocks.iter().flat_map(|block| &block.lists).map(Vec::len).sum::<usize>();
        let expected = (chain.blocks.len(), lists, operations);
        assert!(lists > 0 && operations > 0);
        let found = both(chain).await.unwrap();
        assert_eq!((found.headers, found.lists, found.operations), expected);
    }
}

#[tokio::test]
async fn blocks_of_another_chain_are_refused() {
    let made_up = || Chain::made_up().unwrap();
    let mut changed = made_up();
    let data = &mut changed.blocks[7].lists[3][1].data;
    let mut bytes = data.to_vec();
    bytes[5] ^= 1;
    *data = bytes.into();
    let error = both(changed).await.unwrap_err().to_string();
    assert!(error.contains(" are not the block's: expected the Merkle root "), "{error}");

    let mut removed = made_up();
    removed.blocks[7].lists[3].pop();
    let error = both(removed).await.unwrap_err().to_string();
    assert!(error.contains(" are not the block's: expected the Merkle root "), "{error}");

    let mut other = made_up();
    other.blocks[7].header.timestamp = Timestamp(0);
    let error = both(other).await.unwrap_err().to_string();
    assert!(error.ends_with(" was not requested"), "{error}");
}

#[tokio::test]
async fn a_node_is_watched() {
    assert_eq!(watch::demo().await.unwrap(), 3);
}
