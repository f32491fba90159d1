//! Values for `proptest`.

use core::fmt::Debug;

use ::proptest::arbitrary::any;
use ::proptest::strategy::Strategy;

use super::choices::Choices;
use super::rng::Rng;
use super::{Generate, MAX_BYTES};
use tezos_encoding_core::{Decode, HasEncoding, NomReader};

/// Returns a `proptest` strategy for the values of a type, generated from its schema. They shrink to values with fewer
/// bytes.
///
/// Values that the type refuses, and values that cannot be generated, are rejected with proptest's own mechanism.
///
/// ```
/// use proptest::prelude::*;
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::schema;
/// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
/// struct Peer { port: u16, name: Option<String> }
///
/// proptest!(|(peer in schema::strategy::<Peer>())| {
///     prop_assert_eq!(Peer::from_bytes(&peer.to_bytes().unwrap()).unwrap(), peer);
/// });
/// ```
pub fn strategy<T>() -> impl Strategy<Value = T>
where
    T: HasEncoding + for<'a> NomReader<'a> + Debug,
{
    (any::<u64>().no_shrink(), 0..=MAX_BYTES).prop_filter_map("the type refuses the value", |(seed, max_bytes)| {
        let generate = Generate::new(T::ENCODING).max_bytes(max_bytes);
        let bytes = generate.value(Choices::random(&mut Rng::new(seed))).ok()?;
        T::from_bytes(&bytes).ok()
    })
}
