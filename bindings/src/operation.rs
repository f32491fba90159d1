//! Operations as nodes give and take them: JSON to the bytes that are signed, and back.

use tezos_codec_inspect::encodings;
use tezos_encoding::schema::Named;
use tezos_protocols::Protocol;

use crate::{
    Error,
    values::{decode_as, encode_as},
};

/// The encoding of an operation without its signature.
const UNSIGNED: &str = "operation.unsigned";
/// The encoding of an operation with its signature.
const SIGNED: &str = "operation";
/// The signature of zeros, which the JSON of an operation leaves out.
const NO_SIGNATURE: &str =
    "sigMzJ4GVAvXEd2RjsKGfG2H9QvqTSKCZsuB2KiHbZRGFz72XgF6KaKADznh674fQgBatxw3xdHqTtMHUZAGRprxy64wg1aq";

/// Returns the id of the protocol that operations are of if none is given: the newest that mainnet has had.
#[must_use]
pub fn mainnet_protocol() -> &'static str {
    mainnet().id()
}

fn mainnet() -> Protocol {
    let mut newest = Protocol::ALL.iter().rev().copied();
    newest.find(|protocol| protocol.first_level().is_some()).unwrap_or(Protocol::Alpha)
}

/// Returns the protocol with a name, number, id or hash; without a name, that of mainnet.
pub(crate) fn protocol(name: Option<&str>) -> Result<Protocol, Error> {
    name.map_or(Ok(mainnet()), |name| name.parse().map_err(|error| Error::argument("Unknown_protocol", error)))
}

/// Returns the encoding of a protocol with this name.
pub(crate) fn named(name: &str, protocol: Protocol) -> Result<&'static Named, Error> {
    let id = format!("{}.{name}", protocol.id());
    encodings::named(&id, None).ok_or_else(|| Error::unknown_id(&id))
}

/// Encodes an operation: an object with `branch` and `contents`, and `signature` if it is signed. Without a protocol, that of mainnet is taken.
///
/// # Errors
/// If the protocol is not known, or the JSON is not an operation of it.
pub fn forge_operation(json: &str, protocol: Option<&str>) -> Result<Vec<u8>, Error> {
    let protocol = self::protocol(protocol)?;
    let unsigned = named(UNSIGNED, protocol)?;
    // An operation with a signature has one field more than the encoding without.
    encode_as(unsigned, json).or_else(|error| match error.found.as_deref() {
        Some("signature") if error.path.is_empty() => encode_as(named(SIGNED, protocol)?, json),
        _ => Err(error),
    })
}

/// Decodes an operation with or without its signature. Without a protocol, that of mainnet is taken.
///
/// # Errors
/// If the protocol is not known, or the bytes are not an operation of it.
pub fn unforge_operation(bytes: &[u8], protocol: Option<&str>) -> Result<String, Error> {
    let protocol = self::protocol(protocol)?;
    let unsigned = decode_as(named(UNSIGNED, protocol)?, bytes);
    // The error of the one that reads further is returned.
    unsigned.or_else(|error| {
        let signed = decode_as(named(SIGNED, protocol)?, bytes);
        let signed = signed.map(|json| match json.strip_suffix("]}") {
            Some(start) => format!("{start}],\"signature\":\"{NO_SIGNATURE}\"}}"),
            None => json,
        });
        signed.map_err(|other| if other.offset >= error.offset { other } else { error })
    })
}
