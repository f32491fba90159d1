//! Shows what a text in base58check is.

use std::fmt::Write as _;

use crate::{
    chosen,
    output::style::{BYTES, NAME},
    read::Text,
};

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
    let forms = text.encodings(&chosen::possible());
    if !forms.is_empty() {
        out.push_str("\nEncodings of it, and their bytes:\n");
    }
    let width = forms.iter().map(|(named, _)| named.id.len()).max().unwrap_or_default();
    for (named, bytes) in forms {
        let _ = writeln!(out, "  {NAME}{:width$}{NAME:#}  {BYTES}{}{BYTES:#}", named.id, hex::encode(bytes));
    }
    out
}
