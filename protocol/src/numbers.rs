//! Amounts of tez.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View, Z};

/// An amount of tez, in millionths of a tez (mutez), below 2^63.
///
/// | bytes  | field | encoding |
/// |-------:|-------|----------|
/// | 1 to 9 |       | `n`      |
///
/// As text, by [`Display`](fmt::Display) and [`FromStr`], an amount is in tez: `1.5`. In JSON it is a string of decimal digits, in mutez:
/// `"1500000"`. Integers are in mutez, too: a `u32` converts with [`From`], so a literal needs no suffix, and `u64` and `i64` with
/// [`TryFrom`].
///
/// ```
/// use tezos_encoding::ToJson;
/// use tezos_protocols::numbers::Mutez;
/// let amount: Mutez = "1.5".parse().unwrap();
/// assert_eq!(amount, Mutez::from(1_500_000));
/// assert_eq!((amount.to_string(), format!("{amount:.6}")), ("1.5".into(), "1.500000".into()));
/// assert_eq!(amount.to_json().unwrap(), "\"1500000\"");
/// assert_eq!(amount.checked_add(Mutez::from_tez(2)).unwrap().mutez(), 3_500_000);
/// assert_eq!(amount.checked_sub(Mutez::from_tez(2)), None);
///
/// const FEE: Mutez = Mutez::new(374).unwrap();
/// assert_eq!(FEE.to_string(), "0.000374");
/// ```
///
/// # Errors
/// `Trailing_zero`; `Exception_raised_in_user_function` for 2^63 and more; `Size_limit_exceeded` for more than ten bytes.
///
/// Rule: [`tez_repr.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/tez_repr.ml).
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard(function = "Mutez::is_amount", exception))]
pub struct Mutez(#[encoding(bounded = 10, mutez)] u64);

/// Mutez in a tez.
const TEZ: u64 = 1_000_000;

/// Digits of a number of mutez below a tez.
const DECIMALS: usize = 6;

impl Mutez {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The largest amount, 2^63 - 1 mutez.
    pub const MAX: Self = Self(i64::MAX.unsigned_abs());

    /// Creates an amount from a number of mutez; `None` for 2^63 and more.
    ///
    /// ```
    /// use tezos_protocols::numbers::Mutez;
    /// const FEE: Mutez = Mutez::new(374).unwrap();
    /// assert_eq!((FEE.to_string(), Mutez::new(u64::MAX)), ("0.000374".into(), None));
    /// ```
    #[must_use]
    pub const fn new(mutez: u64) -> Option<Self> {
        if mutez <= Self::MAX.0 { Some(Self(mutez)) } else { None }
    }

    /// Creates an amount from a number of tez.
    ///
    /// ```
    /// use tezos_protocols::numbers::Mutez;
    /// assert_eq!(Mutez::from_tez(6_000).mutez(), 6_000_000_000); // what a baker must have
    /// ```
    #[must_use]
    pub const fn from_tez(tez: u32) -> Self {
        // Less than 2^52.
        Self((tez as u64).saturating_mul(TEZ))
    }

    /// Returns the number of mutez.
    ///
    /// ```
    /// use tezos_protocols::numbers::Mutez;
    /// let amount: Mutez = "1.5".parse().unwrap();
    /// assert_eq!(amount.mutez(), 1_500_000);
    /// ```
    #[must_use]
    pub const fn mutez(self) -> u64 {
        self.0
    }

    /// Returns the sum, or `None` if it is larger than [`MAX`](Self::MAX).
    ///
    /// ```
    /// use tezos_protocols::numbers::Mutez;
    /// assert_eq!(Mutez::from(300).checked_add(Mutez::from(400)), Some(700.into()));
    /// assert_eq!(Mutez::MAX.checked_add(Mutez::from(1)), None);
    /// ```
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Self::new(sum),
            None => None,
        }
    }

    /// Returns the difference, or `None` if `other` is larger.
    ///
    /// ```
    /// use tezos_protocols::numbers::Mutez;
    /// let (balance, fee) = (Mutez::from_tez(1), Mutez::from(400));
    /// assert_eq!((balance.checked_sub(fee), fee.checked_sub(balance)), (Some(999_600.into()), None));
    /// ```
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Some(Self(difference)),
            None => None,
        }
    }

    /// Returns the product, or `None` if it is larger than [`MAX`](Self::MAX).
    ///
    /// ```
    /// use tezos_protocols::numbers::Mutez;
    /// let price: Mutez = "0.25".parse().unwrap();
    /// assert_eq!((price.checked_mul(6), Mutez::MAX.checked_mul(2)), (Some("1.5".parse().unwrap()), None));
    /// ```
    #[must_use]
    pub const fn checked_mul(self, factor: u64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(product) => Self::new(product),
            None => None,
        }
    }

    /// Returns the sum of several amounts, or `None` if it is larger than [`MAX`](Self::MAX).
    ///
    /// ```
    /// use tezos_protocols::numbers::Mutez;
    /// let fees = [Mutez::from(300), Mutez::from(400)];
    /// assert_eq!((Mutez::checked_sum(fees), Mutez::checked_sum([Mutez::MAX; 2])), (Some(700.into()), None));
    /// ```
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }

    fn is_amount(&self) -> Result<(), &'static str> {
        if *self <= Self::MAX { Ok(()) } else { Err("an amount is less than 2^63 millionths of a tez") }
    }
}

/// Writes the number of tez as `octez-client` does, without zeros at the end: `1.5`. With a precision, writes at least that many digits
/// after the point, of at most six: `{:.6}` gives `1.500000`. Digits other than zero are always written.
///
/// Rule: [`tez_repr.ml`, `pp`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/tez_repr.ml).
impl fmt::Display for Mutez {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = format!("{:0DECIMALS$}", self.0 % TEZ);
        let least = f.precision().unwrap_or_default().min(DECIMALS);
        let digits = decimals.trim_end_matches('0').len().max(least);
        let text = match decimals.get(..digits) {
            Some(decimals) if !decimals.is_empty() => format!("{}.{decimals}", self.0 / TEZ),
            _ => format!("{}", self.0 / TEZ),
        };
        f.pad_integral(true, "", &text)
    }
}

/// Parses a number of tez: decimal digits, then at most six more after a point. There are no separators, and digits on both sides of a
/// point.
impl FromStr for Mutez {
    type Err = MutezError;

    fn from_str(text: &str) -> Result<Self, MutezError> {
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        let (tez, decimals) = text.split_once('.').unwrap_or((text, "0"));
        if !is_number(tez) || !is_number(decimals) {
            return Err(MutezError::NotTez);
        }
        if decimals.len() > DECIMALS {
            return Err(MutezError::TooPrecise);
        }
        let digits: String =
            [tez, decimals, "00000".get(decimals.len().saturating_sub(1)..).unwrap_or_default()].concat();
        digits.parse().ok().and_then(Self::new).ok_or(MutezError::TooLarge)
    }
}

/// Why a text or a number is not an amount of tez.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MutezError {
    /// The text is not a number of tez.
    NotTez,
    /// The text has more than six digits after the point.
    TooPrecise,
    /// The amount is 2^63 mutez or more.
    TooLarge,
    /// The amount is negative.
    Negative,
}

impl fmt::Display for MutezError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotTez => "expected a number of tez, such as 1.5 or 20: digits, and at most six more after a point",
            Self::TooPrecise => "a tez has six digits after the point: 0.000001 is the least amount",
            Self::TooLarge => "the amount is larger than 9223372036854.775807 tez",
            Self::Negative => "the amount is negative",
        })
    }
}

impl core::error::Error for MutezError {}

/// From a number of mutez. It is the only integer type that converts with [`From`], so that literals have this type.
impl From<u32> for Mutez {
    fn from(mutez: u32) -> Self {
        Self(mutez.into())
    }
}

/// From a number of mutez.
impl TryFrom<u64> for Mutez {
    type Error = MutezError;

    fn try_from(mutez: u64) -> Result<Self, MutezError> {
        Self::new(mutez).ok_or(MutezError::TooLarge)
    }
}

/// From a number of mutez.
impl TryFrom<i64> for Mutez {
    type Error = MutezError;

    fn try_from(mutez: i64) -> Result<Self, MutezError> {
        u64::try_from(mutez).map(Self).map_err(|_| MutezError::Negative)
    }
}

/// From a number of mutez.
impl TryFrom<&N> for Mutez {
    type Error = MutezError;

    fn try_from(mutez: &N) -> Result<Self, MutezError> {
        u64::try_from(mutez).ok().and_then(Self::new).ok_or(MutezError::TooLarge)
    }
}

/// From a number of mutez.
impl TryFrom<&Z> for Mutez {
    type Error = MutezError;

    fn try_from(mutez: &Z) -> Result<Self, MutezError> {
        if mutez.is_negative() { Err(MutezError::Negative) } else { Self::try_from(&mutez.unsigned_abs()) }
    }
}

/// The number of mutez.
impl From<Mutez> for u64 {
    fn from(amount: Mutez) -> Self {
        amount.0
    }
}

/// The number of mutez, which is less than 2^63.
impl From<Mutez> for i64 {
    fn from(amount: Mutez) -> Self {
        amount.0.cast_signed()
    }
}

/// The number of mutez.
impl From<Mutez> for N {
    fn from(amount: Mutez) -> Self {
        amount.0.into()
    }
}

/// The number of mutez.
impl From<Mutez> for Z {
    fn from(amount: Mutez) -> Self {
        amount.0.into()
    }
}
