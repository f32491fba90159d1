//! Schemas that are made at run time and kept for the rest of the program.
//!
//! A recursive encoding has a function that returns its body. For encodings that are made at run time, there is a fixed number of such
//! functions, each with a cell for one body.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use tezos_encoding_core::schema::Encoding;

/// Maximum number of recursive encodings in a program.
pub(crate) const MAX_BODIES: usize = 256;

static BODIES: [OnceLock<&'static Encoding>; MAX_BODIES] = [const { OnceLock::new() }; MAX_BODIES];
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// The body of a recursive encoding, which is set once it is known.
#[derive(Clone, Copy)]
pub(crate) struct Late {
    cell: &'static OnceLock<&'static Encoding>,
    function: fn() -> &'static Encoding,
}

impl Late {
    /// Returns a body, unless the program has [`MAX_BODIES`] already.
    pub(crate) fn new() -> Option<Self> {
        let index = TAKEN.fetch_add(1, Ordering::Relaxed);
        Some(Self { cell: BODIES.get(index)?, function: *FUNCTIONS.get(index)? })
    }

    /// Returns the function that returns the body.
    pub(crate) fn function(self) -> fn() -> &'static Encoding {
        self.function
    }

    /// Sets the body.
    pub(crate) fn set(self, body: &'static Encoding) {
        let _ = self.cell.set(body);
    }
}

fn body<const INDEX: usize>() -> &'static Encoding {
    BODIES.get(INDEX).and_then(OnceLock::get).copied().unwrap_or(&Encoding::Empty)
}

macro_rules! functions {
    ($($high:literal)*) => { [$(
        body::<$high>, body::<{ $high + 1 }>, body::<{ $high + 2 }>, body::<{ $high + 3 }>,
        body::<{ $high + 4 }>, body::<{ $high + 5 }>, body::<{ $high + 6 }>, body::<{ $high + 7 }>,
    )*] };
}

static FUNCTIONS: [fn() -> &'static Encoding; MAX_BODIES] = functions! {
    0 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184 192 200 208 216 224 232 240 248
};

/// Keeps a value for the rest of the program.
pub(crate) fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Keeps a list for the rest of the program.
pub(crate) fn keep_all<T>(items: Vec<T>) -> &'static [T] {
    Vec::leak(items)
}
