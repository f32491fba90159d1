//! Conversions to expressions.

use core::str::FromStr;

use tezos_encoding::{N, Z};

use super::parse::{Alignment, parse};
use super::{LazyExpr, Micheline, SyntaxError};

/// Parses the source of one expression, with any indentation: [`parse`] with [`Alignment::Free`]. The source of a script is parsed by
/// [`parse_script`](super::parse_script). A text that is meant as a string is [`Micheline::string`], or has quotation marks.
///
/// ```
/// use tezos_protocols::micheline::{Micheline, Prim};
/// let some: Micheline = "Some 5".parse().unwrap();
/// assert_eq!(some, Micheline::prim(Prim::Some, [5.into()]));
/// assert_eq!("\"a\"".parse(), Ok(Micheline::string("a")));
/// ```
impl FromStr for Micheline {
    type Err = SyntaxError;

    fn from_str(source: &str) -> Result<Self, SyntaxError> {
        parse(source, Alignment::Free)
    }
}

/// The only integer type that converts, so that literals have this type.
impl From<i64> for Micheline {
    fn from(number: i64) -> Self {
        Self::int(number)
    }
}

impl From<Z> for Micheline {
    fn from(number: Z) -> Self {
        Self::number(&number)
    }
}

impl From<&Z> for Micheline {
    fn from(number: &Z) -> Self {
        Self::number(number)
    }
}

impl From<N> for Micheline {
    fn from(number: N) -> Self {
        Self::number(&number.into())
    }
}

/// The encoding of the expression, without checks: those of [`LazyExpr::of_in`](tezos_encoding::Lazy::of_in) depend on a protocol.
///
/// An expression is its bytes, so this does not recurse. A node refuses it if it has a malformed annotation, which a
/// [`MichelineBuilder`](super::MichelineBuilder) can make, or a primitive that the protocol does not have; writing fails for one of 2^30 bytes or more.
///
/// ```
/// use tezos_protocols::micheline::{LazyExpr, Micheline};
/// let value = LazyExpr::from(Micheline::unit());
/// assert_eq!((value.bytes(), value.force()), (&[3, 11][..], Ok(Micheline::unit())));
/// ```
impl From<Micheline> for LazyExpr {
    fn from(expression: Micheline) -> Self {
        Self::new(expression.into_bytes())
    }
}

/// The encoding of the expression; see the conversion of a [`Micheline`].
impl From<&Micheline> for LazyExpr {
    fn from(expression: &Micheline) -> Self {
        Self::new(expression.as_bytes().to_vec())
    }
}
