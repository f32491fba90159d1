//! The yardstick measures the same work: it gives the same values and refuses the same bytes.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "a test may panic")]

use std::fmt::Debug;

use tezos_codec_benches::{
    by_hand::{Read, borrowed, encode, owned, tree as trees},
    samples::{GetBlockHeaders, GetOperationsForBlocks, Samples},
    tree::{DEPTH, Expr, Tree, expr, tree},
};
use tezos_encoding::{Decode, Encode, Reader, View};
use tezos_messages::{
    block_header::BlockHeader,
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
    p2p::{CurrentBranch, CurrentHead, OperationsForBlocks, PeerMessage},
};

/// Whether a decoder of borrowed values takes the bytes.
type Takes<'f> = &'f dyn Fn(&[u8]) -> bool;

/// Both decoders agree on the bytes and on every change of one byte, and every cut, as far as `steps` reach.
fn alike<T: for<'a> Decode<'a> + PartialEq + Debug, U>(
    bytes: &[u8],
    by_hand: impl Fn(&[u8]) -> Read<T>,
    borrowed: Option<Takes<'_>>,
    written: impl Fn(&T) -> U,
) where
    U: AsRef<[u8]>,
{
    let value = T::from_bytes(bytes).unwrap();
    assert_eq!(by_hand(bytes).unwrap(), value);
    let written = written(&value);
    assert!(written.as_ref().is_empty() || written.as_ref() == bytes);
    let step = (bytes.len() / 400).max(1);
    let mut changed = bytes.to_vec();
    for at in (0..bytes.len()).step_by(step) {
        for with in [0x00, 0x01, 0x7f, 0x80, 0xff] {
            changed[at] = with;
            let derived = T::from_bytes(&changed).ok();
            assert_eq!(by_hand(&changed).ok(), derived, "byte {at} changed to {with:02x}");
            if let Some(borrowed) = borrowed {
                assert_eq!(borrowed(&changed), derived.is_some(), "byte {at} changed to {with:02x}");
            }
        }
        changed[at] = bytes[at];
        assert_eq!(by_hand(&bytes[..at]).ok(), T::from_bytes(&bytes[..at]).ok(), "cut at {at}");
    }
}

fn check(samples: &Samples) {
    let none = |_: &_| [];
    alike(
        &samples.connection,
        owned::connection,
        Some(&|bytes| borrowed::connection(bytes).is_ok()),
        encode::connection,
    );
    alike::<Ack, _>(&samples.ack, owned::ack, None, encode::ack);
    alike::<BlockHeader, _>(
        &samples.block_header,
        owned::block_header,
        Some(&|bytes| borrowed::block_header(bytes).is_ok()),
        encode::block_header,
    );
    alike::<CurrentBranch, _>(
        &samples.current_branch,
        owned::current_branch,
        Some(&|bytes| borrowed::current_branch(bytes).is_ok()),
        encode::current_branch,
    );
    alike::<CurrentHead, _>(
        &samples.current_head,
        owned::current_head,
        Some(&|bytes| borrowed::current_head(bytes).is_ok()),
        encode::current_head,
    );
    alike::<GetBlockHeaders, _>(
        &samples.get_block_headers,
        |bytes| owned::get_block_headers(bytes).map(|hashes| GetBlockHeaders { hashes }),
        None,
        |body| encode::get_block_headers(&body.hashes),
    );
    alike::<ChainId, _>(&samples.get_current_head, owned::chain_id, None, none);
    alike::<GetOperationsForBlocks, _>(
        &samples.get_operations_for_blocks,
        |bytes| owned::get_operations_for_blocks(bytes).map(|keys| GetOperationsForBlocks { keys }),
        None,
        |body| encode::get_operations_for_blocks(&body.keys),
    );
    alike::<OperationsForBlocks, _>(
        &samples.operations_for_blocks,
        owned::operations_for_blocks,
        Some(&|bytes| borrowed::operations_for_blocks(bytes).is_ok()),
        encode::operations_for_blocks,
    );
    for (_, message) in samples.between_peers() {
        alike::<PeerMessage, _>(&message, owned::peer_message, None, |_| []);
    }
}

#[test]
fn made_messages() {
    check(&Samples::made());
}

#[test]
fn real_messages() {
    let samples = Samples::load();
    assert!(!samples.connection.is_empty());
    println!("messages: {}", samples.origin);
    check(&samples);
}

#[test]
fn the_samples_are_what_they_say() {
    ConnectionMessage::from_bytes(&Samples::made().connection).unwrap().to_bytes().unwrap();
}

#[test]
fn recursive_types() {
    let (tree, expr) = (tree(5, 0).to_bytes().unwrap(), expr(100).to_bytes().unwrap());
    let taken = |bytes: &[u8]| Tree::view(&mut Reader::new(bytes)).is_ok();
    alike::<Tree, _>(&tree, trees::read_tree, None, |tree| trees::write_tree(tree).unwrap());
    assert!(taken(&tree) && !taken(&tree[..tree.len() - 1]));
    alike::<Expr, _>(&expr, trees::read_expr, None, |expr| trees::write_expr(expr).unwrap());
}

#[test]
fn the_limit_on_depth_is_the_same() {
    let levels = usize::try_from(DEPTH).unwrap();
    let chain = |levels| [vec![2; levels - 1], vec![0]].concat();
    let deepest = Expr::from_bytes(&chain(levels)).unwrap();
    assert_eq!(trees::read_expr(&chain(levels)), Ok(deepest.clone()));
    assert_eq!(trees::write_expr(&deepest).unwrap(), deepest.to_bytes().unwrap());
    assert_eq!(Expr::from_bytes(&chain(levels + 1)).unwrap_err().kind().name(), "Too_deep");
    assert!(trees::read_expr(&chain(levels + 1)).is_err());
    let deeper = Expr::Negated(Box::new(deepest));
    assert!(deeper.to_bytes().is_err() && trees::write_expr(&deeper).is_err());
    let (low, high) = (Tree::Leaf(i32::MIN), Tree::Leaf(0x4000_0000));
    assert!(low.to_bytes().is_err() && trees::write_tree(&low).is_err());
    assert!(high.to_bytes().is_err() && trees::write_tree(&high).is_err());
}
