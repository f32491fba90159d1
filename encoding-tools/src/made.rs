//! Encodings created at run time, by [`grammar`](crate::grammar) and `ksy`. They are kept until the program ends.

use std::sync::{
    OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use tezos_encoding_core::schema::{Class, Encoding};

/// Keeps a value until the program ends.
pub(crate) fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Keeps a list until the program ends.
pub(crate) fn keep_all<T>(items: Vec<T>) -> &'static [T] {
    Vec::leak(items)
}

/// Keeps text until the program ends.
pub(crate) fn keep_text(text: &str) -> &'static str {
    String::leak(text.to_owned())
}

/// Returns the encodings of consecutive fields, each given with its position in the text. A field that extends to the
/// end of the block reserves the bytes of the following fields.
///
/// # Errors
/// The position of an encoding that extends to the end of the block and is followed by one without a fixed size, and a
/// message.
pub(crate) fn with_reserves(
    fields: &[(usize, &'static Encoding)],
) -> Result<Vec<&'static Encoding>, (usize, &'static str)> {
    let mut encodings = Vec::new();
    // The total size of the following fields, if it is fixed; the first mistake.
    let (mut following, mut mistake) = (Some(0usize), Ok(()));
    for (position, field) in fields.iter().rev() {
        let class = field.size().class;
        encodings.push(match (class, following) {
            (Class::Variable, None) => {
                let sentence = "this extends to the end of the block, but the following fields have no fixed size";
                mistake = Err((*position, sentence));
                field
            }
            (Class::Variable, Some(bytes)) if matches!(field, Encoding::Reserve { .. }) => {
                if !matches!(field, Encoding::Reserve { bytes: own, .. } if *own == bytes) {
                    mistake = Err((*position, "this leaves another number of bytes than the following fields have"));
                }
                field
            }
            (Class::Variable, Some(bytes)) if !encodings.is_empty() => keep(Encoding::Reserve { bytes, inner: field }),
            _ => field,
        });
        following = match class {
            Class::Fixed(bytes) => following.and_then(|sum| sum.checked_add(bytes)),
            Class::Dynamic | Class::Variable => None,
        };
    }
    encodings.reverse();
    mistake.map(|()| encodings)
}

/// Maximum depth of values of a recursive encoding. The reference is limited only by its memory.
pub(crate) const DEPTH: u32 = 100_000;

/// Maximum number of recursive encodings in a program.
pub(crate) const MAX_BODIES: usize = 512;

static BODIES: [OnceLock<&'static Encoding>; MAX_BODIES] = [const { OnceLock::new() }; MAX_BODIES];
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// The body of a recursive encoding: a cell, and the function that returns its content.
///
/// The schema of a recursive type has a function that returns its body. For encodings created at run time, there is a
/// fixed number of such functions, each with a cell for one body.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    cell: &'static OnceLock<&'static Encoding>,
    pub(crate) function: fn() -> &'static Encoding,
}

impl Body {
    /// Takes a free cell; `None` if none is left.
    pub(crate) fn take() -> Option<Self> {
        let index = TAKEN.fetch_add(1, Ordering::Relaxed);
        Some(Self { cell: BODIES.get(index)?, function: *FUNCTIONS.get(index)? })
    }

    /// Sets the result of the function.
    pub(crate) fn set(self, body: &'static Encoding) {
        let _ = self.cell.set(body);
    }
}

fn body<const INDEX: usize>() -> &'static Encoding {
    BODIES.get(INDEX).and_then(OnceLock::get).copied().unwrap_or(&Encoding::Empty)
}

/// Sixteen functions for each number.
macro_rules! functions {
    ($($row:literal)*) => { [$(
        body::<{ 16 * $row }>, body::<{ 16 * $row + 1 }>, body::<{ 16 * $row + 2 }>, body::<{ 16 * $row + 3 }>,
        body::<{ 16 * $row + 4 }>, body::<{ 16 * $row + 5 }>, body::<{ 16 * $row + 6 }>, body::<{ 16 * $row + 7 }>,
        body::<{ 16 * $row + 8 }>, body::<{ 16 * $row + 9 }>, body::<{ 16 * $row + 10 }>, body::<{ 16 * $row + 11 }>,
        body::<{ 16 * $row + 12 }>, body::<{ 16 * $row + 13 }>, body::<{ 16 * $row + 14 }>, body::<{ 16 * $row + 15 }>,
    )*] };
}

static FUNCTIONS: [fn() -> &'static Encoding; MAX_BODIES] = functions! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
};
