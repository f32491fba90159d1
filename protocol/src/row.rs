//! What the tables of encodings are made of, of which each module has one.

use tezos_encoding::schema::Encoding;

/// An encoding that Octez registers for protocols: its name, its title, its schema, and the numbers of the first and the last protocol.
pub(crate) type Row = (&'static str, &'static str, &'static Encoding, u16, u16);
