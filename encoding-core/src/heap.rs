//! How much heap decoding may take.

use core::cell::Cell;

use crate::fault::{Fault, FaultKind};

/// Bytes of heap that decoding may take: of one message, or of all that are decoded with the same budget.
///
/// What is counted: the bytes of the message, for all that is copied as it stands (bytes, text, hashes, long numbers); and what lists, boxes,
/// maps and arenas take beyond that. What a conversion of the user's takes is not. Memory is asked for after its bytes are seen to be
/// there, so that without a budget too a message takes no more than a multiple of its length; see `SECURITY.md`.
///
/// ```
/// use tezos_encoding::{Decode, HeapBudget, Limits};
/// let heap = HeapBudget::new(500);
/// // Ten strings of no byte: 40 bytes on the wire, 240 in memory.
/// let list: Vec<String> = Decode::from_bytes_within(&[0; 40], Limits::default(), &heap).unwrap();
/// assert_eq!((list.len(), heap.left()), (10, 500 - 40 - 240));
/// // The next message of the same peer finds 220 bytes left.
/// let error = Vec::<String>::from_bytes_within(&[0; 40], Limits::default(), &heap).unwrap_err();
/// assert_eq!(error.kind().name(), "Heap_exceeded");
/// ```
#[derive(Debug)]
pub struct HeapBudget(Cell<usize>);

impl HeapBudget {
    /// So many bytes.
    pub const fn new(bytes: usize) -> Self {
        Self(Cell::new(bytes))
    }

    /// Bytes that are not taken yet.
    pub const fn left(&self) -> usize {
        self.0.get()
    }

    /// Gives back bytes, such as those of a message that was dropped.
    pub fn give_back(&self, bytes: usize) {
        self.0.set(self.0.get().saturating_add(bytes));
    }

    /// Takes bytes; `rest` is what the reader has reached.
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
