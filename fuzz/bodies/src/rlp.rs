//! RLP: the types of Ethereum and Etherlink, any item, and types that `alloy-rlp`, by other authors, derives too. Both accept the same
//! bytes and write them again, except for known differences ([`Rule`]).

use std::fmt::Debug;

use alloy_rlp::{Decodable, Encodable, Header as TheirHeader, RlpDecodable, RlpEncodable};
use tezos_encoding::schema::{Encoding, Named, from_json, to_json};
use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_encoding::{Digest, HasEncoding, View};
use tezos_hashes::examples::EXAMPLES;
use tezos_rlp::ethereum::{Access, Authorization, Block, Hash, Header, Log, Receipt, Transaction, Withdrawal};
use tezos_rlp::etherlink::{
    Blueprint, BlueprintChunk, DalSlotImportSignals, DalSlotsOfLevel, DelayedInboxItem, DelayedTransaction,
    ExternalMessage, KernelUpgrade, SequencerKeyChange, SequencerUpgrade,
};
use tezos_rlp::{Envelope, FromRlp, Item, Keccak256, Rlp, ToRlp, Value};

use crate::heap::Heap;
use crate::input::Maker;
use crate::typed::{Subject, Traits, check, check_with_view};
use crate::{Budget, Known, Target};

type Check = fn(&[u8]);

/// A header has no list.
const HEADER: Heap = Heap::COPIED;

/// Accounts with places of their storage, hashes of blobs, and signatures of accounts.
const TRANSACTION: Heap = Heap::COPIED
    .elements(size_of::<Access>(), least::<Access>())
    .elements(size_of::<Hash>(), least::<Hash>())
    .elements(size_of::<Authorization>(), least::<Authorization>());

/// Logs with hashes.
const RECEIPT: Heap =
    Heap::COPIED.elements(size_of::<Log>(), least::<Log>()).elements(size_of::<Hash>(), least::<Hash>());

/// Transactions, and headers of uncles.
const BLOCK: Heap = TRANSACTION
    .elements(size_of::<Transaction>(), least::<Transaction>())
    .elements(size_of::<Header>(), least::<Header>())
    .elements(size_of::<Withdrawal>(), least::<Withdrawal>());

/// Lists of lists, up to the depth of [`Value`].
const ITEM: Heap = Heap::COPIED.elements(size_of::<Value>(), 1).levels_within(size_of::<Value>(), 1, 256);

/// Transactions of a blueprint, each a string.
const BLUEPRINT: Heap = Heap::COPIED.elements(size_of::<Hash>(), least::<Hash>()).elements(size_of::<Vec<u8>>(), 1);

/// Slots of levels, each a byte.
const SIGNALS: Heap = Heap::COPIED.elements(size_of::<DalSlotsOfLevel>(), least::<DalSlotsOfLevel>()).elements(1, 1);

/// Returns the minimum size of an item.
const fn least<T>() -> usize
where
    Rlp: Schema<T>,
{
    <Rlp as Schema<T>>::ENCODING.size().least
}

/// The types of the encodings, by id. Views copy numbers of more than 32 bytes.
const TYPES: &[(&str, Check)] = &[
    ("ethereum.block", |bytes| with_view::<Block, Rlp>(bytes, Traits::new(BLOCK).copying())),
    ("ethereum.header", |bytes| with_view::<Header, Rlp>(bytes, Traits::new(HEADER))),
    ("ethereum.receipt", |bytes| with_view::<Receipt, Envelope>(bytes, Traits::new(RECEIPT))),
    ("ethereum.transaction", |bytes| with_view::<Transaction, Envelope>(bytes, Traits::new(TRANSACTION).copying())),
    ("ethereum.withdrawal", |bytes| with_view::<Withdrawal, Rlp>(bytes, Traits::new(Heap::NONE))),
    ("etherlink.blueprint", |bytes| item::<Blueprint, Rlp>(bytes, Traits::new(BLUEPRINT).converting())),
    ("etherlink.blueprint_chunk", |bytes| item::<BlueprintChunk, Rlp>(bytes, Traits::new(Heap::COPIED))),
    ("etherlink.dal_signals", |bytes| item::<DalSlotImportSignals, Rlp>(bytes, Traits::new(SIGNALS))),
    ("etherlink.delayed_inbox_item", |bytes| item::<DelayedInboxItem, Rlp>(bytes, Traits::new(TRANSACTION))),
    ("etherlink.delayed_transaction", |bytes| item::<DelayedTransaction, Rlp>(bytes, Traits::new(TRANSACTION))),
    ("etherlink.external_message", |bytes| check::<ExternalMessage>(bytes, Traits::new(TRANSACTION.or(SIGNALS)))),
    ("etherlink.kernel_upgrade", |bytes| item::<KernelUpgrade, Rlp>(bytes, Traits::new(Heap::NONE))),
    ("etherlink.sequencer_key_change", |bytes| item::<SequencerKeyChange, Rlp>(bytes, KEY)),
    ("etherlink.sequencer_upgrade", |bytes| item::<SequencerUpgrade, Rlp>(bytes, KEY)),
    ("rlp", |bytes| item::<Value, Rlp>(bytes, Traits::new(ITEM))),
];

/// Keys as text.
const KEY: Traits = Traits::new(Heap::COPIED).converting();

/// Checks all properties of a type: those of every type, and those of RLP.
fn item<T, W>(bytes: &[u8], traits: Traits)
where
    W: for<'a> Reads<'a, T> + Writes<T> + Schema<T>,
    T: PartialEq + Debug,
{
    check::<Item<T, W>>(bytes, traits);
    canonical::<Item<T, W>>(bytes, traits);
}

/// Runs [`item`], and checks that the view agrees with the value.
fn with_view<T, W>(bytes: &[u8], traits: Traits)
where
    W: for<'a> Reads<'a, T> + Writes<T> + Schema<T>,
    T: PartialEq + Debug,
    Item<T, W>: View,
{
    check_with_view::<Item<T, W>>(bytes, traits);
    canonical::<Item<T, W>>(bytes, traits);
}

/// Checks that a value has one encoding, whose hash is that of the bytes, and one JSON.
fn canonical<T: Subject>(bytes: &[u8], traits: Traits) {
    let Ok(value) = T::from_bytes(bytes) else { return };
    let written = value.to_bytes().unwrap();
    assert!(traits.converts || written == bytes, "{value:?} is written as {written:02x?}");
    let mut hash = Keccak256::new();
    hash.update(&written);
    assert_eq!(value.hash::<Keccak256>(), Ok(hash.finish()), "{value:?}");
    let json = to_json(T::ENCODING, bytes).unwrap();
    let again = from_json(T::ENCODING, &json).unwrap_or_else(|error| panic!("{json}: {error}"));
    assert!(traits.converts || again == bytes, "{json} is {again:02x?}");
}

/// Returns examples of the types of Tezos that are in those of Etherlink, because random texts are rarely valid.
fn examples() -> Vec<(&'static str, Vec<u8>)> {
    EXAMPLES.iter().map(|(function, bytes)| (*function, bytes.to_vec())).collect()
}

fn all() -> impl Iterator<Item = (&'static Named, Check)> {
    let typed = |named: &'static Named| TYPES.iter().find(|(id, _)| *id == named.id).map(|(_, check)| (named, *check));
    tezos_rlp::encodings().iter().filter_map(typed)
}

/// Returns the encodings of the crate, with their checks.
pub(crate) fn known() -> impl Iterator<Item = Known> {
    let types = all().map(|(named, check)| Known::new(named.id.clone(), named.encoding, examples, check));
    types.chain(PAIRS.iter().map(|pair| Known::new(pair.name, pair.encoding, examples, compare(pair))))
}

/// Returns the budgets of the types of Ethereum, and of any item.
pub(crate) fn budgets() -> Vec<Budget> {
    let budget =
        |name: &str, encoding: &'static Encoding, heap| Budget { name: name.to_owned(), size: encoding.size(), heap };
    vec![
        budget("Transaction of Ethereum", Item::<Transaction, Envelope>::ENCODING, TRANSACTION),
        budget("Receipt of Ethereum", Item::<Receipt, Envelope>::ENCODING, RECEIPT),
        budget("Header of Ethereum", Item::<Header>::ENCODING, HEADER),
        budget("Block of Ethereum", Item::<Block>::ENCODING, BLOCK),
        budget("Any item in RLP", Item::<Value>::ENCODING, ITEM),
    ]
}

/// Returns the target. The first byte of an input selects a type; all bytes are also compared as items of any kind.
pub(crate) fn target() -> Target {
    let body = |input: &[u8]| {
        let Some((which, rest)) = input.split_first() else { return };
        let Some(known) = known().nth(usize::from(*which) % (TYPES.len() + PAIRS.len())) else { return };
        let bytes = Maker::of(known.encoding, examples).make(rest);
        known.check(&bytes);
        agree("any item", any_difference(&bytes));
    };
    let seeds = || {
        let of = |(which, known): (u8, Known)| {
            let seeds = Maker::of(known.encoding, examples).seeds();
            seeds.into_iter().map(move |seed| [&[which], &seed[..]].concat())
        };
        (0..).zip(known()).flat_map(of).collect()
    };
    Target::plain("rlp", body, seeds)
}

// The comparison with `alloy-rlp`.

/// A known reason for a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// They read `80` instead of an optional field at the end of a list as its absence, also where it is a value: zero, or no text.
    EmptyIsAbsent,
    /// We refuse more lists in each other than a recursive type allows.
    TooDeep,
}

/// The fields that both have in common.
#[derive(Clone, Debug, PartialEq, Rlp, RlpEncodable, RlpDecodable)]
struct Inner {
    number: u16,
    hash: [u8; 32],
    text: String,
}

#[derive(Clone, Debug, PartialEq, Rlp, RlpEncodable, RlpDecodable)]
#[rlp(trailing)]
struct Outer {
    small: u8,
    number: u64,
    wide: u128,
    flag: bool,
    byte: [u8; 1],
    address: [u8; 20],
    text: String,
    numbers: Vec<u32>,
    inner: Inner,
    list: Vec<Inner>,
    nested: Vec<Vec<u64>>,
    #[rlp(trailing)]
    last: Option<u64>,
    #[rlp(trailing)]
    after: Option<String>,
}

/// A type of both.
trait Both: Clone + Debug + PartialEq {
    /// Returns the value that they read, if there is a known difference, and the reason.
    fn theirs(&self) -> Option<(Self, Rule)> {
        None
    }
}

impl Both for Outer {
    fn theirs(&self) -> Option<(Self, Rule)> {
        let last = self.last.filter(|number| *number != 0);
        let after = self.after.clone().filter(|text| !text.is_empty());
        Some((Self { last, after, ..self.clone() }, Rule::EmptyIsAbsent))
    }
}

macro_rules! both {
    ($($type:ty),*) => { $(impl Both for $type {})* };
}

both!(Inner, u8, u32, u64, u128, bool, String, [u8; 1], [u8; 4], [u8; 60], Vec<u16>, Vec<String>, Vec<Vec<bool>>);

/// Returns the reason why the two differ on these bytes, or `None` if they agree.
///
/// # Errors
/// If they differ for no known reason: the results of both.
fn difference<T>(bytes: &[u8]) -> Result<Option<Rule>, String>
where
    T: Both + Decodable + Encodable + for<'a> FromRlp<'a>,
    Rlp: Writes<T>,
{
    let mut rest = bytes;
    let theirs = T::decode(&mut rest).ok().filter(|_| rest.is_empty());
    let ours = T::from_rlp(bytes).ok();
    let known = ours.as_ref().and_then(Both::theirs).filter(|(other, _)| ours.as_ref() != Some(other));
    let rule = match (&ours, &theirs, &known) {
        (ours, theirs, None) if ours == theirs => None,
        (_, Some(theirs), Some((other, rule))) if theirs == other => Some(*rule),
        _ => return Err(format!("{bytes:02x?}: ours {ours:?}, theirs {theirs:?}")),
    };
    if let Some(value) = &ours {
        let (written, by_them) = (value.to_rlp().unwrap(), alloy_rlp::encode(value));
        if written != bytes || value.rlp_len() != Ok(bytes.len()) || rule.is_none() && by_them != bytes {
            return Err(format!("{bytes:02x?} is written as {written:02x?}, by them as {by_them:02x?}"));
        }
        if Encodable::length(value) != by_them.len() {
            return Err(format!("{by_them:02x?} has {} bytes by them", Encodable::length(value)));
        }
    }
    Ok(rule)
}

/// Returns the reason why the two differ on an item of any kind.
///
/// # Errors
/// If they differ for no known reason: the results of both.
fn any_difference(bytes: &[u8]) -> Result<Option<Rule>, String> {
    let mut rest = bytes;
    let theirs = any_item(&mut rest).filter(|_| rest.is_empty());
    match (Value::from_rlp(bytes), theirs) {
        (Ok(ours), Some(theirs)) if ours == theirs => Ok(None),
        (Err(error), Some(_)) if error.kind().name() == "Too_deep" => Ok(Some(Rule::TooDeep)),
        (Err(_), None) => Ok(None),
        (ours, theirs) => Err(format!("{bytes:02x?}: ours {ours:?}, theirs {theirs:?}")),
    }
}

/// Reads an item by their headers.
fn any_item(bytes: &mut &[u8]) -> Option<Value> {
    let TheirHeader { list, payload_length } = TheirHeader::decode(bytes).ok()?;
    let (mut content, rest) = bytes.split_at_checked(payload_length)?;
    *bytes = rest;
    if !list {
        return Some(Value::Bytes(content.to_vec()));
    }
    let mut items = Vec::new();
    while !content.is_empty() {
        items.push(any_item(&mut content)?);
    }
    Some(Value::List(items))
}

fn agree(name: &str, difference: Result<Option<Rule>, String>) {
    if let Err(difference) = difference {
        panic!("{name}: a difference for no known reason: {difference}");
    }
}

/// A type that is derived by both.
struct Pair {
    name: &'static str,
    encoding: &'static Encoding,
    difference: fn(&[u8]) -> Result<Option<Rule>, String>,
}

macro_rules! pairs {
    ($($type:ty),*) => {
        &[$(Pair {
            name: concat!("alloy-rlp::", stringify!($type)),
            encoding: <Rlp as Schema<$type>>::ENCODING,
            difference: difference::<$type>,
        }),*]
    };
}

const PAIRS: &[Pair] = pairs!(
    Outer,
    Inner,
    u8,
    u32,
    u64,
    u128,
    bool,
    String,
    [u8; 1],
    [u8; 4],
    [u8; 60],
    Vec<u16>,
    Vec<String>,
    Vec<Vec<bool>>
);

fn compare(pair: &'static Pair) -> impl Fn(&[u8]) {
    |bytes| agree(pair.name, (pair.difference)(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_has_its_type() {
        assert_eq!(all().count(), TYPES.len());
        assert_eq!(all().count(), tezos_rlp::encodings().len());
    }

    #[test]
    fn known_differences() {
        let inner = Inner { number: 0, hash: [7; 32], text: String::new() };
        let mut outer = Outer {
            small: 0,
            number: 1,
            wide: 1 << 100,
            flag: true,
            byte: [0x80],
            address: [1; 20],
            text: "text".to_owned(),
            numbers: vec![300],
            inner: inner.clone(),
            list: vec![inner],
            nested: vec![vec![], vec![5]],
            last: Some(1),
            after: None,
        };
        assert_eq!(difference::<Outer>(&outer.to_rlp().unwrap()), Ok(None));
        outer.last = Some(0);
        assert_eq!(difference::<Outer>(&outer.to_rlp().unwrap()), Ok(Some(Rule::EmptyIsAbsent)));
        outer.after = Some(String::new());
        assert_eq!(difference::<Outer>(&outer.to_rlp().unwrap()), Ok(Some(Rule::EmptyIsAbsent)));
        let mut deep = Value::Bytes(vec![]);
        for _ in 0..255 {
            deep = Value::List(vec![deep]);
        }
        let bytes = deep.to_rlp().unwrap();
        assert_eq!(any_difference(&bytes), Ok(None));
        let deeper =
            [&[0xf9, u8::try_from(bytes.len() >> 8).unwrap(), u8::try_from(bytes.len() & 0xff).unwrap()], &bytes[..]];
        assert_eq!(any_difference(&deeper.concat()), Ok(Some(Rule::TooDeep)));
    }
}
