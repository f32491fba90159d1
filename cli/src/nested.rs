//! Opens bytes inside a value that are values of their own: expressions, data packed by a script, payloads to sign, messages to a rollup.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tezos_encoding::schema::{
    Encoding, Named, ShortPath, Slice, SliceKind, Slicing, accepts, decode, fit, slice, to_json,
};
use tezos_protocols::{Protocol, registry};

use crate::{output::json, protocols};

/// The minimum evidence, in bits, for which bytes are taken for a value, or for the start of one. A size prefix is worth at most 32 bits, a tag 16.
pub(crate) const ENOUGH: u32 = 24;

/// The encodings of protocols that bytes inside other values may have.
const INSIDE: [&str; 3] = ["script.expr", "signing_payload", "smart_rollup.inbox.message"];

/// The greatest tag with which a value of these begins. Most hashes are left out by it, before each protocol is tried.
const MAX_TAG: u8 = 0x14;

/// The maximum depth of values inside values, of which each is looked through again.
const MAX_DEPTH: usize = 16;

/// A part of bytes.
pub(crate) struct Part<'m> {
    /// The part. Its name begins with that of the bytes around.
    pub(crate) slice: Slice<'m>,
    /// Its path in each value that holds it, outermost first.
    pub(crate) paths: Vec<ShortPath>,
}

impl Part<'_> {
    /// Returns the paths as text, with `>` where a value is inside another.
    pub(crate) fn path(&self) -> String {
        self.paths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" > ")
    }

    /// Returns it as JSON, with its position: `offset` and `length` in bytes, `path`, `name`, `hex` and the value as text, if it has one.
    pub(crate) fn json(&self) -> Value {
        let slice = &self.slice;
        json!({
            "offset": slice.offset,
            "length": slice.bytes.len(),
            "path": self.path(),
            "name": slice.name,
            "hex": hex::encode(slice.bytes),
            "value": (!slice.pretty.is_empty()).then_some(&slice.pretty),
        })
    }
}

/// Returns the parts of bytes, in which bytes that are values are replaced by the parts of these, to any depth up to a limit, if `nested`.
pub(crate) fn parts(slicing: Slicing<'_>, nested: bool) -> Vec<Part<'_>> {
    let mut out = Vec::with_capacity(slicing.slices.len());
    add(slicing, None, if nested { MAX_DEPTH } else { 0 }, &mut out);
    out
}

fn add<'m>(slicing: Slicing<'m>, outer: Option<&Part<'m>>, depth: usize, out: &mut Vec<Part<'m>>) {
    let paths: Vec<ShortPath> = slicing.slices.iter().map(|slice| slicing.short_path(slice)).collect();
    for (mut here, path) in slicing.slices.into_iter().zip(paths) {
        let mut paths = Vec::new();
        if let Some(outer) = outer {
            here.name = format!("{}: {}", outer.slice.name, here.name);
            here.offset = here.offset.saturating_add(outer.slice.offset);
            paths.clone_from(&outer.paths);
        }
        paths.push(path);
        let part = Part { slice: here, paths };
        let inner = (part.slice.kind == SliceKind::Bytes && depth > 0).then(|| inner(&part.slice)).flatten();
        match inner {
            Some(encoding) => add(slice(encoding, part.slice.bytes), Some(&part), depth.saturating_sub(1), out),
            None => out.push(part),
        }
    }
}

/// Returns the encoding of the value in bytes. That of lazy bytes is known.
fn inner(outer: &Slice<'_>) -> Option<&'static Encoding> {
    let lazy = outer.lazy().filter(|lazy| decode(lazy, outer.bytes).is_ok());
    lazy.or_else(|| encoding(outer.bytes).map(|named| named.encoding))
}

/// Returns the encoding of bytes inside a value for which there is the most evidence, if there is enough for one. Of the protocols it is the
/// newest.
fn encoding(bytes: &[u8]) -> Option<Named> {
    bytes.first().filter(|tag| **tag <= MAX_TAG)?;
    let possible = protocols::possible();
    let known = registry::of_protocols().filter(|encoding| INSIDE.contains(&encoding.name));
    let fits = known.filter_map(|encoding| {
        let has = |protocol: &Protocol| (encoding.since..=encoding.until).contains(protocol);
        let mut newest = possible.iter().copied().filter(has);
        newest.find(|protocol| accepts(encoding.encoding, bytes, protocol.revision())).map(|found| encoding.at(found))
    });
    let fits = fits.map(|named| (fit(named.encoding, bytes), named));
    let sure = fits.filter(|(fit, _)| fit.whole && fit.surprises == 0 && fit.evidence >= ENOUGH);
    sure.max_by_key(|(fit, _)| fit.evidence).map(|(_, named)| named)
}

/// Returns JSON in which each text of bytes that are a value is an object: `id` is the encoding, `hex` the text, `value` its JSON.
pub(crate) fn in_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    in_json(text, &mut out, 0);
    out
}

fn in_json(text: &str, out: &mut String, depth: usize) {
    for (token, is_key) in json::tokens(text) {
        let digits =
            token.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|_| !is_key && depth < MAX_DEPTH);
        let bytes = digits.and_then(|digits| hex::decode(digits).ok());
        let inner = bytes.and_then(|bytes| {
            let named = encoding(&bytes)?;
            Some((to_json(named.encoding, &bytes).ok()?, named.id))
        });
        let Some((value, id)) = inner else {
            out.push_str(token);
            continue;
        };
        // Writing to a `String` cannot fail.
        let _ = write!(out, "{{\"id\":\"{id}\",\"hex\":{token},\"value\":");
        in_json(&value, out, depth.saturating_add(1));
        out.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_json_are_opened_to_any_depth() {
        // A `PACK` of a `PACK` of the text "hello, nested".
        let pack = |inner: &[u8]| {
            let length = u32::try_from(inner.len()).unwrap().to_be_bytes();
            [&[5, 10][..], &length, inner].concat()
        };
        let text = [&[5, 1, 0, 0, 0, 13][..], b"hello, nested"].concat();
        let outer = hex::encode(pack(&pack(&text)));
        let opened = in_text(&format!("{{\"{outer}\": \"{outer}\", \"b\":[1,\"00\"]}}"));
        let value: Value = serde_json::from_str(&opened).unwrap();
        assert_eq!(value["b"], json!([1, "00"]));
        let opened = &value[outer.as_str()];
        assert_eq!(opened["hex"], outer.as_str());
        assert!(opened["id"].as_str().unwrap().ends_with(".signing_payload"));
        assert!(opened.to_string().contains("hello, nested"), "{opened}");
    }
}
