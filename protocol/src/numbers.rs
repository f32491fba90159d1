//! Amounts of tez.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

/// An amount in millionths of a tez, below 2^63.
///
/// | bytes  | field | encoding |
/// |-------:|-------|----------|
/// | 1 to 9 |       | `n`      |
///
/// In JSON it is a string of decimal digits.
///
/// # Errors
/// `Trailing_zero`; `Exception_raised_in_user_function` for 2^63 and more; `Size_limit_exceeded` for more than ten bytes.
///
/// Rule: [`tez_repr.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/tez_repr.ml).
#[derive(
    HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
)]
#[encoding(view = "Self", guard(function = "Mutez::is_amount", exception))]
pub struct Mutez(#[encoding(bounded = 10, mutez)] pub u64);

impl Mutez {
    fn is_amount(&self) -> Result<(), &'static str> {
        if i64::try_from(self.0).is_ok() { Ok(()) } else { Err("an amount is less than 2^63 millionths of a tez") }
    }
}
