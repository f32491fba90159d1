//! What the tables of encodings are made of, of which each module has one.

use tezos_encoding::schema::Encoding;

use crate::Protocol;

/// An encoding that Octez registers for protocols: its name, its title, its schema, and the revisions of the first and the last protocol.
pub(crate) type Row = (&'static str, &'static str, &'static Encoding, u16, u16);

/// The last protocol of an encoding that the protocol in development still has.
pub(crate) const ALPHA: u16 = Protocol::Alpha.revision().0;
