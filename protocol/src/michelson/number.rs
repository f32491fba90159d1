//! Numbers.

use core::fmt;
use core::str::FromStr;

use tezos_encoding::{BinWriter, Fault, FaultKind, HasEncoding, N, NomReader, NotDecimal, Reader, Z};

use super::leaf::{self, Leaf};
use super::{Michelson, Type};
use crate::micheline::Prim;
use crate::numbers::MutezError;

/// An integer of any size: the type `int`.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 1     | tag   | 0        |
/// | n     |       | `z`      |
///
/// ```
/// use tezos_encoding::Encode;
/// use tezos_protocols::michelson::Int;
/// assert_eq!(Int::from(-7i64).to_bytes().unwrap(), [0, 0x47]);
/// ```
///
/// # Errors
/// `Invalid_magic` for a node that is not a number; `Trailing_zero`.
///
/// Rule: [`michelson.rs`, `MichelsonInt`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(magic = "[0]")]
pub struct Int(pub Z);

/// A natural number of any size: the type `nat`.
///
/// | bytes | field | encoding             |
/// |------:|-------|----------------------|
/// | 1     | tag   | 0                    |
/// | n     |       | `z`, at least 0      |
///
/// ```
/// use tezos_encoding::{Decode, Z};
/// use tezos_protocols::michelson::Nat;
/// assert_eq!(Nat::from_bytes(&[0, 7]).unwrap(), Nat::from(7u64));
/// assert_eq!(Nat::from_bytes(&[0, 0x47]).unwrap_err().kind().name(), "User_invariant_guard");
/// assert_eq!(Nat::new(Z::from(-7i64)), None);
/// ```
///
/// # Errors
/// `User_invariant_guard` for a negative number; `Invalid_magic` for a node that is not a number; `Trailing_zero`.
///
/// Rule: [`michelson.rs`, `MichelsonNat`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(magic = "[0]")]
pub struct Nat(#[encoding(guard = "is_natural")] Z);

fn is_natural(number: &Z) -> Result<(), &'static str> {
    if number.is_negative() { Err("a nat is not negative") } else { Ok(()) }
}

impl Nat {
    /// Creates a natural number; `None` if `number` is negative.
    #[must_use]
    pub fn new(number: Z) -> Option<Self> {
        if number.is_negative() { None } else { Some(Self(number)) }
    }

    /// Returns the number.
    #[must_use]
    pub const fn as_z(&self) -> &Z {
        &self.0
    }
}

/// An amount in millionths of a tez: the type `mutez`.
///
/// | bytes   | field | encoding                |
/// |--------:|-------|-------------------------|
/// | 1       | tag   | 0                       |
/// | 1 to 10 |       | `z`, from 0 to 2^63 - 1 |
///
/// # Errors
/// `User_invariant_guard` for a negative number; `Overflow` for 2^63 and more; `Invalid_magic` for a node that is not a number;
/// `Trailing_zero`.
///
/// Rule: [`script_ir_translator.ml`, `parse_mutez`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(magic = "[0]")]
pub struct Mutez(#[encoding(zarith, guard = "is_amount")] pub i64);

fn is_amount(mutez: &i64) -> Result<(), &'static str> {
    if *mutez < 0 { Err("an amount is not negative") } else { Ok(()) }
}

impl From<crate::numbers::Mutez> for Mutez {
    fn from(amount: crate::numbers::Mutez) -> Self {
        Self(amount.into())
    }
}

impl TryFrom<Mutez> for crate::numbers::Mutez {
    type Error = MutezError;

    fn try_from(amount: Mutez) -> Result<Self, MutezError> {
        Self::try_from(amount.0)
    }
}

/// A time in seconds since 1970, of any size: the type `timestamp`.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 1     | tag   | 0        |
/// | n     |       | `z`      |
///
/// The reader also accepts the readable form: a string such as `2026-11-26T12:00:00Z`, or with a number of at most 64 bits.
///
/// ```
/// use tezos_encoding::Decode;
/// use tezos_protocols::micheline::Micheline;
/// use tezos_protocols::michelson::{Michelson, Timestamp};
/// let readable = Micheline::string("1970-01-01T00:01:00Z");
/// assert_eq!(Timestamp::from_micheline(&readable).unwrap(), Timestamp::from(60i64));
/// ```
///
/// # Errors
/// `Invalid_magic` for a node that is neither a number nor a string; `Exception_raised_in_user_function` for a string that is not a time;
/// `Trailing_zero`.
///
/// Rule: [`script_ir_translator.ml`, `parse_timestamp`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml).
#[derive(HasEncoding, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(magic = "[0]")]
pub struct Timestamp(pub Z);

impl<'a> NomReader<'a> for Timestamp {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        match Leaf::read(input)? {
            Leaf::Int => Z::read(input).map(Self),
            Leaf::String(text) => leaf::parse::<tezos_hashes::time::Timestamp>(text).map(|time| Self(time.0.into())),
            _ => Err(Fault::new(FaultKind::Magic, start)),
        }
    }
}

macro_rules! types {
    ($($name:ident: $prim:ident;)+) => {
        $(impl Michelson for $name {
            const TYPE: &'static Type = &Type::new(Prim::$prim, &[]);
        })+
    };
}

types! { Int: int; Nat: nat; Mutez: mutez; Timestamp: timestamp; }

macro_rules! from_integers {
    ($($name:ident: $($number:ty)+;)+) => {
        $($(impl From<$number> for $name {
            fn from(number: $number) -> Self {
                Self(i128::from(number).into())
            }
        })+)+
    };
}

from_integers! {
    Int: i32 i64 i128 u32 u64;
    Nat: u32 u64;
    Timestamp: i64;
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Int {
    type Err = NotDecimal;

    fn from_str(text: &str) -> Result<Self, NotDecimal> {
        text.parse().map(Self)
    }
}

impl fmt::Display for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Nat {
    type Err = NotDecimal;

    fn from_str(text: &str) -> Result<Self, NotDecimal> {
        text.parse::<N>().map(Self::from)
    }
}

impl From<N> for Nat {
    fn from(number: N) -> Self {
        Self(number.into())
    }
}

impl From<Z> for Int {
    fn from(number: Z) -> Self {
        Self(number)
    }
}

impl From<Nat> for Int {
    fn from(number: Nat) -> Self {
        Self(number.0)
    }
}

impl TryFrom<Int> for Nat {
    type Error = Int;

    /// Returns the number unchanged if it is negative.
    fn try_from(number: Int) -> Result<Self, Int> {
        if number.0.is_negative() { Err(number) } else { Ok(Self(number.0)) }
    }
}
