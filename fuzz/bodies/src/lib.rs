//! The bodies of the fuzz targets: what is done with an input, and what has to hold.
//!
//! A body panics where a promise is broken. `fuzz/fuzz_targets` has a target of a few lines for each; `tests/replay.rs` runs
//! them on stable over the corpus, and the binary of this package over inputs of its own making.
//!
//! What holds for every type ([`typed`]): the derived reader and the schema walker answer alike; what is read is written and read
//! again; bytes are canonical exactly when they are what is written; JSON leads back; a view agrees with the value; a stream
//! of chunks has the values and the error of the whole; the heap that a decode takes is at most a multiple of the input. What holds for every encoding by its schema alone:
//! [`schema`]. `tests/guarantees` has both for small inputs without exception ([`KNOWN`]).

#![forbid(unsafe_code)]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a body panics where something is wrong: that is how a fuzzer learns of it"
)]

pub mod beside;
mod bounds;
mod dal;
mod derive;
mod handshake;
mod heap;
#[cfg(feature = "incumbent")]
mod incumbent;
mod input;
mod json;
pub mod mutate;
mod peer;
mod protocol;
mod registry;
pub mod schema;
mod session;
pub mod stable;
mod streamed;
pub mod typed;
mod zoo;

use std::sync::LazyLock;

use tezos_encoding::schema::generate::Generate;
use tezos_encoding::schema::{Encoding, Size};

use input::{Examples, Maker};

pub use heap::{Heap, closest, peak};

type Body = Box<dyn Fn(&[u8]) + Send + Sync>;
type Seeds = Box<dyn Fn() -> Vec<Vec<u8>> + Send + Sync>;

/// A fuzz target.
pub struct Target {
    /// Its name: of its file in `fuzz_targets`, of its folder in `corpus`.
    pub name: String,
    /// What it does with an input.
    body: Body,
    /// Inputs to start from.
    seeds: Seeds,
}

impl Target {
    /// Inputs that are what they are.
    fn plain(
        name: impl Into<String>,
        body: impl Fn(&[u8]) + Send + Sync + 'static,
        seeds: impl Fn() -> Vec<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), body: Box::new(body), seeds: Box::new(seeds) }
    }

    /// Inputs that [`Maker`] makes into bytes of an encoding.
    fn made(
        name: impl Into<String>,
        encoding: &'static Encoding,
        examples: Examples,
        body: impl Fn(&[u8]) + Send + Sync + 'static,
    ) -> Self {
        let body = move |input: &[u8]| body(&Maker::of(encoding, examples).make(input));
        Self::plain(name, body, move || Maker::of(encoding, examples).seeds())
    }

    /// Inputs to start from, of our own making.
    #[must_use]
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        (self.seeds)()
    }

    /// Does it.
    pub fn run(&self, input: &[u8]) {
        (self.body)(input);
    }
}

/// Something with an encoding, by its name.
pub struct Known {
    /// That of a type of the zoo behind its house's, an id of `tezos_messages::encodings`, or a type of `tezos-protocol`.
    pub name: String,
    /// Its encoding.
    pub encoding: &'static Encoding,
    examples: Examples,
    check: Body,
}

impl Known {
    fn new(
        name: impl Into<String>,
        encoding: &'static Encoding,
        examples: Examples,
        check: impl Fn(&[u8]) + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), encoding, examples, check: Box::new(check) }
    }

    /// Checks all that holds for any bytes: by the type, where there is one, and by the schema alone.
    ///
    /// # Panics
    /// Where something does not hold.
    pub fn check(&self, bytes: &[u8]) {
        (self.check)(bytes);
        schema::check(self.encoding, bytes);
    }

    /// Makes values.
    #[must_use]
    pub fn generate(&self) -> Generate {
        input::generate(self.encoding, self.examples)
    }
}

/// Every type of the zoo, and every encoding of the registries of `tezos-messages` and `tezos-protocol`, with its type where it has one.
pub static KNOWN: LazyLock<Vec<Known>> =
    LazyLock::new(|| zoo::known().chain(registry::known()).chain(protocol::known()).collect());

/// All targets, in the order of their kinds.
pub static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    [
        peer::targets(),
        handshake::targets(),
        dal::targets(),
        zoo::targets(),
        protocol::targets(),
        vec![schema::target(), bounds::target(), session::target(), json::target(), derive::target()],
        #[cfg(feature = "incumbent")]
        vec![incumbent::target()],
    ]
    .into_iter()
    .flatten()
    .collect()
});

/// What a message may take.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Its name in the reference.
    pub name: String,
    /// Bytes on the wire, with size and tag where it has them.
    pub size: Size,
    /// Heap of a decode.
    pub heap: Heap,
}

/// What each message may take, and the types of `tezos-protocol`.
#[must_use]
pub fn budgets() -> Vec<Budget> {
    let messages = peer::budgets().into_iter().chain(handshake::budgets()).chain(dal::budgets());
    messages.chain(protocol::budgets()).collect()
}

/// Does what the target of this name does.
///
/// # Panics
/// Where a promise is broken, and where there is no such target.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("no target {name}")).run(input);
}
