//! Decoding the bodies of messages: derived and by hand, owned and borrowed; and what it takes to explain a bad one.

mod place;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use place::everywhere;
use tezos_codec_benches::{
    by_hand::{borrowed, owned},
    samples::{GetBlockHeaders, GetOperationsForBlocks, Samples},
};
use tezos_encoding::{Decode, NomReader, Reader};
use tezos_messages::{
    block_header::{BlockHeader, BlockHeaderView},
    handshake::{Ack, ConnectionMessage, ConnectionMessageView},
    hash::ChainId,
    p2p::{
        CurrentBranch, CurrentBranchView, CurrentHead, CurrentHeadView, OperationsForBlocks, OperationsForBlocksView,
    },
};

/// A group for each message: derived and by hand, after both have given the same value.
macro_rules! messages {
    ($criterion:ident, $samples:ident: $($name:ident => $derived:expr, $by_hand:expr;)*) => {$({
        let bytes = $samples.$name.as_slice();
        assert_eq!($derived(bytes).unwrap(), $by_hand(bytes).unwrap(), stringify!($name));
        let mut group = $criterion.benchmark_group(concat!("decode/", stringify!($name)));
        group.throughput(Throughput::Bytes(u64::try_from(bytes.len()).unwrap_or(u64::MAX)));
        group.bench_function("derived", |bencher| everywhere(bencher, bytes, &mut |bytes| $derived(bytes)));
        group.bench_function("by hand", |bencher| everywhere(bencher, bytes, &mut |bytes| $by_hand(bytes)));
        group.finish();
    })*};
}

fn owned_values(criterion: &mut Criterion) {
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    let headers = |bytes: &[u8]| GetBlockHeaders::from_bytes(bytes).map(|body| body.hashes);
    let keys = |bytes: &[u8]| GetOperationsForBlocks::from_bytes(bytes).map(|body| body.keys);
    messages! { criterion, samples:
        connection => ConnectionMessage::from_bytes, owned::connection;
        ack => Ack::from_bytes, owned::ack;
        block_header => BlockHeader::from_bytes, owned::block_header;
        current_branch => CurrentBranch::from_bytes, owned::current_branch;
        current_head => CurrentHead::from_bytes, owned::current_head;
        get_block_headers => headers, owned::get_block_headers;
        get_current_branch => ChainId::from_bytes, owned::chain_id;
        get_current_head => ChainId::from_bytes, owned::chain_id;
        get_operations_for_blocks => keys, owned::get_operations_for_blocks;
        operations_for_blocks => OperationsForBlocks::from_bytes, owned::operations_for_blocks;
    }
}

/// The same for values that borrow; the structs differ, so that what they have in common is compared.
macro_rules! views {
    ($criterion:ident, $samples:ident: $($name:ident => $derived:expr, $by_hand:expr, $same:expr;)*) => {$({
        let bytes = $samples.$name.as_slice();
        assert!($same($derived(bytes).unwrap(), $by_hand(bytes).unwrap()), stringify!($name));
        let mut group = $criterion.benchmark_group(concat!("view/", stringify!($name)));
        group.throughput(Throughput::Bytes(u64::try_from(bytes.len()).unwrap_or(u64::MAX)));
        group.bench_function("derived", |bencher| bencher.iter(|| $derived(black_box(bytes))));
        group.bench_function("by hand", |bencher| bencher.iter(|| $by_hand(black_box(bytes))));
        group.finish();
    })*};
}

fn borrowed_values(criterion: &mut Criterion) {
    let samples = Samples::load();
    views! { criterion, samples:
        connection => ConnectionMessageView::from_bytes, borrowed::connection,
            |derived: ConnectionMessageView<'_>, by_hand: borrowed::Connection<'_>| derived.message_nonce == by_hand.message_nonce;
        block_header => BlockHeaderView::from_bytes, borrowed::block_header,
            |derived: BlockHeaderView<'_>, by_hand: borrowed::BlockHeader<'_>| derived.protocol_data == by_hand.protocol_data;
        current_branch => CurrentBranchView::from_bytes, borrowed::current_branch,
            |derived: CurrentBranchView<'_>, by_hand: borrowed::CurrentBranch<'_>| {
                derived.current_branch.history.len() == by_hand.history.len()
            };
        current_head => CurrentHeadView::from_bytes, borrowed::current_head,
            |derived: CurrentHeadView<'_>, by_hand: borrowed::CurrentHead<'_>| {
                derived.current_mempool.pending.len() == by_hand.pending.len()
            };
        operations_for_blocks => OperationsForBlocksView::from_bytes, borrowed::operations_for_blocks,
            |derived: OperationsForBlocksView<'_>, by_hand: borrowed::OperationsForBlocks<'_>| {
                derived.operations.len() == by_hand.operations.len
            };
    }
}

/// A current head that is refused at its last byte: decoding it, and the explanation, which walks the schema over all that is before.
/// Beside it the same without the explanation, as a reader alone gives it.
fn explanations(criterion: &mut Criterion) {
    let samples = Samples::load();
    let Some((_, bad)) = samples.current_head.split_last() else { return };
    let fault = |bytes| CurrentHead::read(&mut Reader::new(bytes)).map_err(|fault| fault.kind().name());
    let explained = |bytes| CurrentHead::from_bytes(bytes).map_err(|error| error.kind().name());
    assert_eq!(fault(bad), Err("Not_enough_data"));
    assert_eq!(explained(bad), fault(bad));
    let mut group = criterion.benchmark_group("explain/current_head");
    group.throughput(Throughput::Bytes(u64::try_from(bad.len()).unwrap_or(u64::MAX)));
    group.bench_function("explained", |bencher| bencher.iter(|| CurrentHead::from_bytes(black_box(bad))));
    group.bench_function("refused", |bencher| bencher.iter(|| fault(black_box(bad))));
    group.finish();
}

criterion_group!(benches, owned_values, borrowed_values, explanations);
criterion_main!(benches);
