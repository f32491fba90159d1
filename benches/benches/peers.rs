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
    env,
    fmt::Debug,
    hint::black_box,
    process::{Command, ExitCode},
};

use bitcode::Buffer;
use criterion::{Criterion, Throughput};
use place::everywhere;
use tezos_codec_benches::{
    bodies,
    by_hand::Body,
    peers::{codecs, own, tezos},
    samples::{
        BlockHeader, CurrentBranch, CurrentHead, GetBlockHeaders, GetOperationsForBlocks, OperationsForBlocks, Samples,
    },
    tree::{Expr, Tree, expr, tree},
    turns::MALLOC,
};
use tezos_encoding::{Arena, Decode, Encode};
use tezos_messages::{
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
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

impl Run {
    /// The derived code and the code by hand.
    fn ours<T: Body>(&mut self, message: Message<'_>, value: &T) {
        self.codec(message, "ours", Format::Tezos, value, T::to_bytes, |bytes| T::from_bytes(bytes));
        self.codec(message, "by hand", Format::Tezos, value, T::write_by_hand, T::read_by_hand);
    }
}

/// All functions of the messages. Values are made for one message at a time, and only where it is wanted.
macro_rules! messages {
    ($run:ident $samples:ident: $($name:ident: $type:ident;)*) => {$({
        let message = Message { name: stringify!($name), wire: $samples.body(stringify!($name)) };
        if $run.wants_message(message) {
            let value = $type::from_bytes(message.wire).unwrap();
            $run.ours(message, &value);
            let own = own::$type::from(value);
            let tezos = tezos::decode::<tezos::$type>(message.wire).unwrap();
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

/// Points as text on both sides: the peers would not parse them, and a codec has no part in it.
fn texts(run: &mut Run, samples: &Samples) {
    let message = Message { name: "ack", wire: samples.body("ack") };
    if run.wants_message(message) {
        let value = own::Ack::from_bytes(message.wire).unwrap();
        run.codec(message, "ours, same values", Format::Tezos, &value, own::Ack::to_bytes, |bytes| {
            own::Ack::from_bytes(bytes)
        });
    }
}

/// Trees of boxes; `ours as nodes` is the same value without boxes.
macro_rules! trees {
    ($run:ident: $($name:ident: $type:ident, $make:expr;)*) => {$({
        let message = Message { name: stringify!($name), wire: &[] };
        if $run.wants_message(message) {
            let value: $type = $make;
            let wire = value.to_bytes().unwrap();
            let message = Message { wire: &wire, ..message };
            $run.ours(message, &value);
            let nodes = Arena::<$type>::from_bytes(&wire).unwrap();
            let (encode, decode) = (Arena::<$type>::to_bytes, |bytes: &[u8]| Arena::<$type>::from_bytes(bytes));
            $run.codec(message, "ours as nodes", Format::Tezos, &nodes, encode, decode);
            messages!(own $run, message, value: bincode borsh scale postcard deku);
        }
    })*};
}

fn main() -> ExitCode {
    let samples = Samples::load();
    let only = env::var(ONLY).ok();
    let criterion = Criterion::default();
    let criterion = if only.is_some() { criterion.configure_from_args() } else { criterion };
    let mut run = Run { only, names: Vec::new(), criterion };
    let all = &mut run;
    bodies!(messages! [connection ack viewed lists ids] all samples:);
    texts(&mut run, &samples);
    let all = &mut run;
    trees! { all: tree: Tree, tree(20, 0); expr: Expr, expr(1 << 20); }
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
