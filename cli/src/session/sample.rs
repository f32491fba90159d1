//! The session that the tool carries: two peers of the tool's own making, recorded with `tezos-codec record`.

use crate::{
    error::Error,
    session::{Options, Recording, identity, open, probe::Off},
};

const SESSION: &str = include_str!("../../../messages/testdata/session/session.csv");
const IDENTITY: &str = include_str!("../../../messages/testdata/session/identity.json");
const NAME: &str = "the sample session";

/// The sample, of which nothing may be missing.
pub(crate) fn load(options: Options) -> Result<Recording, Error> {
    let identity = identity::parse(IDENTITY).map_err(|sentence| Error::in_file(NAME, sentence))?;
    open(NAME, SESSION, &identity, Options { strict: true, ..options }, &mut Off)
}
