//! Decoding and encoding the bodies of messages, and trees, beside other codecs: see `tezos_codec_benches::peers` for how each is used.
//!
//! Every function runs in a process of its own, so that none works on the heap that another one left, and glibc is told to keep the
//! pages of the heap between iterations. `ours` and `by hand` have the values of `tezos_messages`; where those differ from the values
//! of the peers, `ours, same values` has theirs.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a benchmark may panic"
)]

mod place;

use std::{
    convert::Infallible,
    env,
    fmt::Debug,
    hint::black_box,
    process::{Command, ExitCode},
};

use bitcode::Buffer;
use criterion::{Criterion, Throughput};
use place::everywhere;
use tezos_codec_benches::{
    by_hand::{encode, owned, tree as by_hand},
    peers::{codecs, own, tezos, tree as own_tree},
    samples::{GetBlockHeaders, GetOperationsForBlocks, Samples},
    tree::{Expr, Tree, expr, tree},
    turns::MALLOC,
};
use tezos_encoding::{Arena, Decode, Encode};
use tezos_messages::{
    block_header::BlockHeader,
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
    p2p::{CurrentBranch, CurrentHead, OperationsForBlocks},
};

/// Names the only function that a process runs.
const ONLY: &str = "TEZOS_CODEC_BENCH_ONLY";

/// Runs the function that is named, or collects the names of all.
struct Run {
    only: Option<String>,
    names: Vec<String>,
    criterion: Criterion,
}

/// A message: its name, and its bytes on the wire.
#[derive(Clone, Copy)]
struct Message<'s> {
    name: &'static str,
    wire: &'s [u8],
}

impl Run {
    /// Whether a function of this message is to be run or named.
    fn wants_message(&self, message: Message<'_>) -> bool {
        self.only.as_ref().is_none_or(|only| only.split('/').nth(2) == Some(message.name))
    }

    /// Whether this function is to be run.
    fn wants(&mut self, group: &str, codec: &str) -> bool {
        let name = format!("{group}/{codec}");
        let wanted = self.only.as_ref() == Some(&name);
        self.names.push(name);
        wanted
    }

    /// Both directions of a codec, after they have given the value back and, where the format is ours, the bytes of the sample.
    fn codec<T: PartialEq + Debug, E: Debug, D: Debug>(
        &mut self,
        message: Message<'_>,
        codec: &str,
        format: Format,
        value: &T,
        mut encode: impl FnMut(&T) -> Result<Vec<u8>, E>,
        mut decode: impl FnMut(&[u8]) -> Result<T, D>,
    ) {
        for direction in ["decode", "encode"] {
            let group = format!("peers/{direction}/{}", message.name);
            if !self.wants(&group, codec) {
                continue;
            }
            let bytes = encode(value).unwrap();
            assert_eq!(decode(&bytes).unwrap(), *value, "{group}/{codec}");
            assert!(format == Format::Own || bytes == message.wire, "{group}/{codec}");
            let mut group = self.criterion.benchmark_group(group);
            group.throughput(Throughput::Bytes(u64::try_from(message.wire.len()).unwrap_or(u64::MAX)));
            match direction {
                "decode" => group.bench_function(codec, |bencher| everywhere(bencher, &bytes, &mut decode)),
                _ => group.bench_function(codec, |bencher| bencher.iter(|| encode(black_box(value)))),
            };
            group.finish();
        }
    }
}

/// Whose bytes a codec writes.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Tezos,
    Own,
}

/// All functions of the messages. Values are made for one message at a time, and only where it is wanted.
macro_rules! messages {
    ($run:ident, $samples:ident: $($name:ident: $ours:ty, $own:ty, $tezos:ty => $decode:expr, $encode:expr;)*) => {$({
        let message = Message { name: stringify!($name), wire: $samples.$name.as_slice() };
        if $run.wants_message(message) {
            let value = <$ours>::from_bytes(message.wire).unwrap();
            $run.codec(message, "ours", Format::Tezos, &value, <$ours>::to_bytes, |bytes| <$ours>::from_bytes(bytes));
            $run.codec(message, "by hand", Format::Tezos, &value, hand($encode), $decode);
            let own = <$own>::from(value);
            let tezos = tezos::decode::<$tezos>(message.wire).unwrap();
            $run.codec(message, "tezos_data_encoding", Format::Tezos, &tezos, tezos::encode, tezos::decode);
            messages!(own $run, message, own: bincode borsh scale postcard wincode speedy);
            let (mut written, mut read) = (Buffer::new(), Buffer::new());
            $run.codec(
                message,
                "bitcode",
                Format::Own,
                &own,
                |value| codecs::bitcode::encode(&mut written, value),
                |bytes| codecs::bitcode::decode(&mut read, bytes),
            );
        }
    })*};
    (own $run:ident, $message:ident, $value:ident: $($codec:ident)*) => {$(
        $run.codec($message, stringify!($codec), Format::Own, &$value, codecs::$codec::encode, codecs::$codec::decode);
    )*};
}

/// An encoder written by hand, none of which fails.
fn hand<T, B: Into<Vec<u8>>>(encode: impl Fn(&T) -> B) -> impl Fn(&T) -> Result<Vec<u8>, Infallible> {
    move |value| Ok(encode(value).into())
}

fn all(run: &mut Run, samples: &Samples) {
    let headers = |bytes: &[u8]| owned::get_block_headers(bytes).map(|hashes| GetBlockHeaders { hashes });
    let keys = |bytes: &[u8]| owned::get_operations_for_blocks(bytes).map(|keys| GetOperationsForBlocks { keys });
    messages! { run, samples:
        connection: ConnectionMessage, own::ConnectionMessage, tezos::ConnectionMessage => owned::connection, encode::connection;
        ack: Ack, own::Ack, tezos::Ack => owned::ack, encode::ack;
        block_header: BlockHeader, own::BlockHeader, tezos::BlockHeader => owned::block_header, encode::block_header;
        current_branch: CurrentBranch, own::CurrentBranch, tezos::CurrentBranch => owned::current_branch, encode::current_branch;
        current_head: CurrentHead, own::CurrentHead, tezos::CurrentHead => owned::current_head, encode::current_head;
        get_block_headers: GetBlockHeaders, own::GetBlockHeaders, tezos::GetBlockHeaders =>
            headers, |body: &GetBlockHeaders| encode::get_block_headers(&body.hashes);
        get_current_branch: ChainId, own::ChainId, tezos::ChainId => owned::chain_id, |id: &ChainId| id.0;
        get_current_head: ChainId, own::ChainId, tezos::ChainId => owned::chain_id, |id: &ChainId| id.0;
        get_operations_for_blocks: GetOperationsForBlocks, own::GetOperationsForBlocks, tezos::GetOperationsForBlocks =>
            keys, |body: &GetOperationsForBlocks| encode::get_operations_for_blocks(&body.keys);
        operations_for_blocks: OperationsForBlocks, own::OperationsForBlocks, tezos::OperationsForBlocks =>
            owned::operations_for_blocks, encode::operations_for_blocks;
    }
}

/// Points as text on both sides: the peers would not parse them, and a codec has no part in it.
fn texts(run: &mut Run, samples: &Samples) {
    let message = Message { name: "ack", wire: samples.ack.as_slice() };
    if run.wants_message(message) {
        let value = own::Ack::from_bytes(message.wire).unwrap();
        run.codec(message, "ours, same values", Format::Tezos, &value, own::Ack::to_bytes, |bytes| {
            own::Ack::from_bytes(bytes)
        });
    }
}

/// Trees of boxes; `ours as nodes` is the same value without boxes.
macro_rules! trees {
    ($run:ident: $($name:ident: $ours:ty, $own:ty, $make:expr => $decode:expr, $encode:expr;)*) => {$({
        let message = Message { name: stringify!($name), wire: &[] };
        if $run.wants_message(message) {
            let value: $ours = $make;
            let wire = value.to_bytes().unwrap();
            let message = Message { wire: &wire, ..message };
            $run.codec(message, "ours", Format::Tezos, &value, <$ours>::to_bytes, |bytes| <$ours>::from_bytes(bytes));
            let nodes = Arena::<$ours>::from_bytes(&wire).unwrap();
            let (encode, decode) = (Arena::<$ours>::to_bytes, |bytes: &[u8]| Arena::<$ours>::from_bytes(bytes));
            $run.codec(message, "ours as nodes", Format::Tezos, &nodes, encode, decode);
            $run.codec(message, "by hand", Format::Tezos, &value, $encode, $decode);
            let own = <$own>::from(value);
            messages!(own $run, message, own: bincode borsh scale postcard deku);
        }
    })*};
}

fn recursive(run: &mut Run) {
    trees! { run:
        tree: Tree, own_tree::Tree, tree(20, 0) => by_hand::read_tree, by_hand::write_tree;
        expr: Expr, own_tree::Expr, expr(1 << 20) => by_hand::read_expr, by_hand::write_expr;
    }
}

fn main() -> ExitCode {
    let samples = Samples::load();
    let only = env::var(ONLY).ok();
    let criterion = Criterion::default();
    let criterion = if only.is_some() { criterion.configure_from_args() } else { criterion };
    let mut run = Run { only, names: Vec::new(), criterion };
    all(&mut run, &samples);
    texts(&mut run, &samples);
    recursive(&mut run);
    if run.only.is_some() {
        return ExitCode::SUCCESS;
    }
    println!("messages: {}", samples.origin);
    let this = env::current_exe().unwrap();
    let mut each = run.names.iter().map(|name| {
        Command::new(&this).args(env::args_os().skip(1)).env(ONLY, name).envs(MALLOC).status().unwrap().success()
    });
    if each.all(|success| success) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
