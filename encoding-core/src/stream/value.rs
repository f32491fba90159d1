//! Decodes the values of a stream from the caller's buffer.

use core::fmt;
use core::marker::PhantomData;

use super::{EMPTY, Framer, StreamError, StreamSettings, Unstreamable, VARIABLE};
use crate::decode::Decode;
use crate::fault::Fault;
use crate::heap::HeapBudget;
use crate::reader::Reader;
use crate::schema::Class;
use crate::traits::NomReader;

/// Decodes the values of a stream from a buffer of the caller, such as that of an async codec or a memory-mapped file.
///
/// [`StreamDecoder`](super::StreamDecoder) has a buffer of its own, and [`Values`](super::Values) also reads from a source.
///
/// ```
/// use tezos_encoding::stream::{StreamSettings, ValueDecoder};
/// let mut decoder = ValueDecoder::<String>::new(StreamSettings::default());
/// let bytes = [0, 0, 0, 2, b'h', b'i', 0, 0];
/// assert_eq!(decoder.decode(&bytes, false).unwrap(), Some(("hi".to_owned(), 6)));
/// assert_eq!(decoder.decode(&bytes[6..], false).unwrap(), None);
/// assert!(decoder.decode(&bytes[6..], true).unwrap_err().is_early_end());
/// ```
///
/// A type whose values end where their input ends does not compile:
/// ```compile_fail
/// use tezos_encoding::stream::{StreamSettings, ValueDecoder};
/// ValueDecoder::<Vec<u16>>::new(StreamSettings::default());
/// ```
pub struct ValueDecoder<T> {
    framer: Framer,
    settings: StreamSettings,
    values: PhantomData<fn() -> T>,
}

impl<T: for<'a> Decode<'a>> ValueDecoder<T> {
    /// Returns a decoder at the start of a stream. Does not compile for types whose values cannot follow one another. If values differ between
    /// revisions and the settings have none, the first value is an error.
    #[must_use]
    pub fn new(settings: StreamSettings) -> Self {
        const {
            let size = T::ENCODING.size();
            assert!(!matches!(size.class, Class::Variable), "{}", VARIABLE);
            assert!(!matches!(size.most, Some(0)), "{}", EMPTY);
        }
        let framer = Framer::of_checked_size(T::ENCODING, settings).of_values(<T as NomReader<'_>>::FACTS);
        Self { framer, settings, values: PhantomData }
    }

    /// Returns a decoder at the start of a stream, for code that is generic over the type of the values.
    ///
    /// # Errors
    /// If values of the type cannot follow one another, or differ between revisions and the settings have none.
    pub fn try_new(settings: StreamSettings) -> Result<Self, Unstreamable> {
        let framer = Framer::new(T::ENCODING, settings)?.of_values(<T as NomReader<'_>>::FACTS).streamable()?;
        Ok(Self { framer, settings, values: PhantomData })
    }

    /// Returns the value at the front of `unread` and its size, or `None` if the value is incomplete. `unread` has to contain all bytes that
    /// have arrived after the last value; `ended` is true if no more bytes arrive.
    ///
    /// Returns `None` after an error and after the end of the stream.
    ///
    /// # Errors
    /// All of [`StreamError`] except those of reading from a source.
    pub fn decode(&mut self, unread: &[u8], ended: bool) -> Result<Option<(T, usize)>, StreamError> {
        let settings = self.settings;
        let mut value = None;
        let mut read = |bytes: &[u8], is_whole: bool| {
            let heap = settings.value_heap_max_bytes.map(HeapBudget::new);
            let (read, size) = read(bytes, is_whole, heap.as_ref(), settings)?;
            value = Some(read);
            Ok(size)
        };
        let size = self.framer.advance(unread, ended, Some(&mut read))?;
        Ok(value.zip(size))
    }
}

impl<T> ValueDecoder<T> {
    /// Returns the underlying framer, which has the offset and the minimum size of the next value, and whether there was an error.
    pub fn framer(&self) -> &Framer {
        &self.framer
    }

    /// Ends the stream because of an error of its source.
    #[cfg(feature = "std")]
    pub(super) fn stop(&mut self) {
        self.framer.stop();
    }
}

/// Reads a value at the front of the bytes, or one that takes all of them, and returns its size. The budget is charged for the bytes of the
/// value and for the heap that it needs beyond them.
fn read<'a, T: Decode<'a>>(
    bytes: &'a [u8],
    is_whole: bool,
    heap: Option<&'a HeapBudget>,
    settings: StreamSettings,
) -> Result<(T, usize), Fault> {
    let mut reader = Reader::with_limits(bytes, settings.limits).at(settings.revision_or_newest());
    if let Some(heap) = heap {
        reader = reader.with_heap(heap);
    }
    if is_whole {
        reader.charge(bytes.len())?;
        return Ok((reader.read_whole()?, bytes.len()));
    }
    let value = T::read(&mut reader)?;
    let size = bytes.len().saturating_sub(reader.remaining().len());
    reader.charge(size)?;
    Ok((value, size))
}

impl<T> fmt::Debug for ValueDecoder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ValueDecoder").field("framer", &self.framer).field("settings", &self.settings).finish()
    }
}
