//! Decoding and encoding message bodies and trees, compared with other codecs: see `tezos_codec_benches::peers` for how each is used.
//!
//! Every function runs in a process of its own, so that it does not inherit the heap of another function, and glibc is configured to keep
//! the pages of the heap between iterations. `ours` and `by hand` use the types of `tezos_messages`; where the other codecs use different
//! types, `ours, same values` uses those.

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

/// The environment variable that names the one function that a process runs.
const ONLY: &str = "TEZOS_CODEC_BENCH_ONLY";

/// Runs the function that [`ONLY`] names, or collects the names of all functions if it is not set.
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
    /// Returns true if a function of this message is to be run, or if names are being collected.
    fn includes_message(&self, message: Message<'_>) -> bool {
        self.only.as_ref().is_none_or(|only| only.split('/').nth(2) == Some(message.name))
    }

    /// Records the name of a function, and returns true if it is the one to run.
    fn selects(&mut self, group: &str, codec: &str) -> bool {
        let name = format!("{group}/{codec}");
        let selected = self.only.as_ref() == Some(&name);
        self.names.push(name);
        selected
    }

    /// Benchmarks both directions of a codec, after checking that they return the value and, in the Tezos format, the bytes of the sample.
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
            if !self.selects(&group, codec) {
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

/// The format that a codec writes: that of Tezos, or its own.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Tezos,
    Own,
}

impl Run {
    /// Benchmarks the derived and the handwritten code.
    fn ours<T: Body>(&mut self, message: Message<'_>, value: &T) {
        self.codec(message, "ours", Format::Tezos, value, T::to_bytes, |bytes| T::from_bytes(bytes));
        self.codec(message, "by hand", Format::Tezos, value, T::write_by_hand, T::read_by_hand);
    }
}

/// Benchmarks all codecs on the messages. Values are made for one message at a time, and only if it is included.
macro_rules! messages {
    ($run:ident $samples:ident: $($name:ident: $type:ident;)*) => {$({
        let message = Message { name: stringify!($name), wire: $samples.body(stringify!($name)) };
        if $run.includes_message(message) {
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

/// Benchmarks `Ack` with points as text, as the other codecs have them: they would not parse points, which is not the work of a codec.
fn texts(run: &mut Run, samples: &Samples) {
    let message = Message { name: "ack", wire: samples.body("ack") };
    if run.includes_message(message) {
        let value = own::Ack::from_bytes(message.wire).unwrap();
        run.codec(message, "ours, same values", Format::Tezos, &value, own::Ack::to_bytes, |bytes| {
            own::Ack::from_bytes(bytes)
        });
    }
}

/// Benchmarks trees of boxes; `ours as nodes` is the same value as an arena.
macro_rules! trees {
    ($run:ident: $($name:ident: $type:ident, $make:expr;)*) => {$({
        let message = Message { name: stringify!($name), wire: &[] };
        if $run.includes_message(message) {
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
