//! Generates values from a schema for tests: random values, values at boundaries, and bytes that are almost valid.
//!
//! Values are generated as bytes. [`Decode::from_bytes`] decodes them into a type, and [`decode`] without one. The same
//! seed produces the same bytes.
//!
//! [`Decode::from_bytes`]: tezos_encoding_core::Decode::from_bytes
//! [`decode`]: tezos_encoding_core::walk::decode
//!
//! ```
//! use tezos_encoding::schema::generate;
//! use tezos_encoding::prelude::*;
//!
//! #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
//! struct Peer { port: u16, name: Option<String>, #[encoding(dynamic, list = 3)] keys: Vec<[u8; 4]> }
//!
//! let peers = generate(Peer::ENCODING).max_bytes(100);
//! for bytes in peers.values(7).take(50) {
//!     let bytes = bytes.unwrap();
//!     let peer = Peer::from_bytes(&bytes).unwrap();
//!     assert!(bytes.len() <= 100 && peer.to_bytes().unwrap() == bytes);
//! }
//! let ports: Vec<u16> = peers.boundaries().map(|bytes| Peer::from_bytes(&bytes.unwrap()).unwrap().port).collect();
//! assert!(ports.contains(&0) && ports.contains(&0xffff));
//! for flawed in peers.almost_valid(7).take(50) {
//!     assert!(Peer::from_bytes(&flawed.bytes).is_err(), "{:?} at {}", flawed.mistake, flawed.offset);
//! }
//! ```
//!
//! User-supplied functions ([`Encoding::Checked`]) and readers ([`Encoding::Opaque`]) may refuse a value. After a
//! hundred attempts for it, or ten thousand for all parts of a value, [`Unmade::Refused`] contains the name of the
//! function or of the opaque value; add examples with [`Generate::example`]. Types that accept fewer values than their schema (a `zarith` field of type `i64`) refuse some
//! of the values.
//!
//! With the feature `proptest`, `schema::strategy` returns a strategy for a type; with the feature `arbitrary`,
//! `schema::arbitrary_value` generates a value from a fuzzer's bytes.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod boundaries;
mod choices;
mod flaws;
mod json;
mod maker;
mod min_size;
#[cfg(feature = "proptest")]
mod proptest;
mod rng;
mod script;

use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "arbitrary")]
pub use self::arbitrary::arbitrary_value;
#[cfg(feature = "proptest")]
pub use self::proptest::strategy;
pub use boundaries::Boundaries;
pub use flaws::{Flaw, Flawed};

use choices::Choices;
use flaws::Flaws;
use maker::{Budget, Maker};
use min_size::MinSizes;
use rng::Rng;
use tezos_encoding_core::__tools::check;
use tezos_encoding_core::schema::Encoding;

/// Default maximum size of values in bytes.
const MAX_BYTES: usize = 4096;

/// Maximum size of the shortest value that is generated even if it exceeds the maximum size.
const LONGEST: usize = 1 << 24;

/// Number of attempts to find bytes that readers refuse.
const ATTEMPTS: usize = 1000;

/// A generator of values of an encoding.
pub struct Generate {
    encoding: &'static Encoding,
    max_bytes: usize,
    min_sizes: MinSizes,
    examples: Vec<Example>,
}

/// The name of a user-supplied function, and bytes that it accepts.
type Example = (&'static str, Vec<u8>);

/// The reason why no value was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unmade {
    /// The encoding has no value: a union without cases, or a recursive type without a base case.
    NoValue,
    /// The shortest value is longer than 16 MiB.
    TooLong {
        /// Size of the shortest value.
        bytes: usize,
    },
    /// No value was found that fills a block of fixed size.
    Unfillable {
        /// Size of the block.
        bytes: usize,
    },
    /// No value was found that a user-supplied function accepts.
    Refused {
        /// The name of the function.
        function: &'static str,
    },
}

impl fmt::Display for Unmade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue => f.write_str("the encoding has no value"),
            Self::TooLong { bytes } => {
                write!(f, "the shortest value takes {bytes} bytes, which is too long to generate")
            }
            Self::Unfillable { bytes } => write!(f, "no value was found that takes exactly {bytes} bytes"),
            Self::Refused { function } => write!(f, "no value was found that `{function}` accepts"),
        }
    }
}

impl core::error::Error for Unmade {}

/// Returns a generator for values of an encoding, of at most 4,096 bytes.
///
/// ```
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::schema::generate;
/// let ports: Vec<u16> =
///     generate(u16::ENCODING).values(7).take(3).map(|bytes| u16::from_bytes(&bytes.unwrap()).unwrap()).collect();
/// assert_eq!(ports.len(), 3);
/// ```
pub fn generate(encoding: &'static Encoding) -> Generate {
    Generate::new(encoding)
}

impl Generate {
    /// Returns a generator for values of an encoding, of at most 4,096 bytes.
    pub fn new(encoding: &'static Encoding) -> Self {
        Self { encoding, max_bytes: MAX_BYTES, min_sizes: MinSizes::new(encoding, &[]), examples: Vec::new() }
    }

    /// Limits values to `max_bytes` bytes. If even the shortest value is longer, that one is generated.
    pub fn max_bytes(self, max_bytes: usize) -> Self {
        Self { max_bytes, ..self }
    }

    /// Adds bytes that a user-supplied function accepts; `function` is its name in errors. Values that the function
    /// checks are then always among its examples. Useful for functions that accept few values, such as texts that are
    /// addresses.
    ///
    /// ```
    /// use tezos_encoding::schema::{Check, Encoding, Extent, generate::Generate};
    /// static WORD: Encoding = Encoding::Checked {
    ///     inner: &Encoding::Text { extent: Extent::Rest, utf8: true },
    ///     check: Check::guard("magic", Some(|text, _| if text == b"abracadabra" { Ok(()) } else { Err("no".into()) })),
    /// };
    /// let refused = Generate::new(&WORD).values(1).next().unwrap();
    /// assert_eq!(refused.unwrap_err().to_string(), "no value was found that `magic` accepts");
    /// let generate = Generate::new(&WORD).example("magic", b"abracadabra".to_vec());
    /// assert_eq!(generate.values(1).next().unwrap().unwrap(), b"abracadabra");
    /// ```
    pub fn example(mut self, function: &'static str, bytes: Vec<u8>) -> Self {
        self.examples.push((function, bytes));
        self.min_sizes = MinSizes::new(self.encoding, &self.examples);
        self
    }

    /// Returns an endless iterator of random values; after an error it ends.
    pub fn values(&self, seed: u64) -> GeneratedValues<'_> {
        GeneratedValues { generate: self, seeds: Rng::new(seed), ended: false }
    }

    /// Returns values at boundaries: first the simplest value, then values that differ from it in one choice, for each
    /// choice. The iterator is finite and returns each value once.
    ///
    /// | encoding | values |
    /// |---|---|
    /// | integers | the limits of the range and their neighbours, -1, 0, 1 |
    /// | `n`, `z` | the largest number of each length up to 37 bytes and the next one, 2^256 - 1, 2^256; both signs |
    /// | floats | the limits of the range, both zeros, 1, the smallest and the largest numbers |
    /// | bytes, text | empty, one byte, as many as fit; all `00`, all `ff`; quotes, zeros, characters of 2 and of 4 bytes, invalid UTF-8 |
    /// | lists, `assoc` | empty, one element, as many as are allowed and fit; all variants of the first element |
    /// | names, unions | each; all variants of the payload of each case |
    /// | optional and default values | absent, present; the default, another value |
    ///
    /// Recursive types are varied two levels deep. A value that a user-supplied function refuses is replaced by a
    /// random one.
    pub fn boundaries(&self) -> Boundaries<'_> {
        Boundaries::new(self)
    }

    /// Returns bytes with one mistake each, which all readers refuse. The iterator is endless if mistakes are possible.
    pub fn almost_valid(&self, seed: u64) -> AlmostValid<'_> {
        AlmostValid { generate: self, seeds: Rng::new(seed) }
    }

    /// Generates one value.
    fn value(&self, choices: Choices<'_>) -> Result<Vec<u8>, Unmade> {
        let mut maker = Maker::new(self, choices, None);
        maker.value(self.encoding, Budget { max: self.max_len()?, is_exact: false })?;
        Ok(maker.into_parts().0)
    }

    /// Returns the maximum size of a value in bytes.
    fn max_len(&self) -> Result<usize, Unmade> {
        let min_size = self.min_sizes.of(self.encoding).ok_or(Unmade::NoValue)?;
        if min_size > LONGEST {
            return Err(Unmade::TooLong { bytes: min_size });
        }
        Ok(self.max_bytes.max(min_size))
    }

    /// Generates bytes with one mistake; `None` if this seed leads to none.
    fn flawed(&self, rng: &mut Rng) -> Option<Flawed> {
        let seed = rng.next();
        let budget = Budget { max: self.max_len().ok()?, is_exact: false };
        let made = |mistake| {
            let mut numbers = Rng::new(seed);
            let mut maker = Maker::new(self, Choices::random(&mut numbers), mistake);
            maker.value(self.encoding, budget).ok()?;
            let flaws = core::mem::take(&mut maker.flaws);
            Some((maker.into_parts().0, flaws))
        };
        let (mut bytes, Flaws { count, starts, .. }) = made(None)?;
        let cuts = count == 0 || rng.next() & 3 == 0;
        let (bytes, mistake, offset) = if cuts {
            let starts: Vec<usize> = starts.into_iter().filter(|start| *start < bytes.len()).collect();
            let index = Choices::random(rng).one_of(starts.len().saturating_add(1));
            match starts.get(index) {
                Some(start) => {
                    bytes.truncate(*start);
                    (bytes, Flaw::Truncated, *start)
                }
                None => {
                    let end = bytes.len();
                    bytes.push(0);
                    (bytes, Flaw::ExtraByte, end)
                }
            }
        } else {
            let (bytes, flaws) = made(Some(Choices::random(rng).one_of(count)))?;
            let (mistake, offset) = flaws.made?;
            (bytes, mistake, offset)
        };
        // If the mistake is not certain to be refused, the bytes may still be valid.
        let is_refused = mistake.is_certain() || check(self.encoding, &bytes).is_err();
        is_refused.then_some(Flawed { bytes, mistake, offset })
    }
}

/// Random values: the iterator of [`Generate::values`].
pub struct GeneratedValues<'g> {
    generate: &'g Generate,
    seeds: Rng,
    ended: bool,
}

impl Iterator for GeneratedValues<'_> {
    type Item = Result<Vec<u8>, Unmade>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let value = self.generate.value(Choices::random(&mut Rng::new(self.seeds.next())));
        self.ended = value.is_err();
        Some(value)
    }
}

/// Bytes with one mistake: the iterator of [`Generate::almost_valid`].
pub struct AlmostValid<'g> {
    generate: &'g Generate,
    seeds: Rng,
}

impl Iterator for AlmostValid<'_> {
    type Item = Flawed;

    fn next(&mut self) -> Option<Self::Item> {
        (0..ATTEMPTS).find_map(|_| self.generate.flawed(&mut self.seeds))
    }
}
