//! Items of fields, and items of both fields and types.

use std::marker::PhantomData;
use std::net::Ipv4Addr;
use std::num::NonZeroU16;

use tezos_encoding::{BinWriter, DigestOf, HasEncoding, NomReader, Revision, View};

use crate::heap::Heap;
use crate::typed::Traits;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(title = "A field", description = "Without effect on bytes.", id = "zoo.named")]
pub(crate) struct Named {
    #[encoding(name = "type", id = "zoo.kind", title = "Kind")]
    kind: u8,
    #[encoding(skip)]
    note: Option<u8>,
    #[encoding(secret)]
    key: [u8; 2],
    #[encoding(skip = "u64::MAX")]
    gas: u64,
    #[encoding(dft = 7)]
    fee: u16,
    #[encoding(flatten)]
    shell: Shell,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Shell {
    level: u8,
    #[encoding(dft = "true")]
    flag: bool,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Reserved {
    #[encoding(reserve = 5)]
    operations: Operations,
    signature: [u8; 4],
    last: bool,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Operations(#[encoding(list, short_dynamic, bytes)] Vec<Vec<u8>>);

/// The sum of all bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sum(u8);

impl DigestOf for Sum {
    fn digest_of(bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte)))
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Hashed {
    level: u16,
    #[encoding(dynamic, bytes)]
    data: Vec<u8>,
    #[encoding(hash)]
    hash: Sum,
}

fn is_entrypoint(name: &str) -> Result<(), &'static str> {
    if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) { Ok(()) } else { Err("letters and digits only") }
}

fn in_order(pair: &Guarded) -> Result<(), &'static str> {
    if pair.low <= pair.high { Ok(()) } else { Err("not in order") }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(guard = "in_order", dynamic)]
pub(crate) struct Guarded {
    low: u8,
    high: u8,
    #[encoding(string = 31, guard = "is_entrypoint")]
    name: String,
}

fn is_level(level: &i32) -> Result<(), &'static str> {
    if *level >= 0 { Ok(()) } else { Err("a level is not negative") }
}

/// A level that an exception refuses in old revisions, and a guard since.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct GuardedSince(
    #[encoding(guard(function = "is_level", until = 10, exception), guard(function = "is_level", since = 11))] i32,
);

/// Numbers that are read in any order and written in theirs.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(canonical = "InOrder::sorted")]
pub(crate) struct InOrder(#[encoding(dynamic, list)] Vec<u16>);

impl InOrder {
    fn sorted(&self, _: Revision) -> Option<Self> {
        let mut numbers = self.0.clone();
        numbers.sort_unstable();
        (numbers != self.0).then_some(Self(numbers))
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "u16", into = "u16")]
pub(crate) struct Degrees(u32);

impl TryFrom<u16> for Degrees {
    type Error = &'static str;

    fn try_from(degrees: u16) -> Result<Self, &'static str> {
        if degrees < 360 { Ok(Self(degrees.into())) } else { Err("more than a circle") }
    }
}

impl From<&Degrees> for u16 {
    fn from(degrees: &Degrees) -> Self {
        degrees.0.try_into().unwrap_or(Self::MAX)
    }
}

/// Any number of degrees, reduced to one circle.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(from = "u16")]
pub(crate) struct Circle(u32);

impl From<u16> for Circle {
    fn from(degrees: u16) -> Self {
        Self(u32::from(degrees) % 360)
    }
}

impl From<&Circle> for u16 {
    fn from(circle: &Circle) -> Self {
        circle.0.try_into().unwrap_or(Self::MAX)
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Converted {
    #[encoding(dynamic, list)]
    degrees: Vec<Degrees>,
    circle: Circle,
    #[encoding(from = "[u8; 4]", from_fn = "Ipv4Addr::from", into_fn = "Ipv4Addr::octets")]
    address: Ipv4Addr,
    #[encoding(try_from = "u16", from_fn = "above_0", into_fn = "number")]
    port: NonZeroU16,
}

fn above_0(number: u16) -> Result<NonZeroU16, &'static str> {
    NonZeroU16::new(number).ok_or("the number is 0")
}

fn number(port: &NonZeroU16) -> u16 {
    port.get()
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bound = "T: HasEncoding + BinWriter + for<'a> NomReader<'a>")]
pub(crate) struct Measured<T, Unit> {
    value: T,
    #[encoding(skip)]
    unit: PhantomData<Unit>,
}

/// Without a revision, the newest one is read, which has all fields.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Revised {
    level: u32,
    #[encoding(since = 12, dynamic, bytes)]
    nonce: Option<Vec<u8>>,
    #[encoding(until = 65535, option)]
    vote: Option<Option<bool>>,
    #[encoding(since = 12, option)]
    proof: Option<u16>,
}

super::zoo! {
    views {
        Revised: Traits::new(Heap::COPIED);
        Named: Traits::new(Heap::NONE);
        Reserved: Traits::new(Heap::COPIED.elements(size_of::<Vec<u8>>(), 1));
    }
    types {
        Hashed: Traits::new(Heap::COPIED);
        Guarded: Traits::new(Heap::COPIED.elements(1, 1));
        GuardedSince: Traits::new(Heap::NONE);
        InOrder: Traits::new(Heap::COPIED.list::<u16>()).converting();
        Degrees: Traits::new(Heap::NONE);
        Converted: Traits::new(Heap::NONE.list::<Degrees>()).converting();
        Measured<u16, ()>: Traits::new(Heap::NONE);
    }
}
