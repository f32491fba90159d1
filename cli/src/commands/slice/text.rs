//! Shows what a text in base58check is.

use std::fmt::Write as _;

use serde_json::json;
use tezos_encoding::schema::Named;
use tezos_messages::Scope;
use tezos_protocols::Protocol;

use crate::{
    encodings,
    input::Text,
    output::style::{BYTES, NAME},
    protocols,
};

/// Returns the encodings in whose JSON the text is a value, each with the bytes: those of no protocol, then those of the newest protocol, or of
/// that of the command line.
fn forms(text: &Text) -> Vec<(&'static Named, Vec<u8>)> {
    let newest = protocols::chosen().or(Protocol::ALL.last().copied());
    let of_protocol = newest.map_or(&[][..], protocols::of_protocol);
    let named = encodings::all().iter().filter(|named| named.scope != Scope::Ground).chain(of_protocol);
    named.filter_map(|named| Some((named, text.bytes_in(named).ok()?))).collect()
}

/// Formats the kind of a text, its bytes and its encodings for people.
pub(super) fn pretty(text: &Text) -> String {
    let kind = text.kind;
    let mut out = format!("{NAME}{}{NAME:#}, {} bytes in base58check:\n", kind.name, kind.size);
    let Some(payload) = text.payload() else {
        out.push_str("a secret, whose bytes are not shown\n");
        return out;
    };
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "{BYTES}{}{BYTES:#}", hex::encode(payload));
    if let Some(hash) = text.hash_of_key() {
        let _ = writeln!(out, "the key of {hash}");
    }
    let forms = forms(text);
    if !forms.is_empty() {
        out.push_str("\nEncodings of it, and their bytes:\n");
    }
    let width = forms.iter().map(|(named, _)| named.id.len()).max().unwrap_or_default();
    for (named, bytes) in forms {
        let _ = writeln!(out, "  {NAME}{:width$}{NAME:#}  {BYTES}{}{BYTES:#}", named.id, hex::encode(bytes));
    }
    out
}

/// Formats the kind of a text, its bytes and its encodings as JSON.
pub(super) fn json(text: &Text) -> String {
    let forms = text.payload().map(|_| forms(text)).unwrap_or_default();
    let encodings: Vec<_> =
        forms.iter().map(|(named, bytes)| json!({ "id": named.id, "hex": hex::encode(bytes) })).collect();
    json!({ "kind": text.kind.name, "hex": text.payload().map(hex::encode), "hash": text.hash_of_key(), "encodings": encodings }).to_string()
}
