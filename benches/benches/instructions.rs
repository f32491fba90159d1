//! Instruction counts of decoding, encoding and hashing, for `ci/instructions`. The benchmarks are those of `decode.rs` and `encode.rs`,
//! the trees of `tree.rs` at a smaller size, `peer_..`: every message of the protocol as peers send it, and `rlp_..`: a transaction, a header
//! and a block of Ethereum.
//!
//! Each benchmark counts one call: its input is made before the call, and its result is dropped after it. The same call is made once
//! beforehand, uncounted, so that libc's functions are already linked and its allocator has free blocks of the sizes that the call needs.
//!
//! The number of instructions of a copy depends on the offsets of its source and its destination within a page. If the measured code also
//! prepared the inputs, every change to it would change the layout of the heap, and with it the counts. Therefore messages are read from
//! files in the folder `SAMPLES`, and bodies to be encoded are decoded by hand.

#![allow(missing_docs, unused_qualifications, reason = "what gungraun generates")]
#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::{env, fs, hint::black_box, marker::PhantomData, path::PathBuf};

use gungraun::{Callgrind, prelude::*};
use tezos_codec_benches::{
    bodies,
    by_hand::{Body, Read, Viewed, peer_message},
    ethereum::{ByHand, Derived},
    samples::{BlockHeader, CurrentBranch, CurrentHead, GetBlockHeaders, GetOperationsForBlocks, OperationsForBlocks},
    tree::{Expr, Tree},
};
use tezos_encoding::{
    Arena, Decode, DecodeError, Encode, EncodeError, HasEncoding, NomReader, Validate, arena::Recursive,
};
use tezos_messages::{
    for_each_message,
    handshake::{Ack, ConnectionMessage, ConnectionMetadata},
    hash::{Blake2b256, ChainId, blake2b_256},
    p2p::PeerMessage,
    samples::Message,
};
use tezos_rlp::ethereum::{Block, Hash, Header, Transaction};

/// Disables processor features, so that libc selects the same copying functions on every processor, and none that uses `rep movsb`, which
/// callgrind counts as one instruction per byte.
const LIBC: &str = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM";

fn sample(file: &str) -> Vec<u8> {
    let folder = env::var_os("SAMPLES").map(PathBuf::from).unwrap_or_default();
    fs::read(folder.join(file)).unwrap()
}

/// The bytes of a message of type `T`.
struct Bytes<T> {
    bytes: &'static [u8],
    of: PhantomData<T>,
}

/// Reads the bytes of a file and makes one uncounted call with them.
fn bytes<T, R>(file: &str, call: impl Fn(&'static [u8]) -> R) -> Bytes<T> {
    let bytes = sample(file).leak();
    drop(black_box(call(bytes)));
    Bytes { bytes, of: PhantomData }
}

/// A value, and a buffer that is long enough for its bytes.
struct Value<T: 'static> {
    value: &'static T,
    reused: Vec<u8>,
}

/// Decodes the value in a file and makes one uncounted call with it.
fn value<T, R>(file: &str, read: impl Fn(&[u8]) -> T, call: impl Fn(Value<T>) -> (R, Value<T>)) -> Value<T> {
    let reused = sample(file);
    let value = Box::leak(Box::new(read(&reused)));
    black_box(call(Value { value, reused })).1
}

/// Defines a benchmark with a row for each message: the name of the benchmark, the prefix of the file names, for `value` the function that
/// decodes a file, the function whose call is counted, and its result type.
macro_rules! counted {
    (bytes $benchmark:ident $prefix:literal $call:ident<$bound:path> -> $result:ty: $($name:ident: $type:ident;)*) => {
        #[library_benchmark]
        $(#[bench::$name(bytes::<$type, _>(concat!($prefix, stringify!($name)), $call::<$type>))])*
        fn $benchmark<T: $bound>(input: Bytes<T>) -> $result {
            $call::<T>(black_box(input.bytes))
        }
    };
    (value $benchmark:ident $prefix:literal $read:ident $call:ident<$bound:path> -> $result:ty:
     $($name:ident: $type:ident;)*) => {
        #[library_benchmark]
        $(#[bench::$name(value::<$type, _>(concat!($prefix, stringify!($name)), $read, $call))])*
        fn $benchmark<T: $bound>(input: Value<T>) -> ($result, Value<T>) {
            $call(input)
        }
    };
}

#[inline]
fn decode<T: Decode<'static>>(bytes: &'static [u8]) -> Result<T, DecodeError> {
    T::from_bytes(bytes)
}

#[inline]
fn by_hand<T: Body>(bytes: &'static [u8]) -> Read<T> {
    T::read_by_hand(bytes)
}

bodies! {
    counted! [connection ack viewed lists ids]
    bytes decode_derived "" decode<Body> -> Result<T, DecodeError>: binary_tree: Tree; five_tree: Expr;
}
bodies! {
    counted! [connection ack viewed lists ids]
    bytes decode_by_hand "" by_hand<Body> -> Read<T>: binary_tree: Tree; five_tree: Expr;
}

/// Calls the macro `$then` with the rows of `for_each_message!`, except messages that consist of a body alone: these are counted already.
macro_rules! whole {
    ($then:ident! [$($rows:tt)*]) => { $then! { $($rows)* } };
    ($then:ident! $rows:tt $name:ident: ConnectionMessage; $($more:tt)*) => { whole! { $then! $rows $($more)* } };
    ($then:ident! $rows:tt $name:ident: Ack; $($more:tt)*) => { whole! { $then! $rows $($more)* } };
    ($then:ident! [$($rows:tt)*] $name:ident: $type:ident; $($more:tt)*) => {
        whole! { $then! [$($rows)* $name: $type;] $($more)* }
    };
}

macro_rules! peer_decoded {
    ($($rows:tt)*) => { counted! { bytes peer_decoded "peer_" decode<Message> -> Result<T, DecodeError>: $($rows)* } };
}
macro_rules! decoded {
    ($($rows:tt)*) => { whole! { peer_decoded! [] $($rows)* } };
}
for_each_message!(decoded!);

#[inline]
#[expect(clippy::extra_unused_type_parameters, reason = "`counted!` passes one to every function")]
fn peer<T>(bytes: &'static [u8]) -> Read<PeerMessage> {
    peer_message(bytes)
}
bodies!(counted! [viewed lists ids] bytes peer_decoded_by_hand "peer_" peer<Sized> -> Read<PeerMessage>:);

#[inline]
fn arena<T: Recursive + HasEncoding>(bytes: &'static [u8]) -> Result<Arena<T>, DecodeError> {
    Arena::from_bytes(bytes)
}
counted! { bytes arena_derived "" arena<RecursiveBody> -> Result<Arena<T>, DecodeError>: binary_tree: Tree; five_tree: Expr; }

/// Combines the bounds of [`validate`], because `counted!` takes a single path.
trait Checked: Validate + NomReader<'static> {}
impl<T: Validate + NomReader<'static>> Checked for T {}

#[inline]
fn validate<T: Checked>(bytes: &'static [u8]) -> Result<(), DecodeError> {
    T::validate(bytes)
}
counted! { bytes validate_derived "" validate<Checked> -> Result<(), DecodeError>: binary_tree: Tree; five_tree: Expr; }

/// Combines the bounds of [`arena`], because `counted!` takes a single path.
trait RecursiveBody: Recursive + HasEncoding {}
impl<T: Recursive + HasEncoding> RecursiveBody for T {}

#[inline]
fn view<T: Viewed>(bytes: &'static [u8]) -> Result<T::Derived<'static>, DecodeError> {
    T::Derived::from_bytes(bytes)
}
bodies!(counted! [connection viewed] bytes view_derived "" view<Viewed> -> Result<T::Derived<'static>, DecodeError>:);

#[inline]
fn borrow<T: Viewed>(bytes: &'static [u8]) -> Read<T::ByHand<'static>> {
    T::borrow_by_hand(bytes)
}
bodies!(counted! [connection viewed] bytes view_by_hand "" borrow<Viewed> -> Read<T::ByHand<'static>>:);

fn read<T: Body>(bytes: &[u8]) -> T {
    T::read_by_hand(bytes).unwrap()
}

fn read_message<T: Message>(bytes: &[u8]) -> T {
    T::from_bytes(bytes).unwrap()
}

#[inline]
fn derived<T: Encode>(input: Value<T>) -> (Result<Vec<u8>, EncodeError>, Value<T>) {
    (black_box(input.value).to_bytes(), input)
}

#[inline]
fn written<T: Body>(input: Value<T>) -> (Read<Vec<u8>>, Value<T>) {
    (black_box(input.value).write_by_hand(), input)
}

#[inline]
fn into_reused<T: Encode>(mut input: Value<T>) -> (Result<usize, EncodeError>, Value<T>) {
    input.reused.clear();
    (black_box(input.value).encode_into(&mut input.reused), input)
}

#[inline]
fn hash<T: Encode>(input: Value<T>) -> (Result<[u8; 32], EncodeError>, Value<T>) {
    (Encode::hash::<Blake2b256>(black_box(input.value)), input)
}

#[inline]
fn encode_then_hash<T: Encode>(input: Value<T>) -> (Result<[u8; 32], EncodeError>, Value<T>) {
    (black_box(input.value).to_bytes().map(|bytes| blake2b_256(&bytes)), input)
}

/// Defines a benchmark that encodes or hashes the values of all bodies.
macro_rules! of_values {
    ($benchmark:ident $call:ident -> $result:ty) => {
        bodies! {
            counted! [connection ack viewed lists ids]
            value $benchmark "" read $call<Body> -> $result: binary_tree: Tree; five_tree: Expr;
        }
    };
}
of_values!(encode_derived derived -> Result<Vec<u8>, EncodeError>);
of_values!(encode_by_hand written -> Read<Vec<u8>>);
of_values!(encode_reused into_reused -> Result<usize, EncodeError>);
of_values!(hash_derived hash -> Result<[u8; 32], EncodeError>);
of_values!(hash_encoded encode_then_hash -> Result<[u8; 32], EncodeError>);

macro_rules! peer_encoded {
    ($($rows:tt)*) => {
        counted! { value peer_encoded "peer_" read_message derived<Message> -> Result<Vec<u8>, EncodeError>: $($rows)* }
        counted! { value peer_reused "peer_" read_message into_reused<Message> -> Result<usize, EncodeError>: $($rows)* }
    };
}
macro_rules! encoded {
    ($($rows:tt)*) => { whole! { peer_encoded! [] $($rows)* } };
}
for_each_message!(encoded!);

fn read_rlp<T: Derived>(bytes: &[u8]) -> T {
    T::decode(bytes).unwrap()
}

#[inline]
fn from_rlp<T: Derived>(bytes: &'static [u8]) -> Result<T, DecodeError> {
    T::decode(bytes)
}

#[inline]
fn to_rlp<T: Derived>(input: Value<T>) -> (Result<Vec<u8>, EncodeError>, Value<T>) {
    (black_box(input.value).encode(), input)
}

#[inline]
fn to_rlp_by_hand<T: ByHand>(input: Value<T>) -> (Vec<u8>, Value<T>) {
    (black_box(input.value).encode_by_hand(), input)
}

#[inline]
fn keccak<T: Derived>(input: Value<T>) -> (Result<Hash, EncodeError>, Value<T>) {
    (black_box(input.value).keccak(), input)
}

#[inline]
fn keccak_by_hand<T: ByHand>(input: Value<T>) -> (Hash, Value<T>) {
    (black_box(input.value).keccak_by_hand(), input)
}

/// Calls `counted!` with the types of Ethereum.
macro_rules! in_rlp {
    ($($counted:tt)*) => { counted! { $($counted)* transaction: Transaction; header: Header; block: Block; } };
}
in_rlp!(bytes rlp_decoded "rlp_" from_rlp<Derived> -> Result<T, DecodeError>:);
in_rlp!(value rlp_encoded "rlp_" read_rlp to_rlp<Derived> -> Result<Vec<u8>, EncodeError>:);
in_rlp!(value rlp_encoded_by_hand "rlp_" read_rlp to_rlp_by_hand<Derived> -> Vec<u8>:);
in_rlp!(value rlp_hashed "rlp_" read_rlp keccak<Derived> -> Result<Hash, EncodeError>:);
in_rlp!(value rlp_hashed_by_hand "rlp_" read_rlp keccak_by_hand<Derived> -> Hash:);

library_benchmark_group!(name = decode_bodies, benchmarks = [decode_derived, decode_by_hand]);
library_benchmark_group!(name = peers, benchmarks = [peer_decoded, peer_decoded_by_hand, peer_encoded, peer_reused]);
library_benchmark_group!(name = walk, benchmarks = [arena_derived, validate_derived]);
library_benchmark_group!(name = views, benchmarks = [view_derived, view_by_hand]);
library_benchmark_group!(name = encode_bodies, benchmarks = [encode_derived, encode_by_hand, encode_reused]);
library_benchmark_group!(name = hashes, benchmarks = [hash_derived, hash_encoded]);
library_benchmark_group!(
    name = rlp,
    benchmarks = [rlp_decoded, rlp_encoded, rlp_encoded_by_hand, rlp_hashed, rlp_hashed_by_hand]
);

main!(
    config = LibraryBenchmarkConfig::default()
        .env("GLIBC_TUNABLES", LIBC)
        .pass_through_envs(["SAMPLES"])
        // Instructions only, without simulated caches.
        .tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = [decode_bodies, peers, walk, views, encode_bodies, hashes, rlp]
);
