//! Lists, sets and maps.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use tezos_encoding::schema::{Check, Count, Encoding};
use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_encoding::{BinWriter, EncodeError, Facts, Fault, FaultKind, HasEncoding, NomReader, Reader, Sink};

use super::application::{NODE, read_prim};
use super::{Arg, Michelson, Type};
use crate::micheline::Prim;

/// A list: the type `list a`.
///
/// | bytes | field | encoding                            |
/// |------:|-------|-------------------------------------|
/// | 1     | tag   | 2                                   |
/// | 4 + n |       | elements, with a 4-byte size prefix |
///
/// # Errors
/// `Invalid_magic` for a node that is not a sequence; those of the elements.
///
/// Rule: [`script_ir_translator.ml`, `parse_data`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(magic = "[2]")]
pub struct List<T>(#[encoding(dynamic, list)] pub Vec<T>);

/// A set: the type `set a`.
///
/// | bytes | field | encoding                                                |
/// |------:|-------|---------------------------------------------------------|
/// | 1     | tag   | 2                                                       |
/// | 4 + n |       | elements in ascending order, with a 4-byte size prefix  |
///
/// The order is that of Michelson, which `Ord` of the types of this module has. Readers check it, as the protocol does.
///
/// # Errors
/// `Duplicate_key` for an element that equals the one before; `User_invariant_guard` for one that is smaller; `Invalid_magic` for a node that
/// is not a sequence; those of the elements.
///
/// Rule: [`script_ir_translator.ml`, `parse_data`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(magic = "[2]", bound(read = "T: for<'r> NomReader<'r> + Ord"))]
pub struct Set<T>(#[encoding(dynamic, with = "Ascending")] pub BTreeSet<T>);

/// A map: the type `map k v`.
///
/// | bytes | field | encoding                                                        |
/// |------:|-------|-----------------------------------------------------------------|
/// | 1     | tag   | 2                                                               |
/// | 4 + n |       | entries in ascending order of keys, with a 4-byte size prefix   |
///
/// An entry is `Elt key value`: 07, 04, the key, the value. The order is that of Michelson, which `Ord` of the types of this module has.
/// Readers check it, as the protocol does.
///
/// ```
/// use tezos_encoding::{Decode, Encode};
/// use tezos_protocols::michelson::{Int, Map, Unit};
/// let map = Map::from_iter([(Int::from(2), Unit), (Int::from(1), Unit)]);
/// let bytes = [2, 0, 0, 0, 12, 7, 4, 0, 1, 3, 11, 7, 4, 0, 2, 3, 11];
/// assert_eq!(map.to_bytes().unwrap(), bytes);
/// assert_eq!(Map::<Int, Unit>::from_bytes(&bytes).unwrap(), map);
/// let unordered = [2, 0, 0, 0, 12, 7, 4, 0, 2, 3, 11, 7, 4, 0, 1, 3, 11];
/// assert_eq!(Map::<Int, Unit>::from_bytes(&unordered).unwrap_err().kind().name(), "User_invariant_guard");
/// ```
///
/// # Errors
/// `Duplicate_key` for a key that equals the one before; `User_invariant_guard` for one that is smaller; `Invalid_magic` for a node that is
/// not a sequence and for an entry that is not an `Elt`; those of the keys and values.
///
/// Rule: [`script_ir_translator.ml`, `parse_items`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(magic = "[2]", bound(read = "K: for<'r> NomReader<'r> + Ord, V: for<'r> NomReader<'r>"))]
pub struct Map<K, V>(#[encoding(dynamic, with = "Ascending")] pub BTreeMap<K, V>);

/// The form of elements or entries in ascending order, to the end of the block.
#[derive(Debug)]
struct Ascending;

const ASCENDING: Check = Check::guard("ascending order", None);

const fn elements(item: &'static Encoding) -> Encoding {
    Encoding::List { item, count: Count::ToEnd { min: 0, max: None }, array: false }
}

/// Checks that the key that starts at `start` follows the last key.
fn check_order<K: Ord>(last: Option<&K>, key: &K, start: &[u8]) -> Result<(), Fault> {
    match last.map(|last| last.cmp(key)) {
        None | Some(core::cmp::Ordering::Less) => Ok(()),
        Some(core::cmp::Ordering::Equal) => Err(Fault::new(FaultKind::DuplicateKey, start)),
        Some(core::cmp::Ordering::Greater) => Err(Fault::new(FaultKind::UserGuard, start)),
    }
}

impl<T: HasEncoding> Schema<BTreeSet<T>> for Ascending {
    const ENCODING: &'static Encoding = &Encoding::Checked { inner: &elements(T::ENCODING), check: ASCENDING };
}

impl<'a, T: NomReader<'a> + Ord> Reads<'a, BTreeSet<T>> for Ascending {
    const FACTS: Facts = Facts::REST;

    fn read(input: &mut Reader<'a>) -> Result<BTreeSet<T>, Fault> {
        let mut set = BTreeSet::new();
        while !input.is_empty() {
            let start = input.remaining();
            let element = T::read(input)?;
            check_order(set.last(), &element, start)?;
            input.charge(size_of::<T>())?;
            set.insert(element);
        }
        Ok(set)
    }
}

impl<T: BinWriter> Writes<BTreeSet<T>> for Ascending {
    const FACTS: Facts = T::FACTS.list();

    fn write<S: Sink>(set: &BTreeSet<T>, sink: &mut S) -> Result<(), EncodeError> {
        let mut elements = set.iter().enumerate();
        elements.try_for_each(|(index, element)| element.write(sink).map_err(|error| error.at_index(index)))
    }
}

const ELT: u8 = Prim::Elt.number();

/// The encoding of an entry of a map.
#[derive(HasEncoding, BinWriter)]
#[encoding(magic = "[7, ELT]")]
struct Elt<K, V>(K, V);

impl<'a, K: NomReader<'a>, V: NomReader<'a>> NomReader<'a> for Elt<K, V> {
    const FACTS: Facts = NODE;

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        read_prim(input, Prim::Elt, 2, |args, _| Ok(Self(K::read(args)?, V::read(args)?)))
    }
}

impl<K: HasEncoding, V: HasEncoding> Schema<BTreeMap<K, V>> for Ascending {
    const ENCODING: &'static Encoding =
        &Encoding::Checked { inner: &elements(<Elt<K, V>>::ENCODING), check: ASCENDING };
}

impl<'a, K: NomReader<'a> + Ord, V: NomReader<'a>> Reads<'a, BTreeMap<K, V>> for Ascending {
    const FACTS: Facts = Facts::REST;

    fn read(input: &mut Reader<'a>) -> Result<BTreeMap<K, V>, Fault> {
        let mut map = BTreeMap::new();
        while !input.is_empty() {
            let start = input.remaining();
            let Elt(key, value) = Elt::<K, V>::read(input)?;
            check_order(map.last_key_value().map(|(last, _)| last), &key, start)?;
            input.charge(size_of::<(K, V)>())?;
            map.insert(key, value);
        }
        Ok(map)
    }
}

impl<K: BinWriter, V: BinWriter> Writes<BTreeMap<K, V>> for Ascending {
    const FACTS: Facts = Facts::sequence(&[Facts::fixed(2), K::FACTS, V::FACTS]).list();

    fn write<S: Sink>(map: &BTreeMap<K, V>, sink: &mut S) -> Result<(), EncodeError> {
        map.iter().enumerate().try_for_each(|(index, (key, value))| {
            sink.put(&[7, ELT]);
            key.write(sink).and_then(|()| value.write(sink)).map_err(|error| error.at_index(index))
        })
    }
}

impl<T: Michelson> Michelson for List<T> {
    const TYPE: &'static Type = &Type::new(Prim::list, &[Arg::new(T::TYPE)]);
}

impl<T: Michelson + Ord> Michelson for Set<T> {
    const TYPE: &'static Type = &Type::new(Prim::set, &[Arg::new(T::TYPE)]);
}

impl<K: Michelson + Ord, V: Michelson> Michelson for Map<K, V> {
    const TYPE: &'static Type = &Type::new(Prim::map, &[Arg::new(K::TYPE), Arg::new(V::TYPE)]);
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(BTreeSet::new())
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().collect())
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().collect())
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}
