//! Values for `proptest`.

use core::fmt::Debug;

use ::proptest::arbitrary::any;
use ::proptest::strategy::Strategy;

use super::choices::Random;
use super::rng::Rng;
use super::{Generate, MAX_BYTES};
use tezos_encoding_core::Decode;
use tezos_encoding_core::{HasEncoding, NomReader};

/// Values of a type for `proptest`, made from its schema. They shrink to those of fewer bytes.
///
/// Values that the type's functions refuse, or that cannot be made, are rejected as `proptest` does it.
///
/// ```
/// use proptest::prelude::*;
/// use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader, schema};
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
        let bytes = generate.value(Random(Rng::new(seed))).ok()?;
        T::from_bytes(&bytes).ok()
    })
}
