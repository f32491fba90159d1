//! The yardstick measures the same work: it gives the same values and refuses the same bytes.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "a test may panic")]

use std::fmt::Debug;

use tezos_codec_benches::{
    by_hand::{borrowed, encode, owned, tree as trees},
    samples::{GetBlockHeaders, GetOperationsForBlocks, Samples},
    tree::{DEPTH, Expr, Tree, expr, tree},
};
use tezos_codec_users::{arrays, newtypes};
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
fn alike<T: for<'a> Decode<'a> + PartialEq + Debug, U, E: Debug>(
    bytes: &[u8],
    by_hand: impl Fn(&[u8]) -> Result<T, E>,
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
    alike::<Ack, _, _>(&samples.ack, owned::ack, None, encode::ack);
    alike::<BlockHeader, _, _>(
        &samples.block_header,
        owned::block_header,
        Some(&|bytes| borrowed::block_header(bytes).is_ok()),
        encode::block_header,
    );
    alike::<CurrentBranch, _, _>(
        &samples.current_branch,
        owned::current_branch,
        Some(&|bytes| borrowed::current_branch(bytes).is_ok()),
        encode::current_branch,
    );
    alike::<CurrentHead, _, _>(
        &samples.current_head,
        owned::current_head,
        Some(&|bytes| borrowed::current_head(bytes).is_ok()),
        encode::current_head,
    );
    alike::<GetBlockHeaders, _, _>(
        &samples.get_block_headers,
        |bytes| owned::get_block_headers(bytes).map(|hashes| GetBlockHeaders { hashes }),
        None,
        |body| encode::get_block_headers(&body.hashes),
    );
    alike::<ChainId, _, _>(&samples.get_current_head, owned::chain_id, None, none);
    alike::<GetOperationsForBlocks, _, _>(
        &samples.get_operations_for_blocks,
        |bytes| owned::get_operations_for_blocks(bytes).map(|keys| GetOperationsForBlocks { keys }),
        None,
        |body| encode::get_operations_for_blocks(&body.keys),
    );
    alike::<OperationsForBlocks, _, _>(
        &samples.operations_for_blocks,
        owned::operations_for_blocks,
        Some(&|bytes| borrowed::operations_for_blocks(bytes).is_ok()),
        encode::operations_for_blocks,
    );
    for (_, message) in samples.between_peers() {
        alike::<PeerMessage, _, _>(&message, owned::peer_message, None, |_| []);
    }
}

/// The same of the types of a style, and of writing the values that `$above` makes of good ones, which are above limits.
macro_rules! check_style {
    ($samples:ident, $style:ident: $($name:ident $type:ident $read:ident $write:ident $($above:expr),*;)*) => {$({
        use $style::{$type, by_hand::{$read, $write}};
        alike::<$type, _, _>(&$samples.$name, $read, None, |value| $write(value).unwrap());
        let changes: &[fn(&mut $type)] = &[$($above),*];
        for (at, change) in changes.iter().enumerate() {
            let mut value = $type::from_bytes(&$samples.$name).unwrap();
            change(&mut value);
            assert!(value.to_bytes().is_err() && $write(&value).is_err(), "{} {at}", stringify!($name));
        }
    })*};
}

macro_rules! check_users {
    ($samples:ident, $style:ident, $point:expr) => {
        check_style! { $samples, $style:
            connection ConnectionMessage read_connection write_connection;
            ack Ack read_ack write_ack
                |ack| if let Ack::Nack { peers, .. } = ack { peers.resize(101, $point("1.2.3.4:5".into())) },
                |ack| if let Ack::Nack { peers, .. } = ack { peers[0] = $point("1".repeat(48)) };
            block_header BlockHeader read_block_header write_block_header;
            current_branch CurrentBranch read_current_branch write_current_branch
                |branch| branch.history.resize(1001, branch.history[0]),
                |branch| branch.current_head.protocol_data.resize(1 << 23, 0);
            current_head CurrentHead read_current_head write_current_head
                |head| head.current_mempool.known_valid.resize(4000, head.current_mempool.pending[0]),
                |head| head.current_block_header.fitness[0].resize(1 << 23, 0);
            get_block_headers GetBlockHeaders read_get_block_headers write_get_block_headers
                |headers| headers.hashes.resize(11, headers.hashes[0]);
            get_operations_for_blocks GetOperationsForBlocks read_get_operations_for_blocks write_get_operations_for_blocks
                |blocks| blocks.keys.resize(11, blocks.keys[0].clone());
            operations_for_blocks OperationsForBlocks read_operations_for_blocks write_operations_for_blocks
                |list| list.operations[0].data.resize((128 << 10) - 31, 0),
                |list| list.operations.iter_mut().for_each(|operation| operation.data.resize(1 << 10, 0)),
                |list| for _ in 0..4 {
                    let path = list.operation_hashes_path.clone();
                    list.operation_hashes_path =
                        $style::Path::Right { left: list.operations_for_block.hash, path: Box::new(path) };
                };
        }
    };
}

#[test]
fn the_types_of_users() {
    for samples in [Samples::made(), Samples::load()] {
        check_users!(samples, arrays, |text: String| text);
        check_users!(samples, newtypes, |text: String| newtypes::Point(text));
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
    alike::<Tree, _, _>(&tree, trees::read_tree, None, |tree| trees::write_tree(tree).unwrap());
    assert!(taken(&tree) && !taken(&tree[..tree.len() - 1]));
    alike::<Expr, _, _>(&expr, trees::read_expr, None, |expr| trees::write_expr(expr).unwrap());
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
