//! What helps with bytes and JSON that an encoding refuses, behind the error of the codec.

use tezos_encoding::schema::{Named, accepts, from_json};
use tezos_protocols::{
    Protocol,
    registry::{self, ProtocolEncoding},
};

use crate::{protocols, read};

/// The maximum length of bytes and of JSON for which other protocols are tried: each of them reads it once more.
const MAX_TRIED: usize = 0x4_0000;

/// Returns the error for bytes that an encoding refuses, with the protocols that accept them.
pub fn of_bytes(named: &Named, bytes: &[u8], error: impl std::fmt::Display) -> String {
    let hint = valid_in(named, bytes).map(|sentence| format!("; {sentence}")).unwrap_or_default();
    format!("the bytes are not {}: {error}{hint}", named.id)
}

/// Returns a sentence about the protocols whose encoding of this name accepts bytes.
pub fn valid_in(named: &Named, bytes: &[u8]) -> Option<String> {
    let known =
        |encoding: &ProtocolEncoding, protocol: Protocol| accepts(encoding.encoding, bytes, protocol.revision());
    (bytes.len() <= MAX_TRIED).then(|| elsewhere(named, known)).flatten()
}

/// Returns the error for JSON that an encoding refuses, with what is wrong with a text in base58check, or with the protocols that accept the JSON.
/// `offset` is that of the refused value.
pub fn of_json(named: &Named, json: &str, offset: Option<usize>, error: impl std::fmt::Display) -> String {
    let text = offset.and_then(|offset| text_at(json, offset));
    let hint = text.and_then(|text| read::mistyped_base58(&text)).or_else(|| {
        let known = |encoding: &ProtocolEncoding, protocol| from_json(encoding.at(protocol).encoding, json).is_ok();
        (json.len() <= MAX_TRIED).then(|| elsewhere(named, known)).flatten()
    });
    let hint = hint.map(|sentence| format!("; {sentence}")).unwrap_or_default();
    format!("the JSON is not {}: {error}{hint}", named.id)
}

/// Returns the text in JSON whose first character is at an offset.
fn text_at(json: &str, offset: usize) -> Option<String> {
    let start = if json.get(..offset)?.ends_with('"') { offset.checked_sub(1)? } else { offset };
    serde_json::Deserializer::from_str(json.get(start..)?).into_iter::<String>().next()?.ok()
}

/// Returns a hint for `operation` of no protocol, whose `data` is bytes, if protocols accept the bytes.
pub fn of_opaque(named: &Named, bytes: &[u8]) -> Option<String> {
    let is_opaque = named.id == "operation";
    let valid = is_opaque.then(|| valid_in(named, bytes)).flatten()?;
    Some(format!("`data` is in the encoding of a protocol: the bytes are {valid}"))
}

/// Returns a sentence about the protocols whose encoding of the same name accepts a value.
fn elsewhere(named: &Named, accepts: impl Fn(&ProtocolEncoding, Protocol) -> bool) -> Option<String> {
    let name = match named.id.split_once('.') {
        Some((owner, name)) if owner.parse::<Protocol>().is_ok() => name,
        _ => &named.id,
    };
    let mut accepting: Vec<Protocol> = Vec::new();
    for encoding in registry::of_protocols().filter(|encoding| encoding.name == name) {
        accepting.extend(encoding.protocols().filter(|protocol| accepts(&encoding, *protocol)));
    }
    let newest = accepting.iter().max()?;
    let words = protocols::words(&accepting);
    Some(format!("valid in {words}, as `{}.{name}`", newest.name().to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings;

    /// Returns what is behind the text of the error.
    fn hint(error: &str) -> String {
        error.split_once("WRONG").map_or(String::new(), |(_, hint)| hint.to_owned())
    }

    #[test]
    fn protocols_that_accept_a_value_are_named() {
        let delphi = encodings::named("delphi.operation.contents", None).unwrap();
        // `SET_DEPOSITS_LIMIT`, from 012 on, without a limit.
        let bytes = hex::decode(format!("7000{}0000000000", "00".repeat(20))).unwrap();
        let error = of_bytes(delphi, &bytes, "WRONG");
        assert!(hint(&error).starts_with("; valid in 012 to "), "{error}");
        assert!(hint(&error).ends_with(".operation.contents`"), "{error}");
        assert_eq!(hint(&of_bytes(delphi, &[], "WRONG")), "");
        let prim = encodings::named("delphi.script.expr", None).unwrap();
        let error = of_json(prim, "{\"prim\":\"IS_IMPLICIT_ACCOUNT\"}", None, "WRONG");
        assert!(hint(&error).starts_with("; valid in 02"), "{error}");
    }

    #[test]
    fn a_mistyped_text_is_named() {
        let contract = encodings::named("seoul.contract", None).unwrap();
        let error = of_json(contract, " \"KT1VG2WtYdSWz5E7chTeAdDPZNy2MpP8pTf\"", Some(2), "WRONG");
        assert!(hint(&error).starts_with("; this looks like a contract_hash in base58check, but it has 35"), "{error}");
    }
}
