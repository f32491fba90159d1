//! The sample session of the tool, recorded with `tezos-codec record`.

use tezos_messages::identity::Identity;

use crate::{
    error::Error,
    session::{Options, Recording, identity, lines::TextPosition, open, rows::Rows},
};

/// The rows of the session.
pub(crate) const SESSION: &str = include_str!("../../testdata/session.csv");
/// The name of the session in sentences.
pub(crate) const NAME: &str = "the sample session";
const IDENTITY: &str = include_str!("../../testdata/identity.json");

/// Returns the identity of the side that recorded it.
pub(crate) fn identity() -> Result<Identity, Error> {
    identity::parse(IDENTITY).map_err(|sentence| Error::in_file(NAME, sentence))
}

/// Loads the sample. A lost chunk or an unfinished message in it is an error.
pub(crate) fn load(options: Options) -> Result<Recording, Error> {
    let rows = Rows::new(NAME, SESSION.as_bytes(), TextPosition::default());
    open(NAME, rows, identity()?, Options { strict: true, ..options })
}
