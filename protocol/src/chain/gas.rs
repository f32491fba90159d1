//! Gas.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};

use super::numeric;

/// An amount of gas in thousandths, from protocol 009 (Florence) on: below 2^62 - 1.
///
/// | bytes  | field | encoding                          |
/// |-------:|-------|-----------------------------------|
/// | 1 to 9 |       | `z`, not negative, below 2^62 - 1 |
///
/// In JSON it is a string of decimal digits.
///
/// # Errors
/// `Exception_raised_in_user_function` for a negative number and for 2^62 - 1; `Size_limit_exceeded` for more than nine bytes.
///
/// Rule: [`saturation_repr.ml`, `z_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/saturation_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard(function = "Milligas::is_amount", exception))]
pub struct Milligas(#[encoding(bounded = 9, zarith)] pub i64);

impl Milligas {
    fn is_amount(&self) -> Result<(), &'static str> {
        if (0..SATURATED).contains(&self.0) { Ok(()) } else { Err("an amount of gas is from 0 to 2^62 - 2") }
    }
}

/// The number that stands for all larger ones, `max_int` of OCaml: 2^62 - 1.
const SATURATED: i64 = (1 << 62) - 1;

/// The largest amount of gas in units: in thousandths it is below 2^62 - 1.
const MAX_GAS: u64 = SATURATED.unsigned_abs() / 1000;

/// Checks an amount of gas in units, from protocol 009 (Florence) on.
///
/// Rule: [`gas_limit_repr.ml`, `integral_exn`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/gas_limit_repr.ml
pub(crate) fn is_gas<'n, T>(units: &'n T) -> Result<(), &'static str>
where
    u64: TryFrom<&'n T>,
{
    match u64::try_from(units) {
        Ok(0..=MAX_GAS) => Ok(()),
        _ => Err("an amount of gas is from 0 to 4611686018427387"),
    }
}

/// The remaining gas.
///
/// | bytes | field | encoding                              |
/// |------:|-------|---------------------------------------|
/// | 1     | tag   | 0 (limited) or 1 (unaccounted)        |
/// | n     |       | if limited: `z` until 008, [`Milligas`] from 009 on |
///
/// In JSON it is a string: the number, or `"unaccounted"`.
///
/// # Errors
/// `Unexpected_tag`; the errors of the amount.
///
/// Rule: [`gas_limit_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/gas_limit_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum Gas {
    /// The remaining amount, in units until protocol 006 (Carthage), in thousandths in 007 and 008.
    #[encoding(tag = 0, until = 8, title = "Limited")]
    AtMost(Z),
    /// The remaining amount, in thousandths.
    #[encoding(tag = 0, since = 9)]
    Limited(Milligas),
    /// No limit.
    #[encoding(tag = 1, constant = "unaccounted")]
    Unaccounted,
}

/// The cost of a computation from protocol 007 (Delphi) on, in thousandths of gas.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | n     |       | `z`      |
///
/// In JSON it is a string of decimal digits.
///
/// # Errors
/// `Trailing_zero`. Protocols from 009 (Florence) on refuse negative costs and costs of 2^62 and more: their costs are a [`Milligas`].
///
/// Rule: [`gas_limit_repr.ml`, `cost_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_008_PtEdo2Zk/lib_protocol/gas_limit_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GasCost(pub Z);

/// The cost of a computation until protocol 006 (Carthage), by resource.
///
/// | bytes | field           | encoding |
/// |------:|-----------------|----------|
/// | n     | `allocations`   | `z`      |
/// | n     | `steps`         | `z`      |
/// | n     | `reads`         | `z`      |
/// | n     | `writes`        | `z`      |
/// | n     | `bytes_read`    | `z`      |
/// | n     | `bytes_written` | `z`      |
///
/// # Errors
/// `Trailing_zero`.
///
/// Rule: [`gas_limit_repr.ml`, `cost_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_005_PsBabyM1/lib_protocol/gas_limit_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct GasCosts {
    /// Words of memory.
    pub allocations: Z,
    /// Steps of the interpreter.
    pub steps: Z,
    /// Reads of the ledger.
    pub reads: Z,
    /// Writes to the ledger.
    pub writes: Z,
    /// Bytes that are read.
    pub bytes_read: Z,
    /// Bytes that are written.
    pub bytes_written: Z,
}

/// The gas that an operation consumed, in thousandths, in its receipt: below 2^62 - 1.
///
/// | bytes  | field | encoding            |
/// |-------:|-------|---------------------|
/// | 1 to 9 |       | `n`, below 2^62 - 1 |
///
/// In JSON it is a string of decimal digits.
///
/// # Errors
/// From protocol 009 on, `Exception_raised_in_user_function` for 2^62 - 1 and more; `Size_limit_exceeded` for more than nine bytes, of which
/// protocols 007 and 008 allow any number.
///
/// Rule: [`gas_limit_repr.ml`, `n_fp_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/gas_limit_repr.ml
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard(function = "ConsumedMilligas::is_amount", since = 9, exception))]
pub struct ConsumedMilligas(#[encoding(bounded = 9, narith)] pub u64);

numeric! { Milligas(i64); GasCost(Z); ConsumedMilligas(u64); }

impl ConsumedMilligas {
    fn is_amount(&self) -> Result<(), &'static str> {
        if self.0 < SATURATED.unsigned_abs() { Ok(()) } else { Err("an amount of gas is from 0 to 2^62 - 2") }
    }
}
