//! Values that follow one another in a file or a stream.

use tezos_encoding::{
    schema::Named,
    stream::{Framer, StreamError, StreamSettings},
};

use crate::{
    Error,
    values::{decode_as, named},
};

/// The maximum number of bytes of a value, as of the tool.
const VALUE_MAX_BYTES: usize = 0x0200_0000;

/// The values of a stream whose bytes arrive in pieces of any size.
pub struct Values {
    named: &'static Named,
    framer: Framer,
    /// The bytes that have arrived; those before `start` are of values that were returned.
    unread: Vec<u8>,
    start: usize,
    is_ended: bool,
}

impl Values {
    /// Returns the values of a stream that starts with its first byte.
    ///
    /// # Errors
    /// If the id is not known, or values of the encoding have no end of their own.
    pub fn new(id: &str) -> Result<Self, Error> {
        let named = named(id)?;
        let framer = Framer::new(named.encoding, StreamSettings::default().with_value_max_bytes(VALUE_MAX_BYTES));
        let framer = framer.map_err(|reason| Error::argument("No_stream", reason))?;
        Ok(Self { named, framer, unread: Vec::new(), start: 0, is_ended: false })
    }

    /// Adds the next bytes of the stream; none if it has ended.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.is_ended |= bytes.is_empty();
        self.unread.drain(..std::mem::take(&mut self.start));
        self.unread.extend_from_slice(bytes);
    }

    /// Returns the offset in the stream of the next value.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.framer.offset()
    }

    /// Returns the JSON of the next value, or `None` if it needs more bytes or the stream has ended.
    ///
    /// # Errors
    /// If the bytes are refused. Offsets are those in the value if its end is known, otherwise those in the stream.
    pub fn next_value(&mut self) -> Result<Option<String>, Error> {
        let rest = self.unread.get(self.start..).unwrap_or_default();
        let Some(size) = self.framer.next_value(rest, self.is_ended).map_err(|error| refused(self.named, &error))?
        else {
            return Ok(None);
        };
        self.start = self.start.saturating_add(size);
        decode_as(self.named, rest.get(..size).unwrap_or_default()).map(Some)
    }
}

fn refused(named: &Named, error: &StreamError) -> Error {
    let offset = error.offset().and_then(|offset| offset.try_into().ok());
    let of = |inner| Error { offset, message: error.to_string().into(), ..Error::of_bytes(named, &[], inner) };
    error.decode_error().map_or_else(|| Error::argument("Invalid_stream", error), of)
}
