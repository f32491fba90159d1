//! Checks that the handwritten code does the same work as the derived code: it returns the same values and refuses the same bytes.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "a test may panic")]

#[path = "../benches/ethereum/mod.rs"]
mod ethereum;

use ethereum::{n, n_in_u64, z, z_in_i64};
use tezos_codec_benches::{
    bodies,
    by_hand::{Body, Viewed, peer_message},
    samples::{Bodies, Samples, Views},
    tree::{DEPTH, Expr, Tree, expr, tree},
};
use tezos_codec_users::{arrays, newtypes};
use tezos_encoding::{Decode, Encode, Reader, View};
use tezos_messages::p2p::PeerMessage;

/// Runs a check on the bytes, on copies with one byte changed, and on prefixes, at about 150 positions.
fn changes(bytes: &[u8], check: impl Fn(&[u8])) {
    check(bytes);
    let mut changed = bytes.to_vec();
    for at in (0..bytes.len()).step_by((bytes.len() / 150).max(1)) {
        for with in [0x00, 0x01, 0x7f, 0x80, 0xff] {
            changed[at] = with;
            check(&changed);
        }
        changed[at] = bytes[at];
        check(&bytes[..at]);
    }
}

/// Checks that both encoders return `bytes`, and that both decoders agree on them and on changes of them.
fn alike<T: Body>(bytes: &[u8]) {
    let value = T::from_bytes(bytes).unwrap();
    assert!(value.to_bytes().unwrap() == bytes && value.write_by_hand().unwrap() == bytes);
    changes(bytes, |bytes| assert_eq!(T::read_by_hand(bytes).ok(), T::from_bytes(bytes).ok(), "{bytes:02x?}"));
}

struct Alike;

impl Bodies for Alike {
    fn body<T: Body>(&mut self, _: &'static str, bytes: &[u8]) {
        alike::<T>(bytes);
    }
}

impl Views for Alike {
    fn viewed<T: Viewed>(&mut self, _: &'static str, bytes: &[u8]) {
        changes(bytes, |bytes| {
            assert_eq!(T::borrow_by_hand(bytes).is_ok(), T::from_bytes(bytes).is_ok(), "{bytes:02x?}")
        });
    }
}

/// Checks the types of a style.
macro_rules! style {
    ($samples:ident $style:ident: $($name:ident: $type:ident;)*) => {
        $(alike::<$style::$type>($samples.body(stringify!($name)));)*
    };
}

fn check(samples: &Samples) {
    println!("messages: {}", samples.origin);
    samples.each_body(&mut Alike);
    samples.each_viewed(&mut Alike);
    bodies!(style! [connection ack viewed lists] samples arrays:);
    bodies!(style! [connection ack viewed lists] samples newtypes:);
    macro_rules! of_peers {
        ($($name:ident: $type:ident;)*) => {
            [$(samples.message(stringify!($name))),*]
        };
    }
    for message in bodies!(of_peers! [viewed lists ids]) {
        assert!(peer_message(message).is_ok());
        changes(message, |bytes| {
            assert_eq!(peer_message(bytes).ok(), PeerMessage::from_bytes(bytes).ok(), "{bytes:02x?}")
        });
    }
}

#[test]
fn made_messages() {
    check(&Samples::made());
}

#[test]
fn real_messages() {
    check(&Samples::load());
}

/// Checks that both writers of a style refuse values that have been changed to exceed a limit.
macro_rules! above_limits {
    ($style:ident, $point:expr; $($name:ident $type:ident: $($above:expr),*;)*) => {$({
        let changes: &[fn(&mut $style::$type)] = &[$($above),*];
        for (at, change) in changes.iter().enumerate() {
            let mut value = $style::$type::from_bytes(Samples::made().body(stringify!($name))).unwrap();
            change(&mut value);
            assert!(value.to_bytes().is_err() && value.write_by_hand().is_err(), "{} {at}", stringify!($name));
        }
    })*};
    ($style:ident, $point:expr) => {
        above_limits! { $style, $point;
            ack Ack:
                |ack| if let $style::Ack::Nack { peers, .. } = ack { peers.resize(101, $point("1.2.3.4:5".into())) },
                |ack| if let $style::Ack::Nack { peers, .. } = ack { peers[0] = $point("1".repeat(48)) };
            current_branch CurrentBranch:
                |branch| branch.history.resize(1001, branch.history[0]),
                |branch| branch.current_head.protocol_data = vec![0; 1 << 23].into();
            current_head CurrentHead:
                |head| head.current_mempool.known_valid.resize(4000, head.current_mempool.pending[0]),
                |head| head.current_block_header.fitness[0].resize(1 << 23, 0);
            get_block_headers GetBlockHeaders: |headers| headers.hashes.resize(11, headers.hashes[0]);
            get_operations_for_blocks GetOperationsForBlocks: |blocks| blocks.keys.resize(11, blocks.keys[0].clone());
            operations_for_blocks OperationsForBlocks:
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
fn values_of_users_above_limits() {
    above_limits!(arrays, |text: String| text);
    above_limits!(newtypes, |text: String| newtypes::Point(text));
}

#[test]
fn recursive_types() {
    let (tree, expr) = (tree(5, 0).to_bytes().unwrap(), expr(100).to_bytes().unwrap());
    let accepted = |bytes: &[u8]| Tree::view(&mut Reader::new(bytes)).is_ok();
    alike::<Tree>(&tree);
    assert!(accepted(&tree) && !accepted(&tree[..tree.len() - 1]));
    alike::<Expr>(&expr);
}

#[test]
fn the_limit_on_depth_is_the_same() {
    let levels = usize::try_from(DEPTH).unwrap();
    let chain = |levels| [vec![2; levels - 1], vec![0]].concat();
    let deepest = Expr::from_bytes(&chain(levels)).unwrap();
    assert_eq!(Expr::read_by_hand(&chain(levels)), Ok(deepest.clone()));
    assert_eq!(deepest.write_by_hand().unwrap(), deepest.to_bytes().unwrap());
    assert_eq!(Expr::from_bytes(&chain(levels + 1)).unwrap_err().kind().name(), "Too_deep");
    assert!(Expr::read_by_hand(&chain(levels + 1)).is_err());
    let deeper = Expr::Negated(Box::new(deepest));
    assert!(deeper.to_bytes().is_err() && deeper.write_by_hand().is_err());
    let (low, high) = (Tree::Leaf(i32::MIN), Tree::Leaf(0x4000_0000));
    assert!(low.to_bytes().is_err() && low.write_by_hand().is_err());
    assert!(high.to_bytes().is_err() && high.write_by_hand().is_err());
}

#[test]
fn ethereum_transactions() {
    let mut transactions = ethereum::transactions();
    transactions.0.truncate(3);
    let numbers = [0, 0x3f, 0x40, 0x7f, 0x80, (1 << 56) - 1, 1 << 56, (1 << 62) - 1];
    transactions.0.extend(numbers.map(|value| n_in_u64::Transaction { value, to: None, ..transactions.0[0].clone() }));
    alike::<n::Transactions>(&n::Transactions::from(&transactions).to_bytes().unwrap());
    alike::<z::Transactions>(&z::Transactions::from(&transactions).to_bytes().unwrap());
    let mut signed = z_in_i64::Transactions::from(&transactions);
    transactions.0[0].nonce = u64::MAX;
    alike::<n_in_u64::Transactions>(&transactions.to_bytes().unwrap());
    signed.0[0].nonce = i64::MIN;
    signed.0[1].nonce = -1;
    alike::<z_in_i64::Transactions>(&signed.to_bytes().unwrap());
}
