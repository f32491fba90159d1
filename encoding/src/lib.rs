#![doc = "The runtime of a binary codec for Tezos `data-encoding`."]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod decode;
mod encode;
mod error;
mod fault;
mod measure;
pub mod nom;
mod number;
mod reader;
pub mod schema;
mod sink;
mod traits;
pub mod view;
pub mod wire;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use decode::{Decode, NotCanonical};
pub use encode::{Digest, DigestOf, Encode};
pub use error::{DecodeError, EncodeError, ErrorKind, Path, Segment};
pub use fault::{Fault, FaultKind};
pub use measure::Measure;
pub use number::{N, TooLarge, Z};
pub use reader::{Limits, Reader};
pub use sink::Sink;
#[cfg(feature = "derive")]
pub use tezos_encoding_derive::{BinWriter, HasEncoding, NomReader, View};
pub use traits::{BinWriter, HasEncoding, NomReader};
pub use view::View;

// Doc tests and unit tests of this crate use the derives, which name it from outside.
extern crate self as tezos_encoding;
