//! Values made from a schema, for tests: any values, those at the ends of what is allowed, and bytes that are almost a value.
//!
//! What comes out are bytes; [`crate::Decode::from_bytes`] makes values of a type of them and [`super::decode`] values without
//! one. The same seed gives the same bytes.
//!
//! ```
//! use tezos_encoding::schema::generate;
//! use tezos_encoding::{Decode, Encode, HasEncoding, NomReader, BinWriter};
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
//! Functions of the user ([`super::Encoding::Checked`]) may refuse what is made: it is made anew up to a hundred times, and then
//! [`Unmade::Refused`] says which function it was; [`Generate::example`] helps. Types may hold less than their schema says (a
//! `zarith` field of type `i64`): they refuse some values, as they refuse them from anybody.
//!
//! With the feature `proptest`, `schema::strategy` has the values of a type; with the feature `arbitrary`,
//! `schema::arbitrary_value` makes one from the bytes of a fuzzer.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod boundaries;
mod choices;
mod flaws;
mod json;
mod least;
mod maker;
#[cfg(feature = "proptest")]
mod proptest;
mod rng;

use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "arbitrary")]
pub use self::arbitrary::arbitrary_value;
#[cfg(feature = "proptest")]
pub use self::proptest::strategy;
pub use boundaries::Boundaries;
pub use flaws::{Flawed, Mistake};

use choices::{Choices, Random};
use least::Least;
use maker::{Maker, Room};
use rng::Rng;
use tezos_encoding_core::__tools::walk;
use tezos_encoding_core::schema::Encoding;

/// Bytes of the longest value, unless the user says otherwise.
const MAX_BYTES: usize = 4096;

/// Bytes of the longest value that is made where even the shortest is longer than the user wants.
const LONGEST: usize = 1 << 24;

/// Tries for bytes that no reader takes.
const TRIES: usize = 1000;

/// Makes values of an encoding.
pub struct Generate {
    encoding: &'static Encoding,
    max_bytes: usize,
    least: Least,
    examples: Vec<Example>,
}

/// The name of a function of the user, and bytes that it takes.
type Example = (&'static str, Vec<u8>);

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unmade {
    /// The encoding has none: a union without a case, a recursive type without an end.
    NoValue,
    /// The shortest value is longer than what is made at all, 16 MiB.
    TooLong {
        /// Bytes of the shortest value.
        bytes: usize,
    },
    /// No value was found that fills a block of a fixed size.
    Unfillable {
        /// Bytes of the block.
        bytes: usize,
    },
    /// No value was found that a function of the user takes.
    Refused {
        /// The function.
        function: &'static str,
    },
}

impl fmt::Display for Unmade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue => f.write_str("the encoding has no value"),
            Self::TooLong { bytes } => {
                write!(f, "the shortest value takes {bytes} bytes, which is too long to be made")
            }
            Self::Unfillable { bytes } => write!(f, "no value was found that takes exactly {bytes} bytes"),
            Self::Refused { function } => write!(f, "no value was found that `{function}` takes"),
        }
    }
}

impl core::error::Error for Unmade {}

/// Makes values of an encoding, of at most 4,096 bytes: [`Generate::new`].
///
/// ```
/// use tezos_encoding::{Decode, HasEncoding, schema::generate};
/// let ports: Vec<u16> =
///     generate(u16::ENCODING).values(7).take(3).map(|bytes| u16::from_bytes(&bytes.unwrap()).unwrap()).collect();
/// assert_eq!(ports.len(), 3);
/// ```
pub fn generate(encoding: &'static Encoding) -> Generate {
    Generate::new(encoding)
}

impl Generate {
    /// Values of at most 4,096 bytes.
    pub fn new(encoding: &'static Encoding) -> Self {
        Self { encoding, max_bytes: MAX_BYTES, least: Least::of(encoding, &[]), examples: Vec::new() }
    }

    /// Values of at most so many bytes. Where even the shortest is longer, that one is made.
    pub fn max_bytes(self, max_bytes: usize) -> Self {
        Self { max_bytes, ..self }
    }

    /// Bytes that a function of the user takes, by its name in errors: where it is asked, the values are its examples and no
    /// others. For functions that take few values, as the text of an address is few texts.
    ///
    /// ```
    /// use tezos_encoding::schema::{Check, Encoding, Extent, generate::Generate};
    /// static WORD: Encoding = Encoding::Checked {
    ///     inner: &Encoding::Text { extent: Extent::Rest, utf8: true },
    ///     check: Check::guard("magic", Some(|text| if text == b"abracadabra" { Ok(()) } else { Err("no".into()) })),
    /// };
    /// let refused = Generate::new(&WORD).values(1).next().unwrap();
    /// assert_eq!(refused.unwrap_err().to_string(), "no value was found that `magic` takes");
    /// let generate = Generate::new(&WORD).example("magic", b"abracadabra".to_vec());
    /// assert_eq!(generate.values(1).next().unwrap().unwrap(), b"abracadabra");
    /// ```
    pub fn example(mut self, function: &'static str, bytes: Vec<u8>) -> Self {
        self.examples.push((function, bytes));
        self.least = Least::of(self.encoding, &self.examples);
        self
    }

    /// Values, without end; after an error there are no more.
    pub fn values(&self, seed: u64) -> Values<'_> {
        Values { generate: self, seeds: Rng::new(seed), ended: false }
    }

    /// Values at the ends of what is allowed: first the simplest, then that one with one thing changed, for each thing. It is
    /// finite, and has each value once.
    ///
    /// | encoding | what is tried |
    /// |---|---|
    /// | integers | the ends of the range and their neighbours, -1, 0, 1 |
    /// | `n`, `z` | the greatest number of each length up to 37 bytes and the one behind it, 2^256 - 1, 2^256; both signs |
    /// | floats | the ends of the range, both zeros, 1, the least and the greatest numbers |
    /// | bytes, text | none, one, as many as fit; all `00`, all `ff`; quotes, zeros, characters of 2 and of 4 bytes, no UTF-8 |
    /// | lists, `assoc` | no element, one, as many as are allowed and fit; the first element changed in each way |
    /// | names, unions | each; the payload of each case changed in each way |
    /// | optional and usual values | absent, present; usual, not |
    ///
    /// Recursive types are changed two levels deep. Where a function of the user refuses a value, another takes its place.
    pub fn boundaries(&self) -> Boundaries<'_> {
        Boundaries::new(self)
    }

    /// Bytes of values with one thing wrong, without end where there is something that can be wrong. Every reader refuses them.
    pub fn almost_valid(&self, seed: u64) -> AlmostValid<'_> {
        AlmostValid { generate: self, seeds: Rng::new(seed) }
    }

    /// One value.
    fn value(&self, choices: impl Choices) -> Result<Vec<u8>, Unmade> {
        let mut maker = Maker::new(self, choices, None);
        maker.value(self.encoding, Room { most: self.room()?, exact: false })?;
        Ok(maker.out)
    }

    /// Bytes of the longest value.
    fn room(&self) -> Result<usize, Unmade> {
        let least = self.least.bytes(self.encoding).ok_or(Unmade::NoValue)?;
        if least > LONGEST {
            return Err(Unmade::TooLong { bytes: least });
        }
        Ok(self.max_bytes.max(least))
    }

    /// Bytes with one thing wrong; nothing where this seed leads to none.
    fn flawed(&self, rng: &mut Rng) -> Option<Flawed> {
        let seed = rng.next();
        let room = Room { most: self.room().ok()?, exact: false };
        let made = |sought| {
            let mut maker = Maker::new(self, Random(Rng::new(seed)), sought);
            maker.value(self.encoding, room).ok()?;
            Some(maker)
        };
        let good = made(None)?;
        let (places, edges) = (good.flaws.places, good.flaws.edges);
        // As often a place where something is wrong as an end that is.
        let cut = places == 0 || rng.next() & 3 == 0;
        if !cut {
            let index = Random(&mut *rng).one_of(places);
            let bad = made(Some(index))?;
            let (mistake, offset) = bad.flaws.made?;
            return Some(Flawed { bytes: bad.out, mistake, offset }).filter(|flawed| self.is_refused(flawed));
        }
        let mut bytes = good.out;
        let edges: Vec<usize> = edges.into_iter().filter(|edge| *edge < bytes.len()).collect();
        let index = Random(&mut *rng).one_of(edges.len().saturating_add(1));
        let (mistake, offset) = match edges.get(index) {
            Some(edge) => (Mistake::Truncated, *edge),
            None => (Mistake::ExtraByte, bytes.len()),
        };
        bytes.truncate(offset);
        if mistake == Mistake::ExtraByte {
            bytes.push(0);
        }
        Some(Flawed { bytes, mistake, offset }).filter(|flawed| self.is_refused(flawed))
    }

    /// Whether a reader refuses the bytes.
    fn is_refused(&self, flawed: &Flawed) -> bool {
        let bytes = &flawed.bytes;
        flawed.mistake.is_certain() || walk(self.encoding, bytes, None).is_err()
    }
}

impl<N: rng::Numbers> rng::Numbers for &mut N {
    fn below(&mut self, count: u64) -> u64 {
        (**self).below(count)
    }
}

/// Values: made by [`Generate::values`].
pub struct Values<'g> {
    generate: &'g Generate,
    seeds: Rng,
    ended: bool,
}

impl Iterator for Values<'_> {
    type Item = Result<Vec<u8>, Unmade>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let value = self.generate.value(Random(Rng::new(self.seeds.next())));
        self.ended = value.is_err();
        Some(value)
    }
}

/// Bytes with one thing wrong: made by [`Generate::almost_valid`].
pub struct AlmostValid<'g> {
    generate: &'g Generate,
    seeds: Rng,
}

impl Iterator for AlmostValid<'_> {
    type Item = Flawed;

    fn next(&mut self) -> Option<Self::Item> {
        (0..TRIES).find_map(|_| self.generate.flawed(&mut self.seeds))
    }
}
