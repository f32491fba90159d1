//! Alternatives and optional values.

use tezos_encoding::{BinWriter, Facts, Fault, HasEncoding, NomReader, Reader};

use super::application::{Application, NODE, unexpected};
use super::{Arg, Michelson, Type};
use crate::micheline::Prim;

/// One of two values: the type `or a b`.
///
/// | bytes | field     | encoding              |
/// |------:|-----------|-----------------------|
/// | 1     | tag       | 5                     |
/// | 1     | primitive | 5 (left) or 8 (right) |
/// | n     |           | the value             |
///
/// The reader also accepts annotations and the generic application, tags 6 and 9.
///
/// # Errors
/// `Unexpected_tag` for any other node; those of the value.
///
/// Rule: [`michelson.rs`, `MichelsonOr`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs).
#[derive(HasEncoding, BinWriter, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(tags = "u16", json(tagged))]
pub enum Or<A, B> {
    /// `Left`.
    #[encoding(tag = 0x0505)]
    Left(A),
    /// `Right`.
    #[encoding(tag = 0x0508)]
    Right(B),
}

impl<'a, A: Michelson, B: Michelson> NomReader<'a> for Or<A, B> {
    const FACTS: Facts = NODE;

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        let application = Application::read(input)?;
        match application.prim_of(1) {
            Some(Prim::Left) => application.arguments(input, |arg, _| A::read(arg).map(Self::Left)),
            Some(Prim::Right) => application.arguments(input, |arg, _| B::read(arg).map(Self::Right)),
            _ => Err(unexpected(start)),
        }
    }
}

impl<A: Michelson, B: Michelson> Michelson for Or<A, B> {
    const TYPE: &'static Type = &Type::new(Prim::or, &[Arg::new(A::TYPE), Arg::new(B::TYPE)]);
}

/// A value or none: the type `option a`. Converts from and to Rust's `Option`, which cannot have readers and writers of its own here.
///
/// | bytes | field     | encoding                                      |
/// |------:|-----------|-----------------------------------------------|
/// | 1     | tag       | 3 (none) or 5 (some)                          |
/// | 1     | primitive | 6 (none) or 9 (some)                          |
/// | n     |           | the value, if present                         |
///
/// The reader also accepts annotations and the generic application, tags 4, 6 and 9.
///
/// # Errors
/// `Unexpected_tag` for any other node; those of the value.
///
/// Rule: [`michelson.rs`, `MichelsonOption`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs).
#[derive(HasEncoding, BinWriter, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(tags = "u16", json(tagged))]
pub enum Maybe<T> {
    /// `None`.
    #[default]
    #[encoding(tag = 0x0306)]
    None,
    /// `Some`.
    #[encoding(tag = 0x0509)]
    Some(T),
}

impl<'a, T: Michelson> NomReader<'a> for Maybe<T> {
    const FACTS: Facts = NODE;

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        let application = Application::read(input)?;
        match (application.prim_of(0), application.prim_of(1)) {
            (Some(Prim::None), _) => application.arguments(input, |_, _| Ok(Self::None)),
            (_, Some(Prim::Some)) => application.arguments(input, |arg, _| T::read(arg).map(Self::Some)),
            _ => Err(unexpected(start)),
        }
    }
}

impl<T: Michelson> Michelson for Maybe<T> {
    const TYPE: &'static Type = &Type::new(Prim::option, &[Arg::new(T::TYPE)]);
}

impl<T> From<Option<T>> for Maybe<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Self::Some)
    }
}

impl<T> From<Maybe<T>> for Option<T> {
    fn from(value: Maybe<T>) -> Self {
        match value {
            Maybe::None => None,
            Maybe::Some(value) => Some(value),
        }
    }
}
