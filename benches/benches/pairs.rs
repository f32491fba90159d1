//! Derived beside by hand, in turns: `cargo bench -p tezos-codec-benches --bench pairs`.
//!
//! Criterion times one function after the other and gives averages; on a machine that others work on too, the same pair moves by a third
//! from run to run. Here both functions of a pair are timed in every round, a tenth of a millisecond each, and the least time of each
//! counts: that is what it takes when nobody interferes, and ratios of it repeat to a few hundredths. Messages are decoded from every
//! place in a cache line, as criterion's are, because how a list lies to the vector that it is copied to makes the copy faster or slower.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a benchmark may panic"
)]

use std::{
    env,
    hint::black_box,
    time::{Duration, Instant},
};

use tezos_codec_benches::{
    by_hand::{borrowed, encode, owned},
    samples::{GetBlockHeaders, GetOperationsForBlocks, Samples},
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

/// Bytes.
const CACHE_LINE: usize = 64;

/// How long a function is timed in a round.
const TURN: Duration = Duration::from_micros(100);

/// The most bytes that the copies of a message take, so that they stay near the processor.
const ALL_PLACES: usize = 1 << 20;

/// A message at several places of a cache line, at all of them if it is not too long.
struct Places(Vec<(usize, Vec<u8>)>);

impl Places {
    fn of(message: &[u8]) -> Self {
        let places = (ALL_PLACES / message.len()).clamp(8, CACHE_LINE);
        let starts = (0..places).map(|place| place * CACHE_LINE / places);
        Self(starts.map(|start| (start, [&[0; CACHE_LINE][..start], message].concat())).collect())
    }

    /// The message of a turn.
    fn at(&self, turn: usize) -> &[u8] {
        let (start, bytes) = &self.0[turn % self.0.len()];
        &bytes[*start..]
    }
}

/// Times both functions in turns, `rounds` of them, and prints the least time of a call of each, and their ratio. A function makes as many
/// calls as it is told.
fn pair(name: &str, rounds: usize, mut functions: [&mut dyn FnMut(usize); 2]) {
    let calls = functions.each_mut().map(|function| {
        // To warm up.
        function(CACHE_LINE);
        let begin = Instant::now();
        function(CACHE_LINE);
        let more = TURN.as_nanos() / begin.elapsed().as_nanos().max(1);
        CACHE_LINE * usize::try_from(more.max(1)).unwrap()
    });
    let mut least = [f64::INFINITY; 2];
    for _ in 0..rounds {
        for (index, function) in functions.iter_mut().enumerate() {
            // The other function has been in the caches since.
            function(1);
            let begin = Instant::now();
            function(calls[index]);
            let each = begin.elapsed().as_secs_f64() * 1e9 / f64::from(u32::try_from(calls[index]).unwrap());
            least[index] = least[index].min(each);
        }
    }
    let [derived, by_hand] = least;
    println!("{name:<36} {derived:>11.1} {by_hand:>11.1} {:>7.2}", derived / by_hand);
}

/// Calls of a decoder. A macro, because a view borrows from the bytes.
macro_rules! decoding {
    ($places:ident, $decode:expr) => {
        &mut |calls| {
            for turn in 0..calls {
                black_box($decode(black_box($places.at(turn))).unwrap());
            }
        }
    };
}

/// The same of an encoder.
macro_rules! encoding {
    ($value:ident, $encode:expr) => {
        &mut |calls| {
            for _ in 0..calls {
                drop(black_box($encode(black_box(&$value))));
            }
        }
    };
}

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
    // `cargo test --benches` only wants to see it run.
    let rounds = if env::args().any(|argument| argument == "--bench") { 500 } else { 1 };
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    println!("{:<36} {:>11} {:>11} {:>7}", "nanoseconds", "derived", "by hand", "ratio");
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
