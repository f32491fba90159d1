//! The types of a new user beside the same work by hand, in turns: `cargo bench -p tezos-codec-benches --bench users`; with
//! `--profile bench-lto` as one unit.
//!
//! What is timed is a call with all that it takes, the drop of its result included. The types are those of `benches/users`.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use tezos_codec_benches::{
    decoding, encoding,
    samples::Samples,
    turns::{self, Places, pair},
};
use tezos_codec_users::{arrays, newtypes};
use tezos_encoding::{Decode, Encode};

/// The rows of a style, after both decoders and both encoders have given the same; the ratios of decoding and of encoding.
macro_rules! rows {
    ($samples:ident, $rounds:ident, $style:ident: $($name:ident $type:ident $read:ident $write:ident;)*) => {{
        let (mut decode, mut encode) = (Vec::new(), Vec::new());
        $({
            use $style::{$type, by_hand::{$read, $write}};
            let bytes = $samples.$name.as_slice();
            let (value, places) = ($type::from_bytes(bytes).unwrap(), Places::of(bytes));
            assert_eq!($read(bytes).unwrap(), value, stringify!($name));
            assert!($write(&value).unwrap() == bytes && value.to_bytes().unwrap() == bytes, stringify!($name));
            let name = |direction| format!("{direction}/{}/{} {}", stringify!($style), stringify!($name), bytes.len());
            let (derived, by_hand) = (decoding!(places, $type::from_bytes), decoding!(places, $read));
            decode.push(pair(&name("decode"), $rounds, [derived, by_hand]));
            let (derived, by_hand) = (encoding!(value, $type::to_bytes), encoding!(value, $write));
            encode.push(pair(&name("encode"), $rounds, [derived, by_hand]));
        })*
        [decode, encode]
    }};
}

/// The messages of a style.
macro_rules! style {
    ($samples:ident, $rounds:ident, $style:ident) => {
        rows! { $samples, $rounds, $style:
            connection ConnectionMessage read_connection write_connection;
            ack Ack read_ack write_ack;
            block_header BlockHeader read_block_header write_block_header;
            current_branch CurrentBranch read_current_branch write_current_branch;
            current_head CurrentHead read_current_head write_current_head;
            get_block_headers GetBlockHeaders read_get_block_headers write_get_block_headers;
            get_operations_for_blocks GetOperationsForBlocks read_get_operations_for_blocks write_get_operations_for_blocks;
            operations_for_blocks OperationsForBlocks read_operations_for_blocks write_operations_for_blocks;
        }
    };
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / f64::from(u32::try_from(ratios.len()).unwrap())).exp()
}

fn main() {
    let rounds = turns::rounds();
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    turns::heading();
    let arrays = style!(samples, rounds, arrays);
    let newtypes = style!(samples, rounds, newtypes);
    for (direction, at) in [("decode", 0), ("encode", 1)] {
        let [arrays, newtypes] = [&arrays, &newtypes].map(|ratios| ratios.get(at).unwrap().as_slice());
        let both = [arrays, newtypes].concat();
        let [arrays, newtypes, both] = [arrays, newtypes, &both].map(mean);
        println!("{direction}: geometric mean {both:.2}, arrays {arrays:.2}, newtypes {newtypes:.2}");
    }
}
