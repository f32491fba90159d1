//! Lists of key-value pairs.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::elements::{charge_for, read_to_end};
use super::list::UNBOUNDED;
use super::{Dynamic, List, Reads, Schema, Text, U30, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::{Encoding, Keys};
use crate::view::{Seq, Views};

/// The encoding of a key.
type Key = Dynamic<U30, Text>;

/// Pairs of a key, which is text with a 4-byte size prefix, and a value encoded as `W`, to the end of the enclosing
/// block.
///
/// | Rust type | keys |
/// |---|---|
/// | `Vec<(K, T)>` | any, in any order |
/// | `BTreeMap<K, T>` | distinct; written in ascending order, read in any order |
///
/// With a size prefix, `dynamic, assoc`, it is the reference's `assoc`.
///
/// # Errors
/// The errors of the keys and the values; for a map, `Duplicate_key` at the first byte of a pair whose key has occurred
/// before.
///
/// Rule: `data-encoding`, `encoding.ml`, `assoc`.
#[derive(Debug)]
pub struct Assoc<W>(PhantomData<W>);

/// A key, and a value encoded as `W`.
#[derive(Debug)]
pub struct Pair<W>(PhantomData<W>);

impl<'a, K, T, W: Reads<'a, T>> Reads<'a, (K, T)> for Pair<W>
where
    Text: Reads<'a, K>,
{
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<(K, T), Fault> {
        Ok((tri!(Key::read(input)), tri!(W::read(input))))
    }
}

impl<'a, K, T, W: Views<'a, T>> Views<'a, (K, T)> for Pair<W>
where
    Text: Views<'a, K>,
{
    type View = (<Text as Views<'a, K>>::View, W::View);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        Ok((Dynamic::<U30, Text>::view(input)?, W::view(input)?))
    }

    #[inline]
    fn own((key, value): &Self::View) -> Result<(K, T), Fault> {
        Ok((Text::own(key)?, W::own(value)?))
    }
}

const fn encoding(value: &'static Encoding, key: &Encoding, distinct: bool) -> Encoding {
    Encoding::Assoc { value, keys: Keys { utf8: matches!(key, Encoding::Text { utf8: true, .. }), distinct } }
}

impl<K, T, W: Schema<T>> Schema<Vec<(K, T)>> for Assoc<W>
where
    Text: Schema<K>,
{
    const ENCODING: &'static Encoding = &encoding(W::ENCODING, <Text as Schema<K>>::ENCODING, false);
    const INNERMOST: Container = W::INNERMOST;
}

impl<'a, K, T, W: Reads<'a, T>> Reads<'a, Vec<(K, T)>> for Assoc<W>
where
    Text: Reads<'a, K>,
{
    const FACTS: Facts = W::FACTS.list();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Vec<(K, T)>, Fault> {
        read_to_end::<(K, T), Pair<W>>(input, UNBOUNDED, FaultKind::ListTooLong)
    }
}

impl<K, T, W: Writes<T>> Writes<Vec<(K, T)>> for Assoc<W>
where
    Text: Writes<K>,
{
    const FACTS: Facts = Facts::sequence(&[<Key as Writes<K>>::FACTS, W::FACTS]).list();

    #[inline]
    fn write<S: Sink>(value: &Vec<(K, T)>, sink: &mut S) -> Result<(), EncodeError> {
        write_pairs::<K, T, W, S>(value.iter().map(|(key, value)| (key, value)), sink)
    }
}

impl<K, T, W: Schema<T>> Schema<BTreeMap<K, T>> for Assoc<W>
where
    Text: Schema<K>,
{
    const ENCODING: &'static Encoding = &encoding(W::ENCODING, <Text as Schema<K>>::ENCODING, true);
    const INNERMOST: Container = W::INNERMOST;
}

/// Capacity, in entries, of a node of the standard library's `BTreeMap`, rounded up to account for the rest of the
/// node.
const NODE_ENTRIES: usize = 12;

/// Minimum number of entries of such a node.
const MIN_NODE_ENTRIES: usize = 5;

/// Charges the heap budget for the node that an entry after `len` others may need.
#[inline]
pub(crate) fn charge_entry<T>(input: &Reader<'_>, len: usize) -> Result<(), Fault> {
    if len.is_multiple_of(MIN_NODE_ENTRIES) { charge_for::<T>(input, NODE_ENTRIES) } else { Ok(()) }
}

impl<'a, K: Ord, T, W: Reads<'a, T>> Reads<'a, BTreeMap<K, T>> for Assoc<W>
where
    Text: Reads<'a, K>,
{
    const FACTS: Facts = W::FACTS.list();

    fn read(input: &mut Reader<'a>) -> Result<BTreeMap<K, T>, Fault> {
        let mut map = BTreeMap::new();
        while !input.is_empty() {
            let start = input.remaining();
            let key = tri!(Key::read(input));
            if map.contains_key(&key) {
                return Err(Fault::new(FaultKind::DuplicateKey, start));
            }
            tri!(charge_entry::<(K, T)>(input, map.len()));
            map.insert(key, tri!(W::read(input)));
        }
        Ok(map)
    }
}

impl<K, T, W: Writes<T>> Writes<BTreeMap<K, T>> for Assoc<W>
where
    Text: Writes<K>,
{
    const FACTS: Facts = Facts::sequence(&[<Key as Writes<K>>::FACTS, W::FACTS]).list();

    #[inline]
    fn write<S: Sink>(value: &BTreeMap<K, T>, sink: &mut S) -> Result<(), EncodeError> {
        write_pairs::<K, T, W, S>(value, sink)
    }
}

impl<'a, K, T, W: Views<'a, T> + Reads<'a, T>> Views<'a, Vec<(K, T)>> for Assoc<W>
where
    Text: Views<'a, K> + Reads<'a, K>,
{
    type View = Seq<'a, (K, T), Pair<W>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <List<Pair<W>> as Views<'a, Vec<(K, T)>>>::view(input)
    }

    fn own(view: &Self::View) -> Result<Vec<(K, T)>, Fault> {
        <List<Pair<W>> as Views<'a, Vec<(K, T)>>>::own(view)
    }
}

/// The keys are decoded to find duplicates, and dropped.
impl<'a, K: Ord, T, W: Views<'a, T> + Reads<'a, T>> Views<'a, BTreeMap<K, T>> for Assoc<W>
where
    Text: Views<'a, K> + Reads<'a, K>,
{
    type View = Seq<'a, (K, T), Pair<W>>;

    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        let mut keys = BTreeSet::new();
        while !input.is_empty() {
            let before = input.remaining();
            charge_entry::<K>(input, keys.len())?;
            if !keys.insert(Dynamic::<U30, Text>::read(input)?) {
                return Err(Fault::new(FaultKind::DuplicateKey, before));
            }
            W::view(input)?;
        }
        Ok(Seq::new(start, keys.len(), input.revision()))
    }

    fn own(view: &Self::View) -> Result<BTreeMap<K, T>, Fault> {
        Ok(<List<Pair<W>> as Views<'a, Vec<(K, T)>>>::own(view)?.into_iter().collect())
    }
}

fn write_pairs<'v, K: 'v, T: 'v, W: Writes<T>, S: Sink>(
    pairs: impl IntoIterator<Item = (&'v K, &'v T)>,
    sink: &mut S,
) -> Result<(), EncodeError>
where
    Text: Writes<K>,
{
    for (index, (key, value)) in pairs.into_iter().enumerate() {
        tri!(Key::write(key, sink), error => error.at_index(index));
        tri!(W::write(value, sink), error => error.at_index(index));
    }
    Ok(())
}
