//! Operations as nodes give and take them: JSON to the bytes that are signed, and back.

use tezos_codec_inspect::{encodings, reason};
use tezos_encoding::schema::{Named, from_json, to_json};
use tezos_protocols::Protocol;

use crate::{Error, values::encode_as};

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
    from_json(unsigned.encoding, json).or_else(|error| {
        // An operation with a signature has one field more.
        let (path, [_, found]) = reason::of_json_error(unsigned, &error);
        match found.as_deref() {
            Some("signature") if path.is_empty() => encode_as(named(SIGNED, protocol)?, json),
            _ => Err(Error::of_json(unsigned, json, &error)),
        }
    })
}

/// Decodes an operation with or without its signature. Without a protocol, that of mainnet is taken.
///
/// # Errors
/// If the protocol is not known, or the bytes are not an operation of it.
pub fn unforge_operation(bytes: &[u8], protocol: Option<&str>) -> Result<String, Error> {
    let protocol = self::protocol(protocol)?;
    let [unsigned, signed] = [named(UNSIGNED, protocol)?, named(SIGNED, protocol)?];
    to_json(unsigned.encoding, bytes).or_else(|of_unsigned| match to_json(signed.encoding, bytes) {
        Ok(json) => Ok(match json.strip_suffix("]}") {
            Some(start) => format!("{start}],\"signature\":\"{NO_SIGNATURE}\"}}"),
            None => json,
        }),
        // The error of the one that reads further is returned.
        Err(of_signed) if of_signed.offset() >= of_unsigned.offset() => Err(Error::of_bytes(signed, bytes, &of_signed)),
        Err(_) => Err(Error::of_bytes(unsigned, bytes, &of_unsigned)),
    })
}
