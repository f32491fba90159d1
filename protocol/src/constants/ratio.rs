//! Ratios and percentages.

#![allow(clippy::exhaustive_enums, clippy::exhaustive_structs, reason = "numbers")]

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};

use crate::chain::numeric;

/// A ratio of two small numbers.
///
/// | bytes | field         | encoding           |
/// |------:|---------------|--------------------|
/// | 2     | `numerator`   | `uint16`           |
/// | 2     | `denominator` | `uint16`, not zero |
///
/// # Errors
/// `User_invariant_guard` for a denominator of zero.
///
/// Rule: [`ratio_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/ratio_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self", guard = "Ratio::is_ratio")]
#[non_exhaustive]
pub struct Ratio {
    /// The numerator.
    pub numerator: u16,
    /// The denominator.
    pub denominator: u16,
}

impl Ratio {
    fn is_ratio(&self) -> Result<(), &'static str> {
        if self.denominator > 0 { Ok(()) } else { Err("The denominator must be greater than 0.") }
    }
}

/// A percentage from 0 to 100, in protocol 018 (Oxford).
///
/// | bytes | field | encoding               |
/// |------:|-------|------------------------|
/// | 1     |       | `uint8`, at most 100   |
///
/// # Errors
/// `User_invariant_guard` above 100.
///
/// Rule: [`int_percentage.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_018_Proxford/lib_protocol/int_percentage.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard = "WholePercentage::is_percentage")]
pub struct WholePercentage(pub u8);

impl WholePercentage {
    fn is_percentage(&self) -> Result<(), &'static str> {
        if self.0 <= 100 { Ok(()) } else { Err("Value must be between 0 and 100") }
    }
}

/// A percentage in hundredths of a percent, from protocol 019 (Paris) on.
///
/// | bytes | field | encoding                  |
/// |------:|-------|---------------------------|
/// | 2     |       | `uint16`, at most 10,000  |
///
/// # Errors
/// `User_invariant_guard` above 10,000.
///
/// Rule: [`percentage.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/percentage.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard = "Percentage::is_percentage")]
pub struct Percentage(pub u16);

impl Percentage {
    fn is_percentage(&self) -> Result<(), &'static str> {
        if self.0 <= 10_000 { Ok(()) } else { Err("Value must be between 0 and 10000") }
    }
}

/// The maximum bonus of rewards, in units of 10^-15 of all tez.
///
/// | bytes | field | encoding                |
/// |------:|-------|-------------------------|
/// | 8     |       | `int64`, from 0 to 10^15 |
///
/// # Errors
/// `User_invariant_guard` outside of this range.
///
/// Rule: [`issuance_bonus_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/issuance_bonus_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard = "MaxBonus::is_bonus")]
pub struct MaxBonus(pub i64);

numeric! { WholePercentage(u8); Percentage(u16); MaxBonus(i64); }

impl MaxBonus {
    fn is_bonus(&self) -> Result<(), &'static str> {
        if (0..=1_000_000_000_000_000).contains(&self.0) { Ok(()) } else { Err("the bonus is from 0 to 10^15") }
    }
}

/// Defines fractions of numbers of arbitrary size: `Name, "description", |numerator, denominator, zero| condition, "error";`
macro_rules! fractions {
    ($($name:ident, $doc:literal, |$numerator:ident, $denominator:ident, $zero:ident| $condition:expr, $error:literal;)+) => {$(
        #[doc = $doc]
        ///
        /// | bytes | field         | encoding       |
        /// |------:|---------------|----------------|
        /// | n     | `numerator`   | `z`            |
        /// | n     | `denominator` | `z`, above 0   |
        ///
        /// Octez reduces the fraction when it reads it; this crate keeps it unchanged.
        ///
        /// # Errors
        /// `Trailing_zero`; `User_invariant_guard` for a fraction that violates the condition.
        ///
        /// Rule: [`constants_parametric_repr.ml`, `q_encoding`][rule].
        ///
        /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/constants_parametric_repr.ml
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[encoding(view = "Self", guard = "Self::is_allowed")]
        pub struct $name {
            /// The numerator.
            pub numerator: Z,
            /// The denominator.
            pub denominator: Z,
        }

        impl $name {
            fn is_allowed(&self) -> Result<(), &'static str> {
                let (Self { numerator: $numerator, denominator: $denominator }, $zero) = (self, &Z::from(0_i128));
                if $denominator > $zero && $condition { Ok(()) } else { Err($error) }
            }
        }
    )+};
}

fractions! {
    Positive, "A fraction above 0.", |numerator, denominator, zero| numerator > zero, "only positive values allowed";
    NonNegative, "A fraction of 0 or more.", |numerator, denominator, zero| numerator >= zero, "must be non-negative";
    UpToOne, "A fraction from 0 to 1.", |numerator, denominator, zero| numerator >= zero && numerator <= denominator, "must be a value between zero and one";
    BelowOne, "A fraction from 0 to 1, without 1.", |numerator, denominator, zero| numerator >= zero && numerator < denominator, "must be a value between zero (inclusive) and one (exclusive)";
}
