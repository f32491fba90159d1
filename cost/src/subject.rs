//! What is measured: a kind of values, how inputs of it are made, and the work on them.

use std::{any::type_name, fmt, hint::black_box};

use serde::{Deserialize, Serialize};
use tezos_encoding::{
    Decode, Encode, HasEncoding,
    cost::Workload,
    schema::generate::{Generate, generate},
};
use tezos_hashes::hash::Blake2b256;

use crate::workload;

/// An operation on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// Decoding a value, and dropping it.
    Decode,
    /// Encoding a value.
    Encode,
    /// Hashing a value with BLAKE2b, without encoding it into memory first.
    Hash,
}

impl Direction {
    /// All directions.
    pub const ALL: [Self; 3] = [Self::Decode, Self::Encode, Self::Hash];

    /// Returns the direction as a verb.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Encode => "encode",
            Self::Hash => "hash",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An encoded value, and what its cost depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The counts.
    pub load: Workload,
}

/// A value and its bytes, on which directions are run repeatedly.
pub trait Work {
    /// Runs a direction this many times.
    fn run(&self, direction: Direction, times: u32);
}

type Make = Box<dyn Fn(u64, usize) -> Option<Sample>>;
type Open = Box<dyn Fn(&Sample) -> Option<Box<dyn Work>>>;

/// A kind of values whose cost is measured. [`subject`] makes one from a type.
pub struct Subject {
    pub(crate) name: String,
    pub(crate) directions: Vec<Direction>,
    pub(crate) min_bytes: usize,
    make: Make,
    open: Open,
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject")
            .field("name", &self.name)
            .field("directions", &self.directions)
            .finish_non_exhaustive()
    }
}

/// Returns the kind of the values of a type: inputs are made from its schema and counted in it. It has the name of the type, without the
/// path, and all directions.
///
/// A schema with functions of yours, such as guards, may need [examples](Subject::generated_by) of what they accept.
#[must_use]
pub fn subject<T>() -> Subject
where
    T: HasEncoding + Encode + for<'a> Decode<'a> + 'static,
{
    let name = type_name::<T>();
    let path = name.find('<').map_or(name, |generics| name.get(..generics).unwrap_or(name));
    let name = name.get(path.rfind(':').map_or(0, |colon| colon.saturating_add(1))..).unwrap_or(name);
    Subject::new(
        name,
        T::ENCODING.size().least,
        |_, _| None,
        |sample| {
            let value = T::from_bytes(&sample.bytes).ok()?;
            Some(Box::new(Typed { bytes: sample.bytes.clone(), value }))
        },
    )
    .generated_by::<T>(|| generate(T::ENCODING))
}

impl Subject {
    /// Returns a kind with all directions, whose inputs and whose work are made by functions.
    ///
    /// `make` returns a value of at most about `max_bytes` bytes, its second argument, from a seed, its first one: always the same for the
    /// same seed; `None` if this seed gives none. It is first called with `min_bytes`, the size of the shortest value. `open` decodes a
    /// sample; `None` if it cannot be decoded.
    pub fn new(
        name: impl Into<String>,
        min_bytes: usize,
        make: impl Fn(u64, usize) -> Option<Sample> + 'static,
        open: impl Fn(&Sample) -> Option<Box<dyn Work>> + 'static,
    ) -> Self {
        let (make, open) = (Box::new(make), Box::new(open));
        Self { name: name.into(), directions: Direction::ALL.to_vec(), min_bytes, make, open }
    }

    /// Changes the name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Measures only these directions.
    #[must_use]
    pub fn directions(self, directions: &[Direction]) -> Self {
        Self { directions: directions.to_vec(), ..self }
    }

    /// Makes inputs by another function, as [`Subject::new`] describes.
    #[must_use]
    pub fn made_by(self, min_bytes: usize, make: impl Fn(u64, usize) -> Option<Sample> + 'static) -> Self {
        Self { min_bytes, make: Box::new(make), ..self }
    }

    /// Makes inputs by a generator of values of `T`, to which examples have been added.
    ///
    /// ```
    /// use tezos_codec_cost::subject;
    /// use tezos_encoding::{prelude::*, schema::generate};
    /// #[derive(HasEncoding, NomReader, BinWriter)]
    /// #[encoding(guard = "is_magic")]
    /// struct Magic(u64);
    /// fn is_magic(magic: &Magic) -> Result<(), &'static str> {
    ///     if magic.0 == 1 << 40 { Ok(()) } else { Err("another number") }
    /// }
    /// let examples = || generate(Magic::ENCODING).example("is_magic", (1u64 << 40).to_bytes().unwrap());
    /// assert_eq!(subject::<Magic>().generated_by::<Magic>(examples).make(7, 8).unwrap().load.bytes, 8);
    /// assert!(subject::<Magic>().make(7, 8).is_none());
    /// ```
    #[must_use]
    pub fn generated_by<T>(self, generator: impl Fn() -> Generate + 'static) -> Self
    where
        T: HasEncoding + for<'a> Decode<'a> + 'static,
    {
        self.made_by(T::ENCODING.size().least, move |seed, max_bytes| {
            let bytes = generator().max_bytes(max_bytes).values(seed).next()?.ok()?;
            // The readers of some types accept less than their schemas.
            T::from_bytes(&bytes).ok()?;
            Some(Sample { load: workload(T::ENCODING, &bytes).ok()?, bytes })
        })
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if a direction is measured.
    #[must_use]
    pub fn has(&self, direction: Direction) -> bool {
        self.directions.contains(&direction)
    }

    /// Makes an input of at most about `max_bytes` bytes from a seed; returns `None` if this seed gives none.
    #[must_use]
    pub fn make(&self, seed: u64, max_bytes: usize) -> Option<Sample> {
        (self.make)(seed, max_bytes)
    }

    /// Decodes a sample and returns the work on it; `None` if it cannot be decoded.
    #[must_use]
    pub fn open(&self, sample: &Sample) -> Option<Box<dyn Work>> {
        (self.open)(sample)
    }
}

/// A value of a type.
struct Typed<T> {
    bytes: Vec<u8>,
    value: T,
}

impl<T: for<'a> Decode<'a> + Encode> Work for Typed<T> {
    fn run(&self, direction: Direction, times: u32) {
        for _ in 0..times {
            match direction {
                Direction::Decode => drop(black_box(T::from_bytes(black_box(&self.bytes)))),
                Direction::Encode => drop(black_box(black_box(&self.value).to_bytes())),
                Direction::Hash => drop(black_box(Encode::hash::<Blake2b256>(black_box(&self.value)))),
            }
        }
    }
}
