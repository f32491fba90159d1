//! Cost by size: the same work on values of nine sizes, from 0 to the maximum that the protocol allows.
//!
//! `benches/benches/scaling.rs` measures the times; `ci/scaling` counts instructions and fails if they do not grow in
//! proportion ([`fit`]), or if an input from a stranger costs too much ([`hostile`]).

pub mod fit;
pub mod hostile;
mod types;

use std::{fmt::Debug, hint::black_box, rc::Rc};

use tezos_encoding::{Arena, Decode, Encode, N, Validate, View, Z, arena::Recursive};
use tezos_messages::{
    block_locator::BlockLocator,
    hash::{Blake2b256, BlockHash, OperationHash},
    mempool::Mempool,
    operation::RawOperation,
    p2p::{OperationsForBlock, OperationsForBlocks},
    path::MerklePath,
    samples,
};

use types::{Chain, Nested, Numbered};

/// Work on values of a few sizes.
pub struct Series {
    /// The name of the type.
    pub name: &'static str,
    /// The operation.
    pub what: &'static str,
    /// The sizes, each with the work.
    pub points: Vec<(usize, Work)>,
}

/// A unit of work. Its result is dropped.
pub type Work = Box<dyn Fn()>;

/// Returns all series, after checking each result once.
pub fn series() -> Vec<Series> {
    let mut all = Vec::new();
    flat::<Mempool>(&mut all, "mempool", 3999, mempool);
    flat::<BlockLocator>(&mut all, "locator", 1000, locator);
    flat::<OperationsForBlocks>(&mut all, "operations", 1280, operations);
    recursive::<Chain>(&mut all, "depth of a chain", chain);
    recursive::<Nested>(&mut all, "depth of lists", Nested::of_depth);
    recursive::<Numbered>(&mut all, "depth of blocks with a number in front", Numbered::of_depth);
    // These come last: once libc has freed a block of a mebibyte, it grows other blocks by copying them.
    flat::<N>(&mut all, "n", 1 << 20, n);
    flat::<Z>(&mut all, "z", 1 << 20, z);
    all
}

/// Returns nine sizes from 0 to `max`, in equal steps.
fn sizes(max: usize) -> impl Iterator<Item = usize> {
    let step = max.div_ceil(8);
    (0..=8usize).map(move |at| step.saturating_mul(at).min(max))
}

/// Adds the series of one type.
struct Adder<'s> {
    all: &'s mut Vec<Series>,
    name: &'static str,
}

impl Adder<'_> {
    fn add<T: 'static>(&mut self, what: &'static str, values: &[(usize, Rc<T>)], work: impl Fn(&T) + Copy + 'static) {
        let points = values.iter().map(|(size, value)| {
            let value = Rc::clone(value);
            let work: Work = Box::new(move || work(black_box(&value)));
            (*size, work)
        });
        self.all.push(Series { name: self.name, what, points: points.collect() });
    }
}

/// Adds the series of a type that is not recursive.
fn flat<T>(all: &mut Vec<Series>, name: &'static str, max: usize, make: impl Fn(usize) -> T)
where
    T: for<'a> Decode<'a> + Encode + View + PartialEq + Debug + 'static,
{
    let values: Vec<(usize, Rc<T>)> = sizes(max).map(|size| (size, Rc::new(make(size)))).collect();
    let bytes = encoded(&values);
    for ((_, bytes), (_, value)) in bytes.iter().zip(&values) {
        assert_eq!(T::from_bytes(bytes).as_ref(), Ok(&**value));
        assert_eq!(T::validate(bytes), Ok(()));
    }
    let mut adder = Adder { all, name };
    adder.add("decode", &bytes, |bytes| drop(black_box(T::from_bytes(bytes))));
    adder.add("validate", &bytes, |bytes| drop(black_box(T::validate(bytes))));
    adder.add("refuse", &refused(&bytes), |bytes| drop(black_box(T::from_bytes(bytes))));
    adder.add("encode", &values, |value| drop(black_box(value.to_bytes())));
    adder.add("hash", &values, |value| drop(black_box(Encode::hash::<Blake2b256>(value))));
}

/// Encodes the values.
fn encoded<T: Encode>(values: &[(usize, Rc<T>)]) -> Vec<(usize, Rc<Vec<u8>>)> {
    values.iter().map(|(size, value)| (*size, Rc::new(value.to_bytes().unwrap_or_default()))).collect()
}

/// Appends a byte to each, which makes them invalid. A reader finds this last.
fn refused(bytes: &[(usize, Rc<Vec<u8>>)]) -> Vec<(usize, Rc<Vec<u8>>)> {
    bytes.iter().map(|(size, bytes)| (*size, Rc::new([bytes.as_slice(), &[0xff]].concat()))).collect()
}

/// Adds the series of a recursive type: values of up to 400 levels, in boxes and as arenas.
fn recursive<T>(all: &mut Vec<Series>, name: &'static str, make: impl Fn(usize) -> T)
where
    T: for<'a> Decode<'a> + Encode + View + Recursive + PartialEq + Debug + 'static,
{
    let values: Vec<(usize, Rc<T>)> =
        sizes(types::LEVELS).map(|size| (size.max(1), Rc::new(make(size.max(1))))).collect();
    let bytes = encoded(&values);
    let nodes: Vec<(usize, Rc<Arena<T>>)> =
        bytes.iter().filter_map(|(size, bytes)| Some((*size, Rc::new(Arena::from_bytes(bytes).ok()?)))).collect();
    assert_eq!(encoded(&nodes), bytes);
    for ((_, bytes), (_, value)) in bytes.iter().zip(&values) {
        assert!(T::from_bytes(bytes).as_ref() == Ok(&**value));
        assert_eq!(T::validate(bytes), Ok(()));
    }
    let mut adder = Adder { all, name };
    adder.add("decode", &bytes, |bytes| drop(black_box(T::from_bytes(bytes))));
    adder.add("decode as nodes", &bytes, |bytes| drop(black_box(Arena::<T>::from_bytes(bytes))));
    adder.add("validate", &bytes, |bytes| drop(black_box(T::validate(bytes))));
    adder.add("refuse", &refused(&bytes), |bytes| drop(black_box(T::from_bytes(bytes))));
    adder.add("encode", &values, |value| drop(black_box(value.to_bytes())));
    adder.add("encode nodes", &nodes, |nodes| drop(black_box(nodes.to_bytes())));
    adder.add("hash", &values, |value| drop(black_box(Encode::hash::<Blake2b256>(value))));
    adder.add("hash nodes", &nodes, |nodes| drop(black_box(Encode::hash::<Blake2b256>(nodes))));
}

fn hash(at: usize) -> [u8; 32] {
    [at.to_le_bytes().first().copied().unwrap_or_default(); 32]
}

fn mempool(size: usize) -> Mempool {
    let known_valid = (0..size / 2).map(|at| OperationHash(hash(at))).collect();
    let pending = (size / 2..size).map(|at| OperationHash(hash(at))).collect();
    Mempool { known_valid, pending }
}

fn locator(size: usize) -> BlockLocator {
    BlockLocator { current_head: samples::header(), history: (0..size).map(|at| BlockHash(hash(at))).collect() }
}

/// Returns a list of operations with 200 to 327 bytes of data, so that their sizes differ.
fn operations(size: usize) -> OperationsForBlocks {
    let operation =
        |at: usize| RawOperation { branch: BlockHash(hash(at)), data: vec![7; (at % 128).saturating_add(200)].into() };
    OperationsForBlocks {
        operations_for_block: OperationsForBlock { hash: BlockHash([8; 32]), validation_pass: 3 },
        operation_hashes_path: MerklePath::Op,
        operations: (0..size).map(operation).collect(),
    }
}

/// Returns a natural number of `size` bytes on the wire, but at least one.
fn n(size: usize) -> N {
    number(size, 0x7f)
}

/// Returns an integer of `size` bytes on the wire, but at least one.
fn z(size: usize) -> Z {
    number(size, 0x3f)
}

fn number<T: for<'a> Decode<'a>>(size: usize, first: u8) -> T {
    let mut bytes = vec![0xff; size.max(1)];
    if let Some(last) = bytes.last_mut() {
        *last = first & 0x3f;
    }
    T::from_bytes(&bytes).unwrap_or_else(|error| unreachable!("{error}"))
}

fn chain(levels: usize) -> Chain {
    (1..levels).fold(Chain::End, |rest, at| match at % 2 {
        0 => Chain::Left { rest: Box::new(rest), right: hash(at) },
        _ => Chain::Right { left: hash(at), rest: Box::new(rest) },
    })
}
