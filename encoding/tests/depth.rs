//! Checks that no operation overflows a stack of 2 MiB, neither on values of the greatest depth that a type may declare
//! nor on a million levels. Each operation runs in a child process, because an overflow ends the process.

use std::fmt::Debug;
use std::process::{Command, Stdio};

use crate::common::*;
use tezos_encoding::arena::Recursive;

/// More levels than fit on any stack.
const MILLION: usize = 1_000_000;

/// Declares the greatest depth that the compiler accepts for this type.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu, depth = 2009)]
enum Chain {
    End,
    Link(u8, Box<Chain>),
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu, depth = 769)]
struct Rose {
    label: u8,
    #[encoding(dynamic, list)]
    children: Vec<Rose>,
}

/// Has an array at each level.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu, depth = 133)]
struct Large {
    array: [u8; 1024],
    next: Option<Box<Large>>,
}

fn chain(levels: usize) -> Vec<u8> {
    [[1, 7].repeat(levels - 1), vec![0]].concat()
}

fn rose(levels: usize) -> Vec<u8> {
    let sizes = (0..levels).rev().map(|inside| u32::try_from(5 * inside).unwrap().to_be_bytes());
    sizes.flat_map(|size| [&[7], &size[..]].concat()).collect()
}

fn large(levels: usize) -> Vec<u8> {
    let level = |flag| [vec![7; 1024], vec![flag]].concat();
    [level(0xff).repeat(levels - 1), level(0)].concat()
}

/// Runs all operations on a value of the declared depth, and checks that every reader refuses one more level.
fn at_the_limit<T>(bytes: fn(usize) -> Vec<u8>, levels: usize)
where
    T: for<'a> Decode<'a> + Encode + ToJson + FromJson + View + Clone + Debug + PartialEq,
    for<'a> T::View<'a>: Decode<'a>,
{
    let (most, more) = (bytes(levels), bytes(levels + 1));
    let value = T::from_bytes(&most).unwrap();
    assert!(value.clone() == value && !format!("{value:?}").is_empty());
    assert!(value.to_bytes().unwrap() == most && Encode::hash::<Everything>(&value).unwrap() == most);
    let json = value.to_json().unwrap();
    assert!(T::from_json(&json).unwrap() == value);
    assert!(<T::View<'_> as Decode>::from_bytes(&most).is_ok());
    let of_schema = schema::decode(T::ENCODING, &most).unwrap();
    assert!(of_schema.clone() == of_schema && schema::encode(T::ENCODING, &of_schema).unwrap() == most);
    refused_by_all::<T>(&more);
    // The JSON with one level more is built without the schema of the type.
    let (front, behind) = json.split_at(json.find(|sign: char| sign.is_ascii_digit()).unwrap_or_default());
    assert!(T::from_json(&[front, front, behind].concat()).is_err());
}

/// Checks that every reader of the type and of its schema refuses the bytes with `Too_deep`.
fn refused_by_all<T>(bytes: &[u8])
where
    T: for<'a> Decode<'a> + View,
    for<'a> T::View<'a>: Decode<'a>,
{
    let view = <T::View<'_> as Decode>::from_bytes(bytes).map(drop);
    let value = schema::decode(T::ENCODING, bytes).map(drop);
    let json = schema::to_json(T::ENCODING, bytes).map(drop);
    for read in [T::from_bytes(bytes).map(drop), view, value, json] {
        assert_eq!(read.unwrap_err().kind().name(), "Too_deep");
    }
    assert!(schema::slice(T::ENCODING, bytes).error.is_some());
}

/// Runs the operations on an arena, which has no limit of depth.
fn arena<T>(bytes: &[u8])
where
    T: Recursive + HasEncoding + Validate + for<'a> NomReader<'a>,
    T::Node: Clone + PartialEq,
    Arena<T>: for<'a> Decode<'a> + Encode,
{
    T::validate(bytes).unwrap();
    let arena = Arena::<T>::from_bytes(bytes).unwrap();
    assert!(arena.clone() == arena);
    assert!(Encode::hash::<Everything>(&arena).unwrap() == bytes && arena.to_bytes().unwrap() == bytes);
    let cut = bytes.split_last().unwrap().1;
    assert!(Arena::<T>::from_bytes(cut).is_err() && T::validate(cut).is_err());
}

/// Runs operations on a [`Value`] that no type has decoded.
fn value() {
    let nested = || (1..MILLION).fold(Value::Unit, |inner, _| Value::Option(Some(Box::new(Value::List(vec![inner])))));
    let (one, other) = (nested(), nested());
    assert!(one.clone() == other && format!("{one:?}").contains(".."));
    drop(one);
    // The type allows fewer levels.
    let case = |payload| Value::Case { index: 1, payload: Box::new(payload) };
    let end = Value::Case { index: 0, payload: Box::new(Value::Unit) };
    let chain = (1..MILLION).fold(end, |inner, _| case(Value::Fields(vec![Value::Int(7), inner])));
    assert_eq!(schema::encode(Chain::ENCODING, &chain).unwrap_err().kind().name(), "Too_deep");
}

/// Parses JSON text of a million levels.
fn json() {
    let links = r#"{"Link":[7,"#.repeat(MILLION);
    assert!(Chain::from_json(&links).is_err());
    let nested = ["[".repeat(MILLION), "]".repeat(MILLION)].concat();
    assert!(Chain::from_json(&nested).is_err() && Rose::from_json(&nested).is_err());
}

const OPERATIONS: [(&str, fn()); 10] = [
    ("a chain at its limit", || at_the_limit::<Chain>(chain, 2009)),
    ("a rose tree at its limit", || at_the_limit::<Rose>(rose, 769)),
    ("large levels at their limit", || at_the_limit::<Large>(large, 133)),
    ("a chain of a million levels", || refused_by_all::<Chain>(&chain(MILLION))),
    ("a rose tree of a million levels", || refused_by_all::<Rose>(&rose(MILLION))),
    ("a million large levels", || refused_by_all::<Large>(&large(MILLION / 10))),
    ("the arena of a chain", || arena::<Chain>(&chain(MILLION))),
    ("the arena of a rose tree", || arena::<Rose>(&rose(MILLION))),
    ("a value of a schema", value),
    ("JSON", json),
];

const CHOICE: &str = "TEZOS_CODEC_DEPTH_OPERATION";

#[test]
#[cfg_attr(any(miri, target_family = "wasm"), ignore = "no child processes")]
fn nothing_overflows_the_stack() {
    let children = OPERATIONS.map(|(name, _)| {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "depth::child", "--ignored", "--nocapture"]).env(CHOICE, name);
        (name, child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap())
    });
    for (name, child) in children {
        let child = child.wait_with_output().unwrap();
        assert!(child.status.success(), "{name}: {}", String::from_utf8_lossy(&child.stderr));
    }
}

#[test]
#[ignore = "one operation, of a child process"]
fn child() {
    let name = std::env::var(CHOICE).unwrap();
    let (_, operation) = OPERATIONS.into_iter().find(|(known, _)| *known == name).unwrap();
    on_a_small_stack(operation);
}
