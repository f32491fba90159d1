//! Derived beside by hand, in turns: `cargo bench -p tezos-codec-benches --bench pairs`.
//!
//! Criterion times one function after the other and gives averages; on a machine that others work on too, the same pair moves by a third
//! from run to run. [`turns`] takes the least time of many, and ratios of it repeat to a few hundredths.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a benchmark may panic"
)]

use tezos_codec_benches::{
    by_hand::{borrowed, encode, owned},
    decoding, encoding,
    samples::{GetBlockHeaders, GetOperationsForBlocks, Samples},
    turns::{self, Places, pair},
};
use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    block_header::{BlockHeader, BlockHeaderView},
    handshake::{Ack, ConnectionMessage, ConnectionMessageView},
    hash::ChainId,
    p2p::{
        CurrentBranch, CurrentBranchView, CurrentHead, CurrentHeadView, OperationsForBlocks, OperationsForBlocksView,
    },
};

/// Messages owned, after both decoders and both encoders have given the same.
macro_rules! messages {
    ($samples:ident, $rounds:ident: $($name:ident: $type:ty => $decode:expr, $encode:expr;)*) => {$({
        let bytes = $samples.$name.as_slice();
        let (value, places) = (<$type>::from_bytes(bytes).unwrap(), Places::of(bytes));
        assert_eq!($decode(bytes).unwrap(), value, stringify!($name));
        assert_eq!($encode(&value), value.to_bytes().unwrap(), stringify!($name));
        let (derived, by_hand) = (decoding!(places, <$type>::from_bytes), decoding!(places, $decode));
        pair(concat!("decode/", stringify!($name)), $rounds, [derived, by_hand]);
        let (derived, by_hand) = (encoding!(value, <$type>::to_bytes), encoding!(value, $encode));
        pair(concat!("encode/", stringify!($name)), $rounds, [derived, by_hand]);
    })*};
}

/// Messages borrowed, after both have given what their structs have in common.
macro_rules! views {
    ($samples:ident, $rounds:ident: $($name:ident: $view:ident => $by_hand:expr, $derived_part:expr, $by_hand_part:expr;)*) => {$({
        let places = Places::of(&$samples.$name);
        let (derived, by_hand) = ($view::from_bytes(&$samples.$name).unwrap(), $by_hand(&$samples.$name).unwrap());
        assert_eq!($derived_part(&derived), $by_hand_part(&by_hand), stringify!($name));
        let (derived, by_hand) = (decoding!(places, $view::from_bytes), decoding!(places, $by_hand));
        pair(concat!("view/", stringify!($name)), $rounds, [derived, by_hand]);
    })*};
}

fn main() {
    let rounds = turns::rounds();
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    turns::heading();
    let headers = |bytes: &[u8]| owned::get_block_headers(bytes).map(|hashes| GetBlockHeaders { hashes });
    let keys = |bytes: &[u8]| owned::get_operations_for_blocks(bytes).map(|keys| GetOperationsForBlocks { keys });
    messages! { samples, rounds:
        connection: ConnectionMessage => owned::connection, encode::connection;
        ack: Ack => owned::ack, encode::ack;
        block_header: BlockHeader => owned::block_header, encode::block_header;
        current_branch: CurrentBranch => owned::current_branch, encode::current_branch;
        current_head: CurrentHead => owned::current_head, encode::current_head;
        get_block_headers: GetBlockHeaders => headers, |body: &GetBlockHeaders| encode::get_block_headers(&body.hashes);
        get_current_branch: ChainId => owned::chain_id, |id: &ChainId| id.0.to_vec();
        get_current_head: ChainId => owned::chain_id, |id: &ChainId| id.0.to_vec();
        get_operations_for_blocks: GetOperationsForBlocks =>
            keys, |body: &GetOperationsForBlocks| encode::get_operations_for_blocks(&body.keys);
        operations_for_blocks: OperationsForBlocks => owned::operations_for_blocks, encode::operations_for_blocks;
    }
    views! { samples, rounds:
        connection: ConnectionMessageView => borrowed::connection,
            |view: &ConnectionMessageView<'_>| *view.message_nonce, |view: &borrowed::Connection<'_>| *view.message_nonce;
        block_header: BlockHeaderView => borrowed::block_header,
            |view: &BlockHeaderView<'_>| view.protocol_data.to_vec(), |view: &borrowed::BlockHeader<'_>| view.protocol_data.to_vec();
        current_branch: CurrentBranchView => borrowed::current_branch,
            |view: &CurrentBranchView<'_>| view.current_branch.history.len(), |view: &borrowed::CurrentBranch<'_>| view.history.len();
        current_head: CurrentHeadView => borrowed::current_head,
            |view: &CurrentHeadView<'_>| view.current_mempool.pending.len(), |view: &borrowed::CurrentHead<'_>| view.pending.len();
        operations_for_blocks: OperationsForBlocksView => borrowed::operations_for_blocks,
            |view: &OperationsForBlocksView<'_>| view.operations.len(), |view: &borrowed::OperationsForBlocks<'_>| view.operations.len;
    }
}
