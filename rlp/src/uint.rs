//! Integers of 256 bits.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use tezos_encoding::TooLarge;
use tezos_encoding::schema::Encoding;
use tezos_encoding::wire::MAX_SIZE;

use crate::form::json::Shown;
use crate::form::number::{number, significant};
use crate::form::{LittleEndian, Number, little};

/// An unsigned integer of 256 bits, to read, write, compare and print. For calculations, enable the feature `ruint`, `primitive-types` or
/// `alloy-primitives` and use the type of that crate.
///
/// ```
/// use tezos_rlp::{FromRlp, ToRlp, U256};
/// let wei: U256 = "0xde0b6b3a7640000".parse().unwrap();
/// assert_eq!((wei, wei.to_rlp().unwrap().len()), (U256::from(10u64.pow(18)), 9));
/// assert_eq!(U256::from_rlp(&[0x80]).unwrap(), U256::default());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct U256([u8; 32]);

impl U256 {
    /// Creates the integer with these bytes, most significant first.
    pub const fn from_be_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, most significant first.
    pub const fn to_be_bytes(self) -> [u8; 32] {
        self.0
    }
}

macro_rules! primitive {
    ($($int:ident)*) => {$(
        impl From<$int> for U256 {
            fn from(number: $int) -> Self {
                let mut bytes = [0; 32];
                if let Some(low) = bytes.last_chunk_mut() {
                    *low = number.to_be_bytes();
                }
                Self(bytes)
            }
        }
    )*};
}

primitive!(u8 u16 u32 u64 u128);

impl TryFrom<U256> for u128 {
    type Error = U256;

    /// Converts an integer of at most 128 bits, or returns a larger one.
    fn try_from(number: U256) -> Result<Self, U256> {
        Self::of_bytes(significant(&number.0)).ok_or(number)
    }
}

/// As Ethereum prints it: `0x` and hexadecimal digits, without leading zeros.
impl fmt::Display for U256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown(significant(&self.0)).fmt(f)
    }
}

impl fmt::Debug for U256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why text is not an integer of 256 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotHexadecimal(String);

impl fmt::Display for NotHexadecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for NotHexadecimal {}

impl FromStr for U256 {
    type Err = NotHexadecimal;

    fn from_str(text: &str) -> Result<Self, NotHexadecimal> {
        let digits = crate::form::json::number(text.as_bytes()).map_err(NotHexadecimal)?;
        Self::of_bytes(&digits).ok_or_else(|| NotHexadecimal("the number has more than 256 bits".into()))
    }
}

impl Number for U256 {
    const BYTES: usize = 32;

    #[inline]
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let mut all = [0; 32];
        all.get_mut(Self::BYTES.checked_sub(bytes.len())?..)?.copy_from_slice(bytes);
        Some(Self(all))
    }

    #[inline]
    fn with_bytes<R>(&self, take: impl FnOnce(&[u8]) -> R) -> R {
        take(significant(&self.0))
    }
}

number!({} U256);

impl LittleEndian<32> for U256 {
    const CONTENT: &'static Encoding = little::CONTENT_256;

    fn of_little(bytes: &[u8; 32]) -> Self {
        let mut bytes = *bytes;
        bytes.reverse();
        Self(bytes)
    }

    fn to_little(&self) -> [u8; 32] {
        let mut bytes = self.0;
        bytes.reverse();
        bytes
    }
}

little::little!(@ {} U256, 32);

/// A natural number of any size, for what the format does not limit.
///
/// ```
/// use tezos_rlp::{FromRlp, Quantity};
/// let gas = Quantity::from_rlp(&[[0xa1, 1].as_slice(), &[0; 32]].concat()).unwrap();
/// assert_eq!((gas.to_string().len(), u64::try_from(&gas)), (67, Err(tezos_encoding::TooLarge)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Quantity(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// At most 32 bytes.
    Short(U256),
    /// The bytes of a longer number, without leading zeros.
    Long(Box<[u8]>),
}

impl Quantity {
    /// Returns the number, if it has at most 256 bits.
    pub const fn to_u256(&self) -> Option<U256> {
        match &self.0 {
            Repr::Short(number) => Some(*number),
            Repr::Long(_) => None,
        }
    }
}

impl Default for Quantity {
    fn default() -> Self {
        Self(Repr::Short(U256::default()))
    }
}

impl<T: Into<U256>> From<T> for Quantity {
    fn from(number: T) -> Self {
        Self(Repr::Short(number.into()))
    }
}

impl TryFrom<&Quantity> for u64 {
    type Error = TooLarge;

    fn try_from(number: &Quantity) -> Result<Self, TooLarge> {
        number.with_bytes(Self::of_bytes).ok_or(TooLarge)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_bytes(|bytes| Shown(bytes).fmt(f))
    }
}

impl fmt::Debug for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Number for Quantity {
    const BYTES: usize = MAX_SIZE;

    #[inline]
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self(match U256::of_bytes(bytes) {
            Some(number) => Repr::Short(number),
            None => Repr::Long(bytes.into()),
        }))
    }

    #[inline]
    fn with_bytes<R>(&self, take: impl FnOnce(&[u8]) -> R) -> R {
        match &self.0 {
            Repr::Short(number) => number.with_bytes(take),
            Repr::Long(bytes) => take(bytes),
        }
    }
}

number!({} Quantity);
