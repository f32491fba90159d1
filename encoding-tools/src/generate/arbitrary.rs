//! Values from the bytes of a fuzzer.

use ::arbitrary::{Error, Result, Unstructured};

use super::Generate;
use super::choices::Choices;
use super::rng::Numbers;
use tezos_encoding_core::{Decode, HasEncoding, NomReader};

/// Numbers from a fuzzer's bytes; zeros after the end of the bytes.
struct Fuzzed<'u, 'b>(&'u mut Unstructured<'b>);

impl Numbers for Fuzzed<'_, '_> {
    fn below(&mut self, count: u64) -> u64 {
        self.0.int_in_range(0..=count.saturating_sub(1)).unwrap_or_default()
    }
}

/// Generates a value of a type from a fuzzer's bytes. Use it to implement `Arbitrary`.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::schema;
/// #[derive(Debug, HasEncoding, NomReader)]
/// struct Peer { port: u16, name: Option<String> }
///
/// impl<'a> Arbitrary<'a> for Peer {
///     fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
///         schema::arbitrary_value(bytes)
///     }
/// }
///
/// assert!(Peer::arbitrary(&mut Unstructured::new(&[7; 40])).is_ok());
/// ```
///
/// # Errors
/// `IncorrectFormat` if no value can be generated, or if the type refuses it.
pub fn arbitrary_value<T>(bytes: &mut Unstructured<'_>) -> Result<T>
where
    T: HasEncoding + for<'a> NomReader<'a>,
{
    let made =
        Generate::new(T::ENCODING).value(Choices::random(&mut Fuzzed(bytes))).map_err(|_| Error::IncorrectFormat)?;
    T::from_bytes(&made).map_err(|_| Error::IncorrectFormat)
}
