//! The bodies of the fuzz targets: they process an input and check properties of the result.
//!
//! A body panics if a property is violated. `fuzz/fuzz_targets` has a target of a few lines for each body; `tests/replay.rs` runs
//! them with stable Rust on the corpus, and the binary of this package on inputs that it generates.
//!
//! [`typed`] checks these properties of every type: the derived reader and the schema walker give equal results; a value that was
//! read can be written and read again; bytes are canonical if and only if the writer produces them; JSON converts back to the value;
//! a view agrees with the value; a stream of chunks gives the values and the error of all bytes at once; the heap of a decode is
//! at most a multiple of the input. [`schema`] checks the properties of every encoding that only need its schema. `tests/guarantees`
//! checks both for all small inputs ([`KNOWN`]).

#![forbid(unsafe_code)]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a body reports a failure to the fuzzer by a panic"
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
mod rlp;
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
    /// Its name, which is also that of its file in `fuzz_targets` and of its folder in `corpus`.
    pub name: String,
    /// Processes an input.
    body: Body,
    /// Returns inputs to start from.
    seeds: Seeds,
}

impl Target {
    /// A target that uses its inputs unchanged.
    fn plain(
        name: impl Into<String>,
        body: impl Fn(&[u8]) + Send + Sync + 'static,
        seeds: impl Fn() -> Vec<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), body: Box::new(body), seeds: Box::new(seeds) }
    }

    /// A target whose inputs [`Maker`] turns into bytes of an encoding.
    fn made(
        name: impl Into<String>,
        encoding: &'static Encoding,
        examples: Examples,
        body: impl Fn(&[u8]) + Send + Sync + 'static,
    ) -> Self {
        let body = move |input: &[u8]| body(&Maker::of(encoding, examples).make(input));
        Self::plain(name, body, move || Maker::of(encoding, examples).seeds())
    }

    /// Returns generated inputs to start from.
    #[must_use]
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        (self.seeds)()
    }

    /// Runs the target on an input.
    pub fn run(&self, input: &[u8]) {
        (self.body)(input);
    }
}

/// A named encoding, with its checks.
pub struct Known {
    /// The module and the name of a type of the zoo, an id of `tezos_messages::encodings`, of `tezos-protocols` or of `tezos-rlp`, or a type that `alloy-rlp` has
    /// too.
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

    /// Checks all properties for any bytes: those of the type, if the encoding has one, and those of the schema alone.
    ///
    /// # Panics
    /// If a property is violated.
    pub fn check(&self, bytes: &[u8]) {
        (self.check)(bytes);
        schema::check(self.encoding, bytes);
    }

    /// Returns a generator of values.
    #[must_use]
    pub fn generate(&self) -> Generate {
        input::generate(self.encoding, self.examples)
    }
}

/// Every type of the zoo, and every encoding of the registries of `tezos-messages`, `tezos-protocols` and `tezos-rlp`, with its type if it has one.
pub static KNOWN: LazyLock<Vec<Known>> =
    LazyLock::new(|| zoo::known().chain(registry::known()).chain(protocol::known()).chain(rlp::known()).collect());

/// All targets, grouped by kind.
pub static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    [
        peer::targets(),
        handshake::targets(),
        dal::targets(),
        zoo::targets(),
        protocol::targets(),
        vec![schema::target(), bounds::target(), session::target(), json::target(), derive::target(), rlp::target()],
        #[cfg(feature = "incumbent")]
        incumbent::targets(),
    ]
    .into_iter()
    .flatten()
    .collect()
});

/// The size and the heap of a message.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Its name in the reference.
    pub name: String,
    /// Size on the wire in bytes, including the size prefix and the tag if the message has them.
    pub size: Size,
    /// Heap that a decode may take.
    pub heap: Heap,
}

/// Returns the budgets of all messages and of the types of `tezos-protocols` and `tezos-rlp`.
#[must_use]
pub fn budgets() -> Vec<Budget> {
    let messages = peer::budgets().into_iter().chain(handshake::budgets()).chain(dal::budgets());
    messages.chain(protocol::budgets()).chain(rlp::budgets()).collect()
}

/// Runs the target of this name on an input.
///
/// # Panics
/// If a property is violated, or if no target has this name.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("no target {name}")).run(input);
}
