//! A limit on the heap that decoding may take.

use core::cell::Cell;

use crate::fault::{Fault, FaultKind};

/// A number of heap bytes that decoding may take, for one message or for all messages decoded with the same budget.
///
/// Charged are the length of the message, which covers everything that is copied unchanged (bytes, text, hashes, long
/// numbers), and what lists, boxes, maps and arenas take beyond that. Memory that user-supplied conversions allocate is
/// not charged. Even without a budget, memory is only allocated for bytes that are available, so a message never takes
/// more than a multiple of its length; see `SECURITY.md`.
///
/// ```
/// use tezos_encoding::{Decode, HeapBudget, Limits};
/// let heap = HeapBudget::new(500);
/// // Ten empty strings: 40 bytes on the wire, 240 in memory.
/// let list: Vec<String> = Decode::from_bytes_within(&[0; 40], Limits::default(), &heap).unwrap();
/// assert_eq!((list.len(), heap.left()), (10, 500 - 40 - 240));
/// // The next message of the same peer has 220 bytes left.
/// let error = Vec::<String>::from_bytes_within(&[0; 40], Limits::default(), &heap).unwrap_err();
/// assert_eq!(error.kind().name(), "Heap_exceeded");
/// ```
#[derive(Debug)]
pub struct HeapBudget(Cell<usize>);

impl HeapBudget {
    /// Creates a budget of `bytes` bytes.
    pub const fn new(bytes: usize) -> Self {
        Self(Cell::new(bytes))
    }

    /// Returns the number of bytes left.
    pub const fn left(&self) -> usize {
        self.0.get()
    }

    /// Charges `bytes` bytes; `rest` is the reader's remaining input.
    ///
    /// # Errors
    /// `Heap_exceeded`.
    #[cold]
    #[inline(never)]
    pub(crate) fn take(&self, bytes: usize, rest: &[u8]) -> Result<(), Fault> {
        match self.left().checked_sub(bytes) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => Err(Fault::with_detail(FaultKind::HeapExceeded, rest, bytes)),
        }
    }
}
