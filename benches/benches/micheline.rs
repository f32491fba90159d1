//! Micheline, compared with a handwritten decoder: a perfect tree of 16,383 nodes in `Pair`s, for which the reference is known to take
//! 1.64 ms, a long comb, nested sequences, and a script. Prints the minimum time of each operation, its throughput in MB/s, and the ratio
//! of its time to that of the handwritten decoder.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a benchmark may panic"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use tezos_encoding::{Decode, Encode, Validate};
use tezos_protocols::micheline::{Alignment, Micheline, MichelineBuilder, MichelineRef, Prim, parse};

/// An expression as a handwritten decoder has it: recursive, with a limit of levels.
#[derive(Debug, PartialEq)]
enum Node {
    /// The bytes of the number.
    Int(Vec<u8>),
    String(Vec<u8>),
    Bytes(Vec<u8>),
    Sequence(Vec<Node>),
    Prim(u8, Vec<Node>, Vec<Vec<u8>>),
}

const LEVELS: u32 = 4096;

fn split(input: &mut &[u8], len: usize) -> Option<Vec<u8>> {
    let (taken, rest) = input.split_at_checked(len)?;
    *input = rest;
    Some(taken.to_vec())
}

fn block<'a>(input: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (size, rest) = input.split_first_chunk()?;
    let (block, rest) = rest.split_at_checked(usize::try_from(i32::from_be_bytes(*size)).ok()?)?;
    *input = rest;
    Some(block)
}

fn annots(input: &mut &[u8]) -> Option<Vec<Vec<u8>>> {
    let text = block(input)?;
    let is_short = |annot: &&[u8]| annot.len() <= 255;
    match text {
        [] => Some(Vec::new()),
        _ => text.split(|byte| *byte == b' ').map(|annot| Some(annot).filter(is_short).map(<[u8]>::to_vec)).collect(),
    }
}

fn items(mut block: &[u8], levels: u32) -> Option<Vec<Node>> {
    let mut items = Vec::new();
    while !block.is_empty() {
        items.push(by_hand(&mut block, levels)?);
    }
    Some(items)
}

fn by_hand(input: &mut &[u8], levels: u32) -> Option<Node> {
    let levels = levels.checked_sub(1)?;
    let (tag, rest) = input.split_first()?;
    *input = rest;
    Some(match tag {
        0 => {
            let len = input.iter().position(|byte| *byte < 0x80)? + 1;
            let digits = split(input, len)?;
            if len > 1 && digits.last() == Some(&0) {
                return None;
            }
            Node::Int(digits)
        }
        1 => Node::String(block(input)?.to_vec()),
        2 => Node::Sequence(items(block(input)?, levels)?),
        10 => Node::Bytes(block(input)?.to_vec()),
        3..=9 => {
            let (prim, rest) = input.split_first()?;
            *input = rest;
            let args = match tag {
                3 | 4 => Vec::new(),
                5 | 6 => vec![by_hand(input, levels)?],
                7 | 8 => vec![by_hand(input, levels)?, by_hand(input, levels)?],
                _ => items(block(input)?, levels)?,
            };
            let annots = if matches!(tag, 4 | 6 | 8 | 9) { annots(input)? } else { Vec::new() };
            Node::Prim(*prim, args, annots)
        }
        _ => return None,
    })
}

fn perfect(builder: &mut MichelineBuilder, height: u32, first: i64) {
    match height.checked_sub(1) {
        None => builder.int(8192 + first),
        Some(below) => {
            builder.open(Prim::Pair);
            perfect(builder, below, first);
            perfect(builder, below, first + (1 << below));
            builder.close("");
        }
    }
}

fn made(make: impl FnOnce(&mut MichelineBuilder)) -> Vec<u8> {
    let mut builder = MichelineBuilder::new();
    make(&mut builder);
    builder.finish().unwrap().as_bytes().to_vec()
}

/// Returns the bytes of a script of many instructions.
fn script() -> Vec<u8> {
    let body =
        "DUP ; CAR ; DIP { CDR @storage } ; PUSH nat 1 ; ADD ; IF_LEFT { DROP } { PUSH string \"no\" ; FAILWITH } ; ";
    let text = format!("{{ parameter (or (nat %a) (int %b)) ; storage nat ; code {{ {} }} }}", body.repeat(300));
    parse(&text, Alignment::Checked).unwrap().as_bytes().to_vec()
}

/// Returns the minimum time of 300 calls.
fn time<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut shortest = Duration::MAX;
    for _ in 0..300 {
        let start = Instant::now();
        black_box(run());
        shortest = shortest.min(start.elapsed());
    }
    shortest
}

fn main() {
    let messages = [
        ("perfect tree", made(|builder| perfect(builder, 13, 0))),
        (
            "comb",
            made(|builder| {
                (0..1000).for_each(|number| {
                    builder.open(Prim::Pair);
                    builder.int(number);
                });
                builder.int(0);
                (0..1000).for_each(|_| builder.close(""));
            }),
        ),
        (
            "sequences",
            made(|builder| {
                (0..500).for_each(|_| builder.open_sequence());
                (0..500).for_each(|_| builder.close(""));
            }),
        ),
        ("script", script()),
    ];
    println!("{:14} {:>7} {:16} {:>9} {:>8} {:>8}", "expression", "bytes", "what", "µs", "MB/s", "by hand");
    for (name, bytes) in &messages {
        let owned = Micheline::from_bytes(bytes).unwrap();
        assert_eq!(owned.to_bytes().unwrap(), *bytes);
        assert!(by_hand(&mut &bytes[..], LEVELS).is_some());
        Micheline::validate(bytes).unwrap();
        let hand = time(|| by_hand(&mut black_box(&bytes[..]), LEVELS));
        let rows = [
            ("by hand", hand),
            ("validate", time(|| Micheline::validate(black_box(bytes)))),
            ("view", time(|| MichelineRef::from_bytes(black_box(bytes)).map(drop))),
            ("owned", time(|| Micheline::from_bytes(black_box(bytes)))),
            ("write", time(|| black_box(&owned).to_bytes())),
            ("clone", time(|| black_box(&owned).clone())),
            (
                "walk",
                time(|| {
                    let mut stack = vec![owned.root().children()];
                    let mut nodes = 1;
                    while let Some(children) = stack.last_mut() {
                        match children.next() {
                            Some(child) => {
                                nodes += 1;
                                stack.push(child.children());
                            }
                            None => drop(stack.pop()),
                        }
                    }
                    assert_eq!(nodes, owned.nodes());
                }),
            ),
        ];
        for (what, time) in rows {
            let micros = time.as_secs_f64() * 1e6;
            let speed = f64::from(u32::try_from(bytes.len()).unwrap()) / micros;
            let ratio = time.as_secs_f64() / hand.as_secs_f64();
            println!("{name:14} {:7} {what:16} {micros:9.1} {speed:8.0} {ratio:8.3}", bytes.len());
        }
    }
}
