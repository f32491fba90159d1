//! Instructions of decoding, encoding and hashing, for `ci/instructions`; the groups are those of `decode.rs` and `encode.rs`, with
//! smaller ones of the trees of `tree.rs` among them, and `peer_..`: messages as peers send them, with size and tag.
//!
//! Counted is one call: what it works on is made before it, and what it gives is dropped after it. Each call is made once before it
//! is counted, so that libc's functions are linked and its allocator has blocks of the sizes.
//!
//! Copying takes more or fewer instructions by where in a page its two ends are. So nothing of what is measured runs before, which
//! would leave another heap after each change: messages are read from files in the folder `SAMPLES`, and the values to be encoded are
//! decoded by hand.

#![allow(missing_docs, unused_qualifications, reason = "what gungraun generates")]
#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::{env, fs, hint::black_box, path::PathBuf};

use gungraun::{Callgrind, prelude::*};
use tezos_codec_benches::{
    by_hand::{Read, borrowed, encode as write, owned, tree as trees},
    samples::{GetBlockHeaders, GetOperationsForBlocks},
    tree::{Expr, Tree},
};
use tezos_encoding::{Arena, Decode, DecodeError, Encode, EncodeError, HasEncoding, Validate, arena::Recursive};
use tezos_messages::{
    block_header::{BlockHeader, BlockHeaderView},
    handshake::{Ack, ConnectionMessage, ConnectionMessageView},
    hash::{Blake2b256, BlockHash, ChainId, blake2b_256},
    p2p::{
        CurrentBranch, CurrentBranchView, CurrentHead, CurrentHeadView, OperationsForBlock, OperationsForBlocks,
        OperationsForBlocksView, PeerMessage,
    },
};

/// Libc's copying functions are chosen by processor, and `rep movsb` counts for as many instructions as bytes: without these features
/// all processors have the same functions.
const LIBC: &str = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM";

/// A message by its name.
trait Message {
    const NAME: &str;
}

/// What `decode` counts.
trait Decoding: Message {
    type Value;
    fn derived(bytes: &'static [u8]) -> Result<Self::Value, DecodeError>;
    fn by_hand(bytes: &'static [u8]) -> Read<Self::Value>;
}

/// What `view` counts.
trait Viewing: Message {
    type Derived;
    type ByHand;
    fn derived(bytes: &'static [u8]) -> Result<Self::Derived, DecodeError>;
    fn by_hand(bytes: &'static [u8]) -> Read<Self::ByHand>;
}

/// What `encode` and `hash` count.
trait Encoding: Message {
    type Value: Encode + 'static;
    fn value(bytes: &[u8]) -> Read<Self::Value>;
    fn by_hand(value: &Self::Value) -> Vec<u8>;
}

macro_rules! messages {
    ($($name:ident)*) => {
        #[expect(non_camel_case_types, reason = "the names of the messages are those of the benchmarks")]
        mod message {
            $(pub(super) struct $name;)*
        }
        $(impl Message for message::$name {
            const NAME: &str = stringify!($name);
        })*
    };
}

messages! {
    connection ack block_header current_branch current_head get_block_headers get_current_branch get_current_head
    get_operations_for_blocks operations_for_blocks peer_block_header peer_current_branch peer_current_head
    peer_get_block_headers peer_get_current_branch peer_get_current_head peer_get_operations_for_blocks
    peer_operations_for_blocks binary_tree
    five_tree
}

fn sample<M: Message>() -> Vec<u8> {
    let folder = env::var_os("SAMPLES").map(PathBuf::from).unwrap_or_default();
    fs::read(folder.join(M::NAME)).unwrap()
}

/// The bytes of a message, after a call that is not counted.
fn bytes<M: Message, T>(message: M, call: impl Fn(&'static [u8]) -> T) -> (M, &'static [u8]) {
    let bytes = sample::<M>().leak();
    drop(black_box(call(bytes)));
    (message, bytes)
}

macro_rules! decode {
    ($($name:ident: $value:ty => $derived:expr, $by_hand:expr;)*) => {
        $(impl Decoding for message::$name {
            type Value = $value;
            #[inline]
            fn derived(bytes: &'static [u8]) -> Result<$value, DecodeError> { $derived(bytes) }
            #[inline]
            fn by_hand(bytes: &'static [u8]) -> Read<$value> { $by_hand(bytes) }
        })*

        #[library_benchmark]
        $(#[bench::$name(bytes(message::$name, <message::$name as Decoding>::derived))])*
        fn decode_derived<M: Decoding>(input: (M, &'static [u8])) -> Result<M::Value, DecodeError> {
            M::derived(black_box(input.1))
        }

        #[library_benchmark]
        $(#[bench::$name(bytes(message::$name, <message::$name as Decoding>::by_hand))])*
        fn decode_by_hand<M: Decoding>(input: (M, &'static [u8])) -> Read<M::Value> {
            M::by_hand(black_box(input.1))
        }
    };
}

decode! {
    connection: ConnectionMessage => ConnectionMessage::from_bytes, owned::connection;
    ack: Ack => Ack::from_bytes, owned::ack;
    block_header: BlockHeader => BlockHeader::from_bytes, owned::block_header;
    current_branch: CurrentBranch => CurrentBranch::from_bytes, owned::current_branch;
    current_head: CurrentHead => CurrentHead::from_bytes, owned::current_head;
    get_block_headers: Vec<BlockHash> => |bytes| GetBlockHeaders::from_bytes(bytes).map(|body| body.hashes),
        owned::get_block_headers;
    get_current_branch: ChainId => ChainId::from_bytes, owned::chain_id;
    get_current_head: ChainId => ChainId::from_bytes, owned::chain_id;
    get_operations_for_blocks: Vec<OperationsForBlock> =>
        |bytes| GetOperationsForBlocks::from_bytes(bytes).map(|body| body.keys), owned::get_operations_for_blocks;
    operations_for_blocks: OperationsForBlocks => OperationsForBlocks::from_bytes, owned::operations_for_blocks;
    peer_block_header: PeerMessage => PeerMessage::from_bytes, owned::peer_message;
    peer_current_branch: PeerMessage => PeerMessage::from_bytes, owned::peer_message;
    peer_current_head: PeerMessage => PeerMessage::from_bytes, owned::peer_message;
    peer_get_block_headers: PeerMessage => PeerMessage::from_bytes, owned::peer_message;
    peer_get_current_branch: PeerMessage => PeerMessage::from_bytes, owned::peer_message;
    peer_get_current_head: PeerMessage => PeerMessage::from_bytes, owned::peer_message;
    peer_get_operations_for_blocks: PeerMessage => PeerMessage::from_bytes, owned::peer_message;
    peer_operations_for_blocks: PeerMessage => PeerMessage::from_bytes, owned::peer_message;
    binary_tree: Tree => Tree::from_bytes, trees::read_tree;
    five_tree: Expr => Expr::from_bytes, trees::read_expr;
}

/// What is counted of a recursive type besides: an arena of it, and its validation.
macro_rules! walk {
    ($($name:ident)*) => {
        #[library_benchmark]
        $(#[bench::$name(bytes(message::$name, Arena::<<message::$name as Decoding>::Value>::from_bytes))])*
        fn arena_derived<M: Decoding<Value: Recursive + HasEncoding>>(
            input: (M, &'static [u8]),
        ) -> Result<Arena<M::Value>, DecodeError> {
            Arena::from_bytes(black_box(input.1))
        }

        #[library_benchmark]
        $(#[bench::$name(bytes(message::$name, <message::$name as Decoding>::Value::validate))])*
        fn validate_derived<M: Decoding<Value: Validate>>(input: (M, &'static [u8])) -> Result<(), DecodeError> {
            M::Value::validate(black_box(input.1))
        }
    };
}

walk! { binary_tree five_tree }

macro_rules! view {
    ($($name:ident: $derived:ty => $by_hand:path, $by_hand_value:ty;)*) => {
        $(impl Viewing for message::$name {
            type Derived = $derived;
            type ByHand = $by_hand_value;
            #[inline]
            fn derived(bytes: &'static [u8]) -> Result<$derived, DecodeError> { <$derived>::from_bytes(bytes) }
            #[inline]
            fn by_hand(bytes: &'static [u8]) -> Read<$by_hand_value> { $by_hand(bytes) }
        })*

        #[library_benchmark]
        $(#[bench::$name(bytes(message::$name, <message::$name as Viewing>::derived))])*
        fn view_derived<M: Viewing>(input: (M, &'static [u8])) -> Result<M::Derived, DecodeError> {
            M::derived(black_box(input.1))
        }

        #[library_benchmark]
        $(#[bench::$name(bytes(message::$name, <message::$name as Viewing>::by_hand))])*
        fn view_by_hand<M: Viewing>(input: (M, &'static [u8])) -> Read<M::ByHand> {
            M::by_hand(black_box(input.1))
        }
    };
}

view! {
    connection: ConnectionMessageView<'static> => borrowed::connection, borrowed::Connection<'static>;
    block_header: BlockHeaderView<'static> => borrowed::block_header, borrowed::BlockHeader<'static>;
    current_branch: CurrentBranchView<'static> => borrowed::current_branch, borrowed::CurrentBranch<'static>;
    current_head: CurrentHeadView<'static> => borrowed::current_head, borrowed::CurrentHead<'static>;
    operations_for_blocks: OperationsForBlocksView<'static> => borrowed::operations_for_blocks,
        borrowed::OperationsForBlocks<'static>;
}

/// What is encoded, and a buffer that is long enough.
struct Value<M: Encoding> {
    value: &'static M::Value,
    reused: Vec<u8>,
}

/// The value of a message, after a call that is not counted.
fn value<M: Encoding, T>(_: M, call: impl Fn(Value<M>) -> (T, Value<M>)) -> Value<M> {
    let reused = sample::<M>();
    let value = Box::leak(Box::new(M::value(&reused).unwrap()));
    black_box(call(Value { value, reused })).1
}

/// One function of a message's value for each benchmark, and the benchmarks.
macro_rules! encode {
    ($($name:ident: $value:ty => $read:expr, $by_hand:expr;)*) => {
        $(impl Encoding for message::$name {
            type Value = $value;
            fn value(bytes: &[u8]) -> Read<$value> { $read(bytes) }
            #[inline]
            fn by_hand(value: &$value) -> Vec<u8> { $by_hand(value) }
        })*
        encode! { @ encode_derived, derived, Result<Vec<u8>, EncodeError>: $($name)* }
        encode! { @ encode_by_hand, by_hand, Vec<u8>: $($name)* }
        encode! { @ encode_reused, into_reused, Result<usize, EncodeError>: $($name)* }
        encode! { @ hash_derived, hash, Result<[u8; 32], EncodeError>: $($name)* }
        encode! { @ hash_encoded, encode_then_hash, Result<[u8; 32], EncodeError>: $($name)* }
    };
    (@ $benchmark:ident, $call:ident, $result:ty: $($name:ident)*) => {
        #[library_benchmark]
        $(#[bench::$name(value(message::$name, $call))])*
        fn $benchmark<M: Encoding>(input: Value<M>) -> ($result, Value<M>) {
            $call(input)
        }
    };
}

#[inline]
fn derived<M: Encoding>(input: Value<M>) -> (Result<Vec<u8>, EncodeError>, Value<M>) {
    (black_box(input.value).to_bytes(), input)
}

#[inline]
fn by_hand<M: Encoding>(input: Value<M>) -> (Vec<u8>, Value<M>) {
    (M::by_hand(black_box(input.value)), input)
}

#[inline]
fn into_reused<M: Encoding>(mut input: Value<M>) -> (Result<usize, EncodeError>, Value<M>) {
    input.reused.clear();
    (black_box(input.value).encode_into(&mut input.reused), input)
}

#[inline]
fn hash<M: Encoding>(input: Value<M>) -> (Result<[u8; 32], EncodeError>, Value<M>) {
    (Encode::hash::<Blake2b256>(black_box(input.value)), input)
}

#[inline]
fn encode_then_hash<M: Encoding>(input: Value<M>) -> (Result<[u8; 32], EncodeError>, Value<M>) {
    (black_box(input.value).to_bytes().map(|bytes| blake2b_256(&bytes)), input)
}

encode! {
    connection: ConnectionMessage => owned::connection, write::connection;
    ack: Ack => owned::ack, write::ack;
    block_header: BlockHeader => owned::block_header, write::block_header;
    current_branch: CurrentBranch => owned::current_branch, write::current_branch;
    current_head: CurrentHead => owned::current_head, write::current_head;
    get_block_headers: GetBlockHeaders =>
        |bytes| owned::get_block_headers(bytes).map(|hashes| GetBlockHeaders { hashes }),
        |body: &GetBlockHeaders| write::get_block_headers(&body.hashes);
    get_current_branch: ChainId => owned::chain_id, |id: &ChainId| id.0.to_vec();
    get_operations_for_blocks: GetOperationsForBlocks =>
        |bytes| owned::get_operations_for_blocks(bytes).map(|keys| GetOperationsForBlocks { keys }),
        |body: &GetOperationsForBlocks| write::get_operations_for_blocks(&body.keys);
    operations_for_blocks: OperationsForBlocks => owned::operations_for_blocks, write::operations_for_blocks;
    binary_tree: Tree => trees::read_tree, |tree: &Tree| trees::write_tree(tree).unwrap();
    five_tree: Expr => trees::read_expr, |tree: &Expr| trees::write_expr(tree).unwrap();
}

library_benchmark_group!(name = decode, benchmarks = [decode_derived, decode_by_hand]);
library_benchmark_group!(name = walk, benchmarks = [arena_derived, validate_derived]);
library_benchmark_group!(name = view, benchmarks = [view_derived, view_by_hand]);
library_benchmark_group!(name = encode, benchmarks = [encode_derived, encode_by_hand, encode_reused]);
library_benchmark_group!(name = hash, benchmarks = [hash_derived, hash_encoded]);

main!(
    config = LibraryBenchmarkConfig::default()
        .env("GLIBC_TUNABLES", LIBC)
        .pass_through_envs(["SAMPLES"])
        // Instructions only, without simulated caches.
        .tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = [decode, walk, view, encode, hash]
);
