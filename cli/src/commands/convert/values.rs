//! Converts binary values that follow one another.

use std::{
    io::{BufRead, ErrorKind},
    process::ExitCode,
};

use tezos_encoding::{
    schema::{Encoding, to_json},
    stream::{Framer, StreamSettings},
};

use crate::{
    error::Error,
    output::{self, Pieces},
};

/// The maximum number of bytes of a value: those of the longest line of hex.
const VALUE_MAX_BYTES: usize = 0x0200_0000;

/// Prints the JSON of each value on a line of its own. Memory holds one value, and the bytes that were read with it.
pub(super) fn convert(source: &str, mut reader: impl BufRead, encoding: &'static Encoding) -> Result<ExitCode, Error> {
    let framer = Framer::new(encoding, StreamSettings::default().with_value_max_bytes(VALUE_MAX_BYTES));
    let mut framer = framer.map_err(|reason| Error::in_file(source, reason))?;
    let (mut unread, mut start, mut is_ended) = (Vec::new(), 0, false);
    let (mut out, mut status) = (Pieces::default(), ExitCode::SUCCESS);
    loop {
        let (rest, offset) = (unread.get(start..).unwrap_or_default(), framer.offset());
        match framer.next_value(rest, is_ended) {
            Ok(Some(bytes)) => {
                let json = to_json(encoding, rest.get(..bytes).unwrap_or_default());
                let json = json.unwrap_or_else(|error| {
                    output::complain(&Error::in_file(source, error).at_byte(offset));
                    status = ExitCode::FAILURE;
                    String::new()
                });
                start = start.saturating_add(bytes);
                if !out.push(&format!("{json}\n"))? {
                    return Ok(status);
                }
            }
            Ok(None) if is_ended => break,
            Ok(None) => {
                unread.drain(..start);
                start = 0;
                let piece = match reader.fill_buf() {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    piece => {
                        piece.map_err(|error| Error::in_file(source, format_args!("it cannot be read: {error}")))?
                    }
                };
                unread.extend_from_slice(piece);
                let read = piece.len();
                is_ended = read == 0;
                reader.consume(read);
            }
            Err(error) => {
                out.flush()?;
                let offset = error.offset().unwrap_or(offset);
                return Err(Error::in_file(source, error).at_byte(offset));
            }
        }
    }
    out.flush()?;
    Ok(status)
}
