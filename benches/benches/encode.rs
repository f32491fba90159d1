//! Encoding the bodies of messages into a fresh vector, into a reused one and into a hash; by hand into a fresh vector.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tezos_codec_benches::{
    by_hand::encode as by_hand,
    samples::{GetBlockHeaders, GetOperationsForBlocks, Samples},
};
use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    block_header::BlockHeader,
    handshake::{Ack, ConnectionMessage},
    hash::{Blake2b256, ChainId, blake2b_256},
    p2p::{CurrentBranch, CurrentHead, OperationsForBlocks},
};

/// A group for each message, after all have given the bytes of the sample.
macro_rules! messages {
    ($criterion:ident, $samples:ident: $($name:ident: $type:ty => $by_hand:expr;)*) => {$({
        let bytes = $samples.$name.as_slice();
        let value = <$type>::from_bytes(bytes).unwrap();
        assert_eq!(value.to_bytes().unwrap(), bytes, stringify!($name));
        assert_eq!($by_hand(&value), bytes, stringify!($name));
        let throughput = Throughput::Bytes(u64::try_from(bytes.len()).unwrap_or(u64::MAX));

        let mut group = $criterion.benchmark_group(concat!("encode/", stringify!($name)));
        group.throughput(throughput.clone());
        group.bench_function("derived", |bencher| bencher.iter(|| black_box(&value).to_bytes()));
        group.bench_function("by hand", |bencher| bencher.iter(|| $by_hand(black_box(&value))));
        let mut reused = Vec::new();
        group.bench_function("derived, reused buffer", |bencher| {
            bencher.iter(|| {
                reused.clear();
                black_box(&value).encode_into(&mut reused)
            });
        });
        let mut reused = Vec::new();
        group.bench_function("memcpy", |bencher| {
            bencher.iter(|| {
                reused.clear();
                reused.extend_from_slice(black_box(bytes));
                black_box(reused.len())
            });
        });
        group.finish();

        let mut group = $criterion.benchmark_group(concat!("hash/", stringify!($name)));
        group.throughput(throughput);
        group.bench_function("derived", |bencher| bencher.iter(|| Encode::hash::<Blake2b256>(black_box(&value))));
        group.bench_function("encode, then hash", |bencher| {
            bencher.iter(|| black_box(&value).to_bytes().map(|bytes| blake2b_256(&bytes)));
        });
        group.finish();
    })*};
}

fn encode(criterion: &mut Criterion) {
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    messages! { criterion, samples:
        connection: ConnectionMessage => by_hand::connection;
        ack: Ack => by_hand::ack;
        block_header: BlockHeader => by_hand::block_header;
        current_branch: CurrentBranch => by_hand::current_branch;
        current_head: CurrentHead => by_hand::current_head;
        get_block_headers: GetBlockHeaders => |body: &GetBlockHeaders| by_hand::get_block_headers(&body.hashes);
        get_current_branch: ChainId => |id: &ChainId| id.0.to_vec();
        get_operations_for_blocks: GetOperationsForBlocks =>
            |body: &GetOperationsForBlocks| by_hand::get_operations_for_blocks(&body.keys);
        operations_for_blocks: OperationsForBlocks => by_hand::operations_for_blocks;
    }
}

criterion_group!(benches, encode);
criterion_main!(benches);
